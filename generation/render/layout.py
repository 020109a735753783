"""What stands where on a laid-out page, and the faults that nobody should have to look at."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

TOLERANCE_PX: Final = 1.5
# A line's rectangle is the font's full ascent and descent; what is drawn fills about this part of its height.
INK_TOP: Final = 0.20
INK_BOTTOM: Final = 0.95


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in CSS pixels, origin at the page's top left."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def area(self) -> float:
        return self.width * self.height

    def meets(self, other: "Rect", tolerance: float = 0.0) -> bool:
        """Do the two share more than `tolerance` pixels in both directions?"""
        return (
            min(self.right, other.right) - max(self.x, other.x) > tolerance
            and min(self.bottom, other.bottom) - max(self.y, other.y) > tolerance
        )

    def sticks_out_of(self, other: "Rect", tolerance: float = 0.0) -> bool:
        return (
            self.x < other.x - tolerance
            or self.y < other.y - tolerance
            or self.right > other.right + tolerance
            or self.bottom > other.bottom + tolerance
        )


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of one run of text. `flow` numbers the block-level element it belongs to; `size` is the font size in
    pixels; `cut` is how many pixels of it an ancestor cuts off, `out` how far it sticks out of its panel, the nearest
    ancestor with a ground or a frame."""

    block: str
    flow: int
    text: str
    rect: Rect
    size: float
    cut: float
    out: float = 0.0

    @property
    def ink(self) -> Rect:
        height = self.rect.height
        return Rect(self.rect.x, self.rect.y + INK_TOP * height, self.rect.width, (INK_BOTTOM - INK_TOP) * height)


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as placed; a failed one has `loaded` False."""

    block: str
    rect: Rect
    natural_width: float
    natural_height: float
    loaded: bool
    cut: float


@dataclass(frozen=True, slots=True)
class Block:
    """An element with a data-block name, and the names of those it lies in, the nearest first."""

    name: str
    parents: tuple[str, ...]
    rect: Rect


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as measured. `canvas_*` is the size the document declares by data-canvas-width and -height, if any."""

    lines: tuple[TextLine, ...]
    pictures: tuple[Picture, ...]
    blocks: tuple[Block, ...]
    page_width: int
    page_height: int
    canvas_width: int | None
    canvas_height: int | None
    text: str

    def block(self, name: str) -> Block:
        """The block of that name. Raises KeyError if the page has none."""
        for block in self.blocks:
            if block.name == name:
                return block
        raise KeyError(name)

    @property
    def empty(self) -> bool:
        return not self.lines and not any(picture.loaded for picture in self.pictures)


class Fault(StrEnum):
    OUTSIDE = "outside the page"
    OVERFLOW = "overflows its box"
    OVERLAP = "overlaps"
    CLIPPED = "is cut off"
    BROKEN_IMAGE = "image not loaded"
    TOO_SMALL = "too small to read"


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """One thing wrong with a page, with where it is."""

    fault: Fault
    what: str
    rect: Rect

    def __str__(self) -> str:
        return f"{self.what} {self.fault.value} at x={self.rect.x:.0f}, y={self.rect.y:.0f}"


def check_layout(
    layout: Layout, *, width: int, height: int, smallest_text: float | None = None
) -> tuple[LayoutFault, ...]:
    """All overflow, overlap, clipping and failed images of a page drawn on `width` x `height` CSS pixels.

    `smallest_text`: font sizes below it (CSS pixels) are faults, too. Nothing found means: every line of text and every
    picture stands whole, inside the page and inside its block, and no two of them touch.
    """
    page = Rect(0, 0, width, height)
    return (
        *_outside(layout, page),
        *_overflows(layout),
        *_clipped(layout),
        *_overlaps(layout),
        *(LayoutFault(Fault.BROKEN_IMAGE, "a picture", p.rect) for p in layout.pictures if not p.loaded),
        *_too_small(layout, smallest_text),
    )


def _outside(layout: Layout, page: Rect) -> list[LayoutFault]:
    things = [(_quote(line), line.ink) for line in layout.lines]
    things += [("a picture", picture.rect) for picture in layout.pictures]
    things += [(f"block {block.name}", block.rect) for block in layout.blocks]
    return [LayoutFault(Fault.OUTSIDE, what, rect) for what, rect in things if rect.sticks_out_of(page, TOLERANCE_PX)]


def _overflows(layout: Layout) -> list[LayoutFault]:
    """What sticks out of its block; by what is drawn, for scroll sizes count empty descent, too."""
    homes = {block.name: block.rect for block in layout.blocks}
    faults = [
        LayoutFault(Fault.OVERFLOW, f"block {block.name}", block.rect)
        for block in layout.blocks
        if block.parents and block.rect.sticks_out_of(homes[block.parents[0]], TOLERANCE_PX)
    ]
    faults += [
        LayoutFault(Fault.OVERFLOW, _quote(line), line.rect)
        for line in layout.lines
        if line.block in homes and line.ink.sticks_out_of(homes[line.block], TOLERANCE_PX)
    ]
    faults += [
        LayoutFault(Fault.OVERFLOW, f"{_quote(line)} on its panel", line.rect)
        for line in layout.lines
        if line.out > TOLERANCE_PX
        and not (line.block in homes and line.ink.sticks_out_of(homes[line.block], TOLERANCE_PX))
    ]
    faults += [
        LayoutFault(Fault.OVERFLOW, "a picture", picture.rect)
        for picture in layout.pictures
        if picture.block in homes and picture.rect.sticks_out_of(homes[picture.block], TOLERANCE_PX)
    ]
    return faults


def _clipped(layout: Layout) -> list[LayoutFault]:
    faults = [LayoutFault(Fault.CLIPPED, _quote(line), line.rect) for line in layout.lines if line.cut > TOLERANCE_PX]
    return faults + [
        LayoutFault(Fault.CLIPPED, "a picture", picture.rect)
        for picture in layout.pictures
        if picture.cut > TOLERANCE_PX
    ]


def _overlaps(layout: Layout) -> list[LayoutFault]:
    faults = [
        LayoutFault(Fault.OVERLAP, f"block {one.name} and block {other.name}", one.rect)
        for one, other in combinations(layout.blocks, 2)
        if one.name not in other.parents and other.name not in one.parents and one.rect.meets(other.rect, TOLERANCE_PX)
    ]
    by_top = sorted(layout.lines, key=lambda line: line.ink.y)
    for place, line in enumerate(by_top):
        for other in by_top[place + 1 :]:
            if other.ink.y >= line.ink.bottom:
                break
            if other.flow != line.flow and line.ink.meets(other.ink, TOLERANCE_PX):
                faults.append(LayoutFault(Fault.OVERLAP, f"{_quote(line)} and {_quote(other)}", line.ink))
        faults += [
            LayoutFault(Fault.OVERLAP, f"{_quote(line)} and a picture", line.ink)
            for picture in layout.pictures
            if line.ink.meets(picture.rect, TOLERANCE_PX)
        ]
    faults += [
        LayoutFault(Fault.OVERLAP, "two pictures", one.rect)
        for one, other in combinations(layout.pictures, 2)
        if one.rect.meets(other.rect, TOLERANCE_PX)
    ]
    return faults


def _too_small(layout: Layout, smallest: float | None) -> list[LayoutFault]:
    if smallest is None:
        return []
    small = [line for line in layout.lines if line.size < smallest - 0.01]
    return [LayoutFault(Fault.TOO_SMALL, _quote(line), line.rect) for line in small]


def _quote(line: TextLine) -> str:
    return f'text "{line.text[:40]}"'

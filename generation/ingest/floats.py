"""Which part of a page a caption belongs to: the figure above it, the table below it, or the other way round."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from generation.ingest.captions import Caption, CaptionKind
from generation.ingest.ink import InkMap, is_rule, solid
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, union
from generation.records import Box

NEAR = 12.0  # points of blank between a table and its header or note
FAR = 60.0  # points of blank that nothing of one figure spans


@dataclass(eq=False)
class Float:
    """A figure's, table's or listing's place on its page and the lines inside it."""

    caption: Caption
    box: Box
    lines: list[Line] = field(default_factory=list)


@dataclass(eq=False)
class PageInk:
    """The graphics of one page: pictures, and the horizontal rules."""

    ink: InkMap
    boxes: list[Box]
    solids: list[Box] = field(init=False)
    rules: list[Box] = field(init=False)

    def __post_init__(self) -> None:
        self.solids = solid(self.boxes)
        self.rules = [box for box in self.boxes if is_rule(box)]


@dataclass(eq=False)
class _Zone:
    """A blank or figure-filled stretch between two barriers, above or below a caption."""

    top: float
    bottom: float
    elements: list[Box]
    lines: list[Line]
    graphics: list[Box]

    @property
    def weight(self) -> float:
        return sum(box.width * box.height for box in self.elements)


class FloatFinder:
    """Matches the captions of one page with what they describe."""

    def __init__(
        self, layout: PageLayout, ink: PageInk, captions: Sequence[Caption], headings: set[Line], body: Body
    ) -> None:
        self._layout = layout
        self._ink = ink
        self._captions = list(captions)
        self._headings = headings
        self._body = body
        self._caption_lines = {line for caption in captions for line in caption.lines}
        self._ruled = self._ruled_blocks()
        self._prose = self._find_prose()
        self._widen()

    def find(self) -> list[Float]:
        """One float for every caption that has something to show, in the captions' order."""
        sides = {caption: self._side(caption) for caption in self._captions}
        found = []
        for caption in self._captions:
            zone = self._zone(caption, above=sides[caption] == "above", sides=sides)
            if zone is None or not zone.elements:
                continue
            box = self._ink.ink.tight(self._bounded(union(zone.elements), zone, caption))
            if box is not None and box.width > 10 and box.height > 6:
                inside = [line for line in zone.lines if _overlap(line.box, box) > 0.5]
                found.append(Float(caption, box, inside))
        return found

    def _bounded(self, box: Box, zone: _Zone, caption: Caption) -> Box:
        x0, x1 = self._stretch(caption)
        return Box(max(box.x0 - 2, x0), max(box.y0 - 2, zone.top), min(box.x1 + 2, x1), min(box.y1 + 2, zone.bottom))

    # -- what is text and what is not ---------------------------------------------------------------------------

    def _ruled_blocks(self) -> list[Box]:
        """Fields between the first and last of several rules of one width: tables, whatever their cells look like."""
        blocks: list[Box] = []
        groups: dict[tuple[int, int], list[Box]] = {}
        for rule in sorted(self._ink.rules, key=lambda box: box.y0):
            if rule.width < 60:
                continue
            key = next(
                (k for k in groups if abs(k[0] - rule.x0) < 4 and abs(k[1] - rule.x1) < 4),
                (round(rule.x0), round(rule.x1)),
            )
            groups.setdefault(key, []).append(rule)
        cuts = [(caption.top, caption.bottom) for caption in self._captions]
        for rules in groups.values():
            block = [rules[0]]
            for rule in rules[1:]:
                if any(block[-1].y1 <= bottom and top <= rule.y0 for top, bottom in cuts):
                    blocks.append(union(block))
                    block = []
                block.append(rule)
            blocks.append(union(block))
        return [block for block in blocks if block.height > 8]

    def _find_prose(self) -> set[Line]:
        """Lines of running text: wide ones in the body's size, and what hangs on them."""
        candidates = [line for line in self._layout.lines if self._may_be_prose(line)]
        seeds = [line for line in candidates if self._is_wide(line) or self._starts_like_text(line)]
        prose = set(seeds)
        waiting = [line for line in candidates if line not in prose]
        grown = True
        while grown:
            grown = False
            for line in list(waiting):
                if any(self._hangs_on(line, other) for other in prose):
                    prose.add(line)
                    waiting.remove(line)
                    grown = True
        return prose

    def _may_be_prose(self, line: Line) -> bool:
        if line in self._caption_lines or line in self._headings or not line.upright or not self._body.fits(line):
            return False
        if any(_overlap(line.box, block) > 0.5 for block in self._ruled):
            return False
        column = self._layout.column_of(line.box)
        for box in self._ink.solids:
            shared = min(line.bottom, box.y1) - max(line.top, box.y0)
            if shared > 0.3 * (line.bottom - line.top) and self._layout.column_of(box) in {column, None}:
                return False
        return True

    def _is_wide(self, line: Line) -> bool:
        column = self._layout.extent(self._layout.column_of(line.box))
        return line.words >= 4 and line.box.width > 0.55 * column.width and line.share("mono") < 0.8

    def _starts_like_text(self, line: Line) -> bool:
        """A shorter line in the body's very type, flush with the column and alone on its baseline."""
        index = self._layout.column_of(line.box)
        if line.style.font != self._body.font or line.words < 2 or index is None:
            return False
        flush = abs(line.box.x0 - self._layout.columns[index].left) < 3
        return flush and not any(
            other is not line and abs(other.baseline - line.baseline) < 2 and self._layout.in_column(other.box, index)
            for other in self._layout.lines
        )

    def _hangs_on(self, line: Line, other: Line) -> bool:
        """Whether a short line of the body's type belongs to the text line right above or below it."""
        if self._layout.column_of(line.box) != self._layout.column_of(other.box):
            return False
        upper, lower = (line, other) if line.baseline < other.baseline else (other, line)
        if lower.top - upper.bottom > 1.0 * self._body.size:
            return False
        between = Box(0, upper.bottom, self._layout.width, lower.top)
        column = self._layout.column_of(line.box)
        return not any(
            rule.width > 60 and between.y0 - 1 <= rule.y0 <= between.y1 + 1 and self._layout.in_column(rule, column)
            for rule in self._ink.rules
        )

    def _widen(self) -> None:
        """A short caption under a picture that runs across columns runs across them too."""
        for caption in self._captions:
            if caption.column is None or caption.kind is not CaptionKind.FIGURE:
                continue
            above = [box for box in self._ink.solids if box.y1 <= caption.top + 4 and caption.top - box.y1 < 40]
            if any(self._layout.column_of(box) is None and box.width > 120 for box in above):
                caption.column = None

    # -- zones --------------------------------------------------------------------------------------------------

    def _side(self, caption: Caption) -> str:
        above, below = self._zone(caption, above=True), self._zone(caption, above=False)
        first, second = (above, below) if caption.kind is CaptionKind.FIGURE else (below, above)
        names = ("above", "below") if caption.kind is CaptionKind.FIGURE else ("below", "above")
        if self._is_enough(first, caption) or not self._is_enough(second, caption):
            return names[0]
        return names[1]

    def _is_enough(self, zone: _Zone | None, caption: Caption) -> bool:
        if zone is None or not zone.elements:
            return False
        if caption.kind is CaptionKind.TABLE:
            near = min(abs(box.y0 - caption.bottom) for box in zone.elements)
            near = min(near, *(abs(caption.top - box.y1) for box in zone.elements))
            return near < FAR and (len(zone.lines) >= 3 or bool(solid(zone.graphics)))
        return bool(solid(zone.graphics)) or len(zone.lines) >= 3

    def _stretch(self, caption: Caption) -> tuple[float, float]:
        """The width in which a caption's figure may stand; captions side by side share their column."""
        extent = self._layout.extent(caption.column)
        x0, x1 = extent.x0, extent.x1
        box = caption.box
        for other in self._captions:
            if other is caption or other.column != caption.column:
                continue
            if min(other.bottom, caption.bottom) - max(other.top, caption.top) > 0:
                if other.box.x0 > box.x1:
                    x1 = min(x1, (box.x1 + other.box.x0) / 2)
                elif other.box.x1 < box.x0:
                    x0 = max(x0, (box.x0 + other.box.x1) / 2)
        return x0, x1

    def _zone(self, caption: Caption, *, above: bool, sides: dict[Caption, str] | None = None) -> _Zone | None:
        x0, x1 = self._stretch(caption)
        barriers = self._barriers(caption, x0, x1)
        if above:
            top = max((bottom for _, bottom in barriers if bottom <= caption.top + 2), default=0.0)
            bottom = caption.top
        else:
            top = caption.bottom
            bottom = min((top_ for top_, _ in barriers if top_ >= caption.bottom - 2), default=self._layout.height)
        if bottom - top < 8:
            return None
        zone = self._fill(top, bottom, x0, x1)
        self._share(zone, caption, above=above, sides=sides, x0=x0, x1=x1)
        _drop_far(zone, near=bottom if above else top, above=above)
        if caption.kind is CaptionKind.TABLE:
            self._keep_table(zone)
        return zone

    def _keep_table(self, zone: _Zone) -> None:
        """Of a zone with a ruled table: the table, and the rows and notes that stand close to it."""
        blocks = [block for block in self._ruled if zone.top - 2 <= (block.y0 + block.y1) / 2 <= zone.bottom + 2]
        blocks = [block for block in blocks if any(_overlap(box, block) > 0.5 for box in zone.elements)]
        if not blocks:
            return
        y0, y1 = min(block.y0 for block in blocks), max(block.y1 for block in blocks)
        grown = True
        while grown:
            near = [b for b in zone.elements if y0 - NEAR <= b.y1 and b.y0 <= y1 + NEAR and (b.y0 < y0 or b.y1 > y1)]
            grown = bool(near)
            y0, y1 = min([y0, *(b.y0 for b in near)]), max([y1, *(b.y1 for b in near)])
        zone.elements = [b for b in zone.elements if y0 - 1 <= b.y0 and b.y1 <= y1 + 1]
        zone.lines = [n for n in zone.lines if y0 - 1 <= n.box.y0 and n.box.y1 <= y1 + 1]

    def _barriers(self, caption: Caption, x0: float, x1: float) -> list[tuple[float, float]]:
        """Tops and bottoms of what no figure reaches across."""
        lines = [*self._prose, *self._headings]
        spans = [(line.top, line.bottom) for line in lines if _meets(line.box, x0, x1)]
        spans += [
            (line.top, line.bottom) for line in self._layout.furniture if line.upright and _meets(line.box, x0, x1)
        ]
        spans += [(c.top, c.bottom) for c in self._captions if c is not caption and _meets(c.box, x0, x1)]
        return spans

    def _fill(self, top: float, bottom: float, x0: float, x1: float) -> _Zone:
        def inside(box: Box) -> bool:
            middle_y, middle_x = (box.y0 + box.y1) / 2, (box.x0 + box.x1) / 2
            return top - 1 <= middle_y <= bottom + 1 and x0 <= middle_x <= x1

        graphics = [box for box in self._ink.boxes if inside(box)]
        lines = [
            line
            for line in self._layout.lines
            if line not in self._prose
            and line not in self._headings
            and line not in self._caption_lines
            and inside(line.box)
        ]
        return _Zone(top, bottom, [*graphics, *(line.box for line in lines)], lines, graphics)

    def _share(
        self, zone: _Zone, caption: Caption, *, above: bool, sides: dict[Caption, str] | None, x0: float, x1: float
    ) -> None:
        """Where the caption at the zone's other end wants it too, each takes its side of the widest blank."""
        if sides is None or not zone.elements:
            return
        for other in self._captions:
            if other is caption or not _meets(other.box, x0, x1):
                continue
            opposite = sides[other] != sides[caption]
            touches = abs(other.bottom - zone.top) < 2 if above else abs(other.top - zone.bottom) < 2
            if opposite and touches:
                cut = _widest_blank(zone)
                if cut is not None:
                    keep_low = above
                    zone.elements = [b for b in zone.elements if ((b.y0 + b.y1) / 2 > cut) == keep_low]
                    zone.lines = [n for n in zone.lines if ((n.box.y0 + n.box.y1) / 2 > cut) == keep_low]
                    zone.graphics = [b for b in zone.graphics if ((b.y0 + b.y1) / 2 > cut) == keep_low]
                    zone.top, zone.bottom = (cut, zone.bottom) if above else (zone.top, cut)


def _meets(box: Box, x0: float, x1: float) -> bool:
    return min(box.x1, x1) - max(box.x0, x0) > min(5.0, box.width / 2)


def _overlap(box: Box, other: Box) -> float:
    """The share of `box` that lies inside `other`."""
    width = min(box.x1, other.x1) - max(box.x0, other.x0)
    height = min(box.y1, other.y1) - max(box.y0, other.y0)
    area = max(box.width * box.height, 1e-6)
    return max(0.0, width) * max(0.0, height) / area


def _bands(zone: _Zone) -> list[tuple[float, float]]:
    """The zone's elements seen from the side: stretches of height that are not blank."""
    bands: list[tuple[float, float]] = []
    for box in sorted(zone.elements, key=lambda box: box.y0):
        if bands and box.y0 <= bands[-1][1]:
            bands[-1] = (bands[-1][0], max(bands[-1][1], box.y1))
        else:
            bands.append((box.y0, box.y1))
    return bands


def _widest_blank(zone: _Zone) -> float | None:
    bands = _bands(zone)
    gaps = [(after[0] - before[1], (after[0] + before[1]) / 2) for before, after in itertools.pairwise(bands)]
    return max(gaps)[1] if gaps else None


def _drop_far(zone: _Zone, *, near: float, above: bool) -> None:
    """Leaves out what a wide blank parts from the caption's side, such as the logo at the top of a page."""
    bands = _bands(zone)
    ordered = list(reversed(bands)) if above else bands
    edge, kept = near, []
    for index, (y0, y1) in enumerate(ordered):
        gap = edge - y1 if above else y0 - edge
        if index and gap > FAR:
            break
        kept.append((y0, y1))
        edge = y0 if above else y1
    zone.elements = [b for b in zone.elements if any(y0 - 1 <= (b.y0 + b.y1) / 2 <= y1 + 1 for y0, y1 in kept)]
    zone.lines = [n for n in zone.lines if any(y0 - 1 <= (n.box.y0 + n.box.y1) / 2 <= y1 + 1 for y0, y1 in kept)]

"""Which part of a page a caption belongs to: the figure above it, the table below it, or the other way round."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from generation.ingest.bodytext import BodyText
from generation.ingest.captions import Caption, CaptionKind
from generation.ingest.ink import PageInk, solid
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, union
from generation.ingest.zones import FAR, Zone, drop_far, meets, overlap, widest_blank
from generation.records import Box

NEAR = 12.0  # points of blank between a table and its header or note


@dataclass(eq=False)
class Float:
    """A figure's, table's or listing's place on its page and the lines inside it."""

    caption: Caption
    box: Box
    lines: list[Line] = field(default_factory=list)


class FloatFinder:
    """Matches the captions of one page with what they describe."""

    def __init__(
        self, layout: PageLayout, ink: PageInk, captions: Sequence[Caption], headings: set[Line], body: Body
    ) -> None:
        self._layout = layout
        self._ink = ink
        self._captions = list(captions)
        self._headings = headings
        self._caption_lines = {line for caption in captions for line in caption.lines}
        text = BodyText(layout, ink, self._captions, headings, body)
        self._ruled, self._prose = text.ruled, text.prose
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
                inside = [line for line in zone.lines if overlap(line.box, box) > 0.5]
                found.append(Float(caption, box, inside))
        return found

    def _bounded(self, box: Box, zone: Zone, caption: Caption) -> Box:
        x0, x1 = self._stretch(caption)
        return Box(max(box.x0 - 2, x0), max(box.y0 - 2, zone.top), min(box.x1 + 2, x1), min(box.y1 + 2, zone.bottom))

    def _widen(self) -> None:
        """A short caption under a picture that runs across columns runs across them too."""
        for caption in self._captions:
            if caption.column is None or caption.kind is not CaptionKind.FIGURE:
                continue
            above = [box for box in self._ink.solids if box.y1 <= caption.top + 4 and caption.top - box.y1 < 40]
            if any(self._layout.column_of(box) is None and box.width > 120 for box in above):
                caption.column = None

    def _side(self, caption: Caption) -> str:
        above, below = self._zone(caption, above=True), self._zone(caption, above=False)
        first, second = (above, below) if caption.kind is CaptionKind.FIGURE else (below, above)
        names = ("above", "below") if caption.kind is CaptionKind.FIGURE else ("below", "above")
        if self._is_enough(first, caption) or not self._is_enough(second, caption):
            return names[0]
        return names[1]

    def _is_enough(self, zone: Zone | None, caption: Caption) -> bool:
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

    def _zone(self, caption: Caption, *, above: bool, sides: dict[Caption, str] | None = None) -> Zone | None:
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
        drop_far(zone, near=bottom if above else top, above=above)
        if caption.kind is CaptionKind.TABLE:
            self._keep_table(zone)
        return zone

    def _keep_table(self, zone: Zone) -> None:
        """Of a zone with a ruled table: the table, and the rows and notes that stand close to it."""
        blocks = [block for block in self._ruled if zone.top - 2 <= (block.y0 + block.y1) / 2 <= zone.bottom + 2]
        blocks = [block for block in blocks if any(overlap(box, block) > 0.5 for box in zone.elements)]
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
        spans = [(line.top, line.bottom) for line in lines if meets(line.box, x0, x1)]
        spans += [
            (line.top, line.bottom) for line in self._layout.furniture if line.upright and meets(line.box, x0, x1)
        ]
        spans += [(c.top, c.bottom) for c in self._captions if c is not caption and meets(c.box, x0, x1)]
        return spans

    def _fill(self, top: float, bottom: float, x0: float, x1: float) -> Zone:
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
        return Zone(top, bottom, [*graphics, *(line.box for line in lines)], lines, graphics)

    def _share(
        self, zone: Zone, caption: Caption, *, above: bool, sides: dict[Caption, str] | None, x0: float, x1: float
    ) -> None:
        """Where the caption at the zone's other end wants it too, each takes its side of the widest blank."""
        if sides is None or not zone.elements:
            return
        for other in self._captions:
            if other is caption or not meets(other.box, x0, x1):
                continue
            opposite = sides[other] != sides[caption]
            touches = abs(other.bottom - zone.top) < 2 if above else abs(other.top - zone.bottom) < 2
            if opposite and touches:
                cut = widest_blank(zone)
                if cut is not None:
                    keep_low = above
                    zone.elements = [b for b in zone.elements if ((b.y0 + b.y1) / 2 > cut) == keep_low]
                    zone.lines = [n for n in zone.lines if ((n.box.y0 + n.box.y1) / 2 > cut) == keep_low]
                    zone.graphics = [b for b in zone.graphics if ((b.y0 + b.y1) / 2 > cut) == keep_low]
                    zone.top, zone.bottom = (cut, zone.bottom) if above else (zone.top, cut)

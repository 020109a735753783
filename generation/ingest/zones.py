"""Stretches of a page between two barriers, and what stands in them."""

import itertools
from dataclasses import dataclass

from generation.ingest.lines import Line
from generation.records import Box

FAR = 60.0  # points of blank that nothing of one figure spans


@dataclass(eq=False)
class Zone:
    """A blank or figure-filled stretch between two barriers, above or below a caption."""

    top: float
    bottom: float
    elements: list[Box]
    lines: list[Line]
    graphics: list[Box]

    @property
    def weight(self) -> float:
        return sum(box.width * box.height for box in self.elements)


def meets(box: Box, x0: float, x1: float) -> bool:
    return min(box.x1, x1) - max(box.x0, x0) > min(5.0, box.width / 2)


def overlap(box: Box, other: Box) -> float:
    """The share of `box` that lies inside `other`."""
    width = min(box.x1, other.x1) - max(box.x0, other.x0)
    height = min(box.y1, other.y1) - max(box.y0, other.y0)
    area = max(box.width * box.height, 1e-6)
    return max(0.0, width) * max(0.0, height) / area


def bands_of(zone: Zone) -> list[tuple[float, float]]:
    """The zone's elements seen from the side: stretches of height that are not blank."""
    bands: list[tuple[float, float]] = []
    for box in sorted(zone.elements, key=lambda box: box.y0):
        if bands and box.y0 <= bands[-1][1]:
            bands[-1] = (bands[-1][0], max(bands[-1][1], box.y1))
        else:
            bands.append((box.y0, box.y1))
    return bands


def widest_blank(zone: Zone) -> float | None:
    bands = bands_of(zone)
    gaps = [(after[0] - before[1], (after[0] + before[1]) / 2) for before, after in itertools.pairwise(bands)]
    return max(gaps)[1] if gaps else None


def drop_far(zone: Zone, *, near: float, above: bool) -> None:
    """Leaves out what a wide blank parts from the caption's side, such as the logo at the top of a page."""
    bands = bands_of(zone)
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

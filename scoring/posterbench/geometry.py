"""Rectangles on the raster, in raster pixels with the origin at the top left."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.records import FractionBox


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned rectangle, x0 < x1 and y0 < y1, in raster pixels."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def short_side(self) -> float:
        return min(self.width, self.height)

    @property
    def aspect(self) -> float:
        """Long side over short side, at least 1."""
        return max(self.width, self.height) / max(1e-9, self.short_side)

    def grown(self, dx: float, dy: float) -> "Rect":
        """The same rectangle with dx more on the left and right and dy more above and below (negative: less)."""
        return Rect(self.x0 - dx, self.y0 - dy, self.x1 + dx, self.y1 + dy)

    def union(self, other: "Rect") -> "Rect":
        return Rect(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def shared_area(self, other: "Rect") -> float:
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return width * height if width > 0 and height > 0 else 0.0

    def share_inside(self, other: "Rect") -> float:
        """The share of this rectangle's area that lies in the other, 0-1."""
        return self.shared_area(other) / self.area if self.area > 0 else 0.0

    def holds(self, point: tuple[float, float]) -> bool:
        return self.x0 <= point[0] <= self.x1 and self.y0 <= point[1] <= self.y1

    def fraction(self, width: int, height: int) -> FractionBox:
        """The rectangle as fractions of a canvas of width x height pixels, cut at the canvas, 4 decimals."""
        return FractionBox(
            round(min(1.0, max(0.0, self.x0 / width)), 4),
            round(min(1.0, max(0.0, self.y0 / height)), 4),
            round(min(1.0, max(0.0, self.x1 / width)), 4),
            round(min(1.0, max(0.0, self.y1 / height)), 4),
        )


def bounding(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all; at least one is needed."""
    items = list(rects)
    return Rect(min(r.x0 for r in items), min(r.y0 for r in items), max(r.x1 for r in items), max(r.y1 for r in items))

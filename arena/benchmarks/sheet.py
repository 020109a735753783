"""One page of a paper with the box of a figure on it, as the crop editor draws it."""

from dataclasses import dataclass

from arena.benchmarks.models import PageImage

TICK = 50  # points


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    is_named: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page's picture, its size in points, and the rulers along it."""

    image: PageImage
    page: int
    pages: int | None
    box: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        return round(self.box[2] - self.box[0], 2)

    @property
    def height(self) -> float:
        return round(self.box[3] - self.box[1], 2)

    @property
    def across(self) -> list[Tick]:
        return _ticks(self.image.points_wide)

    @property
    def down(self) -> list[Tick]:
        return _ticks(self.image.points_high)


def _ticks(length: float) -> list[Tick]:
    # A page of the largest size a PDF knows would have hundreds of them.
    step = TICK * (1 + int(length) // 2000)
    return [Tick(at, at % (2 * step) == 0) for at in range(step, int(length), step)]

"""The order in which the lines of a page are read."""

from collections.abc import Iterable, Iterator, Sequence

from generation.ingest.layout import PageLayout
from generation.ingest.lines import Line


def in_reading_order(layout: PageLayout, lines: Iterable[Line], breaks: Sequence[float] = ()) -> Iterator[Line]:
    """Between lines that run across all columns, and between `breaks`: each column from top to bottom."""
    band: list[Line] = []
    waiting = sorted(breaks, reverse=True)
    for line in sorted(lines, key=lambda line: (line.baseline, line.box.x0)):
        while waiting and line.baseline > waiting[-1]:
            waiting.pop()
            yield from _by_column(layout, band)
            band = []
        if len(layout.columns) > 1 and layout.column_of(line.box) is None:
            yield from _by_column(layout, band)
            band = []
            yield line
        else:
            band.append(line)
    yield from _by_column(layout, band)


def _by_column(layout: PageLayout, band: Sequence[Line]) -> Iterator[Line]:
    yield from sorted(band, key=lambda line: (layout.column_of(line.box) or 0, round(line.baseline / 3), line.box.x0))

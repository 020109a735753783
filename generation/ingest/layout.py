"""What is known of a page's layout: the paper's body type, the columns, and the lines of running text."""

from dataclasses import dataclass

from generation.ingest.lines import Line
from generation.records import Box


@dataclass(frozen=True, slots=True)
class Body:
    """The type in which most of the paper is set."""

    font: str
    size: float

    def fits(self, line: Line) -> bool:
        """Whether a line is set in the body's size."""
        return abs(line.size - self.size) <= 0.6


@dataclass(frozen=True, slots=True)
class Column:
    """A stretch of the page's width: `left` and `right` are the text's edges, `x0` and `x1` reach to the gutters."""

    x0: float
    x1: float
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


@dataclass(eq=False)
class PageLayout:
    """A page's lines without running heads, and its columns from left to right."""

    number: int
    width: float
    height: float
    lines: list[Line]
    furniture: list[Line]
    margin: list[Line]
    columns: tuple[Column, ...]

    def column_of(self, box: Box) -> int | None:
        """The index of the column that holds the box, or None when it spans columns."""
        for index, column in enumerate(self.columns):
            if box.x0 >= column.x0 - 4 and box.x1 <= column.x1 + 4:
                return index
        middle = (box.x0 + box.x1) / 2
        if len(self.columns) > 1 and box.width < 0.35 * self.columns[0].width:
            # A narrow thing that just crosses a gutter belongs to the column that holds its middle.
            return next((i for i, column in enumerate(self.columns) if column.x0 <= middle <= column.x1), None)
        return None if len(self.columns) > 1 else 0

    def in_column(self, box: Box, index: int | None) -> bool:
        """Whether the box touches the column (every box touches the full width)."""
        if index is None or len(self.columns) == 1:
            return True
        column = self.columns[index]
        return min(box.x1, column.x1) - max(box.x0, column.x0) > min(4.0, box.width / 2)

    def extent(self, index: int | None) -> Column:
        """A column's stretch, or the whole page's for None."""
        if index is not None:
            return self.columns[index]
        first, last = self.columns[0], self.columns[-1]
        return Column(first.x0, last.x1, first.left, last.right)

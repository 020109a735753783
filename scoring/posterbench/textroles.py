"""Which lines are running text and headings, and which are labels that may belong to a figure."""

from collections.abc import Sequence
from typing import Final

from scoring.posterbench.ocr import TextLine

# A line of this many characters is running text wherever it stands.
RUNNING_LENGTH: Final = 25
HEADING_RATIO: Final = 1.15


def labels_among(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The short lines that are neither headings nor the end of a paragraph: tick labels, legends, table cells.

    A short line that begins at the left edge of a running line of like size and follows it (or comes before it) without
    a gap belongs to its paragraph. Text that runs upwards is a label.
    """
    running = _long(lines)
    if not running:
        return tuple(lines)
    taken = set(running) | set(headings_among(lines))
    rest = [line for line in lines if line not in taken and _is_upright(line)]
    # The last lines of a paragraph may be several short ones, each continuing the one before.
    grew = True
    while grew:
        continuing = [line for line in rest if any(_follows(line, other) for other in running)]
        running += continuing
        rest = [line for line in rest if line not in continuing]
        grew = bool(continuing)
    taken.update(running)
    return tuple(line for line in lines if line not in taken)


def headings_among(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The short lines of words at least 1.15 times as large as the usual running line, and all lines of titles."""
    running = _long(lines)
    if not running:
        return ()
    least = HEADING_RATIO * _usual_size(running)
    return tuple(line for line in lines if line.font_size >= least and _is_upright(line) and _has_words(line))


def _long(lines: Sequence[TextLine]) -> list[TextLine]:
    return [line for line in lines if len(line.text) >= RUNNING_LENGTH and _is_upright(line)]


def _is_upright(line: TextLine) -> bool:
    return line.box.width > line.box.height or len(line.text) <= 2


def _usual_size(running: Sequence[TextLine]) -> float:
    """The size at which half of the running letters are smaller; titles are few letters and do not move it."""
    total, reached = sum(len(line.text) for line in running), 0
    for line in sorted(running, key=lambda line: line.font_size):
        reached += len(line.text)
        if 2 * reached >= total:
            return line.font_size
    return running[-1].font_size


def _has_words(line: TextLine) -> bool:
    return sum(letter.isalpha() for letter in line.text) >= 4


def _follows(line: TextLine, other: TextLine) -> bool:
    size = max(line.font_size, other.font_size)
    gap = max(line.box.y0 - other.box.y1, other.box.y0 - line.box.y1)
    return (
        abs(line.box.x0 - other.box.x0) <= size
        and gap <= 0.9 * size
        and size <= 1.3 * min(line.font_size, other.font_size)
    )

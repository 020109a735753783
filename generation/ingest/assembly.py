"""Glyphs put together into printed lines."""

from collections.abc import Iterable, Sequence

from generation.ingest.crumbs import absorbed, bridged
from generation.ingest.lines import Line, is_cjk, joined
from generation.ingest.pages import Glyph, PageGlyphs

RUN_GAP = 1.0  # em; a wider blank ends a run: a gutter, a table's next cell
MERGE_GAP = 0.6  # em between two runs of one line that the file draws apart


def page_lines(page: PageGlyphs) -> list[Line]:
    """The page's lines from top to bottom; those on one baseline from left to right."""
    runs = [Line(page.number, tuple(run)) for run in _runs(page.glyphs)]
    lines = bridged(absorbed(_merged(runs)))
    return sorted(lines, key=lambda line: (round(line.baseline), line.box.x0))


def _runs(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    runs: list[list[Glyph]] = []
    for glyph in glyphs:
        if runs and _continues(runs[-1][-1], glyph, runs[-1]):
            runs[-1].append(glyph)
        else:
            runs.append([glyph])
    return runs


def _continues(before: Glyph, glyph: Glyph, run: Sequence[Glyph]) -> bool:
    if not (before.upright and glyph.upright):
        return before.upright == glyph.upright and abs(before.box.x0 - glyph.box.x0) < glyph.style.size
    size = max(before.style.size, glyph.style.size, 1.0)
    gap = glyph.box.x0 - before.box.x1
    # The blank of a full-width sign is part of the sign.
    widest = 1.6 * RUN_GAP if is_cjk(before.char) or is_cjk(glyph.char) else RUN_GAP
    if gap > widest * size or glyph.box.x1 < before.box.x0:
        return False
    rise = abs(glyph.baseline - before.baseline)
    # A superscript is smaller than its line; text of one size on another baseline is another line.
    return rise <= (0.5 if glyph.style.size != before.style.size else 0.2) * size or any(
        abs(glyph.baseline - earlier.baseline) < 0.1 * size for earlier in run[-6:]
    )


def _merged(runs: list[Line]) -> list[Line]:
    """Runs of one baseline that stand close together become one line: the file need not draw a line in one go."""
    merged: list[Line] = []
    for run in sorted(runs, key=lambda run: (round(run.baseline), run.box.x0)):
        for index in range(len(merged) - 1, max(-1, len(merged) - 13), -1):
            if _same_line(merged[index], run):
                merged[index] = joined(merged[index], run)
                break
        else:
            merged.append(run)
    return merged


def _same_line(line: Line, run: Line) -> bool:
    if not (line.upright and run.upright):
        return False
    size = max(line.size, run.size)
    gap = run.box.x0 - line.box.x1
    small, large = sorted((line.size, run.size))
    rise = abs(line.baseline - run.baseline)
    if small > 0.9 * large:
        return -0.6 * size <= gap <= MERGE_GAP * size and rise <= 0.15 * size
    return -0.3 * size <= gap <= 0.3 * small and rise <= 0.45 * size

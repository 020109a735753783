"""Who judged what: judgments by paper and pair, by paper and by reviewer; what nobody judged is seen."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from scoring.report.coverage import MOST_PAIRS
from scoring.report.figures.axes import scale_over
from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.shades import Shades
from scoring.report.figures.sheet import WIDTH, Box, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Results
from scoring.report.referee import CoverageResult
from scoring.report.wording import counted

_NAMES, _NARROW_NAMES = 230, 160
_LINE_ROW, _FLAT_ROW = 17.0, 7.0
_FINEST, _FINE = 2.5, 5.0  # pixels a column of papers needs to be seen, in a table of few rows and of many
_FEW, _MANY = 0.2, 0.5
_PLOT, _BETWEEN = 150, 36


@dataclass(frozen=True, slots=True)
class _Table:
    """Counts of rows by papers, the most judged paper first; a row is named by its one or two systems."""

    what: str
    names: tuple[tuple[str, ...], ...]
    counts: tuple[tuple[int, ...], ...]


def draw_coverage(results: Results, coverage: CoverageResult, theme: Theme, width: float = WIDTH) -> Sheet:
    """A table of shades above, the sorted counts of papers and reviewers below."""
    report = results.report
    sheet = Sheet(theme, title="Coverage", width=width, simulated=report.input.simulated)
    table = _pairs(results, coverage) or _systems(results, coverage)
    bottom = _shaded(sheet, table)
    who = "simulated reviewer" if report.input.simulated else "reviewer"
    panel = width if sheet.narrow else (width - _BETWEEN) / 2
    top = bottom + 30
    papers = sorted((paper.n for paper in coverage.papers), reverse=True)
    reviewers = sorted((line.ranked for line in results.reviewers), reverse=True)
    bottom = _sorted_bars(sheet, papers, "paper", (0, top, panel))
    corner = (0.0, bottom + 26) if sheet.narrow else (panel + _BETWEEN, top)
    bottom = _sorted_bars(sheet, reviewers, who, (*corner, panel))
    words = joined(
        f"{coverage.empty:,} of {coverage.cells:,} combinations of a paper and a pair of systems hold no judgment.",
        f"Above: judgments of each {table.what} on each paper, the most judged paper first"
        f"{_grouped(table, sheet)}; ochre: none.",
        "Below: a bar each, sorted.",
        basis(report),
        "Counts have no whiskers.",
    )
    return sheet.close(bottom, words)


def _pairs(results: Results, coverage: CoverageResult) -> _Table | None:
    if not results.coverage:
        return None
    order = _order(coverage)
    names = tuple((pair.a, pair.b) for pair in results.report.head_to_head)
    return _Table("pair", names, tuple(tuple(row[place] for place in order) for row in results.coverage))


def _systems(results: Results, coverage: CoverageResult) -> _Table:
    counts = {(poster.system, poster.case_id): poster.n for poster in results.posters}
    papers = [coverage.papers[place].case_id for place in _order(coverage)]
    names = [system.system for system in results.report.systems]
    rows = tuple(tuple(counts.get((name, paper), 0) for paper in papers) for name in names)
    return _Table("system", tuple((name,) for name in names), rows)


def _order(coverage: CoverageResult) -> list[int]:
    papers = coverage.papers
    return sorted(range(len(papers)), key=lambda place: (-papers[place].n, papers[place].case_id))


def _group(table: _Table, room: float) -> int:
    """How many papers share a column."""
    finest = _FINEST if len(table.names) <= MOST_PAIRS else _FINE
    return max(1, ceil(len(table.counts[0]) * finest / room)) if table.counts else 1


def _room(sheet: Sheet) -> float:
    return sheet.width - (_NARROW_NAMES if sheet.narrow else _NAMES)


def _grouped(table: _Table, sheet: Sheet) -> str:
    together = _group(table, _room(sheet))
    words = f", {together} papers to a column" if together > 1 else ""
    if _row_height(table) < _LINE_ROW:
        words += f", one {table.what} in {ceil(_LINE_ROW / _FLAT_ROW)} named"
    return words


def _row_height(table: _Table) -> float:
    return _LINE_ROW if len(table.names) <= MOST_PAIRS else _FLAT_ROW


def _shaded(sheet: Sheet, table: _Table) -> float:
    theme = sheet.theme
    left = sheet.width - _room(sheet)
    row = _row_height(table)
    named = ceil(_LINE_ROW / row)
    together = _group(table, _room(sheet))
    means = [_means(counts, together) for counts in table.counts]
    shades = Shades([ceil(mean) for line in means for mean in line])
    columns = len(means[0]) if means else 0
    cell = min(_room(sheet) / max(columns, 1), 60.0)
    top = 24.0
    none = sum(mean == 0 for line in means for mean in line)
    # What nobody judged must be seen, but where it is the rule, loud colours would hide the rest.
    share = none / max(columns * len(means), 1)
    empty = theme.against if share < _FEW else theme.against_tints[2 if share < _MANY else 1]
    keys = [(empty, "none")] if none else []
    _key(sheet, [*keys, *shades.keys(theme.shades)], top - 20)
    boxes: defaultdict[str, list[Box]] = defaultdict(list)
    for number, line in enumerate(means):
        y = top + number * row
        if number % named == 0:
            name = _name(table.names[number], left - 10)
            sheet.text(left - 8, y + row / 2 + 4.5, name, size=SMALL, side="right")
        colors = [shades.color(mean, theme.shades) or empty for mean in line]
        for color, start, end in _runs(colors, whole=cell >= 8):
            gap = 1.0 if cell >= 8 else 0.0
            boxes[color].append((left + start * cell, y + 0.5, (end - start) * cell - gap, row - 1))
    for color, places in boxes.items():
        sheet.boxes(places, color)
    bottom = top + row * len(means)
    sheet.text(
        left, bottom + 18, f"{counted(len(table.counts[0]) if means else 0, 'paper')}", size=SMALL, color=theme.ink_2
    )
    return bottom + 18


def _name(systems: tuple[str, ...], room: float) -> str:
    """The systems of a row; where they are long, each gets an equal part of the room."""
    whole = " – ".join(systems)
    if text_width(whole, SMALL) <= room:
        return whole
    part = (room - text_width(" – ", SMALL) * (len(systems) - 1)) / len(systems)
    label = " – ".join(clipped(system, part, SMALL) for system in systems)
    while text_width(label, SMALL) > room:  # one font for all of it, which may be wider than each part's own
        part -= 8
        label = " – ".join(clipped(system, part, SMALL) for system in systems)
    return label


def _key(sheet: Sheet, keys: Sequence[tuple[str, str]], y: float) -> None:
    theme = sheet.theme
    x = sheet.width - _room(sheet)
    for fill, words in keys:
        sheet.rect(x, y, 12, 12, fill)
        sheet.text(x + 17, y + 11, words, size=SMALL, color=theme.ink_2)
        x += 17 + text_width(words, SMALL) + 14
    if x + text_width("judgments", SMALL) <= sheet.width:
        sheet.text(x, y + 11, "judgments", size=SMALL, color=theme.ink_2)


def _means(counts: Sequence[int], together: int) -> list[float]:
    parts = [counts[start : start + together] for start in range(0, len(counts), together)]
    return [sum(part) / len(part) for part in parts]


def _runs(colors: Sequence[str], *, whole: bool) -> list[tuple[str, int, int]]:
    """Neighbours of one colour as one; each on its own where there is room for gaps."""
    runs: list[tuple[str, int, int]] = []
    for place, color in enumerate(colors):
        if runs and not whole and runs[-1][0] == color:
            runs[-1] = (color, runs[-1][1], place + 1)
        else:
            runs.append((color, place, place + 1))
    return runs


def _sorted_bars(sheet: Sheet, counts: Sequence[int], what: str, place: tuple[float, float, float]) -> float:
    """Judgments per paper or reviewer, the most first; `place` is left, top and width. The pixel below."""
    left, top, width = place
    theme = sheet.theme
    sheet.text(left, top + 12, f"Judgments per {what}", weight="semibold")
    none = sum(count == 0 for count in counts)
    if not counts:
        return top + 20
    middle = median(counts)
    summary = f"n = {len(counts):,}; median {middle:g}, {counts[-1]:,} to {counts[0]:,}"
    sheet.text(left, top + 31, summary, size=SMALL, color=theme.ink_3)
    start = left + 40
    up = scale_over([0, counts[0] or 1], top + 46 + _PLOT, top + 46, most=4)
    for tick in up.ticks:
        if tick != round(tick):
            continue
        sheet.line(start, up.at(tick), left + width, up.at(tick), theme.edge if tick == 0 else theme.grid)
        label = f"{tick:,.0f}"
        sheet.text(start - 7, up.at(tick) + 4, label, size=SMALL, color=theme.ink_3, side="right")
    step = min((left + width - start) / len(counts), 40.0)
    gap = 1.0 if step >= 4 else 0.0  # finer gaps flicker
    zero = up.at(0)
    sheet.boxes(
        [(start + n * step, up.at(count), step - gap, zero - up.at(count)) for n, count in enumerate(counts) if count],
        theme.wins,
    )
    sheet.boxes(
        [(start + n * step, zero - 6, step - gap, 6) for n, count in enumerate(counts) if not count], theme.against
    )
    bottom = zero + 18
    if none:
        words = f"{counted(none, what)} without any"
        sheet.text(left + width, bottom, words, size=SMALL, color=theme.against, weight="semibold", side="right")
    return bottom

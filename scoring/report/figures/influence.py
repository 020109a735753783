"""What one reviewer or one paper does to the result: the largest shift of a beat probability without it."""

from collections.abc import Sequence

from scoring.report.figures.axes import Scale, scale_over
from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.referee import InfluenceResult, InfluencesResult
from scoring.report.wording import counted

MOST_ROWS = 15
_ROW, _HEAD, _BETWEEN = 23, 54, 36
_NAME_SHARE = 0.5


def draw_influence(report: Report, influence: InfluencesResult, theme: Theme, width: float = WIDTH) -> Sheet:
    """Reviewers and papers with the largest shifts; those without whom another system is first are marked."""
    sheet = Sheet(theme, title="Influence of one reviewer or paper", width=width, simulated=report.input.simulated)
    panel = width if sheet.narrow else (width - _BETWEEN) / 2
    shifts = [line.shift for line in (*influence.reviewers, *influence.papers) if line.shift is not None]
    leaders = _leaders(report)
    who = "simulated reviewer" if report.input.simulated else "reviewer"
    scale = scale_over([0.0, max([*shifts, 0.01])], 0, 1, most=4)
    bottom = _panel(sheet, influence.reviewers, who, (0, 0, panel), scale, leaders)
    corner = (0.0, bottom + 26) if sheet.narrow else (panel + _BETWEEN, 0.0)
    bottom = max(bottom, _panel(sheet, influence.papers, "paper", (*corner, panel), scale, leaders))
    changed = [line for line in (*influence.reviewers, *influence.papers) if _changes(line, leaders)]
    words = joined(
        "Largest change of any system’s beat probability, in points, when one reviewer or one paper is left out.",
        f"Ochre: another system would stand first ({len(changed)} in all)."
        if changed
        else "First place never changes."
        if shifts
        else "",
        f"Grey hatching: nothing can be estimated without it ({_lost(influence)} in all)." if _lost(influence) else "",
        basis(report),
        "Exact values without whiskers: the same judgments, refitted.",
    )
    return sheet.close(bottom, words)


def _leaders(report: Report) -> frozenset[str]:
    return frozenset(system.system for system in report.systems if system.rank == 1 and system.component == 1)


def _changes(line: InfluenceResult, leaders: frozenset[str]) -> bool:
    return bool(line.leaders) and frozenset(line.leaders) != leaders


def _lost(influence: InfluencesResult) -> int:
    return sum(line.shift is None for line in (*influence.reviewers, *influence.papers))


def _panel(
    sheet: Sheet,
    lines: Sequence[InfluenceResult],
    what: str,
    place: tuple[float, float, float],
    unit: Scale,
    leaders: frozenset[str],
) -> float:
    """One list of bars, `place` is left, top and width; the pixel below."""
    left, top, width = place
    theme = sheet.theme
    # What cannot be left out stands first: it is the strongest influence of all.
    shown = sorted(lines, key=lambda line: (line.shift is not None, -(line.shift or 0.0)))[:MOST_ROWS]
    rest = len(lines) - len(shown)
    title = f"Without one {what}"
    sheet.text(left, top + 14, title, weight="semibold")
    scale = Scale(unit.low, unit.high, left + width * _NAME_SHARE, left + width - 44, unit.ticks)
    line, bottom = top + _HEAD - 6, top + _HEAD + _ROW * len(shown)
    for tick in scale.ticks:
        sheet.line(scale.at(tick), line, scale.at(tick), bottom, theme.edge if tick == 0 else theme.grid)
        label = f"{100 * tick:g}"
        sheet.text(scale.at(tick), line - 6, label, size=SMALL, color=theme.ink_3, side="center")
    for number, one in enumerate(shown):
        _bar(sheet, one, left, top + _HEAD + _ROW * number, scale, changes=_changes(one, leaders))
    words = f"{counted(len(lines), what)} in all"
    if rest:
        words = f"and {rest:,} more, none above {100 * (shown[-1].shift or 0.0):.1f}"
    sheet.text(left, bottom + 17, words, size=SMALL, color=theme.ink_3)
    return bottom + 24


def _bar(sheet: Sheet, line: InfluenceResult, left: float, y: float, scale: Scale, *, changes: bool) -> None:
    theme = sheet.theme
    room = scale.start - left - 10
    count = f"n = {line.n:,}"
    name = clipped(line.name, room - text_width(count, SMALL) - 10, SMALL)
    sheet.text(left, y + 16, name, size=SMALL)
    sheet.text(scale.start - 8, y + 16, count, size=SMALL, color=theme.ink_3, side="right")
    if line.shift is None:
        sheet.rect(scale.start, y + 5, scale.end - scale.start, 13, None, edge=theme.rule, hatch="////")
        return
    end = scale.at(line.shift)
    sheet.rect(scale.start, y + 5, max(end - scale.start, 1), 13, theme.against if changes else theme.wins)
    sheet.text(end + 6, y + 16, f"{100 * line.shift:.1f}", size=SMALL, weight="semibold" if changes else "normal")

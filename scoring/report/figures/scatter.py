"""Score against preference: all posters with bin means and r, then a small panel per system."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, sin, sqrt

from scoring.report.figures.axes import Scale, scale_over
from scoring.report.figures.bins import Bin, ScoredPoster, bins_of, usable
from scoring.report.figures.captions import joined
from scoring.report.figures.lettering import SMALL, clipped, shortened, text_width
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import AlignmentResult, PosterLine, Report, ScoreResult
from scoring.report.wording import counted, decimal_range, signed

_SPACE = 16
_BIG_HEIGHT, _PLOT_HEIGHT, _HEAD, _AXIS = 250, 188, 46, 30
_SCALE_ROOM = 44  # left of the big panel
_NUDGE = 3.0
_INSET = 8.0
# More dots in a panel are a blot; some posters stand for the others, the means are of all.
MOST_DOTS = 1500
_MOST_BEHIND = 400
MOST_PANELS = 12


@dataclass(frozen=True, slots=True)
class _Panel:
    """Where the dots of one panel go."""

    across: Scale
    top: float
    height: float

    def up(self, preference: float) -> float:
        return self.top + self.height - _INSET - preference * (self.height - 2 * _INSET)

    def place(self, number: int, poster: ScoredPoster) -> tuple[float, float]:
        """Moved along an even spiral of small steps, the same for the same poster every time."""
        angle, step = number * 2.399963, _NUDGE * sqrt((number * 0.618034) % 1)
        return self.across.at(poster.score) + step * cos(angle), self.up(poster.preference) + step * sin(angle)


def draw_scatter(
    report: Report, alignment: AlignmentResult, posters: Sequence[PosterLine], theme: Theme, width: float = WIDTH
) -> Sheet:
    """One dot per poster with a score and a judgment; in small panels a system's own in front of the others."""
    used = usable(posters)
    sheet = Sheet(theme, title="Score against preference", width=width, simulated=report.input.simulated)
    scale = scale_over([poster.score for poster in used] or [0.0, 100.0], 0, 1, most=6)
    bins = bins_of(used)
    bottom = _all(sheet, used, bins, alignment, scale)
    shown = report.systems[:MOST_PANELS]
    means = {score.system: score for score in alignment.scores}
    columns = min(2 if sheet.narrow else 4, max(len(shown), 1))
    panel = (width - _SPACE * (columns - 1)) / columns if len(shown) >= columns else width
    panel = min(panel, 300.0)
    rows = ceil(len(shown) / columns)
    top = bottom + 18
    for number, system in enumerate(shown):
        x = (number % columns) * (panel + _SPACE)
        y = top + (number // columns) * (_HEAD + _PLOT_HEIGHT + _AXIS + _SPACE)
        title = clipped(system.system, panel, weight="semibold")
        sheet.text(x, y + 15, title, weight="semibold")
        mean = shortened(_mean(means.get(system.system)), panel, SMALL)
        sheet.text(x, y + 33, mean, size=SMALL, color=theme.ink_3)
        _small(sheet, used, system.system, _moved(scale, x, panel), y + _HEAD)
    bottom = top + rows * (_HEAD + _PLOT_HEIGHT + _AXIS + _SPACE) - _SPACE
    return sheet.close(bottom, _caption(report, used, bins))


def _caption(report: Report, used: Sequence[ScoredPoster], bins: Sequence[Bin]) -> str:
    sizes = sorted({part.n for part in bins})
    each = "" if not sizes else f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    people = " by simulated reviewers" if report.input.simulated else ""
    left_out = len(report.systems) - MOST_PANELS
    papers = len({poster.case_id for poster in used})
    return joined(
        f"A dot is a poster: its score across, its share of comparisons won{people} upwards.",
        f"{counted(len(used), 'poster')} of {counted(papers, 'paper')}.",
        f"Diamonds: means of {counted(len(bins), 'bin')} of {each} posters by score, "
        "with 95% intervals robust to papers as clusters."
        if bins
        else "",
        f"About {MOST_DOTS:,} of them are drawn; means and r are of all." if len(used) > MOST_DOTS else "",
        f"The first {MOST_PANELS} of {len(report.systems)} systems have a panel." if left_out > 0 else "",
        f"Dots are moved by up to {_NUDGE:g} px so that equal values do not hide each other.",
    )


def _moved(scale: Scale, x: float, width: float) -> Scale:
    return Scale(scale.low, scale.high, x + _INSET, x + width - _INSET, scale.ticks)


def _all(
    sheet: Sheet, used: Sequence[ScoredPoster], bins: Sequence[Bin], alignment: AlignmentResult, scale: Scale
) -> float:
    """The big panel; the pixel below it."""
    theme = sheet.theme
    top, width = 22.0, sheet.width - _SCALE_ROOM
    panel = _Panel(_moved(scale, _SCALE_ROOM, width), top, _BIG_HEIGHT)
    sheet.rect(_SCALE_ROOM + 0.5, top + 0.5, width - 1, _BIG_HEIGHT - 1, theme.panel, edge=theme.rule)
    sheet.text(0, 12, "Preference", size=SMALL, color=theme.ink_2)
    for share in (0.0, 0.5, 1.0):
        y = panel.up(share)
        middle = share == 0.5
        color = theme.mid if middle else theme.grid
        sheet.line(_SCALE_ROOM, y, sheet.width, y, color, dashes=(4, 3) if middle else None)
        label = "100%" if share == 1 else f"{100 * share:.0f}"
        sheet.text(_SCALE_ROOM - 8, y + 4, label, size=SMALL, color=theme.ink_3, side="right")
    drawn = _thinned(used, MOST_DOTS)
    radius, opacity = (2.5, 0.5) if len(drawn) <= 600 else (2, 0.3)
    sheet.dots([panel.place(*item) for item in drawn], radius, theme.edge, opacity=opacity)
    for part in bins:
        _diamond(sheet, part, panel)
    _ticks(sheet, panel, every=1)
    evaluator = shortened(f"{alignment.evaluator} score", width, SMALL)
    y = top + _BIG_HEIGHT + 38
    sheet.text(_SCALE_ROOM + width / 2, y, evaluator, size=SMALL, color=theme.ink_2, side="center")
    limits = decimal_range(alignment.ci_low, alignment.ci_high)
    interval = "no interval" if limits == "–" else f"95% interval {limits}"
    words = f"r = {signed(alignment.pearson_r)} ({interval}), n = {alignment.posters:,}"
    if alignment.pearson_r is None:
        words = f"r is not defined, n = {alignment.posters:,}"
    sheet.text(sheet.width, 12, words, size=SMALL, weight="semibold", side="right")
    return y


def _diamond(sheet: Sheet, part: Bin, panel: _Panel) -> None:
    theme = sheet.theme
    x, y = panel.across.at(part.score), panel.up(part.preference)
    if part.ci_low is not None and part.ci_high is not None:
        low, high = panel.up(max(part.ci_low, 0)), panel.up(min(part.ci_high, 1))
        sheet.upright(x, low, high, theme.accent, cap=4)
    sheet.diamond(x, y, 6, theme.accent)


def _small(sheet: Sheet, used: Sequence[ScoredPoster], name: str, across: Scale, top: float) -> None:
    theme = sheet.theme
    panel = _Panel(across, top, _PLOT_HEIGHT)
    left, width = across.start - _INSET, across.end - across.start + 2 * _INSET
    sheet.rect(left + 0.5, top + 0.5, width - 1, _PLOT_HEIGHT - 1, theme.panel, edge=theme.rule)
    sheet.line(left, panel.up(0.5), left + width, panel.up(0.5), theme.mid, dashes=(4, 3))
    others = [poster for poster in used if poster.system != name]
    own = [poster for poster in used if poster.system == name]
    sheet.dots([panel.place(*item) for item in _thinned(others, _MOST_BEHIND)], 2, theme.equal, opacity=0.55)
    sheet.dots([panel.place(*item) for item in _thinned(own, _MOST_BEHIND)], 3, theme.accent, opacity=0.8)
    longest = text_width(f"{across.ticks[-1]:g}", SMALL)
    step = (across.end - across.start) / (len(across.ticks) - 1)
    _ticks(sheet, panel, every=1 if step > longest + 14 else len(across.ticks) - 1)


def _thinned(posters: Sequence[ScoredPoster], most: int) -> list[tuple[int, ScoredPoster]]:
    """At most `most` of them with their numbers, spread evenly but in no step with the order of systems and papers."""
    if len(posters) <= most:
        return list(enumerate(posters))
    places = sorted({int(len(posters) * (number * 0.6180339887498949 % 1)) for number in range(most)})
    return [(place, posters[place]) for place in places]


def _ticks(sheet: Sheet, panel: _Panel, *, every: int) -> None:
    theme = sheet.theme
    bottom = panel.top + panel.height
    for number, tick in enumerate(panel.across.ticks):
        at = panel.across.at(tick)
        sheet.line(at, bottom, at, bottom + 4, theme.edge)
        if number % every == 0:
            sheet.text(at, bottom + 18, f"{tick:g}", size=SMALL, color=theme.ink_3, side="center")


def _mean(score: ScoreResult | None) -> str:
    if score is None or score.mean_of_scored is None:
        return "not scored"
    if score.mean is None:
        return f"mean of {counted(score.scored, 'scored poster')} {score.mean_of_scored:.1f}"
    return f"mean score {score.mean:.1f}, {counted(score.cases, 'poster')}"

"""Wins, ties and losses of every pair as stacked bars."""

from scoring.report.figures.sheet import SMALL, WIDTH, Sheet, shortened, text_width
from scoring.report.figures.theme import Theme
from scoring.report.model import PairResult, Report
from scoring.report.wording import percent, percent_range

_ROW, _KEY, _HEAD, _FOOT = 46, 34, 44, 12
_BAR_LEFT, _BAR_RIGHT, _BAR_HEIGHT = 210, 660, 26
_CHANCE, _COUNT = 800, WIDTH
# Up to twelve systems every pair has its bar; beyond that a picture of all pairs could not be read.
MOST_PAIRS = 66


def shown_pairs(report: Report) -> tuple[PairResult, ...]:
    """All pairs, or the first system's own where there are too many for one picture."""
    pairs = report.head_to_head
    return pairs if len(pairs) <= MOST_PAIRS else tuple(pair for pair in pairs if pair.a == pairs[0].a)


def draw_head_to_head(report: Report, theme: Theme) -> Sheet:
    """One bar per pair: first system preferred, about equal, second preferred; ticks at half of the judgments."""
    pairs = shown_pairs(report)
    cut = len(pairs) < len(report.head_to_head)
    height = _KEY + _HEAD + _ROW * len(pairs) + _FOOT + (26 if cut else 0)
    sheet = Sheet(theme, title="Head to head", height=height, simulated=report.input.simulated)
    _key(sheet)
    top = _KEY + _HEAD
    sheet.text(0, top - 12, "Pair", size=SMALL, color=theme.ink_3)
    sheet.text(_CHANCE, top - 29, "Preference", size=SMALL, color=theme.ink_3, side="right")
    sheet.text(_CHANCE, top - 12, "95% interval", size=SMALL, color=theme.ink_3, side="right")
    sheet.text(_COUNT, top - 12, "Judgments", size=SMALL, color=theme.ink_3, side="right")
    sheet.line(0, top, WIDTH, top, theme.rule)
    for number, pair in enumerate(pairs):
        y = top + _ROW * number
        _row(sheet, pair, y)
        sheet.line(0, y + _ROW, WIDTH, y + _ROW, theme.rule)
    if cut:
        words = f"Pairs of {pairs[0].a} only; all {len(report.head_to_head):,} pairs stand in head_to_head.csv."
        sheet.text(0, top + _ROW * len(pairs) + 24, words, size=SMALL, color=theme.ink_3)
    return sheet


def _key(sheet: Sheet) -> None:
    theme = sheet.theme
    x = 0.0
    entries = ((theme.wins, "first system preferred"), (theme.equal, "about equal"))
    for fill, words in (*entries, (theme.against, "second system preferred")):
        sheet.rect(x, 4, 14, 14, fill)
        sheet.text(x + 21, 16, words, size=SMALL, color=theme.ink_2)
        x += 21 + text_width(words, SMALL) + 22
    sheet.text(x, 16, "Ticks mark half of the judgments.", size=SMALL, color=theme.ink_2)


def _row(sheet: Sheet, pair: PairResult, y: float) -> None:
    theme = sheet.theme
    middle = y + _ROW / 2
    room = _BAR_LEFT - 16
    sheet.text(0, middle - 2, shortened(pair.a, room, weight="semibold"), weight="semibold")
    against = shortened(f"against {pair.b}", room, SMALL)
    sheet.text(0, middle + 15, against, size=SMALL, color=theme.ink_3)
    sheet.text(_COUNT, middle + 5, f"{pair.n:,}", side="right")
    bar_top = middle - _BAR_HEIGHT / 2
    width = _BAR_RIGHT - _BAR_LEFT
    if pair.preference is None:
        sheet.rect(_BAR_LEFT, bar_top, width, _BAR_HEIGHT, None, edge=theme.rule, hatch="////")
        words = "never compared"
        around = text_width(words, SMALL) + 16
        sheet.rect(_BAR_LEFT + (width - around) / 2, bar_top + 3, around, _BAR_HEIGHT - 6, theme.panel)
        sheet.text(_BAR_LEFT + width / 2, middle + 4, words, size=SMALL, color=theme.ink_3, side="center")
        sheet.text(_CHANCE, middle + 5, "no data", color=theme.ink_3, side="right")
        return
    x = float(_BAR_LEFT)
    parts = ((pair.wins, theme.wins, theme.on_wins), (pair.ties, theme.equal, theme.on_equal))
    for count, fill, ink in (*parts, (pair.losses, theme.against, theme.on_against)):
        part = width * count / pair.n
        sheet.rect(x, bar_top, part, _BAR_HEIGHT, fill)
        if count and text_width(f"{count:,}", SMALL) + 4 <= part:
            sheet.text(x + part / 2, middle + 4.5, f"{count:,}", size=SMALL, color=ink, side="center")
        x += part
    half = _BAR_LEFT + width / 2
    sheet.line(half, bar_top - 6, half, bar_top, theme.edge)
    sheet.line(half, bar_top + _BAR_HEIGHT, half, bar_top + _BAR_HEIGHT + 6, theme.edge)
    sheet.text(_CHANCE, middle - 2, percent(pair.preference), weight="semibold", side="right")
    interval = percent_range(pair.ci_low, pair.ci_high)
    words = "no interval" if interval == "–" else interval
    sheet.text(_CHANCE, middle + 15, words, size=SMALL, color=theme.ink_3, side="right")

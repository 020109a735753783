"""Wins, ties and losses of every pair as stacked bars."""

from scoring.report.figures.captions import basis, crossed, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import PairResult, Report
from scoring.report.wording import percent, percent_range

_ROW, _NARROW_ROW, _HEAD = 46, 58, 44
_BAR_LEFT, _BAR_RIGHT, _BAR_HEIGHT = 210, 660, 26
_CHANCE = 800
# Up to twelve systems every pair has its bar; beyond that a picture of all pairs could not be read.
MOST_PAIRS = 66
_MOST_OF_ONE = 30


def shown_pairs(report: Report) -> tuple[PairResult, ...]:
    """All pairs, or the first system's own where there are too many for one picture."""
    pairs = report.head_to_head
    return pairs if len(pairs) <= MOST_PAIRS else tuple(pair for pair in pairs if pair.a == pairs[0].a)[:_MOST_OF_ONE]


def draw_head_to_head(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """One bar per pair: first system preferred, about equal, second preferred; ticks at half of the judgments."""
    pairs = shown_pairs(report)
    sheet = Sheet(theme, title="Head to head", width=width, simulated=report.input.simulated)
    key = _key(sheet)
    top = key + (14 if sheet.narrow else _HEAD)
    if not sheet.narrow:
        _head(sheet, top)
    sheet.line(0, top, width, top, theme.rule)
    height = _NARROW_ROW if sheet.narrow else _ROW
    y = float(top)
    for pair in pairs:
        _row(sheet, pair, y)
        y += height
        sheet.line(0, y, width, y, theme.rule)
    words = joined(
        _cut(report, pairs) if len(pairs) < len(report.head_to_head) else "",
        "Bars count judgments. Preference: the first system’s wins and half of its ties, of all judgments of the pair.",
        basis(report),
        crossed(report, "", (pair.ci_low for pair in pairs)),
    )
    return sheet.close(y, words)


def _cut(report: Report, pairs: tuple[PairResult, ...]) -> str:
    first = clipped(pairs[0].a, 300, SMALL)
    only = "only" if len(pairs) == len(report.systems) - 1 else f"with the next {len(pairs)} systems only"
    return f"Pairs of {first} {only}; all {len(report.head_to_head):,} pairs stand in head_to_head.csv."


def _key(sheet: Sheet) -> float:
    """What the colours mean; the height this takes."""
    theme = sheet.theme
    x, y = 0.0, 4.0
    entries = (
        (theme.wins, "first system preferred"),
        (theme.equal, "about equal"),
        (theme.against, "second system preferred"),
        (None, "Ticks mark half of the judgments."),
    )
    for fill, words in entries:
        left = 21 if fill else 0
        if x + left + text_width(words, SMALL) > sheet.width:
            x, y = 0.0, y + 22
        if fill:
            sheet.rect(x, y, 14, 14, fill)
        sheet.text(x + left, y + 12, words, size=SMALL, color=theme.ink_2)
        x += left + text_width(words, SMALL) + 22
    return y + 30


def _head(sheet: Sheet, top: float) -> None:
    color = sheet.theme.ink_3
    sheet.text(0, top - 12, "Pair", size=SMALL, color=color)
    sheet.text(_CHANCE, top - 29, "Preference", size=SMALL, color=color, side="right")
    sheet.text(_CHANCE, top - 12, "95% interval", size=SMALL, color=color, side="right")
    sheet.text(sheet.width, top - 12, "Judgments", size=SMALL, color=color, side="right")


def _row(sheet: Sheet, pair: PairResult, y: float) -> None:
    if sheet.narrow:
        _words_above(sheet, pair, y)
        _bar(sheet, pair, 0, sheet.width, y + _NARROW_ROW - 20, 20)
        return
    theme = sheet.theme
    middle = y + _ROW / 2
    room = _BAR_LEFT - 16
    sheet.text(0, middle - 2, clipped(pair.a, room, weight="semibold"), weight="semibold")
    sheet.text(0, middle + 15, clipped(f"against {pair.b}", room, SMALL), size=SMALL, color=theme.ink_3)
    sheet.text(sheet.width, middle + 5, f"{pair.n:,}", side="right")
    _bar(sheet, pair, _BAR_LEFT, _BAR_RIGHT, middle, _BAR_HEIGHT)
    if pair.preference is None:
        sheet.text(_CHANCE, middle + 5, "no data", color=theme.ink_3, side="right")
        return
    sheet.text(_CHANCE, middle - 2, percent(pair.preference), weight="semibold", side="right")
    sheet.text(_CHANCE, middle + 15, _interval(pair), size=SMALL, color=theme.ink_3, side="right")


def _words_above(sheet: Sheet, pair: PairResult, y: float) -> None:
    words = "no data" if pair.preference is None else f"{percent(pair.preference)} ({_interval(pair)}), n = {pair.n:,}"
    sheet.text(sheet.width, y + 19, words, size=SMALL, side="right")
    room = sheet.width - text_width(words, SMALL) - 16
    first = clipped(pair.a, room / 2 if text_width(pair.b, SMALL) > room / 2 else room * 0.7, SMALL, "semibold")
    sheet.text(0, y + 19, first, size=SMALL, weight="semibold")
    used = text_width(first, SMALL, "semibold") + 5
    second = clipped(f"– {pair.b}", room - used, SMALL)
    sheet.text(used, y + 19, second, size=SMALL, color=sheet.theme.ink_3)


def _bar(sheet: Sheet, pair: PairResult, left: float, right: float, middle: float, height: float) -> None:
    theme = sheet.theme
    top, width = middle - height / 2, right - left
    if pair.preference is None:
        sheet.rect(left, top, width, height, None, edge=theme.rule, hatch="////")
        words = "never compared"
        around = text_width(words, SMALL) + 16
        sheet.rect(left + (width - around) / 2, top + 3, around, height - 6, theme.panel)
        sheet.text(left + width / 2, middle + 4, words, size=SMALL, color=theme.ink_3, side="center")
        return
    x = left
    parts = ((pair.wins, theme.wins, theme.on_wins), (pair.ties, theme.equal, theme.on_equal))
    for count, fill, ink in (*parts, (pair.losses, theme.against, theme.on_against)):
        part = width * count / pair.n
        if count:
            sheet.rect(x, top, part, height, fill)
        if count and text_width(f"{count:,}", SMALL) + 4 <= part:
            sheet.text(x + part / 2, middle + 4.5, f"{count:,}", size=SMALL, color=ink, side="center")
        x += part
    half = left + width / 2
    sheet.line(half, top - 6, half, top, theme.edge)
    sheet.line(half, top + height, half, top + height + 6, theme.edge)


def _interval(pair: PairResult) -> str:
    words = percent_range(pair.ci_low, pair.ci_high)
    return "no interval" if words == "–" else words

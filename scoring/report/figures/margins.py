"""Agreement of people with the score, by how far the two scores are apart."""

from scoring.report.figures.sheet import SMALL, WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import AlignmentResult, MarginResult, Report
from scoring.report.wording import gap, percent

_LEFT, _TOP, _BOTTOM = 44, 26, 266
_HEIGHT = 330


def draw_margins(report: Report, alignment: AlignmentResult, theme: Theme) -> Sheet:
    """A bar per bucket with interval and count, and the line where a coin would be."""
    sheet = Sheet(theme, title="Agreement by score margin", height=_HEIGHT, simulated=report.input.simulated)
    for tick in (0, 25, 50, 75, 100):
        y = _up(tick / 100)
        sheet.line(_LEFT, y, WIDTH, y, theme.edge if tick == 0 else theme.grid)
        label = "100%" if tick == 100 else str(tick)
        sheet.text(_LEFT - 8, y + 4, label, size=SMALL, color=theme.ink_3, side="right")
    room = (WIDTH - _LEFT) / len(alignment.margins)
    places = [(bucket, _LEFT + room * (number + 0.5)) for number, bucket in enumerate(alignment.margins)]
    for bucket, x in places:
        _bar(sheet, bucket, x, min(74.0, room * 0.5))
    sheet.line(_LEFT, _up(0.5), WIDTH, _up(0.5), theme.mid, dashes=(4, 3))
    for bucket, x in places:
        _reading(sheet, bucket, x)
    sheet.text(WIDTH, _up(0.5) - 6, "chance", size=SMALL, color=theme.ink_3, side="right")
    words = f"Gap between the two {alignment.evaluator} scores, points"
    sheet.text((_LEFT + WIDTH) / 2, _HEIGHT - 6, words, size=SMALL, color=theme.ink_3, side="center")
    return sheet


def _up(share: float) -> float:
    return _BOTTOM - share * (_BOTTOM - _TOP)


def _bar(sheet: Sheet, bucket: MarginResult, x: float, width: float) -> None:
    if bucket.agreement is not None:
        top = _up(bucket.agreement)
        sheet.rect(x - width / 2, top, width, _BOTTOM - top, sheet.theme.for_tints[2])
        sheet.line(x - width / 2, top, x + width / 2, top, sheet.theme.wins, width=3)


def _reading(sheet: Sheet, bucket: MarginResult, x: float) -> None:
    theme = sheet.theme
    sheet.text(x, _BOTTOM + 20, gap(bucket.low, bucket.high), size=SMALL, weight="semibold", side="center")
    sheet.text(x, _BOTTOM + 37, f"n = {bucket.n:,}", size=SMALL, color=theme.ink_3, side="center")
    if bucket.agreement is None:
        sheet.text(x, _BOTTOM - 10, "no data", size=SMALL, color=theme.ink_3, side="center")
        return
    label = _up(bucket.agreement)
    if bucket.ci_low is not None and bucket.ci_high is not None:
        low, high = _up(bucket.ci_low), _up(bucket.ci_high)
        sheet.line(x, low, x, high, theme.ink_1, width=2)
        for y in (low, high):
            sheet.line(x - 7, y, x + 7, y, theme.ink_1, width=2)
        label = min(label, high)
    sheet.text(x, label - 8, percent(bucket.agreement), size=SMALL, weight="semibold", side="center")

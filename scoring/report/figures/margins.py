"""Agreement of people with the score, by how far the two scores are apart."""

from scoring.report.figures.captions import crossed, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import AlignmentResult, MarginResult, Report
from scoring.report.wording import counted, gap, percent

_LEFT, _TOP, _BOTTOM = 44, 26, 266
_RIGHT = 50  # room for the word at the line


def draw_margins(report: Report, alignment: AlignmentResult, theme: Theme, width: float = WIDTH) -> Sheet:
    """A bar per bucket with interval and count, and the line where a coin would be."""
    sheet = Sheet(theme, title="Agreement by score margin", width=width, simulated=report.input.simulated)
    right = width - _RIGHT
    for tick in (0, 25, 50, 75, 100):
        y = _up(tick / 100)
        sheet.line(_LEFT, y, right, y, theme.edge if tick == 0 else theme.grid)
        label = "100%" if tick == 100 else str(tick)
        sheet.text(_LEFT - 8, y + 4, label, size=SMALL, color=theme.ink_3, side="right")
    room = (right - _LEFT) / len(alignment.margins)
    places = [(bucket, _LEFT + room * (number + 0.5)) for number, bucket in enumerate(alignment.margins)]
    for bucket, x in places:
        _bar(sheet, bucket, x, min(74.0, room * 0.5))
    sheet.line(_LEFT, _up(0.5), right, _up(0.5), theme.mid, dashes=(4, 3))
    for bucket, x in places:
        _reading(sheet, bucket, x, room)
    sheet.text(width, _up(0.5) + 4, "chance", size=SMALL, color=theme.ink_3, side="right")
    words = f"Gap between the two {clipped(alignment.evaluator, 190, SMALL)} scores, points"
    sheet.text((_LEFT + right) / 2, _BOTTOM + 64, words, size=SMALL, color=theme.ink_2, side="center")
    return sheet.close(_BOTTOM + 70, _caption(report, alignment))


def _caption(report: Report, alignment: AlignmentResult) -> str:
    used = sum(bucket.n for bucket in alignment.margins)
    people = "simulated judgments" if report.input.simulated else "judgments"
    return joined(
        f"Share of {people} that side with the higher score, a tie as half.",
        f"{counted(used, 'judgment')} in the buckets; {alignment.equal_scores:,} with equal scores left out.",
        crossed(report, "Whiskers", (bucket.ci_low for bucket in alignment.margins)),
    )


def _up(share: float) -> float:
    return _BOTTOM - share * (_BOTTOM - _TOP)


def _bar(sheet: Sheet, bucket: MarginResult, x: float, width: float) -> None:
    if bucket.agreement is not None:
        top = _up(bucket.agreement)
        sheet.rect(x - width / 2, top, width, _BOTTOM - top, sheet.theme.for_tints[2])
        sheet.line(x - width / 2, top, x + width / 2, top, sheet.theme.wins, width=3)


def _reading(sheet: Sheet, bucket: MarginResult, x: float, room: float) -> None:
    theme = sheet.theme
    limits = _fitting((gap(bucket.low, bucket.high), gap(bucket.low, bucket.high).replace(" and more", "+")), room)
    sheet.text(x, _BOTTOM + 20, limits, size=SMALL, weight="semibold", side="center")
    count = _fitting((f"n = {bucket.n:,}", f"{bucket.n:,}"), room)
    sheet.text(x, _BOTTOM + 37, count, size=SMALL, color=theme.ink_3, side="center")
    if bucket.agreement is None:
        sheet.text(x, _BOTTOM - 10, _fitting(("no data", "–"), room), size=SMALL, color=theme.ink_3, side="center")
        return
    label = _up(bucket.agreement)
    if bucket.ci_low is not None and bucket.ci_high is not None:
        low, high = _up(bucket.ci_low), _up(bucket.ci_high)
        sheet.upright(x, low, high, theme.ink_1, cap=7)
        label = min(label, high)
    words = _fitting((percent(bucket.agreement), f"{100 * bucket.agreement:.0f}"), room)
    sheet.text(x, label - 8, words, size=SMALL, weight="semibold", side="center")


def _fitting(ways: tuple[str, str], room: float) -> str:
    """The longer way to say it, or the shorter one where it would touch its neighbour."""
    return ways[0] if text_width(ways[0], SMALL, "semibold") <= room - 6 else ways[1]

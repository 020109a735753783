"""Which systems can be told apart: differences of beat probabilities with intervals that hold for all pairs at once."""

from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import SMALL, clipped
from scoring.report.figures.rows import Row, draw_rows
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.referee import DifferenceResult
from scoring.report.wording import counted, signed

# All pairs of eight systems.
MOST_ROWS = 28


def shown_differences(report: Report) -> tuple[DifferenceResult, ...]:
    """All pairs, or those of the first system where there are too many for one picture."""
    pairs = report.differences
    if len(pairs) <= MOST_ROWS:
        return pairs
    return tuple(pair for pair in pairs if pair.a == pairs[0].a)[:MOST_ROWS]


def draw_differences(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """A row per pair; those whose interval leaves 0 out are filled."""
    shown = shown_differences(report)
    sheet = Sheet(theme, title="Differences between systems", width=width, simulated=report.input.simulated)
    rows = [_row(pair) for pair in shown]
    bottom = draw_rows(sheet, rows, head="Pair", value_head="Points (95% for all pairs)", unit=100)
    cut = ""
    if len(shown) < len(report.differences):
        cut = (
            f"Differences from {clipped(shown[0].a, 250, SMALL)} to the next {counted(len(shown), 'system')}; "
            f"{len(report.differences):,} pairs in all."
        )
    number = len(report.differences)
    together = f" that hold for all {number:,} pairs together" if number > 1 else ""
    words = joined(
        cut,
        "Difference of the beat probabilities, first minus second.",
        f"Whiskers: 95% intervals{together}, by max-t over "
        f"{counted(report.method.resamples, 'resample')} of papers and reviewers.",
        "Filled: the interval leaves 0 out.",
        basis(report),
    )
    return sheet.close(bottom, words)


def _row(pair: DifferenceResult) -> Row:
    value = signed(100 * pair.difference, 1)
    words = f"{value} (no interval)"
    if pair.ci_low is not None and pair.ci_high is not None:
        words = f"{value} ({signed(100 * pair.ci_low, 1)} to {signed(100 * pair.ci_high, 1)})"
    strong = pair.apart is True
    return Row(
        f"{clipped(pair.a, 132, SMALL)} – {clipped(pair.b, 132, SMALL)}",
        pair.difference,
        pair.ci_low,
        pair.ci_high,
        words,
        strong,
    )

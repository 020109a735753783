"""Which parts of the score go with people: the correlation of each dimension."""

from scoring.report.figures.captions import joined
from scoring.report.figures.lettering import SMALL, Weight, shortened
from scoring.report.figures.rows import Row, draw_rows
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import AlignmentResult, Report
from scoring.report.wording import counted, decimal_range, signed


def has_dimensions(alignment: AlignmentResult) -> bool:
    """Whether any dimension has a correlation."""
    return any(part.pearson.value is not None for part in alignment.dimensions)


def draw_dimensions(report: Report, alignment: AlignmentResult, theme: Theme, width: float = WIDTH) -> Sheet:
    """The overall score first, then its dimensions in their order."""
    sheet = Sheet(theme, title="Correlation by dimension", width=width, simulated=report.input.simulated)
    rows = [
        _row("overall score", alignment.pearson_r, alignment.ci_low, alignment.ci_high, alignment.posters, "semibold")
    ]
    for part in alignment.dimensions:
        found = part.pearson
        name = part.dimension.replace("_", " ")
        rows.append(_row(name, found.value, found.ci_low, found.ci_high, part.posters, "normal"))
    bottom = draw_rows(sheet, rows, head="Pearson’s r with preference", value_head="r (95% interval), n")
    people = "simulated reviewers’" if report.input.simulated else "people’s"
    words = joined(
        f"Correlation over posters between {shortened(alignment.evaluator, 250, SMALL)} and {people} preference; "
        "n posters.",
        f"Whiskers: 95% intervals from {counted(report.method.resamples, 'resample')} of papers with their posters.",
        "Filled: the interval leaves 0 out.",
    )
    return sheet.close(bottom, words)


def _row(label: str, value: float | None, low: float | None, high: float | None, n: int, weight: Weight) -> Row:
    if value is None:
        return Row(label, None, None, None, f"not defined, n = {n:,}", strong=False, weight=weight)
    interval = decimal_range(low, high)
    words = f"{signed(value)} ({'no interval' if interval == '–' else interval}), n = {n:,}"
    strong = low is not None and high is not None and (low > 0 or high < 0)
    return Row(label, value, low, high, words, strong, weight)

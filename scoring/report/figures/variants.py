"""What an interval takes into account: every system's interval by five methods, side by side."""

from collections.abc import Sequence

from scoring.report.figures.axes import Scale, scale_over
from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import SMALL, clipped
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.referee import Estimated, VariantResult
from scoring.report.wording import chance, counted, percent_range

MOST_SYSTEMS = 8
_ROW, _HEAD, _BETWEEN = 19, 26, 12


def has_intervals(variants: Sequence[VariantResult]) -> bool:
    """Whether any method gives an interval."""
    return any(part.ci_low is not None for variant in variants for _, part in _methods(variant))


def draw_variants(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """A group per system, best first; the crossed bootstrap, which the report uses, is dark."""
    variants = {variant.system: variant for variant in report.variants}
    names = [system.system for system in report.systems if system.system in variants][:MOST_SYSTEMS]
    sheet = Sheet(theme, title="Intervals by method", width=width, simulated=report.input.simulated)
    left, right = (176.0, width - 100) if sheet.narrow else (230.0, width - 150)
    values = [
        end
        for name in names
        for _, part in _methods(variants[name])
        for end in (part.value, part.ci_low, part.ci_high)
        if end is not None
    ]
    scale = scale_over([0.45, 0.55, *values], left, right, most=5 if sheet.narrow else 8)
    height = _HEAD + 5 * _ROW + _BETWEEN
    top, bottom = 24.0, 24.0 + height * len(names)
    _marks(sheet, scale, top, bottom)
    for number, name in enumerate(names):
        _group(sheet, variants[name], scale, top + number * height)
    sheet.line(0, bottom, width, bottom, theme.rule)
    numbers = "their limits" if sheet.narrow else "their limits and width in points"
    words = joined(
        f"95% intervals of the beat probability, in percent; at the right {numbers}.",
        f"Bootstraps: {counted(report.method.resamples, 'resample')} of what their names say, each alone or, crossed, "
        "papers and reviewers together.",
        f"The first {MOST_SYSTEMS} of {len(report.systems)} systems." if len(report.variants) > MOST_SYSTEMS else "",
        basis(report),
    )
    return sheet.close(bottom, words)


def _methods(variant: VariantResult) -> tuple[tuple[str, Estimated], ...]:
    return (
        ("crossed bootstrap", variant.crossed),
        ("two-way cluster-robust", variant.robust),
        ("reviewers", variant.reviewer),
        ("papers", variant.paper),
        ("single judgments", variant.row),
    )


def _marks(sheet: Sheet, scale: Scale, top: float, bottom: float) -> None:
    theme = sheet.theme
    for tick in scale.ticks:
        x, middle = scale.at(tick), round(tick * 100, 6) == 50
        sheet.line(x, top, x, bottom, theme.mid if middle else theme.grid, dashes=(4, 3) if middle else None)
        label = f"{round(100 * tick, 6):g}" + ("%" if middle else "")
        sheet.text(x, top - 8, label, size=SMALL, color=theme.ink_1 if middle else theme.ink_3, side="center")
    sheet.line(0, top, sheet.width, top, theme.rule)


def _group(sheet: Sheet, variant: VariantResult, scale: Scale, top: float) -> None:
    theme = sheet.theme
    value = chance(variant.crossed.value)
    room = scale.start - (70 if sheet.narrow else 80)
    sheet.text(0, top + 20, clipped(variant.system, room, SMALL, "semibold"), size=SMALL, weight="semibold")
    sheet.text(scale.start - 14, top + 20, value, size=SMALL, weight="semibold", side="right")
    for number, (method, part) in enumerate(_methods(variant)):
        y = top + _HEAD + _ROW * (number + 0.5)
        main = number == 0
        color = theme.accent if main else theme.ink_3
        sheet.text(14, y + 4.5, method, size=SMALL, color=theme.ink_1 if main else theme.ink_2)
        if part.ci_low is None or part.ci_high is None:
            sheet.text(sheet.width, y + 4.5, "no interval", size=SMALL, color=theme.ink_3, side="right")
            continue
        sheet.whisker(scale.at(part.ci_low), scale.at(part.ci_high), y, color, width=3 if main else 1.5, cap=4)
        if part.value is not None:
            sheet.dots([(scale.at(part.value), y)], 4.5 if main else 3, color)
        span = f"{100 * (part.ci_high - part.ci_low):.1f}"
        words = percent_range(part.ci_low, part.ci_high)
        words = words if sheet.narrow else f"{words} ({span})"
        sheet.text(sheet.width, y + 4.5, words, size=SMALL, color=theme.ink_1 if main else theme.ink_2, side="right")

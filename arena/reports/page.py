"""What a results page says: the records of report.json as sentences and table rows."""

import re
from collections.abc import Sequence
from dataclasses import replace

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from arena.core.wording import counted
from arena.reports import words
from arena.reports.lines import Exclusion, MatrixCell, MatrixRow, PairLine, ResultsPage, Sum, SystemLine
from scoring.report.methods import methods
from scoring.report.model import PairResult, Report, ReviewerLine, SystemResult
from scoring.report.page_tables import Table
from scoring.report.recompute import recompute_command
from scoring.report.section import Fold, Part, Section
from scoring.report.sections import parts
from scoring.report.sentences import headline, lede

_DASH = "–"
# Percentages and ranges of them, which the headline sets in bold; the level of an interval is no finding.
_NUMBERS = re.compile(r"[<>]?\d+\.\d(?:–\d+\.\d)?%")
# The widest matrix that can be read as a table; beyond it stands the drawing.
_MOST_IN_MATRIX = 10
# A sentence for those who do not see a figure names so many numbers at most.
_MOST_TOLD = 10
_BOUNDARIES = {"undefeated": "undefeated", "winless": "winless", "limit": "a limit"}
# Sections in whose tables every number is an estimate, so that a dash is an estimate that cannot be had.
_ESTIMATES = {"head-to-head", "differences", "margins", "levels", "dimensions"}


def results_page(report: Report, reviewers: Sequence[ReviewerLine] = ()) -> ResultsPage:
    counted = report.input
    shown = _shown_pairs(report)
    return ResultsPage(
        headline=_with_bold_numbers(words.unbroken(headline(report))),
        headline_text=headline(report),
        lede=lede(report),
        sum=Sum(
            responses=words.count(counted.responses),
            parts=f"= {words.count(counted.ranked)} ranked + {words.count(counted.skips)} skipped"
            f" + {words.count(counted.excluded)} excluded",
        ),
        exclusions=tuple(
            Exclusion(reason=reason, n=words.count(n)) for reason, n in sorted(counted.excluded_reasons.items())
        ),
        papers=words.count(counted.cases),
        systems=words.count(counted.systems),
        reviewers=words.count(counted.reviewers),
        flags=words.count(counted.critical_failures),
        lines=tuple(_system_line(system, several=_has_groups(report)) for system in report.systems),
        pairs=tuple(_pair_line(pair) for pair in shown),
        matrix=_matrix(report) if len(report.systems) <= _MOST_IN_MATRIX else (),
        parts=tuple(_worded(part) for part in parts(report, reviewers)),
        resampling=_resampling(report),
        alt=_alternatives(report, shown),
        notes=report.notes,
        has_undefined=_has_undefined(report),
        has_groups=_has_groups(report),
        has_boundary=any(system.boundary for system in report.systems),
        methods=methods(report),
        command=recompute_command(report),
    )


def _with_bold_numbers(sentence: str) -> SafeString:
    return mark_safe(_NUMBERS.sub(r"<b>\g<0></b>", escape(sentence)))  # noqa: S308 - escaped before the tags go in


def _has_groups(report: Report) -> bool:
    return len({system.component for system in report.systems}) > 1


def _system_line(system: SystemResult, *, several: bool) -> SystemLine:
    return SystemLine(
        name=system.system,
        group=words.count(system.component) if several else "",
        boundary=_BOUNDARIES.get(system.boundary, system.boundary) if system.boundary else "",
        beats=words.chance(system.beat_probability),
        interval=words.percent_interval(system.ci_low, system.ci_high),
        robust=words.percent_interval(system.robust_low, system.robust_high),
        rank=words.NOT_ESTIMABLE if system.rank is None else str(system.rank),
        rank_range=words.whole_range(system.rank_low, system.rank_high),
        n=words.count(system.n),
        wins=words.count(system.wins),
        ties=words.count(system.ties),
        losses=words.count(system.losses),
        flagged=words.count(system.flagged),
    )


def _shown_pairs(report: Report) -> list[PairResult]:
    """All pairs of few systems, those of the first few of many."""
    first = {system.system for system in report.systems[:_MOST_IN_MATRIX]}
    return [pair for pair in report.head_to_head if {pair.a, pair.b} <= first]


def _pair_line(pair: PairResult) -> PairLine:
    return PairLine(
        a=pair.a,
        b=pair.b,
        wins=words.count(pair.wins),
        ties=words.count(pair.ties),
        losses=words.count(pair.losses),
        preference=words.percent(pair.preference),
        interval=words.percent_interval(pair.ci_low, pair.ci_high),
    )


def _matrix(report: Report) -> tuple[MatrixRow, ...]:
    seen: dict[tuple[str, str], MatrixCell] = {}
    for pair in report.head_to_head:
        seen[pair.a, pair.b] = _cell(pair.preference, pair.n)
        seen[pair.b, pair.a] = _cell(None if pair.preference is None else 1 - pair.preference, pair.n)
    names = [system.system for system in report.systems]
    itself = MatrixCell(text="·", n="", tint="self", is_self=True)
    none = _cell(None, 0)
    return tuple(
        MatrixRow(name=row, cells=tuple(itself if row == column else seen.get((row, column), none) for column in names))
        for row in names
    )


def _cell(preference: float | None, n: int) -> MatrixCell:
    if preference is None:
        return MatrixCell(text="no data" if n == 0 else words.NOT_ESTIMABLE, n="", tint="none")
    away = abs(preference - 0.5)
    depth = sum(away >= edge for edge in (0.025, 0.06, 0.125))
    side = "f" if preference > 0.5 else "a"
    text = words.percent(preference)
    return MatrixCell(text=text, n=words.unbroken(f"n = {words.count(n)}"), tint=f"{side}{depth}" if depth else "")


def _worded(part: Part) -> Part:
    return replace(part, sections=tuple(_worded_section(section) for section in part.sections))


def _worded_section(section: Section) -> Section:
    """The section with a word in place of a dash, where a dash can mean one thing only."""
    if section.anchor == "reliability":
        return replace(section, tables=tuple(replace(fold, table=_readings(fold)) for fold in section.tables))
    if section.anchor in _ESTIMATES:
        return replace(section, tables=tuple(replace(fold, table=_estimates(fold)) for fold in section.tables))
    return section


def _readings(fold: Fold) -> Table:
    rows = []
    for name, value, *rest in fold.table.rows:
        undefined = "not measured" if name == "Self-consistency" else words.NOT_ESTIMABLE
        rows.append((name, undefined if value == _DASH else value, *rest))
    return replace(fold.table, rows=tuple(rows))


def _estimates(fold: Fold) -> Table:
    columns = fold.table.columns
    rows = tuple(
        tuple(
            words.NOT_ESTIMABLE if text == _DASH and column.number else text
            for text, column in zip(row, columns, strict=True)
        )
        for row in fold.table.rows
    )
    return replace(fold.table, rows=rows)


def _resampling(report: Report) -> str:
    method = report.method
    text = (
        f"Intervals resample papers and reviewers together, {words.count(method.resamples)} times, seed {method.seed}."
    )
    if method.failed_resamples:
        text += f" {words.count(method.failed_resamples)} of the resamples gave no estimate and are left out."
    return text


def _alternatives(report: Report, pairs: Sequence[PairResult]) -> dict[str, str]:
    """What the main figures show, in a sentence for whoever does not see them: the first few numbers of many."""
    systems = "; ".join(
        f"{system.system} {words.chance(system.beat_probability)}"
        f" ({words.percent_interval(system.ci_low, system.ci_high)})"
        for system in report.systems[:_MOST_TOLD]
    )
    told = "; ".join(
        f"{pair.a} against {pair.b} {words.count(pair.wins)} won, {words.count(pair.ties)} equal,"
        f" {words.count(pair.losses)} lost"
        for pair in pairs[:_MOST_TOLD]
    )
    alt = {
        "beat_probability": f"Chance of beating a random other system, with 95% intervals: {systems}"
        f"{_more(len(report.systems), 'system')}.",
        "head_to_head": f"Judgments of each pair: {told}{_more(len(report.head_to_head), 'pair')}.",
        "win_matrix": "Preference of each system over each other one; the tables on the page hold the same numbers.",
    }
    if report.alignment is not None:
        margins = "; ".join(
            f"from {margin.low:g} points {words.percent(margin.agreement)}, n = {words.count(margin.n)}"
            for margin in report.alignment.margins
        )
        alt["margins"] = f"Agreement with the higher score, by the gap between the scores: {margins}."
    return alt


def _more(all_of_them: int, one: str) -> str:
    left_out = all_of_them - _MOST_TOLD
    return f"; and {counted(left_out, f'more {one}')}" if left_out > 0 else ""


def _has_undefined(report: Report) -> bool:
    """Whether a number is missing that the page has a place for; repeats, which a study need not have, apart."""
    alignment = report.alignment
    shown: list[float | None] = [report.agreement.krippendorff_alpha, report.agreement.raw_agreement]
    shown += [report.position.left_share, report.position.ci_low]
    for system in report.systems:
        shown += [system.beat_probability, system.ci_low, system.rank_low]
    for pair in report.head_to_head:
        shown += [pair.preference, pair.ci_low]
    if alignment is not None:
        shown += [alignment.pearson_r, alignment.ci_low, alignment.spearman, alignment.kendall]
        for margin in alignment.margins:
            shown += [margin.agreement, margin.ci_low]
    return None in shown

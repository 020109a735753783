"""What a results page says: the records of report.json as sentences and table rows."""

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from arena.reports import words
from arena.reports.lines import (
    Exclusion,
    MarginLine,
    MatrixCell,
    MatrixRow,
    Measure,
    PairLine,
    ResultsPage,
    ScoreLine,
    Sum,
    SystemLine,
)
from scoring.report.model import AlignmentResult, PairResult, Report, SystemResult
from scoring.report.recompute import recompute_command
from scoring.report.sentences import Reading, headline, lede, readings

_DASH = "–"
# Percentages and ranges of them, which the headline sets in bold.
_NUMBERS = re.compile(r"\d+\.\d(?:–\d+\.\d)?%")


def results_page(report: Report) -> ResultsPage:
    counted, alignment = report.input, report.alignment
    return ResultsPage(
        headline=_with_bold_numbers(headline(report)),
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
        lines=tuple(_system_line(system, is_top=place == 0) for place, system in enumerate(report.systems)),
        pairs=tuple(_pair_line(pair) for pair in report.head_to_head),
        matrix=_matrix(report),
        margins=_margins(alignment) if alignment else (),
        margins_sentence=_margins_sentence(alignment) if alignment else "",
        scores=_scores(alignment) if alignment else (),
        score_sentence=_score_sentence(alignment) if alignment else "",
        evaluator=alignment.evaluator if alignment else "",
        measures=tuple(_measure(reading) for reading in readings(report)),
        resampling=_resampling(report),
        alt=_alternatives(report),
        notes=report.notes,
        has_undefined=_has_undefined(report),
        command=recompute_command(report),
    )


def _with_bold_numbers(sentence: str) -> SafeString:
    return mark_safe(_NUMBERS.sub(r"<b>\g<0></b>", escape(sentence)))  # noqa: S308 - escaped before the tags go in


def _system_line(system: SystemResult, *, is_top: bool) -> SystemLine:
    return SystemLine(
        name=system.system,
        beats=words.percent(system.beat_probability),
        interval=words.percent_interval(system.ci_low, system.ci_high),
        rank=words.NOT_ESTIMABLE if system.rank is None else str(system.rank),
        rank_range=words.whole_range(system.rank_low, system.rank_high),
        n=words.count(system.n),
        wins=words.count(system.wins),
        ties=words.count(system.ties),
        losses=words.count(system.losses),
        flagged=words.count(system.flagged),
        strength=words.coefficient(system.strength),
        is_top=is_top,
    )


def _pair_line(pair: PairResult) -> PairLine:
    return PairLine(
        a=pair.a,
        b=pair.b,
        wins=words.count(pair.wins),
        ties=words.count(pair.ties),
        losses=words.count(pair.losses),
        n=words.count(pair.n),
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
    return MatrixCell(text=words.percent(preference), n=f"n = {words.count(n)}", tint=f"{side}{depth}" if depth else "")


def _margins(alignment: AlignmentResult) -> tuple[MarginLine, ...]:
    return tuple(
        MarginLine(
            gap=f"{words.points(margin.low)} and more"
            if margin.high is None
            else f"{words.points(margin.low)}–{words.points(margin.high)}",
            n=words.count(margin.n),
            agreement="no data" if margin.n == 0 else words.percent(margin.agreement),
            interval="" if margin.n == 0 else words.percent_interval(margin.ci_low, margin.ci_high),
        )
        for margin in alignment.margins
    )


def _margins_sentence(alignment: AlignmentResult) -> str:
    parts = [f"{words.plural(alignment.judgments, 'judgment')}."]
    if alignment.equal_scores:
        parts.append(f"{words.count(alignment.equal_scores)} between equal scores have no direction and are left out.")
    if alignment.unscored_judgments:
        parts.append(f"{words.count(alignment.unscored_judgments)} with a poster without a score are left out.")
    if alignment.below_first_edge:
        parts.append(f"{words.count(alignment.below_first_edge)} with a smaller gap are left out.")
    return " ".join(parts)


def _scores(alignment: AlignmentResult) -> tuple[ScoreLine, ...]:
    lines = []
    for score in alignment.scores:
        remarks = [f"{words.count(score.scored)} of {words.count(score.cases)} scored"]
        if score.missing:
            remarks.append(f"{words.count(score.missing)} missing, counted as 0")
        mean = "not scored" if score.mean is None else f"{score.mean:.1f}"
        if score.mean is None and score.mean_of_scored is not None:
            remarks.append(f"mean of those {score.mean_of_scored:.1f}")
        lines.append(ScoreLine(name=score.system, mean=mean, remark=", ".join(remarks)))
    return tuple(lines)


def _score_sentence(alignment: AlignmentResult) -> str:
    ranks = [
        f"{name} {words.coefficient(value)}"
        for name, value in (("Spearman", alignment.spearman), ("Kendall’s tau-b", alignment.kendall))
    ]
    interval = words.coefficient_interval(alignment.ci_low, alignment.ci_high)
    r = words.coefficient(alignment.pearson_r)
    return f"Pearson r = {r} ({interval}), {' and '.join(ranks)}, over {words.plural(alignment.posters, 'poster')}."


def _measure(reading: Reading) -> Measure:
    """A reading with a word where it has a dash for "no value"."""
    undefined = reading.value == _DASH
    return Measure(
        name=reading.measure,
        value=_undefined(reading) if undefined else reading.value,
        interval=reading.interval,
        reading=reading.reading,
        is_quiet=undefined,
    )


def _undefined(reading: Reading) -> str:
    return "not measured" if reading.measure == "Self-consistency" else words.NOT_ESTIMABLE


def _resampling(report: Report) -> str:
    method = report.method
    text = (
        f"Intervals resample papers and reviewers together, {words.count(method.resamples)} times, seed {method.seed}."
    )
    if method.failed_resamples:
        text += f" {words.count(method.failed_resamples)} of the resamples gave no estimate and are left out."
    return text


def _alternatives(report: Report) -> dict[str, str]:
    """What each figure shows, in a sentence for whoever does not see it."""
    systems = "; ".join(
        f"{system.system} {words.percent(system.beat_probability)}"
        f" ({words.percent_interval(system.ci_low, system.ci_high)})"
        for system in report.systems
    )
    pairs = "; ".join(
        f"{pair.a} against {pair.b} {words.count(pair.wins)} won, {words.count(pair.ties)} equal,"
        f" {words.count(pair.losses)} lost"
        for pair in report.head_to_head
    )
    alt = {
        "preference": f"Chance of beating a random other system, with 95% intervals: {systems}.",
        "head_to_head": f"Judgments of each pair: {pairs}.",
        "matrix": "Preference of each system over each other one; the table on the page holds the same numbers.",
    }
    if report.alignment is not None:
        margins = "; ".join(f"{line.gap} points {line.agreement}, n = {line.n}" for line in _margins(report.alignment))
        alt["margins"] = f"Agreement with the higher score, by the gap between the scores: {margins}."
        alt["scatter"] = f"Score against preference of each poster. {_score_sentence(report.alignment)}"
    return alt


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

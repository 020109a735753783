"""What a results page says: the records of report.json as sentences and table rows."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from arena.reports import words
from scoring.report.model import AlignmentResult, PairResult, Report, SystemResult


@dataclass(frozen=True, slots=True)
class SystemLine:
    name: str
    beats: str
    interval: str
    rank: str
    rank_range: str
    n: str
    wins: str
    ties: str
    losses: str
    flagged: str
    strength: str
    is_top: bool


@dataclass(frozen=True, slots=True)
class PairLine:
    a: str
    b: str
    wins: str
    ties: str
    losses: str
    n: str
    preference: str
    interval: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The row's preference over the column; `tint` is a class, empty near 50 % and where there is no number."""

    text: str
    n: str
    tint: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    name: str
    cells: tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class MarginLine:
    gap: str
    n: str
    agreement: str
    interval: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    name: str
    mean: str
    remark: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A line of the table on how solid the results are."""

    name: str
    value: str
    interval: str
    reading: str
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """responses = ranked + skips + excluded."""

    responses: str
    parts: str


@dataclass(frozen=True, slots=True)
class Exclusion:
    reason: str
    n: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    headline: SafeString
    lede: str
    sum: Sum
    exclusions: tuple[Exclusion, ...]
    papers: str
    systems: str
    reviewers: str
    flags: str
    lines: tuple[SystemLine, ...]
    pairs: tuple[PairLine, ...]
    matrix: tuple[MatrixRow, ...]
    margins: tuple[MarginLine, ...]
    margins_sentence: str
    scores: tuple[ScoreLine, ...]
    score_sentence: str
    evaluator: str
    measures: tuple[Measure, ...]
    resampling: str
    notes: tuple[str, ...]


def results_page(report: Report) -> ResultsPage:
    counted, alignment = report.input, report.alignment
    who = "Simulated reviewers" if counted.simulated else "Reviewers"
    return ResultsPage(
        headline=_headline(report),
        lede=_lede(report, who),
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
        measures=_measures(report),
        resampling=_resampling(report),
        notes=report.notes,
    )


def _headline(report: Report) -> SafeString:
    if not report.systems or report.systems[0].beat_probability is None:
        return format_html("{}", "These judgments do not say yet which system is preferred.")
    top, *others = report.systems
    number = format_html("<b>{}</b>", words.percent(top.beat_probability))
    if top.ci_low is None:
        interval = format_html("{}", "(its interval is not estimable)")
    else:
        interval = format_html("(95% interval <b>{}</b>)", words.percent_interval(top.ci_low, top.ci_high))
    if report.input.simulated:
        finding = format_html(
            "Simulated reviewers prefer {} over a random other system in {} of comparisons {}",
            top.system,
            number,
            interval,
        )
    else:
        finding = format_html(
            "{} is preferred over a random other system in {} of comparisons {}", top.system, number, interval
        )
    return format_html("{}{}", finding, _standing(top, others))


def _standing(top: SystemResult, others: list[SystemResult]) -> str:
    """Who may share the first place, or whether those behind it can be told apart; read from the ranges of ranks."""
    rivals = [other.system for other in others if other.rank_low == 1]
    if top.rank_high is None:
        return "."
    if rivals:
        verb = "may be first as well" if len(rivals) == 1 else "may each be first as well"
        names = words.listing(rivals) if len(rivals) < 4 else f"{words.small_number(len(rivals))} others"
        return f", but {names} {verb}."
    ranges = [(other.rank_low, other.rank_high) for other in others]
    lows, highs = [low for low, _ in ranges if low is not None], [high for _, high in ranges if high is not None]
    if len(others) > 1 and len(lows) == len(highs) == len(others) and max(lows) <= min(highs):
        return f". The other {words.small_number(len(others))} cannot be told apart."
    return "."


def _lede(report: Report, who: str) -> str:
    alignment = report.alignment
    if alignment is None:
        return "No automatic scores went into this snapshot, so it does not say how far a score can be trusted."
    people = "their preference" if report.input.simulated else "people’s preference"
    if alignment.pearson_r is None:
        sentence = f"How the score by {alignment.evaluator} and {people} go together is not estimable."
    else:
        sentence = (
            f"The score by {alignment.evaluator} and {people} correlate at r = {words.coefficient(alignment.pearson_r)}"
            f" ({words.coefficient_interval(alignment.ci_low, alignment.ci_high)})"
            f" over {words.plural(alignment.posters, 'poster')}."
        )
    known = [margin for margin in alignment.margins if margin.agreement is not None]
    if len(known) < 2:
        return sentence
    first, last = known[0], known[-1]
    ahead = f"{words.points(last.low)} points ahead or more"
    if last.high is not None:
        ahead = f"{words.points(last.low)} to {words.points(last.high)} points ahead"
    behind = f"less than {words.points(first.high)} points ahead" if first.high is not None and first.low == 0 else ""
    behind = behind or f"at least {words.points(first.low)} points ahead"
    return (
        f"{sentence} {who} side with the higher score in {words.percent(first.agreement)} of judgments where it is"
        f" {behind}, and in {words.percent(last.agreement)} where it is {ahead}."
    )


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


def _measures(report: Report) -> tuple[Measure, ...]:
    agreement, position, repeated = report.agreement, report.position, report.self_consistency
    seen_twice = (
        f"{words.plural(agreement.pairable, 'judgment')} of {words.plural(agreement.items, 'pair')} seen by two or more"
        if agreement.items
        else "no pair was seen by two reviewers"
    )
    chance = agreement.chance_agreement
    return (
        Measure(
            name="Agreement, Krippendorff’s α",
            value=words.coefficient(agreement.krippendorff_alpha),
            interval="",
            reading=f"1 is full agreement, 0 is chance; {seen_twice}",
            is_quiet=agreement.krippendorff_alpha is None,
        ),
        Measure(
            name="Raw agreement",
            value=words.percent(agreement.raw_agreement),
            interval="",
            reading=seen_twice if chance is None else f"chance alone would give {words.percent(chance)}",
            is_quiet=agreement.raw_agreement is None,
        ),
        Measure(
            name="Left poster chosen",
            value=words.percent(position.left_share),
            interval=words.percent_interval(position.ci_low, position.ci_high),
            reading=f"{_position_reading(position.ci_low, position.ci_high)}, n = {words.count(position.n)}",
            is_quiet=position.left_share is None,
        ),
        Measure(
            name="Self-consistency",
            value="not measured" if repeated.share is None else words.percent(repeated.share),
            interval="",
            reading=f"same answer in {words.count(repeated.same)} of {words.count(repeated.compared)} repeated pairs"
            if repeated.compared
            else "this study had no repeated pairs",
            is_quiet=repeated.share is None,
        ),
    )


def _position_reading(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "whether a side is favoured is not estimable"
    if low > 0.5:
        return "the left side is favoured"
    return "the right side is favoured" if high < 0.5 else "no side is seen to be favoured"


def _resampling(report: Report) -> str:
    method = report.method
    text = (
        f"Intervals resample papers and reviewers together, {words.count(method.resamples)} times, seed {method.seed}."
    )
    if method.failed_resamples:
        text += f" {words.count(method.failed_resamples)} of the resamples gave no estimate and are left out."
    return text

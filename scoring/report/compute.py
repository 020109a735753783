"""From the bytes of the two files to the results: a pure function of files, options and seed."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import scoring
from scoring.alignment import Alignment, align, poster_rows
from scoring.files import parse_judgments, parse_scores
from scoring.preference import (
    Agreement,
    Comparisons,
    Interval,
    Position,
    Preference,
    ReviewerCounts,
    SelfConsistency,
    compare,
    count_reviewers,
    estimate_preference,
    left_share,
    nominal_agreement,
    self_consistency,
)
from scoring.preference.intervals import LEVEL
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.errors import BadOptions
from scoring.report.model import (
    SCHEMA,
    AgreementResult,
    AlignmentResult,
    ConsistencyResult,
    InputFacts,
    MarginResult,
    Method,
    PairResult,
    PositionResult,
    PosterLine,
    Report,
    Results,
    ReviewerLine,
    ScoreResult,
    SystemResult,
)
from scoring.report.notes import Findings, write_notes
from scoring.report.sorting import Sorted, sort_judgments, source_label
from scoring.words import Choice, CriticalFailure

Step = Callable[[str], None]

# What `compute` announces, in order.
STEPS: Final = ("judgments", "scores", "preference", "position", "agreement", "alignment")


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input file: its name for messages, and its bytes."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        """The fingerprint that the report carries."""
        return hashlib.sha256(self.data).hexdigest()


def compute(judgments: InputFile, scores: InputFile | None, options: ReportOptions, step: Step) -> Results:
    """Read, fit and measure. `step` is told what comes next, by the names of STEPS.

    Raises BadInput for a faulty file, BadOptions where the options do not fit the files.
    """
    _check(options)
    step("judgments")
    records = parse_judgments(judgments.data, judgments.name)
    step("scores")
    score_records = parse_scores(scores.data, scores.name) if scores else ()
    evaluator = _evaluator(score_records, options.evaluator)
    own_scores = [record for record in score_records if record.evaluator == evaluator]
    judged = sort_judgments(records)
    systems = {name for record in judged.kept for name in (record.system_left, record.system_right)}
    comparisons = compare(judged.kept, systems)
    step("preference")
    preference = estimate_preference(comparisons, resamples=options.resamples, seed=options.seed)
    step("position")
    position = left_share(comparisons, resamples=options.resamples, seed=options.seed)
    step("agreement")
    agreement = nominal_agreement(comparisons)
    consistency = self_consistency(judged.kept, judged.repeats)
    step("alignment")
    alignment = None
    if evaluator is not None:
        alignment = align(
            comparisons,
            own_scores,
            evaluator=evaluator,
            edges=options.margin_edges,
            resamples=options.resamples,
            seed=options.seed,
        )
    findings = Findings(
        judged, preference, position, agreement, consistency, alignment, options, scores_given=scores is not None
    )
    report = Report(
        schema=SCHEMA,
        input=_input(judgments, scores, judged, comparisons),
        method=_method(options, preference),
        systems=_systems(preference, judged),
        head_to_head=_pairs(preference),
        alignment=_alignment(alignment),
        agreement=_agreement(agreement),
        position=_position(position),
        self_consistency=_consistency(consistency),
        notes=write_notes(findings),
    )
    return Results(report, _posters(comparisons, own_scores, evaluator, records), _reviewers(judged))


def _check(options: ReportOptions) -> None:
    edges = options.margin_edges
    if options.resamples < 1:
        raise BadOptions(f"resamples is {options.resamples}; it must be 1 or more")
    if options.seed < 0:
        raise BadOptions(f"seed is {options.seed}; it must be 0 or more")
    if not edges or edges[0] < 0 or list(edges) != sorted(set(edges)):
        raise BadOptions("margin edges must ascend from 0 or more")


def _evaluator(scores: Sequence[ScoreRecord], wanted: str | None) -> str | None:
    """The evaluator to report; None without any score."""
    present = sorted({record.evaluator for record in scores})
    if not present:
        return None
    if wanted is None:
        if len(present) > 1:
            raise BadOptions(f"the scores are of several evaluators; choose one with --evaluator: {', '.join(present)}")
        return present[0]
    if wanted not in present:
        raise BadOptions(f"no score is by evaluator {wanted}; the file has {', '.join(present)}")
    return wanted


def rounded(value: float | None) -> float | None:
    """6 decimals, and no negative zero."""
    return None if value is None else round(value, 6) + 0.0


def _ends(interval: Interval) -> tuple[float | None, float | None]:
    return rounded(interval.low), rounded(interval.high)


def _input(judgments: InputFile, scores: InputFile | None, judged: Sorted, comparisons: Comparisons) -> InputFacts:
    kept = judged.kept
    ranked = len(judged.ranked)
    return InputFacts(
        judgments_sha256=judgments.sha256,
        scores_sha256=scores.sha256 if scores else None,
        responses=len(kept) + len(judged.excluded),
        ranked=ranked,
        skips=len(kept) - ranked,
        ties=sum(record.choice is Choice.EQUAL for record in kept),
        excluded=len(judged.excluded),
        repeats=judged.n_repeats,
        reviewers=len({record.reviewer for record in kept}),
        cases=len({record.case_id for record in kept}),
        systems=len(comparisons.systems),
        critical_failures=sum(record.critical_failure is not CriticalFailure.NONE for record in kept),
        excluded_reasons=judged.excluded_reasons,
        simulated=judged.simulated,
        source=judged.source,
    )


def _method(options: ReportOptions, preference: Preference) -> Method:
    outcomes = preference.outcomes
    return Method(
        resamples=options.resamples,
        seed=options.seed,
        bootstrap="crossed",
        interval="percentile",
        level=LEVEL,
        failed_resamples=outcomes.dropped,
        regularised=preference.point.regularised,
        version=scoring.__version__,
        empty_resamples=outcomes.empty,
        disconnected_resamples=outcomes.disconnected,
        unconverged_resamples=outcomes.unconverged,
        separated_resamples=outcomes.separated,
        margin_edges=tuple(float(edge) for edge in options.margin_edges),
    )


def _systems(preference: Preference, judged: Sorted) -> tuple[SystemResult, ...]:
    flagged = _flagged(judged.kept)
    result = []
    for system in preference.systems:
        low, high = _ends(system.interval)
        rank_low, rank_high = system.rank_range or (None, None)
        result.append(
            SystemResult(
                system=system.system,
                strength=rounded(system.strength),
                beat_probability=rounded(system.beat),
                ci_low=low,
                ci_high=high,
                rank=system.rank,
                rank_low=rank_low,
                rank_high=rank_high,
                component=system.component + 1,
                wins=system.wins,
                ties=system.ties,
                losses=system.losses,
                n=system.n,
                flagged=flagged[system.system],
            )
        )
    return tuple(result)


def _flagged(kept: Sequence[JudgmentRecord]) -> Counter[str]:
    """Flags per system; a flag whose side is not known (`yes`) is nobody's."""
    flagged: Counter[str] = Counter()
    for record in kept:
        flagged[record.system_left] += record.critical_failure in {CriticalFailure.LEFT, CriticalFailure.BOTH}
        flagged[record.system_right] += record.critical_failure in {CriticalFailure.RIGHT, CriticalFailure.BOTH}
    return flagged


def _pairs(preference: Preference) -> tuple[PairResult, ...]:
    result = []
    for pair in preference.pairs:
        low, high = _ends(pair.interval)
        result.append(
            PairResult(
                a=pair.a,
                b=pair.b,
                wins=pair.wins,
                ties=pair.ties,
                losses=pair.losses,
                n=pair.n,
                preference=rounded(pair.preference),
                ci_low=low,
                ci_high=high,
            )
        )
    return tuple(result)


def _alignment(alignment: Alignment | None) -> AlignmentResult | None:
    if alignment is None:
        return None
    correlation, margins = alignment.correlation, alignment.margins
    low, high = _ends(correlation.interval)
    return AlignmentResult(
        evaluator=alignment.evaluator,
        pearson_r=rounded(correlation.pearson),
        ci_low=low,
        ci_high=high,
        spearman=rounded(correlation.spearman),
        kendall=rounded(correlation.kendall),
        posters=correlation.posters,
        equal_scores=margins.equal_scores,
        judgments=margins.judgments,
        unscored_judgments=margins.unscored,
        below_first_edge=margins.below_first_edge,
        margins=tuple(
            MarginResult(bucket.low, bucket.high, bucket.n, rounded(bucket.agreement), *_ends(bucket.interval))
            for bucket in margins.buckets
        ),
        scores=tuple(
            ScoreResult(
                system=score.system,
                mean=rounded(score.mean),
                mean_of_scored=rounded(score.mean_of_scored),
                cases=score.cases,
                scored=score.scored,
                missing=score.missing,
                unscored=score.unscored,
            )
            for score in alignment.scores
        ),
    )


def _agreement(agreement: Agreement) -> AgreementResult:
    return AgreementResult(
        krippendorff_alpha=rounded(agreement.alpha),
        items=agreement.items,
        pairable=agreement.pairable,
        raw_agreement=rounded(agreement.raw),
        chance_agreement=rounded(agreement.chance),
    )


def _position(position: Position) -> PositionResult:
    return PositionResult(rounded(position.left_share), *_ends(position.interval), position.n)


def _consistency(consistency: SelfConsistency) -> ConsistencyResult:
    return ConsistencyResult(consistency.repeats, consistency.compared, consistency.same, rounded(consistency.share))


def _posters(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], evaluator: str | None, records: Sequence[JudgmentRecord]
) -> tuple[PosterLine, ...]:
    disciplines = {record.case_id: record.discipline for record in scores if record.discipline}
    disciplines |= {record.case_id: record.discipline for record in records if record.discipline}
    return tuple(
        PosterLine(
            case_id=row.case_id,
            discipline=disciplines.get(row.case_id, ""),
            system=row.system,
            evaluator=evaluator or "",
            status=row.status.value if row.status else "",
            score=rounded(row.score),
            wins=row.wins,
            ties=row.ties,
            losses=row.losses,
            n=row.n,
            preference=rounded(row.preference),
        )
        for row in poster_rows(comparisons, scores)
    )


def _reviewers(judged: Sorted) -> tuple[ReviewerLine, ...]:
    mine: dict[str, list[JudgmentRecord]] = {}
    for record in (*judged.kept, *judged.excluded, *judged.repeats):
        mine.setdefault(record.reviewer, []).append(record)
    counted = count_reviewers(judged.kept, judged.excluded, judged.repeats)
    return tuple(_reviewer(line, source_label(mine[line.reviewer])) for line in counted)


def _reviewer(line: ReviewerCounts, source: str) -> ReviewerLine:
    return ReviewerLine(
        reviewer=line.reviewer,
        responses=line.responses,
        ranked=line.ranked,
        left=line.left,
        equal=line.equal,
        right=line.right,
        skips=line.skips,
        excluded=line.excluded,
        repeats=line.repeats,
        critical_failures=line.critical_failures,
        left_share=rounded(line.left_share),
        median_seconds=rounded(line.median_seconds),
        source=source,
    )

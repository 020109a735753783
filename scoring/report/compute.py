"""From the bytes of the two files to the results: a pure function of files, options and seed."""

from collections.abc import Callable, Sequence
from typing import Final

from scoring.alignment import align
from scoring.files import InputFile, load_inputs
from scoring.preference import compare, estimate_preference, left_share, nominal_agreement, self_consistency
from scoring.records import ReportOptions, ScoreRecord
from scoring.report.assemble import (
    agreement_result,
    alignment_result,
    consistency_result,
    input_facts,
    method,
    pair_results,
    position_result,
    poster_lines,
    reviewer_lines,
    system_results,
)
from scoring.report.errors import BadOptions
from scoring.report.model import SCHEMA, Report, Results
from scoring.report.notes import Findings, write_notes
from scoring.report.sorting import sort_judgments

Step = Callable[[str], None]

# What `compute` announces, in order.
STEPS: Final = ("judgments", "scores", "preference", "position", "agreement", "alignment")


def compute(judgments: InputFile, scores: InputFile | None, options: ReportOptions, step: Step) -> Results:
    """Read, fit and measure. `step` is told what comes next, by the names of STEPS.

    Raises BadInput with every fault of either file, BadOptions where the options do not fit the files.
    """
    _check(options)
    inputs = load_inputs(judgments, scores, step)
    records = inputs.judgments.records
    score_records = inputs.scores.records if inputs.scores else ()
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
        input=input_facts(
            inputs.judgments.sha256, inputs.scores.sha256 if inputs.scores else None, judged, comparisons
        ),
        method=method(options, preference),
        systems=system_results(preference, judged),
        head_to_head=pair_results(preference),
        alignment=alignment_result(alignment),
        agreement=agreement_result(agreement),
        position=position_result(position),
        self_consistency=consistency_result(consistency),
        notes=write_notes(findings),
    )
    return Results(report, poster_lines(comparisons, own_scores, evaluator, records), reviewer_lines(judged))


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

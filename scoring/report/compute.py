"""From the bytes of the two files to the results: a pure function of files, options and seed."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from scoring.files import InputFile, load_inputs
from scoring.preference import compare
from scoring.records import ReportOptions, ScoreRecord
from scoring.report.assemble import (
    agreement_result,
    consistency_result,
    input_facts,
    method,
    pair_results,
    position_result,
    poster_lines,
    reviewer_lines,
    system_results,
)
from scoring.report.assemble_aligned import alignment_result, evaluator_results
from scoring.report.assemble_referee import (
    board_results,
    difference_results,
    failure_results,
    fragility_result,
    influence_results,
    planning_result,
    tie_model_result,
    variant_results,
    with_excluded_result,
)
from scoring.report.coverage import coverage_counts, coverage_result
from scoring.report.disciplines import disciplines_of
from scoring.report.errors import BadOptions
from scoring.report.model import SCHEMA, Report, Results
from scoring.report.notes import Findings, write_notes
from scoring.report.referee import MissingLink
from scoring.report.sorting import sort_judgments
from scoring.report.statistics import MEASURES, Step, measure

# What `compute` announces, in order.
STEPS: Final = ("judgments", "scores", *MEASURES)


def compute(judgments: InputFile, scores: InputFile | None, options: ReportOptions, step: Step) -> Results:
    """Read, fit and measure. `step` is told what comes next, by the names of STEPS.

    Raises BadInput with every fault of either file, BadOptions where the options do not fit the files.
    """
    _check(options)
    inputs = load_inputs(judgments, scores, step)
    records = inputs.judgments.records
    score_records = inputs.scores.records if inputs.scores else ()
    evaluator = _evaluator(score_records, options.evaluator)
    judged = sort_judgments(records)
    systems = {name for record in judged.kept for name in (record.system_left, record.system_right)}
    comparisons = compare(judged.kept, systems)
    disciplines = disciplines_of(records, score_records)
    found = measure(judged, comparisons, score_records, disciplines, options, step)
    preference = found.preference
    pairs = pair_results(preference)
    alignments = tuple(alignment_result(alignment) for alignment in found.alignments)
    coverage = coverage_result(comparisons, {record.case_id for record in judged.kept})
    report = Report(
        schema=SCHEMA,
        input=input_facts(
            inputs.judgments.sha256, inputs.scores.sha256 if inputs.scores else None, judged, comparisons
        ),
        method=method(options, preference),
        systems=system_results(comparisons, preference, found.robust, judged),
        head_to_head=pairs,
        alignment=next((one for one in alignments if one.evaluator == evaluator), None),
        agreement=agreement_result(found.agreement),
        position=position_result(found.position),
        self_consistency=consistency_result(found.consistency),
        notes=(),
        variants=variant_results(comparisons, preference, found.variants, found.robust),
        differences=difference_results(preference.differences),
        tiers=preference.differences.tiers,
        missing_links=tuple(MissingLink(a, b) for a, b in preference.links),
        boards=board_results(found.boards),
        influence=influence_results(found.influence),
        tie_model=tie_model_result(found.tie_model),
        failures=failure_results(preference, found.failures),
        fragility=fragility_result(found.fragility),
        planning=planning_result(found.planning),
        alignments=alignments,
        evaluator_comparisons=evaluator_results(found.evaluators),
        coverage=coverage,
        with_excluded=with_excluded_result(found.with_excluded, len(judged.arguable)),
    )
    notes = write_notes(Findings(judged, found, report, options, scores_given=scores is not None))
    return Results(
        dataclasses.replace(report, notes=notes),
        poster_lines(
            comparisons, [record for record in score_records if record.evaluator == evaluator], evaluator, disciplines
        ),
        reviewer_lines(judged, found.reviewers),
        coverage_counts(comparisons, coverage.papers, pairs),
    )


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

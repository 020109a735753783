"""Two evaluators against people, on the same posters and the same judgments."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class Paired:
    """One statistic of evaluators a and b on the same units, and a's less b's with a paired interval.

    None where undefined, with the reason.
    """

    a: float | None
    a_interval: Interval
    b: float | None
    b_interval: Interval
    difference: float | None
    interval: Interval
    reason: str | None


@dataclass(frozen=True, slots=True)
class EvaluatorComparison:
    """Evaluators a < b, by name.

    pearson: over `posters` that both scored and that have a comparison (paper-cluster intervals); only_a and only_b
    judged posters have one score. agreement: over `judgments` in which each evaluator has two unequal scores (crossed
    intervals); judgments + unscored + equal_scores is the number of comparisons. unscored: a score of an evaluator is
    missing; equal_scores: all scores are there, and equal for one evaluator at least.
    """

    a: str
    b: str
    posters: int
    only_a: int
    only_b: int
    pearson: Paired
    judgments: int
    unscored: int
    equal_scores: int
    agreement: Paired


def compare_evaluators(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], *, resamples: int, seed: int
) -> tuple[EvaluatorComparison, ...]:
    """Every two evaluators in `scores`, sorted by name; empty for fewer than two."""
    raise NotImplementedError

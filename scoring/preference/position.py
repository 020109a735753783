"""Whether the left poster is chosen more often: the raw share, and the effect with the systems held equal."""

from dataclasses import dataclass

import numpy as np

from scoring.preference.arrays import Bools
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed_sums import crossed_sums
from scoring.preference.intervals import Interval, no_interval, percentile_intervals, refusal, shares
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.preference.sides import side_effect


@dataclass(frozen=True, slots=True)
class Position:
    """left / (left + right) over comparisons with a preference, n of them; None without any.

    effect: delta of logit P(left preferred) = theta_left - theta_right + delta, ties as half wins: above 0 favours the
    left. None with the reason.
    """

    left_share: float | None
    interval: Interval
    n: int
    effect: float | None
    effect_interval: Interval
    effect_reason: str | None


def left_share(comparisons: Comparisons, *, resamples: int, seed: int) -> Position:
    """Share of preferences for the left poster with its crossed interval, and the side's effect with a robust one."""
    decided = comparisons.h2 != 1
    left = (comparisons.h2 == 2) == comparisons.first_on_left
    n, chosen = int(decided.sum()), int((decided & left).sum())
    effect = side_effect(comparisons)
    return Position(
        left_share=chosen / n if n else None,
        interval=_crossed(comparisons, decided, left, resamples, seed),
        n=n,
        effect=effect.delta,
        effect_interval=effect.interval,
        effect_reason=effect.reason,
    )


def _crossed(comparisons: Comparisons, decided: Bools, left: Bools, resamples: int, seed: int) -> Interval:
    n_papers, n_reviewers = len(comparisons.papers), len(comparisons.reviewers)
    why_not = refusal(n_papers, n_reviewers)
    if why_not is not None:
        return no_interval(why_not)
    draws = draw_crossed(n_papers, n_reviewers, resamples, named_rng(seed, "position"))
    totals = crossed_sums(
        draws,
        paper=comparisons.paper[decided],
        reviewer=comparisons.reviewer[decided],
        column=left[decided].astype(np.int64),
        values=[np.ones(int(decided.sum()), dtype=np.int64)],
        n_columns=2,
    )[:, 0]
    share = shares(totals[:, 1:], totals.sum(axis=1, keepdims=True))
    return percentile_intervals(share, np.array([decided.any()]))[0]

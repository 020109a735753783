"""Whether the left poster is chosen more often."""

from dataclasses import dataclass

import numpy as np

from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval, no_interval, percentile_intervals, refusal
from scoring.preference.resampling import CrossedTable, draw_crossed, named_rng


@dataclass(frozen=True, slots=True)
class Position:
    """left / (left + right) over comparisons with a preference, n of them; None without any."""

    left_share: float | None
    interval: Interval
    n: int


def left_share(comparisons: Comparisons, *, resamples: int, seed: int) -> Position:
    """Share of preferences for the left poster, with its crossed interval."""
    decided = comparisons.h2 != 1
    left = (comparisons.h2 == 2) == comparisons.first_on_left
    n, chosen = int(decided.sum()), int((decided & left).sum())
    why_not = refusal(len(comparisons.papers), len(comparisons.reviewers))
    if why_not is not None:
        return Position(chosen / n if n else None, no_interval(why_not), n)
    table = CrossedTable(
        paper=comparisons.paper[decided],
        reviewer=comparisons.reviewer[decided],
        column=left[decided].astype(np.int64),
        value=np.ones(n, dtype=np.int64),
        n_papers=len(comparisons.papers),
        n_reviewers=len(comparisons.reviewers),
        n_columns=2,
    )
    rng = named_rng(seed, "position")
    draws = draw_crossed(len(comparisons.papers), len(comparisons.reviewers), resamples, rng)
    shares = table.shares(draws, part=[1], whole=[[0, 1]])
    interval = percentile_intervals(shares, np.array([n > 0]))[0]
    return Position(chosen / n if n else None, interval, n)

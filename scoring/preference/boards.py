"""The same board on a part of the comparisons, such as the papers of one discipline."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Bools
from scoring.preference.bradley_terry import Boundary, PointFit, boundaries, fit_point, known, ranking, ranks
from scoring.preference.comparisons import Comparisons, PairCounts, count_pairs, count_systems, win_matrix
from scoring.preference.crossed import Outcomes, pair_table, refit
from scoring.preference.intervals import Interval, ends_touch, no_interval, percentile_intervals, refusal
from scoring.preference.resampling import draw_crossed, named_rng

NOT_COMPARED: Final = "it was compared with no other system on these papers"


@dataclass(frozen=True, slots=True)
class BoardSystem:
    """One system on a board. Ranks and beat probability are within `component` (0 is the largest).

    boundary: why `beat` is only a limit. regularised: the ridge decided `beat` or an end of `interval`. beat and rank
    are None where nothing was compared with it here; `reason` says so.
    """

    system: str
    beat: float | None
    interval: Interval
    rank: int | None
    component: int
    boundary: Boundary | None
    regularised: bool
    wins: int
    ties: int
    losses: int
    reason: str | None

    @property
    def n(self) -> int:
        """Comparisons of this system on this board."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class Board:
    """The preference in some comparisons; systems highest first. A discipline "" is "not stated".

    n comparisons of `papers` papers by `reviewers` reviewers; `components` groups of systems that comparisons join,
    systems without any comparison here counting one each.
    """

    discipline: str
    n: int
    papers: int
    reviewers: int
    components: int
    systems: tuple[BoardSystem, ...]
    outcomes: Outcomes


def boards(comparisons: Comparisons, disciplines: Mapping[str, str], *, resamples: int, seed: int) -> tuple[Board, ...]:
    """One board per discipline, sorted by name; none at all where the comparisons are of fewer than two.

    disciplines: discipline by paper; papers that are not in it, or have an empty one, form the board "". Each board has
    its own random numbers, named "board:" and the discipline. Papers and reviewers of a board are those with a
    comparison on it.
    """
    stated = [disciplines.get(paper, "") for paper in comparisons.papers]
    names = sorted(set(stated))
    if len(names) < 2:
        return ()
    number = {name: index for index, name in enumerate(names)}
    of_comparison = np.array([number[name] for name in stated], dtype=np.int64)[comparisons.paper]
    return tuple(
        board_of(
            _only(comparisons, of_comparison == index), name, stream=f"board:{name}", resamples=resamples, seed=seed
        )
        for index, name in enumerate(names)
    )


def _only(comparisons: Comparisons, kept: Bools) -> Comparisons:
    """Those comparisons alone, of all systems, with the papers and reviewers they have."""
    papers, paper = np.unique(comparisons.paper[kept], return_inverse=True)
    reviewers, reviewer = np.unique(comparisons.reviewer[kept], return_inverse=True)
    return Comparisons(
        systems=comparisons.systems,
        papers=tuple(comparisons.papers[index] for index in papers.tolist()),
        reviewers=tuple(comparisons.reviewers[index] for index in reviewers.tolist()),
        paper=paper.astype(np.int64),
        reviewer=reviewer.astype(np.int64),
        pair=comparisons.pair[kept],
        h2=comparisons.h2[kept],
        first_on_left=comparisons.first_on_left[kept],
    )


def board_of(own: Comparisons, discipline: str = "", *, stream: str, resamples: int, seed: int) -> Board:
    """The board of these comparisons by themselves, with crossed intervals from the random numbers named `stream`."""
    counts = count_pairs(own)
    wins = win_matrix(counts, len(own.systems))
    point = fit_point(wins)
    limits = boundaries(wins, point.components)
    intervals, touched, outcomes = _intervals(own, point, stream, resamples, seed)
    regularised = [limit is not None or ends for limit, ends in zip(limits, touched.tolist(), strict=True)]
    return Board(
        discipline=discipline,
        n=len(own.pair),
        papers=len(own.papers),
        reviewers=len(own.reviewers),
        components=len(point.components),
        systems=_systems(own, counts, point, intervals, limits, regularised),
        outcomes=outcomes,
    )


def _intervals(
    own: Comparisons, point: PointFit, name: str, resamples: int, seed: int
) -> tuple[list[Interval], Bools, Outcomes]:
    """Crossed intervals (S,), whether an end of each is a separated resample's (S,), and what became of resamples."""
    n_systems = len(own.systems)
    why_not = refusal(len(own.papers), len(own.reviewers))
    if why_not is not None:
        return [no_interval(why_not)] * n_systems, np.zeros(n_systems, dtype=bool), Outcomes()
    draws = draw_crossed(len(own.papers), len(own.reviewers), resamples, named_rng(seed, name))
    table = pair_table(own)
    separated = np.zeros((resamples, n_systems), dtype=bool)
    beat, outcomes = refit(
        own,
        point,
        lambda start, stop: table.totals(draws, start, stop),
        n_resamples=resamples,
        block=table.block_size(),
        separated=separated,
    )
    intervals = percentile_intervals(beat, ~np.isnan(point.beat))
    printed = np.array([interval.low is not None for interval in intervals], dtype=bool)
    return intervals, printed & ends_touch(beat, separated), outcomes


def _systems(
    own: Comparisons,
    counts: PairCounts,
    point: PointFit,
    intervals: list[Interval],
    limits: list[Boundary | None],
    regularised: list[bool],
) -> tuple[BoardSystem, ...]:
    wins, ties, losses = count_systems(counts, len(own.systems))
    beat, own_ranks = known(point.beat), ranks(point.beat, point.component)
    return tuple(
        BoardSystem(
            system=own.systems[system],
            beat=beat[system],
            interval=intervals[system],
            rank=own_ranks[system],
            component=int(point.component[system]),
            boundary=limits[system],
            regularised=regularised[system],
            wins=int(wins[system]),
            ties=int(ties[system]),
            losses=int(losses[system]),
            reason=NOT_COMPARED if beat[system] is None else None,
        )
        for system in ranking(point.beat)
    )

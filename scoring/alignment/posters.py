"""Every poster with its automatic score and what people said of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus

PosterKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PosterRow:
    """One poster (case, system). score is 0-100, None where there is none; preference = (wins + ties / 2) / n."""

    case_id: str
    system: str
    status: ScoreStatus | None
    score: float | None
    wins: int
    ties: int
    losses: int

    @property
    def n(self) -> int:
        """Comparisons that involve this poster."""
        return self.wins + self.ties + self.losses

    @property
    def preference(self) -> float | None:
        """Tie-adjusted share of its comparisons won (AutoDesign, section 5.3); None without a comparison."""
        # Over whole numbers, so that equal shares are equal numbers: 1/2 and 2/4 must tie in a rank correlation.
        return (2 * self.wins + self.ties) / (2 * self.n) if self.n else None


@dataclass(frozen=True, slots=True)
class UsablePosters:
    """The M posters with a score and at least one comparison, sorted by paper; papers (P,) are those that have one."""

    papers: tuple[str, ...]
    paper: Ints  # (M,) index into papers, ascending
    score: Floats  # (M,)
    preference: Floats  # (M,)


def usable_posters(rows: Iterable[PosterRow]) -> UsablePosters:
    """Posters that can be correlated."""
    used = [
        (row.case_id, row.score, preference)
        for row in rows
        if row.score is not None and (preference := row.preference) is not None
    ]
    papers = tuple(sorted({case for case, _, _ in used}))
    number = {case: index for index, case in enumerate(papers)}
    paper = np.array([number[case] for case, _, _ in used], dtype=np.int64)
    order = np.argsort(paper, kind="stable")
    return UsablePosters(
        papers=papers,
        paper=paper[order],
        score=np.array([score for _, score, _ in used], dtype=np.float64)[order],
        preference=np.array([preference for _, _, preference in used], dtype=np.float64)[order],
    )


def usable_score(record: ScoreRecord) -> float | None:
    """The score that stands for a poster: overall of a scored or reaggregated row, else none."""
    status = record.status
    return record.overall if status is ScoreStatus.SCORED or status is ScoreStatus.REAGGREGATED else None


def poster_rows(comparisons: Comparisons, scores: Iterable[ScoreRecord]) -> tuple[PosterRow, ...]:
    """All posters that were judged or scored, sorted by case and system; `scores` are of one evaluator."""
    by_poster: Mapping[PosterKey, ScoreRecord] = {(record.case_id, record.system): record for record in scores}
    outcomes = _outcomes(comparisons)
    rows = []
    for key in sorted(by_poster.keys() | outcomes.keys()):
        record = by_poster.get(key)
        wins, ties, losses = outcomes.get(key, (0, 0, 0))
        rows.append(
            PosterRow(
                case_id=key[0],
                system=key[1],
                status=record.status if record else None,
                score=usable_score(record) if record else None,
                wins=wins,
                ties=ties,
                losses=losses,
            )
        )
    return tuple(rows)


def _outcomes(comparisons: Comparisons) -> dict[PosterKey, tuple[int, int, int]]:
    n_systems = len(comparisons.systems)
    first, second = pair_ends(n_systems)
    # Column 0 losses, 1 ties, 2 wins, for the first system by h2 and for the second by 2 - h2.
    place = np.concatenate([first[comparisons.pair], second[comparisons.pair]])
    place += np.tile(comparisons.paper, 2) * n_systems
    share = np.concatenate([comparisons.h2, 2 - comparisons.h2])
    size = len(comparisons.papers) * n_systems
    table = np.bincount(place * 3 + share, minlength=3 * size).reshape(size, 3)
    return {
        (comparisons.papers[poster // n_systems], comparisons.systems[poster % n_systems]): (wins, ties, losses)
        for poster, (losses, ties, wins) in enumerate(table.tolist())
        if losses + ties + wins
    }

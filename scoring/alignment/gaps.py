"""How far apart the two scores of every comparison are, in exact decimals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.alignment.decimals import WholeNumbers, whole_numbers
from scoring.alignment.posters import PosterKey
from scoring.preference.arrays import Bools, Ints
from scoring.preference.comparisons import Comparisons, pair_ends


@dataclass(frozen=True, slots=True)
class Gaps:
    """V comparisons. scored: whether both posters have a score; only there the other two mean something.

    gap: score of the pair's first system less that of its second, on one scale of whole numbers with `edges`, (E,).
    agreed: twice the agreement with the higher score, 0, 1 or 2.
    """

    scored: Bools
    gap: WholeNumbers
    edges: WholeNumbers
    agreed: Ints

    @property
    def unequal(self) -> Bools:
        """Comparisons in which one of the two scores is the higher one."""
        return np.asarray(self.scored & (self.gap != 0), dtype=bool)


def score_gaps(comparisons: Comparisons, scores: Mapping[PosterKey, float], edges: Sequence[float] = ()) -> Gaps:
    """Join every comparison with the scores of its two posters; scores of other posters play no part."""
    n_systems = len(comparisons.systems)
    paper = {name: number * n_systems for number, name in enumerate(comparisons.papers)}
    system = {name: number for number, name in enumerate(comparisons.systems)}
    known = [
        (paper[case] + system[name], score)
        for (case, name), score in scores.items()
        if case in paper and name in system
    ]
    place = np.array([poster for poster, _ in known], dtype=np.int64)
    exact = whole_numbers(np.array([*(score for _, score in known), *edges], dtype=np.float64))
    has_score = np.zeros(len(comparisons.papers) * n_systems, dtype=bool)
    has_score[place] = True
    score = np.zeros(len(has_score), dtype=exact.dtype)
    score[place] = exact[: len(known)]
    first, second = pair_ends(n_systems)
    own = comparisons.paper * n_systems
    one, other = own + first[comparisons.pair], own + second[comparisons.pair]
    gap = score[one] - score[other]
    return Gaps(
        scored=has_score[one] & has_score[other],
        gap=gap,
        edges=exact[len(known) :],
        agreed=np.where(gap > 0, comparisons.h2, 2 - comparisons.h2),
    )

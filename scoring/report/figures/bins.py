"""Means of the preference in bins of posters with about the same score."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from scipy.stats import t as student

from scoring.report.model import PosterLine

_MOST_BINS: Final = 10
_FEWEST_POSTERS: Final = 10  # in a bin


@dataclass(frozen=True, slots=True)
class ScoredPoster:
    """A poster with a score and a preference."""

    case_id: str
    system: str
    score: float
    preference: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Mean score and mean preference of n posters with scores from `low` to `high`; the ends are null for one paper."""

    low: float
    high: float
    n: int
    score: float
    preference: float
    ci_low: float | None
    ci_high: float | None


def usable(posters: Sequence[PosterLine]) -> list[ScoredPoster]:
    """Those with a score and a judgment."""
    return [
        ScoredPoster(poster.case_id, poster.system, poster.score, poster.preference)
        for poster in posters
        if poster.score is not None and poster.preference is not None
    ]


def bins_of(posters: Sequence[ScoredPoster]) -> tuple[Bin, ...]:
    """At most ten bins of about equal numbers, lowest scores first; equal scores stay together."""
    ordered = sorted(posters, key=lambda poster: (poster.score, poster.case_id, poster.system))
    number = max(1, min(_MOST_BINS, len(ordered) // _FEWEST_POSTERS))
    ends = sorted({_end(ordered, round(place * len(ordered) / number)) for place in range(1, number + 1)})
    starts = [0, *ends[:-1]]
    return tuple(_bin(ordered[start:end]) for start, end in zip(starts, ends, strict=True) if end > start)


def _end(ordered: Sequence[ScoredPoster], place: int) -> int:
    """The nearest place at which the score changes."""
    below, above = place, place
    while 0 < below < len(ordered) and ordered[below - 1].score == ordered[below].score:
        below -= 1
    while above < len(ordered) and ordered[above - 1].score == ordered[above].score:
        above += 1
    return below if below > 0 and place - below < above - place else above


def _bin(posters: Sequence[ScoredPoster]) -> Bin:
    """The interval is that of a mean of papers' posters: papers are the independent units (t, G - 1 d.f.)."""
    n = len(posters)
    mean = sum(poster.preference for poster in posters) / n
    papers: defaultdict[str, float] = defaultdict(float)
    for poster in posters:
        papers[poster.case_id] += poster.preference - mean
    ends: tuple[float | None, float | None] = None, None
    if (groups := len(papers)) > 1:
        error = sqrt(groups / (groups - 1) * sum(total**2 for total in papers.values())) / n
        reach = float(student.ppf(0.975, groups - 1)) * error
        ends = mean - reach, mean + reach
    score = sum(poster.score for poster in posters) / n
    return Bin(posters[0].score, posters[-1].score, n, score, mean, *ends)

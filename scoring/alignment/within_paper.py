"""Whether, among the posters of one paper, the higher-scored one is preferred."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.alignment.posters import PosterRow
from scoring.preference.intervals import Interval


@dataclass(frozen=True, slots=True)
class BestPoster:
    """How often the best-scored poster of a paper is also its most preferred one.

    Over `papers` that have two usable posters or more, not all equally scored and not all equally preferred; `left_out`
    papers have two usable posters and no best one. Where several posters share the best score, a paper counts the share
    of them that is among the most preferred. chance: the expected share of a poster drawn at random from each paper.
    """

    papers: int
    left_out: int
    share: float | None
    interval: Interval
    chance: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class WithinPaper:
    """Pearson's r of scores and preferences, each less its paper's mean, over papers with two usable posters or more.

    A usable poster has a score and at least one comparison. None where undefined, with the reason.
    """

    posters: int
    papers: int
    pearson: float | None
    interval: Interval
    reason: str | None
    best: BestPoster


def within_paper(rows: Sequence[PosterRow], *, resamples: int, seed: int) -> WithinPaper:
    """Alignment inside papers, with paper-cluster bootstrap intervals."""
    raise NotImplementedError

"""Alignment inside papers: what differs between papers plays no part."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.alignment import PosterRow, within_paper
from scoring.preference import NoInterval
from scoring.preference.resampling import draw, named_rng
from scoring.words import ScoreStatus


def row(case: str, system: str, score: float | None, wins: int, ties: int, losses: int) -> PosterRow:
    return PosterRow(case, system, ScoreStatus.SCORED, score, wins, ties, losses)


def centred(rows: list[PosterRow]) -> tuple[np.ndarray, np.ndarray]:
    """Scores and preferences less the mean of their paper, of rows that all have both."""
    result = []
    for case in dict.fromkeys(r.case_id for r in rows):
        own = [r for r in rows if r.case_id == case]
        x, y = np.array([r.score for r in own]), np.array([r.preference for r in own])
        result += list(zip(x - x.mean(), y - y.mean(), strict=True))
    x, y = np.array(result).T
    return x, y


def test_r_is_numpys_of_values_less_their_papers_mean(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    found = within_paper(rows, resamples=50, seed=0)
    assert found.pearson == pytest.approx(np.corrcoef(*centred(rows))[0, 1], abs=1e-12)
    assert (found.posters, found.papers) == (len(rows), 15)


def test_the_interval_is_of_literally_duplicated_papers(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    x, y = centred(rows)
    paper = np.array([int(r.case_id[1:]) for r in rows])
    weights = draw(15, 200, named_rng(4, "within_paper"))[:, paper].astype(int)
    values = []
    for times in weights:
        x_rows, y_rows = np.repeat(x, times), np.repeat(y, times)
        values.append(x_rows @ y_rows / np.sqrt((x_rows @ x_rows) * (y_rows @ y_rows)))
    found = within_paper(rows, resamples=200, seed=4).interval
    assert (found.low, found.high) == pytest.approx(np.percentile(values, [2.5, 97.5]), abs=1e-12)


def test_an_offset_of_a_whole_paper_changes_nothing(random_rows) -> None:
    rows = random_rows()
    moved = [replace(r, score=r.score + 1000 * int(r.case_id[1:])) for r in rows]
    before, after = (within_paper(each, resamples=50, seed=0) for each in (rows, moved))
    assert after.pearson == pytest.approx(before.pearson, abs=1e-9)
    assert after.interval.low == pytest.approx(before.interval.low, abs=1e-9)
    assert after.best == before.best


def test_papers_with_one_usable_poster_do_not_take_part(random_rows) -> None:
    alone = [row("q", "a", 99.0, 0, 0, 9), row("q", "b", None, 3, 0, 0), row("q", "c", 98.0, 0, 0, 0)]
    assert within_paper([*random_rows(), *alone], resamples=50, seed=0) == within_paper(
        random_rows(), resamples=50, seed=0
    )


def test_the_best_scored_poster_is_looked_up_among_the_most_preferred_ties_included() -> None:
    rows = [
        # One best score, one favourite, the same: 1 of 1.
        *(row("p", "a", 90, 3, 0, 0), row("p", "b", 80, 0, 0, 3)),
        # Two share the best score, one of them is the favourite: 1/2.
        *(row("q", "a", 70, 2, 0, 1), row("q", "b", 70, 1, 0, 2), row("q", "c", 60, 1, 0, 2)),
        # The best-scored one is one of two favourites: 1.
        *(row("r", "a", 55, 1, 1, 1), row("r", "b", 50, 0, 1, 0), row("r", "c", 45, 0, 0, 3)),
        # The best-scored one is the least preferred: 0.
        *(row("s", "a", 90, 0, 0, 3), row("s", "b", 80, 3, 0, 0)),
        # All equally scored, and all equally preferred: no best one.
        *(row("t", "a", 80, 2, 0, 1), row("t", "b", 80, 1, 0, 2)),
        *(row("u", "a", 90, 1, 0, 1), row("u", "b", 80, 0, 2, 0)),
    ]
    best = within_paper(rows, resamples=50, seed=0).best
    assert (best.papers, best.left_out) == (4, 2)
    assert best.share == pytest.approx((1 + 1 / 2 + 1 + 0) / 4)
    # A poster drawn at random is a favourite with chance 1/2, 1/3, 2/3 and 1/2.
    assert best.chance == pytest.approx((1 / 2 + 1 / 3 + 2 / 3 + 1 / 2) / 4)
    assert best.interval.low < best.share < best.interval.high


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no paper has two posters"),
        ([row("p", "a", 5, 1, 0, 0), row("q", "a", 6, 0, 1, 0)], "no paper has two posters"),
        ([row("p", "a", 0.1, 1, 0, 0), row("p", "b", 0.1, 0, 0, 1), row("p", "c", 0.1, 0, 0, 1)], "same score"),
        ([row("p", "a", 5, 1, 0, 2), row("p", "b", 6, 1, 0, 2), row("p", "c", 7, 1, 0, 2)], "equally preferred"),
    ],
)
def test_without_variance_inside_papers_there_is_no_value(rows: list[PosterRow], reason: str) -> None:
    found = within_paper(rows, resamples=50, seed=0)
    assert found.pearson is None
    assert reason in str(found.reason)
    assert found.interval.reason is NoInterval.NO_VALUE
    assert (found.best.share, found.best.chance) == (None, None)
    assert "best-scored" in str(found.best.reason)


def test_one_paper_has_values_and_no_intervals() -> None:
    found = within_paper([row("p", "a", 5, 1, 0, 2), row("p", "b", 6, 2, 0, 1)], resamples=50, seed=0)
    assert (found.pearson, found.best.share) == (pytest.approx(1.0), 1.0)
    assert found.interval.reason is found.best.interval.reason is NoInterval.ONE_PAPER

"""Widths of the next study: against the two-way interval of today, a loop over pairs of comparisons, a simulation."""

import numpy as np
import pytest
from scipy import stats

from scoring.preference import NoInterval, compare
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.planning import plan
from scoring.preference.sandwich import robust_intervals


def fitted(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def study(rng: np.random.Generator, *, reviewers: int, judgments: int, papers: int = 100) -> Comparisons:
    """The paper's design: 4 systems, unequal loads, ties, papers (sd 0.5) and reviewers (sd 0.3) with own tastes."""
    theta = np.array([0.5, 0.2, -0.2, -0.5])
    of_paper, of_reviewer = rng.normal(0, 0.5, (papers, 4)), rng.normal(0, 0.3, (reviewers, 4))
    first, second = pair_ends(4)
    # The smallest of exponential waiting times: tasks drawn without replacement, by each reviewer's load.
    load = rng.dirichlet(np.full(reviewers, 8.0))
    waiting = rng.exponential(size=(papers, reviewers, 6)) / load[None, :, None]
    chosen = np.sort(np.argpartition(waiting.ravel(), judgments - 1)[:judgments])
    paper, reviewer, pair = (part.astype(np.int64) for part in np.unravel_index(chosen, waiting.shape))
    own = theta + of_paper[paper] + of_reviewer[reviewer]
    rows = np.arange(judgments)
    gap = own[rows, first[pair]] - own[rows, second[pair]]
    win, loss = np.exp(gap / 2), np.exp(-gap / 2)
    at = rng.random(judgments) * (win + loss + 0.35)  # Davidson's ties with nu = 0.35
    return Comparisons(
        systems=tuple("abcd"),
        papers=tuple(f"p{n:03d}" for n in range(papers)),
        reviewers=tuple(f"r{n:03d}" for n in range(reviewers)),
        paper=paper,
        reviewer=reviewer,
        pair=pair,
        h2=np.where(at < win, 2, np.where(at < win + 0.35, 1, 0)),
        first_on_left=rng.random(judgments) < 0.5,
    )


def robust_width(comparisons: Comparisons) -> float:
    """Root mean square over the systems."""
    widths = [own.interval.high - own.interval.low for own in robust_intervals(comparisons, fitted(comparisons))]
    return float(np.sqrt(np.mean(np.square(widths))))


def test_today_s_width_is_that_of_the_two_way_interval_and_its_parts_add_up() -> None:
    comparisons = study(np.random.default_rng(0), reviewers=11, judgments=936)
    result = plan(comparisons, fitted(comparisons))
    assert (result.reviewers, result.judgments, result.papers, result.reason) == (11, 936, 100, None)
    assert not result.clipped
    assert result.width == pytest.approx(robust_width(comparisons))
    assert result.paper_share + result.reviewer_share + result.judgment_share == pytest.approx(1)
    assert [point.width for point in result.points if (point.reviewers, point.judgments) == (11, 936)] == [
        pytest.approx(result.width)
    ]


def test_the_parts_are_covariances_of_pairs_of_comparisons() -> None:
    comparisons = study(np.random.default_rng(1), reviewers=7, judgments=200, papers=20)
    point = fitted(comparisons)
    first, second = pair_ends(4)
    contrast = np.zeros((200, 4))
    contrast[np.arange(200), first[comparisons.pair]] = 1
    contrast[np.arange(200), second[comparisons.pair]] = -1
    chance = 1 / (1 + np.exp(-contrast @ point.theta))
    inverse = np.linalg.pinv((contrast * (chance * (1 - chance))[:, None]).T @ contrast)
    q = 1 / (1 + np.exp(-(point.theta[:, None] - point.theta[None, :])))
    slope = -q * (1 - q) / 3
    np.fill_diagonal(slope, 0)
    np.fill_diagonal(slope, -slope.sum(axis=1))
    added = (comparisons.h2 / 2 - chance)[:, None] * contrast @ inverse @ slope.T  # each comparison's part in each pi
    together = added @ added.T / 4
    same_paper = comparisons.paper[:, None] == comparisons.paper[None, :]
    same_reviewer = comparisons.reviewer[:, None] == comparisons.reviewer[None, :]
    cells = int(np.unique(comparisons.paper * 7 + comparisons.reviewer).size)

    in_cell = (together * (same_paper & same_reviewer)).sum() * cells / (cells - 1)
    squares = (same_paper & same_reviewer).sum()
    paper = ((together * same_paper).sum() * 20 / 19 - in_cell) / (same_paper.sum() - squares)
    reviewer = ((together * same_reviewer).sum() * 7 / 6 - in_cell) / (same_reviewer.sum() - squares)
    paper, reviewer = max(paper, 0), max(reviewer, 0)
    rest = in_cell - (paper + reviewer) * squares
    variance = paper * same_paper.sum() + reviewer * same_reviewer.sum() * 7 / 30 + rest * 200 / 500

    (planned,) = plan(comparisons, point, reviewers=[30], judgments=[500]).points
    assert planned.width == pytest.approx(2 * stats.t.ppf(0.975, 19) * np.sqrt(variance), rel=1e-6)


@pytest.mark.parametrize(("reviewers", "judgments"), [(22, 1872), (50, 936), (20, 3000)])
def test_studies_of_eleven_foretell_the_width_of_larger_ones(reviewers: int, judgments: int) -> None:
    rng = np.random.default_rng(5)
    foretold = []
    for _ in range(40):
        comparisons = study(rng, reviewers=11, judgments=936)
        (planned,) = plan(comparisons, fitted(comparisons), reviewers=[reviewers], judgments=[judgments]).points
        foretold.append(planned.width)
    found = [robust_width(study(rng, reviewers=reviewers, judgments=judgments)) for _ in range(20)]
    # 300 simulated studies agreed within 2 %; the spread of 40 small ones leaves about 2 % more.
    assert np.mean(foretold) == pytest.approx(np.mean(found), rel=0.06)
    # A single study of eleven foretells less well.
    assert np.std(foretold) < 0.2 * np.mean(foretold)


def test_more_people_and_more_work_never_widen_and_nobody_judges_a_pair_twice() -> None:
    comparisons = study(np.random.default_rng(2), reviewers=6, judgments=150, papers=10)
    result = plan(comparisons, fitted(comparisons))
    assert all(point.judgments <= point.reviewers * 10 * 6 for point in result.points)
    width = {(point.reviewers, point.judgments): point.width for point in result.points}
    assert (5, 150) in width
    assert (5, 600) not in width  # 5 people have 300 different tasks
    for reviewers, judgments in width:
        for more in ((2 * reviewers, judgments), (reviewers, 2 * judgments)):
            assert width.get(more, 0) <= width[reviewers, judgments] + 1e-12


def test_reviewers_of_one_mind_leave_the_variance_to_papers_and_chance(judge) -> None:
    # Papers decide everything: all five reviewers say the same of each of ten papers.
    records = [
        judge(f"p{paper}", f"R{who}", "a", "b", "left" if paper % 3 else "right")
        for paper in range(10)
        for who in range(5)
    ]
    comparisons = compare(records, "ab")
    result = plan(comparisons, fitted(comparisons))
    # Every reviewer's sum is zero, so reviewers differ less than chance would have it.
    assert result.clipped
    assert result.reviewer_share == 0
    assert result.paper_share == pytest.approx(1)
    # p q = 0.24 for one paper: papers 0.24 / 10 * 10 / 9, cells 0.24 / 50 * 50 / 49; of 250 pairs of comparisons on the
    # same paper 50 are a comparison with itself. t with 4 degrees of freedom.
    variance = (0.24 / 9 - 0.24 / 49) * 250 / (250 - 50)
    assert result.width == pytest.approx(2 * stats.t.ppf(0.975, 4) * np.sqrt(variance), rel=1e-5)


def test_no_plan_without_variance_that_can_be_split(judge) -> None:
    def reason(records: list, systems: str = "ab") -> str | None:
        comparisons = compare(records, systems)
        result = plan(comparisons, fitted(comparisons))
        assert (result.width, result.paper_share, result.points) == (None, None, ())
        return result.reason

    assert reason([]) == NoInterval.NO_VALUE
    assert reason([judge("p", "R1", "a", "b", "left"), judge("p", "R2", "a", "b", "right")]) == NoInterval.ONE_PAPER
    assert reason([judge(f"p{n}", f"R{n % 2}", "a", "b", "left") for n in range(6)]) == NoInterval.BOUNDARY
    assert reason([judge(f"p{n}", f"R{n % 2}", "a", "b", "equal") for n in range(6)]) is not None
    nested = [judge(f"p{n}", f"R{n % 2}", "a", "b", "left" if n % 3 else "right") for n in range(8)]
    assert "no paper was judged by two reviewers" in str(reason(nested))

"""Other engines and literal duplication of rows give the same numbers, from votes to interval ends."""

from collections import Counter
from collections.abc import Callable, Iterable

import choix
import evalica
import krippendorff
import numpy as np
import pytest

from scoring.alignment.margins import margin_agreement
from scoring.preference import compare, estimate_preference, left_share, nominal_agreement
from scoring.preference.newton import RIDGE
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.records import JudgmentRecord
from scoring.words import Choice

SIZES = ((2, 12, 8, 60), (5, 12, 6, 250), (12, 20, 8, 900), (30, 25, 9, 4000))
RESAMPLES = 24
SEED = 5


def names(records: Iterable[JudgmentRecord]) -> list[str]:
    return sorted({name for record in records for name in (record.system_left, record.system_right)})


def doubled(records: Iterable[JudgmentRecord], number: dict[str, int]) -> list[tuple[int, int]]:
    """(winner, loser) rows, each vote twice so that a tie is half a win for each side."""
    rows: list[tuple[int, int]] = []
    for record in records:
        left, right = number[record.system_left], number[record.system_right]
        wins = {Choice.LEFT: 2, Choice.EQUAL: 1, Choice.RIGHT: 0}[record.choice]
        rows += [(left, right)] * wins + [(right, left)] * (2 - wins)
    return rows


def beat(theta: np.ndarray) -> np.ndarray:
    """By the definition, one pair at a time."""
    chance = [[1 / (1 + np.exp(b - a)) for j, b in enumerate(theta) if j != i] for i, a in enumerate(theta)]
    return np.array([sum(row) / len(row) for row in chance])


@pytest.mark.parametrize("size", SIZES)
def test_strengths_are_those_of_choix_and_of_evalica(random_study, size: tuple[int, int, int, int]) -> None:
    systems, papers, reviewers, votes = size
    records = random_study(systems=systems, papers=papers, reviewers=reviewers, votes=votes, seed=systems)
    listed = names(records)
    number = {name: place for place, name in enumerate(listed)}
    result = estimate_preference(compare(records, listed), resamples=1, seed=0)
    found = np.array([{s.system: s.strength for s in result.systems}[name] for name in listed])
    wins = np.zeros((systems, systems))
    for winner, loser in doubled(records, number):
        wins[winner, loser] += 0.5
    spectral = choix.ilsr_pairwise_dense(wins, tol=1e-13)
    assert found == pytest.approx(spectral - spectral.mean(), abs=1e-6)
    if votes <= 300:  # a second method of choix, slow because it walks through the rows
        newton = choix.opt_pairwise(systems, doubled(records, number), alpha=2 * RIDGE, tol=1e-12)
        assert found == pytest.approx(newton - newton.mean(), abs=1e-6)
    outcome = {Choice.LEFT: evalica.Winner.X, Choice.EQUAL: evalica.Winner.Draw, Choice.RIGHT: evalica.Winner.Y}
    other = evalica.bradley_terry(
        [r.system_left for r in records],
        [r.system_right for r in records],
        [outcome[r.choice] for r in records],
        tolerance=1e-13,
        limit=100_000,
    ).scores
    theta = np.log([other[name] for name in listed])
    assert found == pytest.approx(theta - theta.mean(), abs=1e-6)
    assert [s.beat for s in result.systems] == pytest.approx(sorted(beat(theta), reverse=True), abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_alpha_is_that_of_the_krippendorff_package(random_study, seed: int) -> None:
    records = random_study(papers=5, reviewers=9, votes=140, seed=seed)
    people, items = sorted({r.reviewer for r in records}), sorted({item(r) for r in records})
    table = np.full((len(people), len(items)), np.nan)
    for record in records:
        table[people.index(record.reviewer), items.index(item(record))] = opinion(record)
    reference = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert nominal_agreement(compare(records, names(records))).alpha == pytest.approx(reference, abs=1e-12)


def item(record: JudgmentRecord) -> tuple[str, ...]:
    return (record.case_id, *sorted((record.system_left, record.system_right)))


def opinion(record: JudgmentRecord) -> int:
    """1 for the system first in the alphabet, 0 for none, -1 for the other."""
    side = {Choice.LEFT: 1, Choice.EQUAL: 0, Choice.RIGHT: -1}[record.choice]
    return side if record.system_left < record.system_right else -side


def literal_resamples(records: list[JudgmentRecord], stream: str) -> list[list[JudgmentRecord]]:
    """Every judgment written out as often as its paper times its reviewer was drawn."""
    papers, reviewers = sorted({r.case_id for r in records}), sorted({r.reviewer for r in records})
    draws = draw_crossed(len(papers), len(reviewers), RESAMPLES, named_rng(SEED, stream))
    resamples = []
    for by_paper, by_reviewer in zip(draws.papers, draws.reviewers, strict=True):
        of_paper = dict(zip(papers, by_paper, strict=True))
        of_reviewer = dict(zip(reviewers, by_reviewer, strict=True))
        times = ((r, int(of_paper[r.case_id] * of_reviewer[r.reviewer])) for r in records)
        resamples.append([record for record, count in times for _ in range(count)])
    return resamples


def ends(statistic: Callable[[list[JudgmentRecord]], float], resamples: list[list[JudgmentRecord]]) -> list[float]:
    return np.quantile([statistic(resample) for resample in resamples], [0.025, 0.975]).tolist()


@pytest.fixture
def records(random_study) -> list[JudgmentRecord]:
    return random_study(systems=4, papers=14, reviewers=7, votes=220, seed=3)


def test_preference_intervals_are_those_of_rows_written_out_and_fitted_by_choix(records) -> None:
    listed = names(records)
    number = {name: place for place, name in enumerate(listed)}
    result = estimate_preference(compare(records, listed), resamples=RESAMPLES, seed=SEED)
    resamples = literal_resamples(records, "preference")
    fits = np.array(
        [beat(choix.opt_pairwise(4, doubled(rows, number), alpha=2 * RIDGE, tol=1e-12)) for rows in resamples]
    )
    assert len(fits) >= 20
    assert result.draws == pytest.approx(fits, abs=1e-6)
    for system in result.systems:
        literal = np.quantile(fits[:, number[system.system]], [0.025, 0.975])
        assert (system.interval.low, system.interval.high) == pytest.approx(tuple(literal), abs=1e-6)


def test_head_to_head_intervals_are_those_of_rows_written_out(records) -> None:
    result = estimate_preference(compare(records, names(records)), resamples=RESAMPLES, seed=SEED)
    resamples = literal_resamples(records, "preference")
    for pair in result.pairs:

        def share(rows: list[JudgmentRecord], a: str = pair.a, b: str = pair.b) -> float:
            own = Counter(opinion(r) * (1 if a < b else -1) for r in rows if {r.system_left, r.system_right} == {a, b})
            return (own[1] + own[0] / 2) / own.total()

        assert [pair.interval.low, pair.interval.high] == pytest.approx(ends(share, resamples), abs=1e-12)


def test_the_left_share_interval_is_that_of_rows_written_out(records) -> None:
    def share(rows: list[JudgmentRecord]) -> float:
        sides = Counter(r.choice for r in rows)
        return sides[Choice.LEFT] / (sides[Choice.LEFT] + sides[Choice.RIGHT])

    interval = left_share(compare(records, names(records)), resamples=RESAMPLES, seed=SEED).interval
    assert [interval.low, interval.high] == pytest.approx(
        ends(share, literal_resamples(records, "position")), abs=1e-12
    )


def test_margin_intervals_are_those_of_rows_written_out(records) -> None:
    posters = sorted({(r.case_id, name) for r in records for name in (r.system_left, r.system_right)})
    score = {poster: float(7 * place * place % 50) for place, poster in enumerate(posters)}
    margins = margin_agreement(
        compare(records, names(records)), score, edges=(0.0, 10.0, 30.0), resamples=RESAMPLES, seed=SEED
    )
    for bucket in margins.buckets:

        def agreement(rows: list[JudgmentRecord], low: float = bucket.low, high: float | None = bucket.high) -> float:
            agreed = []
            for r in rows:
                gap = score[r.case_id, r.system_left] - score[r.case_id, r.system_right]
                if gap and low <= abs(gap) and (high is None or abs(gap) < high):
                    favoured = Choice.LEFT if gap > 0 else Choice.RIGHT
                    agreed.append(0.5 if r.choice is Choice.EQUAL else float(r.choice is favoured))
            return sum(agreed) / len(agreed)

        assert bucket.agreement == pytest.approx(agreement(records))
        literal = ends(agreement, literal_resamples(records, "margins"))
        assert [bucket.interval.low, bucket.interval.high] == pytest.approx(literal, abs=1e-12)

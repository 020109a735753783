"""What should change nothing changes nothing: sides, names, row order, and every judgment given twice."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.preference import boards, compare, davidson, drop_one, failure_rates, fragility, reviewer_diagnostics
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, win_matrix
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure

SYSTEMS = "abcd"


@st.composite
def studies(draw: st.DrawFn) -> list[JudgmentRecord]:
    """Up to 40 judgments of four systems, three papers and three reviewers, skips and flags among them."""
    pairs = st.permutations(SYSTEMS).map(lambda order: (order[0], order[1]))
    row = st.tuples(
        st.integers(0, 2), st.integers(0, 2), pairs, st.sampled_from(Choice), st.sampled_from(CriticalFailure)
    )
    return [
        JudgmentRecord(f"p{paper}", f"R{reviewer}", *pair, choice, critical_failure=flag)
        for paper, reviewer, pair, choice, flag in draw(st.lists(row, min_size=1, max_size=40))
    ]


def fit(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def everything(records: list[JudgmentRecord], systems: str = SYSTEMS):
    comparisons = compare(records, systems)
    point = fit(comparisons)
    return (
        drop_one(comparisons, point),
        davidson(comparisons, point),
        fragility(comparisons, point),
        failure_rates(records, systems, resamples=20, seed=1),
        boards(comparisons, {"p0": "art", "p1": "law"}, resamples=20, seed=1),
        [(one.agreement, one.compared, one.shift) for one in reviewer_diagnostics(records, [], [], comparisons, point)],
    )


def near(value: float | None, tolerance: float):
    """None, or about that value."""
    return None if value is None else pytest.approx(value, abs=tolerance)


def mirrored(record: JudgmentRecord) -> JudgmentRecord:
    """The same answer with the posters on the other sides."""
    choice = {Choice.LEFT: Choice.RIGHT, Choice.RIGHT: Choice.LEFT}.get(record.choice, record.choice)
    sides = {CriticalFailure.LEFT: CriticalFailure.RIGHT, CriticalFailure.RIGHT: CriticalFailure.LEFT}
    flag = sides.get(record.critical_failure, record.critical_failure)
    left, right = record.system_right, record.system_left
    return replace(record, system_left=left, system_right=right, choice=choice, critical_failure=flag)


@settings(max_examples=30, deadline=None)
@given(studies(), st.randoms(use_true_random=False))
def test_sides_and_the_order_of_rows_change_nothing(records: list[JudgmentRecord], random) -> None:
    other = [mirrored(record) if random.random() < 0.5 else record for record in records]
    random.shuffle(other)
    assert everything(other) == everything(records)


@settings(max_examples=30, deadline=None)
@given(studies())
def test_every_judgment_twice_changes_no_estimate(records: list[JudgmentRecord]) -> None:
    once, twice = (compare(rows, SYSTEMS) for rows in (records, records + records))
    single, double = davidson(once, fit(once)), davidson(twice, fit(twice))
    assert (single.reason, single.nu) == (double.reason, near(double.nu, 1e-6))
    before, after = drop_one(once, fit(once)), drop_one(twice, fit(twice))
    for kind, attribute in (("reviewers", "reviewer"), ("papers", "case_id")):
        others = {one.name: one for one in getattr(after, kind)}
        for one in getattr(before, kind):
            other = others[one.name]
            assert (other.n, other.reason) == (2 * one.n, one.reason)
            rest = compare([record for record in records if getattr(record, attribute) != one.name], SYSTEMS)
            if not (fit(once).regularised or fit(rest).regularised):  # there the ridge weighs less, the more is known
                assert other.shift == near(one.shift, 1e-5)
    rates, same = (failure_rates(rows, SYSTEMS, resamples=1, seed=0) for rows in (records, records + records))
    assert [one.rate for one in rates] == [one.rate for one in same]


@settings(max_examples=30, deadline=None)
@given(studies())
def test_names_of_systems_decide_nothing(records: list[JudgmentRecord]) -> None:
    names = dict(zip(SYSTEMS, "wzxy", strict=True))
    renamed = [
        replace(record, system_left=names[record.system_left], system_right=names[record.system_right])
        for record in records
    ]
    old, new = compare(records, SYSTEMS), compare(renamed, "wxyz")
    before, after = davidson(old, fit(old)), davidson(new, fit(new))
    assert (before.nu, before.reason) == (near(after.nu, 1e-6), after.reason)
    beat = {one.system: one.beat for one in after.systems}
    assert all(beat[names[one.system]] == near(one.beat, 1e-4) for one in before.systems)
    rates = {one.system: one for one in failure_rates(renamed, "wxyz", resamples=1, seed=0)}
    for one in failure_rates(records, SYSTEMS, resamples=1, seed=0):
        assert (rates[names[one.system]].flagged, rates[names[one.system]].shown) == (one.flagged, one.shown)
    fragile, other = fragility(old, fit(old)), fragility(new, fit(new))
    if len(fit(old).components) == 1:  # of components equal in size and comparisons the name decides which is first
        assert (fragile.flips, fragile.reason) == (other.flips, other.reason)

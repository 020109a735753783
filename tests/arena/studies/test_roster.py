"""The roster over its whole range: every expected property is stated in arena/studies/roster.py."""

import hashlib
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.studies.roster import Order, Place, lazy_order, order_of, pairs_of, task_number

PINNED = "f6a7dc076b0f888694db5b294183e52fb9880ee951a19d3fbeb783f7aaf42489"
CORNERS = [(1, 2), (1, 20), (2, 2), (2, 20), (3, 3), (4, 4), (5, 4), (6, 4), (7, 20), (99, 3), (100, 2), (100, 4)]
CORNERS += [(100, 20)]
seeds = st.integers(min_value=0, max_value=2**63 - 1)
numbers = st.integers(min_value=1, max_value=10_000)
cases = st.integers(min_value=1, max_value=100)
# Few systems are what studies have; many are slower to check.
systems = st.one_of(st.integers(min_value=2, max_value=6), st.integers(min_value=2, max_value=20))


def faults_of(order: tuple[Place, ...], n_cases: int, n_systems: int) -> list[str]:
    """Everything in which this order breaks its promises, found the slow and plain way."""
    n_pairs = n_systems * (n_systems - 1) // 2
    faults = []
    if Counter((p.case, p.a, p.b) for p in order) != Counter(
        (case, a, b) for case in range(n_cases) for a, b in pairs_of(n_systems)
    ):
        faults.append("not every task once")
    met: Counter[tuple[int, int]] = Counter(dict.fromkeys(pairs_of(n_systems), 0))
    pair_surplus: Counter[tuple[int, int]] = Counter()
    system_surplus: Counter[int] = Counter()
    last_seen: dict[int, int] = {}
    for position, place in enumerate(order):
        pair = (place.a, place.b)
        met[pair] += 1
        if max(met.values()) - min(met.values()) > 1:
            faults.append(f"pair counts differ by more than 1 after {position + 1}")
        if place.case in last_seen and position - last_seen[place.case] < n_cases // 2:
            faults.append(f"case {place.case} again too soon at {position}")
        last_seen[place.case] = position
        left = 1 if place.a_is_left else -1
        pair_surplus[pair] += left
        system_surplus[place.a] += left
        system_surplus[place.b] -= left
        if abs(pair_surplus[pair]) > 1:
            faults.append(f"pair {pair} is lopsided after {position + 1}")
        if (position + 1) % n_pairs == 0 and any(abs(surplus) > 1 for surplus in system_surplus.values()):
            faults.append(f"a system is lopsided at the end of a block, after {position + 1}")
    return faults


@pytest.mark.parametrize(("n_cases", "n_systems"), CORNERS)
def test_an_order_keeps_its_promises_at_the_ends_of_the_range(n_cases: int, n_systems: int) -> None:
    assert faults_of(order_of(7, 1, n_cases, n_systems), n_cases, n_systems) == []


@settings(max_examples=80, deadline=None)
@given(seed=seeds, number=numbers, n_cases=cases, n_systems=systems)
def test_an_order_keeps_its_promises(seed: int, number: int, n_cases: int, n_systems: int) -> None:
    assert faults_of(order_of(seed, number, n_cases, n_systems), n_cases, n_systems) == []


def test_the_checker_finds_a_broken_order() -> None:
    order = list(order_of(7, 1, 10, 4))
    order[0], order[6] = order[6], order[0]
    assert faults_of(tuple(order), 10, 4)


@settings(max_examples=40, deadline=None)
@given(seed=seeds, number=numbers, n_cases=cases, n_systems=st.integers(min_value=2, max_value=6))
def test_an_order_depends_on_its_inputs_only(seed: int, number: int, n_cases: int, n_systems: int) -> None:
    first = order_of(seed, number, n_cases, n_systems)
    lazy_order.cache_clear()
    assert order_of(seed, number, n_cases, n_systems) == first


@settings(max_examples=40, deadline=None)
@given(seed=seeds, number=numbers, n_cases=cases, n_systems=systems, data=st.data())
def test_a_place_is_the_same_whatever_was_asked_for_before(
    seed: int, number: int, n_cases: int, n_systems: int, data: st.DataObject
) -> None:
    order = order_of(seed, number, n_cases, n_systems)
    asked = data.draw(st.lists(st.integers(min_value=1, max_value=len(order)), min_size=1, max_size=5))
    lazy = Order(seed, number, n_cases, n_systems)
    for position in asked:
        assert lazy.place(position) == order[position - 1]
        following = lazy.next_of_case(position)
        case = order[position - 1].case
        assert following == next((p + 1 for p in range(position, len(order)) if order[p].case == case), None)


def test_threads_that_share_an_order_see_the_same_places() -> None:
    order = Order(3, 1, 100, 20)
    wanted = [places * 1900 for places in range(1, 11)] * 2
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(order.place, wanted))
    assert found == [order_of(3, 1, 100, 20)[position - 1] for position in wanted]


@pytest.mark.parametrize("position", [0, 61, -1])
def test_a_position_outside_of_the_order_is_refused(position: int) -> None:
    with pytest.raises(IndexError, match="no position"):
        Order(1, 1, 10, 4).place(position)


def test_an_order_is_the_same_in_another_process_and_for_good() -> None:
    """A running study must not change its orders when this code or Python changes.

    The digest was taken when the code was written.
    """
    program = (
        "import hashlib; from arena.studies.roster import order_of;"
        "print(hashlib.sha256(repr([tuple(p) for p in order_of(2026, 3, 100, 4)]).encode()).hexdigest())"
    )
    digests = {
        subprocess.check_output([sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed}, text=True).strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {PINNED}
    here = hashlib.sha256(repr([tuple(p) for p in order_of(2026, 3, 100, 4)]).encode()).hexdigest()
    assert here == PINNED


def test_reviewers_get_different_orders_and_studies_too() -> None:
    orders = {order_of(seed, number, 25, 4) for seed in range(5) for number in range(1, 11)}
    assert len(orders) == 50
    first_cases = Counter(order_of(5, number, 25, 4)[0].case for number in range(1, 201))
    assert len(first_cases) == 25  # reviewers start everywhere, so that all papers are covered when they stop early


@pytest.mark.parametrize(("n_cases", "n_systems"), [(100, 4), (5, 4), (100, 20), (20, 6), (2, 20)])
def test_pair_order_is_shuffled_inside_blocks(n_cases: int, n_systems: int) -> None:
    n_pairs = n_systems * (n_systems - 1) // 2
    order = order_of(11, 4, n_cases, n_systems)
    blocks = [tuple((p.a, p.b) for p in order[start : start + n_pairs]) for start in range(0, len(order), n_pairs)]
    assert len(set(blocks)) >= 0.9 * len(blocks)
    # A place in the block says little about the pair there: each pair turns up at many places of its block.
    places = defaultdict(set)
    for block in blocks:
        for place, pair in enumerate(block):
            places[pair].add(place)
    possible = min(n_pairs, n_cases)
    assert sum(len(seen) for seen in places.values()) / n_pairs > 0.5 * possible


def test_the_side_does_not_follow_from_the_position() -> None:
    """Over many reviewers system a is on the left half the time at every position (binomial, 5 standard errors)."""
    n_reviewers = 400
    left = Counter(
        (position, place.a_is_left)
        for number in range(1, n_reviewers + 1)
        for position, place in enumerate(order_of(3, number, 10, 4))
    )
    for position in range(60):
        assert abs(left[position, True] - n_reviewers / 2) < 5 * (n_reviewers / 4) ** 0.5


def test_consecutive_tasks_share_no_case_where_there_are_four_or_more() -> None:
    order = order_of(1, 1, 4, 20)
    assert all(one.case != next_one.case for one, next_one in pairwise(order))


@pytest.mark.parametrize("n_systems", [2, 3, 7, 20])
def test_tasks_are_numbered_case_by_case_in_pair_order(n_systems: int) -> None:
    places = [Place(case, a, b, True) for case in range(3) for a, b in pairs_of(n_systems)]
    assert [task_number(place, n_systems) for place in places] == list(range(len(places)))


@pytest.mark.parametrize(("n_cases", "n_systems"), [(0, 4), (101, 4), (10, 1), (10, 21)])
def test_a_study_out_of_range_is_refused(n_cases: int, n_systems: int) -> None:
    with pytest.raises(ValueError, match="a study has"):
        order_of(1, 1, n_cases, n_systems)

"""What a reviewer is shown step by step, over its whole range: each property is stated in arena/studies/schedule.py."""

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.studies.roster import Place, lazy_order
from arena.studies.schedule import LEAST_APART, Schedule, Step, StepKind, schedule_of

PINNED = "9b2cca5921eb53ccdfffcc810aeb134413daf411757fcf49be9ec7012124a05d"
seeds = st.integers(min_value=0, max_value=2**63 - 1)
numbers = st.integers(min_value=0, max_value=10_000)
cases = st.integers(min_value=1, max_value=100)
# Few systems are what studies have; many are slower to check.
systems = st.one_of(st.integers(min_value=2, max_value=5), st.integers(min_value=2, max_value=20))
shares = st.one_of(st.sampled_from([0.0, 0.03, 0.05, 0.2, 0.5]), st.floats(min_value=0, max_value=0.5))
CORNERS = [(1, 2), (1, 20), (2, 2), (2, 20), (3, 3), (4, 4), (5, 4), (11, 4), (12, 4), (100, 2), (100, 4), (100, 20)]


def faults_of(schedule: Schedule, share: float, practice: int, gold: int) -> list[str]:
    """Everything in which these steps break their promises, found the slow and plain way."""
    steps = [schedule.step(number) for number in range(1, len(schedule) + 1)]
    order = list(schedule.order)
    total, n_cases = len(order), schedule.order.n_cases
    faults = []
    if [step.place for step in steps if step.kind == StepKind.MAIN] != order:
        faults.append("the main pairs are not the roster's")
    if any(step.first_is_left != step.place.a_is_left for step in steps if step.kind == StepKind.MAIN and step.place):
        faults.append("a main pair has other sides than in the roster")
    if len({(step.kind, step.position) for step in steps}) != len(steps):
        faults.append("two steps of a kind have one position")
    first = [step for step in steps if step.kind == StepKind.PRACTICE]
    if steps[: len(first)] != first or len(first) != min(practice, total // 2):
        faults.append("practice is not what comes first")
    if [step.place for step in first] != order[total - len(first) :]:
        faults.append("practice is not what comes last in the order")
    faults += _gold_faults(steps, total, gold)
    return faults + _repeat_faults(steps, order, n_cases, share)


def _repeat_faults(steps: list[Step], order: list[Place], n_cases: int, share: float) -> list[str]:
    faults = []
    low, high = max(n_cases // 4, min(LEAST_APART, max(3 * n_cases // 4, LEAST_APART))), 3 * n_cases // 4
    if sum(step.kind == StepKind.REPEAT for step in steps) != max(
        0, min(int(share * len(order) + 0.5), len(order) - low)
    ):
        faults.append("not the wanted number of repeats")
    position_of = {place: position for position, place in enumerate(order, start=1)}
    of_case: dict[int, list[int]] = {}
    for position, place in enumerate(order, start=1):
        of_case.setdefault(place.case, []).append(position)
    seen = 0  # main pairs so far
    for step in steps:
        if step.kind == StepKind.MAIN:
            seen = step.position
        if step.kind != StepKind.REPEAT or step.place is None:
            continue
        if position_of[step.place] != step.position or step.first_is_left == step.place.a_is_left:
            faults.append(f"the repeat of {step.position} is another pair, or has not its sides swapped")
        if not low <= seen - step.position <= max(high, LEAST_APART):
            faults.append(f"the repeat of {step.position} comes after {seen}")
        others = [position for position in of_case[step.place.case] if position != step.position]
        if n_cases >= 12 and any(
            (seen - other < n_cases // 4 if other <= seen else other - seen < n_cases // 4) for other in others
        ):
            faults.append(f"the repeat of {step.position} after {seen} is close to another pair of its paper")
    return faults


def _gold_faults(steps: list[Step], total: int, gold: int) -> list[str]:
    seen, faults = 0, []
    shown = []
    for step in steps:
        if step.kind == StepKind.MAIN:
            seen = step.position
        if step.kind == StepKind.GOLD:
            shown.append(step)
            if not 8 + 15 * (step.position - 1) <= seen < 13 + 15 * (step.position - 1) or step.place is not None:
                faults.append(f"gold pair {step.position} comes after {seen}")
    if len({step.gold for step in shown}) != len(shown) or not {step.gold for step in shown} <= set(range(1, gold + 1)):
        faults.append("gold pairs are not shown once each")
    if len(shown) != sum(8 + 15 * i + 4 <= total for i in range(gold)) and total > 8 + 15 * gold:
        faults.append("gold pairs are missing")
    better_left = sum(step.first_is_left for step in shown)
    if abs(2 * better_left - len(shown)) > 1:
        faults.append("the better poster stands on one side more often")
    return faults


@pytest.mark.parametrize(("n_cases", "n_systems"), CORNERS)
@pytest.mark.parametrize("share", [0.03, 0.5])
def test_steps_keep_their_promises_at_the_ends_of_the_range(n_cases: int, n_systems: int, share: float) -> None:
    schedule = schedule_of(
        7, 1, n_cases=n_cases, n_systems=n_systems, practice_pairs=3, repeat_share=share, gold_pairs=12
    )
    assert faults_of(schedule, share, 3, 12) == []


@settings(max_examples=60, deadline=None)
@given(
    seed=seeds,
    number=numbers,
    n_cases=cases,
    n_systems=systems,
    practice=st.integers(min_value=0, max_value=20),
    share=shares,
    gold=st.integers(min_value=0, max_value=30),
)
def test_steps_keep_their_promises(
    seed: int, number: int, n_cases: int, n_systems: int, practice: int, share: float, gold: int
) -> None:
    schedule = schedule_of(
        seed,
        number,
        n_cases=n_cases,
        n_systems=n_systems,
        practice_pairs=practice,
        repeat_share=share,
        gold_pairs=gold,
    )
    assert faults_of(schedule, share, practice, gold) == []


def test_whoever_stops_early_has_had_about_the_wanted_share_of_repeats() -> None:
    """After m of the main pairs, N // 4 of which come before the first repeat can: within 1 of the even share."""
    for number in range(1, 30):
        schedule = schedule_of(5, number, n_cases=40, n_systems=4, repeat_share=0.05)
        total, low = 240, 10
        for main in range(low, total + 1, 7):
            had = schedule.number_of_main(main) - main
            assert abs(had - 0.05 * total * (main - low) / (total - low)) <= 1


def test_number_of_main_is_where_the_main_pair_comes() -> None:
    schedule = schedule_of(5, 2, n_cases=20, n_systems=4, practice_pairs=3, repeat_share=0.2, gold_pairs=6)
    for number in range(1, len(schedule) + 1):
        step = schedule.step(number)
        if step.kind == StepKind.MAIN:
            assert schedule.number_of_main(step.position) == number


def test_repeats_of_some_cases_are_counted() -> None:
    schedule = schedule_of(5, 2, n_cases=20, n_systems=4, repeat_share=0.3)
    repeats = [step for step in map(schedule.step, range(1, len(schedule) + 1)) if step.kind == StepKind.REPEAT]
    some = frozenset({1, 4, 17})
    expected = sum(step.place is not None and step.place.case in some for step in repeats)
    assert schedule.repeats_of_cases(some) == expected > 0
    assert schedule.repeats_of_cases(frozenset()) == 0


@settings(max_examples=30, deadline=None)
@given(seed=seeds, number=numbers, data=st.data())
def test_a_step_is_the_same_whatever_was_asked_for_before(seed: int, number: int, data: st.DataObject) -> None:
    sizes = {"n_cases": 20, "n_systems": 4, "practice_pairs": 3, "repeat_share": 0.2, "gold_pairs": 4}
    schedule = schedule_of(seed, number, **sizes)
    steps = [schedule.step(step) for step in range(1, len(schedule) + 1)]
    schedule_of.cache_clear()
    lazy_order.cache_clear()
    again = schedule_of(seed, number, **sizes)
    asked = data.draw(st.lists(st.integers(min_value=1, max_value=len(steps)), min_size=1, max_size=6))
    assert [again.step(step) for step in asked] == [steps[step - 1] for step in asked]


def test_steps_are_the_same_in_another_process_and_for_good() -> None:
    """A running study must not change its steps when this code or Python changes; taken when the code was written."""
    program = (
        "import hashlib; from arena.studies.schedule import schedule_of;"
        "s = schedule_of(2026, 3, n_cases=100, n_systems=4, practice_pairs=3, repeat_share=0.03, gold_pairs=5);"
        "steps = [(str(t.kind), t.position, t.first_is_left, t.gold) for t in map(s.step, range(1, len(s) + 1))];"
        "print(hashlib.sha256(repr(steps).encode()).hexdigest())"
    )
    digests = {
        subprocess.check_output([sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed}, text=True).strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {PINNED}


def test_reviewers_get_repeats_and_gold_pairs_of_their_own() -> None:
    sizes = {"n_cases": 100, "n_systems": 4, "repeat_share": 0.03, "gold_pairs": 5}
    seen = {
        tuple(
            (step.kind, step.position, step.gold)
            for step in map(schedule_of(1, number, **sizes).step, range(1, 60))
            if step.kind != StepKind.MAIN
        )
        for number in range(1, 21)
    }
    assert len(seen) == 20


@pytest.mark.parametrize("share", [-0.01, 0.51, float("nan")])
def test_a_share_out_of_range_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="of the pairs can be shown again"):
        schedule_of(1, 1, n_cases=10, n_systems=4, repeat_share=share)


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_a_step_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(IndexError, match="no step"):
        schedule_of(1, 1, n_cases=10, n_systems=4).step(number)


def test_the_next_step_of_the_largest_roster_does_not_wait_for_the_last() -> None:
    """19,000 tasks, nothing worked out before: step 600 costs well under half of what the last one does."""

    def seconds_to(step: int, reviewer: int) -> float:
        start = time.thread_time()
        schedule = schedule_of(2, reviewer, n_cases=100, n_systems=20, repeat_share=0.03, gold_pairs=10)
        schedule.step(step)
        return time.thread_time() - start

    early = min(seconds_to(600, reviewer) for reviewer in range(5))
    assert early < 0.5 * min(seconds_to(19_500, reviewer) for reviewer in range(5, 10))

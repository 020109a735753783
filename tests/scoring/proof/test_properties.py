"""What must change no number, on any small study: sides, order, names, doubled or unrelated judgments, skips."""

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.alignment import align
from scoring.preference import compare, estimate_preference, left_share
from scoring.preference.preference import Preference
from scoring.records import JudgmentRecord
from scoring.report.model import Report
from scoring.words import Choice
from tests.scoring.proof.studies import RESAMPLES, keeps_its_rules, report_of, scores, study

CHOICES = (Choice.LEFT, Choice.EQUAL, Choice.RIGHT)
MIRROR = {Choice.LEFT: Choice.RIGHT, Choice.RIGHT: Choice.LEFT, Choice.EQUAL: Choice.EQUAL, Choice.SKIP: Choice.SKIP}
EXAMPLES = settings(max_examples=25)
REPORTS = settings(max_examples=12)  # a whole report takes a while


@st.composite
def studies(draw: st.DrawFn) -> list[JudgmentRecord]:
    """2 to 4 systems, 2 to 4 papers, 2 to 4 reviewers; any tasks, any answers: connected or not, separated or not."""
    systems = "abcd"[: draw(st.integers(2, 4))]
    pairs = [one + other for one in systems for other in systems if one < other]
    votes = draw(
        st.lists(
            st.tuples(
                st.integers(0, draw(st.integers(1, 3))),
                st.integers(0, draw(st.integers(1, 3))),
                st.sampled_from(pairs),
                st.sampled_from(CHOICES),
                st.booleans(),
            ),
            min_size=4,
            max_size=60,
            unique_by=lambda vote: vote[:3],
        )
    )
    return [
        JudgmentRecord(f"p{paper}", f"R{reviewer}", *(pair if straight else pair[::-1]), choice)
        for paper, reviewer, pair, choice, straight in votes
    ]


def names(records: list[JudgmentRecord]) -> set[str]:
    return {name for record in records for name in (record.system_left, record.system_right)}


def preference(records: list[JudgmentRecord], seed: int = 0) -> Preference:
    return estimate_preference(compare(records, names(records)), resamples=RESAMPLES, seed=seed)


def numbers(report: Report) -> Report:
    """The report without what only counts or describes the files."""
    empty = report_of([])
    return dataclasses.replace(
        report,
        input=empty.input,
        notes=(),
        self_consistency=empty.self_consistency,
        failures=(),  # a flag's rate counts all responses that showed the poster, skips too
        with_excluded=None,  # which is about the excluded ones
    )


@REPORTS
@given(studies(), st.sampled_from([None, 0, 7, 40]), st.integers(1, 30))
def test_every_interval_is_whole_or_explained(records, spread: int | None, resamples: int) -> None:
    # Without scores, all equal, and unequal ones; with so few resamples that many a statistic has none left.
    own = (
        None
        if spread is None
        else scores(records, lambda case, system: float((ord(system) * int(case[1:])) % (spread + 1)))
    )
    keeps_its_rules(report_of(records, own, resamples=resamples))


@REPORTS
@given(studies())
def test_showing_every_pair_the_other_way_round_mirrors_the_side_and_nothing_else(records) -> None:
    swapped = [
        dataclasses.replace(r, system_left=r.system_right, system_right=r.system_left, choice=MIRROR[r.choice])
        for r in records
    ]
    one, other = report_of(records), report_of(swapped)
    assert numbers(dataclasses.replace(one, position=other.position)) == numbers(other)
    if one.position.left_share is not None:
        assert other.position.left_share == pytest.approx(1 - one.position.left_share, abs=2e-6)
    if one.position.effect is not None:
        assert other.position.effect == pytest.approx(-one.position.effect, abs=1e-5)
    assert (one.position.effect is None) == (other.position.effect is None)


@REPORTS
@given(studies(), st.randoms(use_true_random=False))
def test_the_order_of_rows_decides_nothing(records, shuffle: random.Random) -> None:
    mixed = shuffle.sample(records, len(records))
    one, other = report_of(records), report_of(mixed)
    assert dataclasses.replace(one, input=other.input) == other


@EXAMPLES
@given(studies(), st.permutations("abcd"))
def test_renaming_systems_only_renames(records, order: list[str]) -> None:
    new = dict(zip("abcd", order, strict=True))
    renamed = [
        dataclasses.replace(r, system_left=new[r.system_left], system_right=new[r.system_right]) for r in records
    ]
    one, other = preference(records), preference(renamed)
    found = {s.system: s for s in other.systems}
    for system in one.systems:
        twin = found[new[system.system]]
        assert (system.rank, system.rank_range, system.boundary, system.n, system.regularised) == (
            twin.rank,
            twin.rank_range,
            twin.boundary,
            twin.n,
            twin.regularised,
        )
        assert same(system.beat, twin.beat)
        assert same(system.interval.low, twin.interval.low)
        assert same(system.interval.high, twin.interval.high)
        assert system.interval.reason == twin.interval.reason
    assert one.outcomes == other.outcomes


def complement(share: float | None) -> float | None:
    return None if share is None else 1 - share


def same(one: float | None, other: float | None) -> bool:
    """Equal but for the last steps of an iteration, which meet in another order."""
    return one == other if one is None or other is None else abs(one - other) <= 1e-6


@REPORTS
@given(studies(), st.permutations("abcd"))
def test_renaming_systems_only_renames_in_the_whole_report(records, order: list[str]) -> None:
    new = dict(zip("abcd", order, strict=True))
    renamed = [
        dataclasses.replace(r, system_left=new[r.system_left], system_right=new[r.system_right]) for r in records
    ]
    value = {name: 30.0 + 9 * place for place, name in enumerate("abcd")}
    old = {after: before for before, after in new.items()}
    one = report_of(records, scores(records, lambda case, system: value[system] + int(case[1:]) ** 2))
    other = report_of(renamed, scores(renamed, lambda case, system: value[old[system]] + int(case[1:]) ** 2))
    expected = {
        key if isinstance(key, str) else frozenset(map(new.get, key)): own for key, own in nameless(one).items()
    }
    found = nameless(other)
    assert found.keys() == expected.keys()
    for key, own in expected.items():
        assert len(found[key]) == len(own)
        assert all(same(x, y) if isinstance(x, float) else x == y for x, y in zip(found[key], own, strict=True)), key


def nameless(report: Report) -> dict[frozenset[str] | str, tuple[object, ...]]:
    """Numbers that belong to systems or to none, by names of systems or by what they are.

    Left out is what rests on an order of systems: strengths where two strong sets are of one size, alpha (whose two
    outcomes are told apart by the order of each pair) and the row bootstrap's random numbers.
    """
    numbers: dict[frozenset[str] | str, tuple[object, ...]] = {}
    for s, v in ((s, v) for s in report.systems for v in report.variants if v.system == s.system):
        crossed = (s.beat_probability, s.ci_low, s.ci_high, s.rank, s.rank_low, s.rank_high, s.boundary, s.regularised)
        others = (v.paper.ci_low, v.paper.ci_high, v.reviewer.ci_low, v.reviewer.ci_high, s.robust_low, s.robust_high)
        numbers[frozenset([s.system])] = (*crossed, *others, s.wins, s.ties, s.losses)
    for d in report.differences:
        numbers[frozenset([d.a, d.b])] = (abs(d.difference), d.p_value, d.apart, d.reason)
    for dropped in (*report.influence.reviewers, *report.influence.papers):
        numbers[dropped.name] = (dropped.shift, dropped.rank_changes, dropped.reason, len(dropped.leaders))
    position, ties, planning = report.position, report.tie_model, report.planning
    numbers["position"] = (position.left_share, position.ci_low, position.effect, position.effect_low)
    numbers["ties"] = (ties.nu, ties.largest_change, ties.rank_changes, ties.reason)
    numbers["planning"] = (planning.width, planning.paper_share, planning.reviewer_share, planning.clipped)
    numbers["flips"] = (report.fragility.flips,)
    numbers["alignment"] = (
        report.alignment.pearson_r,
        report.alignment.ci_low,
        report.alignment.kendall,
        *((m.agreement, m.ci_low) for m in report.alignment.margins),
    )
    return numbers


@EXAMPLES
@given(studies())
def test_names_of_papers_and_reviewers_decide_nothing_but_which_random_number_they_get(records) -> None:
    kept_order = [dataclasses.replace(r, case_id=f"x-{r.case_id}", reviewer=f"X{r.reviewer}") for r in records]
    one, other = preference(kept_order), preference(records)
    assert (one.systems, one.pairs, one.outcomes) == (other.systems, other.pairs, other.outcomes)
    turned = [
        dataclasses.replace(r, case_id=f"q{9 - int(r.case_id[1:])}", reviewer=f"Q{9 - int(r.reviewer[1:])}")
        for r in records
    ]
    assert points(preference(turned)) == points(preference(records))


def points(found: Preference) -> list[tuple[object, ...]]:
    systems = [(s.system, s.strength, s.beat, s.rank, s.component, s.boundary) for s in found.systems]
    return [*systems, *((p.a, p.b, p.preference) for p in found.pairs)]


@EXAMPLES
@given(studies())
def test_all_judgments_again_by_other_people_on_other_papers_change_no_estimate(records) -> None:
    again = [dataclasses.replace(r, case_id=f"q-{r.case_id}", reviewer=f"Q{r.reviewer}") for r in records]
    one, other = preference(records), preference([*records, *again])
    twins = {s.system: s for s in other.systems}
    for system in one.systems:
        twin = twins[system.system]
        # At a boundary the ridge weighs half as much against twice the judgments, and the limit can be slow: where b
        # beat a twice and c beat a once, b against c tends to 2/3 with the logarithm of the ridge.
        assert system.beat == pytest.approx(twin.beat, abs=5e-3 if system.boundary else 1e-8)
        assert (system.rank, system.component, system.boundary) == (twin.rank, twin.component, twin.boundary)
        assert twin.n == 2 * system.n
    shares = {p.a + p.b: p.preference for p in other.pairs} | {p.b + p.a: complement(p.preference) for p in other.pairs}
    assert all(same(shares[p.a + p.b], p.preference) for p in one.pairs)


@EXAMPLES
@given(studies(), st.lists(st.sampled_from(CHOICES), min_size=1, max_size=4))
def test_an_unrelated_component_changes_nothing_in_the_others(records, answers: list[Choice]) -> None:
    # Judged on the same papers by the same people, so that the same resamples are drawn.
    tasks = sorted({(r.case_id, r.reviewer) for r in records})
    apart = [
        JudgmentRecord(case, reviewer, "x", "y", choice)
        for (case, reviewer), choice in zip(tasks, answers, strict=False)
    ]
    one, other = preference(records), preference([*records, *apart])
    twins = {s.system: s for s in other.systems}
    for system in one.systems:
        twin = twins[system.system]
        assert (system.beat, system.rank, system.rank_range) == (twin.beat, twin.rank, twin.rank_range)
        assert system.interval == twin.interval
    shares = {frozenset((p.a, p.b)): (p.preference, p.interval) for p in other.pairs}
    assert all(shares[frozenset((p.a, p.b))][1].reason == p.interval.reason for p in one.pairs)
    assert other.outcomes.dropped >= one.outcomes.dropped


@REPORTS
@given(studies(), st.sampled_from(["skip", "skip by a new reviewer on a new paper", "excluded", "repeat"]))
def test_what_is_no_judgment_changes_no_number(records, kind: str) -> None:
    first = records[0]
    more = {
        "skip": dataclasses.replace(first, system_left="x", choice=Choice.SKIP),
        "skip by a new reviewer on a new paper": dataclasses.replace(
            first, case_id="a", reviewer="A", choice=Choice.SKIP
        ),
        "excluded": dataclasses.replace(first, case_id="a", reviewer="A", excluded_reason="too fast"),
        "repeat": dataclasses.replace(first, choice=MIRROR[first.choice], repeat_of="1"),
    }[kind]
    if kind == "skip":
        # A task of the same people, papers and systems that nobody has judged.
        done = {(r.case_id, r.reviewer, frozenset((r.system_left, r.system_right))) for r in records}
        free = [
            (case, reviewer, pair)
            for case in sorted({r.case_id for r in records})
            for reviewer in sorted({r.reviewer for r in records})
            for pair in sorted({tuple(sorted((r.system_left, r.system_right))) for r in records})
            if (case, reviewer, frozenset(pair)) not in done
        ]
        if not free:
            return
        case, reviewer, pair = free[0]
        more = JudgmentRecord(case, reviewer, *pair, Choice.SKIP)
    one, other = report_of(records), report_of([*records, more])
    assert one.input.ranked == other.input.ranked
    assert without_papers(numbers(one)) == without_papers(numbers(other))


def without_papers(report: Report) -> Report:
    """A skip of a new paper makes it a case of the report, with no judgment: only the table of coverage shows that."""
    return dataclasses.replace(report, coverage=None)


def test_every_statistic_of_a_report_is_what_it_is_alone() -> None:
    """No statistic takes random numbers from another's stream, so a new one can change no old one."""
    records = study(("ab", "bc", "ca"))
    scored = scores(records, lambda case, system: float(ord(system) * 7 % 40 + int(case[1:])))
    report = report_of(records, scored)
    comparisons = compare(records, "abc")
    alone = estimate_preference(comparisons, resamples=RESAMPLES, seed=0)
    assert [(s.ci_low, s.ci_high) for s in report.systems] == [
        (round(s.interval.low, 6), round(s.interval.high, 6)) for s in alone.systems
    ]
    position = left_share(comparisons, resamples=RESAMPLES, seed=0)
    assert report.position.ci_low == round(position.interval.low, 6)
    edges = (0.0, 3.0, 6.0, 10.0, 20.0)
    alignment = align(comparisons, scored, evaluator="e", edges=edges, resamples=RESAMPLES, seed=0)
    assert report.alignment.ci_low == round(alignment.correlation.interval.low, 6)
    assert [m.ci_low for m in report.alignment.margins] == [
        b.interval.low if b.interval.low is None else round(b.interval.low, 6) for b in alignment.margins.buckets
    ]

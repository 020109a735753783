"""What the diagnostics of reviewers count, in hand-worked numbers."""

from itertools import pairwise

import pytest

from arena.review.models import Assignment
from arena.review.quality import Person, ReviewerQuality, Share
from arena.review.quality_page import Order
from arena.review.quality_selectors import quality_of
from arena.review.rules import KINDS, find, stated
from arena.studies.models import Reviewer, Study
from tests.factories.quality import Desk, make_gold
from tests.factories.studies import make_config, make_poster, make_reviewer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(study: Study) -> Desk:
    return Desk(study)


def line(study: Study, reviewer: Reviewer, **how: float) -> ReviewerQuality:
    return next(entry for entry in quality_of(study, **how).reviewers if entry.person.id == reviewer.pk)


def test_shares_say_of_how_many_and_skips_are_no_part_of_them(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    for task, choice in zip(desk.tasks, ("left", "left", "left", "right", "equal", "skip"), strict=False):
        desk.judge(one, task, choice)
    desk.judge(one, desk.tasks[6], "left", answer={"state": "withdrawn"})
    found = line(study, one)
    assert (found.n, found.taken_back) == (6, 1)
    assert (found.skipped, found.left, found.equal) == (Share(1, 6), Share(3, 4), Share(1, 5))


def test_nothing_judged_is_no_share_at_all(study: Study) -> None:
    found = line(study, make_reviewer(study))
    shares = (found.skipped, found.left, found.equal, found.fast, found.repeats, found.gold, found.agreement)
    assert {share.percent for share in shares} == {None}
    assert (found.n, found.median_seconds, found.median_open_seconds) == (0, None, None)


def test_time_is_what_was_visible_and_a_browser_without_script_is_not_measured(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    for task, seconds in zip(desk.tasks, (1.0, 3.0, 8.0, None), strict=False):
        desk.judge(one, task, seconds=seconds, open_seconds=60)
    desk.judge(one, desk.tasks[4], "skip", seconds=0.5)  # a skip may be quick
    found = line(study, one, fast_seconds=3.0)
    assert (found.median_seconds, found.median_open_seconds, found.fast) == (3.0, 60.0, Share(1, 3))
    assert {band.label: band.n for band in found.times if band.n} == {"under 2 s": 1, "2 to 5 s": 1, "5 to 10 s": 1}


def test_a_repeat_is_the_same_when_the_same_poster_is_chosen_on_the_other_side(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    pairs = (("left", "right"), ("right", "right"), ("equal", "equal"), ("left", "skip"))
    for task, (first, again) in zip(desk.tasks, pairs, strict=False):
        before = desk.judge(one, task, first)
        desk.judge(one, task, again, kind="repeat", a_is_left=False, repeat_of=before.assignment)
    assert line(study, one).repeats == Share(2, 3)
    assert line(study, one).n == 4


def test_a_repeat_of_an_answer_that_was_taken_back_is_compared_with_nothing(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    before = desk.judge(one, desk.tasks[0], answer={"state": "withdrawn"})
    desk.judge(one, desk.tasks[0], kind="repeat", a_is_left=False, repeat_of=before.assignment)
    assert line(study, one).repeats == Share(0, 0)


def test_a_gold_pair_is_passed_by_choosing_the_better_poster_on_either_side(study: Study, desk: Desk) -> None:
    one, case = make_reviewer(study), study.cases.first().case
    posters = [make_poster(case, make_config(f"control-{n}")) for n in range(5)]
    golds = [make_gold(study, better, worse) for better, worse in pairwise(posters)]
    for gold, choice, side in zip(golds, ("left", "right", "equal", "skip"), (True, False, True, True), strict=True):
        desk.judge(one, choice=choice, kind="gold", gold=gold, a_is_left=side)
    found = line(study, one)
    assert (found.gold, found.n) == (Share(2, 3), 0)


def test_agreement_is_with_others_on_the_same_pair_whatever_the_sides(study: Study, desk: Desk) -> None:
    one, two, three = (make_reviewer(study) for _ in range(3))
    task, alone = desk.tasks[:2]
    desk.judge(one, task, "left", a_is_left=True)
    desk.judge(two, task, "right", a_is_left=False)
    desk.judge(three, task, "equal")
    desk.judge(one, alone, "left")
    assert [line(study, who).agreement for who in (one, two, three)] == [Share(1, 2), Share(1, 2), Share(0, 2)]


def test_people_and_simulated_reviewers_are_not_compared(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    other = Reviewer.objects.create(study=study, number=50, pseudonym="sim-01", kind="simulated")
    for who in (one, other):
        desk.judge(who, desk.tasks[0], "left")
    assert line(study, one).agreement.percent is None
    assert [(pool.label, pool.total) for pool in quality_of(study).totals] == [
        ("people", 1),
        ("simulated reviewers", 1),
    ]


def test_practice_and_previews_are_in_no_number(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    desk.judge(one, desk.tasks[0], kind=Assignment.Kind.PRACTICE)
    look = Reviewer.objects.create(study=study, number=0, pseudonym="preview", kind="preview")
    desk.judge(look, desk.tasks[0])
    found = quality_of(study)
    assert [entry.person.id for entry in found.reviewers] == [one.pk]
    assert (found.reviewers[0].n, found.totals[0].total) == (0, 0)


def test_flags_and_known_papers_are_counted(study: Study, desk: Desk) -> None:
    one = make_reviewer(study)
    desk.judge(one, desk.tasks[0], answer={"critical_left": True, "critical_right": True})
    desk.judge(one, desk.tasks[1], answer={"critical_right": True, "knows_paper": True})
    found = line(study, one)
    assert (found.flags, found.knows) == (2, 1)


def test_what_is_not_known_stands_last_in_either_order(study: Study, desk: Desk) -> None:
    slow, none, fast = (make_reviewer(study) for _ in range(3))
    desk.judge(slow, desk.tasks[0], seconds=30.0)
    desk.judge(fast, desk.tasks[0], seconds=2.0)
    reviewers = quality_of(study).reviewers

    def order(direction: str) -> list[int]:
        return [entry.quality.person.id for entry in Order.asked("time", direction).lines(reviewers)]

    assert order("up") == [fast.pk, slow.pk, none.pk]
    assert order("down") == [slow.pk, fast.pk, none.pk]
    assert Order.asked("nonsense", "").lines(reviewers)[0].quality.person.id == slow.pk


def reading(**values: object) -> ReviewerQuality:
    """A reviewer who is inside of every rule but for these values."""
    usual: dict[str, object] = {
        "person": Person(1, 1, "R01", "volunteer"),
        "n": 60,
        "skipped": Share(0, 60),
        "taken_back": 0,
        "left": Share(30, 60),
        "equal": Share(0, 60),
        "timed": 60,
        "median_seconds": 20.0,
        "median_open_seconds": 25.0,
        "times": (),
        "fast": Share(0, 60),
        "repeats": Share(9, 10),
        "gold": Share(4, 4),
        "agreement": Share(0, 0),
        "flags": 0,
        "knows": 0,
        "excluded": 0,
        "whole_reasons": (),
        "about": None,
    }
    return ReviewerQuality(**{**usual, **values})


@pytest.mark.parametrize(
    ("rule", "values", "reason"),
    [
        ("side", {"left": Share(58, 60)}, "left in 58 of 60 non-tie judgments, rule: at least 95 % of at least 20"),
        ("side", {"left": Share(3, 60)}, "right in 57 of 60 non-tie judgments, rule: at least 95 % of at least 20"),
        (
            "speed",
            {"median_seconds": 2.04},
            "median of 2.0 visible seconds in 60 judgments, rule: below 3 seconds in at least 20",
        ),
        ("repeats", {"repeats": Share(4, 10)}, "same answer in 4 of 10 repeated pairs, rule: below 50 % of at least 5"),
        ("gold", {"gold": Share(1, 4)}, "passed 1 of 4 gold pairs, rule: below 60 % of at least 4"),
    ],
)
def test_a_reason_holds_the_numbers_and_the_rule(rule: str, values: dict[str, object], reason: str) -> None:
    finding = find(stated(rule), [reading(**values)], {})
    assert [entry.reason for entry in finding.caught] == [reason]


@pytest.mark.parametrize(
    ("rule", "inside"),
    [
        ("side", {"left": Share(56, 60)}),
        ("speed", {"median_seconds": 3.0}),
        ("repeats", {"repeats": Share(5, 10)}),
        ("gold", {"gold": Share(3, 5)}),
    ],
)
def test_the_limit_itself_excludes_only_where_the_rule_says_at_least(rule: str, inside: dict[str, object]) -> None:
    assert find(stated(rule), [reading(**inside)], {}).caught == ()
    assert len(find(stated("side", 95, 20), [reading(left=Share(57, 60))], {}).caught) == 1


@pytest.mark.parametrize(
    ("rule", "few"),
    [
        ("side", {"left": Share(19, 19)}),
        ("speed", {"median_seconds": 0.1, "timed": 19}),
        ("speed", {"median_seconds": None, "timed": 0}),
        ("repeats", {"repeats": Share(0, 4)}),
        ("gold", {"gold": Share(0, 3)}),
    ],
)
def test_a_rule_says_nothing_about_too_few(rule: str, few: dict[str, object]) -> None:
    finding = find(stated(rule), [reading(**few)], {})
    assert (len(finding.too_few), finding.caught, finding.passed) == (1, (), ())


def test_every_rule_passes_somebody_ordinary() -> None:
    for rule in KINDS:
        assert len(find(stated(rule), [reading()], {}).passed) == 1

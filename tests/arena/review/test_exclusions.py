"""Exclusions are data: stated, reversible, and nothing is counted that they do not say."""

import pytest

from arena.core.errors import BadInput, Conflict, NotAllowed
from arena.review.excluded import exclusions_of, history, reasons_in_force
from arena.review.models import Exclusion
from arena.review.quality_selectors import quality_of
from arena.review.rules import stated
from arena.review.services.exclusions import apply_rule, exclude, lift, lift_rule, preview_rule
from arena.studies.models import Reviewer, Study
from tests.factories.quality import Desk
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db
BY_HAND, WITHDRAWN, CONFLICT = "by_hand", "withdrawn", "conflict"


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=4)


@pytest.fixture
def desk(study: Study) -> Desk:
    return Desk(study)


def judge_all(desk: Desk, reviewer: Reviewer, choice: str = "left", **how: object) -> None:
    for place, task in enumerate(desk.tasks):
        desk.judge(reviewer, task, choice, a_is_left=place % 2 == 0, **how)


def test_excluding_twice_by_one_rule_is_once_and_the_first_reason_stays(study: Study) -> None:
    reviewer = make_reviewer(study)
    first = exclude(reviewer=reviewer, rule=BY_HAND, reason="asked  for\nit", by="ada")
    assert exclude(reviewer=reviewer, rule=BY_HAND, reason="another", by="bob") == first
    assert (first.reason, first.made_by, Exclusion.objects.count()) == ("asked for it", "ada", 1)


def test_an_exclusion_that_was_lifted_stays_and_can_be_made_again(study: Study) -> None:
    reviewer = make_reviewer(study)
    first = lift(exclusion=exclude(reviewer=reviewer, rule=BY_HAND, reason="one", by="ada"), by="bob")
    lifted_at = first.lifted_at
    assert lift(exclusion=first, by="cleo").lifted_by == "bob"
    assert exclude(reviewer=reviewer, rule=BY_HAND, reason="two", by="ada") != first
    first.refresh_from_db()
    assert (first.lifted_at, Exclusion.objects.count()) == (lifted_at, 2)


@pytest.mark.parametrize(
    ("rule", "reason"), [("nonsense", "x"), (BY_HAND, " \n"), (BY_HAND, "x" * 301)], ids=["rule", "empty", "long"]
)
def test_what_is_no_exclusion_is_refused(study: Study, rule: str, reason: str) -> None:
    with pytest.raises(BadInput):
        exclude(reviewer=make_reviewer(study), rule=rule, reason=reason, by="ada")
    assert not Exclusion.objects.exists()


def test_a_judgment_is_excluded_only_as_its_own_reviewers(study: Study, desk: Desk) -> None:
    judgment = desk.judge(make_reviewer(study), desk.tasks[0])
    with pytest.raises(BadInput, match="not one of"):
        exclude(reviewer=make_reviewer(study), judgment=judgment, rule=BY_HAND, reason="x", by="ada")


@pytest.mark.parametrize("rule", [WITHDRAWN, CONFLICT])
def test_what_a_reviewer_asked_for_only_the_reviewer_takes_back(study: Study, rule: str) -> None:
    made = exclude(reviewer=make_reviewer(study), rule=rule, reason="conflict of interest")
    with pytest.raises(NotAllowed, match="only R01"):
        lift(exclusion=made, by="ada")
    with pytest.raises(NotAllowed):
        lift_rule(study=study, rule=rule, by="ada")
    assert lift(exclusion=made, by="").lifted_at is not None


def test_a_reviewer_lifts_nothing_that_staff_excluded(study: Study) -> None:
    made = exclude(reviewer=make_reviewer(study), rule=BY_HAND, reason="x", by="ada")
    with pytest.raises(Conflict):
        lift(exclusion=made, by="")


def test_reasons_stand_side_by_side_and_withdrawn_stands_alone(study: Study, desk: Desk) -> None:
    one, two = make_reviewer(study), make_reviewer(study)
    mine, other = desk.judge(one, desk.tasks[0]), desk.judge(one, desk.tasks[1])
    exclude(reviewer=one, judgment=mine, rule=BY_HAND, reason="by hand: slipped", by="ada")
    exclude(reviewer=one, rule="side", reason="left in 58 of 60", by="ada")
    found = reasons_in_force(study)
    assert found.of(reviewer_id=one.pk, judgment_id=mine.pk) == "left in 58 of 60; by hand: slipped"
    assert found.of(reviewer_id=one.pk, judgment_id=other.pk) == "left in 58 of 60"
    assert found.of(reviewer_id=two.pk, judgment_id=desk.judge(two, desk.tasks[0]).pk) == ""
    exclude(reviewer=one, rule=WITHDRAWN, reason="whatever")
    assert reasons_in_force(study).of(reviewer_id=one.pk, judgment_id=mine.pk) == "withdrawn"


def test_a_rule_is_applied_and_lifted_and_kept_and_excluded_add_up(study: Study, desk: Desk) -> None:
    fair, left = make_reviewer(study), make_reviewer(study)
    for place, task in enumerate(desk.tasks):
        desk.judge(fair, task, "left" if place % 2 else "right")
    judge_all(desk, left)
    finding = preview_rule(study=study, rule=stated("side"))
    assert (finding.kept_before, finding.excluded_before, finding.total) == (48, 0, 48)
    assert (finding.kept_after, finding.excluded_after) == (24, 24)
    assert not Exclusion.objects.exists()
    (made,) = apply_rule(study=study, rule=stated("side"), by="ada")
    assert (made.reviewer, made.judgment, made.made_by) == (left, None, "ada")
    assert made.reason == "left in 24 of 24 non-tie judgments, rule: at least 95 % of at least 20"
    totals = quality_of(study).totals[0]
    assert (totals.total, totals.kept, totals.excluded, totals.reasons) == (48, 24, 24, ((made.reason, 24),))
    assert apply_rule(study=study, rule=stated("side"), by="bob") == []
    assert [row.lifted_by for row in lift_rule(study=study, rule="side", by="bob")] == ["bob"]
    assert quality_of(study).totals[0].excluded == 0


def test_nothing_is_excluded_when_others_than_those_shown_would_be(study: Study, desk: Desk) -> None:
    judge_all(desk, make_reviewer(study))
    with pytest.raises(Conflict, match="look again"):
        apply_rule(study=study, rule=stated("side"), by="ada", expected=frozenset())
    assert not Exclusion.objects.exists()
    for made in (1, 0):  # a double click
        assert len(apply_rule(study=study, rule=stated("side"), by="ada", expected=frozenset({1}))) == made


def test_single_judgments_are_excluded_and_counted_once(study: Study, desk: Desk) -> None:
    reviewer = make_reviewer(study)
    slipped = desk.judge(reviewer, desk.tasks[0])
    desk.judge(reviewer, desk.tasks[1])
    back = desk.judge(reviewer, desk.tasks[2], answer={"state": "withdrawn"})
    for judgment in (slipped, back):
        exclude(reviewer=reviewer, judgment=judgment, rule=CONFLICT, reason="conflict of interest")
    exclude(reviewer=reviewer, judgment=slipped, rule=BY_HAND, reason="by hand: slipped", by="ada")
    (found,) = quality_of(study).reviewers
    assert (found.n, found.kept, found.excluded) == (2, 1, 1)
    assert quality_of(study).totals[0].reasons == (("conflict of interest; by hand: slipped", 1),)


def test_the_history_says_who_did_what_and_takes_many_single_judgments_together(study: Study, desk: Desk) -> None:
    reviewer = make_reviewer(study)
    judgments = [desk.judge(reviewer, task) for task in desk.tasks[:3]]
    for judgment in judgments:
        exclude(reviewer=reviewer, judgment=judgment, rule=CONFLICT, reason="conflict of interest")
    made = exclude(reviewer=reviewer, rule=BY_HAND, reason="by hand: asked for it", by="ada")
    lift(exclusion=made, by="bob")
    events = history(exclusions_of(study))
    assert [(event.was_lifted, event.by, event.what) for event in events] == [
        (True, "bob", "everything"),
        (False, "ada", "everything"),
        (False, "", "3 judgments"),
    ]


@pytest.mark.parametrize(("rule", "limit", "least"), [("side", 101, 20), ("side", 0, 20), ("speed", 3, 0), ("x", 1, 1)])
def test_limits_that_cannot_be_are_refused(rule: str, limit: float, least: int) -> None:
    with pytest.raises(BadInput):
        stated(rule, limit, least)

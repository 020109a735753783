"""manage.py exclusions: the same services as the page."""

import io

import pytest
from django.core.management import CommandError, call_command

from arena.review.models import Exclusion
from arena.review.services.exclusions import exclude
from arena.studies.models import Study
from tests.factories.quality import Desk
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    study = make_study(n_cases=4)
    desk, reviewer = Desk(study), make_reviewer(study)
    for task in desk.tasks:
        desk.judge(reviewer, task)
    return study


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("exclusions", *(str(argument) for argument in arguments), stdout=out)
    return out.getvalue()


def test_a_rule_is_previewed_applied_listed_and_lifted(study: Study) -> None:
    assert "Nothing was ever excluded." in run("forest")
    preview = run("forest", "--preview", "side", "--least", 10)
    assert "would be excluded" in preview
    assert "Nothing was changed." in preview
    assert not Exclusion.objects.exists()
    applied = run("forest", "--apply", "side", "--least", 10)
    assert "Judgments by people: 0 kept + 24 excluded = 24" in applied
    made = Exclusion.objects.get()
    assert (made.made_by, made.reason) == (
        "command line",
        "left in 24 of 24 non-tie judgments, rule: at least 95 % of at least 10",
    )
    assert f"{made.pk}  R01, everything: {made.reason}" in run("forest", "--list")
    assert "24 kept + 0 excluded" in run("forest", "--lift", made.pk)
    run("forest", "--apply", "side")
    assert "24 kept + 0 excluded" in run("forest", "--lift-rule", "side")
    assert "by command line" in run("forest")


def test_by_hand_needs_a_reviewer_and_a_reason(study: Study) -> None:
    for arguments in ((), ("--reviewer", "R01"), ("--reviewer", "R09", "--reason", "x")):
        with pytest.raises(CommandError):
            run("forest", "--apply", "by_hand", *arguments)
    run("forest", "--apply", "by_hand", "--reviewer", "R01", "--reason", "asked for it")
    assert Exclusion.objects.get().reason == "by hand: asked for it"


def test_what_cannot_be_is_one_line(study: Study) -> None:
    own = exclude(reviewer=study.reviewers.get(), rule="withdrawn", reason="withdrawn")
    for arguments in (("--lift", 999), ("--lift", own.pk), ("--apply", "side", "--limit", 200), ("--apply", "x")):
        with pytest.raises(CommandError) as raised:
            run("forest", *arguments)
        assert "\n" not in str(raised.value)
    with pytest.raises(CommandError):
        run("none")

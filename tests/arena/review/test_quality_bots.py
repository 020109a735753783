"""Reviewers who do not look are told apart from those who do, and each rule excludes exactly whom it should."""

import pytest

from arena.review.quality import ReviewerQuality
from arena.review.quality_selectors import quality_of
from arena.review.records import judgment_records
from arena.review.rules import stated
from arena.review.services.exclusions import apply_rule, lift_rule
from arena.studies.models import Study
from arena.studies.services.gold import add_gold_pair
from arena.studies.services.life import open_study
from tests.factories import bots
from tests.factories.studies import make_config, make_poster, make_reviewer, make_study

pytestmark = pytest.mark.django_db

BOTS = {
    "careful": bots.careful,
    "careful too": bots.careful,
    "random": bots.at_random,
    "always left": bots.always_left,
    "fast": bots.fast,
    "tab switcher": bots.tab_switcher,
}
# Whom each rule catches; one who always answers left answers a repeat, whose sides are swapped, differently.
CAUGHT = {
    "speed": {"fast", "tab switcher"},
    "side": {"always left"},
    "repeats": {"random", "always left"},
    "gold": {"random", "always left"},
}
RULES = {rule: stated(rule) for rule in CAUGHT} | {"gold": stated("gold", 90, 3)}  # few are shown in a small study


@pytest.fixture
def study() -> Study:
    """48 pairs, a quarter of them repeated, and gold pairs among them."""
    study = make_study(n_cases=8, repeat_share=0.25, state=Study.State.FROZEN)
    for place, entry in enumerate(study.cases.select_related("case")):
        good, bad = (make_poster(entry.case, make_config(f"control-{word}-{place}")) for word in ("good", "bad"))
        add_gold_pair(study=study, better=good, worse=bad)
    return open_study(study=study)


def test_diagnostics_tell_bots_apart_and_rules_catch_whom_they_should(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = bots.Clock(monkeypatch)
    names = {make_reviewer(study).pk: name for name in BOTS}
    for reviewer in study.reviewers.order_by("number"):
        assert bots.judge_everything(reviewer, BOTS[names[reviewer.pk]], clock) > 48
    found = {names[entry.person.id]: entry for entry in quality_of(study).reviewers}

    assert {entry.n for entry in found.values()} == {48}
    assert min(entry.repeats.of for entry in found.values()) >= 8
    assert min(entry.gold.of for entry in found.values()) >= 3
    careful, switcher = found["careful"], found["tab switcher"]
    for name, entry in found.items():
        assert (percent(entry, "left") > 90) == (name == "always left")
        assert (entry.median_seconds < 3) == (name in ("fast", "tab switcher"))
        assert (percent(entry, "agreement") < 60) == (name in ("random", "always left"))
        assert (percent(entry, "repeats") > 60) == (name not in ("random", "always left"))
    assert switcher.median_open_seconds > 60 > careful.median_open_seconds

    for rule, caught in CAUGHT.items():
        made = apply_rule(study=study, rule=RULES[rule], by="ada")
        assert {names[row.reviewer_id] for row in made} == caught, rule
        marked = {row.reviewer for row in judgment_records(study, simulated=False) if row.excluded_reason}
        assert marked == {row.reviewer.pseudonym for row in made}
        totals = quality_of(study).totals[0]
        assert (totals.total, totals.excluded) == (48 * len(BOTS), 48 * len(caught))
        assert len(lift_rule(study=study, rule=rule, by="ada")) == len(caught)


def percent(entry: ReviewerQuality, share: str) -> float:
    value: float | None = getattr(entry, share).percent
    assert value is not None, share
    return value

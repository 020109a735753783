"""A new version of a study: its reviewers go on there, with the judgments whose posters are the same."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.core.errors import Conflict
from arena.posters.models import Poster
from arena.review.models import Assignment, ConflictOfInterest, Exclusion, Journey, Judgment
from arena.review.records import judgment_records
from arena.review.selectors import standing_of
from arena.review.services.conflicts import declare_conflicts
from arena.review.services.exclusions import exclude
from arena.review.services.leave import return_everything, withdraw_everything
from arena.review.services.preview import start_preview
from arena.review.services.show import show_next
from arena.review.services.simulated import record_simulated
from arena.studies.cookies import COOKIE
from arena.studies.history import carried_into
from arena.studies.models import Consent, GoldPair, Reviewer, Study
from arena.studies.selectors import schedule_for
from arena.studies.services.change import change_settings
from arena.studies.services.freeze import freeze_study
from arena.studies.services.gold import add_gold_pair, remove_gold_pair
from arena.studies.services.invite import invite, renew_invitation, revoke_invitation
from arena.studies.services.life import close_study, open_study, pause_study, publish_study
from arena.studies.services.reviewers import add_reviewers
from arena.studies.services.version import new_version, next_name
from scoring.words import Choice
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_benchmark, make_config, make_poster, make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db
CHOICES = (Choice.LEFT, Choice.EQUAL, Choice.SKIP, Choice.RIGHT)


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=4, systems=("alder", "birch", "cedar"))


def judged(study: Study, pairs: int) -> Reviewer:
    reviewer = make_reviewer(study)
    for number in range(pairs):
        judge(show(reviewer), CHOICES[number % 4], critical_right=number == 1, comment=f"pair {number}")
    return reviewer


def versioned(study: Study, **changes: object) -> Study:
    """The next version, frozen, with these settings changed in its draft."""
    pause_study(study=study)
    draft = new_version(study=study)
    if changes:
        draft = change_settings(study=draft, **changes)
    return freeze_study(study=draft)


def carried(study: Study) -> list[Assignment]:
    rows = Assignment.objects.filter(reviewer__study=study).select_related("carried_from__judgment", "judgment")
    return list(rows.order_by("reviewer__number", "step"))


def test_the_draft_has_the_settings_of_the_study_before_it(study: Study) -> None:
    change_settings(study=study, question="Which one?", quota=9, contact="Ann, ann@example.org", repeat_share=0.05)
    study.refresh_from_db()
    draft = new_version(study=study, by="ada")
    assert (draft.name, draft.state, draft.previous) == ("forest-v2", "draft", study)
    for field in ("title", "question", "benchmark", "wanted_systems", "seed", "quota", "contact", "repeat_share"):
        assert getattr(draft, field) == getattr(study, field)
    assert draft.frozen_at is None
    assert study.events.first().detail == {"version": "forest-v2"}
    with pytest.raises(Conflict, match="is there already: forest-v2"):
        new_version(study=study)
    with pytest.raises(Conflict, match="is a draft: change it as it is"):
        new_version(study=draft)


@pytest.mark.parametrize(
    ("name", "following"),
    [("forest", "forest-v2"), ("forest-v2", "forest-v3"), ("forest-v9", "forest-v10"), ("x" * 80, "x" * 77 + "-v2")],
)
def test_versions_are_numbered(name: str, following: str) -> None:
    assert next_name(name) == following


def test_everybody_goes_on_under_the_same_number_with_the_same_link_and_cookie(study: Study) -> None:
    issued = invite(study=study, count=2)
    client = Client()
    link = issued[0].url.removeprefix("http://testserver")
    client.post(link)
    version = open_study(study=versioned(study))
    new = version.reviewers.get(number=1)
    assert (new.pseudonym, new.kind, new.previous) == ("R01", "volunteer", issued[0].reviewer)
    old_cookie = client.cookies[COOKIE].value
    assert client.get("/review/", follow=True).status_code == 200
    assert client.cookies[COOKIE].value != old_cookie  # known in the new version directly from now on
    other = Client()
    other.post(link)
    other.get("/review/")
    assert other.cookies[COOKIE].value.split(":")[0] == client.cookies[COOKIE].value.split(":")[0]
    assert list(version.reviewers.order_by("number").values_list("number", "pseudonym")) == [(1, "R01"), (2, "R02")]


def test_a_link_replaced_or_revoked_in_the_new_version_voids_cookies_of_the_old_one(study: Study) -> None:
    clients = [reviewer_client(make_reviewer(study)) for _ in range(3)]
    version = open_study(study=versioned(study))
    first, second, third = version.reviewers.order_by("number")
    renew_invitation(reviewer=first)
    revoke_invitation(reviewer=second)
    assert [client.get("/review/").status_code for client in clients] == [403, 403, 200]
    with pytest.raises(Conflict, match="R03 has gone on to forest-v2"):
        renew_invitation(reviewer=third.previous)


def test_an_answered_pair_comes_along_as_it_was_given(study: Study) -> None:
    judged(study, 5)
    old = {entry.pk: entry for entry in carried(study)}
    version = versioned(study)
    rows = carried(version)
    assert [row.carried_from_id for row in rows] == sorted(old)
    for row in rows:
        before = row.carried_from
        for field in ("choice", "critical_left", "critical_right", "comment", "shown_at", "decided_at", "seconds"):
            assert getattr(row.judgment, field) == getattr(before.judgment, field)
        assert (row.left_poster_id, row.right_poster_id) == (before.left_poster_id, before.right_poster_id)
        assert row.a_is_left == before.a_is_left
        assert [(r.number, r.action) for r in row.judgment.revisions.all()] == [(1, "given")]
    assert len(judgment_records(version, simulated=False)) == 5
    before, after = (judgment_records(one, simulated=False) for one in (study, version))
    said = [(r.case_id, r.system_left, r.system_right, r.choice, r.reviewer) for r in before]
    assert sorted(said) == sorted((r.case_id, r.system_left, r.system_right, r.choice, r.reviewer) for r in after)


def test_the_counts_are_shown(study: Study, as_ada: Client) -> None:
    judged(study, 5)
    simulated = add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]
    record_simulated(reviewer=simulated, answers=simulated_answers(12))
    spoilt = make_poster(study.cases.first().case, make_config("alder"))
    version = versioned(study)
    found = carried_into(version)
    people = len(judgment_records(version, simulated=False))
    of_simulated = len(judgment_records(version, simulated=True))
    assert (found.from_name, found.reviewers, found.judgments, found.simulated) == ("forest", 2, people, of_simulated)
    changed = Assignment.objects.filter(reviewer__study=study, case=spoilt.case).exclude(carried_to__isnull=False)
    assert found.left == (f"{changed.count()}: a poster of the pair is another one now",)
    assert people + of_simulated + changed.count() == 17
    page = as_ada.get("/studies/forest-v2/").content.decode()
    assert f"From there came 2 reviewers, {people} judgment" in page
    assert "a poster of the pair is another one now" in page


def test_a_pair_with_another_poster_is_asked_anew_and_one_that_looks_the_same_is_not(study: Study) -> None:
    judged(study, 12)
    case = study.cases.first().case
    again, other = (Poster.objects.get(case=case, system_config__system__slug=slug) for slug in ("alder", "birch"))
    same = make_poster(case, again.system_config)
    Poster.objects.filter(pk=same.pk).update(master_sha256=again.master_sha256)
    changed = make_poster(case, other.system_config)
    version = versioned(study)
    assert set(version.posters.filter(case=case).values_list("poster", flat=True)) > {same.pk, changed.pk}
    kept = {
        (row.case_id, row.task.system_a.label, row.task.system_b.label)
        for row in Assignment.objects.filter(reviewer__study=version).select_related("task__system_a", "task__system_b")
    }
    assert len(kept) == 10
    assert {pair[1:] for pair in kept if pair[0] == case.pk} == {("alder", "cedar")}
    reviewer = version.reviewers.get()
    open_study(study=version)
    reviewer.refresh_from_db()
    asked = {judge(show(Reviewer.objects.get(pk=reviewer.pk))).assignment.case_id for _ in range(2)}
    assert asked == {case.pk}


def test_papers_and_systems_that_left_take_their_judgments_away_and_say_so(study: Study) -> None:
    reviewer = judged(study, 12)
    smaller = make_benchmark("fewer", 0)
    for position, entry in enumerate(study.benchmark.entries.all()[:3], start=1):
        smaller.entries.create(case=entry.case, position=position)
    make_config("dogwood")
    for entry in smaller.entries.all():
        make_poster(entry.case, make_config("dogwood"))
    version = versioned(study, benchmark=smaller, wanted_systems=["alder", "birch", "dogwood"])
    left = version.events.get(what="carried").detail["left"]
    assert left == {"paper_left": 3, "system_left": 6}
    rows = carried(version)
    assert len(rows) == 3
    assert Judgment.objects.filter(assignment__reviewer=reviewer).count() == 12  # the old version keeps its own


def test_steps_are_those_of_the_new_schedule_and_the_rest_is_shown_in_between(study: Study) -> None:
    judged(study, 6)
    for entry in study.cases.all():
        make_poster(entry.case, make_config("dogwood"))
    version = open_study(
        study=versioned(study, wanted_systems=["alder", "birch", "cedar", "dogwood"], practice_pairs=2)
    )
    reviewer = version.reviewers.get()
    schedule = schedule_for(version, reviewer.number)
    labels = list(version.systems.order_by("label"))
    for row in carried(version):
        step = schedule.step(row.step)
        assert (step.kind, step.position) == (row.kind, row.position)
        assert (row.task.system_a, row.task.system_b) == (labels[step.place.a], labels[step.place.b])
    Journey.objects.filter(reviewer=reviewer).update(ready_at=timezone.now())
    while (row := _next(reviewer)) is not None:
        judge(row)
    main = Assignment.objects.filter(reviewer=reviewer, kind="main")
    assert main.count() == version.tasks.count() == 24
    assert main.values("task").distinct().count() == 24


def _next(reviewer: Reviewer) -> Assignment | None:
    reviewer = Reviewer.objects.select_related("study").get(pk=reviewer.pk)
    return show_next(reviewer=reviewer, standing=standing_of(reviewer))


def test_repeats_and_practice_come_along_where_the_new_version_has_them() -> None:
    study = make_study(n_cases=12, systems=("alder", "birch", "cedar"), practice_pairs=2, repeat_share=0.2)
    reviewer = make_reviewer(study)
    for _ in range(30):
        judge(show(reviewer))
    kinds = {kind: reviewer.assignments.filter(kind=kind).count() for kind in ("main", "repeat", "practice")}
    assert all(kinds.values())
    version = versioned(study)
    new = version.reviewers.get()
    for kind, count in kinds.items():
        assert new.assignments.filter(kind=kind).count() == count
    for row in new.assignments.filter(kind="repeat").select_related("repeat_of"):
        assert row.repeat_of.reviewer == new
        assert row.repeat_of.position == row.position
        assert row.a_is_left != row.repeat_of.a_is_left
    before, after = (judgment_records(one, simulated=False) for one in (study, version))
    assert [(r.case_id, r.choice, bool(r.repeat_of)) for r in before] == [
        (r.case_id, r.choice, bool(r.repeat_of)) for r in after
    ]


def test_every_exported_judgment_came_along_or_is_told_to_have_stayed_repeats_as_well() -> None:
    study = make_study(n_cases=12, systems=("alder", "birch", "cedar"), repeat_share=0.2)
    reviewer = make_reviewer(study)
    for _ in range(30):
        judge(show(reviewer))
    version = versioned(study, wanted_systems=["alder", "birch"])
    before, after = (judgment_records(one, simulated=False) for one in (study, version))
    assert any(record.repeat_of for record in before)
    told = version.events.get(what="carried").detail
    assert told["judgments"] == len(after)
    assert told["judgments"] + sum(told["left"].values()) == len(before)


def test_gold_pairs_come_along() -> None:
    study = make_study(n_cases=8, systems=("alder", "birch", "cedar"), state="frozen")
    case = study.cases.first().case
    better = make_poster(case, make_config("control"))
    worse = make_poster(case, make_config("control"))
    add_gold_pair(study=study, better=better, worse=worse)
    study = open_study(study=study)
    reviewer = make_reviewer(study)
    while not reviewer.assignments.filter(kind="gold").exists():
        judge(show(reviewer))
    judge(show(reviewer))
    version = versioned(study)
    assert GoldPair.objects.filter(study=version).count() == 1
    row = Assignment.objects.get(reviewer__study=version, kind="gold")
    assert (row.gold.study, row.left_poster_id) == (version, row.carried_from.left_poster_id)
    with pytest.raises(Conflict, match="or a pair was shown"):  # it would move what came along to other steps
        remove_gold_pair(study=version, number=1)


def test_what_was_taken_back_is_asked_again_and_what_was_on_the_screen_keeps_its_address(study: Study) -> None:
    reviewer = judged(study, 2)
    withdraw(reviewer.assignments.order_by("step").first())
    reviewer.assignments.get(step=1).refresh_from_db()
    token = reviewer.assignments.get(step=1).token
    version = open_study(study=versioned(study))
    row = Assignment.objects.get(token=token)
    assert row.reviewer.study == version
    assert not Judgment.objects.filter(assignment=row).exists()
    assert row.carried_from.token != token
    answer = reviewer_client(reviewer).get(f"/review/{token}/")
    assert answer.status_code == 200
    judge(row)  # an answer that waited in a window is taken


def test_exclusions_consent_and_conflicts_come_along(study: Study) -> None:
    reviewer, gone = judged(study, 4), judged(study, 2)
    third = reviewer.assignments.get(step=3)
    exclude(reviewer=reviewer, rule="by_hand", reason="fell asleep", judgment=third.judgment, by="ada")
    declare_conflicts(reviewer=reviewer, cases=[third.case_id])
    withdraw_everything(reviewer=gone)
    version = versioned(study)
    before, after = (judgment_records(one, simulated=False) for one in (study, version))
    assert [(r.case_id, r.choice, r.excluded_reason) for r in before] == [
        (r.case_id, r.choice, r.excluded_reason) for r in after
    ]
    assert {"withdrawn", ""} < {r.excluded_reason for r in after}
    new = version.reviewers.get(number=reviewer.number)
    assert Consent.objects.filter(reviewer=new).count() == 1
    assert Journey.objects.get(reviewer=new).ready_at is not None
    assert ConflictOfInterest.objects.get(reviewer=new).case_id == third.case_id
    assert Exclusion.objects.filter(study=version, rule="withdrawn").count() == 1


@pytest.mark.parametrize("published", [False, True])
def test_what_a_reviewer_takes_back_in_the_new_version_counts_in_no_earlier_one_either(
    study: Study, published: bool
) -> None:
    """Three judgments; what is published already stays as it was published."""
    reviewer = judged(study, 3)
    version = versioned(study)
    if published:
        publish_study(study=close_study(study=study))
    here, case = version.reviewers.get(previous=reviewer), reviewer.assignments.order_by("step")[0].case_id

    def reasons(of: Study) -> list[str]:
        return [record.excluded_reason for record in judgment_records(of, simulated=False)]

    withdraw_everything(reviewer=here)
    assert reasons(version) == ["withdrawn"] * 3
    assert reasons(study) == ([""] * 3 if published else ["withdrawn"] * 3)
    open_study(study=version)
    here.refresh_from_db()
    return_everything(reviewer=here)
    assert reasons(version) == reasons(study) == [""] * 3
    declare_conflicts(reviewer=here, cases=[case])
    of_case = sum(one.case_id == case for one in here.assignments.exclude(judgment=None))
    assert of_case and reasons(version).count("conflict of interest") == of_case
    assert reasons(study).count("conflict of interest") == (0 if published else of_case)
    declare_conflicts(reviewer=here, cases=[])
    assert reasons(version) == reasons(study) == [""] * 3


def test_the_preview_stays_where_it_is(study: Study) -> None:
    judge(show(start_preview(study=study)))
    version = versioned(study)
    assert not version.reviewers.exists()
    assert carried_into(version).judgments == 0


def test_nobody_is_cut_off_in_the_middle_of_a_pair(study: Study) -> None:
    judged(study, 1)
    draft = new_version(study=study)
    with pytest.raises(Conflict, match="forest is open, and its reviewers go on in forest-v2: pause or close it first"):
        freeze_study(study=draft)
    assert not draft.systems.exists()
    close_study(study=study)
    freeze_study(study=draft)
    with pytest.raises(Conflict, match="have gone on to forest-v2"):
        open_study(study=study)
    Study.objects.filter(pk=study.pk).update(state="paused")
    with pytest.raises(Conflict, match="have gone on to forest-v2"):
        invite(study=study, count=1)


def test_a_third_version_follows_the_second(study: Study) -> None:
    reviewer = judged(study, 3)
    second = open_study(study=versioned(study))
    third = open_study(study=versioned(second))
    assert third.name == "forest-v3"
    assert len(judgment_records(third, simulated=False)) == 3
    client = reviewer_client(reviewer)
    assert client.get("/review/decisions/").status_code == 200
    assert Reviewer.objects.filter(study=third).get().previous.previous == reviewer


def test_taking_over_takes_as_many_queries_for_few_as_for_many(study: Study) -> None:
    counts = []
    for _ in range(2):  # few enough for SQLite to write all of a kind at once
        judged(study, 5)
        pause_study(study=study)
        draft = new_version(study=study)
        with CaptureQueriesContext(connection) as queries:
            study = freeze_study(study=draft)
        counts.append(len(queries))
        study = open_study(study=study)
    assert counts[0] == counts[1]


def test_by_command_and_on_the_site(study: Study, as_ada: Client, as_ben: Client, capsys) -> None:
    call_command("new_version", "forest", "woods")
    assert "Created the draft woods" in capsys.readouterr().out
    other = make_study(n_cases=1, name="other")
    assert as_ben.post("/studies/other/new-version/").status_code == 403
    assert as_ada.post("/studies/other/new-version/")["Location"] == "/studies/other-v2/"
    assert other.events.first().by == "ada"
    page = as_ada.get("/studies/other/").content.decode()
    assert 'href="/studies/other-v2/"' in page
    assert "new-version/" not in page


def test_old_times_are_kept_although_the_version_is_new(study: Study) -> None:
    judged(study, 1)
    long_ago = timezone.now() - timedelta(days=40)
    Judgment.objects.update(shown_at=long_ago, decided_at=long_ago)
    version = versioned(study)
    row = Judgment.objects.get(assignment__reviewer__study=version)
    assert (row.shown_at, row.decided_at, row.revisions.get().at) == (long_ago, long_ago, long_ago)

"""Which settings may change how long, what they may be, and creating studies in the browser."""

import pytest
from django.test import Client

from arena.core.errors import BadInput, Conflict
from arena.studies.models import Study
from arena.studies.services.change import SETTINGS, change_settings, set_quota
from arena.studies.services.invite import invite
from arena.studies.services.life import close_study, open_study
from arena.studies.services.rules import BadSettings
from tests.factories.review import judge, show
from tests.factories.studies import make_benchmark, make_config, make_reviewer, make_study

pytestmark = pytest.mark.django_db

NEW: dict[str, object] = {
    "wanted_systems": ["alder", "birch"],
    "seed": 99,
    "drop_incomplete": True,
    "question": "Which poster tells you more?",
    "show_authors": True,
    "practice_pairs": 1,
    "repeat_share": 0.05,
    "quota": 7,
    "min_view_seconds": 1.5,
    "title": "Another title",
    "contact": "Ann Author, ann@example.org",
}
COMPARED = {"benchmark", "wanted_systems", "seed", "drop_incomplete"}
SEEN = {"question", "show_authors", "practice_pairs", "repeat_share"}
ASKED = {"quota", "min_view_seconds"}


def stage(name: str) -> Study:
    study = make_study(n_cases=2, systems=("alder", "birch", "cedar"), state="draft" if name == "draft" else "frozen")
    if name in ("open", "shown", "closed"):
        study = open_study(study=study)
    if name in ("shown", "closed"):
        show(make_reviewer(study))
    return close_study(study=study) if name == "closed" else study


@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("draft", set()),
        ("frozen", COMPARED),
        ("open", COMPARED),
        ("shown", COMPARED | SEEN),
        ("closed", COMPARED | SEEN | ASKED),
    ],
)
def test_each_setting_changes_as_long_as_the_rule_says(name: str, fixed: set[str]) -> None:
    study = stage(name)
    new = NEW | {"benchmark": make_benchmark("others")}
    assert set(new) == set(SETTINGS)
    for field, value in new.items():
        before = getattr(study, field)
        if field in fixed:
            with pytest.raises(Conflict, match="cannot change: Fixed since"):
                change_settings(study=study, **{field: value})
            study.refresh_from_db()
            assert getattr(study, field) == before
            change_settings(study=study, **{field: before})  # what stays the same is no change
        else:
            assert getattr(change_settings(study=study, by="ada", **{field: value}), field) == value


def test_the_question_stays_after_the_first_judgment() -> None:
    study = stage("open")
    judge(show(make_reviewer(study)))
    with pytest.raises(Conflict, match="The question of forest cannot change: Fixed since the first pair"):
        change_settings(study=study, question="Another?")
    with pytest.raises(Conflict, match="The showing of authors"):
        change_settings(study=study, show_authors=True)


def test_nothing_is_taken_over_where_one_setting_is_refused() -> None:
    study = stage("open")
    events = study.events.count()
    with pytest.raises(BadInput):
        change_settings(study=study, title="Taken", quota=0)
    with pytest.raises(Conflict):
        change_settings(study=study, title="Taken", seed=3)
    study.refresh_from_db()
    assert study.title == "forest"
    assert study.events.count() == events


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", " "),
        ("title", "x" * 201),
        ("question", ""),
        ("question", "Two\nlines?"),
        ("contact", "\x07"),
        ("seed", -1),
        ("seed", 2**63),
        ("min_view_seconds", -0.1),
        ("min_view_seconds", float("nan")),
        ("min_view_seconds", 61),
        ("quota", 0),
        ("practice_pairs", 11),
        ("repeat_share", 0.21),
        ("wanted_systems", ["alder"]),
        ("wanted_systems", ["alder", "unknown"]),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(field: str, value: object) -> None:
    with pytest.raises(BadInput):
        change_settings(study=stage("draft"), **{field: value})


@pytest.mark.parametrize("field", ["question", "contact"])
@pytest.mark.parametrize("text", ["Is Alder better?", "Ask the big finding team", "made by BIG-FINDING."])
def test_what_reviewers_read_names_no_system(field: str, text: str) -> None:
    make_config("big-finding")
    study = stage("draft")
    change_settings(study=study, wanted_systems=["alder", "birch"])
    Study.objects.filter(pk=study.pk).update(wanted_systems=["alder", "big-finding"])
    with pytest.raises(BadSettings, match="names the system"):
        change_settings(study=study, **{field: text})
    change_settings(study=study, **{field: "Which of the balderdash wins?"})  # alder inside a word is no name
    with pytest.raises(BadSettings, match="names the system birch"):
        change_settings(study=study, question="A birch?", wanted_systems=["alder", "birch"])


def test_the_history_tells_what_changed_and_keeps_the_seed_to_itself(as_ada: Client) -> None:
    study = stage("draft")
    change_settings(study=study, by="ada", seed=987654, quota=5, repeat_share=0.1)
    page = as_ada.get(f"/studies/{study.name}/?history=all").content.decode()
    history = page[page.index('id="history"') :]
    assert "quota: nothing to 5" in history
    assert "share of repeated pairs: 0% to 10%" in history
    assert "seed" in history
    assert "987654" not in history


def test_a_quota_of_one_reviewer() -> None:
    study = stage("open")
    reviewer = invite(study=study, count=1)[0].reviewer
    assert set_quota(reviewer=reviewer, quota=3, by="ada").quota == 3
    assert study.events.first().detail == {"reviewer": "R01", "quota": [None, 3]}
    assert set_quota(reviewer=reviewer, quota=None).quota is None
    with pytest.raises(BadInput, match="quota"):
        set_quota(reviewer=reviewer, quota=0)
    close_study(study=study)
    with pytest.raises(Conflict, match="nobody is asked"):
        set_quota(reviewer=reviewer, quota=3)


def form_of(**more: object) -> dict[str, object]:
    return {
        "title": "On trees",
        "question": "Which is better?",
        "practice_pairs": 2,
        "repeat_percent": "4",
        "min_view_seconds": "1.5",
        "quota": "",
        "contact": "",
        "seed": "",
        **more,
    }


def test_a_study_is_created_in_the_browser_with_a_drawn_seed_or_a_given_one(as_ada: Client) -> None:
    for slug in ("alder", "birch"):
        make_config(slug)
    benchmark = make_benchmark()
    page = as_ada.get("/new-study/").content.decode()
    assert "Which poster would you rather present at a conference?" in page
    sent = form_of(name="trees-1", benchmark=benchmark.pk, wanted_systems=["alder", "birch"], drop_incomplete="on")
    assert as_ada.post("/new-study/", sent)["Location"] == "/studies/trees-1/"
    first = Study.objects.get(name="trees-1")
    assert (first.title, first.repeat_share, first.min_view_seconds, first.quota) == ("On trees", 0.04, 1.5, None)
    assert first.drop_incomplete
    assert first.events.get().by == "ada"
    as_ada.post("/new-study/", sent | {"name": "trees-2", "seed": "17"})
    assert Study.objects.get(name="trees-2").seed == 17
    assert first.seed != 17


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This is needed."),
        ({"name": "taken"}, "There is already a study taken"),
        ({"wanted_systems": ["alder"]}, "2 to 20 systems; 1"),
        ({"seed": "one"}, "The seed must be a whole number"),
        ({"seed": "9223372036854775808"}, "The seed must be a whole number"),
        ({"question": "Is alder better?"}, "names the system alder"),
        ({"min_view_seconds": "nan"}, "number"),
        ({"benchmark": "0"}, "choice"),
    ],
)
def test_a_faulty_form_creates_nothing_and_says_why(wrong: dict[str, object], said: str, as_ada: Client) -> None:
    make_config("alder"), make_config("birch")
    Study.objects.create(name="taken", title="t")
    sent = form_of(name="trees", benchmark=make_benchmark().pk, wanted_systems=["alder", "birch"])
    answer = as_ada.post("/new-study/", sent | wrong)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert Study.objects.count() == 1


def test_fixed_settings_are_shown_with_their_reason_and_ignore_what_is_sent(as_ada: Client) -> None:
    study = stage("shown")
    page = as_ada.get(f"/studies/{study.name}/settings/").content.decode()
    assert "Fixed since the freeze" in page
    assert "Fixed since the first pair" in page
    sent = form_of(question="Changed?", seed="3", quota="4")
    assert as_ada.post(f"/studies/{study.name}/settings/", sent).status_code == 303
    study.refresh_from_db()
    assert (study.title, study.quota, study.min_view_seconds) == ("On trees", 4, 1.5)
    assert study.seed == 1
    assert study.question != "Changed?"


def test_an_empty_seed_in_the_settings_of_a_draft_keeps_the_seed(as_ada: Client) -> None:
    study = stage("draft")
    sent = form_of(benchmark=study.benchmark_id, wanted_systems=["alder", "birch"])
    assert as_ada.post(f"/studies/{study.name}/settings/", sent).status_code == 303
    study.refresh_from_db()
    assert study.seed == 1
    assert study.wanted_systems == ["alder", "birch"]


def test_an_imported_study_has_no_settings(as_ada: Client) -> None:
    Study.objects.create(name="imported", title="i", state=Study.State.CLOSED)
    assert as_ada.get("/studies/imported/settings/")["Location"] == "/studies/imported/"


def test_only_admins_create_and_change_studies(as_ben: Client, client: Client) -> None:
    study = stage("draft")
    for path in ("/new-study/", f"/studies/{study.name}/settings/"):
        for method in ("get", "post"):
            assert getattr(as_ben, method)(path).status_code == 403
            assert getattr(client, method)(path).status_code == 302

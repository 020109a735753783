"""Creating, freezing, opening and closing studies."""

import pytest
from django.db.models import QuerySet

from arena.benchmarks.models import Case
from arena.core.errors import BadInput, Conflict, NotReady
from arena.posters.models import Poster
from arena.studies.models import Study, StudyPoster, Task
from arena.studies.selectors import size_of
from arena.studies.services import close_study, create_study, freeze_study, open_study
from tests.factories.studies import SYSTEMS, make_benchmark, make_config, make_poster, make_study

pytestmark = pytest.mark.django_db


def posters_of(slug: str, case_id: str) -> QuerySet[Poster]:
    return Poster.objects.filter(system_config__system__slug=slug, case__case_id=case_id)


def test_freezing_pins_posters_and_makes_every_task_once() -> None:
    study = make_study(n_cases=3, systems=("cedar", "alder", "birch"), state=Study.State.FROZEN)
    assert study.state == Study.State.FROZEN
    assert study.frozen_at is not None
    assert list(study.systems.values_list("label", flat=True)) == ["alder", "birch", "cedar"]
    assert StudyPoster.objects.filter(study=study).count() == 9
    rows = list(
        Task.objects.filter(study=study).values_list("number", "case__case_id", "system_a__label", "system_b__label")
    )
    assert rows[:4] == [
        (0, "forest-papers-001", "alder", "birch"),
        (1, "forest-papers-001", "alder", "cedar"),
        (2, "forest-papers-001", "birch", "cedar"),
        (3, "forest-papers-002", "alder", "birch"),
    ]
    assert [number for number, *_ in rows] == list(range(9))
    assert size_of(study).cases == 3
    assert not Case.objects.filter(frozen_at=None).exists()


def test_freezing_refuses_while_posters_are_missing_and_names_each() -> None:
    study = make_study(n_cases=2, state=Study.State.DRAFT)
    Poster.objects.filter(system_config__system__slug="birch", case__case_id="forest-papers-002").update(
        is_current=False
    )
    Poster.objects.filter(system_config__system__slug="alder", case__case_id="forest-papers-001").update(
        pdf_sha256="0" * 64
    )
    with pytest.raises(NotReady) as refusal:
        freeze_study(study=study)
    assert str(refusal.value).splitlines()[1:] == [
        "forest-papers-001, alder: poster made from an earlier file of the paper",
        "forest-papers-002, birch: no poster",
    ]
    study.refresh_from_db()
    assert study.state == Study.State.DRAFT
    assert not study.systems.exists()
    assert not study.tasks.exists()
    assert not Case.objects.exclude(frozen_at=None).exists()


def test_dropping_leaves_a_case_out_for_every_system_and_says_why() -> None:
    study = make_study(n_cases=3, state=Study.State.DRAFT, drop_incomplete=True)
    Poster.objects.filter(system_config__system__slug="birch", case__case_id="forest-papers-002").update(
        is_current=False
    )
    study = freeze_study(study=study)
    assert list(study.cases.values_list("case__case_id", "dropped_reason")) == [
        ("forest-papers-001", ""),
        ("forest-papers-002", "birch: no poster"),
        ("forest-papers-003", ""),
    ]
    assert not study.tasks.filter(case__case_id="forest-papers-002").exists()
    assert not study.posters.filter(case__case_id="forest-papers-002").exists()
    assert size_of(study).cases == 2
    assert set(study.tasks.values_list("number", flat=True)) == set(range(12))
    assert Case.objects.get(case_id="forest-papers-002").frozen_at is None


def test_a_study_without_a_complete_case_is_refused_even_when_dropping() -> None:
    study = make_study(n_cases=1, state=Study.State.DRAFT, drop_incomplete=True)
    Poster.objects.filter(system_config__system__slug="birch").update(is_current=False)
    with pytest.raises(NotReady, match="no complete case"):
        freeze_study(study=study)


def test_nothing_of_a_frozen_study_changes() -> None:
    study = make_study(n_cases=2, state=Study.State.FROZEN)
    pinned = set(study.posters.values_list("case", "study_system", "poster"))
    tasks = set(study.tasks.values_list("pk", "number", "case", "system_a", "system_b"))
    case = Case.objects.get(case_id="forest-papers-001")
    make_poster(case, make_config("alder"))  # a newer revision
    make_config("birch@2")
    for state in (Study.State.FROZEN, Study.State.OPEN, Study.State.CLOSED):
        Study.objects.filter(pk=study.pk).update(state=state)
        with pytest.raises(Conflict, match="only a draft can be frozen"):
            freeze_study(study=study)
    assert set(study.posters.values_list("case", "study_system", "poster")) == pinned
    assert set(study.tasks.values_list("pk", "number", "case", "system_a", "system_b")) == tasks


def test_one_config_is_called_by_its_slug_and_two_of_one_system_by_their_versions() -> None:
    benchmark = make_benchmark()
    for slug in ("alder", "alder@2", "birch"):
        config = make_config(slug)
        for entry in benchmark.entries.all():
            make_poster(entry.case, config)
    plain = create_study(name="plain", benchmark=benchmark, systems=["alder", "birch"])
    both = create_study(name="both", benchmark=benchmark, systems=["alder@1", "alder@2", "birch"])
    freeze_study(study=plain)
    freeze_study(study=both)
    assert list(plain.systems.values_list("label", "system_config__version")) == [("alder", 2), ("birch", 1)]
    assert list(both.systems.values_list("label", flat=True)) == ["alder@1", "alder@2", "birch"]


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        (["alder"], "2 to 20 systems; 1"),
        ([f"s{i}" for i in range(21)], "2 to 20 systems; 21"),
        (["alder", "elm"], "no system 'elm'"),
        (["alder", "birch@7"], "no configuration birch@7"),
        (["alder", "birch@x"], "no configuration birch@x"),
        (["alder", "alder@1"], "alder@1 is named twice"),
        (["alder", "-oak"], "its name starts with -"),
    ],
)
def test_systems_that_cannot_be_compared_are_refused_at_creation(systems: list[str], said: str) -> None:
    for slug in (*SYSTEMS, "-oak"):
        make_config(slug)
    with pytest.raises(BadInput, match=said):
        create_study(name="x", benchmark=make_benchmark(), systems=systems)
    assert not Study.objects.exists()


@pytest.mark.parametrize("name", ["", "-x", "=x", "a b", "x" * 81, "ä"])
def test_a_name_that_cannot_stand_in_files_and_addresses_is_refused(name: str) -> None:
    make_config("alder"), make_config("birch")
    with pytest.raises(BadInput, match="cannot be a study's name"):
        create_study(name=name, benchmark=make_benchmark(), systems=["alder", "birch"])


def test_a_name_is_taken_once_and_a_seed_is_drawn_unless_given() -> None:
    benchmark = make_benchmark()
    make_config("alder"), make_config("birch")
    first = create_study(name="one", benchmark=benchmark, systems=["alder", "birch"])
    second = create_study(name="two", benchmark=benchmark, systems=["alder", "birch"])
    given = create_study(name="three", benchmark=benchmark, systems=["alder", "birch"], seed=5)
    assert first.seed != second.seed
    assert given.seed == 5
    with pytest.raises(Conflict, match="already a study one"):
        create_study(name="one", benchmark=benchmark, systems=["alder", "birch"])
    with pytest.raises(BadInput, match="seed"):
        create_study(name="four", benchmark=benchmark, systems=["alder", "birch"], seed=-1)


def test_a_study_opens_closes_and_opens_again() -> None:
    study = make_study(n_cases=1, state=Study.State.DRAFT)
    with pytest.raises(Conflict, match="freeze it first"):
        open_study(study=study)
    with pytest.raises(Conflict, match="not open"):
        close_study(study=study)
    freeze_study(study=study)
    opened = open_study(study=study)
    assert opened.state == Study.State.OPEN
    closed = close_study(study=study)
    assert closed.state == Study.State.CLOSED
    assert closed.closed_at is not None
    again = open_study(study=study)
    assert again.state == Study.State.OPEN
    assert again.closed_at is None
    assert again.opened_at == opened.opened_at


def test_more_cases_than_a_roster_takes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    study = make_study(n_cases=3, systems=("alder", "birch"), state=Study.State.DRAFT)
    monkeypatch.setattr("arena.studies.services.freeze.MAX_CASES", 2)
    with pytest.raises(BadInput, match="at most 2 cases; forest-papers has 3"):
        freeze_study(study=study)

"""The pages of systems: what each is, how it stands, and what is not known of it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.posters.models import GenerationRun, Poster, PosterScore
from arena.systems.models import SystemConfig
from tests.factories.posters import add_case, make_benchmark, make_config, make_poster, make_ready_case

pytestmark = pytest.mark.django_db
EVALUATOR = "posterbench-offline"


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=3)


def said_by(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def deliver(number: int, config: SystemConfig, overall: float | None = None, **run: object) -> Poster:
    """A poster of the benchmark's n-th paper, with a run where something is said of it, and its score."""
    case = Case.objects.get(case_id=f"bench-{number}")
    made_by = GenerationRun.objects.create(
        case=case, system_config=config, pdf_sha256=case.pdf_sha256, state="done", **run
    )
    poster = make_poster(case, config, run=made_by)
    if overall is not None:
        PosterScore.objects.create(poster=poster, evaluator=EVALUATOR, status="scored", overall=overall)
    return poster


def lose(number: int, config: SystemConfig) -> None:
    case = Case.objects.get(case_id=f"bench-{number}")
    GenerationRun.objects.create(
        case=case, system_config=config, pdf_sha256=case.pdf_sha256, state="failed", error="no"
    )


def test_admins_and_researchers_may_look_nobody_else(
    benchmark: Benchmark, as_ada: Client, as_ben: Client, as_cleo: Client, client: Client
) -> None:
    make_config("alder")
    for page in ("/systems/", "/systems/alder/"):
        assert as_ada.get(page).status_code == 200
        assert as_ben.get(page).status_code == 200
        assert as_cleo.get(page).status_code == 403
        assert client.get(page).url.startswith("/login/")
    assert as_ben.get("/systems/birch/").status_code == 404
    assert as_ben.get("/systems/?benchmark=unknown").status_code == 404


def test_a_mean_is_over_all_papers_and_counts_what_was_not_delivered_as_0(benchmark: Benchmark, as_ben: Client) -> None:
    alder = make_config("alder")
    deliver(1, alder, 60.0)
    deliver(2, alder, 90.0)
    lose(3, alder)

    # (60 + 90 + 0) / 3
    assert "50.0 of 100 mean over 3 papers, 1 not delivered and counted as 0" in said_by(as_ben, "/systems/")


def test_a_mean_is_undefined_while_a_poster_has_no_score(benchmark: Benchmark, as_ben: Client) -> None:
    alder = make_config("alder")
    deliver(1, alder, 60.0)
    deliver(2, alder, None)

    said = said_by(as_ben, "/systems/alder/")

    assert "Mean score not yet mean of 1 scored: 60.0, 1 not scored, 1 not made yet" in said


def test_without_a_poster_there_is_neither_a_score_nor_a_0(benchmark: Benchmark, as_ben: Client) -> None:
    make_config("alder")
    said = said_by(as_ben, "/systems/")
    assert "Mean score not scored 3 not made yet" in said
    assert "It has made no poster of these papers yet." in said
    assert "Median time not measured" in said
    assert "Cost nothing made yet" in said


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([{"cost_basis": "none"}] * 2, "nothing is bought"),
        ([{"cost_basis": "reported", "cost_usd": "1.20"}] * 2, "$2.40 as reported"),
        (
            [{"cost_basis": "reported", "cost_usd": "1.20"}, {"cost_basis": "unknown"}],
            "$1.20 as reported for 1 of 2, 1 not known",
        ),
        ([{"cost_basis": "estimated", "cost_usd": "0.001"}] * 2, "under $0.01 estimated from tokens"),
    ],
)
def test_costs_say_where_they_come_from(
    benchmark: Benchmark, as_ben: Client, runs: list[dict[str, str]], words: str
) -> None:
    alder = make_config("alder")
    for number, run in enumerate(runs, start=1):
        deliver(number, alder, seconds=10.0 * number, **run)

    said = said_by(as_ben, "/systems/")

    assert f"Cost {words} " in said
    assert "Median time 15 s of 2 posters" in said, "of 10 s and 20 s"


def test_a_configuration_is_shown_without_secrets_and_with_its_history(
    benchmark: Benchmark, as_ben: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "very-secret")
    old = make_config("alder", backend="plain-column", max_figures=3)
    SystemConfig.objects.filter(pk=old.pk).update(superseded_at=timezone.now())
    new = make_config("alder", backend="plain-column", max_figures=2, api_key_env="SOME_API_KEY", other_env="NO_KEY")

    said = said_by(as_ben, "/systems/alder/")

    assert "max_figures 2 at most so many figures and tables" in said, "the backend's own words"
    assert "SOME_API_KEY set NO_KEY not set" in said
    assert "very-secret" not in said
    assert "api_key_env: not set became SOME_API_KEY; max_figures: 3 became 2" in said
    assert old.config_hash in said
    assert new.config_hash in said


def test_a_backend_that_is_gone_is_said_to_be(benchmark: Benchmark, as_ben: Client) -> None:
    make_config("alder", backend="of-old")
    assert "The backend of-old is not known here any more" in said_by(as_ben, "/systems/alder/")
    assert "Its backend is not known here any more." in said_by(as_ben, "/systems/")


def test_posters_made_elsewhere_come_with_the_way_to_bring_them_in(
    benchmark: Benchmark, as_ada: Client, as_ben: Client
) -> None:
    make_config("cedar", backend="upload")
    assert "import_posters cedar" in said_by(as_ben, "/systems/cedar/")
    assert "Bring in posters" in said_by(as_ada, "/systems/cedar/")
    assert "Bring in posters" not in said_by(as_ben, "/systems/cedar/")
    assert "Mean score not scored 3 not made yet" in said_by(as_ben, "/systems/cedar/")


def test_figures_are_over_the_benchmark_that_was_chosen(benchmark: Benchmark, as_ben: Client) -> None:
    deliver(1, make_config("alder"))
    add_case(make_benchmark("other"), make_ready_case("away"))

    assert "Posters 1 of 3" in said_by(as_ben, "/systems/"), "the one with the most posters"
    assert "Posters 0 of 1" in said_by(as_ben, "/systems/?benchmark=other")
    assert "Posters 1 of 4" in said_by(as_ben, "/systems/alder/"), "all papers"


def test_empty_pages_say_what_to_do(as_ben: Client) -> None:
    assert "python manage.py sync_systems" in said_by(as_ben, "/systems/")
    make_config("alder")
    assert "No benchmark is loaded" in said_by(as_ben, "/systems/")
    assert "No benchmark with papers is loaded yet." in said_by(as_ben, "/systems/alder/")


def test_the_same_queries_however_many_rows(
    benchmark: Benchmark, as_ada: Client, django_assert_num_queries: object
) -> None:
    alder = make_config("alder")
    deliver(1, alder, 60.0, seconds=1.0)
    counts = {}
    for page in ("/systems/", "/systems/alder/"):
        with CaptureQueriesContext(connection) as few:
            as_ada.get(page)
        counts[page] = len(few)
    for number in range(4, 9):
        add_case(benchmark, make_ready_case(f"bench-{number}"))
        deliver(number, alder, 60.0, seconds=1.0)
        deliver(number, make_config(f"system-{number}"), 60.0)
        add_case(make_benchmark(f"other-{number}"), Case.objects.get(case_id=f"bench-{number}"))
    SystemConfig.objects.filter(pk=alder.pk).update(superseded_at=timezone.now())
    deliver(1, make_config("alder", backend="figure-first"), 60.0)

    for page, count in counts.items():
        with django_assert_num_queries(count):
            as_ada.get(page)

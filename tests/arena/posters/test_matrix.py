"""The matrix of papers and systems: the state of every cell, what is shown of it, and trying again what failed."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from arena.systems.models import SystemConfig
from tests.factories.posters import add_case, make_benchmark, make_case, make_config, make_poster, make_ready_case

pytestmark = pytest.mark.django_db
EVALUATOR = "posterbench-offline"
PAGE = "/benchmarks/bench/posters/"


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=2)


def case_of(benchmark: Benchmark, number: int = 1) -> Case:
    return Case.objects.get(case_id=f"{benchmark.name}-{number}")


def make_run(case: Case, config: SystemConfig, state: str, **fields: object) -> GenerationRun:
    return GenerationRun.objects.create(
        case=case, system_config=config, pdf_sha256=case.pdf_sha256, state=state, **fields
    )


def scored(poster: Poster, overall: float | None, **fields: object) -> PosterScore:
    values = {"evaluator": EVALUATOR, "protocol": "p", "status": "scored", "overall": overall, **fields}
    return PosterScore.objects.create(poster=poster, **values)


def text_of(answer: object) -> str:
    """What the page says, in one line, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def cell(page: str, case: Case, config: SystemConfig) -> str:
    """What one cell says."""
    start = page.index(f'id="cell-{case.pk}-{config.pk}"')
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index(">", start) + 1 : page.index("</td>", start)]).split())


def test_every_cell_says_its_state(benchmark: Benchmark, as_ada: Client) -> None:
    first, second = case_of(benchmark), case_of(benchmark, 2)
    alder, birch, cedar = make_config("alder"), make_config("birch"), make_config("cedar", backend="upload")
    scored(make_poster(first, alder), 84.2)
    broken = make_poster(first, birch)
    ScoringRun.objects.create(poster=broken, evaluator=EVALUATOR, state="failed", error="the evaluator broke")
    scored(make_poster(first, cedar), None, status="incomplete")
    make_run(second, alder, "failed", error="no layout holds it")
    started = timezone.now() - timedelta(minutes=3)
    make_run(second, birch, "running", attempt=2, started_at=started)
    add_case(benchmark, make_case("bench-3", problem="no PDF at all"))

    answer = as_ada.get(PAGE)

    page = answer.content.decode()
    assert cell(page, first, alder) == "84.2 uploaded"
    assert cell(page, first, birch) == "not scored the evaluator broke Retry"
    assert cell(page, first, cedar) == "scored in part The evaluator could not give every dimension."
    assert cell(page, second, alder) == "Failed no layout holds it Retry"
    assert cell(page, second, birch) == "Running 3 min, attempt 2"
    assert cell(page, second, cedar) == "not delivered bring in"
    assert "no PDF at all" in page


def test_what_is_counted_adds_up(benchmark: Benchmark, as_ada: Client) -> None:
    first, second = case_of(benchmark), case_of(benchmark, 2)
    alder, birch, cedar = (make_config(slug) for slug in ("alder", "birch", "cedar"))
    scored(make_poster(first, alder), 84.2)
    make_poster(second, alder)
    make_run(first, birch, "running", started_at=timezone.now())
    make_run(second, birch, "requested")
    make_run(first, cedar, "failed", error="no")

    said = text_of(as_ada.get(PAGE))

    # 2 papers x 3 systems; the last cell was never asked for.
    assert "Posters 2 made 1 running 1 waiting 1 failed 1 missing 6" in said
    assert "Scores 1 scored 0 running 0 waiting 0 not scored 1 not asked for 2" in said


def test_while_something_runs_the_page_gets_what_changed_and_nothing_else(benchmark: Benchmark, as_ada: Client) -> None:
    first, second = case_of(benchmark), case_of(benchmark, 2)
    alder, birch = make_config("alder"), make_config("birch")
    made = make_poster(first, alder, created_at=timezone.now() - timedelta(hours=1))
    waits = make_run(second, alder, "requested", hinted_at=made.created_at, requested_at=made.created_at)
    make_run(second, birch, "running", started_at=made.created_at, hinted_at=made.created_at)
    page = as_ada.get(PAGE).content.decode()
    (address,) = set(re.findall(r'hx-get="([^"]+)"', page))
    assert address.startswith(f"{PAGE}?since=")

    news = as_ada.get(address.replace("&amp;", "&"), headers={"HX-Request": "true"}).content.decode()
    assert news.lstrip().startswith('<div id="summary"')
    assert "<html" not in news
    assert re.findall(r'id="cell-([\d-]+)"', news) == [f"{second.pk}-{birch.pk}"], "how long it runs is news"

    GenerationRun.objects.filter(pk=waits.pk).update(state="failed", error="no", finished_at=timezone.now())
    news = as_ada.get(address.replace("&amp;", "&"), headers={"HX-Request": "true"}).content.decode()
    assert f'id="cell-{second.pk}-{alder.pk}" hx-swap-oob="true"' in news
    assert "csrfmiddlewaretoken" in news, "its button to retry works"


def test_a_finished_matrix_does_not_look_again(benchmark: Benchmark, as_ada: Client) -> None:
    make_poster(case_of(benchmark), make_config("alder"))
    assert "hx-get" not in as_ada.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [({"pdf_sha256": "0" * 64}, "made from an earlier PDF"), ({"content_version": 0}, "made before a correction")],
)
def test_a_poster_of_the_paper_as_it_was_is_not_shown_as_the_present_one(
    benchmark: Benchmark, as_ada: Client, change: dict[str, object], words: str
) -> None:
    case, config = case_of(benchmark), make_config("alder")
    Case.objects.update(content_version=1)
    poster = make_poster(case, config, **change)

    page = as_ada.get(PAGE).content.decode()

    assert cell(page, case, config) == f"no poster {words}"
    assert f'href="/posters/{poster.pk}/"' in page


def test_rows_and_columns_are_chosen(benchmark: Benchmark, as_ada: Client) -> None:
    alder = make_config("alder")
    make_config("birch")
    other = add_case(benchmark, make_ready_case("star", title="On stars", discipline="physics_astronomy"))
    make_run(other, alder, "failed", error="no")

    def shown(query: str) -> tuple[list[str], int]:
        page = as_ada.get(PAGE + query).content.decode()
        return re.findall(r'<tr id="row-([\w-]+)">', page), len(re.findall(r"<td data-system", page))

    assert shown("") == (["bench-1", "bench-2", "star"], 6)
    assert shown("?discipline=physics_astronomy") == (["star"], 2)
    assert shown("?system=alder") == (["bench-1", "bench-2", "star"], 3)
    assert shown("?state=failed") == (["star"], 2)
    assert shown("?state=missing&system=alder") == (["bench-1", "bench-2"], 2)
    assert shown("?state=scored") == ([], 0)
    assert "Posters 0 made 0 running 0 waiting 1 failed 5 missing 6" in text_of(as_ada.get(PAGE + "?state=scored"))


@pytest.mark.parametrize("query", ["?state=lovely", "?discipline=alchemy", "?system=nobody", "?page=x", "?page=-1"])
def test_a_word_that_means_nothing_here_is_no_page(benchmark: Benchmark, as_ada: Client, query: str) -> None:
    make_config("alder")
    assert as_ada.get(PAGE + query).status_code == 404


def test_many_papers_come_in_pages(as_ada: Client) -> None:
    make_benchmark(cases=27)
    make_config("alder")

    first, second = as_ada.get(PAGE).content.decode(), as_ada.get(PAGE + "?page=2").content.decode()

    assert [page.count("<td data-system") for page in (first, second)] == [25, 2]
    assert "1 to 25 of 27 papers" in first
    assert 'rel="next" href="?page=2"' in first
    assert 'rel="prev" href="?page=1"' in second


def test_pictures_are_fetched_as_they_come_into_sight(benchmark: Benchmark, as_ada: Client) -> None:
    make_poster(case_of(benchmark), make_config("alder"))
    (picture,) = re.findall(r"<img[^>]+>", as_ada.get(PAGE).content.decode())
    assert 'loading="lazy"' in picture
    assert 'width="800" height="600"' in picture, "its place is kept before it is there"


@pytest.fixture
def failures(benchmark: Benchmark) -> Iterator[dict[str, object]]:
    """Two posters that failed, one score that failed, and one that was never asked for."""
    first, second = case_of(benchmark), case_of(benchmark, 2)
    alder, birch = make_config("alder"), make_config("birch")
    make_run(first, alder, "failed", error="no")
    make_run(second, alder, "failed", error="no")
    poster = make_poster(first, birch)
    ScoringRun.objects.create(poster=poster, evaluator=EVALUATOR, state="failed", error="no")
    yield {"alder": alder, "poster": poster}


def open_runs() -> tuple[list[str], int]:
    cases = GenerationRun.objects.filter(state=WorkState.REQUESTED).order_by("case__case_id")
    return list(cases.values_list("case__case_id", flat=True)), ScoringRun.objects.filter(state="requested").count()


def test_only_what_failed_is_tried_again(failures: dict[str, object], as_ada: Client) -> None:
    assert "Retry 3 that failed" in text_of(as_ada.get(PAGE))

    answer = as_ada.post(f"{PAGE}retry/", follow=True)

    assert "2 posters, 1 score asked for once more." in text_of(answer)
    assert open_runs() == (["bench-1", "bench-2"], 1)
    again = as_ada.post(f"{PAGE}retry/", follow=True)
    assert "Nothing that failed can be tried again now." in text_of(again)
    assert open_runs() == (["bench-1", "bench-2"], 1)


def test_one_cell_is_tried_again_and_the_page_stays_where_it_was(failures: dict[str, object], as_ada: Client) -> None:
    form = {"case": "bench-2", "system": "alder", "query": "state=failed&page=1"}

    answer = as_ada.post(f"{PAGE}retry/", form)

    assert answer.headers["Location"] == f"{PAGE}?state=failed&page=1#row-bench-2"
    assert open_runs() == (["bench-2"], 0)


def test_making_what_is_missing_leaves_what_failed(failures: dict[str, object], as_ada: Client) -> None:
    answer = as_ada.post(f"{PAGE}make/", follow=True)

    assert "1 poster asked for, 1 there already. 2 posters failed before" in text_of(answer)
    assert open_runs() == (["bench-2"], 0)


def test_a_place_to_go_back_to_is_only_ever_this_page(failures: dict[str, object], as_ada: Client) -> None:
    answer = as_ada.post(f"{PAGE}retry/", {"query": "https://elsewhere.example/?x=1"})
    assert answer.headers["Location"].startswith(f"{PAGE}?")


def test_the_same_queries_however_many_rows(
    benchmark: Benchmark, as_ada: Client, django_assert_num_queries: object
) -> None:
    config = make_config("alder")
    scored(make_poster(case_of(benchmark), config), 50.0)
    with CaptureQueriesContext(connection) as few:
        as_ada.get(PAGE)
    for number in range(3, 9):
        case = add_case(benchmark, make_ready_case(f"bench-{number}"))
        run = make_run(case, config, "done")
        poster = make_poster(case, config, run=run)
        scored(poster, 50.0)
        ScoringRun.objects.create(poster=poster, evaluator=EVALUATOR, state="running", started_at=timezone.now())
        make_run(case, make_config(f"system-{number}"), "failed", error="no")

    with django_assert_num_queries(len(few)):
        as_ada.get(PAGE)
    with django_assert_num_queries(len(few)):
        as_ada.get(f"{PAGE}?since=", headers={"HX-Request": "true"})

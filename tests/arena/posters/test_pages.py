"""Staff pages of papers, posters and systems: who may look, who may act, and what files are served as."""

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.benchmarks.models import Benchmark, Ingest
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from tests.factories.posters import add_case, make_benchmark, make_case, make_config, make_poster, make_ready_case

pytestmark = pytest.mark.django_db
EVALUATOR = "posterbench-offline"


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=2)


@pytest.fixture
def poster(benchmark: Benchmark) -> Poster:
    return make_poster(benchmark.entries.first().case, make_config("alder"))


def pages(poster: Poster) -> list[str]:
    return [
        "/benchmarks/",
        "/benchmarks/bench/",
        "/posters/",
        "/benchmarks/bench/posters/",
        f"/papers/{poster.case_id}/",
        f"/papers/{poster.case_id}/paper.pdf",
        f"/papers/figures/{poster.case.ingests.get().figures.get().pk}.png",
        f"/posters/{poster.pk}/",
        f"/posters/{poster.pk}/large/",
        f"/posters/{poster.pk}/thumbnail.webp",
        f"/posters/{poster.pk}/poster.webp",
        f"/posters/{poster.pk}/poster.png",
        f"/posters/{poster.pk}/artifact",
    ]


def get(client: Client, page: str) -> HttpResponseBase:
    """The answer; what a file holds is read into `body`, which closes the file as a server would."""
    answer = client.get(page)
    if answer.streaming:
        answer.body = b"".join(answer.streaming_content)
    return answer


def test_admins_and_researchers_may_look_nobody_else(
    poster: Poster, as_ada: Client, as_ben: Client, as_cleo: Client, client: Client
) -> None:
    for page in pages(poster):
        assert get(as_ada, page).status_code == 200, page
        assert get(as_ben, page).status_code == 200, page
        assert as_cleo.get(page).status_code == 403, page
        assert client.get(page).url.startswith("/login/"), page


def test_only_admins_may_act(benchmark: Benchmark, poster: Poster, as_ada: Client, as_ben: Client) -> None:
    for name in ("posters:make", "posters:score", "posters:retry", "benchmarks:read-again"):
        url = reverse(name, args=["bench"])
        assert as_ben.post(url).status_code == 403
        assert as_ada.get(url).status_code == 405
    assert b"Make 1 missing poster" not in as_ben.get("/benchmarks/bench/posters/").content
    assert b"Make 1 missing poster" in as_ada.get("/benchmarks/bench/posters/").content

    answer = as_ada.post(reverse("posters:make", args=["bench"]), follow=True)
    assert b"1 poster asked for, 1 there already" in answer.content
    assert GenerationRun.objects.get().state == WorkState.REQUESTED
    as_ada.post(reverse("posters:score", args=["bench"]))
    assert ScoringRun.objects.get().poster == poster


def test_reading_again_what_failed(benchmark: Benchmark, as_ada: Client) -> None:
    Ingest.objects.filter(case__case_id="bench-1").update(state="failed", error="The PDF is damaged.")
    page = as_ada.get("/benchmarks/bench/").content.decode()
    assert "The PDF is damaged." in page

    as_ada.post(reverse("benchmarks:read-again", args=["bench"]))

    assert Ingest.objects.get(case__case_id="bench-1").state == WorkState.REQUESTED


def test_files_are_typed_by_us_and_originals_are_only_downloaded(poster: Poster, as_ada: Client) -> None:
    picture = get(as_ada, f"/posters/{poster.pk}/poster.png")
    assert picture["Content-Type"] == "image/png"
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert picture["Cache-Control"].startswith("private")

    original = get(as_ada, f"/posters/{poster.pk}/artifact")
    assert original["Content-Type"] == "application/octet-stream"
    assert original["Content-Disposition"].startswith("attachment")
    assert "sandbox" in original["Content-Security-Policy"]
    assert b"<script>" in original.body, "the file as it was delivered"

    paper = get(as_ada, f"/papers/{poster.case_id}/paper.pdf")
    assert (paper["Content-Type"], paper["X-Content-Type-Options"]) == ("application/pdf", "nosniff")


def test_files_that_are_not_there_are_404(poster: Poster, as_ada: Client) -> None:
    without = make_case("no-pdf")
    assert as_ada.get(f"/papers/{without.pk}/paper.pdf").status_code == 404
    Poster.objects.filter(pk=poster.pk).update(thumbnail_sha256="0" * 64)
    assert as_ada.get(f"/posters/{poster.pk}/thumbnail.webp").status_code == 404
    assert as_ada.get("/posters/999/").status_code == 404


def test_what_strangers_wrote_is_shown_escaped(benchmark: Benchmark, as_ada: Client) -> None:
    hostile = "<script>alert(1)</script>"
    case = add_case(benchmark, make_ready_case("hostile", title=hostile, abstract=hostile, authors=[hostile]))
    config = make_config("alder")
    poster = make_poster(case, config, notes=[hostile])
    PosterScore.objects.create(
        poster=poster,
        evaluator=EVALUATOR,
        status="scored",
        overall=50.0,
        rubric=60.0,
        ceiling=50.0,
        findings=[{"id": "x", "dimension": "layout", "severity": "minor", "message": hostile, "box": None}],
    )
    other = add_case(benchmark, make_ready_case("failing"))
    GenerationRun.objects.create(
        case=other, system_config=config, pdf_sha256=other.pdf_sha256, state="failed", error=hostile
    )
    for page in pages(poster):
        answer = get(as_ada, page)
        if answer["Content-Type"].startswith("text/html"):
            assert hostile not in answer.content.decode(), page


def test_an_undefined_score_is_a_word(poster: Poster, as_ada: Client) -> None:
    page = as_ada.get(f"/posters/{poster.pk}/").content.decode()
    assert "Not scored" in page
    assert "No evaluator was asked yet." in page

    PosterScore.objects.create(poster=poster, evaluator=EVALUATOR, status="incomplete", layout=7.0, ceiling=100.0)
    page = as_ada.get(f"/posters/{poster.pk}/").content.decode()
    assert "could not give every dimension" in page
    assert page.count("not measured</text>") == 6
    assert "0.0 of 10" not in page


def test_a_score_is_shown_with_its_ceiling_and_findings(poster: Poster, as_ada: Client) -> None:
    box = {"x0": 0.1, "y0": 0.2, "x1": 0.5, "y1": 0.4}
    finding = {"dimension": "visual_evidence", "severity": "blocking", "message": "A slot for a figure is empty."}
    sevens = dict.fromkeys(
        ("faithfulness", "coverage", "density", "visual_evidence", "layout", "readability", "aesthetics"), 7.0
    )
    PosterScore.objects.create(
        poster=poster,
        evaluator=EVALUATOR,
        protocol="posterbench-offline/1",
        status="scored",
        overall=50.0,
        rubric=70.0,
        ceiling=50.0,
        findings=[{"id": "failure-empty-slot", "box": box, **finding}],
        **sevens,
    )

    page = as_ada.get(f"/posters/{poster.pk}/").content.decode()

    assert "Held at 50." in page
    assert "the ceiling costs 20.0 points" in page
    assert "Visual evidence, blocking" in page
    assert "17.50 of 25" in page, "readability weighs 25: 7 of 10 are 17.5 points (AutoDesign, section 5.1)"
    assert '<rect x="80" y="120" width="320" height="120"' in page, "fractions of 800 x 600"


@pytest.mark.parametrize("page", ["/benchmarks/", "/benchmarks/bench/", "/posters/", "/benchmarks/bench/posters/"])
def test_pages_make_the_same_queries_however_many_rows(
    benchmark: Benchmark, as_ada: Client, django_assert_num_queries, page: str
) -> None:
    config = make_config("alder")
    make_poster(benchmark.entries.first().case, config)
    with CaptureQueriesContext(connection) as few:
        as_ada.get(page)
    for number in range(3, 9):
        case = add_case(benchmark, make_ready_case(f"bench-{number}"))
        run = GenerationRun.objects.create(case=case, system_config=config, pdf_sha256=case.pdf_sha256, state="done")
        make_poster(case, config, run=run)
        make_config(f"system-{number}")
        make_benchmark(f"other-{number}")

    with django_assert_num_queries(len(few)):
        as_ada.get(page)


def test_empty_pages_say_what_to_do(as_ada: Client) -> None:
    assert b"load_benchmark sample" in as_ada.get("/benchmarks/").content
    assert b"sync_systems" in as_ada.get("/posters/").content
    make_benchmark(cases=1)
    assert b"sync_systems" in as_ada.get("/benchmarks/bench/posters/").content
    make_config("alder")
    make_benchmark("empty")
    assert b"lists no papers" in as_ada.get("/benchmarks/empty/posters/").content

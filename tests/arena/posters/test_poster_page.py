"""The page of one poster: where its figures come from, its neighbours, its ceilings, and its picture in full size."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.benchmarks.models import Benchmark, Case, CaseFigure
from arena.posters.models import GenerationRun, Poster, PosterScore
from arena.posters.verdict import verdict_of
from tests.factories.posters import add_case, make_benchmark, make_case, make_config, make_poster, make_ready_case

pytestmark = pytest.mark.django_db
EVALUATOR = "posterbench-offline"


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=3)


def text_of(page: str) -> str:
    """What a page says, in one line, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def page_of(client: Client, poster: Poster, query: str = "") -> str:
    answer = client.get(f"/posters/{poster.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def case_of(benchmark: Benchmark, number: int = 1) -> Case:
    return Case.objects.get(case_id=f"{benchmark.name}-{number}")


def finding(name: str, message: str, severity: str = "blocking", **more: object) -> dict[str, object]:
    return {"id": name, "dimension": "layout", "severity": severity, "message": message, "box": None, **more}


def score_of(poster: Poster, **fields: object) -> PosterScore:
    values = {"evaluator": EVALUATOR, "protocol": "p", "status": "scored", "overall": 50.0, "rubric": 70.0}
    return PosterScore.objects.create(poster=poster, **{**values, "ceiling": 50.0, **fields})


def test_figures_are_shown_with_their_place_in_the_paper(benchmark: Benchmark, as_ben: Client) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"), figures=["figure-1"])
    figure = CaseFigure.objects.get(ingest__case=poster.case)

    page = page_of(as_ben, poster)

    assert "1 of the 1 figures and tables found in the paper stand on this poster." in text_of(page)
    assert "Figure 1 page 1 of the paper A curve." in text_of(page)
    assert f'src="/papers/figures/{figure.pk}.png"' in page
    assert f'href="/papers/{poster.case_id}/figures/figure-1/"' in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"figures": []}, "None stands on this poster."),
        ({"figures": None}, "Not known: the system did not say."),
        ({"figures": None, "origin": "uploaded"}, "Not known: this poster was made elsewhere."),
        ({"figures": ["figure-9"]}, "figure-9 is not among what is known of the paper any more"),
    ],
)
def test_what_is_not_known_of_its_figures_is_said(
    benchmark: Benchmark, as_ben: Client, fields: dict[str, object], words: str
) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"), **fields)
    assert words in text_of(page_of(as_ben, poster))


def test_neighbours_are_the_nearest_papers_of_the_system_and_the_other_systems_of_the_paper(
    benchmark: Benchmark, as_ben: Client
) -> None:
    alder, birch, cedar = (make_config(slug) for slug in ("alder", "birch", "cedar"))
    first = make_poster(case_of(benchmark), birch)
    third = make_poster(case_of(benchmark, 3), birch)  # there is none of the second paper
    other = make_poster(case_of(benchmark, 3), alder)
    score_of(other, overall=81.2)
    make_poster(case_of(benchmark, 2), cedar)

    page = page_of(as_ben, third)

    links = dict(re.findall(r'<a rel="(\w+)" href="([^"]+)"', page))
    assert links == {"prev": f"/posters/{first.pk}/?benchmark=bench"}
    assert "Paper 3 of 3" in text_of(page)
    assert "← Alder" in text_of(page)
    assert "Birch →" not in text_of(page)
    assert f'href="/posters/{other.pk}/"' in page
    assert "Alder 81.2 Birch" in text_of(page)


def test_papers_follow_each_other_along_the_benchmark_that_the_address_names(
    benchmark: Benchmark, as_ben: Client
) -> None:
    alder = make_config("alder")
    shared, away = case_of(benchmark), make_ready_case("away")
    poster, next_there = make_poster(shared, alder), make_poster(away, alder)
    later = make_benchmark("later")
    add_case(later, shared)
    add_case(later, away)

    assert "Paper 1 of 3" in text_of(page_of(as_ben, poster))
    page = page_of(as_ben, poster, "?benchmark=later")
    assert "Paper 1 of 2" in text_of(page)
    assert f'rel="next" href="/posters/{next_there.pk}/?benchmark=later"' in page
    assert as_ben.get(f"/posters/{poster.pk}/?benchmark=unknown").status_code == 404


def test_a_poster_of_a_paper_in_no_benchmark_has_a_page(as_ben: Client) -> None:
    page = page_of(as_ben, make_poster(make_case("alone"), make_config("alder")))
    assert "Next paper" not in page


def test_a_poster_from_before_a_correction_says_so(benchmark: Benchmark, as_ben: Client) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"))
    score_of(poster)
    Case.objects.update(content_version=2)

    said = text_of(page_of(as_ben, poster))

    assert "This poster was made before a correction of the paper." in said
    assert "From before a correction of the paper" in said, "and so is its score"


def test_revisions_lead_to_each_other(benchmark: Benchmark, as_ben: Client) -> None:
    case, alder = case_of(benchmark), make_config("alder")
    old = make_poster(case, alder, is_current=False)
    new = make_poster(case, alder)

    assert f'href="/posters/{new.pk}/" aria-label="Revision 2"' in page_of(as_ben, old)
    assert "Replaced by a newer revision" in page_of(as_ben, old)
    assert "Replaced by a newer revision" not in page_of(as_ben, new)


def test_each_family_of_ceilings_is_explained(benchmark: Benchmark, as_ben: Client) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"))
    score_of(
        poster,
        findings=[
            finding("ceiling-viability", "Density and the rest allow no more. Ceiling 62.5.", "serious"),
            finding("failure-empty-slot", "A slot for a figure is empty. Ceiling 50."),
        ],
    )

    page = page_of(as_ben, poster)

    said = text_of(page)
    assert "Held at 50. The rubric gives 70.0; the ceiling costs 20.0 points. A slot for a figure is empty." in said
    assert "Failure A slot for a figure is empty. 50" in said
    assert "Viability Density and the rest allow no more. 62.5" in said
    assert "Layout no serious fault of the layout none" in said


def test_findings_come_worst_first_and_large_frames_are_left_out(benchmark: Benchmark) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"))
    small, large = ({"x0": 0.0, "y0": 0.0, "x1": side, "y1": side} for side in (0.5, 0.9))
    score = score_of(
        poster,
        findings=[
            finding("a", "Minor.", "minor", box=small),
            finding("b", "Serious.", "serious", box=large),
            finding("gate-empty", "Blocking."),
        ],
    )

    verdict = verdict_of(score, poster)

    assert [(f.number, f.message) for f in verdict.findings] == [(1, "Blocking."), (2, "Serious."), (3, "Minor.")]
    assert [f.number for f in verdict.marked] == [3], "a frame around nearly everything points at nothing"


def test_scores_of_other_evaluators_stand_beside(benchmark: Benchmark, as_ben: Client) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"))
    score_of(poster, evaluator="posterbench", overall=71.2, protocol="v3", judge_model="judge-7", imported=True)
    score_of(poster, evaluator="someone", overall=None, status="incomplete", imported=True)

    said = text_of(page_of(as_ben, poster))

    assert "posterbench 71.2 v3, judge-7, imported" in said
    assert "someone incomplete, no overall score" in said
    assert "Not scored" in said, "by our own evaluator"


def test_the_picture_in_full_size_is_a_page_of_its_own(benchmark: Benchmark, as_ben: Client) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"))

    page = as_ben.get(f"/posters/{poster.pk}/large/").content.decode()

    assert f'src="/posters/{poster.pk}/poster.png"' in page
    assert f'href="/posters/{poster.pk}/"' in page
    assert f'href="/posters/{poster.pk}/large/"' in page_of(as_ben, poster)


def test_the_same_queries_however_many_neighbours(
    benchmark: Benchmark, as_ben: Client, django_assert_num_queries: object
) -> None:
    poster = make_poster(case_of(benchmark), make_config("alder"), figures=["figure-1"])
    score_of(poster)
    with CaptureQueriesContext(connection) as few:
        page_of(as_ben, poster)
    for number in range(4, 9):
        case = add_case(benchmark, make_ready_case(f"bench-{number}"))
        run = GenerationRun.objects.create(
            case=case, system_config=poster.system_config, pdf_sha256=case.pdf_sha256, state="done"
        )
        make_poster(case, poster.system_config, run=run)
        score_of(make_poster(poster.case, make_config(f"system-{number}")))
        score_of(poster, evaluator=f"evaluator-{number}")
        make_poster(poster.case, poster.system_config, is_current=False)
        add_case(make_benchmark(f"other-{number}"), poster.case)

    with django_assert_num_queries(len(few)):
        page_of(as_ben, poster)

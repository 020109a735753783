"""The start page: the desk for staff, what the site is for everybody else."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.benchmarks.models import Case, Ingest
from arena.core.leases import WorkState
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import GenerationRun, ScoringRun
from arena.reports.models import Report
from arena.studies.models import Study
from arena.studies.services.life import close_study, publish_study
from scoring.words import Choice
from tests.factories.reports import make_report, score_all
from tests.factories.review import judge, show
from tests.factories.studies import make_benchmark, make_config, make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


def test_a_visitor_is_told_what_this_is_and_where_to_go(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Poster Arena compares systems" in page
    assert 'href="/login/"' in page
    assert "Open the link in your invitation" in page


def test_nobody_but_staff_sees_what_is_going_on(client: Client, as_cleo: Client) -> None:
    study = make_study(name="secret-garden", systems=("alder", "birch"))
    score_all(study)
    reviewer = reviewer_client(make_reviewer(study))
    for stranger in (client, as_cleo, reviewer):
        page = stranger.get("/").content.decode()
        assert not [word for word in ("secret-garden", "alder", "birch", "Background work") if word in page]
    assert "this account has been given no role yet" in as_cleo.get("/").content.decode()
    assert as_cleo.get("/work/").status_code == 403
    assert client.get("/work/").status_code == 302


def test_a_reviewer_is_shown_the_way_back(client: Client) -> None:
    reviewer = reviewer_client(make_reviewer(make_study(systems=("alder", "birch"))))
    assert 'href="/review/">Go on judging' in reviewer.get("/").content.decode()
    assert "Go on judging" not in client.get("/").content.decode()


def test_published_results_are_found_from_the_front_page_and_no_reviewer_is_led_there(client: Client) -> None:
    study = make_study(name="open-wood", systems=("alder", "birch"))
    assert "Published results" not in client.get("/").content.decode()
    publish_study(study=close_study(study=study))
    assert '<a href="/results/open-wood/">' in client.get("/").content.decode()
    reviewer = reviewer_client(make_reviewer(make_study(name="other", systems=("cedar", "fir"))))
    assert "open-wood" not in reviewer.get("/").content.decode()


def test_an_empty_desk_names_the_first_commands(as_ada: Client) -> None:
    page = as_ada.get("/").content.decode()
    assert "python manage.py load_benchmark sample" in page
    assert "python manage.py create_study" in page


def test_work_is_counted_and_failures_have_their_reasons(as_ada: Client, as_ben: Client) -> None:
    benchmark = make_benchmark(n_cases=4)
    cases = list(Case.objects.order_by("case_id"))
    for case, state in zip(cases, (*[WorkState.DONE] * 2, WorkState.RUNNING, WorkState.FAILED), strict=True):
        Ingest.objects.create(case=case, pdf_sha256=case.pdf_sha256, state=state, error="It is encrypted.")
    Case.objects.filter(pk=cases[3].pk).update(pdf_sha256="")
    assert benchmark.entries.count() == 4
    for client in (as_ada, as_ben):
        page = client.get("/").content.decode()
        assert "<b>2</b> of 4" in page
        assert "1 running" in page
        assert "1 failed" in page
        assert "Papers read: It is encrypted." in page
        assert "4 papers, of which 1 still needs a PDF." in page
        assert 'hx-get="/work/"' in page  # it keeps itself up to date while something is open


def test_a_failure_that_was_tried_again_with_success_is_no_failure(as_ada: Client) -> None:
    make_benchmark(n_cases=1)
    case, config = Case.objects.get(), make_config("alder")
    for state in (WorkState.FAILED, WorkState.DONE):
        GenerationRun.objects.create(case=case, system_config=config, pdf_sha256="", state=state, error="No luck.")
    page = as_ada.get("/").content.decode()
    assert "No luck." not in page
    assert "<b>1</b> of 1" in page
    assert "Nothing is running or waiting." in page
    assert "hx-get" not in page


def test_the_moving_part_comes_alone_to_htmx_and_as_the_whole_desk_otherwise(as_ben: Client) -> None:
    make_benchmark(n_cases=1)
    alone = as_ben.get("/work/", headers={"HX-Request": "true"}).content.decode()
    assert alone.strip().startswith('<div id="work"')
    assert as_ben.get("/work/").headers["Location"] == "/"


def test_studies_are_listed_without_results(as_ada: Client, as_ben: Client) -> None:
    study = make_study(name="forest", systems=("alder", "birch", "cedar"))
    score_all(study)
    judge(show(make_reviewer(study)), Choice.LEFT)
    written = simulate_reviewers(study=study, count=1, seed=1)
    make_report(study)
    for client in (as_ada, as_ben):
        page = client.get("/").content.decode()
        assert f"and {written} simulated" in page
        assert 'href="/results/forest/"' in page
        assert not [word for word in ("alder", "birch", "%</", "prefer ") if word in page]


def test_the_bar_shows_where_one_may_go_and_lets_one_out(as_ada: Client, as_ben: Client) -> None:
    admin, researcher = as_ada.get("/").content.decode(), as_ben.get("/").content.decode()
    assert 'href="/" aria-current="page">Desk' in admin
    assert 'href="/studies/"' in admin
    assert 'href="/studies/"' not in researcher
    assert 'href="/results/"' in researcher
    assert '<form class="push who" method="post" action="/logout/">' in researcher
    assert as_ben.post("/logout/").status_code == 302
    assert "Background work" not in as_ben.get("/").content.decode()


def test_queries_do_not_grow_with_the_rows(
    as_ben: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def grow(name: str) -> None:
        study = make_study(name=name, systems=("alder", "birch"))
        score_all(study)
        judge(show(make_reviewer(study)), Choice.LEFT)
        for pin in study.posters.select_related("poster"):
            ScoringRun.objects.create(poster=pin.poster, evaluator="e", state=WorkState.FAILED, error="no")
        Report.objects.create(study=study, pool="people", state=WorkState.RUNNING, started_at=timezone.now())

    grow("first")
    with django_assert_max_num_queries(30) as few:
        as_ben.get("/")
    for number in range(4):
        grow(f"more-{number}")
    with django_assert_max_num_queries(len(few)):
        as_ben.get("/")


def test_drafts_and_closed_studies_have_their_word(as_ben: Client) -> None:
    Study.objects.create(name="a", title="a", state=Study.State.CLOSED)
    make_study(name="b", state=Study.State.DRAFT)
    make_study(name="c", state=Study.State.FROZEN)
    make_study(name="d", state=Study.State.OPEN)
    make_study(name="e", state=Study.State.CLOSED)
    page = as_ben.get("/").content.decode()
    for word in ("Imported", "Draft", "Frozen, not open yet", "Open", "Closed"):
        assert f"</svg>{word}</span>" in page

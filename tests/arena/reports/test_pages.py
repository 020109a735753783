"""Results pages: who may see them, what they say, and what they never say."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.core.leases import WorkState
from arena.desk.services.simulate import simulate_reviewers
from arena.reports.models import Report
from arena.studies.models import Study
from scoring.words import Choice
from tests.factories.reports import EVALUATOR, built_files, make_report, score_all
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db

SIMULATED = "Simulated reviewers: no person gave these judgments."


@pytest.fixture
def study(db: None) -> Study:
    return make_study(n_cases=2, systems=("alder", "birch", "cedar"))


def addresses(study: Study, report: Report) -> list[str]:
    return [
        "/results/",
        f"/results/{study.name}/",
        f"/results/{study.name}/people/",
        f"/results/{study.name}/people/progress/",
        f"/results/{study.name}/people/{report.pk}/",
        f"/results/{study.name}/history/",
        f"/results/{study.name}/compare/",
        *(f"/reports/{report.pk}/{name}" for name in ("report.json", "judgments.csv", "beat_probability.svg")),
    ]


def test_researchers_and_admins_see_results_and_nobody_else_does(
    study: Study, as_ada: Client, as_ben: Client, as_cleo: Client, client: Client
) -> None:
    report = make_report(study)
    reviewer = reviewer_client(make_reviewer(study))
    for address in addresses(study, report):
        expected = 302 if address.endswith("progress/") else 200
        assert as_ada.get(address).status_code == expected, address
        assert as_ben.get(address).status_code == expected, address
        assert as_cleo.get(address).status_code == 403, address
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={address}")
        # To a reviewer they are closed while the study goes on, and no sign-in would open them.
        of_staff = address == "/results/" or address.endswith("progress/")
        own = (302, "/login/?next=") if of_staff else (403, "")
        answer = reviewer.get(address)
        assert (answer.status_code, answer.headers.get("Location", "")[:13]) == own, address


def test_a_snapshot_is_shown_with_its_sum_its_numbers_and_its_files(study: Study, as_ben: Client) -> None:
    report = make_report(study)
    page = as_ben.get("/results/forest/").content.decode()
    # 4 reviewers x 5 papers x 3 pairs, of which one was skipped (tests/factories/reports.py).
    assert "= 59 ranked + 1 skipped + 0 excluded" in page
    assert "Reviewers prefer alder over a random other system" in page
    assert SIMULATED not in page
    for name in built_files(simulated=False):
        assert f"/reports/{report.pk}/{name}" in page
    assert "python -m scoring report --judgments judgments.csv --scores scores.csv --out report" in page
    assert f"--evaluator {EVALUATOR} --resamples 50 --seed 0" in page
    for name in ("beat_probability", "head_to_head", "margins", "score_vs_preference"):
        assert f'<img src="/reports/{report.pk}/{name}.svg" alt="' in page
        assert f'<source srcset="/reports/{report.pk}/{name}-dark.svg"' in page
    assert "not measured" in page  # self-consistency, never 0
    links = re.findall(r'<a href="#([\w-]+)"', page)
    assert {"preference", "differences", "influence", "reviewers", "levels", "coverage", "methods"} <= set(links)
    for anchor in links:
        assert f'id="{anchor}"' in page, anchor
    assert "r\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}" in page
    assert " r = " not in page.split('id="methods"')[0]
    assert 'data-copies="methods-text"' in page
    assert "style=" not in page


def test_simulated_reviewers_are_named_on_every_page_that_shows_them(study: Study, as_ben: Client) -> None:
    simulate_reviewers(study=study, count=2, seed=1)
    make_report(study, Report.Pool.SIMULATED)
    page = as_ben.get("/results/forest/").content.decode()
    assert SIMULATED in page
    assert "Simulated reviewers prefer alder" in page
    assert "do people prefer" not in page
    assert "simulated" in as_ben.get("/results/").content.decode()


def test_the_pools_of_a_study_are_two_pages(study: Study, as_ben: Client) -> None:
    simulate_reviewers(study=study, count=1, seed=1)
    judge(show(make_reviewer(study)), Choice.LEFT)
    make_report(study)
    make_report(study, Report.Pool.SIMULATED)
    people = as_ben.get("/results/forest/").content.decode()
    simulated = as_ben.get("/results/forest/simulated/").content.decode()
    assert SIMULATED not in people
    assert SIMULATED in simulated
    for page in (people, simulated):
        assert 'href="/results/forest/people/"' in page
        assert 'href="/results/forest/simulated/"' in page
    assert as_ben.get("/results/forest/everybody/").status_code == 404


def test_an_imported_study_shows_where_it_comes_from(as_ben: Client, db: None) -> None:
    study = Study.objects.create(name="elsewhere", title="Elsewhere", state=Study.State.CLOSED, note="Rebuilt by hand.")
    make_report(study)
    page = as_ben.get("/results/elsewhere/").content.decode()
    assert "Rebuilt by hand." in page
    assert "Imported" in page


def test_a_study_without_judgments_says_so_and_what_to_do(study: Study, as_ben: Client) -> None:
    page = as_ben.get("/results/forest/").content.decode()
    assert "Nobody has judged anything yet" in page
    assert "python manage.py invite forest --count 3" in page
    assert "Make the first snapshot" not in page


def test_a_new_snapshot_is_asked_for_by_a_button_and_watched(study: Study, as_ben: Client) -> None:
    reviewer = make_reviewer(study)
    judge(show(reviewer), Choice.LEFT)
    assert "Make the first snapshot" in as_ben.get("/results/forest/").content.decode()

    answer = as_ben.post("/results/forest/people/snapshot/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/results/forest/people/")
    asked = Report.objects.get()
    assert (asked.state, asked.pool, asked.evaluator) == (WorkState.REQUESTED, Report.Pool.PEOPLE, "")
    page = as_ben.get("/results/forest/").content.decode()
    assert "waits for a worker" in page
    assert 'hx-get="/results/forest/people/progress/?from="' in page
    assert 'href="/results/forest/people/"' in page  # the same without script

    partial = as_ben.get("/results/forest/people/progress/?from=", headers={"HX-Request": "true"})
    assert "waits for a worker" in partial.content.decode()
    assert "<html" not in partial.content.decode()

    make_report(study)
    done = as_ben.get("/results/forest/people/progress/?from=", headers={"HX-Request": "true"})
    assert done.headers["HX-Redirect"] == "/results/forest/people/"


def test_a_failed_attempt_is_shown_with_its_reason_beside_the_last_good_one(study: Study, as_ben: Client) -> None:
    make_report(study)
    Report.objects.create(study=study, pool=Report.Pool.PEOPLE, state=WorkState.FAILED, error="The disk is full.")
    page = as_ben.get("/results/forest/").content.decode()
    assert "The last attempt failed: The disk is full." in page
    assert "Reviewers prefer alder" in page


def test_judgments_after_the_snapshot_are_counted_once_each(study: Study, as_ben: Client) -> None:
    reviewer = make_reviewer(study)
    judge(show(reviewer), Choice.LEFT)
    report = make_report(study)
    Report.objects.filter(pk=report.pk).update(started_at=reviewer.assignments.get().judgment.decided_at)
    assert "Nothing came in since this snapshot." in as_ben.get("/results/forest/").content.decode()
    judge(show(reviewer), Choice.LEFT)
    last = show(reviewer)
    judge(last, Choice.LEFT)
    judge(last, Choice.RIGHT, revision=1)
    assert "2 judgments came in" in as_ben.get("/results/forest/").content.decode()


def test_among_several_evaluators_one_is_chosen(study: Study, as_ben: Client) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    score_all(study)
    score_all(study, "other")
    assert "<option>other</option>" in as_ben.get("/results/forest/").content.decode()
    assert as_ben.post("/results/forest/people/snapshot/").status_code == 400
    assert as_ben.post("/results/forest/people/snapshot/", {"evaluator": "other"}).status_code == 303
    assert Report.objects.get().evaluator == "other"


def test_only_researchers_ask_for_snapshots_and_only_by_post(
    study: Study, as_ben: Client, as_cleo: Client, client: Client
) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    address = "/results/forest/people/snapshot/"
    assert as_ben.get(address).status_code == 405
    assert as_cleo.post(address).status_code == 403
    assert client.post(address).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="ben"))
    assert strict.post(address).status_code == 403
    assert not Report.objects.exists()


def test_options_are_asked_for_kept_and_offered_again(study: Study, as_ben: Client) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    options = {"resamples": "1,500", "seed": "7", "margins": "0, 5, 12.5"}
    assert as_ben.post("/results/forest/people/snapshot/", options).status_code == 303
    asked = Report.objects.get()
    assert (asked.resamples, asked.seed, asked.margin_edges, asked.margins) == (1500, 7, [0, 5, 12.5], "0,5,12.5")
    make_report(study, resamples=1500, seed=7, margin_edges=[0, 5, 12.5])
    page = as_ben.get("/results/forest/").content.decode()
    for name, value in (("resamples", "1500"), ("seed", "7"), ("margins", "0,5,12.5")):
        assert re.search(f'name="{name}"[^>]* value="{value}"', page), name
    assert "Options, as in this snapshot" in page


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"margins": "6,3"}, "Margin edges must be up to 20 numbers that ascend"),
        ({"resamples": "0"}, "Resamples must be from 1 to 100,000."),
        ({"resamples": "many"}, "Resamples must be a whole number, not &#x27;many&#x27;."),
        ({"seed": "-1"}, "The seed must be a whole number, not &#x27;-1&#x27;."),
        ({"evaluator": "nobody"}, "No poster of forest is scored by nobody"),
    ],
)
def test_a_wrong_option_is_said_beside_the_form_and_nothing_is_lost(
    study: Study, as_ben: Client, options: dict[str, str], fault: str
) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    make_report(study)
    answer = as_ben.post("/results/forest/people/snapshot/", {"seed": "12", **options})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert re.search(f'<p class="fault" role="alert">.*{re.escape(fault)}', page)
    assert "Reviewers prefer alder" in page
    assert '<details class="choices-of" open>' in page
    assert f'name="seed" inputmode="numeric" value="{options.get("seed", "12")}"' in page
    assert Report.objects.count() == 1


def test_every_snapshot_can_be_opened_again(study: Study, as_ben: Client) -> None:
    first = make_report(study, seed=3, margin_edges=[0, 5])
    simulated = make_report(study, Report.Pool.SIMULATED, leaders=[])
    newest = make_report(study)
    Report.objects.create(study=study, pool=Report.Pool.PEOPLE, state=WorkState.FAILED, error="no")
    page = as_ben.get("/results/forest/history/").content.decode()
    addresses = re.findall(r'href="(/results/forest/\w+/\d+/)"', page)
    assert addresses == [f"/results/forest/{report.pool}/{report.pk}/" for report in (newest, simulated, first)]
    assert page.count("<td>alder</td>") == 2
    assert "nobody" in page
    assert "<td>0,5</td>" in page
    assert page.count('<span class="tag">Simulated</span>') == 1

    old = as_ben.get(addresses[2]).content.decode()
    assert "An older snapshot" in old
    assert f"/results/forest/compare/?before={first.pk}&amp;after={newest.pk}" in old
    assert f"/reports/{first.pk}/report.json" in old
    assert "This is the newest snapshot." in as_ben.get(addresses[0]).content.decode()
    assert SIMULATED in as_ben.get(addresses[1]).content.decode()
    for wrong in (f"simulated/{first.pk}", f"people/{newest.pk + 1}", f"people/{newest.pk + 9}"):
        assert as_ben.get(f"/results/forest/{wrong}/").status_code == 404


def test_two_snapshots_are_compared_in_sentences_and_tables(study: Study, as_ben: Client) -> None:
    assert "not yet two snapshots" in as_ben.get("/results/forest/compare/").content.decode()
    people = make_report(study)
    assert "not yet two snapshots" in as_ben.get("/results/forest/compare/").content.decode()
    simulated = make_report(study, Report.Pool.SIMULATED)
    newest = make_report(study)

    page = as_ben.get("/results/forest/compare/").content.decode()
    assert "alder stands first in both reports." in page
    assert "No number compared here differs between the two reports." in page
    assert f'<option value="{people.pk}" selected>' in page
    assert f'<option value="{newest.pk}" selected>' in page
    assert "no person gave" not in page

    address = f"/results/forest/compare/?before={people.pk}&after={simulated.pk}"
    mixed = as_ben.get(address).content.decode()
    assert "The snapshot after is of simulated reviewers: no person gave its judgments." in mixed
    assert "is no change in what people prefer" in mixed
    assert "differs" in mixed
    assert as_ben.get("/results/forest/compare/?before=999").status_code == 404
    assert as_ben.get("/results/forest/compare/?after=x").status_code == 404


def test_a_snapshot_of_another_study_is_not_compared_here(study: Study, as_ben: Client) -> None:
    make_report(study)
    make_report(study)
    other = make_report(make_study(n_cases=1, name="grove"))
    assert as_ben.get(f"/results/forest/compare/?before={other.pk}").status_code == 404
    assert as_ben.get(f"/results/forest/people/{other.pk}/").status_code == 404


def test_files_are_served_as_what_they_are_and_can_do_nothing(study: Study, as_ben: Client) -> None:
    report = make_report(study)
    for name, data in built_files(simulated=False).items():
        answer = as_ben.get(f"/reports/{report.pk}/{name}")
        assert answer.content == data
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        shown = name.rpartition(".")[2] in ("svg", "png", "html")
        assert answer.headers["Content-Disposition"].startswith("inline" if shown else "attachment")
    svg = as_ben.get(f"/reports/{report.pk}/margins.svg?download")
    assert svg.headers["Content-Type"] == "image/svg+xml"
    assert svg.headers["Content-Disposition"] == 'attachment; filename="margins.svg"'
    assert as_ben.get(f"/reports/{report.pk}/judgment.csv").status_code == 404
    assert as_ben.get(f"/reports/{report.pk}/..%2Fsecret_key").status_code == 404
    assert as_ben.get(f"/reports/{report.pk + 1}/report.json").status_code == 404


def test_a_report_of_an_older_schema_still_offers_its_files(study: Study, as_ben: Client) -> None:
    report = make_report(study)
    entry = report.files.get(name="report.json")
    from arena.core.files import store_bytes

    entry.sha256 = store_bytes(b'{"schema": 0}')
    entry.save()
    page = as_ben.get("/results/forest/").content.decode()
    assert "made by an earlier version" in page
    assert f"/reports/{report.pk}/judgments.csv" in page


def test_queries_do_not_grow_with_the_rows(
    study: Study, as_ben: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_report(study)
    with django_assert_max_num_queries(20) as few_on_list:
        as_ben.get("/results/")
    with django_assert_max_num_queries(20) as few_on_page:
        as_ben.get("/results/forest/")
    make_report(study)
    with django_assert_max_num_queries(20) as few_in_history:
        as_ben.get("/results/forest/history/")
    with django_assert_max_num_queries(20) as few_compared:
        as_ben.get("/results/forest/compare/")
    for number in range(4):
        other = make_study(n_cases=2, systems=("alder", "birch"), name=f"grove-{number}")
        make_report(other)
        make_report(other, Report.Pool.SIMULATED)
        make_report(study)
    reviewer = make_reviewer(study)
    for _ in range(3):
        judge(show(reviewer), Choice.LEFT)
    with django_assert_max_num_queries(len(few_on_list)):
        as_ben.get("/results/")
    with django_assert_max_num_queries(len(few_on_page)):
        as_ben.get("/results/forest/")
    with django_assert_max_num_queries(len(few_in_history)):
        as_ben.get("/results/forest/history/")
    with django_assert_max_num_queries(len(few_compared)):
        as_ben.get("/results/forest/compare/")

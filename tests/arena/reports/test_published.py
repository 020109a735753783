"""Results of a published study are open to everybody; of any other they are closed, to reviewers with a word of it."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from arena.core.leases import WorkState
from arena.reports.models import Report
from arena.studies.models import Study
from arena.studies.services.life import close_study, open_study, pause_study, publish_study, unpublish_study
from scoring.words import Choice
from tests.factories.reports import make_report, score_all
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db
FILES = ("report.json", "judgments.csv", "beat_probability.svg", "everything.zip")


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch", "cedar"))


@pytest.fixture
def report(study: Study) -> Report:
    make_report(study)
    return make_report(study)


@pytest.fixture
def reviewer(study: Study) -> Client:
    return reviewer_client(make_reviewer(study))


def addresses(report: Report) -> list[str]:
    return [
        "/results/forest/",
        "/results/forest/people/",
        f"/results/forest/people/{report.pk}/",
        "/results/forest/history/",
        "/results/forest/compare/",
        *(f"/reports/{report.pk}/{name}" for name in FILES),
    ]


@pytest.mark.parametrize("state", ["draft", "frozen", "open", "paused", "closed"])
def test_results_are_closed_until_they_are_published(
    state: str, study: Study, report: Report, reviewer: Client, client: Client, as_cleo: Client
) -> None:
    Study.objects.filter(pk=study.pk).update(state=state)
    for address in addresses(report):
        assert client.get(address)["Location"] == f"/login/?next={address}", address
        for closed_to in (reviewer, as_cleo):
            answer = closed_to.get(address)
            assert answer.status_code == 403, address
            assert "alder" not in answer.content.decode()


def test_published_results_and_their_files_need_no_sign_in(
    study: Study, report: Report, reviewer: Client, client: Client, as_cleo: Client
) -> None:
    publish_study(study=close_study(study=study))
    for address in addresses(report):
        for reader in (client, as_cleo, reviewer):
            assert reader.get(address).status_code == 200, address
    unpublish_study(study=study)
    assert client.get("/results/forest/").status_code == 302
    assert reviewer.get(f"/reports/{report.pk}/report.json").status_code == 403


def test_a_visitor_reads_and_changes_nothing(study: Study, report: Report, client: Client, as_ben: Client) -> None:
    publish_study(study=close_study(study=study))
    page = client.get("/results/forest/").content.decode()
    assert "Reviewers prefer alder over a random other system" in page
    for of_staff in ("Make a new snapshot", "/studies/", "manage.py", "hx-get", "/posters/", "/benchmarks/"):
        assert of_staff not in page
    assert client.post("/results/forest/people/snapshot/").status_code == 302
    assert client.get("/results/forest/people/progress/").status_code == 302
    assert client.get("/results/").status_code == 302
    assert "everybody can read this page" in as_ben.get("/results/forest/").content.decode()


def test_one_published_study_opens_no_other(study: Study, report: Report, client: Client) -> None:
    other = make_study(n_cases=1, name="other")
    theirs = make_report(other)
    publish_study(study=close_study(study=study))
    for address in ("/results/other/", f"/results/other/people/{theirs.pk}/", f"/reports/{theirs.pk}/report.json"):
        assert client.get(address).status_code == 302, address
    assert client.get(f"/results/forest/people/{theirs.pk}/").status_code == 404
    assert client.get("/results/none/").status_code == 302
    assert client.get("/reports/999999/report.json").status_code == 302


@pytest.mark.parametrize("state", ["open", "paused", "closed"])
def test_who_judges_in_another_study_reads_no_results_until_it_is_over(
    state: str, study: Study, report: Report, client: Client
) -> None:
    """The systems may be the same; the results say how people like them."""
    publish_study(study=close_study(study=study))
    other = make_study(n_cases=1, name="other", systems=("alder", "birch"))
    judging = reviewer_client(make_reviewer(other))
    Study.objects.filter(pk=other.pk).update(state=state)
    for address in addresses(report):
        assert judging.get(address).status_code == (200 if state == "closed" else 403), address
        assert client.get(address).status_code == 200
    if state != "closed":
        assert "once your own study is over" in judging.get("/results/forest/").content.decode()


def test_reviewers_are_led_to_published_results(study: Study, report: Report, reviewer: Client) -> None:
    close_study(study=study)
    assert "/results/" not in reviewer.get("/review/").content.decode()
    publish_study(study=study)
    assert 'href="/results/forest/"' in reviewer.get("/review/").content.decode()


def test_a_study_that_nobody_judged_has_a_results_page_in_every_state(study: Study, as_ben: Client) -> None:
    for state in Study.State.values:
        Study.objects.filter(pk=study.pk).update(state=state)
        assert as_ben.get("/results/forest/").status_code == 200, state


def test_by_command(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="forest is open; close it first"):
        call_command("publish", "forest")
    call_command("pause", "forest")
    assert "python manage.py open forest" in capsys.readouterr().out
    call_command("close", "forest")
    call_command("publish", "forest")
    assert "http://testserver/results/forest/" in capsys.readouterr().out
    call_command("publish", "forest", "--undo")
    study.refresh_from_db()
    assert study.state == "closed"
    with pytest.raises(CommandError, match="only an open study can be paused"):
        call_command("pause", "forest")


def test_a_paused_study_keeps_its_results_to_staff_who_are_warned(study: Study, report: Report, as_ben: Client) -> None:
    pause_study(study=study)
    assert "whoever reviews in it should not read this page" in as_ben.get("/results/forest/").content.decode()


def test_publishing_makes_a_snapshot_of_all_that_people_judged_unless_there_is_one(study: Study) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    study = publish_study(study=close_study(study=study))
    (asked,) = Report.objects.all()
    assert (asked.pool, asked.evaluator, asked.state) == (Report.Pool.PEOPLE, "", WorkState.REQUESTED)
    unpublish_study(study=study)
    Report.objects.update(state=WorkState.DONE, judgments=1)
    publish_study(study=study)
    assert Report.objects.count() == 1, "it holds the one judgment there is"
    unpublish_study(study=study)
    Report.objects.update(judgments=0)
    publish_study(study=study)
    assert Report.objects.count() == 2


def test_nothing_is_made_of_a_study_that_nobody_judged_or_whose_evaluator_somebody_must_choose(study: Study) -> None:
    study = publish_study(study=close_study(study=study))
    assert not Report.objects.exists()
    study = open_study(study=unpublish_study(study=study))
    judge(show(make_reviewer(study)), Choice.LEFT)
    for evaluator in ("one", "two"):
        score_all(study, evaluator=evaluator)
    publish_study(study=close_study(study=study))
    assert not Report.objects.exists()

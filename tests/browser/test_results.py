"""Results pages in a real Chromium: every figure is drawn, nothing sticks out, nothing is refused by the policy."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from arena.core.leases import WorkState
from arena.reports.models import Report
from arena.studies.models import Study
from scoring.words import Choice
from tests.factories.reports import built_files, make_report
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study

OpenAs = Callable[..., AbstractContextManager[Page]]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FIGURES = "[...document.querySelectorAll('.drawn img')].map(i => [i.currentSrc, i.complete ? i.naturalWidth : 0])"


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch", "cedar"))


def shown_figures(page: Page) -> list[tuple[str, int]]:
    """Address and natural width of each figure once all have come in."""
    for picture in page.locator(".drawn img").all():
        picture.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    return [(source, width) for source, width in page.evaluate(FIGURES)]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_figure_is_there_and_nothing_sticks_out(
    study: Study,
    ben: User,
    open_as: OpenAs,
    width: int,
    theme: str,
) -> None:
    make_report(study)
    make_report(study, Report.Pool.SIMULATED)
    drawn = {name.removesuffix("-dark.svg") for name in built_files(simulated=False) if name.endswith("-dark.svg")}
    with open_as(ben, width=width, theme=theme) as page:
        for pool in ("people", "simulated"):
            page.goto(f"/results/forest/{pool}/")
            figures = shown_figures(page)
            shown = {source.rpartition("/")[2].removesuffix(".svg").removesuffix("-dark") for source, _ in figures}
            assert shown == drawn - {"win_matrix"}  # of few systems the matrix is a table
            assert all(natural > 0 for _, natural in figures), figures
            assert all(source.endswith("-dark.svg") == (theme == "dark") for source, _ in figures), figures
            assert page.evaluate(STICKS_OUT) == 0
            for summary in page.locator("summary").all():
                summary.click()
            assert page.evaluate(STICKS_OUT) == 0
            fonts = page.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family).sort()")
            assert {name.strip('"') for name in fonts} >= {"Source Sans", "Source Serif"}
        expect(page.get_by_role("note")).to_have_text("Simulated reviewers: no person gave these judgments.")


def test_a_figure_opened_by_itself_and_the_page_of_the_report_are_complete(
    study: Study,
    ben: User,
    open_as: OpenAs,
) -> None:
    report = make_report(study)
    with open_as(ben) as page:
        page.goto(f"/reports/{report.pk}/margins.svg")
        assert page.evaluate("document.documentElement.getBoundingClientRect().width") > 600
        page.goto(f"/reports/{report.pk}/report.html")
        expect(page.locator("h1").first).to_contain_text("alder")
        assert page.evaluate("[...document.images].every(i => i.naturalWidth > 0)")


def test_a_download_is_the_file(study: Study, ben: User, open_as: OpenAs) -> None:
    make_report(study)
    with open_as(ben, accept_downloads=True) as page:
        page.goto("/results/forest/")
        with page.expect_download() as download:
            page.get_by_role("link", name=re.compile("Everything")).click()
        assert re.fullmatch(r"forest-people-\d{4}-\d\d-\d\d-\d{4}\.zip", download.value.suggested_filename)


def test_a_new_snapshot_appears_without_a_reload_by_hand(study: Study, ben: User, open_as: OpenAs) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    with open_as(ben) as page:
        page.goto("/results/forest/")
        page.get_by_role("button", name="Make the first snapshot").click()
        expect(page.locator("#progress")).to_contain_text("waits for a worker")
        Report.objects.update(state=WorkState.FAILED, error="The worker was switched off.")
        expect(page.locator("#progress")).to_contain_text("The worker was switched off.")
        page.get_by_role("button", name="Make the first snapshot").click()
        expect(page.locator("#progress")).to_contain_text("waits for a worker")
        make_report(study)
        expect(page.locator("h1")).to_contain_text("alder")


def test_without_script_the_same_by_reloading(study: Study, ben: User, open_as: OpenAs) -> None:
    judge(show(make_reviewer(study)), Choice.LEFT)
    with open_as(ben, java_script_enabled=False) as page:
        page.goto("/results/forest/")
        page.get_by_role("button", name="Make the first snapshot").click()
        expect(page.locator("#progress")).to_contain_text("waits for a worker")
        make_report(study)
        page.get_by_role("link", name="Reload").click()
        expect(page.locator("h1")).to_contain_text("alder")

"""An admin runs a study in a real browser: creates it, invites from a list, looks at it as a reviewer, pauses it."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from arena.review.models import Judgment
from arena.studies.models import Invitation, Study
from tests.factories.studies import make_benchmark, make_config, make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PEOPLE = {
    "name": "people.csv",
    "mimeType": "text/csv",
    "buffer": b"name,email\nAda L.,ada@example.org\nBo,b@example.org\n",
}


def test_a_study_is_created_with_labels_and_keys_alone(open_as: Callable[..., object], ada: User) -> None:
    for slug in ("alder", "birch", "cedar"):
        make_config(slug)
    make_benchmark("trees")
    with open_as(ada) as page:
        page.goto("/studies/")
        page.get_by_role("link", name="New study").click()
        page.get_by_label("Name", exact=True).fill("first-look")
        page.get_by_label("Benchmark").select_option(label="trees")
        for system in ("alder", "cedar"):
            page.get_by_label(system, exact=True).check()
        page.get_by_label("Title", exact=True).fill("A first look")
        page.get_by_label("Quota (optional)").fill("4")
        page.get_by_role("button", name="Create the draft").press("Enter")
        page.get_by_role("heading", name="A first look").wait_for()
    study = Study.objects.get()
    assert (study.name, study.wanted_systems, study.quota) == ("first-look", ["alder", "cedar"], 4)


def test_links_from_a_list_are_copied_with_their_text(open_as: Callable[..., object], ada: User) -> None:
    make_study(n_cases=1)
    with open_as(ada, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto("/studies/forest/")
        page.get_by_text("Or one link for everybody in a list").click()
        page.set_input_files("#people-file", PEOPLE)
        page.get_by_role("button", name="Make their links").click()
        page.get_by_role("button", name="Copy all as CSV").click()
        page.get_by_role("button", name="Copied").wait_for()
        table = page.evaluate("navigator.clipboard.readText()").splitlines()
        assert table[0] == "reviewer,name,email,link"
        assert table[1].startswith("R01,Ada L.,ada@example.org,http")
        page.get_by_text("Text to send with it").first.click()
        page.get_by_role("button", name="Copy the text").first.click()
        assert page.evaluate("navigator.clipboard.readText()").startswith("Subject: Poster study: your invitation")
    assert Invitation.objects.count() == 2


def test_an_admin_looks_answers_and_ends_without_leaving_a_trace(open_as: Callable[..., object], ada: User) -> None:
    make_study(n_cases=2, state="frozen")
    with open_as(ada) as page:
        page.goto("/studies/forest/")
        page.get_by_role("button", name="See as a reviewer").click()
        page.get_by_text("nothing here counts").wait_for()
        page.locator("#choose-left:not([aria-disabled])").click()
        page.locator("#undo-button").wait_for()
        page.get_by_text("nothing here counts").wait_for()
        page.wait_for_load_state("networkidle")  # pictures that are on their way would not be found afterwards
        page.get_by_role("button", name="End preview").click()
        page.get_by_role("heading", name="forest").wait_for()
        assert page.get_by_text("Nobody is invited yet").count() == 1
        assert "reviewer" not in {cookie["name"] for cookie in page.context.cookies()}
    assert Judgment.objects.filter(assignment__reviewer__kind="preview").count() == 1


def test_pausing_is_read_about_first(open_as: Callable[..., object], ada: User) -> None:
    study = make_study(n_cases=1)
    with open_as(ada, width=390) as page:
        page.goto("/studies/forest/")
        page.locator("summary", has_text="Pause").press("Enter")
        page.get_by_text("Nobody can answer until you open it again.").wait_for()
        assert Study.objects.get().state == "open"
        page.locator("summary", has_text="Close").press("Enter")
        page.get_by_text("No more answers are taken").wait_for()
        assert not page.get_by_text("Nobody can answer until you open it again.").is_visible()  # one question at a time
        page.locator("summary", has_text="Pause").press("Enter")
        page.get_by_role("button", name="Pause the study").press("Enter")
        page.get_by_text("Paused: no answers are taken until it is opened again.").wait_for()
    study.refresh_from_db()
    assert study.state == "paused"


@pytest.mark.parametrize("address", ["/", "/studies/"])
def test_a_title_without_a_space_wraps_on_phones(address: str, open_as: Callable[..., object], ada: User) -> None:
    study = make_study(n_cases=1, state="draft")
    Study.objects.filter(pk=study.pk).update(title="x" * 120)
    with open_as(ada, width=390) as page:
        page.goto(address)
        page.get_by_role("link", name="x" * 120).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390

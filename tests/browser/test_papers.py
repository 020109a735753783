"""Papers in a real Chromium: a crop pulled with the mouse, and a ZIP of PDFs that becomes a benchmark."""

import io
import re
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Page, expect

from arena.benchmarks.models import Benchmark, Case, CaseFigure, Ingest, PageImage
from arena.benchmarks.selectors import figures_of
from arena.benchmarks.services.pictures import page_image
from arena.core.files import store_bytes
from tests.conftest import REPO
from tests.factories.posters import add_case, make_benchmark, make_ready_case

OpenAs = Callable[..., AbstractContextManager[Page]]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PDF = REPO / "arena" / "benchmarks" / "data" / "sample" / "ai_ml" / "digits-by-writer" / "paper.pdf"
PATIENT = 20_000  # ms, for what starts a process on the server
STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def case() -> Case:
    """A paper with a real PDF, of which somebody says that a figure stands at (100, 100) to (300, 250)."""
    case = add_case(make_benchmark("bench"), make_ready_case("one"))
    sha256 = store_bytes(PDF.read_bytes())
    Ingest.objects.update(pdf_sha256=sha256)
    Case.objects.update(pdf_sha256=sha256)
    CaseFigure.objects.update(box=[100, 100, 300, 250])
    case.refresh_from_db()
    # As if somebody had been there before: the page is drawn, and the site has loaded its code.
    page_image(pdf_sha256=sha256, page=1, size=PageImage.Size.LARGE)
    Client().get("/login/")
    return case


def edges(page: Page) -> list[float]:
    return [float(page.locator(f"[name={edge}]").input_value()) for edge in ("x0", "y0", "x1", "y1")]


def test_a_crop_is_pulled_previewed_saved_and_undone(case: Case, ada: User, open_as: OpenAs) -> None:
    with open_as(ada) as page:
        page.goto(f"/papers/{case.pk}/figures/figure-1/")
        sheet = page.locator("#sheet svg")
        wide = sheet.bounding_box()["width"] / 595  # pixels to the point on a page of A4
        corner = page.locator("#sheet .handle").last.bounding_box()
        x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 50 * wide, y - 40 * wide, steps=3)
        page.mouse.up()
        assert edges(page) == pytest.approx([100, 100, 350, 210], abs=1)

        expect(page.locator("#preview")).to_contain_text("not saved yet", timeout=PATIENT)
        page.locator("[name=x0]").fill("120")
        expect(page.locator("#sheet .box")).to_have_attribute("x", "120")
        page.get_by_label("Caption").fill("Set right by hand.")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Figure 1 is saved.", timeout=PATIENT)
        figure = figures_of(case).get()
        assert figure.box == pytest.approx([120, 100, 350, 210], abs=1)
        assert (figure.revision, figure.caption) == (1, "Set right by hand.")

        page.get_by_role("link", name="On one").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("status")).to_contain_text("Correction 1 is undone.")
        assert figures_of(case).get().revision == 0


def test_a_crop_is_saved_without_script(case: Case, ada: User, open_as: OpenAs) -> None:
    with open_as(ada, java_script_enabled=False) as page:
        page.goto(f"/papers/{case.pk}/figures/figure-1/")
        page.locator("[name=y1]").fill("200.5")
        page.get_by_role("button", name="Preview the crop").click()
        expect(page.locator("#preview")).to_contain_text("not saved yet", timeout=PATIENT)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Figure 1 is saved.", timeout=PATIENT)
    assert figures_of(case).get().box == [100, 100, 300, 200.5]


def test_a_zip_becomes_a_benchmark(ada: User, open_as: OpenAs, tmp_path: Path) -> None:
    archive = tmp_path / "papers.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(PDF, "digits.pdf")
        packed.writestr("page.pdf", "<!doctype html>Sign in")
    with open_as(ada) as page:
        page.goto("/benchmarks/")
        page.get_by_role("link", name="New benchmark from PDFs").click()
        page.get_by_label("ZIP of PDFs").set_input_files(archive)
        page.get_by_label("Name", exact=True).fill("mine")
        page.get_by_label("Title", exact=True).fill("My papers")
        page.get_by_role("button", name="Send and read the papers").click()
        expect(page.locator("#progress")).to_contain_text("1 of 2", timeout=PATIENT)
        expect(page.get_by_text("by its content it is an HTML page")).to_be_visible()

        call_command("read_drafts", stdout=io.StringIO(), stderr=io.StringIO())
        title = page.locator(".fields").get_by_label("Title")
        expect(title).to_have_value(re.compile("^Shuffling hides the writer"), timeout=PATIENT)
        assert page.evaluate(STICKS_OUT) == 0
        title.fill("A title set right")
        title.blur()
        expect(page.locator(".fields .notes-of")).to_contain_text("Saved")
        page.reload()
        expect(title).to_have_value("A title set right")

        page.get_by_role("button", name="Create benchmark").click()
        expect(page.get_by_role("alert")).to_contain_text("Choose one.")
        page.get_by_label("Discipline").select_option("ai_ml")
        page.get_by_role("button", name="Create benchmark").click()
        expect(page.get_by_role("heading", name="My papers")).to_be_visible()
        expect(page.locator(".shelf li.bare")).to_have_count(0)
        expect(page.get_by_role("link", name="A title set right")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate(STICKS_OUT) == 0
    assert Benchmark.objects.get().entries.get().case.case_id == "digits"

"""Pages of posters and systems in a real Chromium: full size by hand and by key, and a matrix that follows the work."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from arena.benchmarks.models import Case
from arena.core.files import store_bytes
from arena.posters.models import GenerationRun, PosterScore
from tests.factories.posters import make_benchmark, make_config, make_poster, png

OpenAs = Callable[..., AbstractContextManager[Page]]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MOVED = """stage => new Promise(moved => stage.scrollLeft > 0 ? moved() :
    stage.addEventListener("scroll", () => moved(), {once: true}))"""
SHIFTS = """() => { window.shifted = 0; new PerformanceObserver(seen => { for (const entry of seen.getEntries())
    window.shifted += entry.value }).observe({type: "layout-shift", buffered: true}) }"""


def test_the_poster_opens_over_the_page_and_closes_again(ada: User, open_as: OpenAs) -> None:
    large = store_bytes(png(3000, 2000))
    case = make_benchmark(cases=1).entries.get().case
    poster = make_poster(case, make_config("alder"), master_sha256=large, width=3000, height=2000)
    with open_as(ada) as page:
        page.goto(f"/posters/{poster.pk}/")
        picture = page.locator("#viewer img")
        expect(page.locator("#viewer")).to_be_hidden()
        page.get_by_role("link", name="Open the poster in full size").focus()
        page.keyboard.press("Enter")
        expect(picture).to_be_visible()
        assert picture.bounding_box()["width"] <= 1440
        page.keyboard.press("+")
        assert picture.bounding_box()["width"] == 3000, "each pixel of the picture is one of the screen"
        page.keyboard.press("ArrowRight")
        page.locator(".stage").evaluate(MOVED)
        page.keyboard.press("-")
        assert picture.bounding_box()["width"] <= 1440
        picture.click(position={"x": 50, "y": 50})
        assert picture.bounding_box()["width"] == 3000
        page.keyboard.press("Escape")
        expect(page.locator("#viewer")).to_be_hidden()
        expect(page.get_by_role("link", name="Open the poster in full size")).to_be_focused()


def test_full_size_and_the_marks_need_no_script(ada: User, open_as: OpenAs) -> None:
    case = make_benchmark(cases=1).entries.get().case
    poster = make_poster(
        case, make_config("alder"), master_sha256=store_bytes(png(3000, 2000)), width=3000, height=2000
    )
    box = {"x0": 0.1, "y0": 0.1, "x1": 0.4, "y1": 0.4}
    found = {"id": "a", "dimension": "layout", "severity": "minor", "message": "Small.", "box": box}
    PosterScore.objects.create(
        poster=poster, evaluator="posterbench-offline", status="scored", overall=9.0, rubric=9.0, findings=[found]
    )
    with open_as(ada, java_script_enabled=False) as page:
        page.goto(f"/posters/{poster.pk}/")
        expect(page.locator(".marks").first).to_be_visible()
        page.get_by_label("Marks").uncheck()
        expect(page.locator(".marks").first).to_be_hidden()
        page.get_by_role("link", name="Open the poster in full size").click()
        assert page.url.endswith("/large/")
        assert page.locator(".stage img").bounding_box()["width"] <= 1440
        page.get_by_text("100 %").click()
        assert page.locator(".stage img").bounding_box()["width"] == 3000


def test_the_matrix_follows_the_work_and_nothing_moves(ada: User, open_as: OpenAs) -> None:
    make_benchmark(cases=3)
    first, second, third = Case.objects.order_by("case_id")
    alder = make_config("alder")
    make_poster(third, alder)
    running = GenerationRun.objects.create(
        case=first, system_config=alder, pdf_sha256=first.pdf_sha256, state="running", started_at=timezone.now()
    )
    lost = GenerationRun.objects.create(
        case=second, system_config=alder, pdf_sha256=second.pdf_sha256, state="failed", error="No layout holds it."
    )
    with open_as(ada) as page:
        page.goto("/benchmarks/bench/posters/")
        page.get_by_text("Failed", exact=True).click()
        expect(page.get_by_text("No layout holds it.")).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.evaluate(SHIFTS)
        before = page.locator(".cells").bounding_box()
        made = make_poster(first, alder, run=running)
        GenerationRun.objects.filter(pk=running.pk).update(state="done", finished_at=timezone.now(), seconds=3.0)

        expect(page.locator(f"#cell-{first.pk}-{alder.pk} a")).to_have_attribute(
            "href", f"/posters/{made.pk}/?benchmark=bench"
        )

        expect(page.locator("#summary")).to_contain_text("Nothing is running or waiting.")
        expect(page.locator("#summary")).not_to_have_attribute("hx-trigger", "every 4s")
        expect(page.get_by_text("No layout holds it.")).to_be_visible()
        assert page.locator(".cells").bounding_box() == before
        assert page.evaluate("window.shifted") == 0
        page.get_by_role("button", name="Retry", exact=True).click()
        expect(page.get_by_text("1 poster asked for once more.")).to_be_visible()
    assert GenerationRun.objects.filter(case=second, state="requested").exclude(pk=lost.pk).count() == 1


def test_head_and_first_column_stay_with_many_systems(ada: User, open_as: OpenAs) -> None:
    make_benchmark(cases=20)
    for number in range(14):
        make_config(f"system-{number:02}")
    with open_as(ada) as page:
        page.goto("/benchmarks/bench/posters/")
        frame = page.get_by_role("region", name="Papers and systems")
        frame.evaluate("frame => frame.scrollTo(400, 900)")
        around = frame.bounding_box()
        corner = page.locator(".cells thead th").first.bounding_box()
        assert (corner["x"], corner["y"]) == (around["x"], around["y"])
        paper = page.locator(".cells tbody th").nth(12).bounding_box()
        assert paper["x"] == around["x"]
        assert page.evaluate(STICKS_OUT) == 0


@pytest.mark.parametrize("width", [1440, 1100, 390, 320])
def test_no_page_of_posters_sticks_out(ada: User, open_as: OpenAs, width: int) -> None:
    make_benchmark(cases=2)
    first, second = Case.objects.order_by("case_id")
    Case.objects.update(title="Antidisestablishmentarianism-and-its-discontents " * 4)
    alder = make_config("alder", max_figures=3, some_name_env="A_VERY_LONG_NAME_OF_A_VARIABLE_THAT_HOLDS_A_KEY")
    cedar = make_config("cedar", backend="upload")
    poster = make_poster(first, alder, figures=["figure-1"])
    make_poster(first, cedar, figures=None, origin="uploaded")
    GenerationRun.objects.create(
        case=second, system_config=alder, pdf_sha256=second.pdf_sha256, state="failed", error="error/" * 60
    )
    with open_as(ada, width=width) as page:
        for address in (
            "/posters/",
            "/posters/upload/",
            "/benchmarks/bench/posters/",
            "/systems/",
            "/systems/alder/",
            "/systems/cedar/",
            f"/posters/{poster.pk}/",
            f"/posters/{poster.pk}/large/",
        ):
            page.goto(address)
            for folded in page.locator("main details > summary").all():
                folded.click()
            assert page.evaluate(STICKS_OUT) == 0, address

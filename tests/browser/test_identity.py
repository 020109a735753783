"""Masking a poster in a real Chromium: boxes drawn and typed, with script and without, to the picture at the end."""

import io
from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np
import pytest
from django.contrib.auth.models import User
from PIL import Image
from playwright.sync_api import Page, Route, expect

from arena.core.files import read_stored
from arena.posters.models import Poster
from tests.factories.identity import make_finding, make_real_poster, poster_png
from tests.factories.posters import make_benchmark, make_config

OpenAs = Callable[..., AbstractContextManager[Page]]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def poster() -> Poster:
    case = make_benchmark(cases=1).entries.get().case
    return make_real_poster(case, make_config("cedar", backend="upload"), poster_png(("We measured 42", (60, 300))))


def darkest(poster: Poster, box: tuple[float, float, float, float]) -> int:
    """The darkest pixel of a part of the master."""
    picture = np.array(Image.open(io.BytesIO(read_stored(poster.master_sha256))).convert("L"))
    high, wide = picture.shape
    x0, y0, x1, y1 = box
    return int(picture[round(y0 * high) : round(y1 * high), round(x0 * wide) : round(x1 * wide)].min())


def test_boxes_are_drawn_and_typed_previewed_and_masked(ada: User, open_as: OpenAs, poster: Poster) -> None:
    make_finding(poster)
    line = (0.05, 0.325, 0.25, 0.37)  # where "We measured 42" stands
    assert darkest(poster, line) < 60
    with open_as(ada) as page:
        page.goto(f"/posters/{poster.pk}/mask/")
        sheet = page.locator("#sheet svg")
        place = sheet.bounding_box()
        page.mouse.move(place["x"] + 0.04 * place["width"], place["y"] + 0.31 * place["height"])
        page.mouse.down()
        page.mouse.move(place["x"] + 0.15 * place["width"], place["y"] + 0.35 * place["height"])
        page.mouse.move(place["x"] + 0.26 * place["width"], place["y"] + 0.38 * place["height"])
        page.mouse.up()
        assert float(page.get_by_label("Left").input_value()) == pytest.approx(4, abs=0.2)
        assert float(page.get_by_label("Bottom").input_value()) == pytest.approx(38, abs=0.2)
        expect(sheet.locator(".own")).to_have_count(1)
        page.get_by_label("Right").fill("30")
        assert float(sheet.locator(".own rect").get_attribute("width")) == pytest.approx(0.26 * poster.width, abs=4)

        page.get_by_role("button", name="Another box").click()
        expect(page.get_by_role("group", name="Box 2").get_by_label("Left")).to_be_focused()
        page.mouse.click(place["x"] + 500, place["y"] + 100)  # a click draws nothing
        expect(sheet.locator(".own")).to_have_count(1)

        tick = page.get_by_role("checkbox", name="Paper2Poster")
        expect(tick).to_be_checked()
        expect(sheet.locator(".found.on")).to_have_count(1)
        tick.uncheck()
        expect(sheet.locator(".found.on")).to_have_count(0)
        tick.check()

        page.get_by_role("button", name="Preview").last.click()
        expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
        after = page.get_by_role("img", name="The poster with the mask")
        assert after.evaluate("image => image.decode().then(() => image.naturalWidth)") == poster.width
        expect(tick).to_be_checked()
        expect(page.locator(".places li")).to_have_count(2)
        page.get_by_role("button", name="Mask", exact=True).click()
        expect(page.get_by_text("2 places masked: revision 2.")).to_be_visible()
    masked = Poster.objects.get(is_current=True)
    assert masked.masked_from == poster
    assert darkest(masked, line) > 240


def test_a_second_click_while_a_poster_is_masked_sends_nothing(ada: User, open_as: OpenAs, poster: Poster) -> None:
    make_finding(poster)
    held: list[Route] = []
    with open_as(ada) as page:
        page.goto(f"/posters/{poster.pk}/mask/")
        page.route(
            "**/mask/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
        )
        said = page.get_by_role("button", name="Mask", exact=True).evaluate(
            """async (button) => {
              const moment = () => new Promise((done) => setTimeout(done, 300));
              button.click();
              await moment();
              const said = document.getElementById("masking").textContent;
              button.click();
              await moment();
              return said;
            }"""
        )
        assert "This takes some seconds" in said
        assert len(held) == 1
        held[0].continue_()
        expect(page.get_by_text("1 place masked: revision 2.")).to_be_visible()
    assert Poster.objects.count() == 2


def test_without_script_the_fields_do_it_all_and_enter_previews(ada: User, open_as: OpenAs, poster: Poster) -> None:
    with open_as(ada, java_script_enabled=False) as page:
        page.goto(f"/posters/{poster.pk}/mask/")
        expect(page.get_by_text("Draw them on the poster")).to_be_hidden()
        for label, value in (("Left", "5"), ("Top", "32"), ("Right", "30"), ("Bottom", "38")):
            page.get_by_label(label).fill(value)
        page.get_by_role("button", name="Another box").click()
        expect(page.get_by_label("Left").first).to_have_value("5")
        page.get_by_label("Left").first.press("Enter")
        expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
        page.get_by_role("button", name="Mask", exact=True).click()
        expect(page.get_by_text("1 place masked: revision 2.")).to_be_visible()
        page.get_by_role("button", name="Take the mask back").click()
        expect(page.get_by_text("The mask is taken back")).to_be_visible()
    poster.refresh_from_db()
    assert poster.is_current


def test_a_word_is_accepted_by_keyboard_and_the_page_goes_on(ada: User, open_as: OpenAs, poster: Poster) -> None:
    make_finding(poster)
    with open_as(ada, width=390) as page:
        page.goto("/posters/identity/")
        page.get_by_label("Why “Paper2Poster” may stay").fill("It is the subject")
        page.keyboard.press("Enter")
        expect(page.get_by_text("“Paper2Poster” stays on the poster.")).to_be_visible()
        page.get_by_role("link", name="Masked or accepted 1").click()
        expect(page.get_by_text("accepted by ada")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0

"""The pages of the identity check: what admins see and decide, and how masking goes on without script."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.benchmarks.models import Benchmark, Case
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import create_study
from arena.systems.models import SystemConfig
from tests.factories.identity import make_finding, make_real_poster, poster_png
from tests.factories.posters import make_benchmark, make_config, make_poster

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HERE = "/posters/identity/?benchmark=bench"


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=2)


@pytest.fixture
def cedar() -> SystemConfig:
    return make_config("cedar", backend="upload")


@pytest.fixture
def poster(benchmark: Benchmark, cedar: SystemConfig) -> Poster:
    return make_poster(Case.objects.get(case_id="bench-1"), cedar)


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def seen(client: Client, address: str = HERE, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_page_says_how_far_it_is_and_shows_each_place_cut_out(poster: Poster, as_ada: Client) -> None:
    make_poster(Case.objects.get(case_id="bench-2"), poster.system_config)
    make_finding(poster)
    page = seen(as_ada)
    said = text_of(page)
    assert "Identity check: 1 of 2 scanned, 1 poster says who made it." in said
    assert "To decide 1" in said and "Not scanned 1" in said
    assert "Paper2Poster on the poster to be decided Made with Paper2Poster" in said
    # The cut-out is a window onto the picture that the page has anyway: 800 x 600, the box at 5 to 35 % of it.
    assert f'<image href="/posters/{poster.pk}/poster.webp" width="800" height="600"' in page
    assert '<rect x="40.0" y="558.0" width="240.0" height="30.0"/>' in page
    assert f'href="/posters/{poster.pk}/mask/?back=' in page


def test_each_tab_shows_its_own_findings(poster: Poster, as_ada: Client) -> None:
    make_finding(poster, "Canva", in_paper=True)
    make_finding(
        poster, "Figma", state="accepted", note="it is a figure", decided_by="ada", decided_at="2026-01-01T00:00Z"
    )
    make_finding(poster, "Prezi", place="metadata", state="accepted", note="stays", box=None)
    for tab, word in (("subject", "Canva"), ("decided", "Figma"), ("files", "Prezi")):
        said = text_of(seen(as_ada, f"{HERE}&show={tab}"))
        assert [name for name in ("Canva", "Figma", "Prezi") if name in said] == [word], tab
    assert "No poster says who made it." in text_of(seen(as_ada))
    assert "Every poster was looked at." in text_of(seen(as_ada, f"{HERE}&show=unscanned"))


def test_a_page_of_many_posters_makes_as_many_queries_as_one_of_one(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            seen(as_ada, f"{HERE}&show=open")
        return len(captured)

    cases = list(Case.objects.order_by("pk"))
    make_finding(make_poster(cases[0], cedar))
    few = queries()
    for number in range(4):
        config = make_config(f"system-{number}", backend="upload")
        for case in cases:
            poster = make_poster(case, config)
            make_finding(poster)
            make_finding(poster, "Canva")
    assert queries() == few
    assert few <= 16


def test_researchers_read_and_only_admins_decide(poster: Poster, as_ben: Client) -> None:
    finding = make_finding(poster)
    page = seen(as_ben)
    assert "Paper2Poster" in page and "Accept" not in page and "/mask/" not in page
    for address in (
        f"/posters/identity/{finding.pk}/accept/",
        f"/posters/identity/{finding.pk}/reopen/",
        f"/posters/{poster.pk}/mask/",
        f"/posters/{poster.pk}/unmask/",
        "/posters/identity/scan/",
    ):
        assert as_ben.post(address, {"note": "x"}).status_code == 403, address
    assert as_ben.get(f"/posters/{poster.pk}/mask/preview.webp?box=0,0,1,1").status_code == 403


def test_a_word_is_accepted_and_decided_again_from_the_page(poster: Poster, as_ada: Client) -> None:
    finding = make_finding(poster)
    back = "benchmark=bench&show=open"
    address = f"/posters/identity/{finding.pk}/accept/"
    answer = as_ada.post(address, {"note": "it is the paper's subject", "back": back}, follow=True)
    assert answer.redirect_chain == [(f"/posters/identity/?{back}", 302)]
    assert "“Paper2Poster” stays on the poster." in answer.content.decode()
    finding.refresh_from_db()
    assert (finding.state, finding.decided_by) == ("accepted", "ada")
    answer = as_ada.post(f"/posters/identity/{finding.pk}/reopen/", {"back": "poster"}, follow=True)
    assert answer.redirect_chain == [(f"/posters/{poster.pk}/#identity", 302)]
    finding.refresh_from_db()
    assert finding.state == "open"


def test_without_a_note_nothing_is_accepted_and_it_is_said_why(poster: Poster, as_ada: Client) -> None:
    finding = make_finding(poster)
    answer = as_ada.post(f"/posters/identity/{finding.pk}/accept/", {"note": "", "back": "show=open"}, follow=True)
    assert "Say in a few words why it may stay." in answer.content.decode()
    finding.refresh_from_db()
    assert finding.state == "open"


def test_nobody_is_sent_elsewhere(poster: Poster, as_ada: Client) -> None:
    finding = make_finding(poster)
    answer = as_ada.post(
        f"/posters/identity/{finding.pk}/accept/", {"note": "fine", "back": "https://evil.example/?a=b\r\nX: y"}
    )
    assert answer.status_code == 302 and answer.headers["Location"].startswith("/posters/identity/?")


def test_what_was_not_looked_at_is_asked_for(poster: Poster, as_ada: Client) -> None:
    assert "Look at 1 poster" in text_of(seen(as_ada))
    answer = as_ada.post("/posters/identity/scan/", {"benchmark": "bench"}, follow=True)
    assert "1 poster to be looked at, 0 looked at already." in answer.content.decode()
    assert IdentityScan.objects.get().state == "requested"


def test_the_posters_own_page_says_what_was_found(poster: Poster, as_ada: Client) -> None:
    assert "Not looked at yet." in text_of(seen(as_ada, f"/posters/{poster.pk}/"))
    make_finding(poster)
    said = text_of(seen(as_ada, f"/posters/{poster.pk}/"))
    assert "Paper2Poster on the poster to be decided" in said and "Mask places" in said
    IdentityFinding.objects.all().delete()
    assert "Nothing to decide: 9 words read on the picture, none says who made it." in text_of(
        seen(as_ada, f"/posters/{poster.pk}/")
    )


@pytest.fixture
def real(benchmark: Benchmark, cedar: SystemConfig) -> Poster:
    return make_real_poster(Case.objects.get(case_id="bench-1"), cedar, poster_png())


def test_masking_goes_by_form_alone_preview_then_mask_then_back(real: Poster, as_ada: Client) -> None:
    finding = make_finding(real)
    address = f"/posters/{real.pk}/mask/"
    page = seen(as_ada, address)
    assert re.search(rf'name="finding" value="{finding.pk}" checked', page)
    blank = {"left": "", "top": "", "right": "", "bottom": ""}

    preview = as_ada.post(address, {"finding": finding.pk, **blank, "action": "preview"}).content.decode()
    assert "Before and after" in preview and Poster.objects.count() == 1
    (picture,) = set(re.findall(r'<img src="(/posters/\d+/mask/preview\.webp\?[^"]+)"', preview))
    answer = as_ada.get(picture.replace("&amp;", "&"))
    assert answer.status_code == 200 and answer.content[8:12] == b"WEBP"

    by_hand = {"left": "10", "top": "10,5", "right": "20", "bottom": "20"}
    answer = as_ada.post(address, {"finding": finding.pk, **by_hand, "action": "mask"}, follow=True)
    masked = Poster.objects.get(is_current=True)
    assert answer.redirect_chain == [(f"/posters/{masked.pk}/#identity", 302)]
    assert "2 places masked: revision 2." in text_of(answer.content.decode())
    assert masked.masked_boxes == [finding.box, [0.1, 0.105, 0.2, 0.2]]
    finding.refresh_from_db()
    assert finding.state == "masked"

    assert "2 places masked by ada" in text_of(seen(as_ada, f"{HERE}&show=decided"))
    answer = as_ada.post(f"/posters/{masked.pk}/unmask/", {"back": "poster"}, follow=True)
    assert answer.redirect_chain == [(f"/posters/{real.pk}/#identity", 302)]
    assert "The mask is taken back" in answer.content.decode()


def test_after_a_mask_one_is_back_on_the_list_one_came_from(real: Poster, as_ada: Client) -> None:
    finding = make_finding(real)
    page = seen(as_ada, f"{HERE}&show=open")
    (link,) = re.findall(rf'href="(/posters/{real.pk}/mask/\?back=[^"]+)"', page)
    (back,) = set(re.findall(r'name="back" value="(benchmark[^"]+)"', seen(as_ada, link)))
    blank = {"left": "", "top": "", "right": "", "bottom": ""}
    sent = {"finding": finding.pk, **blank, "back": back.replace("&amp;", "&"), "action": "mask"}
    answer = as_ada.post(f"/posters/{real.pk}/mask/", sent)
    assert (answer.status_code, answer["Location"]) == (302, f"{HERE}&show=open")


def test_another_box_is_a_row_more_and_keeps_what_was_typed_and_ticked(real: Poster, as_ada: Client) -> None:
    make_finding(real)
    typed = {"left": "10", "top": "20", "right": "30", "bottom": "40"}
    page = as_ada.post(f"/posters/{real.pk}/mask/", {**typed, "action": "more"}).content.decode()
    assert page.count('name="left"') == 2 and 'name="left" inputmode="decimal" value="10"' in page
    assert "checked" not in page  # it had been unticked


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Choose a place to mask, or draw one."),
        ({"left": "a", "top": "1", "right": "2", "bottom": "3"}, "A box needs four numbers"),
        ({"left": "1", "top": "1", "right": "2", "bottom": ""}, "A box needs four numbers"),
        ({"left": "10", "top": "10", "right": "5", "bottom": "20"}, "A box is empty"),
        ({"left": "10", "top": "10", "right": "500", "bottom": "20"}, "outside of the poster"),
        ({"left": "nan", "top": "10", "right": "50", "bottom": "20"}, "A box needs four numbers"),
        ({"left": "1e999", "top": "10", "right": "50", "bottom": "20"}, "A box needs four numbers"),
    ],
)
@pytest.mark.parametrize("action", ["preview", "mask"])
def test_a_faulty_box_is_said_beside_the_form(
    real: Poster, as_ada: Client, typed: dict[str, str], words: str, action: str
) -> None:
    blank = dict.fromkeys(("left", "top", "right", "bottom"), "")
    answer = as_ada.post(f"/posters/{real.pk}/mask/", {**blank, **typed, "action": action})
    assert answer.status_code == 400
    assert words in text_of(answer.content.decode())
    assert Poster.objects.count() == 1


@pytest.mark.parametrize("box", ["", "1,2", "0,0,2,2", "a,b,c,d", "0.5,0.5,0.4,0.6", "0,0,nan,1"])
def test_a_preview_of_no_box_is_a_bad_request(real: Poster, as_ada: Client, box: str) -> None:
    assert as_ada.get(f"/posters/{real.pk}/mask/preview.webp", {"box": box}).status_code == 400


def test_nothing_is_masked_in_a_poster_that_a_frozen_study_pins(
    benchmark: Benchmark, real: Poster, as_ada: Client
) -> None:
    finding = make_finding(real)
    for case in Case.objects.all():
        for slug in ("cedar", "alder"):
            config = make_config(slug) if slug == "alder" and case.case_id == "bench-1" else None
            config = config or real.system_config.__class__.objects.get(system__slug=slug)
            if not Poster.objects.filter(case=case, system_config=config).exists():
                make_poster(case, config)
    study = create_study(name="forest", benchmark=benchmark, systems=("cedar", "alder"), title="Forest")
    freeze_study(study=study)
    page = seen(as_ada, f"/posters/{real.pk}/mask/")
    assert "Forest is frozen with this poster." in page and "mask-form" not in page
    answer = as_ada.post(f"/posters/{real.pk}/mask/", {"finding": finding.pk, "action": "mask"})
    assert answer.status_code == 409
    assert Poster.objects.filter(case=real.case_id, system_config=real.system_config).count() == 1
    on_page = seen(as_ada, "/posters/identity/?study=forest")
    assert "The study is frozen, so nothing is decided here any more" in on_page and "Accept" not in on_page


def test_a_name_that_nobody_knows_is_not_found(as_ada: Client) -> None:
    seen(as_ada, "/posters/identity/?study=nowhere", 404)
    seen(as_ada, "/posters/identity/?benchmark=nowhere", 404)
    assert "There is nothing to look at yet." in seen(as_ada, "/posters/identity/")

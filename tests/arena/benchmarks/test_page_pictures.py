"""Papers get pictures of their pages when they are read, and those read before get them the next time."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.benchmarks.models import Case, CasePage, Ingest
from arena.benchmarks.services import reading
from arena.benchmarks.services.ingest import read_paper, request_ingest
from arena.core import leases
from arena.core.files import read_stored
from arena.core.leases import WorkState
from generation.errors import BadPaper
from generation.ingest import Sheet
from generation.ingest.sheets import is_plain_webp
from tests.factories.posters import CONTENT, make_case, make_ready_case
from tests.factories.studies import picture_webp

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pages drawing yields, in place of the sandbox: to be changed by the test."""
    count = [2]

    def draw(pdf: Path, out: Path) -> list[Sheet]:
        if not count[0]:
            raise BadPaper("The PDF is damaged.")
        drawn = [Sheet(number, 90, 120) for number in range(1, count[0] + 1)]
        for sheet in drawn:
            (out / sheet.name).write_bytes(picture_webp(sheet.number, 90, 120))
        return drawn

    monkeypatch.setattr(reading, "draw_sheets", draw)
    return count


def ingested(case: Case) -> Ingest:
    request_ingest(case)
    ingest = leases.claim(Ingest, case.ingests.get().pk)
    assert ingest is not None
    read_paper(ingest)
    ingest.refresh_from_db()
    return ingest


def test_a_paper_read_before_gets_its_pages_and_keeps_the_rest(sheets: list[int]) -> None:
    case = make_ready_case("a-1", abstract="Set right by hand.")
    before = case.ingests.get()
    ingest = ingested(case)
    assert ingest.state == WorkState.DONE
    assert (ingest.content, ingest.figures.count()) == (before.content, 1)
    assert [(page.number, page.width, page.height) for page in ingest.page_pictures.all()] == [
        (1, 90, 120),
        (2, 90, 120),
    ]
    assert all(is_plain_webp(read_stored(page.image_sha256)) for page in ingest.page_pictures.all())
    request_ingest(case)
    assert case.ingests.get().state == WorkState.DONE  # nothing is wanting now


def test_a_paper_is_read_although_its_pages_cannot_be_drawn(
    sheets: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reading, "ingest_paper", lambda pdf, out: replace(CONTENT, figures=()))
    monkeypatch.setattr(reading, "page_image", lambda **asked: None)
    sheets[0] = 0
    case = make_case("a-1", pdf_sha256="a" * 64, pdf_version=1)
    assert ingested(case).state == WorkState.DONE
    assert not CasePage.objects.exists()
    assert "were not drawn" in caplog.text
    sheets[0] = 1
    assert ingested(case).page_pictures.count() == 1

"""The leak test: eight planted names, one reviewer's whole visit, and nothing that names any of them.

The names stand where real ones do: the system's slug, the uploaded file's name, a picture's metadata, a poster's HTML,
a footer on the poster, who uploaded it, the configuration, and the log of a run. Every address that the visit can reach
belongs to a reviewed list. A leak planted at each place turns the test red.
"""

import io
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest
from django.http import HttpResponse
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from arena.benchmarks.models import Benchmark, Case, CasePage, Ingest
from arena.core.errors import Conflict
from arena.core.files import store_bytes
from arena.posters.models import GenerationRun, Poster, Upload
from arena.posters.services.mask import mask_poster
from arena.posters.services.upload import import_posters
from arena.review import pages, replies
from arena.review.models import Assignment
from arena.studies.models import GoldPair, Study, StudyPoster
from arena.studies.services import freeze_study, open_study
from arena.studies.services.life import create_study
from arena.systems.models import UPLOAD, System, SystemConfig
from scoring.posterbench.ocr import read_lines
from scoring.posterbench.raster import load_raster
from tests.factories.identity import poster_png
from tests.factories.studies import make_benchmark, make_config, make_poster, picture_webp
from tests.factories.visit import Visit

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SLUG, FILE_NAME, METADATA, HTML = "quetzalux", "okapifile", "xylometa", "jabberhtml"
FOOTER, UPLOADER, CONFIG, LOG = "snarkfooter", "bandersnatch", "tulgeyconf", "frumiouslog"
CANARIES = (SLUG, FILE_NAME, METADATA, HTML, FOOTER, UPLOADER, CONFIG, LOG)

# Everything a reviewer can reach, looked at by people. A new name has to be looked at before it is let in here.
REACHABLE = {
    "desk:about",
    "desk:home",
    "login",
    "review:about",
    "review:ahead",
    "review:consent",
    "review:decisions",
    "review:erase",
    "review:goal",
    "review:help",
    "review:next",
    "review:page",
    "review:pair",
    "review:paper",
    "review:poster",
    "review:poster-full",
    "review:poster-medium",
    "review:poster-small",
    "review:ready",
    "review:stop",
    "review:survey",
    "review:undo",
    "review:withdraw",
    "studies:decline",
    "studies:invitation",
    "studies:privacy",
    "theme",
}


@lru_cache(maxsize=1)
def tagged_png() -> bytes:
    """A poster with a footer, and with the name of a program in its metadata."""
    info, buffer = PngInfo(), io.BytesIO()
    info.add_text("Software", METADATA)
    info.add_itxt("XML:com.adobe.xmp", f"<x:xmpmeta>{METADATA}</x:xmpmeta>")
    with Image.open(io.BytesIO(poster_png(footer=f"Made with {FOOTER}", size=40))) as image:
        image.save(buffer, "PNG", pnginfo=info)
    return buffer.getvalue()


PAGE = f"""<!doctype html><html lang="en" data-{HTML}="1"><head><meta name="generator" content="{HTML}">
<title>{HTML}</title><!-- {HTML} --></head><body style="width:1200px;height:900px">
<h1 class="{HTML}" title="{HTML}">Trees on slopes</h1><p hidden>{HTML}</p></body></html>"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """Three systems; two posters of the first came as files with every name in its place, and the footer is masked."""
    benchmark = make_papers()
    deliver(benchmark, tmp_path)
    poster = Poster.objects.get(system_config__system__slug=SLUG, artifact_kind="png", is_current=True)
    mask_poster(poster=poster, boxes=[(0.0, 0.9, 1.0, 1.0)], by=UPLOADER)
    return opened(benchmark)


@pytest.fixture
def quick_study() -> Study:
    """The same without the two files, for leaks that are not in a picture."""
    return opened(make_papers())


def make_papers() -> Benchmark:
    """Four papers with a page each, and the systems, described by names that must not get out."""
    benchmark = make_benchmark("slopes", n_cases=4)
    page = store_bytes(picture_webp(5, 990, 1400))
    for case in Case.objects.all():
        ingest = Ingest.objects.create(case=case, pdf_sha256=case.pdf_sha256, state="done")
        CasePage.objects.create(ingest=ingest, number=1, image_sha256=page, width=990, height=1400)
    uploads = System.objects.create(slug=SLUG, name=SLUG.title(), description=CONFIG)
    uploads.configs.create(version=1, backend=UPLOAD, config_hash="1" * 64, params={"prompt": CONFIG})
    for slug in ("alder", "birch"):
        make_config(slug)
    SystemConfig.objects.filter(system__slug="alder").update(params={"model": CONFIG})
    GenerationRun.objects.create(
        case=Case.objects.first(),
        system_config=make_config("alder"),
        pdf_sha256="2" * 64,
        state="failed",
        error=f"{LOG} said no",
        trajectory=[{"name": "draw", "seconds": 1.0, "message": LOG}],
    )
    return benchmark


def deliver(benchmark: Benchmark, folder: Path) -> None:
    """Send two posters of the first system as people do: files with names, by somebody."""
    first, second, *_ = (entry.case for entry in benchmark.entries.select_related("case"))
    archive = folder / f"{FILE_NAME}.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(f"{FILE_NAME}/{first.discipline}/{first.case_id}/poster.png", tagged_png())
        packed.writestr(f"{FILE_NAME}/{second.discipline}/{second.case_id}/poster.html", PAGE)
    sent = import_posters(system=SLUG, path=archive, sent_as=f"{FILE_NAME}.png")
    assert [file.name for file in sent.files if file.verdict.value == "reject"] == []
    Upload.objects.create(
        system_config=SystemConfig.objects.get(system__slug=SLUG),
        benchmark=benchmark,
        file_name=archive.name,
        size=1,
        sent_by=UPLOADER,
    )


def opened(benchmark: Benchmark) -> Study:
    """A study of these papers with practice, repeats and a gold pair, every missing poster drawn quickly."""
    for config in SystemConfig.objects.all():
        for case in Case.objects.all():
            if not Poster.objects.filter(case=case, system_config=config).exists():
                make_poster(case, config)
    study = create_study(name="jabberwock", benchmark=benchmark, systems=[SLUG, "alder", "birch"], seed=3)
    Study.objects.filter(pk=study.pk).update(min_view_seconds=0, practice_pairs=2, repeat_share=0.4, show_authors=True)
    freeze_study(study=study)
    better, worse = Poster.objects.filter(case=Case.objects.first(), is_current=True)[:2]
    GoldPair.objects.create(study=study, case=better.case, number=1, better=better, worse=worse, note=LOG)
    return open_study(study=study)


def visit(study: Study) -> Visit:
    found = Visit(study, CANARIES)
    found.start()
    found.answer_everything()
    assert {"main", "practice", "repeat", "gold"} == set(Assignment.objects.values_list("kind", flat=True))
    found.crawl()
    found.try_doors()
    assert len(found.pictures) >= 6
    return found


def footers_in(found: Visit) -> list[str]:
    """What OCR reads on the pictures themselves that names somebody; each distinct picture is read once."""
    texts = []
    for picture in {body for body in found.pictures.values() if width_of(body) == 1200}:
        texts += [line.text for line in read_lines(load_raster(picture))]
    return [text for text in texts if FOOTER in text.lower().replace(" ", "")]


def width_of(picture: bytes) -> int:
    with Image.open(io.BytesIO(picture)) as image:
        return image.width


def test_nothing_that_a_reviewer_reaches_holds_a_planted_name(study: Study) -> None:
    found = visit(study)
    assert found.leaks == []
    assert found.names == REACHABLE
    assert any(width_of(body) == 1200 for body in found.pictures.values())
    assert footers_in(found) == []


def leak_slug(monkeypatch: pytest.MonkeyPatch) -> None:
    change_pair(monkeypatch, lambda assignment: {"discipline": SLUG})


def leak_file_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.review.media.CACHE", f"private; filename={FILE_NAME}.png")


def leak_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    image, exif, buffer = Image.new("RGB", (1280, 960)), Image.Exif(), io.BytesIO()
    exif[0x0131] = METADATA
    image.save(buffer, "WEBP", exif=exif)
    Poster.objects.update(full_sha256=store_bytes(buffer.getvalue()))


def leak_html(monkeypatch: pytest.MonkeyPatch) -> None:
    Case.objects.update(abstract=f"We look at one question. {HTML}")


def leak_footer(monkeypatch: pytest.MonkeyPatch) -> None:
    for pin in StudyPoster.objects.exclude(poster__masked_from=None).select_related("poster"):
        StudyPoster.objects.filter(pk=pin.pk).update(poster=pin.poster.masked_from)


def leak_uploader(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = replies.saved

    def leaking(*args: object, **given: object) -> HttpResponse:
        answer = honest(*args, **given)
        answer.content = answer.content[:-1] + f', "by": "{UPLOADER}"}}'.encode()
        return answer

    monkeypatch.setattr(replies, "saved", leaking)


def leak_config(monkeypatch: pytest.MonkeyPatch) -> None:
    change_pair(monkeypatch, lambda assignment: {"paper_key": CONFIG})


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(current: object, revision: int) -> None:
        if revision == 7:
            raise Conflict(f"{LOG} says no")

    monkeypatch.setattr("arena.review.services.record._refuse_stale", leaking)


def change_pair(monkeypatch: pytest.MonkeyPatch, changes: Callable[[Assignment], dict[str, str]]) -> None:
    from dataclasses import replace

    honest = pages.blind_pair
    monkeypatch.setattr(
        pages, "blind_pair", lambda assignment, *given: replace(honest(assignment, *given), **changes(assignment))
    )


@pytest.mark.parametrize(
    ("plant", "name"),
    [
        (leak_slug, SLUG),
        (leak_file_name, FILE_NAME),
        (leak_metadata, METADATA),
        (leak_html, HTML),
        (leak_uploader, UPLOADER),
        (leak_config, CONFIG),
        (leak_log, LOG),
    ],
)
def test_a_name_let_out_at_any_place_is_found(
    quick_study: Study, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], name: str
) -> None:
    plant(monkeypatch)
    assert any(leak.startswith(f"{name} at ") for leak in visit(quick_study).leaks)


def test_a_footer_that_nobody_masked_is_read_on_the_picture(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    leak_footer(monkeypatch)
    found = visit(study)
    assert found.leaks == []
    assert footers_in(found)


def test_an_address_that_nobody_looked_at_is_found(quick_study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    change_pair(monkeypatch, lambda assignment: {"paper_url": "/results/"})
    assert "reports:list" in visit(quick_study).names - REACHABLE

"""Posters that an admin sends by browser: checked first, taken on request, and gone where they are discarded."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.benchmarks.models import Benchmark
from arena.core import leases
from arena.core.errors import BadInput, NotReady
from arena.core.workloop import run_one
from arena.posters.models import Poster, Upload
from arena.posters.services import receive
from arena.posters.services.receive import accept_upload, discard_upload, receive_upload, work_on_upload
from arena.systems.models import SystemConfig
from tests.factories.posters import add_case, make_benchmark, make_config, make_ready_case, png

pytestmark = pytest.mark.django_db


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=3)


@pytest.fixture
def cedar() -> SystemConfig:
    return make_config("cedar", backend="upload")


def packed(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def send(config: SystemConfig, benchmark: Benchmark, data: bytes, name: str = "all.zip", **fields: object) -> Upload:
    return receive_upload(config=config, benchmark=benchmark, name=name, chunks=[data], sent_by="ada", **fields)


def work_on(upload: Upload) -> Upload:
    """What a worker does with it."""
    run_one(Upload, upload.pk, work_on_upload)
    upload.refresh_from_db()
    return upload


def outcome(upload: Upload) -> list[tuple[str, str, str]]:
    return [(entry["case_id"], entry["verdict"], entry["effect"]) for entry in upload.results]


def kept_aside() -> list[Path]:
    return list((Path(settings.MEDIA_DIR) / "uploads").glob("*"))


def test_a_check_says_what_would_be_and_takes_nothing(benchmark: Benchmark, cedar: SystemConfig) -> None:
    elsewhere = make_ready_case("elsewhere")
    data = packed(("bench-1.png", png()), ("bench-2.png", b"no picture"), (f"{elsewhere.case_id}.png", png()))

    upload = work_on(send(cedar, benchmark, data))

    assert upload.state == "done"
    assert outcome(upload) == [("bench-1", "ok", "new"), ("bench-2", "reject", ""), ("elsewhere", "reject", "")]
    assert upload.results[2]["reason"] == "elsewhere is no paper of bench"
    assert (upload.files_done, upload.files_total) == (3, 3)
    assert not Poster.objects.exists()
    assert len(kept_aside()) == 1


def test_what_was_agreed_to_is_taken_once_and_the_file_goes(benchmark: Benchmark, cedar: SystemConfig) -> None:
    upload = work_on(send(cedar, benchmark, packed(("bench-1.png", png()))))

    accept_upload(upload=upload)
    with pytest.raises(NotReady):
        accept_upload(upload=upload)
    work_on(upload)

    assert (upload.step, upload.state, upload.folder) == ("import", "done", "")
    assert Poster.objects.get().case.case_id == "bench-1"
    assert kept_aside() == []
    with pytest.raises(NotReady):
        discard_upload(upload=upload)
    again = work_on(send(cedar, benchmark, packed(("bench-1.png", png()), ("bench-2.png", png()))))
    assert outcome(again) == [("bench-1", "ok", "same"), ("bench-2", "ok", "new")]
    other = work_on(send(cedar, benchmark, packed(("bench-1.png", png(colour="blue")))))
    assert outcome(other) == [("bench-1", "ok", "replaces")]


def test_what_is_discarded_leaves_nothing(benchmark: Benchmark, cedar: SystemConfig) -> None:
    upload = send(cedar, benchmark, packed(("bench-1.png", png())))
    with pytest.raises(NotReady):
        discard_upload(upload=upload)
    work_on(upload)

    discard_upload(upload=upload)

    assert kept_aside() == []
    with pytest.raises(NotReady):
        accept_upload(upload=upload)
    assert not Poster.objects.exists()


def test_a_single_file_is_for_the_paper_that_is_named(benchmark: Benchmark, cedar: SystemConfig) -> None:
    by_name = work_on(send(cedar, benchmark, png(), "bench-2.png"))
    case = benchmark.entries.first().case
    by_form = work_on(send(cedar, benchmark, png(), "scan 12.PNG", case=case))

    assert outcome(by_name) == [("bench-2", "ok", "new")]
    assert outcome(by_form) == [("bench-1", "ok", "new")]


def test_an_unsafe_archive_is_refused_in_words_without_our_own_paths(benchmark: Benchmark, cedar: SystemConfig) -> None:
    upload = work_on(send(cedar, benchmark, packed(("../bench-1.png", png())), "evil.zip"))

    assert upload.state == "failed"
    assert upload.error.startswith("evil.zip is refused")
    assert "leads out of the archive" in upload.error
    assert str(settings.MEDIA_DIR) not in upload.error
    discard_upload(upload=upload)
    assert kept_aside() == []


@pytest.mark.parametrize("name", ["notes.txt", "poster", "a\x1b[2J.png", f"{'x' * 250}.png"])
def test_what_can_be_no_poster_is_not_kept(benchmark: Benchmark, cedar: SystemConfig, name: str) -> None:
    with pytest.raises(BadInput):
        send(cedar, benchmark, b"x", name)
    assert kept_aside() == []


def test_too_much_is_refused_while_it_comes(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "MAX_BYTES", 10)
    with pytest.raises(BadInput, match="import_posters"):
        send(cedar, benchmark, b"x" * 11)
    assert kept_aside() == []
    assert not Upload.objects.exists()


def test_uploads_go_to_systems_that_take_them(benchmark: Benchmark) -> None:
    with pytest.raises(BadInput, match="makes its own posters"):
        send(make_config("alder"), benchmark, packed(("bench-1.png", png())))


def test_a_check_that_lost_its_worker_is_done_by_another(benchmark: Benchmark, cedar: SystemConfig) -> None:
    upload = send(cedar, benchmark, packed(("bench-1.png", png())))
    leases.claim(Upload, upload.pk)
    Upload.objects.update(lease_expires_at=upload.requested_at)
    leases.requeue_expired()

    assert work_on(upload).state == "done"


# --- By browser ------------------------------------------------------------------------------------------------------


def post(client: Client, name: str, data: bytes, **fields: str) -> object:
    file = SimpleUploadedFile(name, data)
    return client.post("/posters/upload/", {"system": "cedar", "benchmark": "bench", "file": file, **fields})


def said_by(client: Client, address: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())


def test_only_admins_bring_posters_in(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client, as_ben: Client, as_cleo: Client, client: Client
) -> None:
    post(as_ada, "all.zip", packed(("bench-1.png", png())))
    pk = Upload.objects.get().pk
    for page in ("/posters/upload/", f"/posters/uploads/{pk}/", f"/posters/uploads/{pk}/1.webp"):
        for stranger in (as_ben, as_cleo):
            assert stranger.get(page).status_code == 403, page
        assert client.get(page).url.startswith("/login/"), page
    for deed in ("take", "discard"):
        assert as_ben.post(f"/posters/uploads/{pk}/{deed}/").status_code == 403
        assert as_ada.get(f"/posters/uploads/{pk}/{deed}/").status_code == 405
    assert post(as_ben, "all.zip", b"").status_code == 403
    assert Upload.objects.count() == 1


def test_a_delivery_from_the_form_to_the_matrix(benchmark: Benchmark, cedar: SystemConfig, as_ada: Client) -> None:
    answer = post(as_ada, "all.zip", packed(("bench-1.png", png()), ("bench-9.png", png())))
    (upload,) = Upload.objects.all()
    page = f"/posters/uploads/{upload.pk}/"
    assert answer.url == page
    assert f'hx-get="{page}"' in as_ada.get(page).content.decode(), "it looks again while a worker checks"
    assert as_ada.post(f"{page}take/").status_code == 409, "nothing was looked at yet"

    work_on(upload)

    said = said_by(as_ada, page)
    assert "New 1 Replacing 0 There already 0 Rejected 1 Files 2 Take 1 poster Discard" in said
    assert "Still without a poster 2 papers of Bench by Cedar." in said
    picture = as_ada.get(f"{page}1.webp")
    assert picture["Content-Type"] == "image/webp"
    assert b"".join(picture.streaming_content).startswith(b"RIFF"), "which also closes the file, as a server would"
    assert as_ada.get(f"{page}2.webp").status_code == 404, "what was rejected has none"
    assert as_ada.get(f"{page}3.webp").status_code == 404
    as_ada.post(f"{page}take/")
    work_on(upload)

    said = said_by(as_ada, page)
    assert "Taken New 1 Replacing 0 There already 0 Rejected 1 Files 2 See them in the matrix" in said
    assert "What the identity check found" in said
    assert Poster.objects.get().case.case_id == "bench-1"
    assert "taken" in said_by(as_ada, "/posters/upload/")


def test_a_faulty_form_says_what_is_wrong_and_keeps_what_was_chosen(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client
) -> None:
    for answer in (
        as_ada.post("/posters/upload/", {"system": "cedar", "benchmark": "bench"}),
        post(as_ada, "notes.txt", b"x"),
        post(as_ada, "all.zip", b"x", system="nobody"),
        post(as_ada, "all.zip", b"x", benchmark="nothing"),
    ):
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert not Upload.objects.exists()


def test_a_cell_without_a_poster_leads_to_a_form_for_its_paper(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client
) -> None:
    page = as_ada.get("/benchmarks/bench/posters/").content.decode()
    (address,) = re.findall(r'href="(/posters/upload/[^"]*case=bench-2)"', page)

    form = as_ada.get(address.replace("&amp;", "&")).content.decode()

    assert '<input type="hidden" name="case" value="bench-2">' in form
    assert as_ada.get("/posters/upload/?case=unknown").status_code == 404
    post(as_ada, "scan.png", png(), case="bench-2")
    assert outcome(work_on(Upload.objects.get())) == [("bench-2", "ok", "new")]


@pytest.mark.parametrize("named", ["case", "system", "benchmark"])
def test_a_name_that_no_database_can_look_for_is_told(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client, named: str
) -> None:
    """PostgreSQL refuses NUL in a query."""
    form = {"system": "cedar", "benchmark": "bench", "case": "bench-1", named: "no\0ne"}
    answer = as_ada.post("/posters/upload/", form | {"file": SimpleUploadedFile("bench-1.png", png())})
    assert answer.status_code == (404 if named == "case" else 400)
    assert as_ada.get("/posters/upload/", {named: "no\0ne"}).status_code == (404 if named == "case" else 200)
    assert not Upload.objects.exists()


def test_a_paper_whose_id_is_too_long_for_a_file_is_sent_in_an_archive(
    benchmark: Benchmark, cedar: SystemConfig
) -> None:
    """An id has up to 120 characters, a name of a file 255 bytes."""
    paper = make_ready_case("\N{CJK UNIFIED IDEOGRAPH-6D77}" * 100)
    add_case(benchmark, paper)
    with pytest.raises(BadInput, match="send its poster in a ZIP archive"):
        send(cedar, benchmark, png(), "a.png", case=paper)
    assert kept_aside() == []
    assert outcome(work_on(send(cedar, benchmark, packed((f"{paper.case_id}.png", png()))))) == [
        (paper.case_id, "ok", "new")
    ]


def test_what_was_refused_is_not_kept(benchmark: Benchmark, cedar: SystemConfig) -> None:
    kept = work_on(send(cedar, benchmark, packed(("bench-1.png", png()))))
    refused = work_on(send(cedar, benchmark, packed(("../bench-1.png", png()))))
    assert (refused.state, refused.folder) == ("failed", "")
    discard_upload(upload=refused)
    assert [place.name for place in kept_aside()] == [kept.folder]


def test_a_file_that_is_gone_is_told_and_no_other_is_taken_for_it(benchmark: Benchmark, cedar: SystemConfig) -> None:
    other = send(cedar, benchmark, png(), "bench-1.png")
    upload = send(cedar, benchmark, png(), "bench-2.png")
    Upload.objects.filter(pk=upload.pk).update(folder="")
    assert work_on(upload).error == "The file is not here any more; send it again."
    assert other.folder in [place.name for place in kept_aside()]


def test_without_a_system_or_benchmark_the_page_says_what_to_do(as_ada: Client) -> None:
    assert "sync_systems" in said_by(as_ada, "/posters/upload/")
    make_config("cedar", backend="upload")
    assert "Load a benchmark first" in said_by(as_ada, "/posters/upload/")


def test_the_same_queries_however_many_files(
    benchmark: Benchmark, cedar: SystemConfig, as_ada: Client, django_assert_num_queries: object
) -> None:
    upload = work_on(send(cedar, benchmark, packed(("bench-1.png", png()))))
    page = f"/posters/uploads/{upload.pk}/"
    with CaptureQueriesContext(connection) as few:
        as_ada.get(page)
    for number in range(4, 9):
        add_case(benchmark, make_ready_case(f"bench-{number}"))
    Upload.objects.update(results=[{**upload.results[0], "case_id": f"bench-{number}"} for number in range(1, 9)])
    with django_assert_num_queries(len(few)):
        as_ada.get(page)

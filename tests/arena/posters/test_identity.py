"""The identity check: asked for with every poster, done by a worker or a command, kept as findings."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.benchmarks.models import Benchmark, Case
from arena.core import leases
from arena.core.files import store_bytes
from arena.core.workloop import run_one
from arena.posters import jobs
from arena.posters.identity import identity_count, scope_of
from arena.posters.models import GenerationRun, IdentityFinding, IdentityScan, Poster, ScoringRun, Upload
from arena.posters.services import evaluate
from arena.posters.services import identity as service
from arena.posters.services.identity import request_scans, scan_poster, words_now
from arena.posters.services.make import make_poster as make_one
from arena.posters.services.receive import accept_upload, receive_upload, work_on_upload
from arena.posters.services.upload import import_posters
from arena.systems.models import SystemConfig
from scoring.posterbench.raster import load_raster
from tests.factories.identity import FOOTER, make_finding, make_real_poster, poster_png, read_as
from tests.factories.posters import make_benchmark, make_config, make_poster, png

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TEXT = ("We measured 42 things", (0.1, 0.2, 0.4, 0.23))
SIGNED = (FOOTER, (0.05, 0.94, 0.3, 0.97))


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=3)


@pytest.fixture
def cedar() -> SystemConfig:
    return make_config("cedar", backend="upload")


def case_of(benchmark: Benchmark, number: int = 1) -> Case:
    return Case.objects.get(case_id=f"{benchmark.name}-{number}")


def scanned(poster: Poster) -> IdentityScan:
    """What a worker does with the poster's scan."""
    scan, _ = IdentityScan.objects.get_or_create(poster=poster)
    jobs.scan_poster_for_names(scan.pk)
    scan.refresh_from_db()
    return scan


def findings(scan: IdentityScan) -> set[tuple[str, str, str, bool]]:
    return {(found.place, found.word, found.state, found.in_paper) for found in scan.findings.all()}


def reading(monkeypatch: pytest.MonkeyPatch, *lines: tuple[str, tuple[float, float, float, float]]) -> None:
    monkeypatch.setattr(service, "read_picture", lambda _sha256, _picture: read_as(*lines))


def test_a_footer_is_read_on_the_picture_with_its_place_and_the_file_gives_away_the_rest(
    benchmark: Benchmark, cedar: SystemConfig, shared: Path
) -> None:
    html = (shared / "cases" / "uploads" / "made_html_names_its_system.html").read_bytes()
    import_one(benchmark, cedar, html, "html")
    scan = scanned(Poster.objects.get())
    assert (scan.state, scan.error) == ("done", "")
    assert scan.read_words is not None and scan.read_words >= 5
    assert findings(scan) == {
        ("picture", "Paper2Poster", "open", False),
        ("metadata", "Paper2Poster", "accepted", False),
    }
    seen = scan.findings.get(place="picture")
    assert seen.excerpt == "Generated with Paper2Poster v1.0"
    x0, y0, x1, y1 = seen.box
    assert x0 < 0.02 and 0.05 < y0 < y1 < 0.2 and 0.15 < x1 < 0.3


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("made_exif_rot6_and_system_name_leak.jpg", "PosterGen"),
        ("made_png_text_chunk_reveals_system.png", "AutoDesign"),
    ],
)
def test_metadata_that_names_a_system_is_told_of_and_nothing_of_it_is_served(
    name: str, word: str, benchmark: Benchmark, cedar: SystemConfig, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch)
    data = (shared / "cases" / "uploads" / name).read_bytes()
    import_one(benchmark, cedar, data, name.rpartition(".")[2])
    scan = scanned(Poster.objects.get())
    assert findings(scan) == {("metadata", word, "accepted", False)}
    assert "never receive it" in scan.findings.get().note


def import_one(benchmark: Benchmark, config: SystemConfig, data: bytes, ending: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{case_of(benchmark).case_id}.{ending}").write_bytes(data)
        report = import_posters(system=config.system.slug, path=Path(folder))
    assert [file.verdict for file in report.files] in (["ok"], ["warn"]), report.files


def test_a_tag_in_a_picture_that_is_served_is_to_be_decided(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (40, 30)).save(buffer, "WEBP", xmp=b'<rdf:Description xmp:CreatorTool="Nobody knows"/>')
    reading(monkeypatch)
    poster = make_poster(case_of(benchmark), cedar, rendition_sha256=store_bytes(buffer.getvalue()))
    assert findings(scanned(poster)) == {("metadata", "rendition picture", "open", False)}


def test_what_the_paper_says_too_is_set_apart(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    Case.objects.update(abstract="We ask GPT-4o for labels.")
    reading(monkeypatch, ("Labels by GPT-4o", (0.1, 0.4, 0.3, 0.43)), SIGNED)
    poster = make_poster(case_of(benchmark), cedar)
    assert findings(scanned(poster)) == {
        ("picture", "GPT-4o", "open", True),
        ("picture", "Paper2Poster", "open", False),
    }
    count = identity_count(Poster.objects.all(), words_now().sha256)
    assert (count.telling, count.subject) == (1, 0)


def test_the_sites_own_systems_are_looked_for_and_their_models(
    benchmark: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_config("brightboard", backend="upload", model="zebra-9b")
    poster = make_poster(case_of(benchmark), make_config("cedar", backend="upload"))
    reading(monkeypatch, ("Brightboard", (0.1, 0.4, 0.2, 0.43)), ("drawn by zebra-9b", (0.1, 0.5, 0.2, 0.53)))
    assert {word for _, word, _, _ in findings(scanned(poster))} == {"Brightboard", "zebra-9b"}


def test_every_new_poster_is_asked_for_by_whoever_stores_it(benchmark: Benchmark, cedar: SystemConfig) -> None:
    upload = receive_upload(
        config=cedar,
        benchmark=benchmark,
        name="autodesign_p017.png",
        chunks=[png()],
        sent_by="ada",
        case=case_of(benchmark),
    )
    run_one(Upload, upload.pk, work_on_upload)
    accept_upload(upload=Upload.objects.get())
    run_one(Upload, upload.pk, work_on_upload)
    scan = IdentityScan.objects.get(poster__system_config=cedar)
    assert scan.state == "requested"
    # The name is known only here; it is looked at at once, and never reaches a reviewer.
    assert findings(scan) == {("file_name", "AutoDesign", "accepted", False)}
    scanned(scan.poster)
    assert findings(scan) == {("file_name", "AutoDesign", "accepted", False)}


def test_a_generated_poster_is_asked_for_too(benchmark: Benchmark, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.posters.services import make
    from generation.records import ArtifactKind, Cost, CostBasis, GenerationRequest, GenerationResult

    class Painter:
        def generate(self, request: GenerationRequest) -> GenerationResult:
            target = request.workspace / "claude_design.png"
            target.write_bytes(png())
            return GenerationResult(target, ArtifactKind.PNG, Cost(CostBasis.NONE))

    monkeypatch.setattr(make.registry, "create", lambda *_: Painter())
    case = case_of(benchmark)
    run = GenerationRun.objects.create(case=case, system_config=make_config("alder"), pdf_sha256=case.pdf_sha256)
    assert run_one(GenerationRun, run.pk, make_one)
    scan = IdentityScan.objects.get(poster__run=run)
    assert findings(scan) == {("file_name", "Claude Design", "accepted", False)}


def test_asking_twice_asks_once_and_other_words_ask_again(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch, SIGNED)
    make_poster(case_of(benchmark), cedar)
    posters = Poster.objects.all()
    assert request_scans(posters=posters).requested == 1
    assert request_scans(posters=posters).requested == 0
    scan = scanned(posters.get())
    plan = request_scans(posters=posters)
    assert (plan.requested, plan.scans, plan.present) == (0, (), 1)
    make_config("zebra")
    assert identity_count(posters, words_now().sha256).outdated == 1
    assert request_scans(posters=posters).scans == (scan.pk,)


def test_looking_again_keeps_what_was_decided_and_drops_what_is_not_found(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch, SIGNED, ("Made with Canva", (0.6, 0.94, 0.8, 0.97)), ("PosterGen", (0.6, 0.1, 0.8, 0.13)))
    poster = make_poster(case_of(benchmark), cedar)
    scan = scanned(poster)
    scan.findings.filter(word="Canva").update(state="accepted", decided_by="ada", note="a figure of the paper")
    reading(monkeypatch, (FOOTER, (0.0501, 0.9401, 0.3, 0.97)), ("Made with Canva", (0.6, 0.94, 0.8, 0.97)))
    IdentityScan.objects.update(state="requested")
    before = set(scan.findings.exclude(word="PosterGen").values_list("pk", flat=True))
    scanned(poster)
    assert set(scan.findings.values_list("pk", flat=True)) == before
    assert findings(scan) == {
        ("picture", "Paper2Poster", "open", False),
        ("picture", "Canva", "accepted", False),
    }


def test_a_poster_that_cannot_be_read_fails_with_a_reason_and_is_no_scanned_one(
    benchmark: Benchmark, cedar: SystemConfig
) -> None:
    poster = make_poster(case_of(benchmark), cedar, master_sha256=store_bytes(b"no picture"))
    scan = scanned(poster)
    assert scan.state == "failed" and "PNG" in scan.error
    count = identity_count(Poster.objects.all(), words_now().sha256)
    assert (count.scanned, count.failed, count.unsettled) == (0, 1, 1)
    assert count.warning == "1 poster was not scanned"


def test_a_worker_that_lost_its_lease_writes_nothing(
    benchmark: Benchmark, cedar: SystemConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    poster = make_poster(case_of(benchmark), cedar)
    scan = IdentityScan.objects.create(poster=poster)

    def taken_over(_sha256: str, _picture: bytes) -> object:
        IdentityScan.objects.update(owner="another")
        return read_as(SIGNED)

    monkeypatch.setattr(service, "read_picture", taken_over)
    assert run_one(IdentityScan, scan.pk, scan_poster)
    scan.refresh_from_db()
    assert (scan.state, scan.findings.count()) == ("running", 0)


def test_the_command_looks_at_everything_and_says_what_it_found(
    benchmark: Benchmark, cedar: SystemConfig, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading(monkeypatch, SIGNED)
    make_poster(case_of(benchmark), cedar)
    other = make_benchmark("other", cases=1)
    make_poster(case_of(other), cedar)
    call_command("scan_posters", "--benchmark", "bench")
    said = capsys.readouterr().out
    assert "bench-1, cedar: Paper2Poster, on the poster\n" in said
    assert "Identity check: 1 of 1 scanned, 1 poster says who made it.\n" in said
    reading(monkeypatch)
    call_command("scan_posters")
    assert "Identity check: 2 of 2 scanned, 1 poster says who made it.\n" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no benchmark"):
        call_command("scan_posters", "--benchmark", "nowhere")


def test_the_command_ends_with_an_error_where_one_could_not_be_looked_at(
    benchmark: Benchmark, cedar: SystemConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    make_poster(case_of(benchmark), cedar, master_sha256=store_bytes(b"no picture"))
    with pytest.raises(CommandError, match="could be looked at"):
        call_command("scan_posters")
    assert "bench-1, cedar: The poster is not a PNG" in capsys.readouterr().err


def test_lost_work_is_queued_again_like_any_other(benchmark: Benchmark, cedar: SystemConfig) -> None:
    scan = IdentityScan.objects.create(
        poster=make_poster(case_of(benchmark), cedar), state="running", lease_expires_at="2020-01-01T00:00:00Z"
    )
    assert leases.requeue_expired() == 1
    scan.refresh_from_db()
    assert scan.state == "requested"


def test_a_benchmarks_check_is_of_its_current_posters_by_systems_in_use(
    benchmark: Benchmark, cedar: SystemConfig
) -> None:
    case = case_of(benchmark)
    make_poster(case, cedar, is_current=False)
    here = make_poster(case, cedar)
    make_poster(case_of(make_benchmark("other", cases=1)), cedar)
    assert list(scope_of(benchmark="bench").posters) == [here]
    assert scope_of().posters.count() == 2


def test_ocr_finds_a_real_footer_and_the_mask_takes_it_away(benchmark: Benchmark, cedar: SystemConfig) -> None:
    from arena.posters.services.mask import mask_poster

    poster = make_real_poster(case_of(benchmark), cedar, poster_png(("We measured 42 trees", (60, 200))))
    found = scanned(poster).findings.get(place="picture")
    masked = mask_poster(poster=poster, boxes=[tuple(found.box)], by="ada")
    again = scanned(masked)
    assert again.state == "done" and not again.findings.exists()
    assert again.read_words is not None and again.read_words > 5  # the rest is still there
    assert IdentityFinding.objects.get().state == "masked"


def test_a_finding_made_by_hand_counts_as_any(benchmark: Benchmark, cedar: SystemConfig) -> None:
    make_finding(make_poster(case_of(benchmark), cedar))
    count = identity_count(Poster.objects.all(), "")
    assert count.summary == "Identity check: 1 of 1 scanned, 1 poster says who made it"
    assert count.warning == "1 poster says who made it"


def test_a_generated_poster_is_looked_at_after_its_scores_which_read_the_same_picture(
    benchmark: Benchmark,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    hinted: list[int] = []
    monkeypatch.setitem(leases._registered, IdentityScan, lambda pk, _queue: hinted.append(pk))
    poster = make_poster(case_of(benchmark), make_config("alder"))
    with django_capture_on_commit_callbacks(execute=True):
        scan = service.add_scan(poster=poster, at_once=False)
    assert hinted == []
    run = ScoringRun.objects.create(poster=poster, evaluator="posterbench-offline")
    monkeypatch.setattr(evaluate, "picture_with_lines", lambda data: (load_raster(data), ()))
    with django_capture_on_commit_callbacks(execute=True):
        assert run_one(ScoringRun, run.pk, evaluate.score_poster)
    assert hinted == [scan.pk]

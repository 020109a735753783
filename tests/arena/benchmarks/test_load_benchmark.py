"""Loading a benchmark: each paper for itself, again and again without harm."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from arena.benchmarks.models import Benchmark, Case, CaseFigure, Ingest
from arena.benchmarks.selectors import ingest_progress
from arena.benchmarks.services.content import content_of, identity_of, write_assets
from arena.benchmarks.services.load import PaperState, load_benchmark
from arena.core import leases
from arena.core.errors import BadInput, Conflict, NotReady
from arena.core.files import stored_path
from arena.core.leases import WorkState
from tests.conftest import REPO
from tests.factories.pages import draw_pages

pytestmark = pytest.mark.django_db

SAMPLE = REPO / "arena" / "benchmarks" / "data" / "sample"
PDFS = sorted(SAMPLE.glob("*/*/paper.pdf"))


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(folder: Path, *rows: dict[str, object]) -> Path:
    folder.mkdir(exist_ok=True)
    facts = {"title": "A title", "authors": ["Ann Author"], "discipline": "ai_ml", "abstract": "Said."}
    (folder / "manifest.jsonl").write_text("\n".join(json.dumps({**facts, **row}) for row in rows))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A benchmark of one good paper that lies beside its manifest."""
    target = tmp_path / "papers"
    target.mkdir()
    shutil.copy(PDFS[0], target / "one.pdf")
    return write_manifest(target, {"case_id": "one", "pdf": "one.pdf", "expected_sha256": sha256(PDFS[0])})


def messages(report) -> dict[str, str]:
    return {paper.case_id: paper.message for paper in report.papers}


def test_a_good_paper_is_stored_and_its_reading_requested(folder: Path) -> None:
    report = load_benchmark(source=str(folder))

    case = Case.objects.get()
    assert report.problems == ()
    assert (case.case_id, case.pdf_sha256, case.pdf_version) == ("one", sha256(PDFS[0]), 1)
    assert stored_path(case.pdf_sha256).read_bytes() == PDFS[0].read_bytes()
    assert Ingest.objects.get().state == WorkState.REQUESTED
    assert ingest_progress(report.benchmark).waiting == 1


def test_loading_again_changes_nothing(folder: Path) -> None:
    first = load_benchmark(source=str(folder))
    leases.finish(leases.claim(Ingest, Ingest.objects.get().pk), content="{}")
    draw_pages(Case.objects.get(), 1)

    second = load_benchmark(source=str(folder))

    assert second.benchmark == first.benchmark
    assert (Benchmark.objects.count(), Case.objects.count(), Ingest.objects.count()) == (1, 1, 1)
    assert Case.objects.get().pdf_version == 1
    assert Ingest.objects.get().state == WorkState.DONE


def test_a_faulty_manifest_saves_nothing(folder: Path) -> None:
    with (folder / "manifest.jsonl").open("a") as file:
        file.write('\n{"case_id": "=two"}\n{bad')

    with pytest.raises(BadInput) as refused:
        load_benchmark(source=str(folder))

    assert "line 2: case_id '=two' starts with =" in str(refused.value)
    assert "line 3: not valid JSON" in str(refused.value)
    assert not Benchmark.objects.exists()


def test_bad_papers_are_told_one_by_one_and_stop_none(folder: Path) -> None:
    (folder / "page.pdf").write_text("<!doctype html><p>Sign in to download</p>")
    (folder / "half.pdf").write_bytes(PDFS[1].read_bytes()[:20000])
    shutil.copy(PDFS[1], folder / "other.pdf")
    write_manifest(
        folder,
        {"case_id": "missing", "pdf": "nowhere.pdf", "landing_url": "https://example.org/missing"},
        {"case_id": "html", "pdf": "page.pdf"},
        {"case_id": "half", "pdf": "half.pdf"},
        {"case_id": "wrong-hash", "pdf": "other.pdf", "expected_sha256": "0" * 64},
        {"case_id": "one", "pdf": "one.pdf"},
    )

    report = load_benchmark(source=str(folder))

    told = messages(report)
    assert "no PDF at" in told["missing"]
    assert "https://example.org/missing" in told["missing"]
    assert "an HTML page" in told["html"]
    assert "damaged" in told["half"]
    assert "000000000000… is expected" in told["wrong-hash"]
    assert told["one"] == ""
    assert report.needs_pdf == 4
    problems = dict(Case.objects.values_list("case_id", "problem"))
    assert problems == told
    assert list(Ingest.objects.values_list("case__case_id", flat=True)) == ["one"]


def test_hostile_pdfs_are_refused_with_a_reason(shared: Path, tmp_path: Path) -> None:
    names = ["made_html_named", "made_truncated_half", "made_zero_pages", "made_2000_pages"]
    manifest = write_manifest(tmp_path / "hostile", *({"case_id": name} for name in names))

    report = load_benchmark(source=str(manifest), pdf_dir=shared / "cases" / "pdfs")

    told = messages(report)
    assert [paper.state for paper in report.papers] == [PaperState.NEEDS_PDF] * 4
    assert "HTML" in told["made_html_named"]
    assert "damaged" in told["made_truncated_half"]
    assert "no pages" in told["made_zero_pages"]
    assert "2000 pages" in told["made_2000_pages"]


@pytest.mark.parametrize("place", ["ai_ml/one/paper.pdf", "ai_ml/one.pdf", "one.pdf"])
def test_pdfs_are_found_below_the_given_folder(tmp_path: Path, place: str) -> None:
    manifest = write_manifest(tmp_path / "list", {"case_id": "one", "pdf": "not-here.pdf"})
    (tmp_path / "pdfs" / place).parent.mkdir(parents=True)
    shutil.copy(PDFS[0], tmp_path / "pdfs" / place)

    report = load_benchmark(source=str(manifest), pdf_dir=tmp_path / "pdfs")

    assert report.problems == ()
    assert Case.objects.get().pdf_sha256 == sha256(PDFS[0])


def test_a_pdf_that_comes_later_is_added(tmp_path: Path) -> None:
    manifest = write_manifest(tmp_path / "list", {"case_id": "one", "pdf": "late.pdf"})
    assert load_benchmark(source=str(manifest)).needs_pdf == 1
    shutil.copy(PDFS[0], manifest / "late.pdf")

    report = load_benchmark(source=str(manifest))

    assert (report.needs_pdf, report.problems) == (0, ())
    assert Case.objects.get().problem == ""


def test_another_pdf_is_refused_unless_it_is_wanted(folder: Path) -> None:
    load_benchmark(source=str(folder))
    shutil.copy(PDFS[1], folder / "one.pdf")

    refused = load_benchmark(source=str(folder))
    assert refused.papers[0].state is PaperState.REFUSED
    assert "--accept-different takes it as a new version" in refused.papers[0].message
    assert Case.objects.get().pdf_sha256 == sha256(PDFS[0])

    taken = load_benchmark(source=str(folder), accept_different=True)
    case = Case.objects.get()
    assert "not the file that the manifest expects" in taken.papers[0].message
    assert (case.pdf_sha256, case.pdf_version) == (sha256(PDFS[1]), 2)
    assert Ingest.objects.filter(case=case).count() == 2

    again = load_benchmark(source=str(folder))
    assert again.problems == (), "the file that was accepted is the paper's file now"


def test_a_frozen_paper_keeps_its_pdf_and_facts(folder: Path) -> None:
    load_benchmark(source=str(folder))
    case = Case.objects.get()
    case.frozen_at = case.created_at
    case.save()
    shutil.copy(PDFS[1], folder / "one.pdf")
    write_manifest(folder, {"case_id": "one", "pdf": "one.pdf", "title": "Another title"})

    report = load_benchmark(source=str(folder), accept_different=True)

    case.refresh_from_db()
    assert (case.pdf_sha256, case.title) == (sha256(PDFS[0]), "A title")
    assert "frozen" in report.papers[0].message
    assert "title" in report.notes[0]


def test_benchmarks_share_their_papers(folder: Path, tmp_path: Path) -> None:
    load_benchmark(source=str(folder))
    mini = write_manifest(tmp_path / "mini", {"case_id": "one", "expected_sha256": sha256(PDFS[0])})

    report = load_benchmark(source=str(mini))

    assert (report.needs_pdf, report.problems) == (0, ()), "the paper has its PDF already"
    assert Case.objects.count() == 1
    assert Case.objects.get().entries.count() == 2


def test_a_manifest_that_means_another_file_leaves_the_paper_alone(folder: Path, tmp_path: Path) -> None:
    load_benchmark(source=str(folder))
    other = write_manifest(tmp_path / "other", {"case_id": "one", "title": "Foreign", "expected_sha256": "0" * 64})

    report = load_benchmark(source=str(other))

    assert Case.objects.get().title == "A title"
    assert "another file" in report.notes[0] or "stays as it is" in report.notes[0]


def test_a_list_never_loses_papers_by_loading(folder: Path) -> None:
    load_benchmark(source=str(folder))
    write_manifest(folder, {"case_id": "two"})

    with pytest.raises(Conflict, match=r"papers that this manifest does not list \(one\)"):
        load_benchmark(source=str(folder))

    write_manifest(folder, {"case_id": "two"}, {"case_id": "one", "pdf": "one.pdf"})
    load_benchmark(source=str(folder))
    order = Benchmark.objects.get().entries.values_list("case__case_id", flat=True)
    assert list(order) == ["two", "one"]


def test_an_unknown_source_names_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="posterbench, posterbench-mini, sample"):
        load_benchmark(source=str(tmp_path / "nothing"))
    with pytest.raises(BadInput, match="is not a folder"):
        load_benchmark(source="sample", pdf_dir=tmp_path / "nothing")


@pytest.mark.django_db(transaction=True)
def test_the_command_reads_the_papers_itself_and_sums_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one: dict[str, object] = {"case_id": "one", "pdf": "one.pdf", "authors": []}
    write_manifest(folder, one | {"abstract": None}, {"case_id": "two"}, {"case_id": "x"})

    call_command("load_benchmark", str(folder), name="mine")

    out, err = capsys.readouterr()
    assert out.strip() == "mine: 1 of 3 papers ready; 2 need a usable PDF."
    assert "two: no PDF" in err
    assert "Reading papers: 1 of 1" in err
    case = Case.objects.get(case_id="one")
    content = content_of(case)
    assert case.pages == content.pages >= 3
    assert case.abstract == content.abstract != ""
    assert case.read_from_pdf == ["abstract", "authors"]
    figures = CaseFigure.objects.filter(ingest__case=case)
    assert figures.count() == len(content.figures) >= 3
    assets = folder / "assets"
    assets.mkdir()
    write_assets(case, content, assets)
    assert sorted(path.name for path in assets.iterdir()) == sorted(figure.image for figure in content.figures)
    assert identity_of(case).abstract == content.abstract
    with pytest.raises(NotReady, match="no PDF"):
        content_of(Case.objects.get(case_id="two"))

    # What the manifest says later outranks what was read; what it still leaves out stays.
    write_manifest(folder, one, {"case_id": "two"}, {"case_id": "x"})
    load_benchmark(source=str(folder), name="mine")
    case.refresh_from_db()
    assert (case.abstract, case.read_from_pdf) == ("Said.", ["authors"])


def test_the_command_ends_with_one_clear_message(folder: Path) -> None:
    (folder / "manifest.jsonl").write_text("{bad")

    with pytest.raises(CommandError, match="line 1: not valid JSON"):
        call_command("load_benchmark", str(folder))

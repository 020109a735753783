"""A benchmark from a ZIP of PDFs: what is taken, what is refused, what is proposed, and that all or nothing is made."""

import hashlib
import io
import json
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from PIL import Image

from arena.benchmarks.drafts import draft_rows
from arena.benchmarks.models import Benchmark, Case, CaseFigure, Draft, DraftPaper, Ingest, PageImage
from arena.benchmarks.selectors import figures_of, paper_lines
from arena.benchmarks.services import drafts, reading
from arena.benchmarks.services.drafts import (
    DraftFacts,
    PaperEdit,
    discard_draft,
    read_again,
    read_draft_paper,
    save_facts,
    save_papers,
    start_draft,
)
from arena.benchmarks.services.export import about_of, manifest_of
from arena.benchmarks.services.finish_draft import create_benchmark
from arena.benchmarks.services.load import load_benchmark
from arena.core import leases
from arena.core.errors import BadInput, Conflict
from arena.core.files import stored_path
from arena.core.leases import WorkState
from generation.errors import BadPaper
from generation.records import PaperContent
from tests.factories.posters import CONTENT, make_ready_case

pytestmark = pytest.mark.django_db

FACTS = DraftFacts("mine", "My papers", "Some.", "CC-BY-4.0", "From the library.")


def a_pdf(word: str) -> bytes:
    """What passes for a PDF as long as nobody reads it."""
    return b"%PDF-1.4\n" + word.encode() + b"\n%%EOF\n"


def pack(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> io.BytesIO:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    buffer.seek(0)
    return buffer


def start(by: User, *entries: tuple[str | zipfile.ZipInfo, bytes], facts: DraftFacts = FACTS) -> Draft:
    return start_draft(by=by, archive=pack(*entries), file_name="papers.zip", facts=facts)


def refusal(by: User, archive: io.IOBase) -> str:
    with pytest.raises(BadInput) as refused:
        start_draft(by=by, archive=archive, file_name="papers.zip", facts=FACTS)
    assert not Draft.objects.exists()
    return str(refused.value)


@pytest.fixture
def readable(monkeypatch: pytest.MonkeyPatch, drawn: object) -> None:
    """Papers are read at once in place of the sandbox; one that holds "broken" cannot be."""

    def ingest(pdf: Path, folder: Path) -> PaperContent:
        if b"broken" in pdf.read_bytes():
            raise BadPaper("The PDF is damaged.")
        for figure in CONTENT.figures:
            Image.new("RGB", (figure.width, figure.height), "white").save(folder / figure.image)
        return replace(CONTENT, title=f"On {pdf.read_bytes().split()[1].decode()}")

    monkeypatch.setattr(reading, "ingest_paper", ingest)


def read_all(draft: Draft) -> None:
    for pk in draft.papers.filter(state=WorkState.REQUESTED).values_list("pk", flat=True):
        read_draft_paper(leases.claim(DraftPaper, pk))


def choose(draft: Draft, **changes: object) -> None:
    """Give every paper that was read a discipline, and whatever else is wanted."""
    for paper in draft.papers.filter(state=WorkState.DONE):
        edit = PaperEdit(
            case_id=paper.case_id, title=paper.title, authors=paper.authors, abstract=paper.abstract,
            discipline=paper.discipline or "ai_ml", left_out=paper.left_out, use_known=paper.use_known,
        )  # fmt: skip
        save_papers(draft=draft, edits={paper.pk: replace(edit, **changes)})


def test_an_upload_becomes_a_draft_whose_papers_wait_to_be_read(ada: User) -> None:
    draft = start(
        ada,
        ("physics_astronomy/Dark Matter (2020).pdf", a_pdf("dark")),
        ("Economics and policy/beer/paper.pdf", a_pdf("beer")),
        ("naïve 海报.pdf", a_pdf("poster")),
        ("__MACOSX/._naïve.pdf", b"junk"),
        ("papers/._hidden.pdf", b"junk"),
        ("readme.txt", b"hello"),
        ("page.pdf", b"<!doctype html><p>Sign in"),
        ("copy/of-beer.pdf", a_pdf("beer")),
        ("copy/dark-matter-2020.pdf", a_pdf("other")),
    )

    rows = {paper.file_name: paper for paper in draft.papers.all()}
    proposed = {name: (paper.case_id, paper.discipline) for name, paper in rows.items() if not paper.error}
    assert proposed == {
        "physics_astronomy/Dark Matter (2020).pdf": ("dark-matter-2020", "physics_astronomy"),
        "Economics and policy/beer/paper.pdf": ("beer", "economics_policy"),
        "naïve 海报.pdf": ("naïve-海报", ""),
        "copy/dark-matter-2020.pdf": ("dark-matter-2020-2", ""),
    }
    assert rows["page.pdf"].error == "The file is not a PDF; by its content it is an HTML page."
    assert rows["copy/of-beer.pdf"].error == "The same file as Economics and policy/beer/paper.pdf."
    assert [paper.state for paper in rows.values()].count(WorkState.REQUESTED) == 4
    assert draft.notes == [
        "readme.txt: The file is not a PDF; by its content it is plain text.",
        "Left aside, since only an operating system needs them: __MACOSX/._naïve.pdf, papers/._hidden.pdf.",
    ]
    assert stored_path(rows["naïve 海报.pdf"].pdf_sha256).read_bytes() == a_pdf("poster")


def test_a_name_that_finder_wrote_without_saying_so_is_read_as_utf8(ada: User) -> None:
    data = pack(("mueller-XX.pdf", a_pdf("one"))).getvalue()
    assert data.count(b"mueller-XX") == 2
    draft = start_draft(
        by=ada, archive=io.BytesIO(data.replace(b"mueller-XX", "müller-é".encode())), file_name="x.zip", facts=FACTS
    )
    assert draft.papers.get().file_name == "müller-é.pdf"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("made_zip_slip.zip", "leads out of the archive"),
        ("made_zip_symlink.zip", "a link; pack the file itself"),
        ("made_zip_duplicate_and_case_names.zip", "holds no PDF"),
        ("made_png_bomb_900mp.png", "no ZIP archive"),
    ],
)
def test_hostile_archives_are_refused_whole(ada: User, shared: Path, file: str, told: str) -> None:
    with (shared / "cases" / "uploads" / file).open("rb") as archive:
        assert told in refusal(ada, archive)
    assert not list(Path(settings.MEDIA_DIR).glob("*"))


def test_bombs_and_too_much_are_refused_before_anything_is_unpacked(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "more than 200 times its size" in refusal(ada, pack(("a.pdf", b"\0" * 5_000_000)))
    link = zipfile.ZipInfo("a.pdf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "a link" in refusal(ada, pack((link, b"/etc/passwd")))
    monkeypatch.setattr(drafts, "LIMITS", replace(drafts.LIMITS, files=1))
    assert "more than 1 files" in refusal(ada, pack(("a.pdf", a_pdf("a")), ("b.pdf", a_pdf("b"))))
    monkeypatch.setattr(drafts, "LIMITS", replace(drafts.LIMITS, total_bytes=10))
    assert "unpacks to" in refusal(ada, pack(("a.pdf", a_pdf("a"))))
    assert "no ZIP archive" in refusal(ada, io.BytesIO(b"PK\x03\x04 and nothing"))


def test_one_bad_paper_blocks_no_other(ada: User, readable: None) -> None:
    draft = start(ada, ("good.pdf", a_pdf("good")), ("bad.pdf", a_pdf("broken")))
    read_all(draft)

    good, bad = draft.papers.all()
    assert (good.state, good.title, good.authors) == (WorkState.DONE, "On good", "Ann Author")
    assert (bad.state, bad.error) == (WorkState.FAILED, "The PDF is damaged.")
    assert PageImage.objects.get().pdf_sha256 == good.pdf_sha256, "the first page's picture is made on the way"
    assert read_again(draft=draft) == 1
    bad.refresh_from_db()
    assert bad.state == WorkState.REQUESTED


def test_hostile_pdfs_end_with_a_reason_each(ada: User, shared: Path) -> None:
    names = ["made_zero_pages", "made_2000_pages", "made_prompt_injection_and_xss_metadata"]
    draft = start(ada, *((f"{name}.pdf", (shared / "cases" / "pdfs" / f"{name}.pdf").read_bytes()) for name in names))

    call_command("read_drafts", stdout=io.StringIO(), stderr=io.StringIO())

    zero, many, hostile = draft.papers.all()
    assert (zero.state, many.state, hostile.state) == (WorkState.FAILED, WorkState.FAILED, WorkState.DONE)
    assert "no pages" in zero.error
    assert "2000 pages" in many.error
    assert hostile.title


def test_what_is_typed_is_kept_as_it_is(ada: User, readable: None) -> None:
    draft = start(ada, ("a.pdf", a_pdf("a")), ("b.pdf", a_pdf("b")))
    read_draft_paper(leases.claim(DraftPaper, draft.papers.first().pk))
    read, unread = draft.papers.all()
    edit = PaperEdit("= nonsense", "T\0itle", "One\nTwo", "", "nowhere", left_out=False, use_known=False)

    save_papers(draft=draft, edits={read.pk: edit, unread.pk: edit})
    save_facts(draft=draft, facts=DraftFacts("x" * 300, "T" * 300))

    read.refresh_from_db()
    unread.refresh_from_db()
    draft.refresh_from_db()
    assert (read.case_id, read.title, read.authors) == ("= nonsense", "Title", "One\nTwo")
    assert unread.title == "", "a paper that is not read yet has nothing to be written beside"
    assert (len(draft.name), len(draft.title)) == (80, 200)


def test_creating_makes_benchmark_cases_and_readings_at_once(ada: User, readable: None) -> None:
    draft = start(ada, ("ai_ml/a.pdf", a_pdf("a")), ("b.pdf", a_pdf("b")), ("bad.pdf", a_pdf("broken")))
    read_all(draft)
    choose(draft, authors="Bo Bee; Cy Cee\nDi Dee", abstract="An\nabstract.")
    left = draft.papers.get(file_name="b.pdf")
    DraftPaper.objects.filter(pk=left.pk).update(left_out=True)

    benchmark = create_benchmark(draft=draft)

    assert (benchmark.name, benchmark.title, benchmark.remark) == ("mine", "My papers", "From the library.")
    line = paper_lines(benchmark)[0]
    case = line.case
    assert line.is_ready
    assert (case.case_id, case.title, case.discipline, case.license) == ("a", "On a", "ai_ml", "CC-BY-4.0")
    assert (case.authors, case.abstract) == (["Bo Bee", "Cy Cee", "Di Dee"], "An abstract.")
    assert (case.pages, case.pdf_version) == (3, 1)
    assert [figure.label for figure in figures_of(case)] == ["Figure 1"]
    assert CaseFigure.objects.get().thumbnail_sha256
    assert Case.objects.count() == 1, "what is left out or could not be read is no paper"
    assert not Draft.objects.exists()
    with pytest.raises(Conflict, match="draft is gone"):
        create_benchmark(draft=draft)


def test_anything_wrong_saves_nothing_and_is_told_by_its_field(ada: User, readable: None) -> None:
    make_ready_case("taken")
    Benchmark.objects.create(name="mine", title="Older")
    names = ("one", "two", "three", "taken")
    draft = start(ada, *((f"{name}.pdf", a_pdf(name)) for name in names))
    read_all(draft)
    one, two, three, _ = draft.papers.all()
    DraftPaper.objects.filter(pk=one.pk).update(case_id="=1+1", title=" ")
    DraftPaper.objects.filter(pk=two.pk).update(case_id="Same", discipline="ai_ml", authors="x" * 201)
    DraftPaper.objects.filter(pk=three.pk).update(case_id="same", discipline="ai_ml", abstract="\x07")

    with pytest.raises(BadInput) as refused:
        create_benchmark(draft=draft)

    told = str(refused.value)
    assert "name: There is a benchmark mine already" in told
    faults = {row.paper.file_name: row.faults for row in draft_rows(draft, checked=True)}
    assert set(faults["one.pdf"]) == {"case_id", "title", "discipline"}
    assert "same id" in faults["two.pdf"]["case_id"]
    assert "at most 200" in faults["two.pdf"]["authors"]
    assert "control character" in faults["three.pdf"]["abstract"]
    assert "Another paper has this id" in faults["taken.pdf"]["case_id"]
    assert set(Case.objects.values_list("case_id", flat=True)) == {"taken"}
    assert Benchmark.objects.count() == 1
    assert not Ingest.objects.exclude(case__case_id="taken").exists()


def test_a_benchmark_waits_for_its_papers_to_be_read(ada: User, readable: None) -> None:
    draft = start(ada, ("ai_ml/a.pdf", a_pdf("a")))

    with pytest.raises(BadInput, match="1 paper is still being read"):
        create_benchmark(draft=draft)


def test_a_paper_that_is_here_already_is_used_and_stays_as_it_is(ada: User, readable: None) -> None:
    known = make_ready_case("known")
    waiting = Case.objects.create(
        case_id="waiting",
        title="Waits",
        discipline="ai_ml",
        expected_sha256=_sha256(a_pdf("awaited")),
        problem="no PDF yet",
    )
    draft = start(
        ada, ("new-name.pdf", stored_path(known.pdf_sha256).read_bytes() + b"\n%%EOF"), ("w.pdf", a_pdf("awaited"))
    )
    read_all(draft)
    same = draft.papers.first()
    DraftPaper.objects.filter(pk=same.pk).update(pdf_sha256=known.pdf_sha256)
    assert [(row.known, row.same_file) for row in draft_rows(draft, checked=False)] == [(known, True), (waiting, True)]
    choose(draft)
    with pytest.raises(BadInput, match="This PDF is here already as known"):
        create_benchmark(draft=draft)

    choose(draft, use_known=True)
    benchmark = create_benchmark(draft=draft)

    assert [line.case for line in paper_lines(benchmark)] == [known, waiting]
    waiting.refresh_from_db()
    assert (waiting.title, waiting.pdf_sha256, waiting.problem) == ("Waits", _sha256(a_pdf("awaited")), "")
    assert all(line.is_ready for line in paper_lines(benchmark))
    assert Ingest.objects.filter(case=known).count() == 1


def test_two_files_are_not_the_same_known_paper(ada: User, readable: None) -> None:
    make_ready_case("known")
    draft = start(ada, ("a.pdf", a_pdf("a")), ("b.pdf", a_pdf("b")))
    read_all(draft)
    choose(draft, case_id="known", use_known=True)

    with pytest.raises(BadInput, match=r"a\.pdf is the same paper"):
        create_benchmark(draft=draft)


def test_the_manifest_loads_the_same_benchmark_elsewhere(ada: User, readable: None, tmp_path: Path) -> None:
    draft = start(ada, ("ai_ml/ünï.pdf", a_pdf("a")))
    read_all(draft)
    benchmark = create_benchmark(draft=draft)
    (tmp_path / "manifest.jsonl").write_text(manifest_of(benchmark), encoding="utf-8")
    (tmp_path / "benchmark.json").write_text(about_of(benchmark), encoding="utf-8")
    (tmp_path / "ünï.pdf").write_bytes(a_pdf("a"))
    before = Case.objects.values().get()

    report = load_benchmark(source=str(tmp_path))

    assert (report.benchmark, report.notes) == (benchmark, ())
    assert report.problems == ()
    after = Case.objects.values().get()
    assert after | {"expected_sha256": ""} == before | {"expected_sha256": ""}
    assert json.loads(manifest_of(benchmark))["license"] == "CC-BY-4.0"


def test_a_draft_thrown_away_is_gone_while_its_papers_are_read(ada: User, readable: None) -> None:
    draft = start(ada, ("a.pdf", a_pdf("a")))
    running = leases.claim(DraftPaper, draft.papers.get().pk)

    discard_draft(draft=draft)

    assert not DraftPaper.objects.exists()
    with pytest.raises(leases.LostLease):
        read_draft_paper(running)
    with pytest.raises(Conflict):
        discard_draft(draft=draft)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_field_saved_after_its_draft_became_a_benchmark_says_so_beside_it(as_ada: Client, ada: User) -> None:
    draft = start(ada, ("a.pdf", a_pdf("a")))
    paper = draft.papers.get()
    addresses = [reverse("benchmarks:draft-paper", args=[draft.pk, paper.pk]), f"/drafts/{draft.pk}/facts/"]
    assert addresses[1] == reverse("benchmarks:draft-facts", args=[draft.pk])
    discard_draft(draft=draft)

    for address in addresses:
        answer = as_ada.post(address, {"row": str(paper.pk)}, headers={"hx-request": "true"})
        assert (answer.status_code, "This draft is gone" in answer.content.decode()) == (200, True)

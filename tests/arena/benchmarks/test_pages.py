"""The pages of benchmarks, papers, drafts and corrections, as everybody who may or may not see them."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.benchmarks.models import Benchmark, BenchmarkCase, Case, CaseFigure, Correction, Draft, DraftPaper, Ingest
from arena.benchmarks.selectors import figures_of
from arena.benchmarks.services.load import load_benchmark
from arena.benchmarks.views import drafts as draft_views
from arena.core.leases import WorkState
from generation.ingest import content_to_json
from tests.factories.posters import (
    CONTENT,
    add_case,
    make_benchmark,
    make_case,
    make_config,
    make_poster,
    make_ready_case,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn")]


@pytest.fixture
def case() -> Case:
    benchmark = make_benchmark("bench")
    return add_case(benchmark, make_ready_case("one"))


@pytest.fixture
def draft(ada: User) -> Draft:
    return make_draft(ada, 1)


def make_draft(by: User, papers: int) -> Draft:
    found = Draft.objects.create(name="mine", title="My papers", file_name="papers.zip", made_by=by)
    for number in range(1, papers + 1):
        DraftPaper.objects.create(
            draft=found, position=number, file_name=f"paper-{number}.pdf", pdf_sha256=f"{number:064d}",
            state=WorkState.DONE, content=content_to_json(CONTENT), pictures={"figure-1.png": "0" * 64},
            case_id=f"paper-{number}", title=f"On {number}", discipline="ai_ml",
        )  # fmt: skip
    return found


def addresses(case: Case, draft: Draft) -> dict[str, list[str]]:
    """Every address of the app that can be looked at, by who may."""
    figure = figures_of(case).get()
    return {
        "researchers": [
            "/benchmarks/", "/benchmarks/bench/",
            "/benchmarks/bench/manifest.jsonl", "/benchmarks/bench/benchmark.json",
            f"/papers/{case.pk}/", f"/papers/{case.pk}/paper.pdf", f"/papers/{case.pk}/pages/1/small.webp",
            f"/papers/figures/{figure.pk}.png", f"/papers/figures/{figure.pk}.webp",
            f"/papers/{case.pk}/figures/figure-1/",
        ],
        "admins": [
            "/drafts/new/", f"/drafts/{draft.pk}/", f"/drafts/{draft.pk}/progress/",
            f"/papers/{case.pk}/correct/", f"/papers/{case.pk}/figures/new/",
        ],
    }  # fmt: skip


def status_of(client: Client, path: str) -> int:
    answer = client.get(path)
    if answer.streaming:
        b"".join(answer.streaming_content)  # a file stays open until it was read
    return int(answer.status_code)


def test_who_sees_which_page(case: Case, draft: Draft, as_ada: Client, as_ben: Client, as_cleo: Client) -> None:
    for who, paths in addresses(case, draft).items():
        for path in paths:
            assert status_of(as_ada, path) == 200, path
            assert status_of(as_ben, path) == (200 if who == "researchers" else 403), path
            assert as_cleo.get(path).status_code == 403, path
            assert Client().get(path).headers["Location"].startswith("/login/"), path


def test_only_admins_change_anything(case: Case, draft: Draft, as_ben: Client, as_cleo: Client) -> None:
    paper, rows = draft.papers.get(), f"/drafts/{draft.pk}/"
    posts = [
        f"/papers/{case.pk}/correct/", f"/papers/{case.pk}/figures/figure-1/", f"/papers/{case.pk}/figures/new/",
        f"/papers/{case.pk}/figures/figure-1/leave-out/", f"/papers/{case.pk}/figures/figure-1/bring-back/",
        f"/papers/{case.pk}/corrections/1/undo/", "/drafts/new/", rows, f"{rows}facts/", f"{rows}discard/",
        f"{rows}papers/{paper.pk}/", "/benchmarks/bench/read-again/",
    ]  # fmt: skip
    for path in posts:
        assert as_ben.post(path, {"seen": 0}).status_code == 403, path
        assert as_cleo.post(path, {"seen": 0}).status_code == 403, path
        assert Client().post(path).headers["Location"].startswith("/login/"), path
    assert Draft.objects.count() == 1
    assert not Correction.objects.exists()


def test_every_form_is_protected_against_other_sites(case: Case, ada: User, draft: Draft) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    for path in ("/drafts/new/", f"/drafts/{draft.pk}/", f"/papers/{case.pk}/correct/"):
        assert strict.post(path).status_code == 403, path
    page = strict.get("/drafts/new/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    assert strict.post("/drafts/new/", {"csrfmiddlewaretoken": token[1]}).status_code == 400


def test_the_benchmark_page_takes_the_same_queries_for_one_paper_and_many(
    as_ben: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    benchmark = make_benchmark("bench", cases=1)
    make_poster(Case.objects.get(), make_config("alder"))
    as_ben.get("/benchmarks/bench/")
    for round_ in range(2):
        # session, user, group twice (page and bar); benchmark; cases, readings; figures, posters
        with django_assert_num_queries(9):
            assert as_ben.get("/benchmarks/bench/").status_code == 200
        for number in range(60):
            add_case(benchmark, make_case(f"more-{round_}-{number}"))
        for number in range(5):
            add_case(benchmark, make_ready_case(f"ready-{round_}-{number}"))


def test_a_hundred_papers_without_pdfs_say_how_to_get_them_a_page_at_a_time(as_ben: Client) -> None:
    load_benchmark(source="posterbench")

    first = as_ben.get("/benchmarks/posterbench/").content.decode()
    second = as_ben.get("/benchmarks/posterbench/?page=2").content.decode()

    assert "How to get the PDFs" in first
    assert "load_benchmark posterbench --pdf-dir" in first
    assert (first.count('class="bare"'), second.count('class="bare"')) == (50, 50)
    assert "1 to 50 of 100" in first
    assert "https://arxiv.org/abs/1706.03762v7" in first


def test_papers_are_found_by_discipline_and_words(as_ben: Client) -> None:
    benchmark = make_benchmark("bench")
    for case_id, title, author, discipline in (
        ("a", "Müllers Gesetz", "Ann Ode", "ai_ml"),
        ("b", "Stars", "Bo Müller", "physics_astronomy"),
        ("c", "Planets", "Cy", "physics_astronomy"),
    ):
        add_case(benchmark, make_case(case_id, title=title, authors=[author], discipline=discipline))

    def found(query: str) -> set[str]:
        page = as_ben.get(f"/benchmarks/bench/?{query}").content.decode()
        return {title for title in ("Müllers Gesetz", "Stars", "Planets") if f">{title}</a>" in page}

    assert found("q=m%C3%BCller") == {"Müllers Gesetz", "Stars"}
    assert found("discipline=physics_astronomy") == {"Stars", "Planets"}
    assert found("discipline=physics_astronomy&q=MÜLLER+bo") == {"Stars"}
    assert found("q=nothing") == set()
    assert "No paper is like that" in as_ben.get("/benchmarks/bench/?q=nothing").content.decode()


def test_sifting_swaps_the_papers_and_going_back_brings_the_whole_page(case: Case, as_ben: Client) -> None:
    part = as_ben.get("/benchmarks/bench/?q=one", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<section")
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in as_ben.get("/benchmarks/bench/?q=one", headers=back).content.decode()


def test_the_list_takes_the_same_queries_for_one_benchmark_and_many(
    as_ada: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_benchmark("first", cases=1)
    for round_ in range(2):
        # session, user; benchmarks, covers, drafts
        with django_assert_num_queries(5):
            page = as_ada.get("/benchmarks/").content.decode()
        for number in range(3):
            make_benchmark(f"more-{round_}-{number}", cases=6)
    assert page.count('class="fan"') == 4
    assert page.count("/pages/1/small.webp") == 1 + 3 * 4, "a benchmark is shown by its first four papers"


def test_empty_pages_say_what_to_do(as_ada: Client, as_ben: Client) -> None:
    assert "Make one from a ZIP of PDFs" in as_ada.get("/benchmarks/").content.decode()
    assert "load_benchmark sample" in as_ben.get("/benchmarks/").content.decode()
    add_case(make_benchmark("bench"), waiting := make_case("one", landing_url="https://example.org/x"))
    page = as_ben.get(f"/papers/{waiting.pk}/").content.decode()
    assert "one.pdf" in page
    assert "https://example.org/x" in page


def test_the_paper_page_tells_what_is_known_and_what_was_corrected(case: Case, as_ada: Client, ada: User) -> None:
    Case.objects.update(citation="Author (2020).", license="CC-BY-4.0")
    config = make_config("alder")
    make_poster(case, config)
    as_ada.post(f"/papers/{case.pk}/correct/", correction(case, title="A <b>better</b> title"))

    page = as_ada.get(f"/papers/{case.pk}/").content.decode()

    assert "A &lt;b&gt;better&lt;/b&gt; title" in page
    assert "<b>better" not in page
    for text in (
        "Author (2020).",
        "CC-BY-4.0",
        "A curve.",
        "Introduction",
        "Alder",
        "made before a correction",
        "by ada",
    ):
        assert text in page, text
    assert f"/papers/{case.pk}/corrections/1/undo/" in page


def test_the_paper_page_takes_the_same_queries_for_a_long_history(
    case: Case, as_ada: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for round_ in range(2):
        case.refresh_from_db()
        with django_assert_num_queries(13):
            as_ada.get(f"/papers/{case.pk}/")
        for number in range(4):
            case.refresh_from_db()
            as_ada.post(f"/papers/{case.pk}/correct/", correction(case, title=f"Title {round_} {number}"))


def correction(case: Case, **changes: object) -> dict[str, object]:
    facts = {"title": case.title, "authors": "\n".join(case.authors), "abstract": case.abstract}
    return {**facts, "discipline": case.discipline, "seen": case.content_version, **changes}


def test_correcting_facts_and_undoing_it_by_form(case: Case, as_ada: Client) -> None:
    done = as_ada.post(
        f"/papers/{case.pk}/correct/", correction(case, authors="Bo Bee; Cy\n\n Di "), follow=True
    ).content.decode()
    assert "1 correction is saved." in done
    case.refresh_from_db()
    assert case.authors == ["Bo Bee", "Cy", "Di"]

    undone = as_ada.post(f"/papers/{case.pk}/corrections/1/undo/", {"seen": 1}, follow=True).content.decode()
    assert "Correction 1 is undone." in undone
    case.refresh_from_db()
    assert case.authors == ["Ann Author"]


def test_a_refused_correction_keeps_what_was_typed(case: Case, as_ada: Client) -> None:
    wrong = as_ada.post(f"/papers/{case.pk}/correct/", correction(case, title=" ", abstract="Typed at length."))
    assert wrong.status_code == 400
    assert "The title is empty." in wrong.content.decode()
    assert "Typed at length." in wrong.content.decode()

    late = as_ada.post(f"/papers/{case.pk}/correct/", correction(case, title="New", seen=7))
    assert late.status_code == 409
    assert "changed by somebody else meanwhile" in late.content.decode()
    assert as_ada.post(f"/papers/{case.pk}/corrections/1/undo/", {"seen": 0}).status_code == 404


def box(case: Case, **changes: object) -> dict[str, object]:
    typed = {"x0": "20", "y0": "30,5", "x1": "220", "y1": "130.5", "page": "2", "label": "Figure 1", "caption": "New."}
    return {**typed, "seen": case.content_version, "action": "save", **changes}


def test_a_crop_is_previewed_and_saved_by_form(case: Case, as_ada: Client, as_cleo: Client) -> None:
    address = f"/papers/{case.pk}/figures/figure-1/"

    page = as_ada.post(address, box(case, action="preview"))
    part = as_ada.post(address, box(case, action="preview"), headers={"HX-Request": "true"}).content.decode()

    assert page.status_code == 200
    assert "not saved yet" in page.content.decode()
    assert part.lstrip().startswith('<div id="preview"')
    shown = re.search(r'src="(/papers/previews/[^"]+)"', part)
    assert shown is not None
    assert status_of(as_ada, shown[1]) == 200
    assert as_cleo.get(shown[1]).status_code == 403
    assert as_ada.get("/papers/previews/made-up.png").status_code == 404
    assert not Correction.objects.exists()

    saved = as_ada.post(address, box(case), follow=True).content.decode()
    assert "Figure 1 is saved." in saved
    assert (figures_of(case).get().box, figures_of(case).get().page) == ([20, 30.5, 220, 130.5], 2)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"x0": "nan"}, "The box needs four numbers."),
        ({"x1": ""}, "The box needs four numbers."),
        ({"x1": "20"}, "The box is empty"),
        ({"x1": "9000"}, "outside of the page"),
        ({"label": ""}, "The label is empty."),
    ],
)
def test_a_box_that_is_none_is_told_beside_the_form(
    case: Case, as_ada: Client, changes: dict[str, str], told: str
) -> None:
    answer = as_ada.post(f"/papers/{case.pk}/figures/figure-1/", box(case, **changes))
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert CaseFigure.objects.count() == 1


@pytest.mark.parametrize("page", ["", "x", "-1", "100000", "1.5"])
def test_a_page_that_is_no_number_is_not_taken_for_the_first(case: Case, as_ada: Client, page: str) -> None:
    answer = as_ada.post(f"/papers/{case.pk}/figures/new/", box(case, page=page, label="Figure 9", action="save"))
    assert answer.status_code == 400
    assert "The page needs a whole number." in answer.content.decode()
    assert not case.corrections.exists()


def test_figures_are_added_left_out_and_brought_back_by_form(case: Case, as_ada: Client) -> None:
    added = as_ada.post(f"/papers/{case.pk}/figures/new/", box(case, label="Table 1", kind="table"))
    assert added.headers["Location"] == f"/papers/{case.pk}/figures/table-1/"
    as_ada.post(f"/papers/{case.pk}/figures/figure-1/leave-out/", {"seen": 1})
    assert [figure.figure_id for figure in figures_of(case)] == ["table-1"]
    page = as_ada.get(f"/papers/{case.pk}/").content.decode()
    assert "1 left out" in page
    as_ada.post(f"/papers/{case.pk}/figures/figure-1/bring-back/", {"seen": 2})
    assert [figure.figure_id for figure in figures_of(case)] == ["figure-1", "table-1"]


def test_a_frozen_paper_says_so_and_offers_nothing(case: Case, as_ada: Client) -> None:
    Case.objects.update(frozen_at=timezone.now())

    page = as_ada.get(f"/papers/{case.pk}/").content.decode()
    editor = as_ada.get(f"/papers/{case.pk}/figures/figure-1/").content.decode()

    assert "pins this paper" in page
    assert "/correct/" not in page
    assert "crop-form" not in editor
    refused = as_ada.post(f"/papers/{case.pk}/figures/figure-1/leave-out/", {"seen": 0})
    assert refused.status_code == 409
    assert "pinned by a frozen study" in refused.content.decode()


def test_pages_that_do_not_exist_are_not_drawn(case: Case, as_ben: Client, drawn: list[object]) -> None:
    for path in ("pages/0/small.webp", "pages/4/small.webp", "pages/1/huge.webp", "figures/figure-9/"):
        assert as_ben.get(f"/papers/{case.pk}/{path}").status_code == 404, path
    assert drawn == []
    for _ in range(2):
        assert status_of(as_ben, f"/papers/{case.pk}/pages/3/large.webp") == 200
    assert drawn == [(3, 1600)], "a page is drawn once"


def upload(**fields: object) -> dict[str, object]:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.pdf", b"%PDF-1.4\n\n%%EOF")
    archive_file = SimpleUploadedFile("papers.zip", buffer.getvalue(), "application/zip")
    return {"name": "mine", "title": "My papers", "archive": archive_file, **fields}


def test_sending_an_archive_leads_to_its_draft(as_ada: Client) -> None:
    answer = as_ada.post("/drafts/new/", upload())
    draft = Draft.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/drafts/{draft.pk}/")
    page = as_ada.get(f"/drafts/{draft.pk}/").content.decode()
    assert "0 of 1" in page
    assert f"/drafts/{draft.pk}/progress/?open={draft.papers.get().pk}" in page
    assert "My papers" in as_ada.get("/benchmarks/").content.decode()


def test_a_refused_archive_says_why_beside_the_field(
    as_ada: Client, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = SimpleUploadedFile("s.zip", (shared / "cases" / "uploads" / "made_zip_slip.zip").read_bytes())
    answer = as_ada.post("/drafts/new/", upload(archive=slip, description="Typed."))
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "leads out of the archive" in page
    assert "Typed." in page

    Benchmark.objects.create(name="mine", title="Older")
    page = as_ada.post("/drafts/new/", upload(title="")).content.decode()
    assert "There is a benchmark mine already" in page
    assert "The title is empty." in page
    assert "Choose the archive once more" in page
    assert "Choose a ZIP archive." in as_ada.post("/drafts/new/", {"name": "x", "title": "y"}).content.decode()

    monkeypatch.setattr(draft_views, "MAX_ARCHIVE_BYTES", 10)
    assert "larger than" in as_ada.post("/drafts/new/", upload(name="other")).content.decode()
    monkeypatch.setattr(draft_views, "ROOM_FOR_THE_FORM", 10)
    assert as_ada.post("/drafts/new/", upload(name="other")).status_code == 413
    assert not Draft.objects.exists()


def test_hostile_file_names_are_escaped(as_ada: Client, shared: Path) -> None:
    names = json.loads((shared / "cases" / "uploads" / "hostile_filenames.json").read_text(encoding="utf-8"))
    for name in [str(name) for name in names][:18]:
        Draft.objects.all().delete()
        archive = upload()["archive"]
        archive._name = name  # what a multipart header says; SimpleUploadedFile would tidy it
        answer = as_ada.post("/drafts/new/", upload(archive=archive))
        assert answer.status_code in {303, 400}, name
        for draft in Draft.objects.all():
            page = as_ada.get(f"/drafts/{draft.pk}/").content.decode()
            assert "<script>alert" not in page
            assert "<img src=x" not in page


def row(paper: DraftPaper, **changes: object) -> dict[str, object]:
    facts = {"title": paper.title, "case_id": paper.case_id, "authors": "", "abstract": "", "discipline": "ai_ml"}
    return {"row": paper.pk} | {f"p{paper.pk}-{name}": value for name, value in {**facts, **changes}.items()}


def test_a_row_is_saved_as_one_types(draft: Draft, as_ada: Client) -> None:
    make_ready_case("taken")
    paper = draft.papers.get()

    part = as_ada.post(f"/drafts/{draft.pk}/papers/{paper.pk}/", row(paper, case_id="taken", title="")).content.decode()

    paper.refresh_from_db()
    assert (paper.case_id, paper.title) == ("taken", "")
    assert part.lstrip().startswith(f'<div class="notes-of" id="notes-{paper.pk}"')
    assert "There is another paper" in part
    assert f'name="p{paper.pk}-use_known"' in part
    assert "The title is empty." in part


def test_the_whole_page_is_saved_without_script_and_created(draft: Draft, as_ada: Client) -> None:
    paper = draft.papers.get()
    form = row(paper, title="Better") | {"name": "mine", "title": "Mine", "page": "1"}

    later = as_ada.post(f"/drafts/{draft.pk}/", form | {"action": "save"}, follow=True).content.decode()
    assert "Saved." in later
    assert 'value="Better"' in later

    wrong = as_ada.post(f"/drafts/{draft.pk}/", form | {f"p{paper.pk}-discipline": "", "action": "create"})
    assert wrong.headers["Location"] == f"/drafts/{draft.pk}/?check=1&page=1"
    page = as_ada.get(wrong.headers["Location"]).content.decode()
    assert "cannot be created yet" in page
    assert f'id="e{paper.pk}-discipline">Choose one.' in page
    assert not Benchmark.objects.exists()

    made = as_ada.post(f"/drafts/{draft.pk}/", form | {"action": "create"})
    assert (made.status_code, made.headers["Location"]) == (303, "/benchmarks/mine/")
    assert Case.objects.get().title == "Better"
    assert as_ada.get(f"/drafts/{draft.pk}/").status_code == 404


def test_a_long_draft_is_shown_a_page_at_a_time_in_the_same_queries(
    ada: User, as_ada: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small = make_draft(ada, 2)
    with django_assert_num_queries(6):
        as_ada.get(f"/drafts/{small.pk}/")
    large = make_draft(ada, 60)
    with django_assert_num_queries(6):
        page = as_ada.get(f"/drafts/{large.pk}/").content.decode()
    assert page.count('<li class="draftrow') == 25
    assert "Papers 1 to 25 of 60" in page
    following = as_ada.post(f"/drafts/{large.pk}/", {"name": "mine", "title": "Mine", "page": "1", "action": "page-2"})
    assert following.headers["Location"] == f"/drafts/{large.pk}/?page=2"


def test_progress_brings_the_rows_that_were_read_meanwhile(draft: Draft, as_ada: Client) -> None:
    read = draft.papers.get()
    waiting = DraftPaper.objects.create(draft=draft, position=2, file_name="w.pdf", pdf_sha256="1" * 64)

    part = as_ada.get(f"/drafts/{draft.pk}/progress/?open={read.pk},{waiting.pk},x").content.decode()

    assert f'id="row-{read.pk}" hx-swap-oob="true"' in part
    assert f'id="row-{waiting.pk}"' not in part
    assert f"?open={waiting.pk}&quot;" in part or f"?open={waiting.pk}" in part
    DraftPaper.objects.update(state=WorkState.DONE)
    assert "hx-get" not in as_ada.get(f"/drafts/{draft.pk}/progress/").content.decode().split("</div>")[0]


def test_downloads_are_files_that_load_elsewhere(case: Case, as_ben: Client) -> None:
    answer = as_ben.get("/benchmarks/bench/manifest.jsonl")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="manifest.jsonl"'
    assert json.loads(answer.content)["case_id"] == "one"
    assert json.loads(as_ben.get("/benchmarks/bench/benchmark.json").content)["title"] == "Bench"


def test_a_browser_asks_again_for_a_pdf_that_may_be_another_by_then(case: Case, as_ben: Client) -> None:
    figure = CaseFigure.objects.filter(ingest__case=case)[0]
    kept = {}
    for path in (f"/papers/{case.pk}/paper.pdf", f"/papers/figures/{figure.pk}.png"):
        answer = as_ben.get(path)
        b"".join(answer.streaming_content)
        kept[path[-3:]] = "immutable" in answer.headers["Cache-Control"]
    assert kept == {"pdf": False, "png": True}


def test_a_paper_that_is_in_no_benchmark_and_was_not_read_has_a_page(as_ben: Client) -> None:
    lonely = make_case("lonely")
    assert as_ben.get(f"/papers/{lonely.pk}/").status_code == 200
    Case.objects.update(pdf_sha256="2" * 64)
    Ingest.objects.create(case=lonely, pdf_sha256="2" * 64, state=WorkState.DONE, content="{}")
    BenchmarkCase.objects.create(benchmark=Benchmark.objects.create(name="b", title="B"), case=lonely, position=1)
    assert as_ben.get(f"/papers/{lonely.pk}/").status_code == 200

"""Making a benchmark in the browser: send a ZIP of PDFs, look at what was read, set it right, create."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.benchmarks.drafts import DraftRow, draft_counts, draft_rows
from arena.benchmarks.models import Benchmark, Draft, DraftPaper, PageImage
from arena.benchmarks.services import drafts as service
from arena.benchmarks.services.drafts import GONE, MAX_ARCHIVE_BYTES, RULES, DraftFacts, PaperEdit
from arena.benchmarks.services.finish_draft import create_benchmark, facts_of
from arena.benchmarks.services.pictures import page_image
from arena.benchmarks.stamps import FACTS, PAPER, stamp_of
from arena.core.access import admin_required
from arena.core.archives import megabytes
from arena.core.errors import BadInput, Conflict
from arena.core.http import SeeOther
from arena.core.media import stored_response
from scoring.words import DISCIPLINES

PAPERS_A_PAGE = 25  # with seven fields each, well below what Django takes in one form
ROOM_FOR_THE_FORM = 1_000_000  # bytes around the archive


@dataclass(frozen=True, slots=True)
class Upload:
    """The form for a new draft as it was filled in, and what is wrong with it."""

    typed: dict[str, str] = field(default_factory=lambda: dict.fromkeys(FACTS, ""))
    faults: dict[str, str] = field(default_factory=dict)
    refusal: tuple[str, ...] = ()  # of the archive, one line each


# The form is protected like every other. Django's check would read the whole upload, though, before anybody looks at
# how long it says it is, so the check is made one step later.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def new(request: HttpRequest) -> HttpResponse:
    length = request.META.get("CONTENT_LENGTH") or ""
    declared = int(length) if length.isascii() and length.isdigit() else 0
    if request.method == "POST" and declared > MAX_ARCHIVE_BYTES + ROOM_FOR_THE_FORM:
        faults = {"archive": f"The archive is larger than {megabytes(MAX_ARCHIVE_BYTES)}; send it in parts."}
        return _form(request, Upload(faults=faults), status=413)
    return _new(request)


@csrf_protect
def _new(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, Upload())
    typed = {name: request.POST.get(name, "") for name in FACTS}
    facts = DraftFacts(**{name: value.strip() for name, value in typed.items()})
    faults = service.faults_of_facts(facts)
    archive = request.FILES.get("archive")
    if archive is None or archive.file is None:
        faults["archive"] = "Choose a ZIP archive."
    elif (archive.size or 0) > MAX_ARCHIVE_BYTES:
        faults["archive"] = f"The archive is larger than {megabytes(MAX_ARCHIVE_BYTES)}; send it in parts."
    if archive is None or archive.file is None or faults:
        if archive is not None and "archive" not in faults:
            faults["archive"] = "Choose the archive once more: a browser does not keep it."
        return _form(request, Upload(typed, faults), status=400)
    try:
        draft = service.start_draft(
            by=_person(request), archive=archive.file, file_name=archive.name or "archive.zip", facts=facts
        )
    except BadInput as error:
        return _form(request, Upload(typed, {"archive": error.args[0]}, error.faults), status=400)
    return SeeOther(reverse("benchmarks:draft", args=[draft.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """The papers of a draft, a page at a time. POST saves all of the page, and then goes on or makes the benchmark."""
    if request.method == "POST":
        try:
            found = Draft.objects.get(pk=pk)
            _save(request, found)
            return _after_saving(request, found)
        except (Draft.DoesNotExist, Conflict):
            return _after_the_end(request)
    found = get_object_or_404(Draft, pk=pk)
    checked = "check" in request.GET
    rows = draft_rows(found, checked=checked)
    page = Paginator(rows, PAPERS_A_PAGE).get_page(request.GET.get("page", "1"))
    context = _progress(found) | {
        "rows": list(page),
        "page": page,
        "checked": checked,
        "facts": facts_of(found),
        "facts_stamp": stamp_of(found, FACTS),
        "faults": service.faults_of_facts(facts_of(found)) if checked else {},
        "faulty": _faulty(rows) if checked else [],
        "part": sum(row.takes_part for row in rows),
        "left_out": sum(row.is_read and row.paper.left_out for row in rows),
        "unreadable": sum(row.state == "failed" for row in rows),
        "unread": sum(row.is_open for row in rows),
        "disciplines": DISCIPLINES,
        "open": ",".join(str(row.paper.pk) for row in page if row.is_open),
    }
    return render(request, "benchmarks/draft.html", context)


@require_safe
@admin_required
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """How far reading is; with the rows of `open` that are read by now, to be put in place of those that waited."""
    found = get_object_or_404(Draft, pk=pk)
    waiting = {int(number) for number in re.findall(r"\d{1,18}", request.GET.get("open", ""))}
    rows = draft_rows(found, checked=False)
    context = _progress(found) | {
        "fresh": [row for row in rows if row.paper.pk in waiting and not row.is_open],
        "open": ",".join(str(row.paper.pk) for row in rows if row.paper.pk in waiting and row.is_open),
        "disciplines": DISCIPLINES,
        "checked": False,
    }
    return render(request, "benchmarks/draft_progress.html", context)


@require_POST
@admin_required
def save_paper(request: HttpRequest, pk: int, paper: int) -> HttpResponse:
    """Save one row as somebody types; the answer is what is wrong with it now."""
    try:
        found = Draft.objects.get(pk=pk)
        edits = _edits(request, [found.papers.get(pk=paper).pk])
        service.save_papers(draft=found, edits=edits, shown=_shown(request, edits))
        row = next(row for row in draft_rows(found, checked=True) if row.paper.pk == paper)
    except (Draft.DoesNotExist, DraftPaper.DoesNotExist, Conflict, StopIteration):
        return _too_late(request, f"notes-{paper}")
    # The form goes on showing what was typed, which need not be all that is kept by now.
    stamp = stamp_of(edits[paper], PAPER) if paper in edits else row.stamp
    context = {"row": row, "stamp": stamp, "saved": True, "checked": True, "disciplines": DISCIPLINES}
    return render(request, "benchmarks/draft_row.html#notes", context)


@require_POST
@admin_required
def save_facts(request: HttpRequest, pk: int) -> HttpResponse:
    """Save what is said of the benchmark as somebody types."""
    typed = _facts(request)
    try:
        found = Draft.objects.get(pk=pk)
        service.save_facts(draft=found, facts=typed, shown=request.POST.get("shown", ""))
    except (Draft.DoesNotExist, Conflict):
        return _too_late(request, "facts-notes")
    faults = service.faults_of_facts(typed)
    context = {"faults": faults, "saved": True, "facts_stamp": stamp_of(typed, FACTS)}
    return render(request, "benchmarks/draft.html#facts-notes", context)


def _too_late(request: HttpRequest, place: str) -> HttpResponse:
    """A field may still be on its way when its draft becomes a benchmark: that is said beside it, and is no error."""
    return render(request, "benchmarks/draft_gone.html", {"place": place, "message": GONE})


@require_POST
@admin_required
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    found = Draft.objects.filter(pk=pk).first()
    if found is None:
        raise Conflict(GONE)
    service.discard_draft(draft=found)
    messages.info(request, f"The draft of {found.name} is thrown away.")
    return redirect("benchmarks:list")


@require_safe
@admin_required
def thumbnail(request: HttpRequest, pk: int, paper: int) -> FileResponse:
    """The first page of a draft's paper."""
    found = get_object_or_404(DraftPaper.objects.exclude(pdf_sha256=""), draft=pk, pk=paper)
    image = page_image(pdf_sha256=found.pdf_sha256, page=1, size=PageImage.Size.SMALL)
    return stored_response(image.image_sha256, "webp", name=f"paper-{paper}.webp")


@require_safe
@admin_required
def pdf(request: HttpRequest, pk: int, paper: int) -> FileResponse:
    found = get_object_or_404(DraftPaper.objects.exclude(pdf_sha256=""), draft=pk, pk=paper)
    return stored_response(found.pdf_sha256, "pdf", name=f"paper-{paper}.pdf")


def _form(request: HttpRequest, upload: Upload, *, status: int = 200) -> HttpResponse:
    context = {"upload": upload, "rules": RULES, "max_bytes": MAX_ARCHIVE_BYTES, "max": megabytes(MAX_ARCHIVE_BYTES)}
    return render(request, "benchmarks/new.html", context, status=status)


def _save(request: HttpRequest, found: Draft) -> None:
    rows = [int(number) for number in request.POST.getlist("row") if re.fullmatch(r"[0-9]{1,18}", number)]
    edits = _edits(request, rows[:PAPERS_A_PAGE])
    service.save_papers(draft=found, edits=edits, shown=_shown(request, edits))
    service.save_facts(draft=found, facts=_facts(request), shown=request.POST.get("shown", ""))


def _after_the_end(request: HttpRequest) -> HttpResponse:
    """A form of a draft that is gone: to its benchmark where that was asked for twice, else Conflict."""
    made = Benchmark.objects.filter(name=_facts(request).name.replace("\0", ""))
    if request.POST.get("action") == "create" and made.exists():
        return SeeOther(reverse("benchmarks:benchmark", args=[made.get().name]))
    raise Conflict(GONE)


def _shown(request: HttpRequest, edits: Iterable[int]) -> dict[int, str]:
    """The stamps of what the form showed of these papers."""
    return {pk: request.POST.get(f"p{pk}-shown", "") for pk in edits}


def _after_saving(request: HttpRequest, found: Draft) -> HttpResponse:
    here = reverse("benchmarks:draft", args=[found.pk])
    action = request.POST.get("action", "save")
    if action == "create":
        try:
            benchmark = create_benchmark(draft=found)
        except BadInput:
            rows = draft_rows(found, checked=True)
            first = next((place for place, row in enumerate(rows) if row.faults), 0)
            return SeeOther(f"{here}?check=1&page={first // PAPERS_A_PAGE + 1}")
        messages.success(request, f"{benchmark.title} is made.")
        return SeeOther(reverse("benchmarks:benchmark", args=[benchmark.name]))
    if action == "again":
        service.read_again(draft=found)
    number = action.removeprefix("page-") if action.startswith("page-") else request.POST.get("page", "1")
    if action == "save":
        messages.success(request, "Saved. You may come back to this draft whenever you like.")
    return SeeOther(f"{here}?page={number}" if number.isascii() and number.isdigit() else here)


def _progress(found: Draft) -> dict[str, object]:
    counts = draft_counts(found)
    ended = counts.done + counts.failed
    return {
        "draft": found,
        "counts": counts,
        "ended": ended,
        "percent": 100 * ended // counts.total if counts.total else 100,
    }


def _faulty(rows: list[DraftRow]) -> list[tuple[DraftRow, int]]:
    """Rows with a fault, each with the page that it is on."""
    return [(row, place // PAPERS_A_PAGE + 1) for place, row in enumerate(rows) if row.faults]


def _facts(request: HttpRequest) -> DraftFacts:
    return DraftFacts(**{name: request.POST.get(name, "").strip() for name in FACTS})


def _edits(request: HttpRequest, papers: list[int]) -> dict[int, PaperEdit]:
    """What was typed beside these papers; a row that is not in the form is left alone."""
    posted: MultiValueDict[str, str] = request.POST
    edits = {}
    for pk in papers:
        if f"p{pk}-title" not in posted:
            continue

        def text(name: str, pk: int = pk) -> str:
            return str(posted.get(f"p{pk}-{name}", ""))

        edits[pk] = PaperEdit(
            case_id=text("case_id").strip(),
            title=text("title"),
            authors=text("authors"),
            abstract=text("abstract"),
            discipline=text("discipline"),
            left_out=bool(text("left_out")),
            use_known=bool(text("use_known")),
        )
    return edits


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - what admin_required let through
    return request.user

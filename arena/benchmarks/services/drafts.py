"""Making a benchmark from a ZIP of PDFs: the upload is checked and kept, each paper is read, people set it right."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from arena.benchmarks.manifest import BENCHMARK_NAME
from arena.benchmarks.models import Benchmark, Draft, DraftPaper
from arena.benchmarks.services.reading import read_pdf
from arena.benchmarks.stamps import FACTS, PAPER, changed_fields
from arena.benchmarks.text import fault_of
from arena.core import leases
from arena.core.archives import Contents, Limits, Packed, opened_archive, readable
from arena.core.errors import BadInput, Conflict, NotReady
from arena.core.files import store_bytes
from arena.core.leases import WorkState
from generation.errors import BadPaper, GenerationError
from generation.ingest import content_to_json
from generation.ingest.check import check_bytes
from generation.ingest.limits import MAX_BYTES, MAX_PAGES
from scoring.words import DISCIPLINES

MAX_ARCHIVE_BYTES = 500_000_000
LIMITS = Limits(files=200, file_bytes=MAX_BYTES, total_bytes=2_000_000_000)
PAPER_FILE = "paper"  # a file of this name is called by its folder
TITLE = 200  # letters of a benchmark's title
GONE = "This draft is gone: its benchmark was made, or somebody threw it away."
RULES = (
    f"The archive has at most {MAX_ARCHIVE_BYTES // 1_000_000} MB and {LIMITS.files} files.",
    f"A PDF has at most {MAX_BYTES // 1024**2} MB and {MAX_PAGES} pages.",
    f"Unpacked, all of it has at most {LIMITS.total_bytes // 1_000_000} MB.",
    "A paper needs a text layer: a scan without one cannot be read.",
    "A folder that is called like a discipline proposes it: physics_astronomy/my-paper.pdf.",
)


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """What is said of the benchmark as a whole."""

    name: str
    title: str
    description: str = ""
    license: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class PaperEdit:
    """What somebody wrote beside one paper; kept as it is, and checked when the benchmark is made."""

    case_id: str
    title: str
    authors: str
    abstract: str
    discipline: str
    left_out: bool
    use_known: bool


def faults_of_facts(facts: DraftFacts) -> dict[str, str]:
    """What is wrong with the benchmark's own facts, by field."""
    faults = {}
    if not BENCHMARK_NAME.fullmatch(facts.name):
        faults["name"] = "Letters, digits, - and _ only, at most 80."
    elif Benchmark.objects.filter(name=facts.name).exists():
        faults["name"] = f"There is a benchmark {facts.name} already; choose another name."
    told = {"title": fault_of(facts.title, "title"), "license": fault_of(facts.license, "licence", empty=True)}
    if not told["title"] and len(facts.title) > TITLE:
        told["title"] = f"The title has {len(facts.title)} characters; at most {TITLE} are taken."
    return faults | {name: fault for name, fault in told.items() if fault}


def start_draft(*, by: User, archive: IO[bytes], file_name: str, facts: DraftFacts) -> Draft:
    """Check an uploaded archive, keep its PDFs and have them read; BadInput with every fault and nothing saved."""
    with opened_archive(archive, LIMITS) as contents:
        if contents.faults:
            raise BadInput("The archive is refused; nothing was saved.", contents.faults)
        papers, notes = _sorted_out(contents)
    if not any(paper.pdf_sha256 for paper in papers):
        told = tuple(f"{paper.file_name}: {paper.error}" for paper in papers) or tuple(notes)
        raise BadInput("The archive holds no PDF; nothing was saved.", told)
    with transaction.atomic():
        draft = Draft.objects.create(
            made_by=by, file_name=readable(file_name)[:200], notes=notes, **_clipped(asdict(facts), title=TITLE)
        )
        for paper in papers:
            paper.draft = draft
        for paper in DraftPaper.objects.bulk_create(papers):
            if paper.state == WorkState.REQUESTED:
                leases.request(paper)
    return draft


def read_draft_paper(paper: DraftPaper) -> None:
    """Do a claimed reading; what was found is what the draft proposes."""
    try:
        with leases.kept_alive(paper):
            reading = read_pdf(paper.pdf_sha256)
    except BadPaper as error:
        leases.fail(paper, str(error))
        return
    except (GenerationError, NotReady) as error:
        leases.retry(paper, str(error))
        return
    content = reading.content
    leases.finish(
        paper,
        content=content_to_json(content),
        pictures=reading.pictures,
        seconds=reading.seconds,
        title=content.title,
        authors="\n".join(content.authors),
        abstract=content.abstract,
    )


def save_facts(*, draft: Draft, facts: DraftFacts, shown: str = "") -> None:
    """Keep what was written of the benchmark as it is; it is checked when the benchmark is made.

    With the stamp of what the form showed, what nobody touched in it stays as somebody else may have made it meanwhile.
    """
    typed = asdict(facts)
    changes = {name: typed[name] for name in changed_fields(facts, FACTS, shown)}
    if not Draft.objects.filter(pk=draft.pk).update(updated_at=timezone.now(), **_clipped(changes, title=TITLE)):
        raise Conflict(GONE)


def save_papers(*, draft: Draft, edits: Mapping[int, PaperEdit], shown: Mapping[int, str] | None = None) -> None:
    """Keep what was written beside these papers; only those that were read can be written beside.

    `shown` has the stamps of what the form showed, as in `save_facts`.
    """
    with transaction.atomic():
        if not Draft.objects.filter(pk=draft.pk).update(updated_at=timezone.now()):
            raise Conflict(GONE)
        for pk, edit in edits.items():
            typed = asdict(edit)
            changes = {name: typed[name] for name in changed_fields(edit, PAPER, (shown or {}).get(pk, ""))}
            if changes:
                DraftPaper.objects.filter(draft=draft, pk=pk, state=WorkState.DONE).update(**_clipped(changes))


def read_again(*, draft: Draft) -> int:
    """Try again what could not be read although it is a PDF; return how many."""
    now = timezone.now()
    again = {"state": WorkState.REQUESTED, "attempt": 0, "error": "", "requested_at": now, "hinted_at": now}
    with transaction.atomic():
        failed = list(draft.papers.filter(state=WorkState.FAILED).exclude(pdf_sha256=""))
        for paper in failed:
            if DraftPaper.objects.filter(pk=paper.pk, state=WorkState.FAILED).update(**again):
                leases.request(paper)
    return len(failed)


def discard_draft(*, draft: Draft) -> None:
    """Throw a draft away; the files stay, since another draft or paper may use them."""
    with transaction.atomic():
        if Draft.objects.filter(pk=draft.pk).delete()[0] == 0:
            raise Conflict(GONE)


def _sorted_out(contents: Contents) -> tuple[list[DraftPaper], list[str]]:
    """A row for each paper, good or not, and a note for each other file."""
    papers: list[DraftPaper] = []
    notes: list[str] = []
    first: dict[str, str] = {}
    used: set[str] = set()
    with TemporaryDirectory(prefix="poster-arena-upload-") as folder:
        for packed in contents.files:
            name = readable(packed.name)
            sha256, fault = _kept(packed, Path(folder) / "file")
            if fault and PurePosixPath(packed.name).suffix.lower() != ".pdf":
                notes.append(f"{name}: {fault}")
                continue
            if sha256 and sha256 in first:
                fault = f"The same file as {first[sha256]}."
            first.setdefault(sha256, name)
            papers.append(
                DraftPaper(
                    position=len(papers) + 1,
                    file_name=name,
                    pdf_sha256="" if fault else sha256,
                    state=WorkState.FAILED if fault else WorkState.REQUESTED,
                    error=fault,
                    case_id="" if fault else _proposed_id(packed.name, used, len(papers) + 1),
                    discipline=_proposed_discipline(packed.name),
                )
            )
    if contents.junk:
        notes.append(f"Left aside, since only an operating system needs them: {_few(contents.junk)}.")
    return papers, notes


def _kept(packed: Packed, scratch: Path) -> tuple[str, str]:
    """The sha256 of a PDF, which is stored, or why it is none."""
    try:
        data = packed.read()
        scratch.write_bytes(data)
        check_bytes(scratch)
    except (BadInput, BadPaper) as error:
        fault = str(error)
        return "", fault[:1].upper() + fault[1:]
    return store_bytes(data), ""


def _proposed_id(name: str, used: set[str], number: int) -> str:
    place = PurePosixPath(name)
    stem = place.parent.name if place.stem.casefold() == PAPER_FILE and place.parent.name else place.stem
    start = slugify(stem, allow_unicode=True)[:80].strip("-_") or f"paper-{number}"
    candidate, count = start, 1
    while candidate.casefold() in used:
        count += 1
        candidate = f"{start}-{count}"
    used.add(candidate.casefold())
    return candidate


def _proposed_discipline(name: str) -> str:
    """The discipline that a folder names, by its key or its title."""
    known = {_letters(word): key for key, title in DISCIPLINES.items() for word in (key, title)}
    folders = PurePosixPath(name).parts[:-1]
    return next((known[_letters(part)] for part in reversed(folders) if _letters(part) in known), "")


def _few(names: Sequence[str]) -> str:
    shown = ", ".join(readable(name) for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _clipped(values: Mapping[str, object], *, title: int = 2000) -> dict[str, object]:
    """Values that every database takes: no longer than their columns, and without the characters it refuses."""
    longest = {"name": 80, "title": title, "license": 200, "case_id": 200, "discipline": 60}
    clipped: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, str):
            text = "".join(letter for letter in value if unicodedata.category(letter) != "Cs" and letter != "\0")
            clipped[name] = text[: longest.get(name, 100_000)]
        else:
            clipped[name] = value
    return clipped

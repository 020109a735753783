"""From a draft to a benchmark: all of it in one transaction, or nothing."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction

from arena.benchmarks.drafts import DraftRow, rows_of
from arena.benchmarks.models import Benchmark, BenchmarkCase, Case, CaseFigure, CasePage, Draft, DraftPaper, Ingest
from arena.benchmarks.services.drafts import GONE, DraftFacts, faults_of_facts
from arena.benchmarks.services.reading import figure_rows, page_rows
from arena.benchmarks.text import author_lines, clean_line
from arena.core.errors import BadInput, Conflict
from arena.core.leases import WorkState
from arena.core.wording import counted
from generation.ingest import content_from_json


def facts_of(draft: Draft) -> DraftFacts:
    return DraftFacts(draft.name, draft.title, draft.description, draft.license, draft.remark)


def create_benchmark(*, draft: Draft) -> Benchmark:
    """Make the benchmark and its papers, and end the draft. BadInput, and nothing saved, while anything is wrong."""
    try:
        with transaction.atomic():
            locked = Draft.objects.select_for_update().filter(pk=draft.pk).first()
            if locked is None:
                raise Conflict(GONE)
            rows = rows_of(locked.papers.all(), checked=True)
            _refuse(locked, rows)
            benchmark = _benchmark(locked)
            cases = [_case(locked, row) for row in rows if row.takes_part]
            BenchmarkCase.objects.bulk_create(
                BenchmarkCase(benchmark=benchmark, case=case, position=position)
                for position, case in enumerate(cases, start=1)
            )
            locked.delete()
    except IntegrityError as error:
        raise BadInput("A name or an id of this draft was taken meanwhile; look at it again.") from error
    return benchmark


def _refuse(draft: Draft, rows: Sequence[DraftRow]) -> None:
    faults = [f"{name}: {fault}" for name, fault in faults_of_facts(facts_of(draft)).items()]
    faults += [f"{row.paper.file_name}: {name}: {fault}" for row in rows for name, fault in row.faults.items()]
    reading = sum(row.is_open and not row.paper.left_out for row in rows)
    if reading:
        faults.append(f"{counted(reading, 'paper')} {'is' if reading == 1 else 'are'} still being read")
    if not any(row.takes_part for row in rows):
        faults.append("no paper is left")
    if faults:
        raise BadInput("The benchmark cannot be made yet; nothing was saved.", tuple(faults))


def _benchmark(draft: Draft) -> Benchmark:
    return Benchmark.objects.create(
        name=draft.name,
        title=" ".join(draft.title.split()),
        description=draft.description.strip(),
        remark=draft.remark.strip(),
    )


def _case(draft: Draft, row: DraftRow) -> Case:
    paper = row.paper
    if row.known is not None and row.takes_known:
        case = Case.objects.select_for_update().get(pk=row.known.pk)
        if not case.pdf_sha256 and case.expected_sha256 in {"", paper.pdf_sha256}:
            case.pdf_sha256, case.pdf_version, case.problem = paper.pdf_sha256, 1, ""
            case.save(update_fields=["pdf_sha256", "pdf_version", "problem"])
            _keep_reading(case, paper)
        return case
    case = Case.objects.create(
        case_id=paper.case_id,
        title=clean_line(paper.title, "title"),
        authors=[clean_line(name, "name") for name in author_lines(paper.authors)],
        abstract=clean_line(paper.abstract, "abstract", empty=True),
        discipline=paper.discipline,
        license=clean_line(draft.license, "licence", empty=True),
        pdf_sha256=paper.pdf_sha256,
        pdf_version=1,
    )
    _keep_reading(case, paper)
    return case


def _keep_reading(case: Case, paper: DraftPaper) -> None:
    """The draft's reading becomes the case's: nothing is read twice."""
    content = content_from_json(paper.content)
    ingest = Ingest.objects.create(
        case=case,
        pdf_sha256=paper.pdf_sha256,
        state=WorkState.DONE,
        attempt=paper.attempt,
        requested_at=paper.requested_at,
        started_at=paper.started_at,
        finished_at=paper.finished_at,
        content=paper.content,
        seconds=paper.seconds,
    )
    CaseFigure.objects.bulk_create(figure_rows(ingest, content, paper.pictures))
    CasePage.objects.bulk_create(page_rows(ingest, paper.pictures))
    case.pages = content.pages
    case.save(update_fields=["pages"])

"""Background work of the benchmarks app."""

from celery import shared_task

from arena.benchmarks.models import DraftPaper, Ingest
from arena.benchmarks.services.drafts import read_draft_paper
from arena.benchmarks.services.ingest import read_paper
from arena.core.workloop import run_one


@shared_task(name="arena.benchmarks.jobs.ingest_case")
def ingest_case(pk: int) -> None:
    run_one(Ingest, pk, read_paper)


@shared_task(name="arena.benchmarks.jobs.read_draft")
def read_draft(pk: int) -> None:
    run_one(DraftPaper, pk, read_draft_paper)

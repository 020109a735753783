"""Background work of the benchmarks app."""

from celery import shared_task

from arena.benchmarks.models import Ingest
from arena.benchmarks.services.ingest import read_paper
from arena.core.workloop import run_one


@shared_task(name="arena.benchmarks.jobs.ingest_case")
def ingest_case(pk: int) -> None:
    run_one(Ingest, pk, read_paper)

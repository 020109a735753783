"""Background work of the reports app."""

from celery import shared_task

from arena.core.workloop import run_one
from arena.reports.models import Report
from arena.reports.services.perform import build_report


@shared_task(name="arena.reports.jobs.build")
def build(pk: int) -> None:
    run_one(Report, pk, build_report)

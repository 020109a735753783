"""Background work of the posters app."""

from celery import shared_task

from arena.core.workloop import run_one
from arena.posters.models import GenerationRun, IdentityScan, ScoringRun, Upload
from arena.posters.services.evaluate import score_poster
from arena.posters.services.identity import scan_poster
from arena.posters.services.make import make_poster
from arena.posters.services.receive import work_on_upload


@shared_task(name="arena.posters.jobs.generate_poster")
def generate_poster(pk: int) -> None:
    run_one(GenerationRun, pk, make_poster)


@shared_task(name="arena.posters.jobs.evaluate_poster")
def evaluate_poster(pk: int) -> None:
    run_one(ScoringRun, pk, score_poster)


@shared_task(name="arena.posters.jobs.scan_poster_for_names")
def scan_poster_for_names(pk: int) -> None:
    run_one(IdentityScan, pk, scan_poster)


@shared_task(name="arena.posters.jobs.take_upload")
def take_upload(pk: int) -> None:
    run_one(Upload, pk, work_on_upload)

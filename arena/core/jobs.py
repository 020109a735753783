"""The job that keeps all other jobs alive."""

from celery import shared_task

from arena.core import leases


@shared_task(name="arena.core.jobs.requeue_expired")
def requeue_expired() -> None:
    leases.requeue_expired()

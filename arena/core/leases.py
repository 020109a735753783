"""Work as rows: claimed by a conditional UPDATE, kept alive by a heartbeat, queued again when its worker is gone.

The broker only carries a hint ("look at row 7"); a lost, late or doubled message does no harm.
"""

import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

from celery import current_app
from django.db import OperationalError, connection, models, transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=15)
HEARTBEAT_SECONDS = 4.0
BEATS_A_LOOK = 3  # a busy worker looks for lost work at every third beat
HINT_LOST_AFTER = timedelta(seconds=45)  # a requested row that nobody claimed: its message may be gone
HINTS_A_ROUND = 50
MAX_ATTEMPTS = 3


class WorkState(models.TextChoices):
    REQUESTED = "requested", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class Work(models.Model):
    """A row that stands for a piece of work. `error` is one line for people."""

    state = models.CharField(max_length=12, choices=WorkState.choices, default=WorkState.REQUESTED, db_index=True)
    attempt = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=80, blank=True, default="")
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    requested_at = models.DateTimeField(default=timezone.now)
    hinted_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True, default="")

    class Meta:
        abstract = True


WorkT = TypeVar("WorkT", bound=Work)
# Workers take from both queues in turn, so what goes into FIRST does not wait behind a long line.
WORK, FIRST = "work", "first"
Send = Callable[[int, str], object]
_registered: dict[type[Work], Send] = {}


class LostLease(Exception):
    """Another worker has taken this row over; what was done here must not be written."""


def register(model: type[Work], send: Send) -> None:
    """Make `requeue_expired` look after this model; `send(pk, queue)` puts a hint on the broker."""
    _registered[model] = send


def hint_of(job: str) -> Send:
    """How to send the hint for a job, given its name: who only asks for work need not load what does it."""
    return lambda pk, queue: current_app.send_task(job, args=[pk], queue=queue)


def request(row: Work) -> None:
    """Put a hint for this row on the broker once the current transaction is committed."""
    transaction.on_commit(lambda: _hint(type(row), row.pk))


def request_missing(
    open_rows: models.QuerySet[WorkT], wanted: Callable[[list[WorkT]], Iterable[WorkT]]
) -> tuple[list[WorkT], int]:
    """Make the rows that `wanted` names; return all of `open_rows` after that, and how many are new.

    `wanted` is called with the rows open now, and looks for what is done only then: work that ends in between is seen
    twice, never not at all. A constraint of the model must say that work has one open row.
    """
    with transaction.atomic():
        before = list(open_rows.all())
        open_rows.model._default_manager.bulk_create(wanted(before), ignore_conflicts=True)
        rows = list(open_rows.all())
        known = {row.pk for row in before}
        new = [row for row in rows if row.pk not in known]
        for row in new:
            request(row)
    return rows, len(new)


def claim(model: type[WorkT], pk: int) -> WorkT | None:
    """Take the row if it waits, else None. The attempt is counted here, so a worker that dies has used one."""
    now = timezone.now()
    owner = f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
    taken = model._default_manager.filter(pk=pk, state=WorkState.REQUESTED).update(
        state=WorkState.RUNNING,
        attempt=F("attempt") + 1,
        owner=owner,
        lease_expires_at=now + LEASE,
        started_at=now,
        finished_at=None,
        error="",
    )
    # What it belongs to may be thrown away at any moment, and the row with it.
    return model._default_manager.filter(pk=pk).first() if taken == 1 else None


@contextmanager
def kept_alive(row: Work) -> Iterator[None]:
    """Renew the row's lease from a thread while the work inside goes on.

    The thread also looks for lost work: where every worker is busy, a message that asks for that would have to wait.
    """
    stop = threading.Event()

    def beat() -> None:
        beats = 0
        try:
            while not stop.wait(HEARTBEAT_SECONDS):
                beats += 1
                try:
                    _mine(row).update(lease_expires_at=timezone.now() + LEASE)
                    if beats % BEATS_A_LOOK == 0:
                        requeue_expired()
                except OperationalError as error:
                    # The next beat may still be in time; if none is, the row finds another worker.
                    logger.warning("the lease of %s %d was not renewed: %s", type(row).__name__, row.pk, error)
                    connection.close()
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"lease-{row.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def finish(row: Work, **changes: Any) -> None:
    """Write the end of the work, in the caller's transaction; LostLease if the row is no longer this worker's."""
    _close(row, WorkState.DONE, error="", **changes)


def fail(row: Work, error: str, **changes: Any) -> None:
    """Write that the work cannot be done, with one line for people."""
    _close(row, WorkState.FAILED, error=error, **changes)


def retry(row: Work, error: str) -> None:
    """Put the row back for another attempt, or fail it when its attempts are used up."""
    if row.attempt >= MAX_ATTEMPTS:
        fail(row, error)
        return
    with transaction.atomic():
        if _mine(row).update(state=WorkState.REQUESTED, error=error, owner="", hinted_at=timezone.now()) != 1:
            raise LostLease
        request(row)


def give_back(row: Work) -> None:
    """Undo a claim whose work was interrupted on purpose, so that anybody may take the row at once."""
    back_in_line = {"state": WorkState.REQUESTED, "owner": "", "lease_expires_at": None}
    _mine(row).update(attempt=F("attempt") - 1, hinted_at=timezone.now(), **back_in_line)


def requeue_expired() -> int:
    """Queue again what lost its worker or its message; return how many rows. Idempotent and safe to run anywhere."""
    now = timezone.now()
    queued = 0
    for model in _registered:
        rows = model._default_manager
        expired = rows.filter(state=WorkState.RUNNING, lease_expires_at__lt=now)
        gone = expired.filter(attempt__gte=MAX_ATTEMPTS).update(
            state=WorkState.FAILED, finished_at=now, error=f"Its worker was lost {MAX_ATTEMPTS} times."
        )
        if gone:
            logger.error("%s: %d rows failed after losing their worker %d times", model.__name__, gone, MAX_ATTEMPTS)
        for pk in list(expired.filter(attempt__lt=MAX_ATTEMPTS).values_list("pk", flat=True)):
            still = Q(pk=pk, state=WorkState.RUNNING, lease_expires_at__lt=now)
            if rows.filter(still).update(state=WorkState.REQUESTED, owner="", hinted_at=now) == 1:
                _hint(model, pk, FIRST)
                queued += 1
        waiting = rows.filter(state=WorkState.REQUESTED, hinted_at__lt=now - HINT_LOST_AFTER).order_by("hinted_at")
        for pk in list(waiting.values_list("pk", flat=True)[:HINTS_A_ROUND]):
            if rows.filter(pk=pk, state=WorkState.REQUESTED).update(hinted_at=now) == 1:
                _hint(model, pk)
                queued += 1
    if queued:
        logger.info("queued %d pieces of work again", queued)
    return queued


def _hint(model: type[Work], pk: int, queue: str = WORK) -> None:
    """Tell the broker; where it cannot be reached the row still stands, and `requeue_expired` tells it later."""
    try:
        _registered[model](pk, queue)
    except BrokerError as error:
        logger.warning("the broker cannot be reached (%s); %s %d waits", error, model.__name__, pk)


def _mine(row: WorkT) -> models.QuerySet[WorkT]:
    manager = type(row)._default_manager
    return manager.filter(pk=row.pk, state=WorkState.RUNNING, owner=row.owner, attempt=row.attempt)


def _close(row: Work, state: WorkState, **changes: Any) -> None:
    now = timezone.now()
    if _mine(row).update(state=state, finished_at=now, lease_expires_at=None, **changes) != 1:
        raise LostLease
    row.state, row.finished_at, row.lease_expires_at = state, now, None
    for name, value in changes.items():
        setattr(row, name, value)

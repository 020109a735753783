"""Working through rows in this process: a command does what a worker does, and shares the rows with any that run."""

import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from django.conf import settings
from django.db.models import QuerySet

from arena.core import leases
from arena.core.commands import progress
from arena.core.leases import LostLease, Work, WorkState

logger = logging.getLogger(__name__)

WorkT = TypeVar("WorkT", bound=Work)
OPEN = (WorkState.REQUESTED, WorkState.RUNNING)
POLL_SECONDS = 0.5
STOP_SECONDS = 20.0


def run_one(model: type[WorkT], pk: int, perform: Callable[[WorkT], None]) -> bool:
    """Claim one row and do its work; False if somebody else has it. This is all that a job does.

    `perform` closes the row (finish, fail or retry). A programming error in it closes only this row: the batch goes on.
    """
    row = leases.claim(model, pk)
    if row is None:
        return False
    try:
        perform(row)
    except LostLease:
        logger.warning("%s %d was taken over by another worker; what was done here is discarded", model.__name__, pk)
    except KeyboardInterrupt:
        leases.give_back(row)
        raise
    except Exception:
        # The edge of the worker: one faulty row must not end the loop, and its row must not be tried for ever.
        logger.exception("%s %d stopped on an error of ours", model.__name__, pk)
        _fail_unless_lost(row)
    return True


def work_through(model: type[WorkT], perform: Callable[[WorkT], None], rows: QuerySet[WorkT], label: str = "") -> None:
    """Do all open rows of `rows`, together with any worker that also takes them, until none is open.

    Rows whose worker is lost are taken back as `requeue_expired` does it, so that no beat has to run. Ctrl-C puts the
    row at hand back; whatever is finished stays finished. Without a label nothing is shown.
    """
    wanted = list(rows.filter(state__in=OPEN).values_list("pk", flat=True))
    if not wanted:
        return
    with progress(label, len(wanted)) if label else nullcontext() as shown:
        for pk in _next_requested(model, wanted):
            if pk is None:
                leases.requeue_expired()
                time.sleep(POLL_SECONDS)
            else:
                run_one(model, pk, perform)
            if shown is not None:
                shown.step_to(len(wanted) - _rows(model, wanted).filter(state__in=OPEN).count())


def help_along(model: type[WorkT], perform: Callable[[WorkT], None], rows: QuerySet[WorkT]) -> None:
    """What a helper process does: take part in open rows silently; when it is told to end, put its row back."""

    def interrupt(_signum: int, _frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    try:
        work_through(model, perform, rows)
    except KeyboardInterrupt:
        return


@contextmanager
def helpers(count: int, *command: str) -> Iterator[None]:
    """Run a management command in `count` more processes beside the block; they end by themselves, or with it.

    The command has to be one of `help_along`: what a helper does not finish is finished by others.
    """
    line = [sys.executable, str(settings.BASE_DIR / "manage.py"), *command]
    # In a session of their own: Ctrl-C reaches this process only, which then ends them in order.
    processes = [subprocess.Popen(line, stdin=subprocess.DEVNULL, start_new_session=True) for _ in range(count)]
    try:
        yield
    except BaseException:
        for process in processes:
            process.terminate()
        raise
    finally:
        for process in processes:
            try:
                process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _next_requested(model: type[WorkT], wanted: Sequence[int]) -> Iterator[int | None]:
    """The next row that waits, or None while the open ones are all being worked on elsewhere."""
    while True:
        open_rows = _rows(model, wanted).filter(state__in=OPEN)
        waiting = open_rows.filter(state=WorkState.REQUESTED).order_by("attempt", "pk")
        pk = waiting.values_list("pk", flat=True).first()
        if pk is None and not open_rows.exists():
            return
        yield pk


def _rows(model: type[WorkT], wanted: Sequence[int]) -> QuerySet[WorkT]:
    return model._default_manager.filter(pk__in=wanted)


def _fail_unless_lost(row: Work) -> None:
    try:
        leases.fail(row, f"An error of ours stopped this; the log has it under {type(row).__name__} {row.pk}.")
    except LostLease:
        logger.warning("%s %d had been taken over already", type(row).__name__, row.pk)

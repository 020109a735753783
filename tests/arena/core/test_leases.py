"""Rows of work: one owner at a time, nothing written without a lease, lost workers replaced."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError as DatabaseError
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from arena.benchmarks.models import Ingest
from arena.core import leases
from arena.core.leases import LostLease, WorkState
from tests.factories.posters import make_case

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Ingest:
    return Ingest.objects.create(case=make_case("paper"), pdf_sha256="a" * 64)


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was put on the broker."""
    sent: list[int] = []
    monkeypatch.setitem(leases._registered, Ingest, lambda pk, _queue: sent.append(pk))
    return sent


def expire(row: Ingest) -> None:
    Ingest.objects.filter(pk=row.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))


def test_a_row_is_claimed_once(row: Ingest) -> None:
    claimed = leases.claim(Ingest, row.pk)

    assert claimed is not None
    assert (claimed.state, claimed.attempt) == (WorkState.RUNNING, 1)
    assert claimed.owner
    assert leases.claim(Ingest, row.pk) is None


def test_a_row_that_is_thrown_away_while_it_is_claimed_is_nobodys(row: Ingest) -> None:
    def throw_away(execute: Callable[..., object], sql: str, *others: object) -> object:
        answer = execute(sql, *others)
        if sql.startswith("UPDATE"):
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM benchmarks_ingest")
        return answer

    with connection.execute_wrapper(throw_away):
        assert leases.claim(Ingest, row.pk) is None


@pytest.mark.django_db(transaction=True)
def test_of_many_threads_one_gets_the_row() -> None:
    row = Ingest.objects.create(case=make_case("paper"), pdf_sha256="a" * 64)
    start, claimed = threading.Barrier(8), []

    def take() -> None:
        try:
            start.wait()
            claimed.append(leases.claim(Ingest, row.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(found is not None for found in claimed) == 1
    assert len(claimed) == 8


def test_finishing_writes_the_results_and_frees_the_row(row: Ingest) -> None:
    claimed = leases.claim(Ingest, row.pk)

    leases.finish(claimed, content="{}", seconds=1.5)

    row.refresh_from_db()
    assert (row.state, row.content, row.seconds, row.lease_expires_at) == (WorkState.DONE, "{}", 1.5, None)


def test_who_lost_the_lease_writes_nothing(row: Ingest, hints: list[int]) -> None:
    slow = leases.claim(Ingest, row.pk)
    expire(row)
    leases.requeue_expired()
    quick = leases.claim(Ingest, row.pk)
    leases.finish(quick, content="quick")

    for close in (
        lambda: leases.finish(slow, content="slow"),
        lambda: leases.fail(slow, "slow"),
        lambda: leases.retry(slow, "slow"),
    ):
        with pytest.raises(LostLease):
            close()

    row.refresh_from_db()
    assert (row.state, row.content, row.attempt) == (WorkState.DONE, "quick", 2)


class Renewals:
    """Stands for the row's query in the heartbeat's thread, which has a database connection of its own."""

    def __init__(self, locked: int = 0) -> None:
        self.renewed = threading.Event()
        self.locked = locked

    def update(self, *, lease_expires_at: datetime) -> None:
        assert lease_expires_at > timezone.now()
        if self.locked:
            self.locked -= 1
            raise DatabaseError("database is locked")
        self.renewed.set()


@pytest.mark.parametrize("locked", [0, 2], ids=["free", "locked at first"])
def test_the_heartbeat_renews_the_lease(row: Ingest, monkeypatch: pytest.MonkeyPatch, locked: int) -> None:
    renewals = Renewals(locked)
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(leases, "BEATS_A_LOOK", 10**9)  # a look would wait for this test's own transaction
    claimed = leases.claim(Ingest, row.pk)
    monkeypatch.setattr(leases, "_mine", lambda _row: renewals)

    with leases.kept_alive(claimed):
        assert renewals.renewed.wait(5)


def test_a_lost_worker_is_replaced_once(row: Ingest, hints: list[int]) -> None:
    leases.claim(Ingest, row.pk)
    assert leases.requeue_expired() == 0, "its lease still holds"
    expire(row)

    assert leases.requeue_expired() == 1
    assert leases.requeue_expired() == 0, "asking again changes nothing"

    row.refresh_from_db()
    assert (row.state, row.owner, row.attempt) == (WorkState.REQUESTED, "", 1)
    assert hints == [row.pk]


def test_lost_work_does_not_wait_behind_new_work(row: Ingest, monkeypatch: pytest.MonkeyPatch) -> None:
    queues: list[str] = []
    monkeypatch.setitem(leases._registered, Ingest, lambda _pk, queue: queues.append(queue))
    leases._hint(Ingest, row.pk)
    leases.claim(Ingest, row.pk)
    expire(row)
    leases.requeue_expired()

    assert queues == ["work", "first"]


@pytest.mark.django_db(transaction=True)
def test_a_busy_worker_looks_for_lost_work(monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setitem(leases._registered, Ingest, lambda _pk, _queue: found.set())
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 0.02)
    lost, busy = (
        Ingest.objects.create(case=make_case(name), pdf_sha256=letter * 64)
        for name, letter in (("one", "a"), ("two", "b"))
    )
    leases.claim(Ingest, lost.pk)
    expire(lost)
    claimed = leases.claim(Ingest, busy.pk)
    assert claimed is not None

    with leases.kept_alive(claimed):
        assert found.wait(10)

    lost.refresh_from_db()
    assert lost.state == WorkState.REQUESTED


def test_a_row_that_kills_its_workers_ends(row: Ingest, hints: list[int]) -> None:
    for attempt in range(1, leases.MAX_ATTEMPTS + 1):
        claimed = leases.claim(Ingest, row.pk)
        assert claimed.attempt == attempt
        expire(row)
        leases.requeue_expired()

    row.refresh_from_db()
    assert row.state == WorkState.FAILED
    assert "lost 3 times" in row.error
    assert leases.claim(Ingest, row.pk) is None


def test_retrying_ends_with_the_last_reason(row: Ingest, hints: list[int]) -> None:
    for _ in range(leases.MAX_ATTEMPTS):
        leases.retry(leases.claim(Ingest, row.pk), "the browser crashed")

    row.refresh_from_db()
    assert (row.state, row.error) == (WorkState.FAILED, "the browser crashed")


def test_an_interrupted_row_is_given_back_unused(row: Ingest) -> None:
    leases.give_back(leases.claim(Ingest, row.pk))

    row.refresh_from_db()
    assert (row.state, row.attempt, row.owner) == (WorkState.REQUESTED, 0, "")


def test_a_lost_message_is_sent_again(row: Ingest, hints: list[int]) -> None:
    assert leases.requeue_expired() == 0
    Ingest.objects.update(hinted_at=timezone.now() - leases.HINT_LOST_AFTER - timedelta(seconds=1))

    assert leases.requeue_expired() == 1
    assert leases.requeue_expired() == 0
    assert hints == [row.pk]


def test_without_a_broker_the_row_still_stands(
    row: Ingest, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks, caplog: pytest.LogCaptureFixture
) -> None:
    def unreachable(_pk: int, _queue: str) -> None:
        raise BrokerError("connection refused")

    monkeypatch.setitem(leases._registered, Ingest, unreachable)

    with django_capture_on_commit_callbacks(execute=True):
        leases.request(row)

    assert "cannot be reached" in caplog.text
    assert leases.claim(Ingest, row.pk) is not None

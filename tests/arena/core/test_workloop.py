"""A command works through its rows by itself and shares them with workers."""

import pytest
from django.utils import timezone

from arena.benchmarks.models import Ingest
from arena.core import leases, workloop
from arena.core.leases import LostLease, WorkState
from arena.core.workloop import run_one, work_through
from tests.factories.posters import make_case

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[Ingest]:
    monkeypatch.setattr(workloop.time, "sleep", lambda _seconds: None)
    return [Ingest.objects.create(case=make_case(f"paper-{n}"), pdf_sha256="a" * 64) for n in range(3)]


def states() -> list[str]:
    return list(Ingest.objects.order_by("pk").values_list("state", flat=True))


def test_all_rows_are_done_and_counted(rows: list[Ingest], capsys: pytest.CaptureFixture[str]) -> None:
    work_through(Ingest, leases.finish, Ingest.objects.all(), "Reading")

    assert states() == ["done"] * 3
    assert capsys.readouterr().err.splitlines() == ["Reading: 1 of 3", "Reading: 2 of 3", "Reading: 3 of 3"]


def test_only_the_rows_asked_for_are_touched(rows: list[Ingest]) -> None:
    work_through(Ingest, leases.finish, Ingest.objects.filter(pk=rows[1].pk), "")

    assert states() == ["requested", "done", "requested"]


def test_an_error_of_ours_closes_its_row_and_the_batch_goes_on(
    rows: list[Ingest], caplog: pytest.LogCaptureFixture
) -> None:
    def perform(row: Ingest) -> None:
        if row.pk == rows[0].pk:
            raise ZeroDivisionError
        leases.finish(row)

    work_through(Ingest, perform, Ingest.objects.all())

    assert states() == ["failed", "done", "done"]
    assert "ZeroDivisionError" in caplog.text
    rows[0].refresh_from_db()
    assert "the log has it" in rows[0].error


def test_ctrl_c_puts_the_row_back(rows: list[Ingest]) -> None:
    def perform(row: Ingest) -> None:
        if row.pk == rows[1].pk:
            raise KeyboardInterrupt
        leases.finish(row)

    with pytest.raises(KeyboardInterrupt):
        work_through(Ingest, perform, Ingest.objects.all())

    assert states() == ["done", "requested", "requested"]
    assert set(Ingest.objects.filter(state="requested").values_list("attempt", flat=True)) == {0}


def test_the_row_of_a_lost_worker_is_done_here(rows: list[Ingest]) -> None:
    leases.claim(Ingest, rows[2].pk)
    Ingest.objects.filter(pk=rows[2].pk).update(lease_expires_at=timezone.now())

    work_through(Ingest, leases.finish, Ingest.objects.all())

    assert states() == ["done"] * 3
    rows[2].refresh_from_db()
    assert rows[2].attempt == 2


def test_it_waits_for_what_another_worker_has(rows: list[Ingest], monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = leases.claim(Ingest, rows[0].pk)
    monkeypatch.setattr(workloop.time, "sleep", lambda _seconds: leases.finish(theirs))

    work_through(Ingest, leases.finish, Ingest.objects.all())

    assert states() == ["done"] * 3
    rows[0].refresh_from_db()
    assert rows[0].attempt == 1


def test_a_lost_lease_is_discarded_quietly(rows: list[Ingest], caplog: pytest.LogCaptureFixture) -> None:
    def perform(_row: Ingest) -> None:
        raise LostLease

    assert run_one(Ingest, rows[0].pk, perform) is True
    assert "discarded" in caplog.text
    assert states()[0] == WorkState.RUNNING
    assert run_one(Ingest, rows[0].pk, perform) is False

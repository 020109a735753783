"""What the posters tests share."""

import pytest

from arena.core import leases


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transaction of a test locks SQLite, so a heartbeat from its thread would only wait for the test's end."""
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 3600.0)

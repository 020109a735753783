"""`manage.py doctor` says of each part whether it works, and how to get what is missing."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

pytestmark = pytest.mark.django_db


def test_every_part_is_named_and_a_whole_machine_passes(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "filesystem://localhost/"
    out = StringIO()
    call_command("doctor", stdout=out)
    for part in (
        "Python",
        "Disk",
        "Database",
        "Broker",
        "Isolation",
        "Identity check",
        "three-columns",
        "plain-column",
    ):
        assert f"  {part} " in out.getvalue()
    assert "missing" not in out.getvalue()


def test_what_is_missing_is_said_with_its_remedy(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing listens on port 9, and the browser that is named is not there.
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:9/0"
    monkeypatch.setenv("CHROMIUM_PATH", "/nowhere/chromium")
    out = StringIO()
    with pytest.raises(CommandError, match=r"^[3-9] of the parts above must be mended"):
        call_command("doctor", stdout=out)
    assert "missing   Broker         does not answer" in out.getvalue()
    assert "Check CELERY_BROKER_URL." in out.getvalue()
    assert "CHROMIUM_PATH is '/nowhere/chromium', which is not a program" in out.getvalue()
    assert "Traceback" not in out.getvalue()

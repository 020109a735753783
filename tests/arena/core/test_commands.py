"""Commands end with one clear line and a status, whatever is wrong around them (architecture 5.1)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO


def run(data_dir: Path, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir)} | settings
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment,
        cwd=REPO,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_wrong_setting_is_one_line_that_names_it(tmp_path: Path) -> None:
    result = run(tmp_path, "sync_systems", SITE_URL="arena.example.org")
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 1)
    assert result.stderr.startswith("SITE_URL must be")


def test_a_database_without_tables_says_how_to_make_them(tmp_path: Path) -> None:
    result = run(tmp_path, "freeze", "pilot")
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "CommandError: The database has no tables for this version yet. Run: python manage.py migrate"
    ]


def test_a_database_that_does_not_answer_is_one_line_without_its_password(tmp_path: Path) -> None:
    # Port 9 of this machine: nothing listens there.
    result = run(tmp_path, "freeze", "pilot", DATABASE_URL="postgres://somebody:secret@127.0.0.1:9/arena")
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 1)
    assert "The database does not answer" in result.stderr
    assert "secret" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("serve", "--port", "99999"), "'99999' is not a whole number from 1 to 65535"),
        (("serve", "--port", "0"), "'0' is not a whole number from 1 to 65535"),
        (("serve", "--workers", "-3"), "'-3' is not a whole number from 1 to 256"),
        (("report", "pilot", "--out", ""), "a folder must be named"),
        (("report", "pilot", "--out", "manage.py"), "manage.py is not a folder"),
    ],
)
def test_wrong_usage_has_status_2_and_starts_nothing(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run(tmp_path, *arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr

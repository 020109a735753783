"""A wrong setting stops the start and names its variable (architecture 5.1)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO


def _run(code: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, cwd=REPO, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("SECRET_KEY", "short"),
        ("SITE_URL", "arena.example.org"),
        ("DATABASE_URL", "mysql://root@127.0.0.1/arena"),
        ("CELERY_BROKER_URL", "amqp://127.0.0.1"),
        ("DATA_DIR", "/proc/nowhere"),
    ],
)
def test_wrong_value_names_the_variable(tmp_path: Path, name: str, value: str) -> None:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data"), name: value}
    result = subprocess.run(
        [sys.executable, "-c", "import arena.settings"],
        env=environment,
        cwd=REPO,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.strip().splitlines()[-1].startswith(f"django.core.exceptions.ImproperlyConfigured: {name}")


def test_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data")}
    code = "import arena.settings as s; print(s.SECRET_KEY)"
    keys = {_run(code, environment).stdout for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop().strip()) > 60
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o077 == 0

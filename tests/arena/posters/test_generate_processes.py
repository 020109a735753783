"""`generate --workers 2` as a user runs it: two processes share the runs, and Ctrl-C loses nothing."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.services.site import Site, one_paper, one_system, wait_until

COMMAND = ("generate", "--benchmark", "one-paper", "--workers", "2")
RUNS = "select state, attempt, owner from posters_generationrun"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.stop()


def test_two_processes_share_the_runs_and_ctrl_c_loses_nothing(site: Site, tmp_path: Path) -> None:
    systems = one_system(tmp_path)
    systems.write_text('[systems.plain]\nbackend = "plain-column"\n[systems.columns]\nbackend = "three-columns"\n')
    site.manage("migrate", "-v0")
    site.manage("load_benchmark", str(one_paper(tmp_path)))
    site.manage("sync_systems", str(systems))

    command = subprocess.Popen(
        [sys.executable, "manage.py", *COMMAND], cwd=REPO, env=site.environment, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: [row[0] for row in site.rows(RUNS)] == ["running"] * 2, seconds=60, every=0.01)
    assert len({row[2] for row in site.rows(RUNS)}) == 2, "each process has one"
    command.send_signal(signal.SIGINT)
    _, error = command.communicate(timeout=60)

    assert command.returncode == 130
    assert error.strip().endswith("Stopped. What was done is kept; run the same command again to go on.")
    assert "Traceback" not in error
    assert [row[:2] for row in site.rows(RUNS)] == [("requested", 0)] * 2

    assert site.manage(*COMMAND) == "one-paper: 2 posters made.\n"
    assert [row[:2] for row in site.rows(RUNS)] == [("done", 1)] * 2
    assert site.manage(*COMMAND) == "one-paper: 0 posters made, 2 there already.\n"

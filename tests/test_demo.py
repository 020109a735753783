"""`manage.py demo`, the whole of it, by real processes: stopped half-way, continued, and run once more.

With two papers of the sample, since nothing but the number of rounds depends on how many there are. The numbers follow:
2 papers, 4 systems, so 8 posters and 6 pairs for each paper.
"""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.desk.test_serve import free_port
from tests.conftest import REPO

PAPERS = 2
TABLES = {
    "posters_poster": 8,
    "posters_posterscore": 8,
    "posters_identityscan": 8,
    "studies_task": 12,
    "studies_reviewer": 13,  # 12 simulated, and one invited
    "reports_report": 1,
}


def demo(data_dir: Path) -> "subprocess.Popen[str]":
    environment = {"PATH": os.environ["PATH"], "HOME": str(data_dir.parent), "DATA_DIR": str(data_dir)}
    command = [sys.executable, "-u", "manage.py", "demo", "--once", "--port", str(free_port()), "--papers", str(PAPERS)]
    return subprocess.Popen(
        command, cwd=REPO, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def rows(data_dir: Path, table: str) -> int:
    with sqlite3.connect(data_dir / "arena.sqlite3") as database:
        return int(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])


@pytest.mark.browser
def test_goes_the_whole_way_after_a_stop_and_does_no_harm_twice(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"

    first = demo(data_dir)
    assert first.stdout is not None
    for line in first.stdout:
        if line.startswith("posters made"):
            break
    first.send_signal(signal.SIGINT)
    output, _ = first.communicate(timeout=60)
    assert first.returncode == 0
    assert "The same command goes on from here." in output
    assert 1 <= rows(data_dir, "posters_poster") < TABLES["posters_poster"]
    assert not (data_dir / "preparing.json").exists()

    second = demo(data_dir)
    output, _ = second.communicate(timeout=900)
    assert second.returncode == 0, output
    # That it goes paper by paper is tests/arena/desk/test_paper_by_paper.py; after a stop, what was left comes first.
    assert "posters scored: 8 of 8" in output
    link = re.search(r"Review pairs +http://127\.0\.0\.1:\d+(/invite/\S+)", output)
    assert link, output
    assert re.search(r"Results +http://127\.0\.0\.1:\d+/results/sample-study-2/ +\(simulated reviewers", output)
    counted = {table: rows(data_dir, table) for table in TABLES}
    assert counted == TABLES
    judgments = rows(data_dir, "review_judgment")
    assert judgments >= 12 * 12 / 3  # each of 12 reviewers stops after a third of the 12 pairs at the earliest

    third = demo(data_dir)
    output, _ = third.communicate(timeout=120)
    assert third.returncode == 0, output
    assert link[1] in output, "the same invitation again"
    assert {table: rows(data_dir, table) for table in TABLES} == TABLES
    assert rows(data_dir, "review_judgment") == judgments

    kept = data_dir / "demo.json"
    assert kept.stat().st_mode & 0o077 == 0
    assert json.loads(kept.read_text())["admin_password"] in output

"""A site of its own in a temporary folder, with real worker processes: for tests of what happens between processes."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.conftest import REPO

SAMPLE = REPO / "arena" / "benchmarks" / "data" / "sample"


class Site:
    """SQLite in `folder`; jobs over the filesystem broker, or over `broker_url`."""

    def __init__(self, folder: Path, broker_url: str = "") -> None:
        self.folder = folder
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "CHROMIUM_PATH") if name in os.environ}
        self.environment = kept | {
            "DATA_DIR": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "arena.settings",
            "PYTHONUNBUFFERED": "1",
            "OMP_NUM_THREADS": "1",
            "CELERY_BROKER_URL": broker_url,
        }
        self.processes: list[subprocess.Popen[bytes]] = []

    def manage(self, *command: str) -> str:
        """Run a management command to its end."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=REPO,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> None:
        """Run some lines inside the site, as a view or another process would."""
        lines = f"import django\ndjango.setup()\n{code}"
        subprocess.run([sys.executable, "-c", lines], cwd=REPO, env=self.environment, check=True, timeout=120)

    def celery(self, *command: str) -> "subprocess.Popen[bytes]":
        """Start a worker or beat that runs until the site is stopped."""
        with (self.folder / f"celery-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "arena", "--quiet", *command],
                cwd=REPO,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def worker(self, name: str) -> "subprocess.Popen[bytes]":
        return self.celery("worker", "--pool", "solo", "--loglevel", "info", "--hostname", f"{name}@%h")

    def rows(self, sql: str) -> list[tuple]:
        """Look into the database without Django: this process has one of its own."""
        connection = sqlite3.connect(f"file:{self.folder / 'data' / 'arena.sqlite3'}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def stop(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace")[-3000:] for path in sorted(self.folder.glob("*.log")))


def one_paper(folder: Path) -> Path:
    """A benchmark of the sample's first paper."""
    target = folder / "one-paper"
    target.mkdir()
    row = json.loads((SAMPLE / "manifest.jsonl").read_text().splitlines()[0])
    shutil.copy(SAMPLE / row["discipline"] / row["case_id"] / "paper.pdf", target / "paper.pdf")
    (target / "manifest.jsonl").write_text(json.dumps(row | {"pdf": "paper.pdf", "expected_sha256": None}))
    return target


def one_system(folder: Path) -> Path:
    """A systems file with the plainest built-in system."""
    path = folder / "systems.toml"
    path.write_text('[systems.plain]\nbackend = "plain-column"\n')
    return path


def wait_until(condition: Callable[[], bool], *, seconds: float, every: float = 0.05) -> float:
    """Wait for something that other processes bring about, and say how long that took; fails after `seconds`."""
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < seconds, f"it did not happen within {seconds:g} s"
        time.sleep(every)
    return time.monotonic() - started

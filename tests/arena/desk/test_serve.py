"""`manage.py serve` starts and stops everything together, looks after its workers and holds the data folder alone."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import pytest

from tests.conftest import REPO


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_serve(data_dir: Path, port: int) -> "subprocess.Popen[str]":
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), "HOME": str(data_dir)}
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
    return subprocess.Popen(
        command, cwd=REPO, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def until(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return condition()


def answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/login/", timeout=2) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False


def workers_of(parent: int) -> list[psutil.Process]:
    alive = [child for child in psutil.Process(parent).children() if child.status() != psutil.STATUS_ZOMBIE]
    return [child for child in alive if "worker" in child.cmdline()]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", int, Path]]:
    port = free_port()
    process = start_serve(tmp_path / "data", port)
    try:
        assert until(lambda: answers(port), 90), "the site did not answer"
        yield process, port, tmp_path / "data"
    finally:
        process.kill()
        process.communicate()


def test_stops_everything_it_started(site: tuple["subprocess.Popen[str]", int, Path]) -> None:
    process, port, _ = site
    family = psutil.Process(process.pid).children(recursive=True)
    names = " ".join(" ".join(child.cmdline()) for child in family)
    assert all(part in names for part in ("gunicorn", "worker", "beat"))
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Stopped." in output
    assert until(lambda: not any(child.is_running() for child in family), 5)
    assert not answers(port)


def test_starts_a_killed_worker_again(site: tuple["subprocess.Popen[str]", int, Path]) -> None:
    process, _, _ = site
    (worker,) = workers_of(process.pid)
    worker.kill()
    assert until(lambda: any(again.pid != worker.pid for again in workers_of(process.pid)))


def test_a_killed_parent_leaves_nothing_behind(site: tuple["subprocess.Popen[str]", int, Path]) -> None:
    process, _, _ = site
    family = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    assert until(lambda: not any(child.is_running() for child in family), 20)


def test_a_second_one_on_the_same_data_says_where_the_first_is(
    site: tuple["subprocess.Popen[str]", int, Path],
) -> None:
    process, port, data_dir = site
    second = start_serve(data_dir, free_port())
    output, _ = second.communicate(timeout=30)
    assert second.returncode == 1
    assert re.search(rf"being served already, at http://127\.0\.0\.1:{port}\.", output)
    assert "Traceback" not in output
    assert process.poll() is None


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        process = start_serve(tmp_path / "data", port)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"Port {port} is taken on this machine; choose another with --port." in output
    assert "Traceback" not in output

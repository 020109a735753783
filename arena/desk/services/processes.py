"""The processes of an embedded site: gunicorn, workers and beat under one parent, started and stopped together."""

import ctypes
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from arena.core.errors import Conflict, NotReady

STOP_SECONDS = 15.0
PR_SET_PDEATHSIG = 1


class AlreadyServed(Conflict):
    """Another `serve` holds this data folder; `address` is where it answers."""

    def __init__(self, address: str) -> None:
        super().__init__(f"This data folder is being served already, at {address}.")
        self.address = address


@dataclass
class Child:
    """One process, its command and how often it had to be started again."""

    name: str
    command: list[str]
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None
    restarts: int = 0
    restart_at: float = 0.0


@dataclass
class Supervisor:
    """Starts the children, starts again what dies, and stops all."""

    port: int
    workers: int
    log_dir: Path = field(default_factory=lambda: Path(settings.DATA_DIR) / "log")
    children: list[Child] = field(default_factory=list)

    def start(self) -> None:
        self.log_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.children = self._commands()
        for child in self.children:
            self._launch(child)

    def watch_once(self) -> None:
        """Start again each child that died, ever more slowly when it keeps dying."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None or child.process.poll() is None:
                continue
            if not child.restart_at:
                child.restart_at = now + min(30.0, 0.5 * 2**child.restarts)
                sys.stderr.write(
                    f"{child.name} ended with status {child.process.returncode}; "
                    f"it is started again (see {self.log_dir / child.name}.log).\n"
                )
            elif now >= child.restart_at:
                child.restarts += 1
                child.restart_at = 0.0
                self._launch(child)

    def stop(self) -> None:
        """Ask every child to end; end those that do not."""
        running = [child.process for child in self.children if child.process and child.process.poll() is None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _commands(self) -> list[Child]:
        environment = os.environ | {"SITE_URL": settings.SITE_URL, "PYTHONUNBUFFERED": "1"}
        # Several processes share the cores; libraries that would each take all of them only get in each other's way.
        threads = str(max(1, (os.cpu_count() or 1) // self.workers))
        worker_environment = environment | {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
        python = [sys.executable, "-m"]
        celery = ["celery", "-A", "arena", "--quiet"]
        children = [Child("web", web_command(self.port), environment)]
        for number in range(1, self.workers + 1):
            worker = ["worker", "--pool", "solo", "--loglevel", "info", "--without-mingle", "--without-gossip"]
            name = ["--hostname", f"worker-{number}@%h"]
            children.append(Child(f"worker-{number}", python + celery + worker + name, worker_environment))
        beat = ["beat", "--loglevel", "info", "--pidfile", ""]
        children.append(Child("beat", python + celery + beat, environment))
        return children

    def _launch(self, child: Child) -> None:
        with (self.log_dir / f"{child.name}.log").open("ab") as log:
            child.process = subprocess.Popen(
                child.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=settings.BASE_DIR,
                env=child.environment,
                start_new_session=True,  # Ctrl-C reaches the parent only, which then stops them in order
                preexec_fn=_die_with_parent,
            )


def web_command(port: int) -> list[str]:
    """What answers browsers. No access log: addresses hold invitation and media tokens."""
    web = ["gunicorn", "arena.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2", "--threads", "4"]
    return [sys.executable, "-m", *web, "--graceful-timeout", "5", "--no-control-socket"]


def _die_with_parent() -> None:
    """Linux: a parent that is killed outright takes its children along."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def served_alone() -> Iterator[None]:
    """Hold DATA_DIR for one `serve`; AlreadyServed when it is taken."""
    path = Path(settings.DATA_DIR) / "serve.lock"
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            raise AlreadyServed(lock.read().strip() or settings.SITE_URL) from error
        lock.truncate(0)
        lock.write(settings.SITE_URL)
        lock.flush()
        yield


def require_free_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise NotReady(f"Port {port} is taken on this machine; choose another with --port.") from error


@contextmanager
def stop_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the parent as Ctrl-C does."""

    def interrupt(_signum: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

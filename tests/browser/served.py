"""A real gunicorn behind a wire that a test can cut, hold or shorten."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer

import psutil
from django.conf import settings
from django.db import connection

START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@dataclass
class Server:
    """One gunicorn with one worker, on the database of the test that runs."""

    static: Path
    port: int = field(default_factory=free_port)
    url: str = ""  # as browsers see it
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.browser.served_settings",
            "DATA_DIR": str(Path(settings.MEDIA_DIR).parent),
            "SERVED_DATABASE": str(connection.settings_dict["NAME"]),
            "SERVED_STATIC": str(self.static),
            "SECRET_KEY": settings.SECRET_KEY,
            "SITE_URL": self.url,
            "ALLOWED_HOSTS": "127.0.0.1",
        }

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "arena.wsgi", "--bind", f"127.0.0.1:{self.port}"]
        command += ["--workers", "1", "--threads", "4", "--no-control-socket", "--log-level", "critical"]
        self.process = subprocess.Popen(command, env=self.environment, cwd=settings.BASE_DIR, start_new_session=True)
        self.wait()

    def wait(self) -> None:
        """Until pages are answered, not only connections taken."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as asked:
                asked.sendall(b"GET /review/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                if asked.recv(12).startswith(b"HTTP/1.1 403"):
                    return
            time.sleep(0.1)
        raise AssertionError("the site did not start")

    def kill_worker(self) -> None:
        """As the system does that runs out of memory; gunicorn then starts another."""
        assert self.process is not None
        for worker in psutil.Process(self.process.pid).children():
            worker.send_signal(signal.SIGKILL)

    def kill(self) -> None:
        """Everything at once, without a word."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Fault(Enum):
    """What happens to a request."""

    CUT_BEFORE = auto()  # the connection breaks before the site has heard it
    CUT_AFTER = auto()  # the site has done it; its answer is lost
    SHORTEN = auto()  # half of what the answer promised
    HOLD = auto()  # it waits until `release`


@dataclass
class Wire:
    """Between the browser and the site. Each fault strikes once, at the first request whose line it matches."""

    to_port: int
    port: int = 0
    seen: list[str] = field(default_factory=list)  # request lines
    faults: list[tuple[re.Pattern[str], Fault]] = field(default_factory=list)
    struck: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    release: threading.Event = field(default_factory=threading.Event)

    def strike(self, pattern: str, fault: Fault) -> None:
        self.faults.append((re.compile(pattern), fault))

    def wait_for_strike(self) -> None:
        assert self.struck.acquire(timeout=20), "no request came that the fault is for"

    def fault_for(self, line: str) -> Fault | None:
        self.seen.append(line)
        for entry in self.faults:
            if entry[0].search(line):
                self.faults.remove(entry)
                return entry[1]
        return None


def carry(wire: Wire, near: StreamRequestHandler) -> None:
    """One request and its answer."""
    head, length = [], 0
    while (line := near.rfile.readline()) not in (b"\r\n", b""):
        if not line.lower().startswith(b"connection:"):
            head.append(line)
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    if not head:
        return
    body = near.rfile.read(length)
    fault = wire.fault_for(head[0].decode())
    if fault is Fault.CUT_BEFORE:
        wire.struck.release()
        return
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", wire.to_port)) as far:
        far.sendall(b"".join(head) + b"Connection: close\r\n\r\n" + body)
        if fault is Fault.HOLD:
            wire.struck.release()
            wire.release.wait(60)
        answer = b"".join(iter(lambda: far.recv(65536), b""))
        if fault is Fault.CUT_AFTER:
            wire.struck.release()
            return
        if fault is Fault.SHORTEN:
            start = answer.index(b"\r\n\r\n") + 4
            answer = answer[: start + (len(answer) - start) // 2]
            wire.struck.release()
        near.wfile.write(answer)


@contextlib.contextmanager
def wired(to_port: int) -> Iterator[Wire]:
    wire = Wire(to_port)

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(ConnectionError):
                carry(wire, self)

    class Listener(ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Listener(("127.0.0.1", 0), Handler) as listener:
        wire.port = listener.server_address[1]
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        try:
            yield wire
        finally:
            wire.release.set()
            listener.shutdown()

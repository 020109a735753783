"""Bring the site up on this machine: migrate, collect static files, run the processes until told to stop."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.management import call_command

from arena.core.errors import NotReady
from arena.desk.services.processes import Supervisor, require_free_port, served_alone, stop_signals

ANSWER_SECONDS = 60.0


@contextmanager
def served(*, port: int, workers: int) -> Iterator[Supervisor]:
    """The running site. It is stopped when the block ends, however it ends."""
    use_port(port)
    with served_alone(), stop_signals():
        require_free_port(port)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        supervisor = Supervisor(port=port, workers=workers)
        try:
            supervisor.start()
            wait_until_it_answers(port, supervisor)
            yield supervisor
        finally:
            supervisor.stop()


def use_port(port: int) -> None:
    """Let links name this port, unless SITE_URL was set on purpose."""
    if not os.environ.get("SITE_URL"):
        settings.SITE_URL = f"http://127.0.0.1:{port}"


def wait_until_it_answers(port: int, supervisor: Supervisor) -> None:
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline:
        supervisor.watch_once()
        try:
            with urlopen(f"http://127.0.0.1:{port}/login/", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise NotReady(f"The site did not answer within {ANSWER_SECONDS:.0f} s; see {supervisor.log_dir / 'web.log'}.")


def serve_until_stopped(supervisor: Supervisor) -> None:
    """Look after the processes until KeyboardInterrupt, which Ctrl-C, SIGTERM and SIGHUP raise."""
    while True:
        supervisor.watch_once()
        time.sleep(0.5)

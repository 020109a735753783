"""Starts one Chromium, tells where it listens, and kills it as soon as the process that asked for it is gone.

Run as a script with one JSON argument, by `chromium.py`; it imports only the standard library, so that it starts fast.
It answers with one JSON line on stdout and then waits: stdin closing means "stop", whether the owner closed it or was
killed.
"""

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 1.0
COLLECT_SECONDS = 2.0
LOG_TAIL_BYTES = 4000


def control(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def become(user_id: int | None, group_id: int | None) -> Callable[[], None]:
    """What the child does before it turns into Chromium: give up root, then ask to die with this keeper.

    The order matters: the kernel forgets the parent-death signal when the user changes.
    """

    def prepare() -> None:
        if user_id is not None and group_id is not None:
            os.setgroups([])
            os.setgid(group_id)
            os.setuid(user_id)
        control(PR_SET_PDEATHSIG, signal.SIGKILL)

    return prepare


def wait_for_endpoint(browser: subprocess.Popen[bytes], profile: Path, seconds: float) -> str | None:
    """The websocket address, as soon as Chromium has written it into its profile; None if it ended or took too long."""
    announced = profile / "DevToolsActivePort"
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up and browser.poll() is None:
        lines = announced.read_text().split("\n") if announced.exists() else []
        if len(lines) >= 2 and lines[1]:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.01)
    return None


def owner_is_gone(owner: int) -> bool:
    """Wait a moment for stdin to close; a forked sibling may hold it open, so look at the parent, too."""
    readable, _, _ = select.select([sys.stdin.buffer], [], [], POLL_SECONDS)
    return bool(readable and not os.read(sys.stdin.fileno(), 1)) or os.getppid() != owner


def kill_group(browser: subprocess.Popen[bytes]) -> None:
    """Kill all of Chromium and collect what is left of it: not every machine has an init that collects zombies."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(browser.pid, signal.SIGKILL)
    give_up = time.monotonic() + COLLECT_SECONDS
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < give_up:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.01)


def main(order: str) -> None:
    wanted = json.loads(order)
    owner = os.getppid()
    control(PR_SET_CHILD_SUBREAPER, 1)
    profile = Path(tempfile.mkdtemp(prefix="poster-browser-"))
    if wanted["user_id"] is not None:
        os.chown(profile, wanted["user_id"], wanted["group_id"])
    log = profile / "log"
    browser = None
    try:
        with log.open("wb") as errors:
            browser = subprocess.Popen(
                [*wanted["command"], f"--user-data-dir={profile}", "about:blank"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd="/",
                env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(profile), "LANG": "C.UTF-8"},
                start_new_session=True,
                preexec_fn=become(wanted["user_id"], wanted["group_id"]),  # safe: this process has one thread
            )
        endpoint = wait_for_endpoint(browser, profile, wanted["start_seconds"])
        tail = "" if endpoint else log.read_bytes()[-LOG_TAIL_BYTES:].decode("utf-8", "replace")
        sys.stdout.write(json.dumps({"endpoint": endpoint, "group": browser.pid, "log": tail}) + "\n")
        sys.stdout.flush()
        while endpoint and browser.poll() is None and not owner_is_gone(owner):
            pass
    finally:
        if browser is not None:
            kill_group(browser)
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    main(sys.argv[1])

"""How Chromium is kept apart, and that nothing of it is left behind."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generation.errors import RenderError
from generation.render.chromium import Account, Chromium, unprivileged_account
from generation.render.driver import Browser

ROOT = Path(__file__).parents[3]
OWNER = """
import sys
import tempfile
from generation.render.driver import Browser
browser = Browser()
browser.run(lambda connection: connection.version, timeout_seconds=30)
sys.stdout.write(f"{browser.process_group}\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    tick, end = threading.Event(), time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        tick.wait(0.05)
    return True


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def processes_of(group: int) -> list[Path]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rsplit(")", 1)[1].split()[2]) == group:
                found.append(stat.parent)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


@pytest.mark.browser
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_runs_it_as_nobody_and_with_its_sandbox(browser: Browser) -> None:
    browser.run(lambda connection: connection.version, timeout_seconds=30)
    group = browser.process_group
    assert group is not None
    processes = processes_of(group)
    assert processes
    for process in processes:
        assert "Uid:\t65534\t65534\t65534\t65534" in (process / "status").read_text()
        assert b"--no-sandbox" not in (process / "cmdline").read_bytes()
    assert browser.isolation == "user nobody, browser sandbox, no network"


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_killing_the_worker_leaves_no_chromium_and_no_profile() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert owner.stdout is not None
    group = int(owner.stdout.readline())
    command = next(p / "cmdline" for p in processes_of(group)).read_bytes().split(b"\0")
    profile = Path(next(part for part in command if part.startswith(b"--user-data-dir=")).split(b"=", 1)[1].decode())
    assert profile.exists()
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    assert eventually(lambda: group_is_gone(group))
    assert eventually(lambda: not profile.exists())


@pytest.mark.browser
def test_closing_leaves_nothing_and_it_can_be_used_again(browser: Browser) -> None:
    browser.run(lambda connection: None, timeout_seconds=30)
    first = browser.process_group
    browser.close()
    assert first is not None
    assert group_is_gone(first)
    assert browser.run(lambda connection: 7, timeout_seconds=30) == 7


def test_a_program_that_is_no_chromium_is_named(tmp_path: Path) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n")
    fake.chmod(0o755)
    with pytest.raises(RenderError, match=r"did not start: libnss3\.so"), Browser(fake) as browser:
        browser.run(lambda connection: None, timeout_seconds=5)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_program_that_nobody_cannot_reach_is_run_as_root_and_said_so(tmp_path: Path) -> None:
    hidden = tmp_path / "private"
    hidden.mkdir(mode=0o700)
    program = hidden / "chromium"
    program.write_text("")
    program.chmod(0o755)
    assert unprivileged_account(program) == Account("root")


WITHOUT_NAMESPACES = """#!/bin/sh
for option in "$@"; do
  case "$option" in
    --no-sandbox) allowed=yes ;;
    --user-data-dir=*) profile="${option#--user-data-dir=}" ;;
  esac
done
if [ -z "$allowed" ]; then echo "FATAL: No usable sandbox! Update your kernel." >&2; exit 1; fi
printf '4567\\n/devtools/browser/x\\n' > "$profile/DevToolsActivePort"
exec sleep 600
"""


def test_where_no_sandbox_can_be_built_it_runs_without_and_says_so() -> None:
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path: user nobody cannot enter that one
        Path(folder).chmod(0o755)
        program = Path(folder) / "chromium"
        program.write_text(WITHOUT_NAMESPACES)
        program.chmod(0o755)
        chromium = Chromium.start(program)
        try:
            assert chromium.endpoint == "ws://127.0.0.1:4567/devtools/browser/x"
            assert chromium.isolation.endswith("no browser sandbox, no network")
            assert chromium.isolation.startswith("user nobody" if os.geteuid() == 0 else "our own user")
        finally:
            chromium.kill()
        assert group_is_gone(chromium.group)

"""Ctrl-C while the browser starts or draws ends the process in order, whatever it was doing."""

import signal
import subprocess
import sys

import psutil
import pytest

from generation.render.browser import require_browser
from generation.render.driver import _DriverThread
from tests.conftest import REPO

CHILD = """
import sys, time
from generation.render.driver import shared_browser
browser = shared_browser()
def work(connection):
    print("drawing", flush=True)
    page = connection.new_context(java_script_enabled=False).new_page()
    while True:
        page.wait_for_timeout(50)
print("starting", flush=True)
browser.run(work, timeout_seconds=60)
"""


@pytest.mark.browser
@pytest.mark.parametrize("moment", ["starting", "drawing"])
def test_ctrl_c_ends_in_order(moment: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    for line in child.stdout:
        if line.strip() == moment:
            break
    family = psutil.Process(child.pid).children(recursive=True)
    child.send_signal(signal.SIGINT)
    _, error = child.communicate(timeout=60)

    assert child.returncode == -signal.SIGINT, error  # how Python ends on an unhandled Ctrl-C; a crash would be SIGSEGV
    assert error.strip().endswith("KeyboardInterrupt")
    _, alive = psutil.wait_procs(family, timeout=10)
    assert not alive


def test_a_browser_whose_start_was_interrupted_can_be_stopped() -> None:
    thread = _DriverThread(require_browser())  # a Ctrl-C came before it was started
    thread.stop()
    assert not thread.is_alive()

"""Which Chromium there is on this machine, and how to get one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from generation.errors import RenderError
from generation.records import Diagnosis
from generation.render.fonts import CJK, font_path

PACKAGE: Final = "chromium-headless-shell"
NAMES: Final = (PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VARIABLE: Final = "CHROMIUM_PATH"
INSTALL_SECONDS: Final = 900
REMEDY: Final = f"python -m generation browser --install, or set {VARIABLE} to a Chromium"


def find_browser() -> Path | None:
    """The Chromium to use: CHROMIUM_PATH, else the first known name on PATH, else Playwright's own download, else None.

    Raises RenderError where CHROMIUM_PATH names something that cannot be started: a wrong setting is never ignored.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        if not os.access(chosen, os.X_OK) or Path(chosen).is_dir():
            raise RenderError(f"{VARIABLE} is {chosen!r}, which is not a program; correct it or leave it unset")
        return Path(chosen)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return Path(found) if found else _downloaded_browser()


def require_browser() -> Path:
    """`find_browser`, or a RenderError that says how to get one."""
    found = find_browser()
    if found is None:
        raise RenderError(f"no Chromium found; {REMEDY}")
    return found


def install_browser() -> Path:
    """Install a headless Chromium and return its path; does nothing where one is there already.

    As root on Debian and its kin by apt-get, which also brings the libraries; elsewhere Playwright's own download.
    """
    if found := find_browser():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update", "-q"])
        _run(["apt-get", "install", "-q", "-y", "--no-install-recommends", PACKAGE])
    else:
        _run([sys.executable, "-m", "playwright", "install", PACKAGE])
    return require_browser()


def diagnose_browser() -> Diagnosis:
    """For `doctor`: is there a Chromium, which version, and does it answer?"""
    try:
        path = require_browser()
        version = _run([str(path), "--version"], seconds=30)
    except RenderError as error:
        return Diagnosis("browser", ok=False, message=str(error), remedy=REMEDY)
    return Diagnosis("browser", ok=True, message=f"{version.strip() or 'Chromium'} at {path}")


def diagnose_cjk_fonts() -> Diagnosis:
    """For `doctor`: can Chinese, Japanese and Korean text be drawn?

    The built-in systems bring a typeface of their own; HTML from elsewhere may count on one of the machine's.
    """
    missing = [face.file for face in CJK if not font_path(face.file).is_file()]
    if missing:
        message = f"{', '.join(missing)} not found: such text would be drawn as empty boxes"
        remedy = "install the Python packages of requirements.lock again"
        return Diagnosis("CJK fonts", ok=False, message=message, remedy=remedy, optional=True)
    elsewhere = "" if has_font_for("zh") else "; uploaded HTML that brings none of its own will show empty boxes"
    return Diagnosis("CJK fonts", ok=True, message=f"packaged with the built-in systems{elsewhere}")


def has_font_for(language: str) -> bool:
    """Does fontconfig know a font that covers this language (an ISO 639 code)? False where there is no fontconfig."""
    if not shutil.which("fc-list"):
        return False
    answer = subprocess.run(
        ["fc-list", f":lang={language}", "family"], capture_output=True, text=True, timeout=20, check=False
    )
    return bool(answer.stdout.strip())


def _downloaded_browser() -> Path | None:
    home = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache" / "ms-playwright")
    found = sorted(Path(home).glob("chromium*/*/*headless*shell"))
    return found[-1] if found else None


def _run(command: list[str], *, seconds: float = INSTALL_SECONDS) -> str:
    """Run a program; its output, or a RenderError with its last line."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, env=environment)
    except subprocess.TimeoutExpired as error:
        raise RenderError(f"{' '.join(command)} did not finish within {seconds:.0f} s") from error
    except OSError as error:
        raise RenderError(f"{command[0]} could not be started: {error.strerror}") from error
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise RenderError(f"{' '.join(command)} failed: {last}")
    return done.stdout

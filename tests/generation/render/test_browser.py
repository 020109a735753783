"""Finding and installing a Chromium."""

from pathlib import Path

import pytest

from generation.__main__ import main
from generation.errors import RenderError
from generation.render import browser


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))


def program(path: Path, text: str = "#!/bin/sh\necho Chromium 1.2.3\n") -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_variable_outranks_what_is_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chosen = program(tmp_path / "mine")
    monkeypatch.setenv("CHROMIUM_PATH", str(chosen))
    assert browser.find_browser() == chosen


def test_a_wrong_variable_stops_instead_of_being_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHROMIUM_PATH", str(tmp_path / "missing"))
    with pytest.raises(RenderError, match="CHROMIUM_PATH"):
        browser.find_browser()


@pytest.mark.usefixtures("no_browser")
def test_names_on_the_path_are_tried_in_order(tmp_path: Path) -> None:
    assert browser.find_browser() is None
    program(tmp_path / "google-chrome")
    shell = program(tmp_path / "chromium-headless-shell")
    assert browser.find_browser() == shell


@pytest.mark.usefixtures("no_browser")
def test_without_one_the_error_says_how_to_get_one() -> None:
    with pytest.raises(RenderError, match=r"python -m generation browser --install"):
        browser.require_browser()
    assert not browser.diagnose_browser().ok
    assert "CHROMIUM_PATH" in browser.diagnose_browser().remedy


@pytest.mark.usefixtures("no_browser")
@pytest.mark.parametrize(
    ("root", "expected"),
    [(True, ["apt-get update", "apt-get install"]), (False, ["-m playwright install chromium-headless-shell"])],
)
def test_installs_by_the_means_of_the_machine(
    root: bool, expected: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[str] = []

    def run(command: list[str], *, seconds: float = 0) -> str:
        ran.append(" ".join(command))
        program(tmp_path / "chromium-headless-shell")
        return ""

    program(tmp_path / "apt-get")
    monkeypatch.setattr(browser, "_run", run)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0 if root else 1000)
    assert browser.install_browser() == tmp_path / "chromium-headless-shell"
    assert len(ran) == len(expected)
    assert all(part in command for part, command in zip(expected, ran, strict=True))
    assert browser.install_browser()
    assert len(ran) == len(expected), "a second call does nothing"


def test_a_failing_installer_gives_its_last_line(tmp_path: Path) -> None:
    failing = program(tmp_path / "fail", "#!/bin/sh\necho first >&2\necho 'E: no space left' >&2\nexit 100\n")
    with pytest.raises(RenderError, match="E: no space left"):
        browser._run([str(failing)])


def test_the_command_prints_which_browser_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = program(tmp_path / "mine")
    monkeypatch.setenv("CHROMIUM_PATH", str(chosen))
    assert main(["browser"]) == 0
    assert f"Chromium 1.2.3 at {chosen}" in capsys.readouterr().out


@pytest.mark.usefixtures("no_browser")
def test_the_command_fails_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browser"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1

"""What becomes of the child process that reads a PDF."""

import os
import pwd
import select
import signal
from pathlib import Path

import pytest

from generation.errors import BadPaper, GenerationError
from generation.ingest import check_paper, sandbox


@pytest.fixture
def paper(write_pdf, new_page) -> Path:
    return write_pdf(new_page().text(72, 100, "Enough words for a paper of one line."))


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Puts a shell script in the place of the Python that would read the PDF."""

    def put(script: str) -> None:
        program = tmp_path / "child"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(sandbox.sys, "executable", str(program))

    return put


def test_a_crash_is_a_bad_paper(paper, child):
    child("touch started; kill -SEGV $$")
    with pytest.raises(BadPaper, match=f"crash.*signal {int(signal.SIGSEGV)}"):
        check_paper(paper)


def test_an_endless_child_is_stopped_with_all_it_started(paper, child, tmp_path):
    child(f"touch started; sleep 300 & echo $! > {tmp_path}/grandchild; wait")
    with pytest.raises(BadPaper, match="longer than 1 s"):
        check_paper(paper, timeout_seconds=1)
    pid = int((tmp_path / "grandchild").read_text())
    assert _ends(pid)


def _ends(pid: int) -> bool:
    """Whether the process is gone, or goes within ten seconds: a kill is a signal, and signals take their time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)


def test_a_failure_says_its_last_line(paper, child):
    child("touch started; echo first >&2; echo 'ValueError: odd font' >&2; exit 1")
    with pytest.raises(BadPaper, match="cannot be read: ValueError: odd font"):
        check_paper(paper)


def test_a_reader_that_does_not_start_is_not_the_papers_fault(paper, child):
    child("echo 'No module named pypdfium2' >&2; exit 1")
    with pytest.raises(GenerationError, match="does not start: No module named") as caught:
        check_paper(paper)
    assert not isinstance(caught.value, BadPaper)


@pytest.mark.parametrize("answer", ["not json", "[1, 2]", '"text"'])
def test_an_unusable_answer_is_refused(paper, child, answer):
    child(f"touch started; printf '%s' '{answer}' > result.json")
    with pytest.raises(BadPaper, match="no usable answer"):
        check_paper(paper)


def test_a_link_in_place_of_the_answer_is_not_followed(paper, child, tmp_path):
    (tmp_path / "secret").write_text('{"pages": 1, "letters": 99}')
    child(f"touch started; ln -s {tmp_path}/secret result.json")
    with pytest.raises(BadPaper, match=r"left no result\.json"):
        check_paper(paper)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_reads_papers_as_nobody(paper):
    with sandbox.reading("check", paper, timeout_seconds=60) as done:
        answer = done.figures.parent / sandbox.RESULT
        assert answer.stat().st_uid == pwd.getpwnam("nobody").pw_uid
        folder = done.figures.parent
    assert not folder.exists()

"""Reads hostile PDFs in a child process: own session and folder, user nobody when we are root, limited memory and time.

A crash, an endless loop or a bomb ends the child; the caller gets BadPaper.
"""

import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from generation.errors import BadPaper, GenerationError
from generation.ingest import limits

PAPER = "paper.pdf"
RESULT = "result.json"
FIGURES = "figures"
STARTED = "started"
REQUEST = "request.json"
PICTURE = "picture.png"
ROOT = Path(__file__).resolve().parents[2]
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reading:
    """A finished reading: the child's JSON, its folder of pictures, and what was hashed on the way in."""

    result: str
    figures: Path
    sha256: str
    size_bytes: int


@contextmanager
def reading(action: str, pdf: Path, *, timeout_seconds: float, request: str = "") -> Iterator[Reading]:
    """Runs `python -m generation.ingest ACTION` over a copy of the PDF; its folder lives as long as the context.

    `request` is what the child finds in request.json: which page or part of a page it shall draw.

    Raises BadPaper when the child crashed, ran out of memory or time; GenerationError when it could not start.
    """
    with tempfile.TemporaryDirectory(prefix="ingest-", ignore_cleanup_errors=True) as name:
        work = Path(name) / "work"
        (work / FIGURES).mkdir(parents=True)
        digest, size = _copy(pdf, work / PAPER)
        (work / REQUEST).write_text(request, encoding="utf-8")
        nobody = _nobody()
        if nobody is not None:
            for path in (work, work / FIGURES, work / PAPER, work / REQUEST):
                os.chown(path, *nobody)
        _run(action, work, Path(name) / "stderr", nobody, timeout_seconds)
        yield Reading(read_file(work / RESULT).decode(), work / FIGURES, digest, size)


def _copy(source: Path, target: Path) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as reader, target.open("wb") as writer:
        while block := reader.read(MIB):
            digest.update(block)
            size += len(block)
            if size > limits.MAX_BYTES:
                raise BadPaper(f"The file is larger than the limit of {limits.MAX_BYTES // MIB} MB.")
            writer.write(block)
    return digest.hexdigest(), size


def _nobody() -> tuple[int, int] | None:
    """User and group of nobody when we are root and there is one, else None."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        return None
    return entry.pw_uid, entry.pw_gid


def _run(action: str, work: Path, errors: Path, nobody: tuple[int, int] | None, timeout_seconds: float) -> None:
    # The child gives up root by itself, after its imports: nobody need not be able to read the program's files.
    user = [str(number) for number in nobody] if nobody is not None else []
    command = [sys.executable, "-P", "-m", "generation.ingest", action, str(timeout_seconds), *user]
    environment = {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    with errors.open("wb") as log:
        child = subprocess.Popen(
            command,
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
        try:
            code = child.wait(timeout=timeout_seconds)
        except subprocess.TimeoutExpired as error:
            raise BadPaper(f"Reading the PDF took longer than {timeout_seconds:.0f} s and was stopped.") from error
        finally:
            _end(child)
    if code == 0 and (work / RESULT).exists():
        return
    if not (work / STARTED).exists():
        raise GenerationError(f"The PDF reader does not start: {_last_line(errors)}")
    if code == -signal.SIGXCPU:
        raise BadPaper(f"Reading the PDF needs more than {timeout_seconds:.0f} s of computing and was stopped.")
    if code < 0:
        raise BadPaper(
            f"The PDF makes the reader crash or run out of memory (signal {-code}). Save it anew and try that file."
        )
    raise BadPaper(f"The PDF cannot be read: {_last_line(errors)}")


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends the child and whatever it started."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"


def read_file(path: Path) -> bytes:
    """What the child wrote, if it is a plain file of bounded size and no link to somewhere else."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise BadPaper(f"The PDF reader left no {path.name}.") from error
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > limits.MAX_OUTPUT_BYTES:
            raise BadPaper(f"The PDF reader left an unusable {path.name}.")
        return file.read()


def take_picture(source: Path, target: Path) -> None:
    """Copies a PNG that the child made to where the caller wants it."""
    data = read_file(source)
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        raise BadPaper(f"The PDF reader left no picture in {source.name}.")
    part = target.with_name(target.name + ".part")
    part.write_bytes(data)
    shutil.move(part, target)

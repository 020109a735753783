"""Whether a file is a paper that can be used, decided by its content."""

import json
from dataclasses import dataclass
from pathlib import Path

from generation.errors import BadPaper
from generation.ingest import limits
from generation.ingest.sandbox import MIB, reading

HEAD = 1024  # bytes in which "%PDF-" must stand, ISO 32000-1 annex H
TAIL = 64 * 1024  # bytes at the end in which the end mark must stand
OTHER_KINDS = (
    (b"<!doctype html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<?xml", "an XML file"),
    (b"pk\x03\x04", "a ZIP or Office file"),
    (b"\x89png", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%!ps", "a PostScript file"),
)


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """What a check found out. `letters` counts letters and digits in the text layer."""

    pages: int
    size_bytes: int
    sha256: str
    letters: int

    @property
    def has_text(self) -> bool:
        """Whether there is text to read; always so for a paper that passed."""
        return self.letters >= limits.MIN_LETTERS


def check_paper(path: Path, *, timeout_seconds: float = limits.CHECK_SECONDS) -> PaperFacts:
    """Opens the PDF in a sandbox and loads every page.

    Raises BadPaper, one line that says what is wrong: no file, not a PDF, too large, damaged, encrypted, no pages,
    too many pages, no text layer, or too slow to read.
    """
    check_bytes(path)
    with reading("check", path, timeout_seconds=timeout_seconds) as done:
        facts = _facts(done.result)
        return PaperFacts(facts["pages"], done.size_bytes, done.sha256, facts["letters"])


def check_bytes(path: Path) -> None:
    """The checks that need no PDF reader: existence, size, first and last bytes. Raises BadPaper."""
    if not path.is_file():
        raise BadPaper(f"There is no file {path.name}.")
    size = path.stat().st_size
    if size == 0:
        raise BadPaper("The file is empty.")
    if size > limits.MAX_BYTES:
        raise BadPaper(f"The file has {size / MIB:.0f} MB; the limit is {limits.MAX_BYTES // MIB} MB.")
    with path.open("rb") as file:
        head = file.read(HEAD)
        file.seek(max(0, size - TAIL))
        tail = file.read()
    if b"%PDF-" not in head:
        raise BadPaper(f"The file is not a PDF; by its content it is {_kind(head)}.")
    if b"%%EOF" not in tail:
        raise BadPaper("The PDF is damaged: its end is missing. Get the file again.")


def _kind(head: bytes) -> str:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for signature, kind in OTHER_KINDS:
        if start.startswith(signature):
            return kind
    try:
        # The last few bytes may be half of a character.
        head[:-3].decode("utf-8")
    except UnicodeDecodeError:
        return "something unknown"
    return "something unknown" if b"\0" in head else "plain text"


def _facts(result: str) -> dict[str, int]:
    data = error_checked(result)
    return {key: int(str(data[key])) for key in ("pages", "letters")}


def error_checked(result: str) -> dict[str, object]:
    """The child's answer as an object. Raises BadPaper when it holds an error or is not what a child writes."""
    try:
        data = json.loads(result)
    except ValueError as error:
        raise BadPaper("The PDF reader gave no usable answer.") from error
    if not isinstance(data, dict):
        raise BadPaper("The PDF reader gave no usable answer.")
    if "error" in data:
        raise BadPaper(str(data["error"]))
    return data

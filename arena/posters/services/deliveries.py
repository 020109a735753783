"""Posters delivered as a folder or a ZIP archive: what is in it, checked whole before anything is read."""

import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from arena.core.errors import BadInput
from scoring.words import DISCIPLINES

EXTENSIONS = (".png", ".jpg", ".jpeg", ".webp", ".pdf", ".html", ".pptx")
POSTER = "poster"
MAX_FILES = 5000
MAX_FILE_BYTES = 250_000_000
MAX_TOTAL_BYTES = 4_000_000_000
MAX_RATIO = 200  # unpacked to packed; a picture or PDF is packed already
IGNORED = ("__MACOSX", ".DS_Store", "Thumbs.db")


@dataclass(frozen=True, slots=True)
class Delivered:
    """One file. `case_id` is whom it is for by its place; `fault` is set where it cannot be a poster at all."""

    name: str  # inside the delivery, for messages: nothing in it moves a cursor or turns the direction of a line
    case_id: str
    discipline: str  # "" where the place does not say
    read: Callable[[], bytes]
    fault: str = ""


@contextmanager
def opened_delivery(path: Path) -> Iterator[list[Delivered]]:
    """The files of a folder or ZIP by name; BadInput with every fault that refuses it whole.

    Nothing is unpacked to disk. Names that lead out, links, two posters for one paper, and archives that would unpack
    to far more than they are refuse the whole delivery.
    """
    if path.is_dir():
        yield _checked(path, *_folder(path))
    elif path.is_file() and zipfile.is_zipfile(path):
        try:
            with zipfile.ZipFile(path) as archive:
                yield _checked(path, *_archive(archive))
        except zipfile.BadZipFile as error:
            raise BadInput(f"{path} is a damaged ZIP archive ({error}).") from error
    else:
        raise BadInput(f"{path} is neither a folder nor a ZIP archive.")


def _checked(path: Path, files: list[Delivered], faults: list[str]) -> list[Delivered]:
    first: dict[str, str] = {}
    for file in files:
        key = file.case_id.casefold()
        if not file.fault and key in first:
            faults.append(f"{file.name}: a second poster for {file.case_id} (there is {first[key]})")
        elif not file.fault:
            first[key] = file.name
    if faults:
        raise BadInput(f"{path} is refused; nothing was written.", tuple(faults))
    if not files:
        raise BadInput(f"{path} holds no files; posters are <discipline>/<case_id>/poster.png or <case_id>.png.")
    return files


def _folder(root: Path) -> tuple[list[Delivered], list[str]]:
    files: list[Delivered] = []
    faults: list[str] = []
    for place in sorted(root.rglob("*")):
        name = place.relative_to(root).as_posix()
        if any(part in IGNORED for part in PurePosixPath(name).parts):
            continue
        if place.is_symlink():
            faults.append(f"{readable(name)}: a link; copy the file itself")
        elif place.is_file():
            if place.stat().st_size > MAX_FILE_BYTES:
                faults.append(f"{readable(name)}: larger than {MAX_FILE_BYTES // 1_000_000} MB")
            files.append(_delivered(name, place.read_bytes))
        if len(files) > MAX_FILES:
            return [], [f"more than {MAX_FILES} files"]
    return files, faults


def _archive(archive: zipfile.ZipFile) -> tuple[list[Delivered], list[str]]:
    entries = [
        entry
        for entry in archive.infolist()
        if not entry.is_dir() and not any(part in IGNORED for part in PurePosixPath(entry.filename).parts)
    ]
    if len(entries) > MAX_FILES:
        return [], [f"more than {MAX_FILES} files"]
    total = sum(entry.file_size for entry in entries)
    if total > MAX_TOTAL_BYTES:
        return [], [f"unpacks to {total // 1_000_000} MB; at most {MAX_TOTAL_BYTES // 1_000_000} MB are taken"]
    faults = [f"{entry.filename!r}: {fault}" for entry in entries if (fault := _entry_fault(entry))]
    return [_delivered(entry.filename, _reader(archive, entry)) for entry in entries], faults


def _entry_fault(entry: zipfile.ZipInfo) -> str:
    """Why this entry refuses the whole archive. What it says of its size is checked again while it is read."""
    parts = PurePosixPath(entry.filename).parts
    if entry.filename.startswith("/") or "\\" in entry.filename or ".." in parts or ":" in entry.filename:
        return "leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a link; pack the file itself"
    if entry.flag_bits & 0x1:
        return "encrypted; pack it without a password"
    if entry.file_size > MAX_FILE_BYTES:
        return f"larger than {MAX_FILE_BYTES // 1_000_000} MB"
    if entry.file_size > 1_000_000 and entry.file_size > MAX_RATIO * max(1, entry.compress_size):
        return f"unpacks to more than {MAX_RATIO} times its size"
    return ""


def _reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with archive.open(entry) as file:
                data = file.read(entry.file_size + 1)
        except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
            raise BadInput(f"cannot be unpacked ({error})") from error
        if len(data) != entry.file_size:
            raise BadInput("is not as long as the archive says")
        return data

    return read


def _delivered(name: str, read: Callable[[], bytes]) -> Delivered:
    """Who a file is for: <discipline>/<case_id>/poster.EXT, <discipline>/<case_id>.EXT or <case_id>.EXT."""
    place = PurePosixPath(unicodedata.normalize("NFC", name))
    stem, suffix, folders = place.stem, place.suffix.lower(), place.parts[:-1]
    by_folder = stem.casefold() == POSTER and bool(folders)
    case_id = folders[-1] if by_folder else stem
    above = folders[:-1] if by_folder else folders
    discipline = above[-1] if above and above[-1] in DISCIPLINES else ""
    fault = "" if suffix in EXTENSIONS else f"not a poster file; {', '.join(EXTENSIONS)} are"
    if not case_id.isprintable():
        fault = "its name holds a control character or is not UTF-8; rename it to <case_id>.png"
    return Delivered(readable(str(place)), readable(case_id), discipline, read, fault)


def readable(name: str) -> str:
    """A file's name for a message: what cannot be printed, half of a character too, is escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)

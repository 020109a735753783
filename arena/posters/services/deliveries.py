"""Posters delivered as a folder or a ZIP archive: what is in it, checked whole before anything is read."""

import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from arena.core.archives import Limits, is_junk, opened_archive, readable
from arena.core.errors import BadInput
from scoring.words import DISCIPLINES

EXTENSIONS = (".png", ".jpg", ".jpeg", ".webp", ".pdf", ".html", ".pptx")
POSTER = "poster"
LIMITS = Limits(files=5000, file_bytes=250_000_000, total_bytes=4_000_000_000)


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
        with opened_archive(path, LIMITS) as archive:
            files = [_delivered(packed.name, packed.read) for packed in archive.files]
            yield _checked(path, files, list(archive.faults))
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
        if is_junk(name):
            continue
        if place.is_symlink():
            faults.append(f"{readable(name)}: a link; copy the file itself")
        elif place.is_file():
            if place.stat().st_size > LIMITS.file_bytes:
                faults.append(f"{readable(name)}: larger than {LIMITS.file_bytes // 1_000_000} MB")
            files.append(_delivered(name, place.read_bytes))
        if len(files) > LIMITS.files:
            return [], [f"more than {LIMITS.files} files"]
    return files, faults


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

"""ZIP archives from strangers: what is in one, checked whole before anything is read, and never unpacked to disk."""

import lzma
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from arena.core.errors import BadInput

# What macOS and Windows put beside people's files; a name that begins with "._" is a file's Finder data.
JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
UTF8_NAME = 0x800  # flag of an entry, APPNOTE 4.4.4
ENCRYPTED = 0x1
SMALL = 1_000_000  # below this an entry may be packed as tightly as it likes
ENTRIES_A_FILE = 10  # folders and junk beside each file; more is looked at by nobody
ENTRY_BYTES = 500  # of an archive's directory: 46 and a name, on average far less
# What a damaged archive makes zipfile and its decompressors raise: bz2 knows OSError only, names may be no UTF-8.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError),
    *(NotImplementedError, RuntimeError, struct.error, ValueError, OverflowError),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may hold. `ratio` is unpacked to packed: pictures and PDFs are packed already."""

    files: int
    file_bytes: int
    total_bytes: int
    ratio: int = 200


@dataclass(frozen=True, slots=True)
class Packed:
    """One file inside. Its name is made of parts that lead nowhere else, and is only ever used as a name."""

    name: str
    size: int  # as the archive says; `read` holds it to that
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive holds. `faults` refuse it whole, one line each; `junk` was left out on purpose."""

    files: tuple[Packed, ...]
    junk: tuple[str, ...]
    faults: tuple[str, ...]


@contextmanager
def opened_archive(source: Path | IO[bytes], limits: Limits) -> Iterator[Contents]:
    """The contents of a ZIP file, as long as the context lasts; BadInput where it is none or cannot be opened."""
    # zipfile makes an object of each entry at once, ten times as large as what stands for it in the file.
    if _directory_bytes(source) > ENTRIES_A_FILE * limits.files * ENTRY_BYTES:
        raise BadInput(f"The archive lists far more than {limits.files} files.")
    try:
        archive = zipfile.ZipFile(source)
    except DAMAGED as error:
        raise BadInput(f"This is no ZIP archive, or a damaged one ({error}).") from error
    with archive:
        yield _contents(archive, limits)


def is_junk(name: str) -> bool:
    """Whether a file is there for an operating system only."""
    parts = PurePosixPath(name).parts
    return any(part in JUNK or part.startswith("._") for part in parts)


def readable(name: str) -> str:
    """A file's name for a message: what cannot be printed, half of a character too, is escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)


def megabytes(size: int) -> str:
    return f"{size // 1_000_000} MB"


def _directory_bytes(source: Path | IO[bytes]) -> int:
    """How long the archive says its directory is (APPNOTE 4.3.14 to 4.3.16); 0 where it does not say."""
    if isinstance(source, Path):
        with source.open("rb") as file:
            return _directory_bytes(file)
    length = source.seek(0, 2)
    source.seek(max(0, length - 2**16 - 22 - 76))  # the longest comment, both ends of a directory, and the locator
    tail = source.read()
    source.seek(0)
    sizes = [0]
    for at in {len(tail) - 22, tail.rfind(b"PK\x05\x06")}:
        if at >= 0 and tail[at : at + 4] == b"PK\x05\x06":
            sizes.append(int.from_bytes(tail[at + 12 : at + 16], "little"))
            if at >= 76 and tail[at - 20 : at - 16] == b"PK\x06\x07" and tail[at - 76 : at - 72] == b"PK\x06\x06":
                sizes[-1] = int.from_bytes(tail[at - 36 : at - 28], "little")
    return max(sizes)


def _contents(archive: zipfile.ZipFile, limits: Limits) -> Contents:
    if len(archive.infolist()) > ENTRIES_A_FILE * limits.files:  # before each one is looked at
        return Contents((), (), (f"more than {limits.files} files",))
    entries = [(entry, _name(entry)) for entry in archive.infolist() if not entry.is_dir()]
    junk = tuple(name for _, name in entries if is_junk(name))
    kept = [(entry, name) for entry, name in entries if not is_junk(name)]
    if len(kept) > limits.files:
        return Contents((), junk, (f"more than {limits.files} files",))
    total = sum(entry.file_size for entry, _ in kept)
    if total > limits.total_bytes:
        return Contents(
            (), junk, (f"unpacks to {megabytes(total)}; at most {megabytes(limits.total_bytes)} are taken",)
        )
    faults = tuple(f"{name!r}: {fault}" for entry, name in kept if (fault := _fault(entry, name, limits)))
    return Contents(tuple(Packed(name, entry.file_size, _reader(archive, entry)) for entry, name in kept), junk, faults)


def _name(entry: zipfile.ZipInfo) -> str:
    """The entry's name in composed form. Finder writes UTF-8 without saying so, which Python then takes for cp437."""
    name = entry.filename
    if not entry.flag_bits & UTF8_NAME:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = entry.filename
    return unicodedata.normalize("NFC", name)


def _fault(entry: zipfile.ZipInfo, name: str, limits: Limits) -> str:
    """Why this entry refuses the whole archive. What it says of its size is checked again while it is read."""
    if any(_leads_out(candidate) for candidate in (name, entry.filename)):
        return "leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a link; pack the file itself"
    if entry.flag_bits & ENCRYPTED:
        return "encrypted; pack it without a password"
    if entry.file_size > limits.file_bytes:
        return f"larger than {megabytes(limits.file_bytes)}"
    if entry.file_size > SMALL and entry.file_size > limits.ratio * max(1, entry.compress_size):
        return f"unpacks to more than {limits.ratio} times its size"
    return ""


def _leads_out(name: str) -> bool:
    return name.startswith("/") or "\\" in name or ".." in PurePosixPath(name).parts or ":" in name


def _reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with archive.open(entry) as file:
                data = file.read(entry.file_size + 1)
        except DAMAGED as error:
            raise BadInput(f"cannot be unpacked ({error})") from error
        if len(data) != entry.file_size:
            raise BadInput("is not as long as the archive says")
        return data

    return read

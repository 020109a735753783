"""Where the bytes of an input file come from, and their fingerprint, taken while they are read."""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

Record = TypeVar("Record")
BUFFER = 1 << 16


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input file: its name for messages, and its bytes or the path from which they are read piece by piece."""

    name: str
    data: bytes | Path

    @classmethod
    def at(cls, path: Path) -> "InputFile":
        """The file at `path`, which goes by its last name in messages."""
        return cls(path.name, path)

    @contextmanager
    def opened(self) -> "Iterator[Fingerprinted]":
        """The bytes from the start. Raises OSError where the file cannot be read."""
        if isinstance(self.data, bytes):
            yield Fingerprinted(io.BytesIO(self.data))
        else:
            with self.data.open("rb", buffering=0) as file:
                yield Fingerprinted(file)


@dataclass(frozen=True, slots=True)
class Loaded(Generic[Record]):
    """What a file holds, in the order of its rows, and the SHA-256 of the very bytes that were read."""

    records: tuple[Record, ...]
    sha256: str


class Fingerprinted(io.RawIOBase):
    """A stream that hashes what passes, so that the fingerprint is that of the bytes read and of no later version."""

    def __init__(self, stream: BinaryIO | io.RawIOBase) -> None:
        super().__init__()
        self._stream = stream
        self._hash = hashlib.sha256()

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]  # any writable buffer
        """Fill the buffer as far as the next piece goes; 0 at the end."""
        piece = self._stream.read(len(buffer)) or b""
        self._hash.update(piece)
        buffer[: len(piece)] = piece
        return len(piece)

    def sha256(self) -> str:
        """The fingerprint of the whole file, what nobody asked for included."""
        while piece := self._stream.read(BUFFER):
            self._hash.update(piece)
        return self._hash.hexdigest()

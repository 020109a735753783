"""Text inside of binary data, as the program `strings` finds it, in one-byte and two-byte letters."""

import re
import zlib
from typing import Final

SHORTEST: Final = 4
MAX_BYTES: Final = 4_000_000
_ONE_BYTE: Final = re.compile(rb"[\x20-\x7e\xa0-\xff]{4,}")
_LITTLE: Final = re.compile(rb"(?:[\x20-\x7e]\x00){4,}")
_BIG: Final = re.compile(rb"(?:\x00[\x20-\x7e]){4,}")


def printable(data: bytes) -> str:
    """Every run of letters, with line breaks between."""
    data = data[:MAX_BYTES]
    runs = [run.decode("utf-8", "replace") for run in _ONE_BYTE.findall(data)]
    runs += [run.decode("utf-16-le") for run in _LITTLE.findall(data)]
    runs += [run.decode("utf-16-be") for run in _BIG.findall(data)]
    return "\n".join(runs)


def inflated(data: bytes) -> bytes:
    """Unpacked by zlib as far as it goes, up to a limit; what is no zlib stream gives nothing."""
    try:
        return zlib.decompressobj().decompress(data, MAX_BYTES)
    except zlib.error:
        return b""

"""One row as text, and what every kind of file has in common."""

import re
from dataclasses import dataclass
from typing import Final

NOT_UTF8: Final = "not UTF-8 text; save the file with UTF-8 encoding"
MAX_CELL: Final = (
    131_072  # characters; the csv module's own bound, kept for JSONL too so that either can become the other
)
_ESCAPED_BYTE: Final = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Row:
    """One row; a column that the file does not have, and a JSON null, read as the empty cell."""

    line: int
    cells: dict[str, str]


def is_utf8(text: str) -> bool:
    """Whether a line that was decoded with `surrogateescape` had no byte that is not UTF-8."""
    return text.isascii() or _ESCAPED_BYTE.search(text) is None

"""One form for all that may be the same name: in other letters, spaced or hyphened otherwise, or misread by OCR."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

# From this length on one sign may be lost, added or wrong.
LONG: Final = 9
# Below this length nothing is taken for a misread of another.
SHORT: Final = 4
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
# Letters of other alphabets that look like Latin ones, in small letters; a name in such an alphabet folds as its text.
_LOOKS_LATIN: Final = str.maketrans("авеёкмнорстухѕіїјԁһԛԝαβεικνορτυχγ", "abeekmhopctyxsiijdhqwabeikvoptuxy")
# Chinese, Japanese and Korean run words together: a name may begin and end at any of their signs.
_RUN_ON: Final = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_PIECE: Final = re.compile(rf"[{_RUN_ON}]|[^\W_{_RUN_ON}]+")
# A new piece begins at a capital after a small letter or figure, and at the last of several capitals ("LLMAgent").
_INNER_BORDER: Final = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """Letters and figures only, in one case, without accents, with what OCR takes for each other made one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    # Put together again, so that a Korean syllable is one sign and not three.
    signs = unicodedata.normalize("NFC", "".join(sign for sign in plain if sign.isalnum() or sign == "|"))
    signs = signs.translate(_LOOKS_LATIN)
    if len(signs) < SHORT:
        return signs
    return signs.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in piece_spans(text)]


def piece_spans(text: str) -> list[tuple[int, int]]:
    """Where the smallest pieces of text stand that a name may begin or end at."""
    return list(_piece_spans(text))


def _piece_spans(text: str) -> Iterator[tuple[int, int]]:
    for run in _PIECE.finditer(text):
        start = run.start()
        for border in _INNER_BORDER.finditer(text, run.start(), run.end()):
            if border.start() > start:
                yield start, border.start()
                start = border.start()
        yield start, run.end()


def shortened(form: str) -> set[str]:
    """The form without one of its signs, each."""
    return {form[:at] + form[at + 1 :] for at in range(len(form))}


def one_apart(a: str, b: str) -> bool:
    """Whether one sign more, less or other makes one form of the other."""
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    return a[at:] == b[at + 1 :] or a[at + 1 :] == b[at + 1 :]

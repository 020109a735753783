"""The words that are looked for: the known names, and what the systems of a site are called."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from generation.identity.folding import LONG, fold, pieces, shortened
from generation.identity.known import MISTAKABLE, NEVER_VERSIONED, ORDINARY, UNMISTAKABLE

# Changes whenever the same text and names may give other findings.
MATCHER: Final = "identity/4"
SHORTEST_PART: Final = 4
SHORTEST_SLUG: Final = 3
SHORTEST_RUN_ON: Final = 2  # of a script in which every sign is a piece
HEAD: Final = 3
HALF: Final = 4  # one sign that is wrong leaves so many at one end of a long name as they are


@dataclass(frozen=True, slots=True)
class Name:
    """One name. `certain` ones count wherever they stand; the others only where the text is signed with them."""

    shown: str
    certain: bool
    versioned: bool = True  # whether a number behind it makes it a name


@dataclass(frozen=True, slots=True)
class WordList:
    """Names by their folded form; `near` leads from a form with one sign less to long names it may be a misread of.

    `heads` are how forms begin, `halves` the beginnings and ends of long ones: what has none of them is no name, and is
    soon done with.
    """

    by_form: dict[str, Name]
    near: dict[str, frozenset[str]]
    heads: frozenset[str]
    halves: frozenset[str]
    longest: int  # name, in pieces
    sha256: str

    def __len__(self) -> int:
        return len(self.by_form)


def word_list(names: Iterable[str] = ()) -> WordList:
    """The known names together with those of a site: slugs, titles, backends and models of its systems.

    A site's own name counts where it stands unless it is made of ordinary words only ("plain column"), and so does each
    part of it that is no ordinary word.
    """
    found: dict[str, Name] = {}
    for shown in UNMISTAKABLE:
        found[fold(shown)] = Name(shown, certain=True)
    for shown in MISTAKABLE:
        found.setdefault(fold(shown), Name(shown, certain=False, versioned=shown.casefold() not in NEVER_VERSIONED))
    for name in sorted(set(names)):
        for own in _own_names(name):
            found.setdefault(fold(own.shown), own)
    found.pop("", None)
    long = [form for form, name in found.items() if name.certain and len(form) >= LONG]
    return WordList(
        by_form=found,
        near=_near(long),
        heads=frozenset(form[:HEAD] for form in found),
        halves=frozenset(half for form in long for half in (form[:HALF], form[-HALF:])),
        longest=max(len(pieces(name.shown)) for name in found.values()) + 2,
        sha256=_fingerprint(found),
    )


def _own_names(name: str) -> list[Name]:
    parts = [part for part in re.split(r"[\W_]+", name) if part]
    whole = "".join(parts)
    if len(whole) < SHORTEST_SLUG and not _is_run_on(whole):
        return []
    telling = [part for part in parts if _is_telling(part)]
    names = [Name(name, certain=bool(telling), versioned=False)]
    if len(parts) > 1:
        names += [Name(part, certain=True) for part in telling]
    return names


def _is_telling(part: str) -> bool:
    """Whether a part of a name is a sign of it by itself."""
    if part.isdigit() or (len(part) < SHORTEST_PART and not _is_run_on(part)):
        return False
    words = [piece.casefold() for piece in pieces(part)]
    return not all(word in ORDINARY or word.isdigit() for word in words) or len(words) > 1


def _is_run_on(part: str) -> bool:
    return SHORTEST_RUN_ON <= len(part) == len(pieces(part))


def _near(forms: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for form in forms:
        for short in {form, *shortened(form)}:
            found.setdefault(short, set()).add(form)
    return {short: frozenset(of) for short, of in found.items()}


def _fingerprint(names: dict[str, Name]) -> str:
    listed = [MATCHER, *sorted([form, name.certain, name.versioned] for form, name in names.items())]
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()

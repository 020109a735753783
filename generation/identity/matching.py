"""Finding names in a line of text, and words that a thing is signed with ("made with", "powered by")."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from generation.identity.folding import LONG, fold, one_apart, piece_spans, shortened
from generation.identity.plain import plain_of
from generation.identity.words import HALF, HEAD, Name, WordList

_MADE: Final = (
    "made|generated|created|designed|produced|rendered|built|powered|typeset|composed|crafted|exported|prepared|drawn"
)
_BY: Final = "with|by|using|via|in|through"
# OCR now and then loses the space between two words.
_SIGNATURE: Final = re.compile(
    rf"\b(?:{_MADE})\s*(?:automatically\s*)?(?:{_BY})(?=[\s:]|[A-Z\d]|$)\s*:?\s*", re.IGNORECASE
)
# By no name at all: "AI-generated poster".
_UNNAMED: Final = re.compile(
    r"\b(?:A[Il1]|LLM|GPT|machine|auto(?:matically)?)[-\s]*(?:generated|designed|created|made)\b", re.IGNORECASE
)
_OF_THE_POSTER: Final = re.compile(r"(?:poster|page|document|slides?|layout|design|graphics?)\b", re.IGNORECASE)
# What stands before the words of a signature: nothing, the end of something else, or what is signed.
_SIGNED: Final = r"\b(?:poster|page|document|slides?|layout|design)\s*(?:was|is|has been|are)?(?:\s*automatically)?"
_SIGNED_BEFORE: Final = re.compile(rf"(?:^|[.|·•–—;,()©/\[\]*]|{_SIGNED})\s*$", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:the|a|an|our|my|love by|♥|❤)\s+", re.IGNORECASE)
# What can be a name: it begins with a capital, holds a figure, or is an address.
_NAME: Final = re.compile(r"(?=[^\s|·•;,()]*[A-Z\d])[^\s|·•;,()]+|[\w-]+\.(?:ai|com|io|app|org|dev)\b|a[il1]\b|llms?\b")
_END_OF_SIGNATURE: Final = re.compile(r"[|·•;,()©]|\.\s|\s[–—-]\s|$")
_NAMED_WORDS: Final = 5  # what is longer is a sentence about something
_GOES_ON: Final = re.compile(r"\s*[,;(](?:\s*\S+){4}")
_VERSION: Final = re.compile(r"\s*[-_]?\s*v?\.?\d+(?:\.\d+)*\b", re.IGNORECASE)
_INNER_VERSION: Final = re.compile(r"(?<=[^\W\d_])v?\d+(?:\.\d+)*$", re.IGNORECASE)
_MARKS: Final = " \t©®™.,:;|·•-–—!()[]"


@dataclass(frozen=True, slots=True)
class Hit:
    """A name, or the words of a signature, from `start` to `end` in the text.

    `signed`: the words around it say that something was made with it.
    """

    word: str
    start: int
    end: int
    signed: bool


def find_signs(text: str, words: WordList, *, anywhere: bool = False, at_edge: bool = False) -> tuple[Hit, ...]:
    """What in one line, paragraph or value says who made it, in order and without overlaps.

    `anywhere`: names that are also words count as they stand, and so does every signature; for metadata and file names.
    `at_edge`: the text stands at the edge of a poster, where a name by itself is a signature.
    """
    plain = plain_of(text)
    return tuple(
        replace(hit, start=start, end=end)
        for hit in _signs(plain.text, words, anywhere=anywhere, at_edge=at_edge)
        for start, end in (plain.span(hit.start, hit.end),)
    )


def _signs(text: str, words: WordList, *, anywhere: bool, at_edge: bool) -> tuple[Hit, ...]:
    signatures = _signatures(text, anywhere=anywhere)
    hits: list[Hit] = []
    for start, end, name in _names(text, words):
        signature = next((span for span in signatures if span[0] <= start and end <= span[1]), None)
        if signature is not None:
            hits.append(Hit(name.shown, *signature, signed=True))
        elif (
            name.certain
            or anywhere
            or (name.versioned and text[start:end][:1].isupper() and _VERSION.match(text, end))
            or (at_edge and _is_alone(text, start, end))
        ):
            hits.append(Hit(name.shown, start, end, signed=False))
    named = {(hit.start, hit.end) for hit in hits}
    hits += [Hit(text[a:b].strip(_MARKS), a, b, signed=True) for a, b in signatures if (a, b) not in named]
    return _apart(hits)


def names_in(text: str, words: WordList) -> frozenset[str]:
    """Every name that a text says, in whatever sense: what a paper is about."""
    return frozenset(name.shown for _, _, name in _names(plain_of(text).text, words))


def _names(text: str, words: WordList) -> list[tuple[int, int, Name]]:
    """The longest name at each place, left to right."""
    spans = piece_spans(text)
    found: list[tuple[int, int, Name]] = []
    at = 0
    while at < len(spans):
        length, name = _name_at(text, spans[at : at + words.longest], words)
        if name is None:
            at += 1
            continue
        found.append((spans[at][0], spans[at + length - 1][1], name))
        at += length
    return found


def _name_at(text: str, spans: list[tuple[int, int]], words: WordList) -> tuple[int, Name | None]:
    start = spans[0][0]
    first = text[start : spans[0][1]]
    may_go_on = len(first) <= HEAD or fold(first)[:HEAD] in words.heads
    for count in range(len(spans) if may_go_on else 1, 0, -1):
        said = text[start : spans[count - 1][1]]
        name = _name_of(said, words, count)
        if name is not None and (count == 1 or _may_be_joined(text, spans[:count], name)):
            return count, name
    return 0, None


def _name_of(said: str, words: WordList, count: int) -> Name | None:
    form = fold(said)
    name = words.by_form.get(form)
    if name is None and count == 1 and (version := _INNER_VERSION.search(said)):
        name = words.by_form.get(fold(said[: version.start()]))  # Claude3, paper2posterv1
    if name is None and _may_be_misread(form, words):
        near = {word for short in (form, *shortened(form)) for word in words.near.get(short, ())}
        misread = sorted(word for word in near if one_apart(form, word) and form[0] == word[0])
        # A plural is another word, not a misread one.
        name = next((words.by_form[word] for word in misread if form != f"{word}s"), None)
    return name


def _may_be_misread(form: str, words: WordList) -> bool:
    return len(form) >= LONG - 1 and (form[:HALF] in words.halves or form[-HALF:] in words.halves)


def _may_be_joined(text: str, spans: list[tuple[int, int]], name: Name) -> bool:
    """Whether pieces stand together closely enough to be one name: "power point" is none, "Power Point" is one."""
    gaps = [text[end:start] for (_, end), (start, _) in pairwise(spans)]
    if any(len(gap) > 2 or "\n" in gap for gap in gaps):
        return False
    if not any(" " in gap for gap in gaps):
        return not any(gap and set(gap) - set("-_./·+") for gap in gaps)
    said = text[spans[0][0] : spans[-1][1]]
    if any(sign.isdigit() for sign in name.shown) or said == name.shown:
        return True
    return all(text[start].isupper() or not text[start].isalpha() for start, _ in spans)


def _signatures(text: str, *, anywhere: bool) -> list[tuple[int, int]]:
    """Where the words of a signature stand, with whom they name."""
    found = []
    for phrase in _SIGNATURE.finditer(text):
        article = _ARTICLE.match(text, phrase.end())
        named_from = article.end() if article else phrase.end()
        end = _end_of_signature(text, named_from)
        named = text[named_from:end]
        if not named.strip():
            if not text[: phrase.start()].strip(_MARKS) and not text[end:].strip(_MARKS):
                found.append((phrase.start(), end))  # and then a logo, or a name in the next line
            continue
        ends_soon = len(named.split()) <= _NAMED_WORDS and not _GOES_ON.match(text, end)
        if anywhere or (ends_soon and _NAME.match(named) and _SIGNED_BEFORE.search(text[: phrase.start()])):
            found.append((phrase.start(), end))
    for phrase in _UNNAMED.finditer(text):
        about = _OF_THE_POSTER.search(text, phrase.end(), phrase.end() + 12) or text[: phrase.start()].strip() == ""
        if about and len(text) - phrase.end() <= 40:
            found.append(phrase.span())
    return found


def _end_of_signature(text: str, start: int) -> int:
    ending = _END_OF_SIGNATURE.search(text, start)
    end = ending.start() if ending else len(text)
    return start + len(text[start:end].rstrip())


def _is_alone(text: str, start: int, end: int) -> bool:
    """Nothing but the name stands there, with a version at most."""
    version = _VERSION.match(text, end)
    return not text[:start].strip(_MARKS) and not text[version.end() if version else end :].strip(_MARKS)


def _apart(hits: list[Hit]) -> tuple[Hit, ...]:
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return tuple(kept)

"""Lines of text joined into paragraphs: words broken at line ends, sentences that run on."""

import re
from collections.abc import Iterable

from generation.ingest.lines import is_cjk

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
# Words that keep their hyphen when a line ends after it.
PREFIXES = frozenset(
    [
        "self",
        "well",
        "cross",
        "half",
        "high",
        "low",
        "long",
        "short",
        "two",
        "three",
        "one",
        "four",
        "first",
        "second",
        "third",
        "real",
        "all",
        "ex",
        "quasi",
        "semi",
        "state",
        "end",
        "large",
        "small",
        "out",
        "non-negative",
        "over-the-counter",
    ]
)
CLOSERS = "\"'”’)]»⁰¹²³⁴⁵⁶⁷⁸⁹ "
ENDS = ".?!。？！…"
CITATION = re.compile(
    r"\s*\[\d[\d,;\s–-]*\]|(?<=[^\W\d_]{2})[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,–-][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*|(?<=[.,;:)\]’”])[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,–-][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*"
)


class Vocabulary:
    """The words of a paper that stand whole inside a line: they tell a broken word from a real compound."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._words: set[str] = set()
        for line in lines:
            # The first and last words of a line may be halves.
            whole = line.strip().split()[1:-1]
            self._words.update(word.casefold() for token in whole for word in WORD.findall(token))

    def __contains__(self, word: str) -> bool:
        return word.casefold() in self._words

    def joins(self, left: str, right: str) -> bool:
        """Whether "left-" at a line's end and "right" at the next one's start are one word without hyphen."""
        if right[:1].isupper() or not right[:1].isalpha() or not left[-1:].isalpha():
            return False
        if f"{left}-{right}" in self:
            return False
        if f"{left}{right}" in self:
            return True
        if left.casefold() in PREFIXES:
            return False
        return not (len(left) >= 4 and len(right) >= 4 and left in self and right in self)


NO_WORDS = Vocabulary()


def join_lines(lines: Iterable[str], vocabulary: Vocabulary = NO_WORDS) -> str:
    """Lines as one paragraph: blanks made single, words broken by a hyphen made whole."""
    whole = ""
    for line in lines:
        whole = join_pair(whole, " ".join(line.split()), vocabulary)
    return whole


def join_pair(whole: str, line: str, vocabulary: Vocabulary = NO_WORDS) -> str:
    """What was read so far and the next line, with the right thing between them."""
    if not whole or not line:
        return whole or line
    broken = re.search(r"([^\W\d_]+)-$", whole)
    following = re.match(r"[^\W\d_]+", line)
    if broken and following:
        if vocabulary.joins(broken.group(1), following.group(0)):
            return whole[:-1] + line
        return whole + line
    if whole.endswith("-") and len(whole) > 1 and not whole[-2].isspace():
        return whole + line
    if is_cjk(whole[-1]) and is_cjk(line[0]):
        return whole + line
    if re.search(r"https?://\S+[/_.?=&]$", whole) and not line[0].isupper():
        return whole + line
    return f"{whole} {line}"


def ends_sentence(text: str) -> bool:
    """Whether a paragraph that ends so is complete."""
    bare = text.rstrip(CLOSERS)
    return not bare or bare[-1] in ENDS + ":;"


def without_citations(text: str) -> str:
    """A sentence without its reference marks: "[3, 4]" and raised figures after a word. Exponents stay."""
    return re.sub(r"\s+([.,;:])", r"\1", CITATION.sub("", text)).strip()

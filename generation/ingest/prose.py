"""Lines of text joined into paragraphs: words broken at line ends, sentences that run on."""

import re
from collections.abc import Iterable

from generation.ingest.lines import is_cjk

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
# Words that keep their hyphen when a line ends after it, and those that keep it before a word of the paper.
PREFIX = re.compile(
    r"^(?:self|well|cross|half|high|low|lower|higher|long|short|two|three|four|one|first|second|third|real|quasi|semi|"
    r"non-negative|over-the-counter|state|end|large|small)$",
    re.IGNORECASE,
)
LOOSE_PREFIX = re.compile(
    r"^(?:all|ex|out|open|closed|log|user|data|time|near|full|single|double|post|pre)$", re.IGNORECASE
)
# Second halves that come after a hyphen rather than inside a word.
SECOND = re.compile(
    r"^(?:based|driven|aware|sensitive|dimensional|specific|oriented|dependent|independent|related|makers?|making|"
    r"invariant|agnostic|efficient|theoretic|weighted|specified|defined|trained|biased|bound(?:ed)?|wise|"
    r"like|linear|negative|temporal|term|scale|level|order|step|size)$"
)
LINK = re.compile(r"^(?:and|or|of|in|to|by|the|on|up|off|for|at|as|with)-", re.IGNORECASE)  # "search-" "and-matching"
HANGING = re.compile(r"^(?:and|or|to|bis|und|oder|et|ou)\s", re.IGNORECASE)  # "two-" "and three-way"
ENDINGS = re.compile(r"(?:ings?|ers?|ors?|ed|es|s|e)$")
CLOSERS = "\"'”’)]»⁰¹²³⁴⁵⁶⁷⁸⁹ "
ENDS = ".?!。？！…"
ABBREVIATED = re.compile(r"(?:^|[\s(])(?:i\.\s?e|e\.\s?g|cf|vs|Figs?|Eqn?s?|Secs?|Refs?|resp|approx)\.$")
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
        self._stems = {ENDINGS.sub("", word) for word in self._words if len(word) > 3}

    def __contains__(self, word: str) -> bool:
        return word.casefold() in self._words

    def joins(self, left: str, right: str) -> bool:
        """Whether "left-" at a line's end and "right" at the next one's start are one word without hyphen."""
        if not right[:1].isalpha() or not left[-1:].isalpha() or f"{left}-{right}" in self:
            return False
        if f"{left}{right}" in self:
            return True
        if right[:1].isupper() or PREFIX.match(left) or (SECOND.match(right) and self._knows(left)):
            return False
        if LOOSE_PREFIX.match(left) and self._knows(right):
            return False
        return not (len(left) >= 4 and len(right) >= 4 and left in self and right in self)

    def _knows(self, word: str) -> bool:
        """Whether the paper has the word, or one that differs in its ending alone."""
        return word in self or ENDINGS.sub("", word.casefold()) in self._stems


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
    if whole.endswith("-") and HANGING.match(line):
        return f"{whole} {line}"
    if whole.endswith("-") and LINK.match(line):
        return whole + line
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
    return not bare or (bare[-1] in ENDS + ":;" and not breaks_off(text))


def breaks_off(text: str) -> bool:
    """Whether a text ends with a short form that something must follow: "i.e.", "Fig."."""
    return bool(ABBREVIATED.search(text))


def without_citations(text: str) -> str:
    """A sentence without its reference marks: "[3, 4]" and raised figures after a word. Exponents stay."""
    return re.sub(r"\s+([.,;:])", r"\1", CITATION.sub("", text)).strip()

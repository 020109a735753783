"""Content words of a text, folded so that a poster's and a paper's can be compared."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_ACCENTS: Final = re.compile(r"[\u0300-\u036f]")
_NO_LETTERS: Final = re.compile(r"[\W\d_]+")
_SAME_IN_PLURAL: Final = frozenset(("series", "species"))

# Words that say nothing about a paper's subject, in the folded form that `stem` gives.
_STOP_TEXT: Final = """
about above across after again against all almost along already also although always among and another any anyone are
around because been before being below best better between both but came can cannot come could did different does doing
done down due during each either else enough etc even ever every example far few find first five for found four from
full further gave general get give given had has have having hence her here high higher him his how however into its
itself just keep kept kind large larger last later latter least less let like likely little long look low lower made
main make many may mean might more most much must near need neither never new next nine nor not nothing now obtain off
often one only onto other our out over own part per perhaps place point possible provide put quite rather recent
respectively result same say second section see seem seen several shall she should show shown similar since six small
smaller some still such take taken ten than that the their them then there therefore these they third this those three
through thus together too toward two under until upon use used using value various versus very via was way well were
what when where whether which while who whole whom whose why will with within without would yet you your work paper
study present approach based case figure fig table thi ha wa author
"""


def stem(word: str) -> str:
    """A lower-case word without a plural ending: "studies" and "study", "classes" and "class" become one."""
    if word in _SAME_IN_PLURAL:
        return word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


STOP: Final = frozenset(stem(word) for word in _STOP_TEXT.split())


def fold(text: str) -> str:
    """Lower case, compatibility forms (ligatures) spelt out, accents removed."""
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())


def content_words(text: str) -> list[str]:
    """The stems of all words of three letters or more that are not stop words, in order."""
    stems = (stem(word) for word in _WORD.findall(fold(text)))
    return [word for word in stems if word not in STOP]


def letters_only(text: str) -> str:
    """The folded text's letters without anything between: finds words that OCR has run together."""
    return _NO_LETTERS.sub("", fold(text))


def counted(texts: Iterable[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(content_words(text))
    return counts

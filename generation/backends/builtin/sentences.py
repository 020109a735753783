"""Text cut into whole sentences, and which of them can stand alone on a poster."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from generation.render.fonts import undrawable

CJK: Final = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CJK: Final = re.compile(f"[{CJK}]")

# A full stop after these does not end a sentence.
_ABBREVIATED: Final = """
al approx ca cf ch chap co corp dept dr ed eds e.g eq eqn eqns eqs equ esp est etc ex ext fig figs i.e inc jr
lab ltd max min mr mrs ms no nos nr p pp ph.d prof ref refs resp sec sect sr st subsp suppl tab tabs univ viz
vol vols vs w.r.t jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m
"""
_ABBREVIATIONS: Final = frozenset(_ABBREVIATED.split())
_END: Final = re.compile(r"[.!?][\"'”’)\]]*(?=\s)|[。！？][”’」』）]*")
_INITIALS: Final = re.compile(r"[A-Z]|[A-Za-z](\.[A-Za-z])+")
_LAST_WORD: Final = re.compile(r"(\S+)$")
_OPENING: Final = re.compile(f"[\"'“‘(]*[A-Z0-9{CJK}À-ÖØ-ÞΑ-Ω]")

_BAD_SIGNS: Final = re.compile(r"[\ufffd\u0000-\u0008\u000b-\u001f\u007f-\u009f\ue000-\uf8ff]|\(cid:")
_BROKEN_WORD: Final = re.compile(r"[a-zà-ÿ]- (?!(?:and|or|to|und|et|y)\b)[a-zà-ÿ]")
_ADDRESS: Final = re.compile(r"https?:|www\.|@\w+\.\w|doi\.org|\barxiv\b", re.IGNORECASE)
_POINTER: Final = re.compile(
    r"\b(eqs?\.|equations?|sections?|sect?\.|appendix|chapter|theorem|lemma|proposition|algorithm|listing|footnote)"
    r"\s*[(~]?\s*[A-Z]?\d"
    r"|\b(see|shown|described|discussed|listed|given|defined|mentioned|presented|reported|explained|as)\s+"
    r"(above|below|earlier|later|previously)\b"
    r"|\b(above|below|aforementioned|following|(next|previous|this|facing) (section|page)|(remainder|rest) of this)\b"
    r"|\bpage \d",
    re.IGNORECASE,
)
_THANKS: Final = re.compile(
    r"\backnowledg|\bthanks? (?:to|the|for)\b|\bto thank\b|\bfunded by\b|\bgrants?\b.*\bno\b", re.IGNORECASE
)
FIGURE_POINTER: Final = re.compile(
    r"\b(fig(?:ure|s?\.)?s?|tab(?:le|\.)?s?)\s*\.?\s*[A-Z]?\d+|[图表圖]\s*\d+", re.IGNORECASE
)
CITATION: Final = re.compile(
    r"\[\d+(?:\s*[,;–-]\s*\d+)*\]|\([^()]*\b(?:19|20)\d\d[a-z]?\)|\bet al\."
    r"|[^\W\d_]{3,}[,.]?[⁰¹²³⁴-⁹]|\b[A-Z][,.]?[⁴-⁹]"
)
_PAIRS: Final = (("(", ")"), ("[", "]"), ("“", "”"), ("（", "）"))

MIN_WORDS: Final = 6
MAX_WORDS: Final = 48
MAX_CJK_SIGNS: Final = 120
MIN_CJK_SIGNS: Final = 10


def squeeze(text: str) -> str:
    """White space as one blank, the form in which texts are compared."""
    return " ".join(text.split())


def is_cjk(text: str) -> bool:
    """Is it mostly Chinese, Japanese or Korean?"""
    letters = sum(sign.isalpha() for sign in text)
    return letters > 0 and len(_CJK.findall(text)) > 0.3 * letters


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a paragraph in order. Joined by blanks they give the squeezed text again."""
    flat = squeeze(text)
    sentences, start = [], 0
    for end in _END.finditer(flat):
        if end.group()[0] == "." and not _ends_here(flat[start : end.start()], flat[end.end() :]):
            continue
        sentences.append(flat[start : end.end()].strip())
        start = end.end()
    if rest := flat[start:].strip():
        sentences.append(rest)
    return tuple(sentences)


def _ends_here(before: str, after: str) -> bool:
    """Is the full stop between the two the end of a sentence?"""
    last = _LAST_WORD.search(before)
    word = last.group(1).lstrip("(['\"“‘") if last else ""
    if word.lower() in _ABBREVIATIONS or _INITIALS.fullmatch(word) or (len(word) == 1 and word == before.strip()):
        return False  # "J. Smith", "b. The second picture"; but "at time t. The area" ends
    return bool(_OPENING.match(after.lstrip()))


def words(text: str) -> tuple[str, ...]:
    """Words in lower case; each sign of a script without blanks counts as one."""
    return tuple(re.findall(rf"[{CJK}]|[^\W_]+(?:[-'’.][^\W_]+)*", text.lower()))


def is_whole(sentence: str) -> bool:
    """Begins like a sentence, ends like one, and neither brackets nor quotes hang open."""
    ends = re.search(r"([.!?][\"'”’)\]]*|[。！？][”’」』）]*)$", sentence)
    return bool(ends and _OPENING.match(sentence) and all(sentence.count(a) == sentence.count(b) for a, b in _PAIRS))


def is_presentable(sentence: str) -> bool:
    """Can it stand alone on a poster: whole, of a readable length, words rather than formula, pointing nowhere else?"""
    return (
        is_whole(sentence)
        and sentence[0] not in "(["
        and not _THANKS.search(sentence)
        and _has_good_length(sentence)
        and not has_bad_signs(sentence)
        and not _BROKEN_WORD.search(sentence)
        and not _ADDRESS.search(sentence)
        and not _POINTER.search(sentence)
        and not _looks_like_formula(sentence)
    )


def is_readable(sentence: str) -> bool:
    """The least that is asked where a paper has hardly a presentable sentence: whole, and no damaged signs."""
    return is_whole(sentence) and len(words(sentence)) >= 3 and not has_bad_signs(sentence)


def has_bad_signs(text: str) -> bool:
    """Signs that stand for what could not be read, or that no packaged typeface can draw."""
    return bool(_BAD_SIGNS.search(text) or undrawable(text))


def _has_good_length(sentence: str) -> bool:
    if is_cjk(sentence):
        return MIN_CJK_SIGNS <= len(sentence) <= MAX_CJK_SIGNS
    return MIN_WORDS <= len(words(sentence)) <= MAX_WORDS


def _looks_like_formula(sentence: str) -> bool:
    """Symbols torn out of a formula: few letters, many single letters, or a word too long to be one."""
    tokens = sentence.split()
    letters = sum(sign.isalpha() for sign in sentence)
    plain = sum(sign.isalnum() or sign.isspace() or unicodedata.category(sign)[0] == "P" for sign in sentence)
    lonely = sum(len(token.strip(".,;:()")) == 1 and token.lower() not in ("a", "i", "&", "–", "—") for token in tokens)
    longest = max((len(token) for token in tokens), default=0)
    return (
        letters < 0.62 * len(sentence.replace(" ", ""))
        or plain < 0.96 * len(sentence)
        or lonely > 0.12 * len(tokens)
        or (longest > 32 and not is_cjk(sentence))
        or sentence.count("=") > 1
    )


def whole_sentences(paragraphs: Iterable[str]) -> tuple[str, ...]:
    """All sentences of some paragraphs that begin and end in the paragraph they stand in."""
    return tuple(s for paragraph in paragraphs for s in split_sentences(paragraph) if is_whole(s))

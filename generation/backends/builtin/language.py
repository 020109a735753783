"""Which language a paper is written in, and the few words that a poster says in it by itself."""

import re
from collections.abc import Mapping
from typing import Final

from generation.backends.builtin.sentences import is_cjk

# Common signs that only one of the two ways of writing Chinese has.
_SIMPLIFIED: Final = frozenset("们这个为来说时国学发会对经过现进动还问开长实样应该无业关机车电东见话语书读论图数据结")
_TRADITIONAL: Final = frozenset("們這個為來說時國學發會對經過現進動還問開長實樣應該無業關機車電東見話語書讀論圖數據結")

_ENGLISH: Final = {
    "background": "Background",
    "method": "Method",
    "result": "Results",
    "conclusion": "Conclusion",
    "limit": "Limits",
    "abstract": "Abstract",
    "finding": "Main finding",
    "others": "and {n} others",
}
_PLAIN_ENGLISH: Final = {
    **_ENGLISH,
    "background": "Why",
    "method": "What was done",
    "result": "What was found",
    "conclusion": "What it means",
}
_SIMPLIFIED_WORDS: Final = {
    "background": "背景",
    "method": "方法",
    "result": "结果",
    "conclusion": "结论",
    "limit": "局限",
    "abstract": "摘要",
    "finding": "主要发现",
    "others": "等另外 {n} 人",
}
_TRADITIONAL_WORDS: Final = {
    **_SIMPLIFIED_WORDS,
    "result": "結果",
    "conclusion": "結論",
    "limit": "侷限",
    "finding": "主要發現",
}
_JAPANESE_WORDS: Final = {
    "background": "背景",
    "method": "方法",
    "result": "結果",
    "conclusion": "結論",
    "limit": "限界",
    "abstract": "要旨",
    "finding": "主な結果",
    "others": "ほか {n} 名",
}
_WORDS: Final = {"zh-Hans": _SIMPLIFIED_WORDS, "zh-Hant": _TRADITIONAL_WORDS, "ja": _JAPANESE_WORDS}


def language_of(text: str) -> str:
    """A BCP 47 tag: zh-Hans, zh-Hant, ja or ko by the script, else en.

    The tag decides which shapes the CJK typeface draws, so the two ways of writing Chinese are told apart.
    """
    if not is_cjk(text):
        return "en"
    if re.search("[\u3041-\u30fa]", text):
        return "ja"
    if re.search("[\uac00-\ud7a3]", text):
        return "ko"
    simplified = sum(sign in _SIMPLIFIED - _TRADITIONAL for sign in text)
    traditional = sum(sign in _TRADITIONAL - _SIMPLIFIED for sign in text)
    return "zh-Hant" if traditional > simplified else "zh-Hans"


def has_no_blanks(language: str) -> bool:
    """Is it written without blanks between words and sentences?"""
    return language.startswith("zh") or language == "ja"


def labels_in(language: str, *, plain_words: bool = False) -> Mapping[str, str]:
    """Headings by role; `plain_words` says "What was found" for "Results" where the language is English."""
    return _WORDS.get(language, _PLAIN_ENGLISH if plain_words else _ENGLISH)

"""What a printed sign is called in Unicode: ligatures, line-end hyphens, TeX's unnamed codes, accents, superscripts."""

import re
import unicodedata

LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# PDFium marks a hyphen at a line's end by U+0002 or U+FFFE.
HYPHENS = {"\u00ad", "\u0002", "\ufffe", "\u2010", "\u2011"}

# Many TeX files do not say what the codes of these typefaces mean; a code then comes out as the ASCII character of the
# same number (The TeXbook, appendix F, figures 4 to 6).
SYMBOLS = {"0": "′", "6": "\u0338", "7": "", ">": "⊤", "?": "⊥"}  # 7 is the foot of the arrow that follows it
LETTERS = {"`": "ℓ"}
LARGE = {
    **dict.fromkeys("PX∑", "∑"),
    **dict.fromkeys("QY∏", "∏"),
    **dict.fromkeys("RZ∫", "∫"),
    **dict.fromkeys("pqrst√", "√"),
    **dict.fromkeys("b", "ˆ"),
    **dict.fromkeys("e", "˜"),
    **dict.fromkeys("h[", "["),
    **dict.fromkeys("i]", "]"),
    **dict.fromkeys("n{", "{"),
    **dict.fromkeys("o}", "}"),
    "(": "(",
    ")": ")",
}
TEX = re.compile(r"^CM(?P<family>SY|MI|EX)\d*$", re.IGNORECASE)

ACCENTS = {"ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "´": "\u0301"}
NEGATED = re.compile("\u0338\\s*([=∈<>≤≥⊂])")
LOGO = re.compile(r"\b(?:L\s?A\s?T\s?E\s?X|T\s?E\s?X)\b")
ADDRESS = re.compile(r"\b(https?) ?: ?/ ?/ ?")  # spaced out for line breaking
SUPERSCRIPTS = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")
RAISED = frozenset("0123456789+-−()n,–*∗†‡§¶")


def sign_of(code: int) -> str:
    """The character of a code: ligatures taken apart, a blank for any blank, nothing for control characters."""
    char = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    if char in HYPHENS:
        return "-"
    if char in LIGATURES:
        return LIGATURES[char]
    if char.isspace():
        return " "
    unprintable = {"Cc", "Cf", "Cn", "Co", "Cs"}
    return "" if unicodedata.category(char or "\0") in unprintable or "\ufe00" <= char <= "\ufe0f" else char


def in_font(char: str, font: str) -> str:
    """The character as it looks in that typeface."""
    match = TEX.match(font)
    if match is None or not char:
        return char
    match match["family"].upper():
        case "SY":
            return SYMBOLS.get(char, char)
        case "MI":
            return LETTERS.get(char, char)
        case _:
            return LARGE.get(char, "" if char.isascii() else char)


def tidied(text: str) -> str:
    """Text with its accents on their letters, "not equal" as one sign, addresses and TeX's name unspaced."""
    text = ADDRESS.sub(r"\1://", NEGATED.sub("\\1\u0338", text))
    return unicodedata.normalize("NFC", LOGO.sub(_logo, text))


def _logo(match: re.Match[str]) -> str:
    if " " not in match[0]:
        return match[0]
    return "LaTeX" if match[0].startswith("L") else "TeX"


def raised_text(chars: str, before: str) -> str:
    """Superscripts as Unicode has them, if it has them all; a small ring after a number is a degree."""
    if chars in {"◦", "o", "∘"} and before[-1:].isdigit():
        return "°"
    return chars.translate(SUPERSCRIPTS) if set(chars) <= RAISED else chars

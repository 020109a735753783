"""Numbers in running text, and whether a number on a poster is one of the paper's."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Kind(Enum):
    """What a number counts in; numbers of different kinds never match by value alone."""

    PLAIN = "plain"
    PERCENT = "percent"
    MULTIPLE = "multiple"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a number: its value, the worth of its last digit, and its unit ("" where none is written)."""

    value: float
    step: float
    unit: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written. "273K" has two readings, 273 of a unit K and 273 thousand."""

    text: str
    kind: Kind
    readings: tuple[Reading, ...]
    digits: int

    @property
    def weight(self) -> float:
        """How much finding it in a paper tells, 0.25-1.

        Measured on ten papers, a random one-decimal number below 10 is in an unrelated paper in 27 % of cases, one of
        two decimals in 1 %; bare integers up to 20 are in every paper and years in most.
        """
        reading = self.readings[0]
        if self.kind is Kind.PLAIN and not reading.unit and reading.step == 1:
            if abs(reading.value) <= 20:
                return 0.25
            if 1900 <= reading.value < 2100:
                return 0.5
        return 1.0 if self.digits >= 3 or self.kind is not Kind.PLAIN else 0.5


_WORDS: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "mn": 1e6, "bn": 1e9}
_LETTERS: Final = {"k": 1e3, "K": 1e3, "M": 1e6, "m": 1e6, "B": 1e9, "b": 1e9, "T": 1e12}
# Units that are recognised behind a space; anything written directly behind the digits is a unit without being listed.
_UNIT_WORDS: Final = """
ms s sec min h hr hz khz mhz ghz thz b kb mb gb tb fps db px pt dpi m km cm mm nm pm fm um μm m2 km2 m3 l ml dl g kg
mg ng pg μg t gt mt k mk °c °f c j kj mj ev kev mev gev tev w kw mw gw tw wh kwh mwh gwh v mv kv a ma μa n pa hpa
kpa mpa gpa bar mbar mol mmol μmol ppm ppb ppt rad sr deg ° yr kyr myr gyr pc kpc mpc au ly usd eur gbp bp bps q
t/ha m/s km/s km/h mm/s
"""
_UNITS: Final = frozenset(_UNIT_WORDS.split())

_NUMBER: Final = re.compile(
    r"""
    (?<![\w.,])(?<![A-Za-z][-\u2013])
    (?P<sign>(?:(?<=[\s(\[=~<>:;,|/])|^)[+\-\u2212\u2013])?
    (?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?P<power>\s?[x×·]\s?10\s?\^?\s?(?P<exponent>[-\u2212+]?\d{1,2})(?!\d)|[eE](?P<e>[-+]?\d{1,2})(?![\w]))?
    (?![\d]|\.\d|,\d{3})
    (?P<tail>\s?%|\s?(?:percentage\s+points?|percent|per\s+cent|pct)\b
        |\s?[x×](?![\w])|-?\s?fold\b|\s+times\b
        |\s?(?:thousand|million|billion|trillion|mn|bn)\b
        |[A-Za-zμ°Ω][A-Za-z0-9μ°Ω/]{0,5}(?![\w])
        |\s[A-Za-zμ°Ω][A-Za-z0-9μ°Ω/]{0,4}(?![\w])
    )?
    """,
    re.VERBOSE | re.MULTILINE,
)
# What is not a claim: citations, labels of figures and the like, addresses.
_NO_CLAIM: Final = re.compile(
    r"""
    \[\s*\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*\s*\]
    |\b(?:fig(?:ure|s|\.)?|tab(?:le|\.)?|sec(?:tion|t|\.)?|eq(?:uation|s|\.)?|step|appendix|chapter|ref|panel|phase|part)s?\.?\s*\(?\d+(?:\.\d+)*[a-z]?\)?
    |\b(?:https?:|www\.|doi|arxiv)\S*(?:\s*10\.\S+)?|\S+@\S+
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "2 Methods", "3. Results", "4) Outlook": the number of a heading or list item.
_ORDINAL: Final = re.compile(r"^\s*\(?\d{1,2}(?:\.\d{1,2})*[.)]?\s+(?=[A-Z])", re.MULTILINE)


def find_numbers(text: str, *, ordinals: bool = True) -> list[Number]:
    """All numbers of a text in order, without citations, figure and section labels, and addresses.

    With `ordinals` false, the number before a heading or list item ("2 Methods") is left out as well.
    """
    # The micro sign and the Greek letter are one unit prefix.
    claims = _NO_CLAIM.sub(" ", text.replace("\u00b5", "\u03bc"))
    if not ordinals:
        claims = _ORDINAL.sub("", claims)
    return [_number(match) for match in _NUMBER.finditer(claims)]


class KnownNumbers:
    """The numbers of a paper, ready to be asked for one of a poster."""

    def __init__(self, text: str) -> None:
        self._readings: dict[Kind, list[Reading]] = {kind: [] for kind in Kind}
        for number in find_numbers(text):
            self._readings[number.kind].extend(number.readings)

    def ground(self, number: Number) -> bool:
        """True where the paper has this number, or one that rounds to it, of the same kind and no other unit.

        A percentage is also grounded by the same share written as a decimal fraction (71 % by 0.71). Rounding needs
        at least two digits on the poster. A minus may be left out ("fell by 4.6" of -4.6) but not added.
        """
        known = self._readings[number.kind]
        if any(_matches(ours, theirs, number.digits) for ours in number.readings for theirs in known):
            return True
        if number.kind is not Kind.PERCENT:
            return False
        shares = [Reading(r.value / 100, r.step / 100, "") for r in number.readings]
        fractions = [r for r in self._readings[Kind.PLAIN] if r.step < 1 and not r.unit and abs(r.value) <= 1]
        return any(_matches(ours, theirs, number.digits) for ours in shares for theirs in fractions)


def grounded_share(numbers: Iterable[Number], known: KnownNumbers) -> tuple[float, float, Sequence[Number]]:
    """(share, weight, missing): the weighted share of distinct numbers found, their weight in all, and those not found.

    The share is 0 where there are no numbers; the weight says so.
    """
    distinct = {(number.kind, number.readings): number for number in numbers}
    found = weight = 0.0
    missing = []
    for number in distinct.values():
        weight += number.weight
        if known.ground(number):
            found += number.weight
        else:
            missing.append(number)
    return (found / weight if weight else 0.0), weight, missing


def _number(match: re.Match[str]) -> Number:
    written = match["digits"].replace(",", "")
    sign = -1.0 if match["sign"] in {"-", "\u2212", "\u2013"} else 1.0
    power = 10.0 ** int((match["exponent"] or match["e"] or "0").replace("\u2212", "-"))
    decimals = len(written.partition(".")[2])
    plain = Reading(sign * float(written) * power, 10.0**-decimals * power, "")
    tail = (match["tail"] or "").strip()
    kind, readings = _with_tail(plain, tail, spaced=(match["tail"] or "").startswith((" ", "\n", "\t")))
    text = (
        match[0].strip()
        if kind is not Kind.PLAIN or readings != (plain,)
        else match[0].removesuffix(match["tail"] or "")
    )
    return Number(text.strip(), kind, readings, len(written.replace(".", "").lstrip("0")))


def _with_tail(plain: Reading, tail: str, *, spaced: bool) -> tuple[Kind, tuple[Reading, ...]]:
    low = tail.lower()
    if low.startswith(("%", "percent", "per", "pct")):
        return Kind.PERCENT, (plain,)
    if low in {"x", "×", "times"} or low.endswith("fold"):
        return Kind.MULTIPLE, (plain,)
    if low in _WORDS:
        return Kind.PLAIN, (_scaled(plain, _WORDS[low]),)
    if not tail or (spaced and low not in _UNITS):
        return Kind.PLAIN, (plain,)
    as_unit = Reading(plain.value, plain.step, low)
    if tail in _LETTERS and not spaced:
        return Kind.PLAIN, (as_unit, _scaled(plain, _LETTERS[tail]))
    return Kind.PLAIN, (as_unit,)


def _scaled(reading: Reading, factor: float) -> Reading:
    return Reading(reading.value * factor, reading.step * factor, "")


def _matches(ours: Reading, theirs: Reading, digits: int) -> bool:
    if ours.unit and theirs.unit and ours.unit != theirs.unit:
        return False
    value = -ours.value if ours.value > 0 > theirs.value else ours.value
    gap = abs(value - theirs.value)
    if gap <= 1e-9 * max(1.0, abs(theirs.value)):
        return True
    return digits >= 2 and theirs.step < ours.step * (1 - 1e-9) and gap <= ours.step / 2 * (1 + 1e-6)

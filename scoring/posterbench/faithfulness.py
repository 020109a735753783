"""Faithfulness: are the poster's numbers and terms the paper's?"""

from typing import Final

from scoring.posterbench.numbers import KnownNumbers, Number, find_numbers, grounded_share
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten
from scoring.posterbench.vocabulary import content_words, letters_only
from scoring.records import Finding, PaperText
from scoring.words import Dimension

# With this weight of numbers, 60 % of the score is theirs; with fewer, proportionally less.
FULL_NUMBER_WEIGHT: Final = 5.0
NUMBER_SHARE: Final = 0.6
# Measured on ten papers: passages hold 98-100 % of their own paper's long words and 12-51 % of another's.
TERMS_LOW: Final = 0.5
TERMS_HIGH: Final = 0.92
MAX_FINDINGS: Final = 12
_MIN_TERM_LETTERS: Final = 5
_MAX_TERM_LETTERS: Final = 18


def score_faithfulness(view: PosterView, paper: PaperText) -> DimensionResult:
    """10 (w G + (1 - w) T): G is the share of numbers grounded in the paper, T that of terms; 0 without any text.

    G (see `numbers`) takes every number outside figures, tables included, that is not a citation or a label; there is
    no credit for a number that is merely near. T is the share of the poster's distinct words of 5-18 letters that the
    paper has, 0 at half and 1 at 92 %. w = 0.6 min(1, weight of the numbers / 5). This is a proxy: it sees whether
    numbers and terms occur in the paper, not whether a sentence says of them what the paper says.
    """
    if not view.lines:
        return DimensionResult(0.0, (_no_text(view),))
    known = KnownNumbers(paper.text)
    numbers: list[Number] = []
    findings: list[Finding] = []
    for line in view.lines:
        if view.in_figure(line) or _is_reference(line.text):
            continue
        on_line = find_numbers(line.text, ordinals=False)
        numbers.extend(on_line)
        findings.extend(_missing(view, line, number) for number in on_line if not known.ground(number))
    share, weight, missing = grounded_share(numbers, known)
    terms = _terms_share(view, paper)
    number_part = NUMBER_SHARE * min(1.0, weight / FULL_NUMBER_WEIGHT)
    if weight == 0:
        findings.append(
            view.finding(
                "no-numbers", Dimension.FAITHFULNESS, "minor", "The poster states no number that could be checked."
            )
        )
    if len(missing) > MAX_FINDINGS:
        text = f"{len(missing)} numbers of the poster are not in the paper; the first {MAX_FINDINGS} are listed."
        findings.append(view.finding("numbers-not-in-paper", Dimension.FAITHFULNESS, "serious", text))
    if terms < TERMS_LOW:
        text = f"Only {terms:.0%} of the poster's longer words, as far as they can be read, occur in the paper."
        findings.append(view.finding("terms-not-in-paper", Dimension.FAITHFULNESS, "serious", text))
    score = 10 * (number_part * share + (1 - number_part) * ramp(terms, TERMS_LOW, TERMS_HIGH))
    return DimensionResult(ten(score), _limited(findings))


def _terms_share(view: PosterView, paper: PaperText) -> float:
    """The share of the poster's distinct longer words that occur in the paper, 0 where the poster has none."""
    known = set(content_words(paper.text)) | set(content_words(paper.title))
    run_on = letters_only(paper.text)
    words = {word for line in view.lines if not view.in_figure(line) for word in content_words(line.text)}
    # A longer "word" is several that OCR has run together.
    long = {word for word in words if _MIN_TERM_LETTERS <= len(word) <= _MAX_TERM_LETTERS}
    return sum(word in known or word in run_on for word in long) / len(long) if long else 0.0


def _is_reference(text: str) -> bool:
    """True for a line of a reference list, whose years and pages are not claims."""
    low = text.lower()
    return any(mark in low for mark in ("et al", "doi", "arxiv", "proceedings", "vol.", " pp.", "isbn", "issn"))


def _missing(view: PosterView, line: TextLine, number: Number) -> Finding:
    severity = "serious" if number.weight == 1 else "minor"
    message = f"{number.text} is not a number of the paper."
    return view.finding("number-not-in-paper", Dimension.FAITHFULNESS, severity, message, line.box)


def _limited(findings: list[Finding]) -> tuple[Finding, ...]:
    """All findings, but of single numbers only the first MAX_FINDINGS, serious ones first."""
    single = sorted((f for f in findings if f.id == "number-not-in-paper"), key=lambda f: f.severity != "serious")
    return (*single[:MAX_FINDINGS], *(f for f in findings if f.id != "number-not-in-paper"))


def _no_text(view: PosterView) -> Finding:
    return view.finding("no-text", Dimension.FAITHFULNESS, "serious", "No text could be read, so nothing is supported.")

"""Coverage: how much of what the paper is about appears on the poster?"""

import math
import re
from collections import Counter
from typing import Final

from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten
from scoring.posterbench.vocabulary import content_words, counted, letters_only
from scoring.records import Finding, PaperText
from scoring.words import Dimension

SALIENT_TERMS: Final = 60
# A poster is much shorter than its paper: three quarters of the salient terms' weight is full marks.
FULL_RECALL: Final = 0.75
TERMS_SHARE: Final = 0.6
SECTION_TERMS: Final = 12
# A section counts as covered from a third of its characteristic terms on.
SECTION_COVERED: Final = 1 / 3
EQUAL_PARTS: Final = 6
_BACK_MATTER: Final = re.compile(
    r"acknowledg|references|bibliography|appendix|author|funding|conflict|licen[sc]e", re.IGNORECASE
)


def score_coverage(view: PosterView, paper: PaperText) -> DimensionResult:
    """10 (0.6 min(1, R / 0.75) + 0.4 S); 0 without text, None where the paper has no words to look for.

    R is the weighted share of the paper's 60 most salient terms that the poster has: a term's weight is the square root
    of how often the paper uses it, three times as much when title, abstract or a heading names it. S is the mean over
    the paper's sections of min(1, share of its 12 most characteristic terms / (1/3)). Back matter does not count.
    A proxy: it sees words, not whether the poster explains them.
    """
    terms = salient_terms(paper)
    if not terms:
        return DimensionResult(None, (_no_paper(view),))
    text = " ".join(line.text for line in view.lines)
    words, run_on = set(content_words(text)), letters_only(text)
    recall = sum(weight for term, weight in terms.items() if _has(term, words, run_on)) / sum(terms.values())
    findings: list[Finding] = []
    met = []
    for title, characteristic in _sections(paper):
        share = sum(_has(term, words, run_on) for term in characteristic) / len(characteristic)
        met.append(ramp(share, 0.0, SECTION_COVERED))
        if met[-1] < 0.5 and title:
            message = f"Next to nothing of the paper's section “{title}” is on the poster."
            findings.append(view.finding("section-missing", Dimension.COVERAGE, "minor", message))
    sections = sum(met) / len(met) if met else recall
    absent = [term for term in terms if not _has(term, words, run_on)][:8]
    if recall < FULL_RECALL and absent:
        message = f"Of the paper's main terms these are not on the poster: {', '.join(absent)}."
        findings.append(view.finding("terms-missing", Dimension.COVERAGE, "minor", message))
    score = 10 * (TERMS_SHARE * ramp(recall, 0.0, FULL_RECALL) + (1 - TERMS_SHARE) * sections)
    return DimensionResult(ten(score if words else 0.0), tuple(findings))


def salient_terms(paper: PaperText) -> dict[str, float]:
    """The paper's most salient stems and their weights, heaviest first, ties in alphabetical order."""
    named = set(content_words(" ".join((paper.title, paper.abstract, *_main_headings(paper)))))
    counts = counted([_without_back_matter(paper.text), paper.title, paper.abstract])
    weights = {term: math.sqrt(count) * (3 if term in named else 1) for term, count in counts.items() if len(term) >= 4}
    ranked = sorted(weights, key=lambda term: (-weights[term], term))[:SALIENT_TERMS]
    return {term: weights[term] for term in ranked}


def _sections(paper: PaperText) -> list[tuple[str, list[str]]]:
    """Each section's title and most characteristic stems (frequent in it, rare in the others)."""
    parts = _split(paper)
    counts = [counted([body]) for _, body in parts]
    spread: Counter[str] = Counter(term for count in counts for term in count)
    sections = []
    for (title, _), count in zip(parts, counts, strict=True):
        worth = {
            term: times * math.log(1 + len(parts) / spread[term]) for term, times in count.items() if len(term) >= 4
        }
        best = sorted(worth, key=lambda term: (-worth[term], term))[:SECTION_TERMS]
        if len(best) >= SECTION_TERMS // 2:
            sections.append((title, best))
    return sections


def _split(paper: PaperText) -> list[tuple[str, str]]:
    """The text by its main headings; in equal parts without a title where fewer than three can be found in it."""
    text = _without_back_matter(paper.text)
    starts: list[tuple[int, str]] = []
    position = 0
    for heading in _main_headings(paper):
        at = text.find(heading, position)
        if at >= 0:
            starts.append((at, heading))
            position = at + len(heading)
    if len(starts) < 3:
        size = max(1, math.ceil(len(text) / EQUAL_PARTS))
        return [("", text[at : at + size]) for at in range(0, len(text), size)]
    ends = [at for at, _ in starts[1:]] + [len(text)]
    parts = [(title, text[at:end]) for (at, title), end in zip(starts, ends, strict=True)]
    # Short subsections say too little to be told apart.
    return [part for part in parts if len(part[1]) >= 600] or parts


def _main_headings(paper: PaperText) -> list[str]:
    return [heading for heading in paper.headings if not _BACK_MATTER.search(heading)]


def _without_back_matter(text: str) -> str:
    """The text up to the last line that says References, if that lies in its second half."""
    matches = list(
        re.finditer(r"^\s*(?:\d+\.?\s+)?(?:references|bibliography)\s*$", text, re.IGNORECASE | re.MULTILINE)
    )
    if matches and matches[-1].start() > len(text) / 2:
        return text[: matches[-1].start()]
    return text


def _has(term: str, words: set[str], run_on: str) -> bool:
    return term in words or (len(term) >= 5 and term in run_on)


def _no_paper(view: PosterView) -> Finding:
    return view.finding("no-paper-text", Dimension.COVERAGE, "blocking", "The paper's text has no words to look for.")

"""Which sentences of a paper go on a poster: whole ones only, ranked by simple rules that are stated here.

A sentence's score is the sum of
  overlap     0 to 1      share of the title's words found in it, counted half, and of the abstract's frequent words
  cue         0.6         it says what its role says ("we find", "we use", "remains unclear")
  numbers     0.5         a result with a number in it
  place       0.35        first or last sentence of its section; 0.5 in the abstract
  length      0 to -0.5   away from 12 to 28 words
  claim       0.3         it says that something was found, in abstract, results or conclusion
  dangling    -0.8        it begins by pointing back ("This", "However", "It")
  fragment    -0.8        it is a piece of a sentence in spite of its full stop
  personal    -0.6        it is the author's own story ("I was told")
  beside      -0.9        it speaks of the text, the author or the code instead of the matter
  citation    -0.6        it leans on a reference list that the poster does not have
  figure      -0.5        it points to a numbered figure
Ties go to the earlier sentence. Of two that share more than half of their words only the better one is taken, and
what scores below 0.1 only where there are not three better ones.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from generation.backends.builtin.cues import (
    BESIDE_THE_POINT,
    DANGLING,
    FINDS,
    FRAGMENT,
    HEADINGS,
    LIMITS,
    OUTCOME,
    PERSONAL,
    SAYS,
    SKIPPED_HEADINGS,
)
from generation.backends.builtin.roles import Role
from generation.backends.builtin.sentences import (
    CITATION,
    FIGURE_POINTER,
    has_bad_signs,
    is_presentable,
    is_readable,
    split_sentences,
    squeeze,
    words,
)
from generation.records import PaperContent, PaperIdentity


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the paper; `order` counts through abstract and body, `words` its words."""

    text: str
    role: Role
    order: int
    score: float
    words: float
    dangling: bool = False
    in_abstract: bool = False


_STOP_WORDS: Final = """
a an and are as at be been between both but by can could did do does for from had has have here how if in into
is it its may more most no nor not of on one or our out over per re rp s same so some such than that the their
them then there these they this those through to two under up use used using very was we were what when where
which while who will with within would also
"""
_STOP: Final = frozenset(_STOP_WORDS.split())
LONGEST_HEADLINE: Final = 40
LONGEST_PARAGRAPH: Final = 70  # words
LEAST_SCORE: Final = 0.1
ENOUGH: Final = 3  # sentences of a role; more only of those that are good
FEWEST: Final = 6  # with fewer presentable sentences less is asked of them
# A headline says what is, not what is wanted, planned, possible or unknown.
_CANNOT_LEAD: Final = re.compile(
    r"\b(appendix|supplement\w*|unable|failed|should|hope|future|would like|encourage|unfortunately|surprisingly|"
    r"for instance|for example|in practice|readers?)\b|\?$",
    re.IGNORECASE,
)
# A figure that counts or measures; a year or the "10" of "10-year" does neither.
_NUMBER: Final = re.compile(r"(?<![\w.])(?!(?:19|20)\d\d(?![.,]?\d))\d+(?:[.,]\d+)*(?![\w-])")


def role_of_heading(heading: str, position: float) -> Role | None:
    """The role of a section by its heading, else by its place (0 first, 1 last); None for what posters leave out."""
    if SKIPPED_HEADINGS.search(heading):
        return None
    for role, pattern in HEADINGS:
        if pattern.search(heading):
            return role
    if position < 0.2:
        return Role.BACKGROUND
    return Role.METHOD if position < 0.6 else Role.RESULT


def rank(content: PaperContent, identity: PaperIdentity) -> tuple[Sentence, ...]:
    """Every presentable sentence of the paper, best first; every readable one if there are hardly any."""
    abstract = identity.abstract or content.abstract
    topic = _Topic.of(identity.title or content.title, abstract)
    drafts = [*_from_abstract(abstract), *_from_sections(content)] or _from_text(content)
    presentable = [is_presentable(draft.text) for draft in drafts]
    if sum(presentable) < FEWEST:
        presentable = [is_readable(draft.text) for draft in drafts]
    if not any(presentable):
        drafts = _whole_paragraphs(content)
        presentable = [True] * len(drafts)
    seen: set[str] = set()
    found = []
    for order, (draft, fit) in enumerate(zip(drafts, presentable, strict=True)):
        key = draft.text.lower()
        if key in seen or not fit:
            continue
        seen.add(key)
        dangling = bool(DANGLING.search(draft.text))
        score = _score(draft, topic, dangling=dangling)
        length = word_count(draft.text)
        found.append(Sentence(draft.text, draft.role, order, score, length, dangling, draft.in_abstract))
    return tuple(sorted(found, key=lambda sentence: (-sentence.score, sentence.order)))


def choose(
    ranked: Sequence[Sentence], roles: Collection[Role], count: int, taken: Iterable[Sentence] = ()
) -> tuple[Sentence, ...]:
    """The best `count` sentences of these roles, best first, none nearly repeating another or one taken before."""
    chosen: list[Sentence] = []
    before = list(taken)
    for sentence in ranked:
        if len(chosen) == count or (len(chosen) >= ENOUGH and sentence.score < LEAST_SCORE):
            break
        if sentence.role in roles and not any(alike(sentence.text, other.text) for other in (*before, *chosen)):
            chosen.append(sentence)
    return tuple(chosen)


def headline(ranked: Sequence[Sentence], title: str) -> Sentence | None:
    """The one finding to read from afar: a result or conclusion that stands on its own and is not too long.

    By score, plus 0.5 if it says that something was found and 0.5 if outright, 0.4 for a number, 0.8 for a conclusion,
    0.3 in the abstract, up to 1.5 for the share of the title's words in it; less 0.03 for each word beyond 20, 0.8 for
    background or method, 1.4 where it points to a figure and 0.5 where to a reference. At most 40 words where there is
    a choice.
    """
    topic = content_words(title)
    eligible = [s for s in ranked if (s.role in (Role.RESULT, Role.CONCLUSION) or s.in_abstract) and _can_lead(s)]
    for pool in (eligible, ranked):
        short = [s for s in pool if s.words <= LONGEST_HEADLINE]
        if short:
            return max(short, key=lambda s: (_pull(s, topic), -s.order))
    return ranked[0] if ranked else None


def _pull(sentence: Sentence, topic: frozenset[str]) -> float:
    return (
        sentence.score
        + (0.5 if FINDS.search(sentence.text) else 0.0)
        + (0.5 if OUTCOME.search(sentence.text) else 0.0)
        + (0.4 if _NUMBER.search(sentence.text) and sentence.role is not Role.BACKGROUND else 0.0)
        + (0.8 if sentence.role is Role.CONCLUSION else 0.0)
        + (0.3 if sentence.in_abstract else 0.0)
        - (0.8 if sentence.role in (Role.BACKGROUND, Role.METHOD) else 0.0)
        - (1.4 if FIGURE_POINTER.search(sentence.text) else 0.5 if CITATION.search(sentence.text) else 0.0)
        + 1.5 * _share(content_words(sentence.text), topic)
        - 0.03 * max(0.0, sentence.words - 20)
        - 0.05 * max(0.0, 9 - sentence.words)
    )


def _can_lead(sentence: Sentence) -> bool:
    text = sentence.text
    against = (BESIDE_THE_POINT, FRAGMENT, _CANNOT_LEAD)
    return not sentence.dangling and not any(pattern.search(text) for pattern in against)


def mentions(label: str, content: PaperContent) -> tuple[str, ...]:
    """Presentable sentences of the paper that point to this figure or table ("Figure 2"), in order."""
    number = re.search(r"[A-Z]?\d+$", label)
    if number is None:
        return ()
    stem = "tab" if label.lower().startswith("tab") else "fig"
    here = re.compile(rf"\b{stem}(?:ure|le|\.)?s?\.?\s*{number.group()}(?![\d.]*\d)", re.IGNORECASE)
    return tuple(
        sentence
        for section in content.sections
        for paragraph in section.paragraphs
        for sentence in split_sentences(paragraph)
        if here.search(sentence) and is_presentable(sentence)
    )


def alike(one: str, other: str) -> bool:
    """Do two sentences share more than half of their words?"""
    first, second = set(words(one)) - _STOP, set(words(other)) - _STOP
    return bool(first and second) and len(first & second) > 0.5 * min(len(first), len(second))


def content_words(text: str) -> frozenset[str]:
    """The words that carry meaning."""
    return frozenset(word for word in words(text) if word not in _STOP and not word.isdigit())


@dataclass(frozen=True, slots=True)
class _Draft:
    text: str
    role: Role
    edge: bool  # first or last of its section
    in_abstract: bool = False


@dataclass(frozen=True, slots=True)
class _Topic:
    title: frozenset[str]
    frequent: frozenset[str]

    @classmethod
    def of(cls, title: str, abstract: str) -> "_Topic":
        counted = Counter(word for word in words(abstract) if word in content_words(abstract))
        return cls(content_words(title), frozenset(word for word, _ in counted.most_common(25)))


def _from_abstract(abstract: str) -> list[_Draft]:
    sentences = split_sentences(abstract)
    last = len(sentences) - 1
    return [
        _Draft(text, _role_in_abstract(text, place / last if last else 1.0), place in (0, last), in_abstract=True)
        for place, text in enumerate(sentences)
    ]


def _role_in_abstract(text: str, place: float) -> Role:
    """By what the sentence says, else by where it stands in the abstract (0 first, 1 last)."""
    if place > 0.99 and not _NUMBER.search(text):
        return Role.CONCLUSION
    if SAYS[Role.METHOD].search(text) and place < 0.7:
        return Role.METHOD
    if (SAYS[Role.RESULT].search(text) or _NUMBER.search(text)) and place > 0.25:
        return Role.RESULT
    return Role.BACKGROUND if place < 0.4 else Role.METHOD if place < 0.6 else Role.RESULT


def _from_sections(content: PaperContent) -> list[_Draft]:
    drafts: list[_Draft] = []
    role: Role | None = Role.BACKGROUND
    last = max(1, len(content.sections) - 1)
    for place, section in enumerate(content.sections):
        if squeeze(section.heading).lower() in ("abstract", "摘要"):
            continue
        own = role_of_heading(section.heading, place / last)
        # A subsection that says nothing of its role has the one of the section it stands in.
        if section.level <= 1 or own is None or any(p.search(section.heading) for _, p in HEADINGS):
            role = own
        if role is None:
            continue
        sentences = [s for paragraph in section.paragraphs for s in split_sentences(paragraph)]
        drafts += [
            _Draft(text, _role_of_sentence(text, role), number in (0, len(sentences) - 1))
            for number, text in enumerate(sentences)
        ]
    return drafts


def _role_of_sentence(text: str, role: Role) -> Role:
    """Its section's, but what a conclusion says of the work's limits stands apart."""
    return Role.LIMIT if role is Role.CONCLUSION and LIMITS.search(text) else role


def _from_text(content: PaperContent) -> list[_Draft]:
    """For a paper in which neither an abstract nor a section was found: all that stands below its title."""
    sentences = [s for paragraph in _paragraphs_of_text(content) for s in split_sentences(paragraph)]
    return [_Draft(text, Role.BACKGROUND, edge=False) for text in sentences]


def _paragraphs_of_text(content: PaperContent) -> list[str]:
    paragraphs = [squeeze(paragraph) for paragraph in content.text.split("\n\n")]
    return [text for text in paragraphs if text and text != squeeze(content.title)]


def _whole_paragraphs(content: PaperContent) -> list[_Draft]:
    """The last resort, for a paper without one sentence: its first paragraphs as they are."""
    found = [squeeze(paragraph) for section in content.sections for paragraph in section.paragraphs]
    found = found or _paragraphs_of_text(content)
    readable = [text for text in found if 3 <= len(words(text)) <= LONGEST_PARAGRAPH and not has_bad_signs(text)]
    return [_Draft(text, Role.BACKGROUND, edge=True) for text in readable[:FEWEST]]


def _score(draft: _Draft, topic: _Topic, *, dangling: bool) -> float:
    own = content_words(draft.text)
    score = 0.5 * _share(own, topic.title) + 0.5 * min(1.0, 2.0 * _share(own, topic.frequent))
    score += 0.6 if SAYS[draft.role].search(draft.text) else 0.0
    score += 0.5 if draft.role is Role.RESULT and _NUMBER.search(draft.text) else 0.0
    score += 0.5 if draft.in_abstract else 0.35 if draft.edge else 0.0
    score -= min(0.5, 0.03 * max(0, 12 - word_count(draft.text), word_count(draft.text) - 28))
    score += 0.3 if draft.role is not Role.METHOD and FINDS.search(draft.text) else 0.0
    score -= 0.8 if dangling else 0.0
    score -= 0.8 if FRAGMENT.search(draft.text) else 0.0
    score -= 0.6 if PERSONAL.search(draft.text) else 0.0
    score -= 0.9 if BESIDE_THE_POINT.search(draft.text) else 0.0
    score -= 0.6 if CITATION.search(draft.text) else 0.0
    score -= 0.5 if FIGURE_POINTER.search(draft.text) else 0.0
    return score


def _share(own: frozenset[str], wanted: frozenset[str]) -> float:
    return len(own & wanted) / len(wanted) if wanted else 0.0


def word_count(text: str) -> float:
    """How many words; about two signs of a script without blanks make one."""
    return sum(0.5 if len(word) == 1 and not word.isascii() else 1.0 for word in words(text))

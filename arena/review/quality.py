"""How attentively each reviewer judged, in numbers that say nothing about any system."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from arena.review.excluded import ReasonsInForce
from scoring.words import Choice

TIME_EDGES = (2, 5, 10, 20, 40, 80)  # visible seconds; a judgment belongs to the first edge it is below
DRAWING_HEIGHT, BAR_STEP, BAR_LEAST = 18.0, 7, 1.5  # pixels


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `of`; of nothing there is no share."""

    part: int
    of: int

    @property
    def percent(self) -> float | None:
        return 100 * self.part / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class TimeBand:
    """Judgments of a span of visible seconds, and the bar that draws them: the fullest is as high as the drawing."""

    label: str
    n: int
    x: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class About:
    """What a reviewer said of themselves and of the study; None and empty where nothing was said."""

    background: tuple[str, ...] = ()
    could_tell: str = ""
    how: str = ""
    remark: str = ""
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """Who a line is about."""

    id: int
    number: int
    pseudonym: str
    kind: str

    @property
    def is_simulated(self) -> bool:
        return self.kind == "simulated"


@dataclass(frozen=True, slots=True)
class ReviewerQuality:
    """One reviewer. Only pairs that count are in it; repeats and gold pairs have their own shares.

    Skips are part of `n` and of nothing else: a skip says nothing about the posters.
    """

    person: Person
    n: int  # judgments given, skips among them
    skipped: Share  # of n
    taken_back: int
    left: Share  # of those that prefer a side
    equal: Share  # of those that are no skip
    timed: int  # judgments, no skips, with visible seconds
    median_seconds: float | None  # visible
    median_open_seconds: float | None  # from shown to decided, by the clock
    times: tuple[TimeBand, ...]
    fast: Share  # of timed
    repeats: Share  # same answer, of repeats that can be compared
    gold: Share  # better poster chosen, of gold pairs answered
    agreement: Share  # with others' judgments of the same pair
    flags: int  # judgments that call a poster broken
    knows: int  # judgments of papers the reviewer says to know
    excluded: int  # of n, now
    whole_reasons: tuple[str, ...]  # why everything of the reviewer is excluded
    about: About

    @property
    def kept(self) -> int:
        return self.n - self.excluded


class JudgedRow(NamedTuple):
    """A judgment with what is needed of its assignment; which poster is which system's is not in it."""

    reviewer_id: int
    judgment_id: int
    assignment_id: int
    kind: str
    task_id: int | None
    repeat_of_id: int | None
    a_is_left: bool
    state: str
    choice: str
    critical_left: bool
    critical_right: bool
    knows_paper: bool
    seconds: float | None
    shown_at: datetime
    decided_at: datetime

    @property
    def is_given(self) -> bool:
        return self.state == "given"

    @property
    def is_ranked(self) -> bool:
        return self.is_given and self.choice != Choice.SKIP

    @property
    def answer(self) -> str:
        """The answer whatever the sides: "first", "second" or "equal"; for judgments that are no skip."""
        if self.choice == Choice.EQUAL:
            return "equal"
        return "first" if (self.choice == Choice.LEFT) == self.a_is_left else "second"


def measure(
    people: Sequence[Person],
    rows: Iterable[JudgedRow],
    *,
    fast_seconds: float,
    reasons: ReasonsInForce,
    about: dict[int, About],
) -> list[ReviewerQuality]:
    """One entry for each of `people`, in their order."""
    by_reviewer: defaultdict[int, list[JudgedRow]] = defaultdict(list)
    for row in rows:
        by_reviewer[row.reviewer_id].append(row)
    # People are compared with people, simulated reviewers with simulated ones.
    answers = {
        simulated: _answers(by_reviewer[person.id] for person in people if person.is_simulated == simulated)
        for simulated in (False, True)
    }
    return [
        _measured(
            person,
            by_reviewer[person.id],
            answers[person.is_simulated],
            fast_seconds,
            reasons,
            about.get(person.id, About()),
        )
        for person in people
    ]


Answers = dict[int, Counter[str]]


def _answers(lists: Iterable[list[JudgedRow]]) -> Answers:
    """How often each answer was given to each task."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for rows in lists:
        for row in rows:
            if row.kind == "main" and row.is_ranked and row.task_id is not None:
                found[row.task_id][row.answer] += 1
    return found


def _measured(
    person: Person,
    rows: list[JudgedRow],
    answers: Answers,
    fast_seconds: float,
    reasons: ReasonsInForce,
    about: About,
) -> ReviewerQuality:
    main = [row for row in rows if row.kind == "main"]
    given = [row for row in main if row.is_given]
    ranked = [row for row in given if row.is_ranked]
    choices = Counter(row.choice for row in given)
    seconds = [row.seconds for row in ranked if row.seconds is not None]
    opened = [(row.decided_at - row.shown_at).total_seconds() for row in ranked]
    whole = reasons.by_reviewer.get(person.id, ())
    return ReviewerQuality(
        person=person,
        n=len(given),
        skipped=Share(choices[Choice.SKIP], len(given)),
        taken_back=len(main) - len(given),
        left=Share(choices[Choice.LEFT], choices[Choice.LEFT] + choices[Choice.RIGHT]),
        equal=Share(choices[Choice.EQUAL], len(ranked)),
        timed=len(seconds),
        median_seconds=median(seconds) if seconds else None,
        median_open_seconds=median(opened) if opened else None,
        times=_bands(seconds),
        fast=Share(sum(value < fast_seconds for value in seconds), len(seconds)),
        repeats=_repeats(rows, ranked),
        gold=_gold(rows),
        agreement=_agreement(ranked, answers),
        flags=sum(row.critical_left or row.critical_right for row in given),
        knows=sum(row.knows_paper for row in given),
        excluded=len(given) if whole else sum(row.judgment_id in reasons.by_judgment for row in given),
        whole_reasons=whole,
        about=about,
    )


def _repeats(rows: list[JudgedRow], ranked: list[JudgedRow]) -> Share:
    """Repeats stand with their sides swapped, so the answers are compared, not the sides."""
    first = {row.assignment_id: row.answer for row in ranked}
    again = [row for row in rows if row.kind == "repeat" and row.is_ranked and row.repeat_of_id in first]
    return Share(sum(row.answer == first[row.repeat_of_id or 0] for row in again), len(again))


def _gold(rows: list[JudgedRow]) -> Share:
    answered = [row for row in rows if row.kind == "gold" and row.is_ranked]
    return Share(sum(row.answer == "first" for row in answered), len(answered))


def _agreement(ranked: list[JudgedRow], answers: Answers) -> Share:
    same = others = 0
    for row in ranked:
        if row.task_id is not None:
            counts = answers[row.task_id]
            same += counts[row.answer] - 1  # without this very judgment
            others += counts.total() - 1
    return Share(same, others)


def _bands(seconds: list[float]) -> tuple[TimeBand, ...]:
    edges = (0, *TIME_EDGES)
    counts = [sum(low <= value < high for value in seconds) for low, high in zip(edges, TIME_EDGES, strict=False)]
    counts.append(len(seconds) - sum(counts))
    labels = [f"under {TIME_EDGES[0]} s"]
    labels += [f"{low} to {high} s" for low, high in pairwise(TIME_EDGES)]
    labels.append(f"{TIME_EDGES[-1]} s and more")
    most = max(counts) or 1
    heights = [max(BAR_LEAST, DRAWING_HEIGHT * n / most) if n else 0.0 for n in counts]
    return tuple(
        TimeBand(label, n, x=BAR_STEP * place, y=DRAWING_HEIGHT - height, height=height)
        for place, (label, n, height) in enumerate(zip(labels, counts, heights, strict=True))
    )

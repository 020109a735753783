"""Puts together what the quality pages show: lines in the order asked for, what is in force, what was done."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from arena.review.excluded import REVIEWERS_OWN
from arena.review.models import Assignment, Exclusion
from arena.review.quality import ReviewerQuality
from arena.review.rules import KINDS, RuleKind
from arena.studies.models import Reviewer

EVENTS_SHOWN = 20

Key = Callable[[ReviewerQuality], float | int | str | None]

# What a line can be ordered by: its key, its head and what the head means.
COLUMNS: tuple[tuple[str, str, str, Key], ...] = (
    ("reviewer", "Reviewer", "", lambda line: line.person.number),
    ("judged", "Judged", "Judgments given, skips among them", lambda line: line.n),
    ("skipped", "Skipped", "Of the judgments given", lambda line: line.skipped.percent),
    ("back", "Taken back", "Not answered again", lambda line: line.taken_back),
    ("left", "Left", "Of judgments that prefer a side; about 50 % is expected", lambda line: line.left.percent),
    ("equal", "Equal", "Of judgments that are no skip", lambda line: line.equal.percent),
    ("time", "Visible time", "Median; below it how long the pair stood open", lambda line: line.median_seconds),
    ("fast", "Fast", "Judgments with fewer visible seconds than asked for", lambda line: line.fast.percent),
    ("repeats", "Repeats", "Same answer with the sides swapped", lambda line: line.repeats.percent),
    ("gold", "Gold", "Better poster chosen, of gold pairs answered", lambda line: line.gold.percent),
    (
        "agreement",
        "Agreement",
        "Same answer as another reviewer on the same pair; of all such comparisons",
        lambda line: line.agreement.percent,
    ),
    ("flags", "Flags", "Judgments that call a poster broken", lambda line: line.flags),
    ("excluded", "Excluded", "Of the judgments given", lambda line: line.excluded),
)
_KEYS = {key: by for key, _, _, by in COLUMNS}


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column, which is a link that orders by it, the other way round on the second press."""

    key: str
    label: str
    means: str
    query: str
    order: str  # "ascending", "descending" or "" for aria-sort


@dataclass(frozen=True, slots=True)
class Line:
    """A reviewer, and the rules whose usual limits they are outside of."""

    quality: ReviewerQuality
    look: frozenset[str]


@dataclass(frozen=True, slots=True)
class Order:
    """How the lines are ordered; what is not known stands last either way."""

    key: str
    down: bool

    @classmethod
    def asked(cls, key: str, direction: str) -> "Order":
        return cls(key if key in _KEYS else "reviewer", direction == "down")

    def heads(self, kept: dict[str, str]) -> list[Head]:
        """`kept` is what else stands in the address."""
        return [Head(key, label, means, self._query(key, kept), self._word(key)) for key, label, means, _ in COLUMNS]

    def lines(self, reviewers: list[ReviewerQuality]) -> list[Line]:
        by = _KEYS[self.key]
        known = [entry for entry in reviewers if by(entry) is not None]
        known.sort(key=by, reverse=self.down)  # type: ignore[arg-type]
        unknown = [entry for entry in reviewers if by(entry) is None]
        return [Line(entry, _look(entry)) for entry in (*known, *unknown)]

    def _query(self, key: str, kept: dict[str, str]) -> str:
        down = not self.down if key == self.key else key != "reviewer"
        return urlencode({**kept, "sort": key, "order": "down" if down else "up"})

    def _word(self, key: str) -> str:
        if key != self.key:
            return ""
        return "descending" if self.down else "ascending"


def _look(reviewer: ReviewerQuality) -> frozenset[str]:
    return frozenset(name for name, kind in KINDS.items() if kind.with_defaults().catches(reviewer))


@dataclass(frozen=True, slots=True)
class InForce:
    """One reviewer whom a rule excludes, as a whole or with so many single judgments."""

    reviewer: Reviewer
    is_whole: bool
    judgments: int  # single ones, as in the totals
    others: int  # repeats and gold pairs, which are in no total
    reason: str
    by: str
    at: datetime
    exclusion_id: int


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A rule and everything it excludes now."""

    rule: str
    label: str
    entries: tuple[InForce, ...]
    may_lift: bool  # by an admin; what reviewers asked for is theirs


def in_force(exclusions: list[Exclusion]) -> list[RuleInForce]:
    """By rule, and under it by reviewer; single judgments of a reviewer stand together."""
    found: defaultdict[str, defaultdict[tuple[int, bool], list[Exclusion]]] = defaultdict(lambda: defaultdict(list))
    for row in exclusions:
        if row.lifted_at is None:
            found[row.rule][row.reviewer.number, row.judgment_id is None].append(row)
    return [
        RuleInForce(
            rule=rule.value,
            label=rule.label,
            entries=tuple(_entry(rows) for _, rows in sorted(found[rule.value].items())),
            may_lift=rule.value not in REVIEWERS_OWN,
        )
        for rule in Exclusion.Rule
        if rule.value in found
    ]


def _entry(rows: list[Exclusion]) -> InForce:
    last = rows[-1]
    kinds = [row.judgment.assignment.kind for row in rows if row.judgment is not None]
    judgments = kinds.count(Assignment.Kind.MAIN)
    reasons = " · ".join(dict.fromkeys(row.reason for row in rows))
    return InForce(
        reviewer=last.reviewer,
        is_whole=not kinds,
        judgments=judgments,
        others=len(kinds) - judgments,
        reason=reasons,
        by=last.made_by,
        at=last.made_at,
        exclusion_id=last.pk,
    )


def rule_kinds() -> list[RuleKind]:
    return list(KINDS.values())

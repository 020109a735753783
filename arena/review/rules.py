"""Stated rules of exclusion: what each measures, its limit, and the sentence that says why it excludes somebody."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.core.errors import BadInput
from arena.core.wording import counted
from arena.review.models import Exclusion
from arena.review.quality import Person, ReviewerQuality, Share

Rule = Exclusion.Rule


@dataclass(frozen=True, slots=True)
class Reading:
    """What a rule looks at in one reviewer: a value (None where there is none), from how many, and in words."""

    value: float | None
    n: int
    words: str


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A rule before its limits are chosen."""

    rule: Rule
    says: str  # with {limit} and {least}
    asks: str  # for {limit} and {least}, in the form
    unit: str
    counts: str  # what `least` counts
    limit: float
    least: int
    read: Callable[[ReviewerQuality], Reading]
    below: bool = True  # excluded below the limit; otherwise from it on
    highest: float = 100.0  # that the limit may be

    def with_defaults(self) -> "StatedRule":
        return StatedRule(self, self.limit, self.least)


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A rule with its limits."""

    kind: RuleKind
    limit: float
    least: int

    @property
    def words(self) -> str:
        return self.kind.says.format(limit=f"{self.limit:g}", least=self.least)

    def catches(self, reviewer: ReviewerQuality) -> bool:
        reading = self.kind.read(reviewer)
        if reading.value is None or reading.n < self.least:
            return False
        return reading.value < self.limit if self.kind.below else reading.value >= self.limit

    def has_too_few(self, reviewer: ReviewerQuality) -> bool:
        reading = self.kind.read(reviewer)
        return reading.value is None or reading.n < self.least

    def numbers(self, reviewer: ReviewerQuality) -> str:
        return self.kind.read(reviewer).words

    def reason(self, reviewer: ReviewerQuality) -> str:
        """As it stands in files: the numbers and the rule."""
        return f"{self.numbers(reviewer)}, rule: {self.words}"


def _speed(reviewer: ReviewerQuality) -> Reading:
    value = reviewer.median_seconds
    if value is None:
        return Reading(None, reviewer.timed, "no judgment with visible seconds")
    return Reading(
        value, reviewer.timed, f"median of {value:.1f} visible seconds in {counted(reviewer.timed, 'judgment')}"
    )


def _side(reviewer: ReviewerQuality) -> Reading:
    """Whichever side was preferred more often."""
    left = reviewer.left
    is_left = 2 * left.part >= left.of
    more = Share(left.part if is_left else left.of - left.part, left.of)
    words = f"{'left' if is_left else 'right'} in {more.part} of {counted(left.of, 'non-tie judgment')}"
    return Reading(more.percent, left.of, words)


def _repeats(reviewer: ReviewerQuality) -> Reading:
    share = reviewer.repeats
    return Reading(share.percent, share.of, f"same answer in {share.part} of {counted(share.of, 'repeated pair')}")


def _gold(reviewer: ReviewerQuality) -> Reading:
    share = reviewer.gold
    return Reading(share.percent, share.of, f"passed {share.part} of {counted(share.of, 'gold pair')}")


KINDS: dict[str, RuleKind] = {
    kind.rule.value: kind
    for kind in (
        RuleKind(
            rule=Rule.SPEED,
            says="below {limit} seconds in at least {least}",
            asks="Median visible time below",
            unit="seconds",
            counts="timed judgments",
            limit=3.0,
            least=20,
            read=_speed,
            highest=600.0,
        ),
        RuleKind(
            rule=Rule.SIDE,
            says="at least {limit} % of at least {least}",
            asks="One side preferred in at least",
            unit="%",
            counts="judgments that prefer a side",
            limit=95.0,
            least=20,
            read=_side,
            below=False,
        ),
        RuleKind(
            rule=Rule.REPEATS,
            says="below {limit} % of at least {least}",
            asks="Repeated pairs answered the same below",
            unit="%",
            counts="repeated pairs",
            limit=50.0,
            least=5,
            read=_repeats,
        ),
        RuleKind(
            rule=Rule.GOLD,
            says="below {limit} % of at least {least}",
            asks="Gold pairs passed below",
            unit="%",
            counts="gold pairs",
            limit=60.0,
            least=4,
            read=_gold,
        ),
    )
}


def stated(rule: str, limit: float | None = None, least: int | None = None) -> StatedRule:
    """The rule with these limits, its usual ones for None; BadInput for what cannot be."""
    kind = KINDS.get(rule)
    if kind is None:
        raise BadInput(f"There is no rule {rule!r} that counts. Known: {', '.join(KINDS)}.")
    limit = kind.limit if limit is None else limit
    least = kind.least if least is None else least
    if not 0 < limit <= kind.highest:
        raise BadInput(f"The limit must be above 0 and at most {kind.highest:g} {kind.unit}.")
    if least < 1:
        raise BadInput("A rule needs at least 1 judgment to look at.")
    return StatedRule(kind, limit, least)


@dataclass(frozen=True, slots=True)
class Caught:
    """Somebody a rule would exclude, and why."""

    reviewer: ReviewerQuality
    reason: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody a rule would not exclude, with the numbers it looked at."""

    person: Person
    numbers: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says about everybody, before anything changes. Each reviewer stands in one list."""

    rule: StatedRule
    caught: tuple[Caught, ...]
    already: tuple[Caught, ...]  # excluded by this rule already, with the reason given then
    too_few: tuple[Looked, ...]
    passed: tuple[Looked, ...]
    total: int  # judgments of all of them: kept + excluded, now and after
    excluded_before: int

    @property
    def excluded_after(self) -> int:
        return self.excluded_before + sum(entry.reviewer.kept for entry in self.caught)

    @property
    def kept_before(self) -> int:
        return self.total - self.excluded_before

    @property
    def kept_after(self) -> int:
        return self.total - self.excluded_after

    @property
    def looked_at(self) -> int:
        return len(self.caught) + len(self.already) + len(self.too_few) + len(self.passed)

    @property
    def expected(self) -> str:
        """The numbers of those it catches, to be sent back with the word to go on."""
        return ",".join(str(entry.reviewer.person.number) for entry in self.caught)


def find(rule: StatedRule, reviewers: Sequence[ReviewerQuality], in_force: dict[int, str]) -> Finding:
    """`in_force` holds the reasons of those this rule excludes already, by reviewer."""
    caught, already, too_few, passed = [], [], [], []
    for reviewer in reviewers:
        looked = Looked(reviewer.person, rule.numbers(reviewer))
        if reviewer.person.id in in_force:
            already.append(Caught(reviewer, in_force[reviewer.person.id]))
        elif rule.catches(reviewer):
            caught.append(Caught(reviewer, rule.reason(reviewer)))
        elif rule.has_too_few(reviewer):
            too_few.append(looked)
        else:
            passed.append(looked)
    return Finding(
        rule=rule,
        caught=tuple(caught),
        already=tuple(already),
        too_few=tuple(too_few),
        passed=tuple(passed),
        total=sum(reviewer.n for reviewer in reviewers),
        excluded_before=sum(reviewer.excluded for reviewer in reviewers),
    )

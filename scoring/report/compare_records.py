"""What a comparison of two reports holds: exactly the keys of comparison.json."""

from dataclasses import dataclass
from typing import Final, TypeAlias

SCHEMA: Final = 1

Fact: TypeAlias = int | str | bool | None


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact about the inputs or the options; `same` says whether both reports have it alike."""

    name: str
    before: Fact
    after: Fact

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return self.before == self.after


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of one report with its interval and the number of judgments (or posters) behind it."""

    value: float | None
    ci_low: float | None
    ci_high: float | None
    n: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """One number before and after; None where a report does not have it.

    difference: after - before, None unless both have a value. overlap: whether the two intervals share a value, None
    unless both have one. Overlap is a description and no test: two reports that share judgments are not independent.
    """

    name: str
    before: Estimate | None
    after: Estimate | None
    difference: float | None
    overlap: bool | None


@dataclass(frozen=True, slots=True)
class Rank:
    """A system's rank within its component, the rank range, and the component, 1 the largest."""

    rank: int | None
    low: int | None
    high: int | None
    component: int


@dataclass(frozen=True, slots=True)
class SystemChange:
    """One system: its beat probability and its rank; a rank is None where the report does not have the system.

    same_field: whether it is measured against the same other systems in both reports. Where it is not, the two beat
    probabilities answer different questions.
    """

    system: str
    beat: Change
    rank_before: Rank | None
    rank_after: Rank | None
    same_field: bool


@dataclass(frozen=True, slots=True)
class PairChange:
    """One pair seen from `a`, the side that stands higher afterwards (before, where the pair is not there any more).

    apart_before, apart_after: whether the simultaneous interval of the difference of their beat probabilities left 0
    out; None where the report has no such interval.
    """

    a: str
    b: str
    preference: Change
    apart_before: bool | None
    apart_after: bool | None


@dataclass(frozen=True, slots=True)
class AlignmentChange:
    """One evaluator against people: correlations over posters, and agreement by score gap."""

    evaluator: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs between two reports, and what does not.

    same_judgments and same_scores compare the files byte for byte (two reports without scores have the same ones);
    same_options leaves the version out; same_numbers says that no number of the two reports differs.
    Systems are in the order of the report after, then those that only the report before has.
    """

    schema: int
    simulated_before: bool
    simulated_after: bool
    same_judgments: bool
    same_scores: bool
    same_options: bool
    same_version: bool
    same_numbers: bool
    inputs: tuple[FactChange, ...]
    options: tuple[FactChange, ...]
    appeared: tuple[str, ...]
    disappeared: tuple[str, ...]
    systems: tuple[SystemChange, ...]
    pairs: tuple[PairChange, ...]
    alignment: tuple[AlignmentChange, ...]
    people: tuple[Change, ...]
    notes_gone: tuple[str, ...]
    notes_new: tuple[str, ...]

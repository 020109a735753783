"""Which judgments are excluded now and for which stated reasons, and how it came to that."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from arena.review.models import Exclusion
from arena.studies.models import Reviewer, Study

# What a reviewer asks for or says of themselves; nobody else can take it back.
REVIEWERS_OWN = frozenset({Exclusion.Rule.WITHDRAWN.value, Exclusion.Rule.CONFLICT.value})
WITHDRAWN = "withdrawn"

_ORDER = {rule: place for place, rule in enumerate(Exclusion.Rule.values)}


@dataclass(frozen=True, slots=True)
class ReasonsInForce:
    """Reasons by reviewer (for everything they judge, also later) and by single judgment."""

    by_reviewer: dict[int, tuple[str, ...]]
    by_judgment: dict[int, tuple[str, ...]]

    def of(self, *, reviewer_id: int, judgment_id: int) -> str:
        """As it stands in `excluded_reason`: empty for a judgment that is kept, and nothing but "withdrawn" for one
        that was withdrawn."""
        reasons = (*self.by_reviewer.get(reviewer_id, ()), *self.by_judgment.get(judgment_id, ()))
        return WITHDRAWN if WITHDRAWN in reasons else "; ".join(dict.fromkeys(reasons))


def reasons_in_force(study: Study) -> ReasonsInForce:
    """One query."""
    rows = Exclusion.objects.filter(study=study, lifted_at=None).order_by("made_at", "pk")
    by_reviewer: defaultdict[int, list[str]] = defaultdict(list)
    by_judgment: defaultdict[int, list[str]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: _ORDER[row.rule]):
        reason = WITHDRAWN if row.rule == Exclusion.Rule.WITHDRAWN else row.reason
        if row.judgment_id is None:
            by_reviewer[row.reviewer_id].append(reason)
        else:
            by_judgment[row.judgment_id].append(reason)
    return ReasonsInForce(
        by_reviewer={key: tuple(reasons) for key, reasons in by_reviewer.items()},
        by_judgment={key: tuple(reasons) for key, reasons in by_judgment.items()},
    )


def whole_by_rule(study: Study, rule: str) -> dict[int, str]:
    """The reasons of reviewers whom this rule excludes as a whole now; one query."""
    rows = Exclusion.objects.filter(study=study, rule=rule, judgment=None, lifted_at=None)
    return dict(rows.values_list("reviewer_id", "reason"))


def exclusions_of(study: Study) -> list[Exclusion]:
    """All there ever were, with their reviewers and judgments' positions, in the order they were made; one query."""
    rows = (
        Exclusion.objects.filter(study=study)
        .exclude(reviewer__kind=Reviewer.Kind.PREVIEW)
        .select_related("reviewer", "judgment__assignment")
    )
    return list(rows.order_by("made_at", "pk"))


@dataclass(frozen=True, slots=True)
class Event:
    """Exclusions that were made or lifted: of a reviewer as a whole, or of single judgments in one go."""

    at: datetime
    by: str  # "" for the reviewer
    was_lifted: bool
    exclusion: Exclusion
    judgments: int = 0  # 0: as a whole

    @property
    def what(self) -> str:
        judgment = self.exclusion.judgment
        if judgment is None:
            return "everything"
        assignment = judgment.assignment
        if self.judgments > 1:
            return f"{self.judgments} judgments"
        return f"pair {assignment.position}" if assignment.kind == "main" else f"a {assignment.kind} pair"


def history(rows: Iterable[Exclusion]) -> list[Event]:
    """What happened to these exclusions, the latest first."""
    events = []
    for row in rows:
        single = int(row.judgment_id is not None)
        events.append(Event(row.made_at, row.made_by, False, row, single))
        if row.lifted_at is not None:
            events.append(Event(row.lifted_at, row.lifted_by, True, row, single))
    events.sort(key=lambda event: (event.at, event.exclusion.pk, event.was_lifted), reverse=True)
    return [_together(list(group)) for _, group in groupby(events, key=_deed)]


def _deed(event: Event) -> tuple[object, ...]:
    """Single judgments excluded one right after the other for one reason are one deed."""
    row = event.exclusion
    if not event.judgments:
        return (row.pk, event.was_lifted)
    return (row.reviewer_id, row.rule, row.reason, event.by, event.was_lifted)


def _together(events: list[Event]) -> Event:
    return replace(events[0], judgments=sum(event.judgments for event in events))

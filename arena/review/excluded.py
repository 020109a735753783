"""Which judgments are excluded now, and for which stated reasons."""

from collections import defaultdict
from dataclasses import dataclass

from arena.review.models import Exclusion
from arena.studies.models import Study

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

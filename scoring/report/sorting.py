"""Which judgments count, which are excluded and why: nothing disappears."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.records import JudgmentRecord
from scoring.words import WITHDRAWN, Choice, Source

SIMULATED_REASON = "simulated"


@dataclass(frozen=True, slots=True)
class Sorted:
    """kept holds rankings and skips; responses = kept + excluded; repeats are apart."""

    kept: tuple[JudgmentRecord, ...]
    excluded: tuple[JudgmentRecord, ...]
    repeats: tuple[JudgmentRecord, ...]  # only those that may be compared with kept ones
    n_repeats: int
    n_repeats_excluded: int  # of these, with a reason of exclusion of their own
    excluded_reasons: dict[str, int]
    simulated: bool

    @property
    def ranked(self) -> tuple[JudgmentRecord, ...]:
        """Kept judgments that are no skip."""
        return tuple(record for record in self.kept if record.choice is not Choice.SKIP)

    @property
    def arguable(self) -> tuple[JudgmentRecord, ...]:
        """Excluded judgments that somebody else might have kept: not those whose reviewer took them back, and none of
        another kind than the kept ones."""
        return tuple(
            record
            for record in self.excluded
            if record.excluded_reason.strip() not in ("", WITHDRAWN) and _is_simulated(record) == self.simulated
        )

    @property
    def source(self) -> str:
        """Where the kept judgments come from."""
        return source_label(self.kept)


def sort_judgments(records: Sequence[JudgmentRecord]) -> Sorted:
    """Set repeats and excluded rows apart.

    Simulated rows stand alone or are excluded: they never mix with a person's.
    """
    main = [record for record in records if not record.repeat_of]
    repeats = [record for record in records if record.repeat_of]
    unmarked = [record for record in main if not record.excluded_reason.strip()]
    simulated = bool(unmarked) and all(_is_simulated(record) for record in unmarked)
    kept = [record for record in unmarked if simulated or not _is_simulated(record)]
    left_out = [record for record in unmarked if not simulated and _is_simulated(record)]
    marked = [record for record in main if record.excluded_reason.strip()]
    reasons = Counter(record.excluded_reason.strip() for record in marked)
    reasons[SIMULATED_REASON] += len(left_out)
    return Sorted(
        kept=tuple(kept),
        excluded=(*marked, *left_out),
        repeats=tuple(
            record for record in repeats if not record.excluded_reason.strip() and _is_simulated(record) == simulated
        ),
        n_repeats=len(repeats),
        n_repeats_excluded=sum(bool(record.excluded_reason.strip()) for record in repeats),
        excluded_reasons={reason: count for reason, count in sorted(reasons.items()) if count},
        simulated=simulated,
    )


def source_label(records: Sequence[JudgmentRecord]) -> str:
    """`browser`, `import`, `simulated` or `not stated`, several joined by `+`; empty without records."""
    stated = {record.source.value if record.source else "not stated" for record in records}
    return "+".join(sorted(stated))


def _is_simulated(record: JudgmentRecord) -> bool:
    return record.source is Source.SIMULATED

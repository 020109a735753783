"""Each system's mean automatic score, honest about what was not delivered and what could not be scored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from scoring.alignment.posters import usable_score
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus


@dataclass(frozen=True, slots=True)
class SystemScore:
    """Mean over `cases`: a poster the system did not deliver (`missing`) counts 0.

    mean is None as soon as one poster has no score for another reason (`unscored`: the evaluator failed, was incomplete
    or has no row); mean_of_scored stands beside it and is None where nothing was scored.
    """

    system: str
    mean: float | None
    mean_of_scored: float | None
    cases: int
    scored: int
    missing: int
    unscored: int


def mean_scores(scores: Sequence[ScoreRecord]) -> tuple[SystemScore, ...]:
    """Means over all cases in `scores`, which are of one evaluator (architecture 5.3); sorted by system."""
    cases = len({record.case_id for record in scores})
    systems = sorted({record.system for record in scores})
    values: dict[str, list[float]] = {system: [] for system in systems}
    missing: Counter[str] = Counter()
    for record in scores:
        value = usable_score(record)
        if value is not None:
            values[record.system].append(value)
        elif record.status is ScoreStatus.MISSING:
            missing[record.system] += 1
    return tuple(_mean(system, values[system], missing[system], cases) for system in systems)


def _mean(system: str, values: list[float], missing: int, cases: int) -> SystemScore:
    unscored = cases - len(values) - missing
    return SystemScore(
        system=system,
        mean=None if unscored else fsum(values) / cases,
        mean_of_scored=fsum(values) / len(values) if values else None,
        cases=cases,
        scored=len(values),
        missing=missing,
        unscored=unscored,
    )

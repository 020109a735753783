"""Which discipline each paper belongs to."""

from collections.abc import Iterable

from scoring.records import JudgmentRecord, ScoreRecord


def disciplines_of(judgments: Iterable[JudgmentRecord], scores: Iterable[ScoreRecord]) -> dict[str, str]:
    """Discipline by paper, for papers that have one: what the judgments say, and the scores where they say nothing."""
    named = {record.case_id: record.discipline for record in scores if record.discipline}
    return named | {record.case_id: record.discipline for record in judgments if record.discipline}

"""Small studies in words, and the report they give."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

import numpy as np

from scoring.files import InputFile, render_judgments, render_scores
from scoring.preference import NoInterval
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.compute import compute
from scoring.report.model import Report
from scoring.words import Choice, ScoreStatus

RESAMPLES = 100

Answer = Callable[[str, np.random.Generator], str]


def mixed(_: str, rng: np.random.Generator) -> str:
    """Any answer but a skip, ties less often."""
    return str(rng.choice(["left", "right", "equal"], p=[0.4, 0.4, 0.2]))


def always(choice: str) -> Answer:
    """The same answer every time."""
    return lambda _pair, _rng: choice


def study(
    pairs: Sequence[str], *, papers: int = 6, reviewers: int = 4, answer: Answer = mixed, seed: int = 1
) -> list[JudgmentRecord]:
    """Every reviewer judges every pair ("ab": a on the left) of every paper, p0, p1, ... and R0, R1, ..."""
    rng = np.random.default_rng(seed)
    return [
        JudgmentRecord(f"p{paper}", f"R{reviewer}", pair[0], pair[1], Choice(answer(pair, rng)))
        for paper in range(papers)
        for reviewer in range(reviewers)
        for pair in pairs
    ]


def scores(records: Iterable[JudgmentRecord], value: Callable[[str, str], float | None]) -> list[ScoreRecord]:
    """A score for every poster judged, by one evaluator; None is a failed evaluation."""
    posters = sorted({(r.case_id, name) for r in records for name in (r.system_left, r.system_right)})
    return [
        ScoreRecord(case, system, "e", ScoreStatus.ERROR if score is None else ScoreStatus.SCORED, score)
        for case, system in posters
        for score in [value(case, system)]
    ]


def report_of(
    records: Iterable[JudgmentRecord],
    score_records: Iterable[ScoreRecord] | None = None,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Report:
    """The whole way: written as a file, read, checked, measured."""
    judged = InputFile("judgments.csv", render_judgments(records))
    scored = None if score_records is None else InputFile("scores.csv", render_scores(score_records))
    return compute(judged, scored, ReportOptions(resamples=resamples, seed=seed), lambda _: None).report


def parts(record: object) -> Iterator[object]:
    """A record and every record in it."""
    if isinstance(record, tuple):
        for item in record:
            yield from parts(item)
    elif is_dataclass(record):
        yield record
        for field in fields(record):
            yield from parts(getattr(record, field.name))


def keeps_its_rules(report: Report) -> None:
    """An interval has two ends in order or none and a reason, and every reason stands in a note."""
    notes = " ".join(report.notes).lower()
    for record in parts(report):
        reason = getattr(record, "reason", None)
        if hasattr(record, "ci_low"):
            assert (record.ci_low is None) == (record.ci_high is None), record
            assert record.ci_low is None or record.ci_low <= record.ci_high, record
            if hasattr(record, "reason"):
                assert (reason is None) == (record.ci_low is not None), record
        if reason not in (None, NoInterval.NO_VALUE):
            assert reason.lower() in notes, reason

"""The two input files of a report, read together so that the faults of both are told at once."""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.files.faults import BadInput
from scoring.files.judgments import load_judgments
from scoring.files.scores import load_scores
from scoring.files.source import InputFile, Loaded
from scoring.records import JudgmentRecord, ScoreRecord


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the two files hold; `scores` is None where no such file was given."""

    judgments: Loaded[JudgmentRecord]
    scores: Loaded[ScoreRecord] | None


def load_inputs(judgments: InputFile, scores: InputFile | None, step: Callable[[str], None]) -> Inputs:
    """Read both files; `step` is told "judgments" and "scores" as each begins.

    Raises BadInput with every fault of either file and its line; OSError where a file cannot be read.
    """
    errors: list[BadInput] = []
    judged: Loaded[JudgmentRecord] | None = None
    scored: Loaded[ScoreRecord] | None = None
    step("judgments")
    try:
        judged = load_judgments(judgments)
    except BadInput as error:
        errors.append(error)
    step("scores")
    try:
        scored = load_scores(scores) if scores else None
    except BadInput as error:
        errors.append(error)
    if errors or judged is None:
        raise BadInput.together(errors)
    return Inputs(judged, scored)

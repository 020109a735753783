"""What every figure says of itself: how much it rests on, and what its whiskers are."""

from collections.abc import Iterable

from scoring.report.model import Report
from scoring.report.wording import counted


def basis(report: Report) -> str:
    """`933 ranked judgments of 100 papers by 11 reviewers.`"""
    facts = report.input
    people = counted(facts.reviewers, "simulated reviewer" if facts.simulated else "reviewer")
    judgments = counted(facts.ranked, "ranked judgment")
    return f"{judgments} of {counted(facts.cases, 'paper')} by {people}."


def crossed(report: Report, whiskers: str, lows: Iterable[float | None]) -> str:
    """What the intervals of the crossed bootstrap are, called `whiskers`; `lows` are their lower ends."""
    if all(low is None for low in lows):
        return "No interval could be had; the notes of the report say why."
    resamples = counted(report.method.resamples, "resample")
    name = f"{whiskers}: " if whiskers else ""
    return f"{name}95% intervals from {resamples} of papers and reviewers together."


def joined(*sentences: str) -> str:
    """The sentences that say something, as one paragraph."""
    return " ".join(sentence for sentence in sentences if sentence)

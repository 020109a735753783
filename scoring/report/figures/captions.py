"""What every figure says of itself: how much it rests on, and what its whiskers are."""

from scoring.report.model import Report
from scoring.report.wording import counted


def basis(report: Report) -> str:
    """`933 ranked judgments of 100 papers by 11 reviewers.`"""
    facts = report.input
    people = counted(facts.reviewers, "simulated reviewer" if facts.simulated else "reviewer")
    judgments = counted(facts.ranked, "ranked judgment")
    return f"{judgments} of {counted(facts.cases, 'paper')} by {people}."


def crossed(report: Report, whiskers: str = "Whiskers") -> str:
    """What the intervals of the crossed bootstrap are."""
    resamples = counted(report.method.resamples, "resample")
    return f"{whiskers}: 95% intervals from {resamples} of papers and reviewers together."


def joined(*sentences: str) -> str:
    """The sentences that say something, as one paragraph."""
    return " ".join(sentence for sentence in sentences if sentence)

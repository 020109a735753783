"""The files users exchange: judgments and scores as CSV or JSONL (read strictly, written byte for byte the same)."""

from scoring.files.faults import BadInput, Fault
from scoring.files.judgments import parse_judgments, read_judgments, render_judgments, write_judgments
from scoring.files.scores import parse_scores, read_scores, render_scores, write_scores

__all__ = [
    "BadInput",
    "Fault",
    "parse_judgments",
    "parse_scores",
    "read_judgments",
    "read_scores",
    "render_judgments",
    "render_scores",
    "write_judgments",
    "write_scores",
]

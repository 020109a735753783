"""The files users exchange: judgments and scores as CSV or JSONL (read strictly, written byte for byte the same)."""

from scoring.files.faults import BadInput, Fault
from scoring.files.inputs import Inputs, load_inputs
from scoring.files.judgments import load_judgments, parse_judgments, read_judgments, render_judgments, write_judgments
from scoring.files.scores import load_scores, parse_scores, read_scores, render_scores, write_scores
from scoring.files.source import InputFile, Loaded

__all__ = [
    "BadInput",
    "Fault",
    "InputFile",
    "Inputs",
    "Loaded",
    "load_inputs",
    "load_judgments",
    "load_scores",
    "parse_judgments",
    "parse_scores",
    "read_judgments",
    "read_scores",
    "render_judgments",
    "render_scores",
    "write_judgments",
    "write_scores",
]

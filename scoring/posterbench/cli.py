"""`python -m scoring posterbench`: score one poster file against its paper's PDF."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from scoring.posterbench.errors import UnusableInput
from scoring.records import Evaluation, Finding
from scoring.words import POSTERBENCH, POSTERBENCH_OFFLINE, WEIGHTS

_LABEL_WIDTH: Final = 18


def main(argv: list[str]) -> int:
    """Run the command; 0 when scored, 1 with one line on standard error when a file or the choice is unusable."""
    options = _parser().parse_args(argv)
    if options.evaluator != POSTERBENCH_OFFLINE or options.judge != "none":
        sys.stderr.write(
            f"This version has {POSTERBENCH_OFFLINE} only, which needs no judge: leave out --evaluator and --judge.\n"
        )
        return 1
    # Loading the OCR engine's libraries takes a second that --help and wrong usage need not spend.
    from scoring.posterbench.evaluate import evaluate_offline
    from scoring.posterbench.paper import read_paper

    try:
        paper = read_paper(options.paper)
        evaluation = evaluate_offline(_bytes(options.poster), paper)
    except UnusableInput as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(
        json.dumps(as_json(evaluation), ensure_ascii=False) + "\n" if options.json else as_table(evaluation)
    )
    return 0


def as_json(evaluation: Evaluation) -> dict[str, object]:
    """The evaluation as the command prints it; an undefined value is null."""
    return {
        "status": evaluation.status.value,
        "evaluator": evaluation.evaluator,
        "protocol": evaluation.protocol,
        "overall": evaluation.overall,
        "rubric": evaluation.rubric,
        "ceiling": evaluation.ceiling,
        "dimensions": {dimension.value: evaluation.dimensions[dimension] for dimension in WEIGHTS},
        "findings": [_finding(finding) for finding in evaluation.findings],
    }


def as_table(evaluation: Evaluation) -> str:
    """The evaluation for reading on a terminal."""
    rows = [f"{'dimension':<{_LABEL_WIDTH}} weight   0-10"]
    for dimension, weight in WEIGHTS.items():
        label = dimension.value.replace("_", " ")
        rows.append(f"{label:<{_LABEL_WIDTH}} {weight:>6} {_number(evaluation.dimensions[dimension]):>6}")
    rows.append("")
    for name, value in (
        ("rubric", evaluation.rubric),
        ("ceiling", evaluation.ceiling),
        ("overall", evaluation.overall),
    ):
        rows.append(f"{name:<{_LABEL_WIDTH}}        {_number(value):>6}")
    rows += ["", f"{evaluation.protocol}, {evaluation.status.value}"]
    if evaluation.findings:
        rows += ["", "Findings"]
        rows += [
            f"  {finding.severity:<8} {finding.dimension.value}: {finding.message}" for finding in evaluation.findings
        ]
    return "\n".join(rows) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring posterbench", description="Score one poster against its paper on seven dimensions."
    )
    parser.add_argument(
        "--poster", type=Path, required=True, metavar="FILE", help="PNG, JPEG, WebP or PDF (first page)"
    )
    parser.add_argument("--paper", type=Path, required=True, metavar="FILE", help="the paper's PDF")
    parser.add_argument("--evaluator", choices=(POSTERBENCH_OFFLINE, POSTERBENCH), default=POSTERBENCH_OFFLINE)
    parser.add_argument("--judge", choices=("none", "openai"), default="none")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return parser


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableInput(f"{path}: cannot be read ({error.strerror or error}).") from error


def _finding(finding: Finding) -> dict[str, object]:
    box = finding.box
    return {
        "id": finding.id,
        "dimension": finding.dimension.value,
        "severity": finding.severity,
        "box": [box.x0, box.y0, box.x1, box.y1] if box is not None else None,
        "message": finding.message,
    }


def _number(value: float | None) -> str:
    return f"{value:.2f}" if value is not None else "-"

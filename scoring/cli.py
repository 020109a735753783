"""The command line of the scoring core: `report` and `posterbench`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from scoring.files import BadInput
from scoring.records import ReportOptions


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; 0 done, 1 a clear error on stderr, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["posterbench"]:
        # Its OCR and imaging libraries take seconds to load; a report must not wait for them.
        from scoring.posterbench.cli import main as posterbench

        return posterbench(arguments[1:])
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command is None:
        parser.print_usage(sys.stderr)
        return 2
    try:
        return _report(given)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130


def _parser() -> argparse.ArgumentParser:
    defaults = ReportOptions()
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Score posters and report what people prefer."
    )
    commands = parser.add_subparsers(dest="command", metavar="{report,posterbench}")
    report = commands.add_parser("report", help="preference, alignment and figures from judgments.csv and scores.csv")
    report.add_argument("--judgments", type=Path, required=True, metavar="FILE", help="judgments.csv or .jsonl")
    report.add_argument("--scores", type=Path, metavar="FILE", help="scores.csv or .jsonl; without it no alignment")
    report.add_argument("--out", type=_folder, required=True, metavar="DIR", help="folder to write into")
    report.add_argument("--evaluator", help="whose scores to use, where the file holds several evaluators'")
    report.add_argument(
        "--resamples", type=_WholeNumber(1), default=defaults.resamples, metavar="N", help="default 2000"
    )
    report.add_argument("--seed", type=_WholeNumber(0), default=defaults.seed, metavar="N", help="default 0")
    report.add_argument(
        "--margins",
        type=_edges,
        default=defaults.margin_edges,
        metavar="A,B,...",
        help="lower edges of the score gaps, in points; default 0,3,6,10,20",
    )
    commands.add_parser("posterbench", help="score one poster against its paper", add_help=False)
    return parser


class _WholeNumber:
    """An argument type: a whole number from `lowest`."""

    def __init__(self, lowest: int) -> None:
        self._lowest = lowest

    def __call__(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1
        if number < self._lowest:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {self._lowest}")
        return number


def _folder(text: str) -> Path:
    """A folder to write into, there already or not; an empty name is not this folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a folder must be named")
    return Path(text)


def _edges(text: str) -> tuple[float, ...]:
    try:
        edges = tuple(float(part) for part in text.split(","))
    except ValueError:
        edges = ()
    if not edges or not all(0 <= edge <= 100 for edge in edges) or list(edges) != sorted(set(edges)):
        raise argparse.ArgumentTypeError(f"{text!r} does not ascend from 0 to at most 100, like 0,3,6,10,20")
    return edges


def _report(given: argparse.Namespace) -> int:
    # Drawing libraries load here, so that `--help` and a mistyped option answer at once.
    from scoring.report import BadOptions, build_report_files

    options = ReportOptions(
        evaluator=given.evaluator, resamples=given.resamples, seed=given.seed, margin_edges=given.margins
    )
    if given.out.exists() and not given.out.is_dir():
        sys.stderr.write(f"{given.out}: not a folder\n")  # said before minutes of work, not after
        return 1
    progress = _Bar() if sys.stderr.isatty() else _Lines()
    try:
        build_report_files(
            judgments=given.judgments, scores=given.scores, out=given.out, options=options, progress=progress
        )
    except (BadInput, BadOptions) as error:
        progress.close()
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        progress.close()
        sys.stderr.write(f"{error.filename or given.out}: {error.strerror or error}\n")
        return 1
    progress.close()
    sys.stdout.write(f"Report written to {given.out}; open {given.out / 'report.html'}\n")
    return 0


class _Lines:
    """Plain lines, for a log."""

    def __call__(self, done: int, total: int, what: str) -> None:
        if done < total:
            sys.stderr.write(f"[{done + 1}/{total}] {what}\n")

    def close(self) -> None:
        """Nothing to tidy up."""


class _Bar:
    """A progress bar with counts and time left, for a terminal."""

    def __init__(self) -> None:
        self._bar = tqdm(total=0, unit="step", leave=False, file=sys.stderr)

    def __call__(self, done: int, total: int, what: str) -> None:
        self._bar.total = total
        self._bar.set_description(what, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Clear the line."""
        self._bar.close()

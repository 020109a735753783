"""The command line of the scoring core: `report`, `compare`, `verify` and `posterbench`."""

import argparse
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring.files import BadInput
from scoring.files.faults import SHOWN
from scoring.files.render import replace_file
from scoring.progress import progress
from scoring.records import ReportOptions
from scoring.report.errors import BadOptions, BadReport

if TYPE_CHECKING:
    from scoring.report import Report

_EXIT: Final = "Exit status: 0 done, 1 an error told on stderr, 2 wrong usage."
# Far beyond what any percentile needs; more is a slip of the finger, which memory would answer after the work began.
_MOST_RESAMPLES: Final = 1_000_000
_LARGEST_SEED: Final = 10**18 - 1


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
    run: Callable[[argparse.Namespace], int] = {"report": _report, "compare": _compare, "verify": _verify}[
        given.command
    ]
    try:
        status = run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has enough, as `head` has; what is left goes nowhere, and says nothing at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130
    except MemoryError:
        sys.stderr.write("Not enough memory for so many resamples of so many judgments; fewer --resamples need less.\n")
        return 1
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"{named}{error.strerror or error}\n")
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring",
        description="Score posters and report what people prefer. No database is needed, and no network.",
        epilog=_EXIT,
    )
    commands = parser.add_subparsers(dest="command", metavar="{report,compare,verify,posterbench}")
    _add_report(commands)
    _add_compare(commands)
    _add_verify(commands)
    commands.add_parser("posterbench", help="score one poster against its paper", add_help=False)
    return parser


def _add_report(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    defaults = ReportOptions()
    report = commands.add_parser(
        "report",
        help="preference, alignment and figures from judgments.csv and scores.csv",
        description=(
            "Compute a report: which system people prefer, how sure that is, and how far automatic scores agree. "
            "The same files, options and seed give the same bytes."
        ),
        epilog=_EXIT,
    )
    report.add_argument("--judgments", type=Path, required=True, metavar="FILE", help="judgments.csv or .jsonl")
    report.add_argument("--scores", type=Path, metavar="FILE", help="scores.csv or .jsonl; without it no alignment")
    report.add_argument("--out", type=_folder, required=True, metavar="DIR", help="folder to write into")
    report.add_argument("--evaluator", help="whose scores to use, where the file holds several evaluators'")
    report.add_argument(
        "--resamples",
        type=_WholeNumber(1, _MOST_RESAMPLES),
        default=defaults.resamples,
        metavar="N",
        help="resamples behind every interval; default %(default)s",
    )
    report.add_argument(
        "--seed",
        type=_WholeNumber(0, _LARGEST_SEED),
        default=defaults.seed,
        metavar="N",
        help="seed of the resamples; default 0",
    )
    report.add_argument(
        "--margins",
        type=_edges,
        default=defaults.margin_edges,
        metavar="A,B,...",
        help="lower edges of the score gaps, in points; each gap holds its lower edge; default 0,3,6,10,20",
    )
    report.add_argument(
        "--bundle", type=Path, metavar="ZIP", help="pack the report with its inputs into this archive, too"
    )
    report.add_argument(
        "--faults",
        type=Path,
        metavar="FILE",
        help=f"write everything that is wrong with the input files into FILE; the terminal shows the first {SHOWN}",
    )


def _add_compare(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compare = commands.add_parser(
        "compare",
        help="what changed from one report to another",
        description=(
            "Set two reports side by side: inputs, options, ranks and every number with its interval. BEFORE and AFTER "
            "are report.json files, folders of reports, or archives."
        ),
        epilog=_EXIT,
    )
    compare.add_argument("before", type=Path, metavar="BEFORE")
    compare.add_argument("after", type=Path, metavar="AFTER")
    compare.add_argument(
        "--out", type=_folder, metavar="DIR", help="also write comparison.json, .csv and .html into this folder"
    )


def _add_verify(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verify = commands.add_parser(
        "verify",
        help="whether an archive of a report is whole and computes to the same bytes",
        description=(
            "Check the archive of a report (ZIP, or the folder it was unpacked into) against its manifest, compute the "
            "report again in a temporary folder, and compare every file."
        ),
        epilog="Exit status: 0 every file is the same, 1 one is not or an error is told on stderr, 2 wrong usage.",
    )
    verify.add_argument("archive", type=Path, metavar="ZIP|DIR")


class _WholeNumber:
    """An argument type: a whole number from `lowest` to `highest`."""

    def __init__(self, lowest: int, highest: int) -> None:
        self._lowest, self._highest = lowest, highest

    def __call__(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 30 else -1
        if not self._lowest <= number <= self._highest:
            span = f"from {self._lowest:,} to {self._highest:,}"
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {span}")
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
    return tuple(edge + 0.0 for edge in edges)  # no negative zero


def _no_folder(out: Path | None) -> bool:
    """Whether the folder to write into is a file; said before minutes of work, not after."""
    if out is None or not out.exists() or out.is_dir():
        return False
    sys.stderr.write(f"{out}: not a folder\n")
    return True


def _no_file(path: Path | None) -> bool:
    """Whether a file cannot be written there, for want of its folder or because it is one; said before the work."""
    if path is None or (path.parent.is_dir() and not path.is_dir()):
        return False
    sys.stderr.write(f"{path}: {'is a folder' if path.is_dir() else 'its folder does not exist'}\n")
    return True


def _report(given: argparse.Namespace) -> int:
    # Drawing libraries load here, so that `--help` and a mistyped option answer at once.
    from scoring.report import build_report_files

    options = ReportOptions(
        evaluator=given.evaluator, resamples=given.resamples, seed=given.seed, margin_edges=given.margins
    )
    if _no_folder(given.out) or _no_file(given.bundle) or _no_file(given.faults):
        return 1
    bar = progress()
    try:
        build_report_files(judgments=given.judgments, scores=given.scores, out=given.out, options=options, progress=bar)
    except BadInput as error:
        bar.close()
        _tell_faults(error, given.faults)
        return 1
    except BadOptions as error:
        bar.close()
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        bar.close()
    sys.stdout.write(f"Report written to {given.out}; open {given.out / 'report.html'}\n")
    if given.faults is not None:
        replace_file(given.faults, b"")  # those of an earlier run are mended
    if given.bundle is not None:
        _pack(given)
    return 0


def _tell_faults(error: BadInput, file: Path | None) -> None:
    """The first faults at the terminal, and all in `file` where one is named."""
    sys.stderr.write(f"{error}\n")
    if file is not None:
        replace_file(file, "".join(f"{line}\n" for line in error.lines()).encode("utf-8", "backslashreplace"))
        sys.stderr.write(f"All {len(error.faults):,} faults are in {file}\n")
    elif len(error.faults) > SHOWN:
        sys.stderr.write("Give --faults FILE to have all of them in a file.\n")


def _pack(given: argparse.Namespace) -> None:
    from scoring.report import bundle

    replace_file(given.bundle, bundle(given.out, judgments=given.judgments, scores=given.scores))
    sys.stdout.write(f"Packed with its inputs into {given.bundle}; check it with: python -m scoring verify ZIP\n")


def _compare(given: argparse.Namespace) -> int:
    from scoring.report import compare_reports

    if _no_folder(given.out):
        return 1
    try:
        comparison = compare_reports(_load(given.before), _load(given.after))
    except BadReport as error:
        sys.stderr.write(f"{error}\n")
        return 1
    from scoring.report.compare_text import as_text

    if given.out is not None:
        from scoring.report.compare_files import write_comparison

        write_comparison(given.out, comparison)  # before anything is shown: who reads may stop after the first lines
    sys.stdout.write(as_text(comparison))
    if given.out is not None:
        sys.stdout.write(f"\nComparison written to {given.out}; open {given.out / 'comparison.html'}\n")
    return 0


def _load(path: Path) -> "Report":
    """The report of a report.json, of its folder, or of an archive, packed or not."""
    from scoring.report import load_report

    if path.is_dir():
        candidates = [path / "report.json", path / "report" / "report.json"]
        return load_report(next((candidate for candidate in candidates if candidate.is_file()), candidates[0]))
    if not zipfile.is_zipfile(path):
        return load_report(path)
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory(prefix="compare-") as folder:
        if "report/report.json" not in archive.namelist():
            raise BadReport(f"{path.name} is no archive of a report: it holds no report/report.json")
        return load_report(Path(archive.extract("report/report.json", folder)))


def _verify(given: argparse.Namespace) -> int:
    from scoring.report.verify import verdict_lines, verify

    bar = progress()
    try:
        verdict = verify(given.archive, bar)
    except BadReport as error:
        bar.close()
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        bar.close()
    sys.stdout.write("".join(f"{line}\n" for line in verdict_lines(verdict)))
    return 0 if verdict.whole and verdict.repeats else 1

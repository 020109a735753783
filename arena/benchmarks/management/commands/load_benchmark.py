"""manage.py load_benchmark: a list of papers and their PDFs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.benchmarks.models import Ingest
from arena.benchmarks.selectors import open_ingests, paper_lines
from arena.benchmarks.services.ingest import read_paper
from arena.benchmarks.services.load import load_benchmark, shipped_names
from arena.core.commands import ArenaCommand, Progress
from arena.core.wording import counted
from arena.core.workloop import work_through


class Command(ArenaCommand):
    help = "Load a benchmark: its manifest, and the PDFs that are there. Load again to add more PDFs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "source", metavar="PATH|NAME", help=f"a folder, a manifest, or {', '.join(shipped_names())}"
        )
        parser.add_argument(
            "--name", help="what to call the benchmark (default: benchmark.json's name, or the folder's)"
        )
        parser.add_argument("--pdf-dir", type=Path, help="the folder that holds the PDFs")
        parser.add_argument("--accept-different", action="store_true", help="take a PDF although another is expected")

    def handle(self, *args: Any, **options: Any) -> None:
        shown: list[Progress] = []

        def show(done: int, total: int) -> None:
            if not shown:
                shown.append(Progress("Checking PDFs", total))
            shown[0].step_to(done)

        report = load_benchmark(
            source=options["source"],
            name=options["name"],
            pdf_dir=options["pdf_dir"],
            accept_different=options["accept_different"],
            on_progress=show,
        )
        for bar in shown:
            bar.close()
        work_through(Ingest, read_paper, open_ingests(report.benchmark), "Reading papers")
        for line in (*report.notes, *report.problems):
            self.stderr.write(str(line))
        unread = [line for line in paper_lines(report.benchmark) if line.state == "failed"]
        for paper in unread:
            self.stderr.write(f"{paper.case.case_id}: {paper.reason}")
        self.stdout.write(f"{report.benchmark.name}: {summary(len(report.papers), report.needs_pdf, len(unread))}.")


def summary(papers: int, needing: int, unread: int) -> str:
    """The line that a person looks for: "8 of 10 papers ready; 2 need a usable PDF"."""
    line = f"{papers - needing - unread} of {counted(papers, 'paper')} ready"
    if needing:
        line += f"; {needing} need{'s' if needing == 1 else ''} a usable PDF"
    if unread:
        line += f"; {unread} could not be read"
    return line

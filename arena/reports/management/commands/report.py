"""manage.py report STUDY: a new snapshot of a study's results."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from arena.core.commands import ArenaCommand, output_folder, progress
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.core.workloop import work_through
from arena.reports.models import Report, usual_edges
from arena.reports.selectors import pool_sizes
from arena.reports.services.build import edges_of, request_report
from arena.reports.services.perform import build_report
from arena.reports.services.write import write_snapshot
from arena.reports.snapshot import snapshot_of
from arena.studies.selectors import study_named


class Command(ArenaCommand):
    help = "Build a report of a study from its judgments and scores, keep it as a snapshot, and write it to a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("--evaluator", metavar="E", help="whose scores; needed where there are several")
        parser.add_argument("--resamples", type=int, default=2000, help="default: 2000")
        parser.add_argument("--seed", type=int, default=0, help="default: 0")
        parser.add_argument(
            "--margins",
            default=",".join(f"{edge:g}" for edge in usual_edges()),
            metavar="A,B,...",
            help="lower edges of the score gaps, in points; each gap holds its lower edge; default: 0,3,6,10,20",
        )
        parser.add_argument(
            "--out", type=output_folder, metavar="DIR", help="also write the report and its inputs here"
        )
        parser.add_argument(
            "--pool",
            choices=Report.Pool.values,
            help="people or simulated reviewers, never both; default: people as soon as one person has judged",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        report = request_report(
            study=study,
            pool=options["pool"] or pool_sizes(study).default,
            evaluator=options["evaluator"],
            resamples=options["resamples"],
            seed=options["seed"],
            margin_edges=edges_of(options["margins"]),
        )
        report = self._built(report)
        page = snapshot_of(report).page
        if page is not None:
            for line in (page.headline_text, page.lede, *page.notes):
                self.stdout.write(line)
        if options["out"]:
            written = write_snapshot(report=report, out=options["out"])
            self.stdout.write(f"{counted(len(written), 'file')} in {options['out']}.")
        self.stdout.write(f"Snapshot {report.pk}: /results/{study.name}/{report.pool}/")

    def _built(self, report: Report) -> Report:
        """The report once it is built: in this process, or by a worker that was quicker."""
        with progress("report steps", 1) as shown:

            def on_step(done: int, total: int, coming: str) -> None:
                shown.of(total)
                shown.step_to(done)

            work_through(Report, lambda row: build_report(row, on_step), Report.objects.filter(pk=report.pk), label="")
        report.refresh_from_db()
        if report.state == WorkState.FAILED:
            raise CommandError(f"The report could not be built: {report.error}")
        return report

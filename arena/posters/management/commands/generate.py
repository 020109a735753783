"""manage.py generate: one poster for each paper and system."""

from argparse import SUPPRESS, ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from arena.benchmarks.selectors import benchmark_named
from arena.core.commands import ArenaCommand, name_list, worker_count
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.core.workloop import help_along, helpers, work_through
from arena.posters.models import GenerationRun
from arena.posters.services.generate import request_generation
from arena.posters.services.make import make_poster


class Command(ArenaCommand):
    help = "Make the posters that are missing. What failed before is tried again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--benchmark", required=True, metavar="NAME")
        parser.add_argument("--systems", type=name_list, metavar="a,b", help="only these (default: all)")
        parser.add_argument("--cases", type=name_list, metavar="x,y", help="only these papers (default: all)")
        parser.add_argument(
            "--again", action="store_true", help="make a new revision of posters that are there already"
        )
        parser.add_argument(
            "--workers", type=worker_count, default=1, metavar="N", help="processes that work (default: 1)"
        )
        # What the further processes are started with: take part in what is requested, ask for nothing, show nothing.
        parser.add_argument("--help-along", action="store_true", help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        benchmark = benchmark_named(options["benchmark"])
        if options["help_along"]:
            open_runs = GenerationRun.objects.filter(case__entries__benchmark=benchmark)
            help_along(GenerationRun, make_poster, open_runs)
            return
        plan = request_generation(
            benchmark=benchmark,
            systems=options["systems"],
            cases=options["cases"],
            again=options["again"],
            retry_failed=True,
        )
        for line in plan.not_ready:
            self.stderr.write(f"left out, {line}")
        runs = GenerationRun.objects.filter(pk__in=plan.runs)
        more = min(options["workers"], len(plan.runs)) - 1
        with helpers(max(0, more), "generate", "--benchmark", benchmark.name, "--help-along"):
            work_through(GenerationRun, make_poster, runs, "Making posters")
        failed = list(runs.filter(state=WorkState.FAILED).select_related("case", "system_config__system"))
        for run in failed:
            self.stderr.write(f"{run.case.case_id}, {run.system_config.system.slug}: {run.error}")
        self.stdout.write(f"{benchmark.name}: {summary(len(plan.runs) - len(failed), plan.present, len(failed))}.")
        if failed:
            raise CommandError("Not every poster could be made; the reasons are above.")


def summary(made: int, present: int, failed: int) -> str:
    parts = [f"{counted(made, 'poster')} made"]
    if present:
        parts.append(f"{present} there already")
    if failed:
        parts.append(f"{failed} failed")
    return ", ".join(parts)

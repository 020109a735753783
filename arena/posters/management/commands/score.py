"""manage.py score: every current poster by one evaluator."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from arena.benchmarks.selectors import benchmark_named
from arena.core.commands import ArenaCommand
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.core.workloop import work_through
from arena.posters.models import ScoringRun
from arena.posters.services.evaluate import score_poster
from arena.posters.services.score import request_scoring
from scoring.words import POSTERBENCH_OFFLINE


class Command(ArenaCommand):
    help = "Score the posters that have no score yet. What failed before is tried again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--benchmark", required=True, metavar="NAME")
        parser.add_argument("--evaluator", default=POSTERBENCH_OFFLINE, help=f"default: {POSTERBENCH_OFFLINE}")

    def handle(self, *args: Any, **options: Any) -> None:
        benchmark = benchmark_named(options["benchmark"])
        plan = request_scoring(benchmark=benchmark, evaluator=options["evaluator"], retry_failed=True)
        for line in plan.not_ready:
            self.stderr.write(f"left out, {line}")
        runs = ScoringRun.objects.filter(pk__in=plan.runs)
        work_through(ScoringRun, score_poster, runs, "Scoring posters")
        failed = list(
            runs.filter(state=WorkState.FAILED).select_related("poster__case", "poster__system_config__system")
        )
        for run in failed:
            self.stderr.write(f"{run.poster.case.case_id}, {run.poster.system_config.system.slug}: {run.error}")
        scored = len(plan.runs) - len(failed)
        self.stdout.write(
            f"{benchmark.name}: {counted(scored, 'poster')} scored by {options['evaluator']}, {plan.present} before."
        )
        if failed:
            raise CommandError("Not every poster could be scored; the reasons are above.")

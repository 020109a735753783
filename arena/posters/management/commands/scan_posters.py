"""manage.py scan_posters: look for words on posters that say who made them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from arena.benchmarks.selectors import benchmark_named
from arena.core.commands import ArenaCommand
from arena.core.leases import WorkState
from arena.core.workloop import work_through
from arena.posters.identity import TELLING, identity_count
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.posters.services.identity import request_scans, scan_poster, words_now


class Command(ArenaCommand):
    help = "Look for words on posters, in their files and file names that say who made them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--benchmark", metavar="NAME", help="only the posters of this benchmark's papers")

    def handle(self, *args: Any, **options: Any) -> None:
        posters = Poster.objects.filter(is_current=True)
        if options["benchmark"]:
            benchmark = benchmark_named(options["benchmark"])
            posters = posters.filter(case__in=benchmark.entries.values("case"))
        plan = request_scans(posters=posters)
        scans = IdentityScan.objects.filter(pk__in=plan.scans)
        work_through(IdentityScan, scan_poster, scans, "Looking for names")
        found = IdentityFinding.objects.filter(TELLING, scan__poster__in=posters.values("pk"))
        for finding in found.select_related("scan__poster__case", "scan__poster__system_config__system"):
            self.stdout.write(f"{_named(finding.scan)}: {finding.word}, {finding.get_place_display()}")
        self.stdout.write(f"{identity_count(posters, words_now().sha256).summary}.")
        failed = list(
            scans.filter(state=WorkState.FAILED).select_related("poster__case", "poster__system_config__system")
        )
        for scan in failed:
            self.stderr.write(f"{_named(scan)}: {scan.error}")
        if failed:
            raise CommandError("Not every poster could be looked at; the reasons are above.")


def _named(scan: IdentityScan) -> str:
    return f"{scan.poster.case.case_id}, {scan.poster.system_config.system.slug}"

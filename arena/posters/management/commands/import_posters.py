"""manage.py import_posters: posters that were made elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from arena.core.commands import ArenaCommand
from arena.core.wording import counted
from arena.posters.services.upload import Verdict, import_posters


class Command(ArenaCommand):
    help = "Bring in posters: <discipline>/<case_id>/poster.(png|jpg|webp|pdf|html) or <case_id>.png."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM")
        parser.add_argument("path", type=Path, metavar="DIR|ZIP")
        parser.add_argument("--dry-run", action="store_true", help="check everything, save nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        report = import_posters(system=options["system"], path=options["path"], dry_run=options["dry_run"])
        for result in report.files:
            self.stdout.write(str(result))
        rejected = report.count(Verdict.REJECT)
        taken = len(report.files) - rejected
        done = "would be taken" if report.dry_run else "taken"
        self.stdout.write(
            f"{taken} of {counted(len(report.files), 'file')} {done}, {report.count(Verdict.WARN)} with a remark."
        )
        if rejected:
            raise CommandError("Not every file could be taken; the reasons are above.")

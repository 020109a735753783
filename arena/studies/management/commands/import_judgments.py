"""python manage.py import_judgments STUDY FILE.csv [--note TEXT]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.core.commands import ArenaCommand
from arena.core.wording import counted
from arena.studies.services.import_judgments import import_judgments


class Command(ArenaCommand):
    help = "Import a judgments file (CSV or JSONL) as a study of its own: every row or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="a new name")
        parser.add_argument("file", type=Path)
        parser.add_argument("--note", default="", help="where the judgments come from, shown on the study's pages")

    def handle(self, *args: Any, **options: Any) -> None:
        study = import_judgments(name=options["study"], path=options["file"], note=options["note"])
        count = study.imported_judgments.count()
        self.stdout.write(
            f"Imported {counted(count, 'judgment')} as {study.name}. Next: python manage.py report {study.name}"
        )

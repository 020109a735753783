"""python manage.py close STUDY"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.studies.selectors import study_named
from arena.studies.services.life import close_study


class Command(ArenaCommand):
    help = "End a study: no more judgments are taken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")

    def handle(self, *args: Any, **options: Any) -> None:
        study = close_study(study=study_named(options["study"]))
        self.stdout.write(f"{study.name} is closed. Report: python manage.py report {study.name}")

"""python manage.py open STUDY"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.studies.selectors import study_named
from arena.studies.services.life import open_study


class Command(ArenaCommand):
    help = "Let a study's reviewers judge."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")

    def handle(self, *args: Any, **options: Any) -> None:
        study = open_study(study=study_named(options["study"]))
        self.stdout.write(f"{study.name} is open. Invite reviewers: python manage.py invite {study.name} --count 3")

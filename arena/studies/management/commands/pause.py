"""python manage.py pause STUDY"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.studies.selectors import study_named
from arena.studies.services.life import pause_study


class Command(ArenaCommand):
    help = "Take no answers in an open study for a while; `open` goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")

    def handle(self, *args: Any, **options: Any) -> None:
        study = pause_study(study=study_named(options["study"]))
        self.stdout.write(f"{study.name} is paused. Go on with: python manage.py open {study.name}")

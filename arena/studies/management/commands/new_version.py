"""python manage.py new_version STUDY [NAME]"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.studies.selectors import study_named
from arena.studies.services.version import new_version


class Command(ArenaCommand):
    help = (
        "Make a draft that follows on a study. When it is frozen, the reviewers go on there, and their judgments of"
        " pairs whose posters are the same come along."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("name", nargs="?", default="", help="what the version is called; STUDY-v2 if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        draft = new_version(study=study_named(options["study"]), name=options["name"])
        self.stdout.write(f"Created the draft {draft.name}. Next: python manage.py freeze {draft.name}")

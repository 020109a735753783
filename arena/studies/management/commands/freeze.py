"""python manage.py freeze STUDY"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.core.wording import counted
from arena.studies.selectors import size_of, study_named
from arena.studies.services.freeze import freeze_study
from arena.studies.services.identity import identity_of_study


class Command(ArenaCommand):
    help = "Fix a study's posters and tasks for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        count = identity_of_study(study)
        study = freeze_study(study=study)
        if count.warning:
            self.stderr.write(
                f"Warning: {count.warning}. Frozen as they are; a new version of the study can take masked ones."
            )
        for entry in study.cases.exclude(dropped_reason="").select_related("case"):
            self.stdout.write(f"Left out {entry.case.case_id}: {entry.dropped_reason}")
        size = size_of(study)
        self.stdout.write(
            f"{study.name} is frozen: {counted(size.cases, 'paper')}, {counted(size.systems, 'system')},"
            f" {counted(size.tasks, 'pair')} for a reviewer."
            f" Next: python manage.py open {study.name}"
        )

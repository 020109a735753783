"""python manage.py export_roster STUDY [--reviewers N] --out roster.csv"""

import csv
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.core.commands import ArenaCommand
from arena.core.errors import BadInput
from arena.studies.selectors import roster_rows, study_named


class Command(ArenaCommand):
    help = "Write every reviewer's order of tasks and sides. It names the systems: keep it from reviewers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("--reviewers", type=int, help="reviewers 1 to N, invited or not; all there are if left out")
        parser.add_argument("--out", type=Path, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["reviewers"] is not None and options["reviewers"] < 1:
            raise BadInput("--reviewers must be 1 or more.")
        rows = roster_rows(study_named(options["study"]), options["reviewers"])
        count = 0
        try:
            with options["out"].open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(("reviewer", "position", "case_id", "system_left", "system_right"))
                for row in rows:
                    writer.writerow((row.reviewer, row.position, row.case_id, row.system_left, row.system_right))
                    count += 1
        except OSError as error:
            raise BadInput(f"{options['out']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Wrote {count} positions to {options['out']}.")

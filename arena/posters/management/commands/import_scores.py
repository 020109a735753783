"""manage.py import_scores: scores from a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.core.commands import ArenaCommand
from arena.core.wording import counted
from arena.posters.services.import_scores import import_scores


class Command(ArenaCommand):
    help = "Take over a scores file (CSV or JSONL), on the posters that are here and beside them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        result = import_scores(path=options["path"])
        self.stdout.write(
            f"{counted(result.on_posters, 'score')} of posters that are here,"
            f" {result.without_poster} of posters that are not."
        )

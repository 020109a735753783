"""manage.py read_drafts: what a worker does for drafts of benchmarks."""

from typing import Any

from arena.benchmarks.models import DraftPaper
from arena.benchmarks.services.drafts import read_draft_paper
from arena.core.commands import ArenaCommand
from arena.core.workloop import work_through


class Command(ArenaCommand):
    help = "Read the papers that were uploaded for new benchmarks and wait to be read."

    def handle(self, *args: Any, **options: Any) -> None:
        work_through(DraftPaper, read_draft_paper, DraftPaper.objects.all(), "Reading papers")
        self.stdout.write("Nothing waits to be read.")

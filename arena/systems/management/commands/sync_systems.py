"""manage.py sync_systems: the systems that make posters."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.core.commands import ArenaCommand
from arena.systems.services.sync import sync_systems


class Command(ArenaCommand):
    help = "Take over the systems of a TOML file; without one, the four built-in systems."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, metavar="systems.toml")

    def handle(self, *args: Any, **options: Any) -> None:
        for line in sync_systems(path=options["path"]).lines:
            self.stdout.write(line)

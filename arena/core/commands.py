"""The base of our commands: an error is one clear line and exit status 1, Ctrl-C ends quietly, progress is shown."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor
from tqdm import tqdm

from arena.core.errors import ArenaError


class ArenaCommand(BaseCommand):
    """Turns the errors meant for people into one line on stderr."""

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except ArenaError as error:
            raise CommandError(str(error)) from error
        except (OperationalError, ProgrammingError) as error:
            trouble = database_trouble()
            if trouble is None:
                raise
            raise CommandError(trouble) from error
        except KeyboardInterrupt:
            raise CommandError(
                "Stopped. What was done is kept; run the same command again to go on.", returncode=130
            ) from None


def database_trouble() -> str | None:
    """What a person must do before the database can be used; None where nothing is to be done."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"The database does not answer ({str(error).splitlines()[0]}). Check DATABASE_URL."
    return "The database has no tables for this version yet. Run: python manage.py migrate" if missing else None


def name_list(text: str) -> list[str]:
    """The argument "a,b,c" as names."""
    return [name.strip() for name in text.split(",") if name.strip()]


def port_number(text: str) -> int:
    """The argument as a TCP port that can be named in an address."""
    return _whole(text, 1, 65535)


def worker_count(text: str) -> int:
    """The argument as a number of processes."""
    return _whole(text, 1, 256)


def paper_count(text: str) -> int:
    """The argument as a number of papers."""
    return _whole(text, 1, 10_000)


def output_folder(text: str) -> Path:
    """The argument as a folder to write into, there already or not; an empty name is not this folder."""
    folder = Path(text)
    if not text.strip():
        raise ArgumentTypeError("a folder must be named")
    if folder.exists() and not folder.is_dir():
        raise ArgumentTypeError(f"{text} is not a folder")
    return folder


def _whole(text: str, low: int, high: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else -1
    if not low <= number <= high:
        raise ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return number


class Progress:
    """Counts done pieces: a bar with counts and ETA on a terminal, plain lines otherwise."""

    def __init__(self, label: str, total: int) -> None:
        self.label, self.total, self.done = label, total, 0
        terminal = sys.stderr.isatty()
        self._bar = tqdm(total=total, desc=label, unit="", file=sys.stderr) if terminal else None

    def step_to(self, done: int) -> None:
        """Say how many pieces are done now; nothing happens when it is the same number."""
        if done == self.done:
            return
        if self._bar is not None:
            self._bar.update(done - self.done)
        else:
            sys.stderr.write(f"{self.label}: {done} of {self.total}\n")
            sys.stderr.flush()
        self.done = done

    def of(self, total: int) -> None:
        """Say that there are this many pieces, where that was not known at the start."""
        self.total = total
        if self._bar is not None:
            self._bar.total = total

    def step(self) -> None:
        self.step_to(self.done + 1)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


@contextmanager
def progress(label: str, total: int) -> Iterator[Progress]:
    shown = Progress(label, total)
    try:
        yield shown
    finally:
        shown.close()

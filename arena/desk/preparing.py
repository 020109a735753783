"""How far a demonstration is while it is being prepared: a record in a file, for the pages of the site that serves it.

The file is written again and again by the process that prepares; one that has grown old counts as none.
"""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from arena.core.wording import counted

STALE_SECONDS = 20.0  # whoever prepares writes far more often


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of work: its name in words, how many pieces are done and how many there will be."""

    label: str
    done: int
    total: int

    def __str__(self) -> str:
        return f"{self.label}: {self.done} of {self.total}"


@dataclass(frozen=True, slots=True)
class Preparing:
    """The parts in the order of a paper's way, the share of the work that is done, and the seconds it will yet take."""

    parts: tuple[Part, ...]
    share: float
    seconds_left: float

    @property
    def percent(self) -> int:
        """Whole percent, 100 only when nothing is left."""
        return min(99, int(100 * self.share)) if self.seconds_left else 100

    @property
    def time_left(self) -> str:
        """In words that do not jump about."""
        if self.seconds_left < 50:
            return "less than a minute left"
        minutes = round(self.seconds_left / 60)
        return f"about {counted(minutes, 'minute')} left"


def write_preparing(preparing: Preparing) -> None:
    """Say how far it is; the file changes at once, so that nobody reads half of it."""
    target = _path()
    draft = target.with_suffix(".new")
    draft.write_text(json.dumps(asdict(preparing)))
    draft.replace(target)


def clear_preparing() -> None:
    _path().unlink(missing_ok=True)


def read_preparing() -> Preparing | None:
    """How far it is now; None where nothing is being prepared, or whoever did so is gone."""
    try:
        age = time.time() - _path().stat().st_mtime
        found = json.loads(_path().read_text())
    except FileNotFoundError:
        return None
    if age > STALE_SECONDS:
        return None
    return Preparing(
        parts=tuple(Part(**part) for part in found["parts"]),
        share=found["share"],
        seconds_left=found["seconds_left"],
    )


def _path() -> Path:
    return Path(settings.DATA_DIR) / "preparing.json"

"""Reviewers that judge a whole study through the services as a browser would, each in a way of its own."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

import pytest
from django.utils import timezone

from arena.review.models import Assignment
from arena.review.selectors import standing_of
from arena.review.services.record import Answer, record_judgment
from arena.review.services.show import show_next
from arena.studies.models import Reviewer
from scoring.words import Choice

OTHER = {Choice.LEFT: Choice.RIGHT, Choice.RIGHT: Choice.LEFT}


class Look(NamedTuple):
    """What a bot chooses, and how long the pair was visible and open for it, in seconds."""

    choice: Choice
    visible: float
    open: float


Bot = Callable[[Assignment, Random], Look]


class Clock:
    """Stands in for the clock of the services; it moves only when a bot looks at something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = timezone.now() + timedelta(hours=1)  # after everything that the database dates itself
        monkeypatch.setattr("django.utils.timezone.now", lambda: self.now)

    def wait(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def judge_everything(reviewer: Reviewer, bot: Bot, clock: Clock, seed: int = 1) -> int:
    """Until there is no pair left; returns how many there were."""
    rng, done = Random(f"{seed} {reviewer.number}"), 0
    while (assignment := show_next(reviewer=reviewer, standing=standing_of(reviewer))) is not None:
        look, shown_at = bot(assignment, rng), clock.now
        clock.wait(look.open)
        answer = Answer(choice=look.choice, shown_at=shown_at, seconds=look.visible, both_decoded=True)
        record_judgment(assignment=assignment, answer=answer, revision=0, key=str(uuid.uuid4()))
        clock.wait(1)
        done += 1
    return done


def careful(assignment: Assignment, rng: Random) -> Look:
    """Sees which poster is better nearly always, of a gold pair always, whatever the sides, and takes its time."""
    seconds = rng.uniform(12, 40)
    sees = assignment.gold is not None or rng.random() < 0.95
    choice = better(assignment) if sees else OTHER[better(assignment)]
    return Look(choice, seconds, seconds + 1)


def at_random(assignment: Assignment, rng: Random) -> Look:
    """Does not look at the posters, but long enough."""
    return Look(rng.choice((Choice.LEFT, Choice.EQUAL, Choice.RIGHT)), 15, 16)


def always_left(assignment: Assignment, rng: Random) -> Look:
    return Look(Choice.LEFT, 15, 16)


def fast(assignment: Assignment, rng: Random) -> Look:
    """As right as anybody careful, in next to no time."""
    return Look(better(assignment), rng.uniform(0.6, 1.8), 2)


def tab_switcher(assignment: Assignment, rng: Random) -> Look:
    """Leaves the pair open while looking at something else: long by the clock, short in truth."""
    return Look(better(assignment), rng.uniform(0.6, 1.8), rng.uniform(60, 120))


def better(assignment: Assignment) -> Choice:
    """The side of the gold pair's better poster; else of the system that comes first by its name."""
    if assignment.gold is not None:
        return Choice.LEFT if assignment.left_poster_id == assignment.gold.better_id else Choice.RIGHT
    left, right = (poster.system_config.system.slug for poster in (assignment.left_poster, assignment.right_poster))
    return Choice.LEFT if left < right else Choice.RIGHT

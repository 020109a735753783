"""Assignments, the judgments given on them and every revision of each."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.posters.models import Poster
from arena.studies.models import Reviewer, Task
from scoring.words import Choice


def new_token() -> str:
    return secrets.token_urlsafe(18)


class Assignment(models.Model):
    """A task as one reviewer sees it; made when first shown. Its tokens are the only names a browser gets."""

    class Kind(models.TextChoices):
        MAIN = "main"
        REPEAT = "repeat"
        GOLD = "gold"
        PRACTICE = "practice"

    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="assignments")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="assignments")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.MAIN)
    position = models.PositiveIntegerField()  # in this reviewer's order, from 1
    left_poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="+")
    right_poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="+")
    a_is_left = models.BooleanField()  # whether the task's system_a is shown on the left
    token = models.CharField(max_length=32, unique=True, default=new_token)
    left_token = models.CharField(max_length=32, unique=True, default=new_token)
    right_token = models.CharField(max_length=32, unique=True, default=new_token)
    first_shown_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reviewer", "task", "kind"], name="assignment_once"),
            models.UniqueConstraint(fields=["reviewer", "kind", "position"], name="assignment_position_once"),
            models.CheckConstraint(condition=~Q(left_poster=F("right_poster")), name="assignment_of_two_posters"),
        ]

    def __str__(self) -> str:
        return f"{self.reviewer} position {self.position}"


class GivenAnswer(models.Model):
    """What a reviewer said, in words of the screen: left is poster A, right is poster B."""

    choice = models.CharField(max_length=6, choices=[(choice.value, choice.value) for choice in Choice])
    critical_left = models.BooleanField(default=False)
    critical_right = models.BooleanField(default=False)
    comment = models.TextField(blank=True, default="", max_length=2000)
    shown_at = models.DateTimeField()
    decided_at = models.DateTimeField()
    seconds = models.FloatField(null=True, blank=True)  # visible seconds, null without script
    both_decoded = models.BooleanField(null=True, blank=True)  # null without script

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(condition=Q(choice__in=[choice.value for choice in Choice]), name="%(class)s_choice")
        ]


class Judgment(GivenAnswer):
    """The current answer to an assignment. Withdrawn is not a response."""

    class State(models.TextChoices):
        GIVEN = "given"
        WITHDRAWN = "withdrawn"

    class Source(models.TextChoices):
        BROWSER = "browser"
        SIMULATED = "simulated"

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="judgment")
    state = models.CharField(max_length=10, choices=State.choices, default=State.GIVEN)
    revision = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.BROWSER)

    def __str__(self) -> str:
        return f"{self.assignment}: {self.choice} ({self.state})"


class JudgmentRevision(GivenAnswer):
    """Every change of a judgment, kept for good. The key makes a repeated submission harmless."""

    class Action(models.TextChoices):
        GIVEN = "given"
        CHANGED = "changed"
        WITHDRAWN = "withdrawn"

    judgment = models.ForeignKey(Judgment, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action.choices)
    key = models.CharField(max_length=64, unique=True)  # idempotency key of the submission
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["judgment", "number"]
        constraints = [
            *GivenAnswer.Meta.constraints,
            models.UniqueConstraint(fields=["judgment", "number"], name="revision_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.judgment} revision {self.number}"

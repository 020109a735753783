"""Assignments, the judgments given on them and every revision of each."""

import secrets
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.benchmarks.models import Case
from arena.posters.models import Poster
from arena.studies.models import GoldPair, Reviewer, Study, Task
from scoring.words import Choice


def new_token() -> str:
    return secrets.token_urlsafe(18)


class Assignment(models.Model):
    """A pair as one reviewer sees it; made when first shown, or a moment before. Its tokens are all a browser gets."""

    class Kind(models.TextChoices):
        MAIN = "main"
        REPEAT = "repeat"
        GOLD = "gold"
        PRACTICE = "practice"

    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="assignments")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="+")
    task = models.ForeignKey(Task, null=True, blank=True, on_delete=models.PROTECT, related_name="assignments")
    gold = models.ForeignKey(GoldPair, null=True, blank=True, on_delete=models.PROTECT, related_name="assignments")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.MAIN)
    position = models.PositiveIntegerField()  # main: in this reviewer's order; else among those of its kind; from 1
    step = models.PositiveIntegerField()  # among everything this reviewer is shown, from 1
    repeat_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="repeats")
    carried_from = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="carried_to"
    )
    left_poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="+")
    right_poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="+")
    a_is_left = models.BooleanField()  # whether the task's system_a (the gold pair's better one) is on the left
    token = models.CharField(max_length=32, unique=True, default=new_token)
    left_token = models.CharField(max_length=32, unique=True, default=new_token)
    right_token = models.CharField(max_length=32, unique=True, default=new_token)
    made_at = models.DateTimeField(default=timezone.now)
    first_shown_at = models.DateTimeField(null=True, blank=True)  # null while it is only prepared

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reviewer", "step"], name="assignment_step_once"),
            models.UniqueConstraint(fields=["reviewer", "gold"], name="assignment_gold_once"),
            models.CheckConstraint(
                condition=Q(kind="gold", task=None, gold__isnull=False)
                | Q(~Q(kind="gold"), task__isnull=False, gold=None),
                name="assignment_of_task_or_gold",
            ),
            models.UniqueConstraint(fields=["reviewer", "task", "kind"], name="assignment_once"),
            models.UniqueConstraint(fields=["reviewer", "kind", "position"], name="assignment_position_once"),
            models.CheckConstraint(condition=~Q(left_poster=F("right_poster")), name="assignment_of_two_posters"),
        ]

    def __str__(self) -> str:
        return f"{self.reviewer} {self.kind} {self.position}"

    @property
    def shown_or_made_at(self) -> datetime:
        return self.first_shown_at or self.made_at

    @property
    def of_task(self) -> Task:
        """The task of anything but a gold pair."""
        if self.task is None:
            raise ValueError(f"{self} has no task")
        return self.task


class FlagReason(models.TextChoices):
    """Why a poster is called broken."""

    UNREADABLE = "unreadable", "Text cannot be read"
    OVERLAP = "overlap", "Content overlaps or is cut off"
    MISSING_FIGURE = "missing_figure", "Figures are missing"
    WRONG_PAPER = "wrong_paper", "Not of this paper"
    NOT_DRAWN = "not_drawn", "Did not render properly"
    OTHER = "other", "Something else"


class GivenAnswer(models.Model):
    """What a reviewer said, in words of the screen: left is poster A, right is poster B."""

    choice = models.CharField(max_length=6, choices=[(choice.value, choice.value) for choice in Choice])
    critical_left = models.BooleanField(default=False)
    critical_right = models.BooleanField(default=False)
    reasons_left = models.JSONField(default=list, blank=True)  # of the flag: values of FlagReason
    reasons_right = models.JSONField(default=list, blank=True)
    knows_paper = models.BooleanField(default=False)
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


class Journey(models.Model):
    """How far a reviewer is with what surrounds the pairs, and what was planned for today."""

    reviewer = models.OneToOneField(Reviewer, on_delete=models.PROTECT, related_name="journey")
    about_at = models.DateTimeField(null=True, blank=True)  # when the optional questions were answered or passed over
    ready_at = models.DateTimeField(null=True, blank=True)  # when the reviewer went on from practice
    goal = models.PositiveIntegerField(null=True, blank=True)  # pairs wanted in this session
    goal_from = models.PositiveIntegerField(default=0)  # pairs done when the goal was set
    goal_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"journey of {self.reviewer}"


class Background(models.Model):
    """What a reviewer said of themselves; every answer is optional, and none leaves the site."""

    class Experience(models.TextChoices):
        STUDENT = "student", "Student"
        DOCTORAL = "doctoral", "Doctoral researcher"
        RESEARCHER = "researcher", "Researcher with a doctorate"
        DESIGNER = "designer", "Designer"
        OTHER = "other", "Something else"

    class Posters(models.TextChoices):
        NONE = "none", "None"
        FEW = "few", "1 to 3"
        MANY = "many", "More than 3"

    reviewer = models.OneToOneField(Reviewer, on_delete=models.PROTECT, related_name="background")
    field = models.CharField(max_length=60, blank=True, default="")  # a discipline of the benchmark
    experience = models.CharField(max_length=12, blank=True, default="", choices=Experience.choices)
    posters_made = models.CharField(max_length=6, blank=True, default="", choices=Posters.choices)
    makes_systems = models.BooleanField(null=True, blank=True)  # works on something that makes posters
    answered_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"background of {self.reviewer}"


class ConflictOfInterest(models.Model):
    """A paper a reviewer is too close to; its pairs are not shown, and answers given before are excluded."""

    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="conflicts")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="+")
    declared_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reviewer", "case"], name="conflict_once")]

    def __str__(self) -> str:
        return f"{self.reviewer} is close to {self.case}"


class EndSurvey(models.Model):
    """Whether a reviewer could tell the systems apart, asked at the end."""

    class CouldTell(models.TextChoices):
        NO = "no", "No"
        SOMETIMES = "sometimes", "Sometimes"
        MOSTLY = "mostly", "Most of the time"

    reviewer = models.OneToOneField(Reviewer, on_delete=models.PROTECT, related_name="end_survey")
    could_tell = models.CharField(max_length=10, choices=CouldTell.choices)
    how = models.TextField(blank=True, default="", max_length=2000)
    remark = models.TextField(blank=True, default="", max_length=2000)
    answered_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"end survey of {self.reviewer}"


class Exclusion(models.Model):
    """A reviewer's judgments, or one of them, left out of the main results for a stated reason; it can be lifted."""

    class Rule(models.TextChoices):
        WITHDRAWN = "withdrawn", "Withdrawn by the reviewer"
        CONFLICT = "conflict", "Conflict of interest"
        SPEED = "speed", "Too fast"
        SIDE = "side", "Nearly always the same side"
        REPEATS = "repeats", "Repeats answered differently"
        GOLD = "gold", "Gold pairs missed"
        BY_HAND = "by_hand", "By hand"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="exclusions")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="exclusions")
    judgment = models.ForeignKey(
        Judgment, null=True, blank=True, on_delete=models.PROTECT, related_name="exclusions"
    )  # null: every judgment of the reviewer, also later ones
    rule = models.CharField(max_length=10, choices=Rule.choices)
    reason = models.CharField(max_length=300)  # as it stands in excluded_reason of judgments.csv
    made_by = models.CharField(max_length=150, blank=True, default="")  # "" for the reviewer
    made_at = models.DateTimeField(default=timezone.now)
    lifted_by = models.CharField(max_length=150, blank=True, default="")
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["study", "reviewer", "made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["judgment", "rule"], condition=Q(lifted_at=None), name="judgment_exclusion_once_in_force"
            ),
            models.UniqueConstraint(
                fields=["reviewer", "rule"],
                condition=Q(lifted_at=None, judgment=None),
                name="reviewer_exclusion_once_in_force",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reviewer}: {self.reason}"

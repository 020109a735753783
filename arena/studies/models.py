"""Studies: what is compared, frozen with pins, and the reviewers who are invited to it."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.posters.models import Poster
from arena.systems.models import SystemConfig
from scoring.words import Choice, CriticalFailure

DEFAULT_QUESTION = "Which poster would you rather present at a conference?"


class Study(models.Model):
    """A blind comparison of systems over the cases of a benchmark."""

    class State(models.TextChoices):
        DRAFT = "draft"
        FROZEN = "frozen"
        OPEN = "open"
        PAUSED = "paused"
        CLOSED = "closed"
        PUBLISHED = "published"  # closed for good, its results open to everybody

    name = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    question = models.CharField(max_length=200, default=DEFAULT_QUESTION)
    # Null for a study imported from judgments.csv: it has no posters and no review page.
    benchmark = models.ForeignKey(Benchmark, null=True, blank=True, on_delete=models.PROTECT, related_name="studies")
    wanted_systems = models.JSONField(default=list)  # as asked for: slugs, or slug@version; resolved by freezing
    seed = models.BigIntegerField(default=0)
    # Fixed by freezing; 0 before, and for an imported study.
    system_count = models.PositiveIntegerField(default=0)
    case_count = models.PositiveIntegerField(default=0)
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    min_view_seconds = models.FloatField(default=2.0)
    quota = models.PositiveIntegerField(null=True, blank=True)  # pairs asked of each reviewer; null: all of them
    practice_pairs = models.PositiveSmallIntegerField(default=3)
    repeat_share = models.FloatField(default=0.03)  # of the pairs, shown once more with the sides swapped
    show_authors = models.BooleanField(default=False)
    contact = models.CharField(max_length=200, blank=True, default="")  # whom reviewers can ask; in the consent text
    drop_incomplete = models.BooleanField(default=False)
    note = models.TextField(blank=True, default="")  # where an imported study comes from, shown on its pages
    created_at = models.DateTimeField(default=timezone.now)
    frozen_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_now(self) -> str:
        """Its state after `the study is`."""
        return "a draft" if self.state == self.State.DRAFT else str(self.state)

    @property
    def is_imported(self) -> bool:
        return self.benchmark_id is None


class StudyEvent(models.Model):
    """Something that was done to a study: who, when and what. Names of people are never in it, only pseudonyms."""

    class What(models.TextChoices):
        CREATED = "created", "Created"
        CHANGED = "changed", "Settings changed"
        FROZEN = "frozen", "Frozen"
        OPENED = "opened", "Opened"
        PAUSED = "paused", "Paused"
        RESUMED = "resumed", "Opened again after a pause"
        CLOSED = "closed", "Closed"
        REOPENED = "reopened", "Opened again after it was closed"
        PUBLISHED = "published", "Published"
        UNPUBLISHED = "unpublished", "Taken back from the public"
        ARCHIVED = "archived", "Put into the archive"
        UNARCHIVED = "unarchived", "Taken out of the archive"
        VERSION = "version", "New version made"
        CARRIED = "carried", "Reviewers and judgments carried over"
        INVITED = "invited", "Reviewers invited"
        RENEWED = "renewed", "Link replaced"
        REVOKED = "revoked", "Link revoked"
        QUOTA = "quota", "Quota changed"
        FORGOTTEN = "forgotten", "Name and e-mail erased"
        ERASED = "erased", "Person erased"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="events")
    what = models.CharField(max_length=12, choices=What.choices)
    by = models.CharField(max_length=150, blank=True, default="")  # of whom is signed in; "" for a command
    detail = models.JSONField(default=dict, blank=True)  # numbers, pseudonyms, names of settings
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["study", "-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.study}: {self.what}"


class StudySystem(models.Model):
    """A system config in a study; `label` is what reports call it: the slug, or slug@version for two of one system."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="systems")
    system_config = models.ForeignKey(SystemConfig, on_delete=models.PROTECT, related_name="study_systems")
    label = models.CharField(max_length=100)

    class Meta:
        ordering = ["study", "label"]
        constraints = [
            models.UniqueConstraint(fields=["study", "system_config"], name="study_config_once"),
            models.UniqueConstraint(fields=["study", "label"], name="study_label_once"),
        ]

    def __str__(self) -> str:
        return self.label


class StudyCase(models.Model):
    """A case of a frozen study, or one that was left out of it for every system, with the reason."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="cases")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="study_cases")
    position = models.PositiveIntegerField()
    dropped_reason = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["study", "position"]
        constraints = [
            models.UniqueConstraint(fields=["study", "case"], name="study_case_once"),
            models.UniqueConstraint(fields=["study", "position"], name="study_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.study}: {self.case}"


class StudyPoster(models.Model):
    """The pin: which poster stands for a system on a case, for good."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="posters")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="study_posters")
    study_system = models.ForeignKey(StudySystem, on_delete=models.PROTECT, related_name="posters")
    poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="pins")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "case", "study_system"], name="study_pin_once"),
        ]

    def __str__(self) -> str:
        return f"{self.study}: {self.study_system} on {self.case}"


class Task(models.Model):
    """A pair to judge: a case and two systems, system_a before system_b by label."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="tasks")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="tasks")
    system_a = models.ForeignKey(StudySystem, on_delete=models.PROTECT, related_name="tasks_as_a")
    system_b = models.ForeignKey(StudySystem, on_delete=models.PROTECT, related_name="tasks_as_b")
    # Where the task stands in the study: case position * number of pairs + pair; the roster speaks of it by this.
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "case", "system_a", "system_b"], name="task_once"),
            models.UniqueConstraint(fields=["study", "number"], name="task_number_once"),
            models.CheckConstraint(condition=~Q(system_a=F("system_b")), name="task_of_two_systems"),
        ]

    def __str__(self) -> str:
        return f"{self.study} task {self.number}"


class Reviewer(models.Model):
    """A person (or a simulation) who judges pairs of one study under a pseudonym. Not a user."""

    class Kind(models.TextChoices):
        VOLUNTEER = "volunteer"
        STAFF = "staff"  # opened the invitation in a browser signed in as staff
        SIMULATED = "simulated"
        PREVIEW = "preview"  # an admin who looks at the study as reviewers see it; nothing of it is ever counted

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="reviewers")
    # From 1; with the study's seed it decides order and sides. The preview has 0.
    number = models.PositiveIntegerField()
    pseudonym = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.VOLUNTEER)
    # Counts revocations: cookies carry the epoch they were made in and are void after it changes.
    epoch = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)
    quota = models.PositiveIntegerField(null=True, blank=True)  # in place of the study's
    # The same person in the version of the study before this one.
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor")
    erased_at = models.DateTimeField(null=True, blank=True)  # who it was is not known any more, on request
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="reviewer_number_once"),
            models.UniqueConstraint(fields=["study", "pseudonym"], name="reviewer_pseudonym_once"),
        ]

    def __str__(self) -> str:
        return f"{self.study}: {self.pseudonym}"


class Invitation(models.Model):
    """The link a reviewer gets: only its hash is kept. Names and addresses live nowhere else."""

    reviewer = models.OneToOneField(Reviewer, on_delete=models.PROTECT, related_name="invitation")
    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation of {self.reviewer}"


class Consent(models.Model):
    """What a reviewer agreed to: which version of the text, by its words, and when."""

    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="consents")
    version = models.PositiveIntegerField()
    text_sha256 = models.CharField(max_length=64)
    given_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["reviewer", "given_at"]
        constraints = [
            models.UniqueConstraint(fields=["reviewer", "version", "text_sha256"], name="consent_once_per_text"),
        ]

    def __str__(self) -> str:
        return f"{self.reviewer} agreed to version {self.version}"


class GoldPair(models.Model):
    """Two posters of a case, one of them known to be better: shown to see whether somebody looks. Never a response."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="gold_pairs")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="gold_pairs")
    number = models.PositiveIntegerField()  # from 1
    better = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="gold_as_better")
    worse = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="gold_as_worse")
    note = models.CharField(max_length=200, blank=True, default="")  # why it is known, for staff

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="gold_number_once"),
            models.UniqueConstraint(fields=["study", "better", "worse"], name="gold_pair_once"),
            models.CheckConstraint(condition=~Q(better=F("worse")), name="gold_of_two_posters"),
        ]

    def __str__(self) -> str:
        return f"{self.study} gold pair {self.number}"


class ImportedJudgment(models.Model):
    """One row of a judgments file that was imported as a study of its own, as it stood."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="imported_judgments")
    line = models.PositiveIntegerField()  # of the file; where the row starts, the first line is 1
    judgment_id = models.TextField(blank=True, default="")
    case_id_text = models.TextField()
    discipline = models.TextField(blank=True, default="")
    reviewer = models.TextField()
    system_left = models.TextField()
    system_right = models.TextField()
    choice = models.CharField(max_length=6, choices=[(choice.value, choice.value) for choice in Choice])
    critical_failure = models.CharField(max_length=6, blank=True, choices=[(f.value, f.value) for f in CriticalFailure])
    shown_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=10, blank=True, default="")
    revision = models.PositiveBigIntegerField(null=True, blank=True)
    comment = models.TextField(blank=True, default="")
    repeat_of = models.TextField(blank=True, default="")
    excluded_reason = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["study", "line"]
        constraints = [models.UniqueConstraint(fields=["study", "line"], name="imported_line_once")]

    def __str__(self) -> str:
        return f"{self.study} line {self.line}"

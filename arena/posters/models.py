"""Posters, the runs that make them and the scores they get."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.core.leases import Work
from arena.systems.models import SystemConfig
from scoring.words import ScoreStatus


class GenerationRun(Work):
    """Making one poster of one case by one system config."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="generation_runs")
    system_config = models.ForeignKey(SystemConfig, on_delete=models.PROTECT, related_name="generation_runs")
    pdf_sha256 = models.CharField(max_length=64)  # the paper's file at the time of the request
    content_version = models.PositiveIntegerField(default=0)  # and its Case.content_version
    seconds = models.FloatField(null=True, blank=True)
    cost_basis = models.CharField(max_length=12, blank=True, default="")
    cost_usd = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    isolation = models.CharField(max_length=80, blank=True, default="")
    trajectory = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["case", "system_config", "pdf_sha256", "content_version"],
                condition=Q(state__in=["requested", "running"]),
                name="one_open_run_per_poster",
            )
        ]

    def __str__(self) -> str:
        return f"{self.system_config} on {self.case} ({self.state})"


class Poster(models.Model):
    """A poster of a case by a system config; a replacement is a new revision, and one of them is current."""

    class Origin(models.TextChoices):
        GENERATED = "generated"
        UPLOADED = "uploaded"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="posters")
    system_config = models.ForeignKey(SystemConfig, on_delete=models.PROTECT, related_name="posters")
    revision = models.PositiveIntegerField()
    is_current = models.BooleanField(default=True)
    origin = models.CharField(max_length=10, choices=Origin.choices)
    run = models.OneToOneField(GenerationRun, null=True, blank=True, on_delete=models.PROTECT, related_name="poster")
    pdf_sha256 = models.CharField(max_length=64)  # the paper's file it was made from
    content_version = models.PositiveIntegerField(default=0)  # the Case.content_version it was made from
    artifact_sha256 = models.CharField(max_length=64)
    artifact_kind = models.CharField(max_length=8)
    master_sha256 = models.CharField(max_length=64)  # PNG
    rendition_sha256 = models.CharField(max_length=64)  # WebP for pages
    thumbnail_sha256 = models.CharField(max_length=64)  # WebP
    medium_sha256 = models.CharField(max_length=64)  # WebP for small screens
    full_sha256 = models.CharField(max_length=64)  # WebP with every pixel of the master
    width = models.PositiveIntegerField()  # of the master, pixels
    height = models.PositiveIntegerField()
    notes = models.JSONField(default=list)  # what normalisation had to do
    figures = models.JSONField(null=True, blank=True)  # figure ids of the paper that stand on it; null: not known
    # The poster it is a picture of with some places painted over; a mask may be taken back and another one made.
    masked_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="masked_to")
    masked_boxes = models.JSONField(default=list)  # what was painted over: [x0, y0, x1, y1] as fractions
    masked_by = models.CharField(max_length=150, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["case", "system_config", "revision"], name="poster_revision_once"),
            models.UniqueConstraint(
                fields=["case", "system_config"], condition=Q(is_current=True), name="one_current_poster"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system_config} on {self.case}, revision {self.revision}"

    def why_outdated(self, case: Case) -> str:
        """Why this poster of `case` does not show the paper as it is known now, in words; empty for one that does.

        What was made elsewhere was not made from our reading of the paper, so a correction does not outdate it.
        """
        if self.pdf_sha256 != case.pdf_sha256:
            return "made from an earlier PDF"
        if self.origin == self.Origin.GENERATED and self.content_version < case.content_version:
            return "made before a correction"
        return ""

    @property
    def made_in(self) -> GenerationRun | None:
        """The run that made it, or made what it is a masked picture of; None for what was made elsewhere."""
        poster = self
        while poster.run is None and poster.masked_from is not None:
            poster = poster.masked_from
        return poster.run

    @property
    def outdated(self) -> str:
        """`why_outdated` for a poster that was fetched with its case."""
        return self.why_outdated(self.case)


class IdentityScan(Work):
    """Looking for words on, in and around one poster that say who or what made it."""

    poster = models.OneToOneField(Poster, on_delete=models.PROTECT, related_name="identity_scan")
    words_sha256 = models.CharField(max_length=64, blank=True, default="")  # of the words that were looked for
    read_words = models.PositiveIntegerField(null=True, blank=True)  # how many words were read on the picture
    seconds = models.FloatField(null=True, blank=True)

    def __str__(self) -> str:
        return f"identity scan of {self.poster} ({self.state})"


class IdentityFinding(models.Model):
    """A word that may say who made a poster, and what an admin decided about it."""

    class Place(models.TextChoices):
        PICTURE = "picture", "on the poster"
        TEXT = "text", "in the file's text"
        METADATA = "metadata", "in the file's metadata"
        FILE_NAME = "file_name", "in the file's name"

    class State(models.TextChoices):
        OPEN = "open", "to be looked at"
        MASKED = "masked", "masked"
        ACCEPTED = "accepted", "accepted"

    scan = models.ForeignKey(IdentityScan, on_delete=models.PROTECT, related_name="findings")
    place = models.CharField(max_length=10, choices=Place.choices)
    word = models.CharField(max_length=120)
    excerpt = models.CharField(max_length=300)
    box = models.JSONField(null=True, blank=True)  # [x0, y0, x1, y1] as fractions; null where it is not on the picture
    in_paper = models.BooleanField(default=False)  # the paper itself says the word, so it may be its subject
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    note = models.CharField(max_length=300, blank=True, default="")
    decided_by = models.CharField(max_length=150, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["scan", "pk"]

    def __str__(self) -> str:
        return f"{self.word} {self.place} of {self.scan.poster}"


class Upload(Work):
    """Posters that an admin sent by browser: checked first, taken only when that was looked at and agreed to."""

    class Step(models.TextChoices):
        CHECK = "check"
        IMPORT = "import"

    system_config = models.ForeignKey(SystemConfig, on_delete=models.PROTECT, related_name="uploads")
    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="uploads")
    step = models.CharField(max_length=8, choices=Step.choices, default=Step.CHECK)
    file_name = models.CharField(max_length=200)  # as it was sent, for people
    size = models.PositiveBigIntegerField()  # bytes
    folder = models.CharField(max_length=40, blank=True, default="")  # where it lies; "" once that is not needed
    results = models.JSONField(default=list)  # one entry for each file
    files_done = models.PositiveIntegerField(default=0)
    files_total = models.PositiveIntegerField(default=0)
    sent_by = models.CharField(max_length=150, blank=True, default="")
    discarded_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.file_name} for {self.system_config} ({self.step}: {self.state})"


class ScoringRun(Work):
    """Scoring one poster by one evaluator."""

    poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="scoring_runs")
    evaluator = models.CharField(max_length=60)
    content_version = models.PositiveIntegerField(default=0)  # the paper's at the time of the request
    seconds = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["poster", "evaluator", "content_version"],
                condition=Q(state__in=["requested", "running"]),
                name="one_open_scoring_per_poster",
            )
        ]

    def __str__(self) -> str:
        return f"{self.evaluator} of {self.poster} ({self.state})"


class ScoreValues(models.Model):
    """The numbers of scores.csv: overall, rubric, ceiling 0-100, dimensions 0-10, null is "no value"."""

    evaluator = models.CharField(max_length=60)
    protocol = models.CharField(max_length=120, blank=True, default="")
    judge_model = models.CharField(max_length=120, blank=True, default="")  # empty where no model was asked
    status = models.CharField(max_length=14, choices=[(status.value, status.value) for status in ScoreStatus])
    overall = models.FloatField(null=True, blank=True)
    rubric = models.FloatField(null=True, blank=True)
    ceiling = models.FloatField(null=True, blank=True)
    faithfulness = models.FloatField(null=True, blank=True)
    coverage = models.FloatField(null=True, blank=True)
    density = models.FloatField(null=True, blank=True)
    visual_evidence = models.FloatField(null=True, blank=True)
    layout = models.FloatField(null=True, blank=True)
    readability = models.FloatField(null=True, blank=True)
    aesthetics = models.FloatField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class PosterScore(ScoreValues):
    poster = models.ForeignKey(Poster, on_delete=models.PROTECT, related_name="scores")
    imported = models.BooleanField(default=False)
    content_version = models.PositiveIntegerField(default=0)  # the paper's, as this score's evaluator saw it
    findings = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["poster", "evaluator", "protocol"], name="score_once_per_protocol")
        ]

    def __str__(self) -> str:
        return f"{self.evaluator} of {self.poster}: {self.overall}"

    def is_outdated(self, case: Case) -> bool:
        """Whether the paper was corrected since, which a frozen one never is. A file's scores were not made here."""
        return not self.imported and self.content_version < case.content_version


class ImportedScore(ScoreValues):
    """A score of a poster that is not here: for studies imported without their posters."""

    case_id_text = models.CharField(max_length=200)
    system_slug = models.CharField(max_length=100)
    discipline = models.CharField(max_length=60, blank=True, default="")
    poster_sha256 = models.CharField(max_length=64, blank=True, default="")  # as the file names it

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["case_id_text", "system_slug", "evaluator"], name="imported_score_once_per_evaluator"
            )
        ]

    def __str__(self) -> str:
        return f"{self.evaluator} of {self.system_slug} on {self.case_id_text}: {self.overall}"

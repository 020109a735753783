"""Report snapshots: built once from named inputs, kept with all their files."""

from django.db import models
from django.utils import timezone

from arena.core.leases import Work
from arena.studies.models import Study
from scoring.records import ReportOptions


def usual_edges() -> list[float]:
    return list(ReportOptions().margin_edges)


class Report(Work):
    """A snapshot of a study's report. People and simulated reviewers are two pools and never one."""

    class Pool(models.TextChoices):
        PEOPLE = "people", "reviewers"
        SIMULATED = "simulated", "simulated reviewers"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="reports")
    pool = models.CharField(max_length=10, choices=Pool.choices)
    evaluator = models.CharField(max_length=60, blank=True, default="")  # "" where there are no scores
    resamples = models.PositiveIntegerField(default=2000)
    seed = models.BigIntegerField(default=0)
    margin_edges = models.JSONField(default=usual_edges)  # lower edges of the score gaps, in points
    judgments = models.PositiveIntegerField(null=True, blank=True)  # rows that went in
    leaders = models.JSONField(default=list, blank=True)  # who stands first, once it is built
    left_out = models.JSONField(default=list, blank=True)  # a sentence for each evaluator whose scores did not go in
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.study} ({self.pool})"

    @property
    def margins(self) -> str:
        """The edges as they are typed: `0,3,6,10,20`."""
        return ",".join(f"{edge:g}" for edge in self.margin_edges)


class ReportFile(models.Model):
    """One file of a snapshot: report.json, a CSV, a figure, an input or the bundle."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()  # bytes

    class Meta:
        ordering = ["report", "name"]
        constraints = [models.UniqueConstraint(fields=["report", "name"], name="report_file_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.report}"

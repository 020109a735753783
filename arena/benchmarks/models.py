"""Benchmarks, their cases (papers) and what ingest found in them."""

from django.db import models
from django.utils import timezone

from arena.core.leases import Work


class Benchmark(models.Model):
    """An ordered list of cases; benchmarks may share cases."""

    name = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Case(models.Model):
    """A paper: facts from the manifest, and the one PDF it is tied to once that was supplied."""

    case_id = models.CharField(max_length=200, unique=True)
    title = models.TextField()
    authors = models.JSONField(default=list)
    abstract = models.TextField(blank=True, default="")
    read_from_pdf = models.JSONField(default=list)  # which of authors and abstract the manifest lacked
    discipline = models.CharField(max_length=60)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    venue = models.CharField(max_length=300, blank=True, default="")
    citation = models.TextField(blank=True, default="")
    license = models.CharField(max_length=200, blank=True, default="")
    license_url = models.URLField(max_length=500, blank=True, default="")
    landing_url = models.URLField(max_length=500, blank=True, default="")
    pdf_url = models.URLField(max_length=500, blank=True, default="")
    identifiers = models.JSONField(default=dict)
    expected_sha256 = models.CharField(max_length=64, blank=True, default="")
    pdf_sha256 = models.CharField(max_length=64, blank=True, default="")  # "" until a good PDF was supplied
    pdf_version = models.PositiveSmallIntegerField(default=0)  # 1 for the first file, one more for each accepted later
    pages = models.PositiveIntegerField(null=True, blank=True)
    problem = models.TextField(blank=True, default="")  # why there is no usable PDF, for people
    frozen_at = models.DateTimeField(null=True, blank=True)  # set when a study that pins it is frozen
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["case_id"]

    def __str__(self) -> str:
        return self.case_id


class BenchmarkCase(models.Model):
    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="entries")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["benchmark", "position"]
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "case"], name="benchmark_case_once"),
            models.UniqueConstraint(fields=["benchmark", "position"], name="benchmark_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.benchmark} {self.position}: {self.case}"


class Ingest(Work):
    """Reading one PDF of a case: text, sections, figures. One row per case and file."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="ingests")
    pdf_sha256 = models.CharField(max_length=64)
    content = models.TextField(blank=True, default="")  # generation.ingest's JSON; empty until done
    seconds = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "pdf_sha256"], name="ingest_once_per_file")]

    def __str__(self) -> str:
        return f"ingest of {self.case} ({self.state})"


class CaseFigure(models.Model):
    """A figure or table found by ingest, with the picture cut from the page."""

    ingest = models.ForeignKey(Ingest, on_delete=models.CASCADE, related_name="figures")
    figure_id = models.CharField(max_length=40)
    kind = models.CharField(max_length=10)
    label = models.CharField(max_length=60)
    caption = models.TextField(blank=True, default="")
    page = models.PositiveIntegerField()
    box = models.JSONField()  # x0, y0, x1, y1 in PDF points from the top left
    image_sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["ingest", "position"]
        constraints = [models.UniqueConstraint(fields=["ingest", "figure_id"], name="figure_once_per_ingest")]

    def __str__(self) -> str:
        return f"{self.label} (page {self.page})"

"""Benchmarks, their cases (papers) and what ingest found in them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from arena.core.leases import Work


class Benchmark(models.Model):
    """An ordered list of cases; benchmarks may share cases."""

    name = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="")
    remark = models.TextField(blank=True, default="")  # for staff: where the PDFs come from, who may see them
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
    content_version = models.PositiveIntegerField(default=0)  # one more with each correction, and each one undone
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


class CasePage(models.Model):
    """A page of a paper's PDF as a picture, for reading beside its posters."""

    ingest = models.ForeignKey(Ingest, on_delete=models.CASCADE, related_name="page_pictures")
    number = models.PositiveIntegerField()  # from 1
    image_sha256 = models.CharField(max_length=64)  # WebP
    width = models.PositiveIntegerField()  # pixels
    height = models.PositiveIntegerField()

    class Meta:
        ordering = ["ingest", "number"]
        constraints = [models.UniqueConstraint(fields=["ingest", "number"], name="page_picture_once")]

    def __str__(self) -> str:
        return f"page {self.number} of {self.ingest.case}"


class CaseFigure(models.Model):
    """A figure or table of a paper, with the picture cut from the page.

    Revision 0 is what ingest found and stays; each correction adds a revision, and one of them is current.
    """

    ingest = models.ForeignKey(Ingest, on_delete=models.CASCADE, related_name="figures")
    figure_id = models.CharField(max_length=60)
    revision = models.PositiveIntegerField(default=0)
    is_current = models.BooleanField(default=True)
    left_out = models.BooleanField(default=False)  # somebody decided that it is none, or that it is not wanted
    kind = models.CharField(max_length=10)
    label = models.CharField(max_length=60)
    caption = models.TextField(blank=True, default="")
    page = models.PositiveIntegerField()
    box = models.JSONField()  # x0, y0, x1, y1 in PDF points from the top left
    image_sha256 = models.CharField(max_length=64)  # PNG
    thumbnail_sha256 = models.CharField(max_length=64, blank=True, default="")  # WebP for lists
    width = models.PositiveIntegerField()  # of the PNG, pixels
    height = models.PositiveIntegerField()
    position = models.FloatField()  # one that was added by hand stands between two

    class Meta:
        ordering = ["ingest", "position"]
        constraints = [
            models.UniqueConstraint(fields=["ingest", "figure_id", "revision"], name="figure_revision_once"),
            models.UniqueConstraint(
                fields=["ingest", "figure_id"], condition=Q(is_current=True), name="one_current_figure"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} (page {self.page})"


class Correction(models.Model):
    """What somebody set right in a paper, by hand. Rows are only ever added: undoing one is another.

    `number` is the Case.content_version that it made. Facts keep their old and new value, figures their revisions;
    an undo puts back what the correction that it undoes found.
    """

    class Field(models.TextChoices):
        TITLE = "title"
        AUTHORS = "authors"
        ABSTRACT = "abstract"
        DISCIPLINE = "discipline"
        FIGURE = "figure"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()
    field = models.CharField(max_length=12, choices=Field.choices)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    figure_before = models.ForeignKey(CaseFigure, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    figure_after = models.ForeignKey(CaseFigure, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["case", "number"]
        constraints = [models.UniqueConstraint(fields=["case", "number"], name="correction_number_once")]

    def __str__(self) -> str:
        return f"correction {self.number} of {self.case}: {self.field}"


class PageImage(models.Model):
    """A picture of one page of a PDF, kept once it was drawn."""

    class Size(models.TextChoices):
        SMALL = "small"  # for lists
        LARGE = "large"  # for reading

    pdf_sha256 = models.CharField(max_length=64)
    page = models.PositiveIntegerField()
    size = models.CharField(max_length=5, choices=Size.choices)
    image_sha256 = models.CharField(max_length=64)  # WebP
    width = models.PositiveIntegerField()  # pixels
    height = models.PositiveIntegerField()
    points_wide = models.FloatField()
    points_high = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pdf_sha256", "page", "size"], name="page_image_once")]

    def __str__(self) -> str:
        return f"page {self.page} of {self.pdf_sha256[:12]} ({self.size})"


class Draft(models.Model):
    """A benchmark that somebody makes from a ZIP of PDFs, as long as it is not finished."""

    name = models.CharField(max_length=80)
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="")
    license = models.CharField(max_length=200, blank=True, default="")  # of all its papers
    remark = models.TextField(blank=True, default="")
    file_name = models.CharField(max_length=200)  # the archive's, for people
    notes = models.JSONField(default=list)  # what the archive held beside papers
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"draft of {self.name}"


class DraftPaper(Work):
    """One file of a draft: what was read in it, and what somebody made of that."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="papers")
    position = models.PositiveIntegerField()
    file_name = models.TextField()  # inside the archive, for people
    pdf_sha256 = models.CharField(max_length=64, blank=True, default="")  # "" where the file is no PDF at all
    content = models.TextField(blank=True, default="")  # generation.ingest's JSON; empty until read
    pictures = models.JSONField(default=dict)  # file name of each figure's picture: its sha256
    seconds = models.FloatField(null=True, blank=True)
    case_id = models.CharField(max_length=200, blank=True, default="")
    title = models.TextField(blank=True, default="")
    authors = models.TextField(blank=True, default="")  # one a line
    abstract = models.TextField(blank=True, default="")
    discipline = models.CharField(max_length=60, blank=True, default="")
    left_out = models.BooleanField(default=False)
    use_known = models.BooleanField(default=False)  # take the paper that is here already

    class Meta:
        ordering = ["draft", "position"]
        constraints = [models.UniqueConstraint(fields=["draft", "position"], name="draft_position_once")]

    def __str__(self) -> str:
        return f"{self.file_name} of {self.draft}"

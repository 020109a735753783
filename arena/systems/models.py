"""Systems that make posters, and their configurations, which are superseded but never edited."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

UPLOAD = "upload"  # the backend of systems whose posters are made elsewhere and imported


class System(models.Model):
    """A way to turn a paper into a poster, under the name that reports use."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class SystemConfig(models.Model):
    """One frozen configuration: a backend and its parameters. A change makes a new version."""

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="configs")
    version = models.PositiveIntegerField()
    backend = models.CharField(max_length=60)  # a name of generation.backends.registry, or UPLOAD
    params = models.JSONField(default=dict)
    config_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["system", "version"]
        constraints = [
            models.UniqueConstraint(fields=["system", "version"], name="system_version_once"),
            models.UniqueConstraint(
                fields=["system"], condition=Q(superseded_at=None), name="one_current_config_per_system"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system}@{self.version}"

    @property
    def takes_uploads(self) -> bool:
        return self.backend == UPLOAD

"""Looking up systems and their current configurations."""

from django.db.models import Count, QuerySet

from arena.core.errors import BadInput
from arena.systems.models import System, SystemConfig


def current_configs() -> QuerySet[SystemConfig]:
    """The configuration in force of every system, by slug."""
    current = SystemConfig.objects.filter(superseded_at=None, system__archived_at=None)
    return current.select_related("system").order_by("system__slug")


def current_config(slug: str) -> SystemConfig:
    """The configuration in force of this system; BadInput with the systems that exist."""
    config = current_configs().filter(system__slug=slug).first()
    if config is None:
        known = ", ".join(current_configs().values_list("system__slug", flat=True)) or "none yet; see sync_systems"
        raise BadInput(f"There is no system {slug!r}. Known: {known}.")
    return config


def chosen_configs(slugs: list[str] | None) -> list[SystemConfig]:
    """The current configurations of these systems in this order, of all of them for None."""
    if slugs is None:
        return list(current_configs())
    return [current_config(slug) for slug in dict.fromkeys(slugs)]


def versions_of(system: System) -> list[SystemConfig]:
    """Its configurations, the newest first; each with how many posters, of all revisions, it has as `poster_count`."""
    versions = system.configs.select_related("system").annotate(poster_count=Count("posters"))
    return list(versions.order_by("-version"))

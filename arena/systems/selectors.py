"""Looking up systems and their current configurations."""

from django.db.models import Count, Q, QuerySet

from arena.core.errors import BadInput
from arena.systems.models import SystemConfig


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


def configs_with_posters() -> QuerySet[SystemConfig]:
    """The current configurations, each with how many current posters it has made as `poster_count`."""
    return current_configs().annotate(poster_count=Count("posters", filter=Q(posters__is_current=True)))

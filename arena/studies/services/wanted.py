"""From the systems somebody asked for to the configurations that are meant, and what reports call them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.core.errors import BadInput
from arena.systems.models import SystemConfig
from arena.systems.selectors import current_config


@dataclass(frozen=True, slots=True)
class LabelledConfig:
    label: str
    config: SystemConfig


def resolve_systems(wanted: Sequence[str]) -> list[LabelledConfig]:
    """The configurations by label: the slug, or slug@version where a study has two of one system.

    Raises BadInput with every fault.
    """
    configs: list[SystemConfig] = []
    faults: list[str] = []
    for name in wanted:
        try:
            config = _config_of(name)
        except BadInput as error:
            faults.append(str(error))
            continue
        if config in configs:
            faults.append(f"{name} is named twice.")
        configs.append(config)
    # A spreadsheet would run such a name as a formula, so judgments.csv does not take it.
    faults += [f"{c.system.slug} cannot take part: its name starts with -." for c in configs if c.system.slug[0] == "-"]
    if faults:
        raise BadInput("The systems cannot be compared:", tuple(faults))
    of_one_system = Counter(config.system_id for config in configs)
    labelled = [
        LabelledConfig(
            config.system.slug if of_one_system[config.system_id] == 1 else f"{config.system.slug}@{config.version}",
            config,
        )
        for config in configs
    ]
    return sorted(labelled, key=lambda entry: entry.label)


def _config_of(name: str) -> SystemConfig:
    slug, _, version = name.partition("@")
    if not version:
        return current_config(slug)
    configs = SystemConfig.objects.select_related("system").filter(system__slug=slug)
    config = configs.filter(version=int(version)).first() if version.isdecimal() and len(version) < 9 else None
    if config is None:
        known = ", ".join(f"{slug}@{number}" for number in configs.values_list("version", flat=True)) or "none"
        raise BadInput(f"There is no configuration {name}. Known: {known}.")
    return config

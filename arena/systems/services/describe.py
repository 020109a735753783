"""What a configuration is in words: its backend's own idea, its parameters, the variables it reads its keys from."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from arena.systems.models import SystemConfig

ENVIRONMENT = "_env"  # how the name of a parameter ends that names a variable of the worker's environment


@dataclass(frozen=True, slots=True)
class ParameterLine:
    """One thing the backend was told. `meaning` is the backend's description; empty where it has none any more."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class VariableLine:
    """A variable that the backend reads, by name only; `is_set` is what this process sees, not its worker."""

    name: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class ConfigDescription:
    """`idea` is the backend's one line; empty for uploads and for backends that are not known (any more)."""

    idea: str
    is_known: bool
    parameters: tuple[ParameterLine, ...]
    variables: tuple[VariableLine, ...]


def describe(config: SystemConfig) -> ConfigDescription:
    return describe_all([config])[config.pk]


def describe_all(configs: list[SystemConfig]) -> dict[int, ConfigDescription]:
    """Each configuration's description by its key."""
    # Loaded here: most of what answers requests never asks a backend anything, and some load a browser's driver.
    from generation.backends import registry

    known = registry.known()
    return {
        config.pk: _described(
            config,
            idea=known[config.backend].description if config.backend in known else "",
            is_known=config.takes_uploads or config.backend in known,
            meanings={name: p.description for name, p in known[config.backend].parameters.items()}
            if config.backend in known
            else {},
        )
        for config in configs
    }


def _described(config: SystemConfig, *, idea: str, is_known: bool, meanings: Mapping[str, str]) -> ConfigDescription:
    params = sorted(config.params.items())
    variables = [str(value) for name, value in params if name.endswith(ENVIRONMENT) and value]
    return ConfigDescription(
        idea=idea,
        is_known=is_known,
        parameters=tuple(ParameterLine(name, _value(value), meanings.get(name, "")) for name, value in params),
        variables=tuple(VariableLine(name, bool(os.environ.get(name))) for name in dict.fromkeys(variables)),
    )


def _value(value: object) -> str:
    """A parameter as the file would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def changes(older: SystemConfig, newer: SystemConfig) -> tuple[str, ...]:
    """What one version tells its backend that the one before it did not, a line for each difference."""
    if older.backend != newer.backend:
        return (f"backend {older.backend} became {newer.backend}",)
    return tuple(
        f"{name}: {_value(older.params.get(name, 'not set'))} became {_value(newer.params.get(name, 'not set'))}"
        for name in sorted({*older.params, *newer.params})
        if older.params.get(name) != newer.params.get(name)
    )

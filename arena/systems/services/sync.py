"""Taking over systems.toml: a changed configuration becomes a new version, nothing is deleted."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from arena.core.errors import BadInput
from arena.systems.definitions import Definition, Value, read_definitions
from arena.systems.models import UPLOAD, System, SystemConfig
from generation.backends import registry
from generation.errors import BackendError

BUILTIN = Path(__file__).resolve().parent.parent / "data" / "builtin.toml"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a file did to the systems, by slug."""

    created: tuple[str, ...]
    changed: tuple[str, ...]  # have a new version now
    unchanged: tuple[str, ...]
    absent: tuple[str, ...]  # known here, not in the file; they stay as they are

    @property
    def lines(self) -> tuple[str, ...]:
        parts = (
            ("new", self.created),
            ("new version", self.changed),
            ("unchanged", self.unchanged),
            ("not in the file, kept", self.absent),
        )
        return tuple(f"{word}: {', '.join(slugs)}" for word, slugs in parts if slugs)


def sync_systems(*, path: Path | None = None) -> SyncReport:
    """Make the systems as the file has them, or the built-in ones; BadInput with every fault and nothing saved."""
    path = path or BUILTIN
    definitions, faults = read_definitions(path)
    checked = [(definition, _checked_params(definition, faults)) for definition in definitions]
    if faults:
        raise BadInput(f"{path} cannot be taken; nothing was saved.", tuple(sorted(faults, key=_line_number)))
    words: dict[str, str] = {}
    with transaction.atomic():
        for definition, params in checked:
            words[definition.slug] = _save(definition, params)
        absent = System.objects.filter(archived_at=None).exclude(slug__in=words).values_list("slug", flat=True)
        return SyncReport(_with(words, "created"), _with(words, "changed"), _with(words, "unchanged"), tuple(absent))


def config_hash(backend: str, params: Mapping[str, Value]) -> str:
    """Equal exactly for equal configurations, whatever the order of their parameters."""
    text = json.dumps({"backend": backend, "params": dict(params)}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _checked_params(definition: Definition, faults: list[str]) -> dict[str, Value]:
    """The parameters completed with the backend's defaults; faults are added with their lines."""
    if definition.backend == UPLOAD:
        faults += [f"line {definition.line_of(key)}: {key} means nothing to an upload" for key in definition.params]
        return {}
    given = {}
    for key, value in definition.params.items():
        if isinstance(value, float) and not isfinite(value):
            faults.append(f"line {definition.line_of(key)}: {key} is not a finite number")
        else:
            given[key] = value
    if definition.backend not in registry.known():
        names = ", ".join((*sorted(registry.known()), UPLOAD))
        faults.append(
            f"line {definition.line_of('backend')}: unknown backend {definition.backend[:60]!r}; known: {names}"
        )
        return {}
    # One parameter at a time, so that each fault gets its own line.
    wrong = {key: message for key, value in given.items() if (message := _fault(definition.backend, key, value))}
    faults += [f"line {definition.line_of(key)}: {message}" for key, message in wrong.items()]
    return registry.check(definition.backend, {key: value for key, value in given.items() if key not in wrong})


def _fault(backend: str, key: str, value: Value) -> str:
    try:
        registry.check(backend, {key: value})
    except BackendError as error:
        return str(error)
    return ""


def _save(definition: Definition, params: dict[str, Value]) -> str:
    system, _ = System.objects.update_or_create(
        slug=definition.slug,
        defaults={"name": definition.name, "description": definition.description, "archived_at": None},
    )
    # Locked, so that two syncs at once do not both make version 2.
    System.objects.select_for_update().get(pk=system.pk)
    digest = config_hash(definition.backend, params)
    current = system.configs.filter(superseded_at=None).first()
    if current is not None and current.config_hash == digest:
        return "unchanged"
    last = system.configs.order_by("-version").values_list("version", flat=True).first() or 0
    system.configs.filter(superseded_at=None).update(superseded_at=timezone.now())
    SystemConfig.objects.create(
        system=system, version=last + 1, backend=definition.backend, params=params, config_hash=digest
    )
    return "changed" if last else "created"


def _with(words: Mapping[str, str], word: str) -> tuple[str, ...]:
    return tuple(slug for slug, said in words.items() if said == word)


def _line_number(fault: str) -> int:
    return int(fault.removeprefix("line ").partition(":")[0])

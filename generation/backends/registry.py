"""Which backends there are, what each can be told, and how one is made from a configuration."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import isfinite
from typing import Final

from generation.backends.builtin import BUILTIN_SYSTEMS
from generation.backends.builtin.design import Design
from generation.backends.builtin.system import MAX_FIGURES, BuiltinSystem
from generation.backends.protocol import Backend
from generation.errors import BackendError

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a backend can be told. `kind` is str, int, float or bool; bounds are inclusive."""

    kind: type[Value]
    default: Value
    description: str
    lowest: float | None = None
    highest: float | None = None


@dataclass(frozen=True, slots=True)
class BackendKind:
    """A registered backend: one line on what it is, and its parameters by name."""

    description: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def known() -> dict[str, BackendKind]:
    """Every backend by the name that a configuration uses."""
    return {name: entry.kind for name, entry in _ENTRIES.items()}


def check(backend: str, params: Mapping[str, object]) -> dict[str, Value]:
    """The parameters completed with their defaults.

    Raises BackendError (permanent) that names every unknown or ill-typed parameter, or the unknown backend; a value
    itself is never repeated in a message, since it may be a secret put in the wrong place.
    """
    entry = _entry(backend)
    wrong = [message for name, value in params.items() if (message := _fault(entry.kind, name, value))]
    if wrong:
        raise BackendError(f"backend {backend!r}: {'; '.join(wrong)}", permanent=True)
    given = {name: value for name, value in params.items() if isinstance(value, str | int | float | bool)}
    return {name: given.get(name, parameter.default) for name, parameter in entry.kind.parameters.items()}


def create(backend: str, params: Mapping[str, object] | None = None) -> Backend:
    """The backend of that name, configured. Raises BackendError as `check` does."""
    values = check(backend, params or {})
    return _entry(backend).make(values)


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: BackendKind
    make: Callable[[Mapping[str, Value]], Backend]


def _entry(backend: str) -> _Entry:
    if backend not in _ENTRIES:
        near = get_close_matches(backend, _ENTRIES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BackendError(f"unknown backend {backend!r}{hint} (known: {', '.join(sorted(_ENTRIES))})", permanent=True)
    return _ENTRIES[backend]


def _fault(kind: BackendKind, name: str, value: object) -> str | None:
    parameter = kind.parameters.get(name)
    if parameter is None:
        known_names = ", ".join(sorted(kind.parameters)) or "none"
        return f"unknown parameter {name!r} (known: {known_names})"
    fits = isinstance(value, int | float) if parameter.kind is float else isinstance(value, parameter.kind)
    if not fits or (isinstance(value, bool) and parameter.kind is not bool):
        return f"parameter {name!r} must be {_WORDS[parameter.kind]}, not {type(value).__name__}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = parameter.lowest, parameter.highest
        if not isfinite(value) or (low is not None and value < low) or (high is not None and value > high):
            return f"parameter {name!r} must be {_range(low, high)}"
    return None


def _range(low: float | None, high: float | None) -> str:
    match low, high:
        case None, None:
            return "a finite number"
        case _, None:
            return f"at least {low:g}"
        case None, _:
            return f"at most {high:g}"
        case _:
            return f"from {low:g} to {high:g}"


_WORDS: Final[dict[type[Value], str]] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _builtin(design: Design) -> _Entry:
    most = Parameter(int, design.figures, "at most so many figures and tables", lowest=0, highest=MAX_FIGURES)
    return _Entry(
        BackendKind(design.description, {"max_figures": most}),
        lambda values: BuiltinSystem(design, max_figures=int(values["max_figures"])),
    )


_ENTRIES: Final[dict[str, _Entry]] = {design.name: _builtin(design) for design in BUILTIN_SYSTEMS}

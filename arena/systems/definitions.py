"""Reading systems.toml: one table [systems.SLUG] for each system, every fault with its line."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.core.errors import BadInput

SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
SECRET_KEY = re.compile(r"(^|_)(key|apikey|secret|token|password|passwd|credentials?|auth(orization)?)$", re.IGNORECASE)
SECRET_VALUE = re.compile(r"\b(sk|pk|ghp|gho|xox[a-z]|AKIA)[-_A-Z0-9][-_A-Za-z0-9]{6,}|\bBearer\s+\S{8,}")
KEY_LINE = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
DESCRIPTIVE = ("name", "description", "backend")
MAX_BYTES = 1_000_000

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Definition:
    """A system as the file describes it; `params` is everything but its name, description and backend."""

    slug: str
    name: str
    description: str
    backend: str
    params: Mapping[str, Value]
    lines: "Lines"

    def line_of(self, key: str) -> int:
        return self.lines.of(self.slug, key)


def read_definitions(path: Path) -> tuple[list[Definition], list[str]]:
    """The systems of a file and one line for each fault; BadInput where the file cannot be read at all."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_BYTES:
        raise BadInput(f"{path} is larger than {MAX_BYTES // 1_000_000} MB; that is no systems file.")
    try:
        text = data.decode("utf-8-sig")
        tables = tomllib.loads(text).get("systems")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not valid TOML: {error}.") from error
    if not isinstance(tables, dict) or not tables:
        raise BadInput(f"{path} names no systems; each is a table such as [systems.my-system] with a backend.")
    lines = Lines(text)
    reader = _Reader(lines)
    definitions = [reader.definition(slug, table) for slug, table in tables.items()]
    return [definition for definition in definitions if definition is not None], reader.faults


class Lines:
    """Where tables and keys stand. TOML readers do not say; what is not found is put at its table's line, or line 1."""

    def __init__(self, text: str) -> None:
        self._found: dict[tuple[str, str], int] = {}
        slug = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if line.lstrip().startswith("["):
                slug = _slug_of_header(line)
                self._found.setdefault((slug, ""), number)
            elif found := KEY_LINE.match(line):
                key = next(group for group in found.groups() if group is not None)
                self._found.setdefault((slug, key), number)

    def of(self, slug: str, key: str = "") -> int:
        return self._found.get((slug, key)) or self._found.get((slug, "")) or 1


def _slug_of_header(line: str) -> str:
    try:
        tables = tomllib.loads(line).get("systems", {})
    except tomllib.TOMLDecodeError:
        return ""
    return next(iter(tables), "") if isinstance(tables, dict) else ""


class _Reader:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.faults: list[str] = []

    def definition(self, slug: str, table: object) -> Definition | None:
        before = len(self.faults)
        if not SLUG.fullmatch(slug):
            self._fault(slug, "", f"{slug[:60]!r} cannot name a system: letters, digits, - and _ only, no path")
        if not isinstance(table, dict):
            self._fault(slug, "", f"systems.{slug} is not a table")
            return None
        texts = {key: self._text(slug, key, table.get(key)) for key in DESCRIPTIVE}
        if "backend" not in table:
            self._fault(slug, "", "backend is missing")
        params = {
            key: value for key, value in table.items() if key not in DESCRIPTIVE and self._usable(slug, key, value)
        }
        if len(self.faults) > before and not texts["backend"]:
            return None
        return Definition(slug, texts["name"] or slug, texts["description"], texts["backend"], params, self._lines)

    def _text(self, slug: str, key: str, value: object) -> str:
        if value is None:
            return ""
        if not isinstance(value, str) or (key != "description" and not value.strip()):
            self._fault(slug, key, f"{key} is not a text")
            return ""
        return value.strip()

    def _usable(self, slug: str, key: str, value: object) -> bool:
        """Whether a parameter may go on to its backend; secrets and tables may not, and no value is ever repeated."""
        if isinstance(value, str) and (SECRET_KEY.search(key) or SECRET_VALUE.search(value)):
            self._fault(
                slug,
                key,
                f"{key} looks like a secret; take it out of the file, put it into the worker's environment and name "
                f"the variable here ({key}_env)",
            )
            return False
        if not isinstance(value, str | int | float | bool):
            self._fault(slug, key, f"{key} is not a text, a number, true or false")
            return False
        return True

    def _fault(self, slug: str, key: str, message: str) -> None:
        self.faults.append(f"line {self._lines.of(slug, key)}: {message}")

"""Reading a benchmark's manifest: every fault with its line, all at once."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.core.errors import BadInput
from scoring.words import DISCIPLINES

CASE_ID = re.compile(r"[^\W_][\w.-]{0,119}")
BENCHMARK_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,79}")
SHA256 = re.compile(r"[0-9a-f]{64}")
URL = re.compile(r"https?://[^\s\x00-\x1f<>\"]{1,480}")
IDENTIFIERS = ("doi", "arxiv", "openalex")
LONGEST = {"venue": 300, "license": 200}
MAX_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """What one line says of a paper; empty or None is "not known"."""

    line: int
    case_id: str
    title: str
    authors: tuple[str, ...]
    discipline: str
    abstract: str = ""
    year: int | None = None
    venue: str = ""
    citation: str = ""
    license: str = ""
    license_url: str = ""
    landing_url: str = ""
    pdf_url: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    expected_sha256: str = ""
    pdf: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A benchmark as its folder describes it."""

    folder: Path
    name: str
    title: str
    description: str
    rows: tuple[ManifestRow, ...]


def read_manifest(path: Path, name: str | None = None) -> Manifest:
    """Read a manifest, given its file or its folder; BadInput with every fault of both files."""
    file = path / "manifest.jsonl" if path.is_dir() else path
    if not file.is_file():
        raise BadInput(f"There is no manifest at {file}.")
    if file.stat().st_size > MAX_BYTES:
        raise BadInput(f"{file} is larger than {MAX_BYTES // 1_000_000} MB; that is no manifest.")
    rows, faults = parse_rows(file.read_bytes())
    about, more = _read_about(file.parent / "benchmark.json")
    faults += more
    if faults:
        raise BadInput(f"{file} cannot be loaded; nothing was saved.", tuple(faults))
    chosen = name or about.get("name") or file.resolve().parent.name
    if not BENCHMARK_NAME.fullmatch(chosen):
        raise BadInput(f"{chosen!r} cannot name a benchmark; give --name with letters, digits, - and _ only.")
    return Manifest(file.parent, chosen, about.get("title") or chosen, about.get("description", ""), tuple(rows))


def parse_rows(data: bytes) -> tuple[list[ManifestRow], list[str]]:
    """The rows of a manifest, and one line for each fault."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return [], [f"line {line}: not UTF-8 text"]
    rows: list[ManifestRow] = []
    faults: list[str] = []
    first_lines: dict[str, int] = {}
    for number, source in enumerate(text.split("\n"), start=1):
        if not source.strip():
            continue
        reader = _Line(source)
        row = reader.row(number)
        faults += [f"line {number}: {fault}" for fault in reader.faults]
        if row.case_id:
            first = first_lines.setdefault(row.case_id.casefold(), number)
            if first != number:
                faults.append(f"line {number}: case_id {row.case_id} stands on line {first} already")
        rows.append(row)
    if not rows:
        faults.append("line 1: the manifest is empty; it needs one JSON object a line, one line a paper")
    return rows, faults


class _Line:
    """One line read key by key; `faults` collects what is wrong with it."""

    def __init__(self, text: str) -> None:
        self.faults: list[str] = []
        self.values = self._object(text)

    def _object(self, text: str) -> dict[str, object]:
        try:
            value = json.loads(text, object_pairs_hook=self._pairs, parse_constant=self._constant)
        except json.JSONDecodeError as error:
            self.faults.append(f"not valid JSON: {error.msg} at character {error.pos + 1}")
        except RecursionError:
            self.faults.append("not valid JSON: nested too deeply")
        else:
            if isinstance(value, dict):
                return value
            self.faults.append("not a JSON object")
        return {}

    def _pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = sorted({key for key in keys if keys.count(key) > 1})
            self.faults.append(f"key {', '.join(twice)} stands twice")
        return found

    def _constant(self, name: str) -> None:
        self.faults.append(f"{name} is not a number that JSON knows")

    def row(self, number: int) -> ManifestRow:
        if not self.values:
            if not self.faults:
                self.faults.append("an empty object; a paper needs case_id, title, authors and discipline")
            return ManifestRow(number, "", "", (), "")
        return ManifestRow(
            line=number,
            case_id=self._case_id(),
            title=self._text("title", required=True),
            authors=self._authors(),
            discipline=self._discipline(),
            abstract=self._text("abstract"),
            year=self._whole("year", 1000, 2999),
            venue=self._text("venue"),
            citation=self._text("citation"),
            license=self._text("license"),
            license_url=self._url("license_url"),
            landing_url=self._url("landing_url"),
            pdf_url=self._url("pdf_url"),
            identifiers=self._identifiers(),
            expected_sha256=self._sha256(),
            pdf=self._relative("pdf"),
        )

    def _text(self, key: str, *, required: bool = False) -> str:
        value = self.values.get(key)
        if value is None or value == "":
            if required:
                self.faults.append(f"{key} is missing")
            return ""
        if not isinstance(value, str):
            self.faults.append(f"{key} is {_kind(value)}; text is wanted")
            return ""
        if any(unicodedata.category(character) in {"Cs", "Cc"} and character not in "\n\t" for character in value):
            self.faults.append(f"{key} holds a control character")
        text = unicodedata.normalize("NFC", " ".join(value.split()))
        if required and not text:
            self.faults.append(f"{key} is missing")
        if len(text) > LONGEST.get(key, 20_000):
            self.faults.append(f"{key} has {len(text)} characters; at most {LONGEST.get(key, 20_000)} are taken")
        return text

    def _case_id(self) -> str:
        value = self._text("case_id", required=True)
        if not value or CASE_ID.fullmatch(value):
            return value
        shown = value if len(value) <= 60 else value[:59] + "…"
        if value[0] in "=+-@":
            self.faults.append(f"case_id {shown!r} starts with {value[0]}, which a spreadsheet runs as a formula")
        else:
            self.faults.append(
                f"case_id {shown!r} is not an id: letters, digits, '.', '_' and '-', at most 120, "
                "the first a letter or digit"
            )
        return ""

    def _authors(self) -> tuple[str, ...]:
        value = self.values.get("authors")
        if value is None:
            self.faults.append("authors is missing")
        elif not isinstance(value, list) or not all(isinstance(name, str) and name.strip() for name in value):
            self.faults.append("authors is not a list of names")
        else:
            return tuple(unicodedata.normalize("NFC", " ".join(name.split())) for name in value)
        return ()

    def _discipline(self) -> str:
        value = self._text("discipline", required=True)
        if value and value not in DISCIPLINES:
            self.faults.append(f"discipline {value[:60]!r} is not one of {', '.join(DISCIPLINES)}")
            return ""
        return value

    def _whole(self, key: str, low: int, high: int) -> int | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.faults.append(f"{key} is not a whole number between {low} and {high}")
            return None
        return value

    def _url(self, key: str) -> str:
        value = self._text(key)
        if value and not URL.fullmatch(value):
            self.faults.append(f"{key} is not a web address (http:// or https://)")
            return ""
        return value

    def _identifiers(self) -> dict[str, str]:
        value = self.values.get("identifiers")
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(item is None or isinstance(item, str) for item in value.values()):
            self.faults.append("identifiers is not an object of texts")
            return {}
        return {key: item for key, item in value.items() if key in IDENTIFIERS and item}

    def _sha256(self) -> str:
        value = self._text("expected_sha256")
        if value and not SHA256.fullmatch(value):
            self.faults.append("expected_sha256 is not 64 lower-case hexadecimal digits")
            return ""
        return value

    def _relative(self, key: str) -> str:
        value = self._text(key)
        if value and (value.startswith(("/", "~")) or "\\" in value or ".." in value.split("/")):
            self.faults.append(f"{key} {value[:60]!r} leads out of the manifest's folder")
            return ""
        return value


def _read_about(path: Path) -> tuple[dict[str, str], list[str]]:
    """benchmark.json, if there is one."""
    if not path.is_file():
        return {}, []
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        return {}, [f"{path.name}: not valid JSON ({error})"]
    if not isinstance(value, dict):
        return {}, [f"{path.name}: not a JSON object"]
    about = {key: value[key] for key in ("name", "title", "description") if value.get(key)}
    wrong = [f"{path.name}: {key} is {_kind(item)}; text is wanted" for key, item in about.items() if _not_text(item)]
    return ({} if wrong else about), wrong


def _not_text(value: object) -> bool:
    return not isinstance(value, str)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"

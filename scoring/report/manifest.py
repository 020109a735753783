"""The manifest of a report's archive: options, versions, the command, and the fingerprint of every file."""

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import IO, Final

import scoring
from scoring.report.errors import BadReport

NAME: Final = "manifest.json"
SCHEMA: Final = 1
# What decides the numbers, and what decides the bytes of figures and page.
LIBRARIES: Final = ("numpy", "scipy", "choix", "matplotlib", "fonttools", "jinja2", "pillow")
_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Options:
    """What a report depends on besides its input files; scores None: it was made without a scores file."""

    judgments: str
    scores: str | None
    evaluator: str | None
    resamples: int
    seed: int
    margins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Packed:
    """One file of the archive, this manifest apart."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything in manifest.json."""

    schema: int
    simulated: bool
    options: Options
    command: str
    versions: dict[str, str]
    files: tuple[Packed, ...]


def versions_here() -> dict[str, str]:
    """The versions of this program, of Python and of the libraries that make a report, where it runs now."""
    return {
        "poster-arena": scoring.__version__,
        "python": platform.python_version(),
        **{library: version(library) for library in LIBRARIES},
    }


def fingerprint(name: str, stream: IO[bytes]) -> Packed:
    """Size and SHA-256 of what is left of a stream, read piece by piece."""
    sha256, size = hashlib.sha256(), 0
    while piece := stream.read(_PIECE):
        sha256.update(piece)
        size += len(piece)
    return Packed(name, size, sha256.hexdigest())


def to_json(manifest: Manifest) -> bytes:
    """manifest.json: keys in the order of the records."""
    return (json.dumps(asdict(manifest), ensure_ascii=False, allow_nan=False, indent=2) + "\n").encode()


def from_json(data: bytes) -> Manifest:
    """Read manifest.json back. Raises BadReport where it is none of this schema."""
    try:
        value = json.loads(data)
        if value["schema"] != SCHEMA:
            raise BadReport(f"{NAME} is of schema {value['schema']}; this version knows {SCHEMA}")
        return Manifest(
            schema=SCHEMA,
            simulated=bool(value["simulated"]),
            options=_options(value["options"]),
            command=str(value["command"]),
            versions={str(name): str(number) for name, number in value["versions"].items()},
            files=tuple(Packed(str(file["name"]), int(file["bytes"]), str(file["sha256"])) for file in value["files"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, BadReport):
            raise
        raise BadReport(f"{NAME} is not the manifest of a report ({error})") from error


def _options(value: Mapping[str, object]) -> Options:
    scores, evaluator, margins = value["scores"], value["evaluator"], value["margins"]
    if not isinstance(margins, list):
        raise TypeError("margins is no list")
    return Options(
        judgments=str(value["judgments"]),
        scores=None if scores is None else str(scores),
        evaluator=None if evaluator is None else str(evaluator),
        resamples=int(str(value["resamples"])),
        seed=int(str(value["seed"])),
        margins=tuple(float(edge) for edge in margins),
    )

"""A static files finder for the four faces the site uses, found in the packages that carry them."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, overload

from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage

# The .otf files: in the packaged serif .ttf the advance of the percent sign is wrong.
FACES = {
    "font_source_sans_pro": ("SourceSansPro-Regular.otf", "SourceSansPro-Semibold.otf"),
    "font_source_serif_pro": ("SourceSerifPro-Regular.otf", "SourceSerifPro-Semibold.otf"),
}
PREFIX = "fonts"


def folder_of(package: str) -> Path:
    """Where a font package keeps its files; its module is not imported."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the Python package {package} is not installed")
    return Path(spec.origin).parent / "files"


class FontFinder(BaseFinder):
    def check(self, **kwargs: Any) -> list[CheckMessage]:
        missing = [face for face, path in _faces().items() if not path.is_file()]
        return [Error(f"The fonts {', '.join(missing)} are not installed.", id="core.E001")] if missing else []

    @overload
    def find(self, path: str, find_all: Literal[False] = ...) -> str | None: ...
    @overload
    def find(self, path: str, find_all: Literal[True]) -> list[str]: ...
    def find(self, path: str, find_all: bool = False) -> str | list[str] | None:
        folder, _, name = path.replace("\\", "/").rpartition("/")
        face = _faces().get(name) if folder == PREFIX else None
        if face is None:
            return []  # as Django's own finders do: its caller takes a None for a match
        return [str(face)] if find_all else str(face)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name, path in _faces().items():
            storage = FileSystemStorage(location=path.parent)
            storage.prefix = PREFIX  # type: ignore[attr-defined]
            yield name, storage


def _faces() -> dict[str, Path]:
    return {name: folder_of(package) / name for package, names in FACES.items() for name in names}

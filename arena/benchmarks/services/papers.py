"""Finding the PDF of a manifest row and saying whether it can be used."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from arena.benchmarks.manifest import Manifest, ManifestRow
from arena.core.errors import NotReady
from generation.errors import BadPaper, GenerationError
from generation.ingest.check import check_paper


@dataclass(frozen=True, slots=True)
class FoundPdf:
    """A file that stands for a paper; `fault` says why its content cannot be used, in words for people."""

    path: Path
    sha256: str
    fault: str = ""


def find_pdf(manifest: Manifest, row: ManifestRow, pdf_dir: Path | None) -> Path | None:
    """The first of the places where the PDF of a row may lie that holds a file."""
    return next((path for path in _places(manifest, row, pdf_dir) if path.is_file()), None)


def where_to_put(manifest: Manifest, row: ManifestRow, pdf_dir: Path | None) -> str:
    """For people: where the PDF of a row was looked for."""
    places = _places(manifest, row, pdf_dir)
    where = (
        f"no PDF at {', '.join(str(place) for place in places)}" if places else "no PDF; --pdf-dir says where to look"
    )
    return f"{where}; get it from {row.landing_url}" if row.landing_url else where


def inspect_pdf(path: Path, *, known_good: str) -> FoundPdf:
    """Hash a file and check its content, unless it is the file whose hash is `known_good`."""
    try:
        with path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return FoundPdf(path, "", f"{path} cannot be read: {error.strerror}")
    if sha256 == known_good:
        return FoundPdf(path, sha256)
    try:
        check_paper(path)
    except BadPaper as error:
        return FoundPdf(path, sha256, f"{path}: {str(error).removesuffix('.')}")
    except GenerationError as error:
        raise NotReady(str(error)) from error
    return FoundPdf(path, sha256)


def _places(manifest: Manifest, row: ManifestRow, pdf_dir: Path | None) -> list[Path]:
    places = []
    if pdf_dir is not None:
        discipline = pdf_dir / row.discipline
        places = [
            discipline / row.case_id / "paper.pdf",
            discipline / f"{row.case_id}.pdf",
            pdf_dir / f"{row.case_id}.pdf",
        ]
    if row.pdf:
        places.append(manifest.folder / row.pdf)
    return places

"""Reading a paper takes seconds, so all tests of this core share what was read of it."""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from generation.ingest import content_from_json, content_to_json
from generation.ingest.reader import read_paper
from generation.records import PaperContent

Read = tuple[PaperContent, Path]


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Read]:
    """Reads a paper in this process, once for the whole run however many workers it has: content and its pictures."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent

    def read(path: Path) -> Read:
        folder = root / f"read-{path.parent.name}"
        if not folder.exists():
            fresh = Path(tempfile.mkdtemp(dir=root))
            content = read_paper(pdfium.PdfDocument(path), fresh)
            (fresh / "content.json").write_text(content_to_json(content), encoding="utf-8")
            with contextlib.suppress(OSError):  # another worker was faster
                fresh.rename(folder)
        return content_from_json((folder / "content.json").read_text(encoding="utf-8")), folder

    return read

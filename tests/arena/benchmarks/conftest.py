"""What the benchmarks tests share."""

from pathlib import Path

import pytest
from PIL import Image

from arena.benchmarks.services import pictures
from arena.core import leases
from generation.errors import BadCrop
from generation.records import Box, PagePicture

PAGE = (600.0, 800.0)  # points, of every page that `drawn` draws


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transaction of a test locks SQLite, so a heartbeat from its thread would only wait for the test's end."""
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 3600.0)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, object]]:
    """Pages and crops drawn at once in place of the sandbox; the list says what was asked for."""
    asked: list[tuple[int, object]] = []

    def page(pdf: Path, number: int, target: Path, *, long_edge: int, timeout_seconds: float) -> PagePicture:
        asked.append((number, long_edge))
        Image.new("RGB", (60, 80), "white").save(target)
        return PagePicture(number, 3, *PAGE, 60, 80)

    def crop(pdf: Path, number: int, box: Box, target: Path, *, timeout_seconds: float) -> tuple[int, int]:
        asked.append((number, box))
        if box.x1 > 5000:
            raise BadCrop("The box is too small, or it lies outside of the page.")
        size = (max(1, round(box.width)), max(1, round(box.height)))
        Image.new("RGB", size, "white").save(target)
        return size

    monkeypatch.setattr(pictures, "render_page", page)
    monkeypatch.setattr(pictures, "cut_figure", crop)
    return asked

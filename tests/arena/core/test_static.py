"""Static files: the fonts come from their packages, and every address in a stylesheet leads somewhere."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from pytest_django import Settings

from arena.core.fonts import FACES

STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"


def test_the_four_faces_are_found_and_nothing_else_of_their_packages() -> None:
    for face in (face for faces in FACES.values() for face in faces):
        found = finders.find(f"fonts/{face}")
        assert found is not None
        assert Path(found).read_bytes()[:4] == b"OTTO"  # the mark of an OpenType file with outlines of type CFF
    for other in ("fonts/SourceSansPro-Black.otf", "fonts/LICENSE.txt", "fonts/../settings.py", "fonts"):
        assert finders.find(other) is None


def test_collecting_for_production_resolves_every_address(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": STORAGE}}
    call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    sheet = (tmp_path / manifest["css/tokens.css"]).read_text()
    addresses = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(addresses) == 4
    for address in addresses:
        assert (tmp_path / "css" / address).resolve().is_file(), address


@pytest.mark.parametrize(
    "sheet", sorted((Path(__file__).parents[3] / "static" / "css").glob("*.css")), ids=lambda p: p.name
)
def test_every_token_a_stylesheet_uses_is_defined(sheet: Path) -> None:
    tokens = set(re.findall(r"(--[\w-]+):", (sheet.parent / "tokens.css").read_text()))
    assert set(re.findall(r"var\((--[\w-]+)", sheet.read_text())) <= tokens | set(
        re.findall(r"(--[\w-]+):", sheet.read_text())
    )

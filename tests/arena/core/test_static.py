"""Static files: the fonts are cut from their packages, and every address in a stylesheet leads somewhere."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from fontTools.ttLib import TTFont
from pytest_django import Settings

from arena.core.fonts import FACES, FOLDER, USUAL, build, codepoints, folder_of

STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"


@pytest.mark.parametrize("face", FACES)
def test_a_face_is_cut_into_what_every_page_needs_and_the_rest(face: str) -> None:
    """Together they have every character of the package's file, and no page needs more than 40 kB of a face."""
    package, name = FACES[face]
    whole = characters(folder_of(package) / name)
    usual, more = characters(FOLDER / f"{face}.woff"), characters(FOLDER / f"{face}-more.woff")
    assert usual | more == whole
    assert usual == whole & codepoints(USUAL)
    assert set("Aßłő−≥×·–“αμ₂²%→…") - {chr(code) for code in usual} == set()
    assert (FOLDER / f"{face}.woff").stat().st_size < 40_000


def test_the_fonts_kept_are_the_ones_that_are_built() -> None:
    for name, content in build("sans-semibold").items():
        assert (FOLDER / name).read_bytes() == content, f"{name}: run python -m arena.core.fonts"


def test_the_style_sheet_asks_for_the_characters_each_file_has() -> None:
    sheet = (FOLDER.parent / "css" / "tokens.css").read_text()
    said = dict(re.findall(r'fonts/([\w-]+)\.woff"\).*?unicode-range: ([^;]+);', sheet))
    assert sorted(said) == sorted(path.stem for path in FOLDER.glob("*.woff"))
    for face, ranges in said.items():
        has = characters(FOLDER / f"{face}.woff")
        # What lies in ranges nobody writes prose in (marks for mathematics in circles) is left to the system's fonts.
        assert len(has - codepoints(ranges)) <= (60 if face.endswith("-more") else 0), face


def characters(file: Path) -> set[int]:
    with TTFont(file) as font:
        return set(font.getBestCmap())


def test_collecting_for_production_resolves_every_address(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": STORAGE}}
    call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    sheet = (tmp_path / manifest["css/tokens.css"]).read_text()
    addresses = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(addresses) == 8  # four faces, each in two files
    for address in addresses:
        assert (tmp_path / "css" / address).resolve().is_file(), address


STATIC = Path(__file__).parents[3] / "static"


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").glob("*.css")), ids=lambda p: p.name)
def test_every_token_a_stylesheet_uses_is_defined(sheet: Path) -> None:
    """In a stylesheet, or by a script that knows the number only while the page is looked at."""
    tokens = {name for path in (STATIC / "css").glob("*.css") for name in re.findall(r"(--[\w-]+):", path.read_text())}
    for script in (STATIC / "js").rglob("*.js"):
        tokens |= set(re.findall(r'setProperty\("(--[\w-]+)"', script.read_text()))
    assert set(re.findall(r"var\((--[\w-]+)", sheet.read_text())) <= tokens

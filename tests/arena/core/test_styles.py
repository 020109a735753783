"""The style sheets hold nothing that no page uses."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
# What the framework puts on messages and forms, and what templates complete from a value: class="n{{ level }}".
COMPOSED = {"error", "warning", "success", "htmx-request"}
COMPOSED |= {f"n{n}" for n in range(4)} | {f"{side}{depth}" for side in "fa" for depth in (1, 2, 3)}
COMPOSED |= {f"level-{n}" for n in range(2, 7)}


def words_in_use() -> set[str]:
    """Every word of the templates, scripts and pages' modules: a class in use is one of them."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    files += [*(ROOT / "arena").glob("*/*.py"), *(ROOT / "arena").glob("*/templatetags/*.py")]
    return {word for file in files for word in re.findall(r"[\w-]+", file.read_text())}


def classes_of(sheet: Path) -> set[str]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    selectors = re.findall(r"([^{}]+)\{", text)
    return {
        name
        for selector in selectors
        if not selector.strip().startswith("@font-face")
        for name in CLASS.findall(re.sub(r"\"[^\"]*\"", "", selector))
    }


@pytest.fixture(scope="module")
def in_use() -> set[str]:
    return words_in_use() | COMPOSED


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_class_of_a_style_sheet_is_on_some_page(sheet: Path, in_use: set[str]) -> None:
    found = {name for name in classes_of(sheet) if not re.fullmatch(r"\d.*", name)}
    assert found - in_use == set()


def test_every_style_sheet_is_linked_and_says_what_it_is_for() -> None:
    linked = {
        name
        for file in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"css/([\w-]+\.css)", file.read_text())
    }
    assert {sheet.name for sheet in SHEETS} == linked
    assert [sheet.name for sheet in SHEETS if not sheet.read_text().startswith("/* ")] == []

"""Whatever any built-in system may put on a poster of a real paper stands whole in that paper."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from fontTools.ttLib import TTFont

from generation.backends import registry
from generation.backends.builtin.sentences import is_whole
from generation.backends.builtin.story import Story, tell
from generation.backends.builtin.system import MAX_FIGURES
from generation.backends.builtin.typeset import plain
from generation.ingest import ingest_paper
from generation.records import GenerationRequest, PaperContent, PaperIdentity

Reader = Callable[[Path], tuple[PaperContent, Path]]
ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared"
SAMPLE = ROOT / "arena" / "benchmarks" / "data" / "sample"
# Two of our own always; ten of other people where they are at hand.
SAMPLES = ("mauna-loa-deeper-breath", "beer-tax-sign")


def listed(manifest: Path) -> dict[str, dict[str, object]]:
    rows = map(json.loads, manifest.read_text(encoding="utf-8").splitlines()) if manifest.is_file() else []
    return {row["case_id"]: row for row in rows}


OURS, OTHERS = listed(SAMPLE / "manifest.jsonl"), listed(SHARED / "papers" / "manifest.jsonl")


def paper_and_identity(case_id: str) -> tuple[Path, PaperIdentity]:
    row, folder = (OURS[case_id], SAMPLE) if case_id in OURS else (OTHERS[case_id], SHARED / "papers")
    identity = PaperIdentity(case_id, str(row["title"]), (), "", str(row["discipline"]))
    return folder / str(row["pdf"]), identity


def everything_said(story: Story) -> list[str]:
    return [story.finding, *story.abstract, *(s.text for pool in story.pools.values() for s in pool)]


def letters(text: str) -> str:
    """Letters and digits alone: hyphens at line ends and white space are layout."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def printed(pdf: Path) -> str:
    """All letters of a PDF in the order in which it draws them, read by another path than ingest's."""
    document = pdfium.PdfDocument(pdf)
    return letters("".join(page.get_textpage().get_text_range() for page in document))


@pytest.mark.parametrize("case_id", [*SAMPLES, *(OTHERS or ["needs ../shared/papers"])])
def test_every_sentence_stands_whole_in_the_paper(case_id: str, read_once: Reader) -> None:
    if case_id not in OURS and case_id not in OTHERS:
        pytest.skip("the real papers of ../shared/papers are not here")
    pdf, identity = paper_and_identity(case_id)
    content, assets = read_once(pdf)
    story = tell(content, identity, assets, max_figures=MAX_FIGURES)
    source = plain(" ".join([content.text, *(p for s in content.sections for p in s.paragraphs)]))
    said = everything_said(story)
    assert story.finding
    assert len(said) >= 15
    assert [text for text in said if not is_whole(text)] == []
    assert [text for text in said if plain(text) not in source] == []
    captions = [picture.caption for picture in story.pictures if picture.caption]
    assert [c for c in captions if not any(plain(c) in plain(f.caption) for f in content.figures)] == []
    # A sentence that goes on in the next column or on the next page is broken up by what is drawn in between.
    whole = printed(pdf)
    unbroken = [text for text in said if letters(text) in whole]
    assert len(unbroken) >= 0.6 * len(said)


@pytest.mark.browser
@pytest.mark.parametrize("name", ["made_chinese_paper", "made_text_only_no_figures"])
@pytest.mark.parametrize("backend", sorted(registry.known()))
def test_a_paper_with_hardly_a_word_still_gets_a_poster(backend: str, name: str, tmp_path: Path) -> None:
    pdf = SHARED / "cases" / "pdfs" / f"{name}.pdf"
    if not pdf.is_file():
        pytest.skip("the odd papers of ../shared/cases are not here")
    assets, workspace = tmp_path / "assets", tmp_path / "workspace"
    workspace.mkdir()
    content = ingest_paper(pdf, assets)
    identity = PaperIdentity(name, content.title, content.authors, "", "physics_astronomy")
    result = registry.create(backend).generate(GenerationRequest(identity, content, pdf, assets, workspace))
    html = result.artifact.read_text(encoding="utf-8")
    assert ('font-family:"Poster CJK"' in html) == (name == "made_chinese_paper")
    assert ('lang="zh-Hans"' in html) == (name == "made_chinese_paper")
    # Every Chinese sign on it has a glyph of its own in the typeface that travels along.
    chinese = set(re.findall("[\u3001-\u9fff]", re.sub(r"base64,[^\"')]+", "", html)))
    fonts = re.findall(r'font-family:"Poster CJK"[^}]*?base64,([A-Za-z0-9+/=]+)', html)
    assert bool(chinese) == bool(fonts)
    for font in fonts:
        assert chinese <= {chr(code) for code in TTFont(BytesIO(b64decode(font))).getBestCmap()}

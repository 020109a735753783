"""A paper's title, abstract, headings and captions come from its text by simple rules."""

from pathlib import Path

import pytest

from scoring.posterbench.errors import UnreadablePaper
from scoring.posterbench.numbers import KnownNumbers, find_numbers
from scoring.posterbench.paper import paper_from_text, read_paper
from scoring.records import PaperText


def test_parts_of_the_paper_are_found(paper: PaperText) -> None:
    assert paper.title == "Warming of small lakes in a dry decade"
    assert paper.abstract.startswith("We study the surface temperature of 148")
    assert paper.abstract.endswith("most of the rest.")
    assert paper.headings == ("Abstract", "Introduction", "Data and methods", "Results", "Discussion", "References")
    assert paper.figures == 4  # three figures, one table


def test_a_caption_told_twice_counts_once() -> None:
    assert paper_from_text("Figure 1. A\nFigure 1. A\nas Figure 2 shows\nTable 1: B").figures == 2


def test_without_a_heading_the_beginning_stands_for_the_abstract() -> None:
    assert paper_from_text("Some title here\n" + "word " * 500).abstract.startswith("Some title here")


@pytest.mark.parametrize(
    ("content", "says"), [(b"", "not a PDF"), (b"%PDF-1.4", "not a PDF"), (b"plain text", "not a PDF")]
)
def test_a_damaged_paper_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadablePaper, match=says):
        read_paper(path)


def test_a_scanned_paper_is_refused(tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "scan.pdf"
    Image.new("RGB", (600, 800), "white").save(path, "PDF")
    with pytest.raises(UnreadablePaper, match="no text"):
        read_paper(path)


@pytest.fixture(scope="module")
def real_papers() -> list[PaperText]:
    folder = Path(__file__).resolve().parents[4] / "shared" / "papers"
    if not folder.is_dir():
        pytest.skip("the real papers are not beside this checkout")
    return [read_paper(path) for path in sorted(folder.rglob("paper.pdf"))]


def test_real_papers_have_a_title_headings_and_figures(real_papers: list[PaperText]) -> None:
    assert len(real_papers) == 10
    for paper in real_papers:
        assert len(paper.title) > 8
        assert len(paper.abstract) > 200
        assert len(paper.headings) >= 3
        assert paper.figures >= 3


def test_numbers_drawn_at_random_are_seldom_grounded(real_papers: list[PaperText]) -> None:
    """The public evaluator grounds 45 % of two-decimal numbers and 21 % of percentages by chance."""
    tries = [f"{value / 100:.2f}" for value in range(2113, 9999, 79)] + [f"{v / 10:.1f}%" for v in range(3, 999, 11)]
    for paper in real_papers:
        known = KnownNumbers(paper.text)
        assert sum(known.ground(find_numbers(text)[0]) for text in tries) / len(tries) < 0.08


def test_a_paper_of_a_few_words_is_refused_for_that_and_not_as_a_scan(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    path = tmp_path / "paper.pdf"
    figure = Figure()
    figure.text(0.1, 0.5, "Short abstract only.")
    figure.savefig(path)
    with pytest.raises(UnreadablePaper, match=r"only 17 letters in it, too few"):
        read_paper(path)

"""Papers made for the test, whose right reading is known; then those of the sample benchmark."""

from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from generation.ingest import body_sections, ingest_paper, limits
from generation.ingest.ink import clusters, map_ink
from generation.ingest.pages import read_glyphs
from generation.ingest.reader import read_paper
from generation.records import FigureKind

RED = (0.9, 0.1, 0.1)
BLUE = (0.1, 0.2, 0.8)
FILLER = [
    "The plants were watered every morning and measured every",
    "evening, and all of them grew at the rate that was expected",
    "from the earlier study of the same valley and its weather.",
]
SAMPLE = Path(__file__).resolve().parents[3] / "arena" / "benchmarks" / "data" / "sample"


def read(path: Path, out: Path):
    """Reads in this process: the same code that the sandbox runs, without the child."""
    out.mkdir(exist_ok=True)
    return read_paper(pdfium.PdfDocument(path), out)


@pytest.fixture
def out(tmp_path) -> Path:
    return tmp_path / "assets"


def opening(page):
    """Title, authors and abstract at the top of a page; returns the baseline where the text may start."""
    page.text(72, 90, "How Plants Grow in a Valley", 20, bold=True)
    page.text(72, 115, "Ada Lovelace, Émilie du Châtelet and Ben Okri", 11)
    page.text(72, 130, "Institute of Botany, University of the Valley", 9)
    page.text(72, 160, "Abstract", 12, bold=True)
    page.lines(72, 176, ["We ask how plants grow. They grow by", "two centimetres a day."])
    page.text(72, 220, "1 Introduction", 12, bold=True)
    return 236


def test_one_column_is_read_as_it_stands(write_pdf, new_page, out):
    page = new_page()
    y = opening(page)
    y = page.lines(72, y, FILLER)
    y = page.lines(72, y + 8, ["A second paragraph starts after a blank and", "ends here."])
    page.text(72, y + 20, "2.1 Measured plants", 11, bold=True)
    page.lines(72, y + 36, FILLER)
    page.text(72, y + 100, "References", 12, bold=True)
    page.lines(72, y + 116, ["[1] A. Author. A study of valleys. 1999.", "[2] B. Author. A study of plants. 2001."])
    content = ingest_paper(write_pdf(page), out)
    assert content.title == "How Plants Grow in a Valley"
    assert content.authors == ("Ada Lovelace", "Émilie du Châtelet", "Ben Okri")
    assert content.abstract == "We ask how plants grow. They grow by two centimetres a day."
    assert [(s.heading, s.level) for s in content.sections] == [
        ("Introduction", 1),
        ("Measured plants", 2),
        ("References", 1),
    ]
    assert content.sections[0].paragraphs == (
        " ".join(FILLER),
        "A second paragraph starts after a blank and ends here.",
    )
    assert content.sections[2].paragraphs == (
        "[1] A. Author. A study of valleys. 1999.",
        "[2] B. Author. A study of plants. 2001.",
    )
    assert [s.heading for s in body_sections(content)] == ["Introduction", "Measured plants"]
    assert content.figures == ()
    assert content.notes == ()
    assert content.pages == 1


def column_lines(name: str, count: int) -> list[str]:
    return [f"{name} line {n} is about as wide as its column" for n in range(1, count + 1)]


def test_two_columns_are_read_one_after_the_other_though_drawn_in_turns(write_pdf, new_page, out):
    page = new_page()
    page.text(72, 70, "A Title That Runs Across Both Columns of the Page", 18)
    left, right = column_lines("Left", 24), column_lines("Right", 24)
    for n, (a, b) in enumerate(zip(left, right, strict=True)):
        page.text(72, 110 + 12 * n, a).text(315, 110 + 12 * n, b)
    text = read(write_pdf(page), out).text
    assert " ".join(text.split()).endswith(" ".join([*left, *right]))


def test_a_sentence_runs_on_in_the_next_column_and_on_the_next_page(write_pdf, new_page, out):
    pages = [new_page(), new_page()]
    for number, page in enumerate(pages):
        page.lines(72, 60, column_lines(f"left {number}", 30))
        page.lines(315, 60, column_lines(f"right {number}", 30))
    content = read(write_pdf(*pages), out)
    # No line ends a sentence, so that all but the first, which is taken for the title, is one paragraph.
    assert [len(section.paragraphs) for section in content.sections] == [1]


def test_broken_words_are_made_whole_and_compounds_keep_their_hyphen(write_pdf, new_page, out):
    page = new_page()
    y = opening(page)
    page.lines(
        72,
        y,
        [
            "This experiment has a trade-off that is known from an ear-",
            "lier paper, in which the experi-",
            "ment was made with another trade-",
            "off in mind.",
        ],
    )
    (paragraph,) = read(write_pdf(page), out).sections[0].paragraphs
    assert paragraph == (
        "This experiment has a trade-off that is known from an earlier paper, in which the experiment was made "
        "with another trade-off in mind."
    )


WORDS = ("", "Ferns", "Oaks", "Mosses")


def test_running_heads_page_numbers_and_line_numbers_are_dropped(write_pdf, new_page, out):
    pages = []
    for number in range(1, 4):
        page = new_page().text(72, 40, f"Journal of Valleys 12 ({number})", 8).text(290, 815, str(number), 9)
        y = opening(page) if number == 1 else 80
        for n in range(14):
            page.text(40, y + 12 * n, str(14 * number + n), 6)
            page.text(72, y + 12 * n, f"{WORDS[number]} {FILLER[n % 3]}")
        pages.append(page)
    text = read(write_pdf(*pages), out).text
    assert "Journal" not in text
    assert not any(char.isdigit() for char in text.replace("1 Introduction", ""))
    assert [text.count(word) for word in WORDS[1:]] == [14, 14, 14]


def figure_page(new_page):
    """Text, a red field with a word in it, a caption of two lines, text."""
    page = new_page()
    y = opening(page)
    y = page.lines(72, y, FILLER)
    page.field(150, y + 20, 350, y + 140, RED).text(200, y + 80, "inside", 8)
    page.text(72, y + 165, "Figure 1.", 9, bold=True)
    page.text(115, y + 165, "Growth of plants by day, in centimetres, with", 9)
    page.text(72, y + 176, "the rain of the day before. Plain words.", 9)
    page.lines(72, y + 205, FILLER)
    return page, (150, y + 20, 350, y + 140)


def test_a_figure_is_cut_whole_and_without_its_caption(write_pdf, new_page, out):
    page, field = figure_page(new_page)
    content = ingest_paper(write_pdf(page), out)
    (figure,) = content.figures
    assert (figure.figure_id, figure.kind, figure.label, figure.page) == ("figure-1", FigureKind.FIGURE, "Figure 1", 1)
    assert figure.caption == ("Growth of plants by day, in centimetres, with the rain of the day before. Plain words.")
    box = (figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1)
    assert box == pytest.approx(field, abs=1.5)
    pixels = np.asarray(Image.open(out / figure.image).convert("RGB")).astype(int)
    assert (figure.height, figure.width) == pixels.shape[:2]
    red = (pixels[:, :, 0] > 180) & (pixels[:, :, 1] < 120)
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    dots = limits.CROP_DPI / 72
    assert rows[-1] - rows[0] + 1 == pytest.approx(120 * dots, abs=3)
    assert columns[-1] - columns[0] + 1 == pytest.approx(200 * dots, abs=3)
    # All round it is paper: no letter of the caption or the text.
    margin = np.ones(red.shape, bool)
    margin[rows[0] - 1 : rows[-1] + 2, columns[0] - 1 : columns[-1] + 2] = False
    assert margin.any()
    assert (pixels[margin] > 240).all()


def test_the_words_in_a_figure_are_text_but_not_prose(write_pdf, new_page, out):
    page, _ = figure_page(new_page)
    content = read(write_pdf(page), out)
    assert "inside" in content.text
    assert "Growth of plants by day" in content.text
    prose = " ".join(paragraph for section in content.sections for paragraph in section.paragraphs)
    assert "inside" not in prose
    assert "Growth" not in prose


def test_figures_in_columns_and_across_them_are_told_apart(write_pdf, new_page, out):
    page = new_page()
    page.field(80, 60, 500, 160, BLUE)
    page.text(
        72, 180, "Figure 1: A wide picture whose caption runs across both of the columns of this page, and on.", 9
    )
    page.lines(72, 220, column_lines("Left", 20))
    page.field(330, 220, 500, 320, RED)
    page.text(315, 340, "Fig. 2: A small picture in a column.", 9)
    page.lines(315, 370, column_lines("Right", 20))
    page.lines(72, 460, column_lines("Left again", 12))
    figures = read(write_pdf(page), out).figures
    assert [(f.figure_id, f.label) for f in figures] == [("figure-1", "Figure 1"), ("figure-2", "Fig. 2")]
    assert figures[0].box.x0 == pytest.approx(80, abs=1.5)
    assert figures[0].box.x1 == pytest.approx(500, abs=1.5)
    assert figures[1].box.x0 == pytest.approx(330, abs=1.5)
    assert figures[1].box.y0 == pytest.approx(220, abs=1.5)


def test_two_pictures_under_one_caption_stay_together(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.field(100, y + 20, 250, y + 120, RED).field(300, y + 20, 450, y + 120, BLUE)
    page.text(165, y + 135, "(a)").text(365, y + 135, "(b)")
    page.text(72, y + 160, "Figure 7. Two pictures (a) and (b).", 9)
    page.lines(72, y + 190, FILLER)
    (figure,) = read(write_pdf(page), out).figures
    assert figure.figure_id == "figure-7"
    assert (figure.box.x0, figure.box.x1) == pytest.approx((100, 450), abs=1.5)
    assert figure.box.y1 > y + 133


def table(page, y: float) -> float:
    """Three rules and four rows; returns where it ends."""
    for rule in (y, y + 18, y + 70):
        page.field(120, rule, 420, rule + 0.8, (0, 0, 0))
    for n, row in enumerate(
        (("Plant", "Days", "Height"), ("fern", "12", "3.4"), ("moss", "15", "0.2"), ("oak", "40", "1.5"))
    ):
        for x, cell in zip((130, 230, 330), row, strict=True):
            page.text(x, y + 13 + 17 * n, cell)
    return y + 71


@pytest.mark.parametrize("caption_above", [True, False])
def test_a_table_is_found_on_either_side_of_its_caption(write_pdf, new_page, out, caption_above):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    if caption_above:
        page.text(120, y + 20, "Table 2. Height of plants after some days.", 9)
        top, end = y + 30, table(page, y + 30)
    else:
        top, end = y + 20, table(page, y + 20)
        page.text(120, end + 20, "Table 2. Height of plants after some days.", 9)
    page.lines(72, end + 60, FILLER)
    (found,) = read(write_pdf(page), out).figures
    assert (found.figure_id, found.kind) == ("table-2", FigureKind.TABLE)
    assert found.caption == "Height of plants after some days."
    assert (found.box.x0, found.box.y0, found.box.x1, found.box.y1) == pytest.approx((120, top, 420, end), abs=2)


def test_a_table_and_a_figure_that_meet_share_the_space_between_their_captions(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.text(120, y + 20, "Table 1. Height of plants.", 9)
    end = table(page, y + 30)
    page.field(120, end + 25, 420, end + 125, RED)
    page.text(120, end + 145, "Figure 1. A red field.", 9)
    page.lines(72, end + 180, FILLER)
    figures = {f.figure_id: f.box for f in read(write_pdf(page), out).figures}
    assert figures["table-1"].y1 == pytest.approx(end, abs=2)
    assert figures["figure-1"].y0 == pytest.approx(end + 25, abs=2)


def test_rising_numbers_in_a_table_are_not_taken_for_line_numbers(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.text(72, y + 20, "Table 1. Growth by day of the year.", 9)
    for rule in (y + 30, y + 315):
        page.field(72, rule, 340, rule + 0.8, (0, 0, 0))
    for day in range(20):
        page.text(74, y + 45 + 14 * day, f"{10 + day}").text(200, y + 45 + 14 * day, f"{day}.5")
    page.lines(72, y + 350, FILLER)
    (found,) = read(write_pdf(page), out).figures
    assert (found.box.y0, found.box.y1) == pytest.approx((y + 30, y + 315.8), abs=2)


def test_the_top_number_of_a_scale_is_not_taken_for_a_page_number(write_pdf, new_page, out):
    first, second = new_page(), new_page()
    first.lines(72, opening(first), FILLER)
    second.text(80, 40, "19").field(100, 45, 300, 145, RED)
    second.text(72, 165, "Figure 1. Growth on a scale that ends at nineteen.", 9)
    second.lines(72, 200, FILLER)
    for number, page in enumerate((first, second), 1):
        page.text(290, 815, str(number), 9)
    (found,) = read(write_pdf(first, second), out).figures
    assert found.box.y0 < 34


def test_a_sentence_that_begins_with_a_label_is_no_caption(write_pdf, new_page, out):
    page, _ = figure_page(new_page)
    page.lines(
        72, 700, ["Figure 1 shows that all of the plants grew as expected from", "the earlier study of the valley."]
    )
    (figure,) = read(write_pdf(page), out).figures
    assert figure.caption.startswith("Growth of plants")


def test_a_caption_without_a_picture_is_noted(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.text(72, y + 20, "Figure 4. A picture that is not there.", 9)
    page.lines(72, y + 50, FILLER)
    content = read(write_pdf(page), out)
    assert content.figures == ()
    assert content.notes == ("No picture found for Figure 4 on page 1.",)


def test_a_giant_page_gives_a_bounded_picture(write_pdf, new_page, out):
    page = new_page(width=14400, height=14400).field(1000, 1000, 13000, 9000, RED)
    page.text(1000, 9400, "Figure 1. A field of fourteen metres.", 200)
    (figure,) = ingest_paper(write_pdf(page), out).figures
    assert max(figure.width, figure.height) <= limits.CROP_LONG_EDGE
    assert figure.width / figure.height == pytest.approx(12000 / 8000, rel=0.02)


def test_a_rotated_page_is_read_as_it_is_shown(write_pdf, new_page, out):
    # The page is stored on its side; a reader sees a field 100 points wide and 200 high near the top right corner.
    page = new_page(rotate=90).field(50, 50, 250, 150, RED).text(300, 400, "Sideways words on a turned page.")
    document = pdfium.PdfDocument(write_pdf(page))
    glyphs = read_glyphs(document[0], 1)
    assert (glyphs.width, glyphs.height) == (842, 595)
    assert not any(glyph.upright for glyph in glyphs.glyphs)
    (box,) = [box for box in clusters(map_ink(document[0], glyphs.glyphs)) if box.width > 50]
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((842 - 150, 50, 842 - 50, 250), abs=1.5)


@pytest.mark.parametrize("path", sorted(SAMPLE.glob("*/*/paper.pdf")), ids=lambda path: path.parent.name)
def test_sample_papers_are_read_whole(path: Path, read_once):
    content, _ = read_once(path)
    kinds = [figure.kind for figure in content.figures]
    assert kinds.count(FigureKind.FIGURE) >= 3
    assert kinds.count(FigureKind.TABLE) >= 1
    assert len(content.abstract.split()) > 60
    assert {"Introduction", "Data", "Results", "Conclusion", "References"} <= {s.heading for s in content.sections}
    assert content.notes == ()


def test_the_larger_lines_of_an_abstract_are_no_title(shared, out):
    content = read(shared / "cases" / "pdfs" / "made_text_only_no_figures.pdf", out)
    assert content.title.startswith("A Very Long Title A Very Long Title")
    assert 'Short abstract only. E = mc^2; 5 < 6 & 7 > 2; 100% "quoted"' in content.text
    assert content.figures == ()


def cited_page(new_page, marks: str):
    """Text with raised figures, each put behind its words, and a list of three references."""
    page = new_page()
    y = opening(page)
    for index, sentence in enumerate(("Plants grow in the valley", "Rain falls on the hills", "An area of 3 m")):
        page.text(72, y, sentence).text(72 + 4.9 * len(sentence), y - 4, marks[index], 6)
        page.text(72 + 4.9 * len(sentence) + 4, y, ".")
        y += 24
    page.text(72, y + 20, "References", 12, bold=True)
    page.lines(72, y + 40, [f"{n}. A. Author. A study of the valley, volume {n}. 1999." for n in (1, 2, 3)])
    return page


def test_a_raised_figure_on_a_unit_is_an_exponent(write_pdf, new_page, out):
    assert "An area of 3 m²." in read(write_pdf(cited_page(new_page, "132")), out).text


def test_what_comes_after_an_appendix_is_not_the_papers_body(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.text(72, y + 20, "A Appendix: More plants", 12, bold=True)
    y = page.lines(72, y + 36, FILLER)
    page.text(72, y + 20, "A.1 Results", 12, bold=True)
    page.lines(72, y + 36, FILLER)
    content = read(write_pdf(page), out)
    assert [section.heading for section in content.sections] == ["Introduction", "Appendix: More plants", "Results"]
    assert [section.heading for section in body_sections(content)] == ["Introduction"]


def test_a_heading_that_runs_into_its_text_is_a_heading(write_pdf, new_page, out):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.text(72, y + 10, "Measured plants.", 10, bold=True).text(160, y + 10, "The plants were measured every day.")
    content = read(write_pdf(page), out)
    assert [(section.heading, section.level) for section in content.sections] == [
        ("Introduction", 1),
        ("Measured plants", 2),
    ]
    assert content.sections[1].paragraphs == ("The plants were measured every day.",)


@pytest.mark.parametrize(
    ("label", "supplementary"), [("Figure 1.", False), ("Figure S1.", True), ("Figure A.1.", True)]
)
def test_figures_of_a_supplement_are_marked(write_pdf, new_page, out, label, supplementary):
    page = new_page()
    y = page.lines(72, opening(page), FILLER)
    page.field(150, y + 20, 350, y + 140, RED)
    page.text(72, y + 165, f"{label} Growth of plants by day, in centimetres.", 9)
    page.lines(72, y + 205, FILLER)
    (figure,) = read(write_pdf(page), out).figures
    assert figure.supplementary is supplementary

"""Ten published papers, one and two columns wide, read as they are printed.

real_papers.json says what stands on their pages: headings in order with their depth, whether there is an abstract, and
for every figure and table its label, page, the first words of its caption and its edges in points. All of it was taken
from pictures of the pages, looked at one by one with the boxes drawn into them.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from generation.ingest import body_sections
from generation.records import Figure, FigureKind, PaperContent

PAPERS = Path(__file__).resolve().parents[4] / "shared" / "papers"
ROWS = {
    row["case_id"]: row
    for row in (
        [json.loads(line) for line in (PAPERS / "manifest.jsonl").read_text().splitlines()] if PAPERS.is_dir() else []
    )
}
PRINTED = json.loads((Path(__file__).parent / "real_papers.json").read_text(encoding="utf-8"))

pytestmark = [
    pytest.mark.skipif(not ROWS, reason="the folder with shared papers is not there"),
    pytest.mark.parametrize("case", sorted(PRINTED)),
]
DOTS = 3  # pixels to the point

Reader = Callable[[Path], tuple[PaperContent, Path]]

# Two pieces of text that follow each other in the paper though something parts them on the page: the end of a column or
# a page, a footnote, a figure, a hyphen at a line's end, a reference mark.
FOLLOWING = {
    "variational-sparse-coding": [
        "imposes efficient data representations, the authors demonstrate qualitatively",
        "conclusion that the Variational Sparse Coding learned representations improve the classification results",
        "we must understand that the model capacity is limited",  # two figures between
        "such a complex topic in an approachable and replicable manner",  # a figure between
        "to qualitatively evaluate the reconstructed images.",  # the last line of an item
        "We fixed a learning rate of 0.001.",
    ],
    "counterfactuals-blackbox": [
        "benefits internal as well as external quality assurance",  # the next column
        "methodologies have been proposed that can handle non-differentiable models like decision trees.",
        "small subset of models made available through MLJ [5].",  # footnotes and a figure between
        "designed to generate multiple, maximally diverse counterfactuals [26];",  # a footnote and a table between
        "we may want to constrain the mutability of features.",  # two figures between
        "REVISE uses a weak VAE",  # a name that is broken at the line's end
    ],
    "coronary-heart-seasonality": [
        "“tau” controls the amount of change over time in the trend",
        "the spectrum, which is a smoothed version of the periodogram.",  # a figure between
        "in multiple countries. In most countries coronary heart disease deaths",
    ],
    "basal-ganglia-dynamics": [
        "the various populations saved in text files.",  # a figure between
        "The network includes six independent connection weights",  # a figure between
        "and in particular I did not save the parameter sets",  # a page of figures between
        "proposed by Albin and Delong. It relies on a segregation",
    ],
    "insitu-climate-simulation": [
        "each spatial point in the continental United States (CONUS)",
        "Chimbuko/CODAR [26] have explored data reduction",
        "For each analysis, we run with the predefined nine different PE layouts.",  # a table and three figures between
        "medium PE usage (i.e., 50%) per node achieves a balanced combination",  # three figures between
        "can be highly independent; (5) future in situ Julia data analysis modules",
        "is available at https://github.com/lanl/PRISM/tree/master/TributaryPCA.jl.",
        "we fit Gumbel models with probability density function",
    ],
    "insect-phenology": [
        "using the vglm function. Parameter estimates were close to those of the original study",
        "a contemporary version of SAS (SAS 9.4) and produced virtually identical estimates",  # a page with a figure
        "in the pre-release version of VGAM. However, other instabilities remain.",
        "minimisation of the negative log likelihood with optim.",
        "in stage j or earlier at time ti is",
    ],
    "econometrics-julia": [
        "For example, coef will extract the parameter estimates",
        "The error components are estimated as",
        "that may be correct under rare scenarios. For example, a basic tool might allow",  # three figures between
        "correctness. For example, transparent well-written code is easier to maintain",
        "a schema based on the data, user-specified contrasts",
        "tools for dissemination such as LaTeX code for results",
    ],
    "assortative-matching-search": [
        "Search-and-matching models have a very important place",
        "and had access to the code (Mathematica script)",
        "to match the current use of this algorithm in the search-and-matching literature.",  # a footnote between
        "a typo in “δ = .1”. We run the algorithm for δ = 1.1",
        "the fact that (2a) is a system of linear equations and can be written as",
    ],
    "josephson-junction-steps": [
        "running ULTRIX for my own simulations. The machines were heavily used",  # a footnote between
        "of the source file, considerably easing the analysis",  # a footnote and a figure between
        "frequency of the sinusoidal or pulsed rf signal",  # a figure between
        "poses a completely different set of problems.",  # a page of figures between
        "can perform a two- and even a three-way comparison",
        "(3) pulse width ρ = 0.050,",
    ],
    "dmrgenie-entanglement": [
        "the usage of the term from Ref. [16] since all methods are fundamentally",  # a figure between
        "takes the form of a matrix product state (MPS) [3].",  # a figure between
        "and throw allocations in some non-standard places",  # a footnote between
        "Once the user inputs their options and submits",
        "for local deployment at https://github.com/bakerte/DMRGenie.jl)",
        "the tensor network algorithms are DMRjulia and TENPACK.",
    ],
}


@pytest.fixture
def paper(case: str, read_once: Reader) -> PaperContent:
    return read_once(PAPERS / ROWS[case]["pdf"])[0]


@pytest.fixture
def pictures(case: str, read_once: Reader) -> Path:
    return read_once(PAPERS / ROWS[case]["pdf"])[1]


def test_title_authors_and_abstract_are_those_printed(case: str, paper: PaperContent):
    assert paper.title == ROWS[case]["title"]
    assert paper.pages == ROWS[case]["pages"]
    # The manifest shortens some middle names.
    assert [name.split()[-1] for name in paper.authors] == [name.split()[-1] for name in ROWS[case]["authors"]]
    # Five of the ten print no abstract; nothing is put in its place.
    assert paper.abstract.startswith(PRINTED[case]["abstract"])
    assert bool(paper.abstract) == bool(PRINTED[case]["abstract"])


def test_headings_are_those_printed(case: str, paper: PaperContent):
    assert [f"{'#' * section.level} {section.heading}" for section in paper.sections] == PRINTED[case]["headings"]


def test_figures_and_tables_are_found_with_their_captions_and_edges(case: str, paper: PaperContent):
    printed = PRINTED[case]["figures"]
    assert [figure.label for figure in paper.figures] == [figure["label"] for figure in printed]
    for figure, expected in zip(paper.figures, printed, strict=True):
        assert figure.page == expected["page"], figure.label
        assert figure.caption.startswith(expected["caption"]), figure.label
        box = (figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1)
        assert box == pytest.approx(expected["box"], abs=3), figure.label


def test_the_paper_s_own_figures_are_as_many_as_its_manifest_counts(case: str, paper: PaperContent):
    kinds = [figure.kind for figure in paper.figures if not figure.supplementary]
    assert kinds.count(FigureKind.FIGURE) == ROWS[case]["figures"]
    assert kinds.count(FigureKind.TABLE) == ROWS[case]["tables"]
    assert {figure.label.split()[1][0] for figure in paper.figures if figure.supplementary} <= {"S"}


def test_pictures_have_the_size_that_the_content_says(case: str, paper: PaperContent, pictures: Path):
    for figure in paper.figures:
        with Image.open(pictures / figure.image) as image:
            assert image.size == (figure.width, figure.height)


def test_text_follows_across_columns_pages_floats_and_footnotes(case: str, paper: PaperContent):
    prose = "\n".join(paragraph for section in paper.sections for paragraph in section.paragraphs)
    missing = [words for words in FOLLOWING[case] if words not in prose]
    assert missing == []


def test_every_paragraph_stands_in_the_whole_text(case: str, paper: PaperContent):
    """A sentence that is taken from a section, the abstract or a caption can be found in the paper's text as it is."""
    parts = [paragraph for section in paper.sections for paragraph in section.paragraphs]
    parts += [paper.abstract, *(figure.caption for figure in paper.figures)]
    assert [part for part in parts if part not in paper.text] == []


def test_no_reference_mark_is_left_but_where_the_sentence_needs_it(case: str, paper: PaperContent):
    """Raised figures after a word stay after "by", "from" and their like; exponents and units stay."""
    prose = " ".join(paragraph for section in body_sections(paper) for paragraph in section.paragraphs)
    left = re.findall(r"([A-Za-z]{2,}[.,;:]?)[⁰¹²³⁴⁵⁶⁷⁸⁹]", prose)
    assert set(left) <= {"by", "from"}
    assert re.findall(r"\w [.,;:](?: |$)", prose) == []


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def runs(text: str, length: int = 8) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + length]) for start in range(len(found) - length + 1)}


def page_ink(document: pdfium.PdfDocument, number: int) -> np.ndarray:
    """Where the page is not paper, on a raster of DOTS pixels to the point."""
    pixels = np.asarray(document[number - 1].render(scale=DOTS, may_draw_forms=False).to_pil().convert("RGB"))
    pixels = pixels.astype(np.int16)
    return np.abs(pixels - pixels[1, 1]).max(axis=2)


def sides(ink: np.ndarray, figure: Figure) -> list[np.ndarray]:
    """The page turned so that each side of the figure's box is on top, from 2 points outside of it to 8 inside."""
    x0, y0, x1, y1 = (round(edge * DOTS) for edge in (figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1))
    out, inside = 2 * DOTS, 8 * DOTS
    return [
        ink[max(0, y0 - out) : y0 + inside, x0:x1],
        ink[y1 - inside : y1 + out, x0:x1][::-1],
        ink[y0:y1, max(0, x0 - out) : x0 + inside].T,
        ink[y0:y1, x1 - inside : x1 + out].T[::-1],
    ]


def test_crops_are_whole_and_tight(case: str, paper: PaperContent):
    """No stroke runs from inside a box over its edge; no edge has a blank margin (pale frames count)."""
    document = pdfium.PdfDocument(PAPERS / ROWS[case]["pdf"])
    for figure in paper.figures:
        ink = page_ink(document, figure.page)
        for side in sides(ink, figure):
            crossing = (side[DOTS : 2 * DOTS + 3] > 40).all(axis=0)
            assert not crossing.any(), figure.label
            assert (side[2 * DOTS :] > 4).any(), figure.label


def test_no_crop_has_words_of_the_text_or_of_a_caption_in_it(case: str, paper: PaperContent):
    prose = [paragraph for section in paper.sections for paragraph in section.paragraphs]
    written = set().union(*(runs(text) for text in (*prose, *(figure.caption for figure in paper.figures))))
    document = pdfium.PdfDocument(PAPERS / ROWS[case]["pdf"])
    for figure in paper.figures:
        page = document[figure.page - 1]
        height = page.get_height()
        inside = page.get_textpage().get_text_bounded(
            figure.box.x0, height - figure.box.y1, figure.box.x1, height - figure.box.y0
        )
        assert runs(inside) & written == set(), figure.label
        assert not re.search(r"^\W*(?:fig(?:ure)?|table)\.?\s*S?\d", inside, re.IGNORECASE), figure.label

"""Opens a PDF and says in one line what is wrong with it. Runs inside the sandbox."""

import re
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from generation.errors import BadPaper
from generation.ingest import limits

PASSWORD_ERRORS = {pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY}


@dataclass(frozen=True, slots=True)
class TextFacts:
    """How many pages a PDF has and how many letters and figures can be read off them."""

    pages: int
    letters: int


def open_document(path: Path) -> pdfium.PdfDocument:
    """The open document, which has pages and not too many. Raises BadPaper."""
    # Bytes, not the path: PDFium would look for it from the root folder, which an unprivileged child may not cross.
    data = path.read_bytes()
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in PASSWORD_ERRORS:
            raise BadPaper("The PDF is encrypted and opens only with a password. Save it without one.") from error
        if _says_no_pages(data):
            raise BadPaper("The PDF has no pages.") from error
        raise BadPaper("The PDF is damaged and cannot be opened. Get the file again.") from error
    pages = len(document)
    if pages == 0:
        raise BadPaper("The PDF has no pages.")
    if pages > limits.MAX_PAGES:
        raise BadPaper(f"The PDF has {pages} pages; the limit is {limits.MAX_PAGES}. Supply the paper alone.")
    return document


def open_paper(path: Path) -> tuple[pdfium.PdfDocument, TextFacts]:
    """The open document, every page of which can be loaded and which has text. Raises BadPaper."""
    document = open_document(path)
    pages = len(document)
    letters, scanned = 0, 0
    for index in range(pages):
        count, pictured = _look_at(document, index)
        letters += count
        scanned += pictured and count < limits.SCAN_LETTERS_PER_PAGE
    extent = f"{letters} letters in all, {pages} {'page' if pages == 1 else 'pages'}"
    if letters < limits.MIN_LETTERS or (2 * scanned >= pages and letters < limits.SCAN_LETTERS_PER_PAGE * pages):
        raise BadPaper(f"The PDF has no text layer to speak of ({extent}): it looks like a scan. Run OCR on it first.")
    return document, TextFacts(pages, letters)


def _says_no_pages(data: bytes) -> bool:
    """Whether the file is a whole PDF with an empty page tree, which PDFium calls a format error."""
    return bool(re.search(rb"/Count\s+0\b", data)) and not re.search(rb"/Type\s*/Page\b", data)


def _look_at(document: pdfium.PdfDocument, index: int) -> tuple[int, bool]:
    """(letters and digits on a page, whether a picture covers most of it)."""
    try:
        page = document[index]
    except pdfium.PdfiumError as error:
        raise BadPaper(f"The PDF is damaged: page {index + 1} of {len(document)} cannot be read.") from error
    text_page = page.get_textpage()
    letters = sum(char.isalnum() for char in text_page.get_text_range())
    text_page.close()
    pictured = letters < limits.SCAN_LETTERS_PER_PAGE and _picture_share(page) > limits.SCAN_IMAGE_SHARE
    page.close()
    return letters, pictured


def _picture_share(page: pdfium.PdfPage) -> float:
    width, height = (float(edge) for edge in page.get_size())
    covered = 0.0
    for item in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = (float(edge) for edge in item.get_bounds())
        covered += max(0.0, right - left) * max(0.0, top - bottom)
    return covered / max(1.0, width * height)

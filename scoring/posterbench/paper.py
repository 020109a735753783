"""A paper's text, title, abstract and headings from its PDF, by simple rules."""

import re
from pathlib import Path
from typing import Final

import pypdfium2 as pdfium

from scoring.posterbench.errors import UnreadablePaper
from scoring.posterbench.raster import PDFIUM_LOCK
from scoring.records import PaperText

MAX_CHARACTERS: Final = 400_000
MIN_LETTERS: Final = 500
_FIRST_LINES: Final = 12

_KNOWN: Final = (
    "abstract|summary|introduction|background|related work|data|methods?|materials and methods|methodology|model|"
    "experiments?|experimental setup|evaluation|results?|results and discussion|discussion|limitations?|conclusions?|"
    "concluding remarks|conclusions? and outlook|outlook|acknowledge?ments?|references|bibliography|appendix"
)
_HEADING: Final = re.compile(
    rf"^(?:(?P<number>\d{{1,2}}(?:\.\d{{1,2}}){{0,2}}|[IVX]{{1,4}})\.?\s+(?P<title>[A-Z][^.!?]{{2,70}})|(?P<known>(?i:{_KNOWN})))\s*:?$"
)
_ABSTRACT: Final = re.compile(r"^\s*(?:abstract|summary)\b[\s.:\u2014\u2013-]*(?P<rest>.*)$", re.IGNORECASE)
_CAPTION: Final = re.compile(
    r"^\s*(?P<what>fig(?:ure|\.)?|table)\s*(?P<number>\d{1,3}|[IVX]{1,4})\b\s*[.:|\u2014\u2013-]?", re.IGNORECASE
)
_FILE_NAME: Final = re.compile(r"\.(?:docx?|tex|dvi|pdf|indd)\b|untitled|microsoft", re.IGNORECASE)
_RUNNING_HEAD: Final = re.compile(r"doi|arxiv|vol\.|http|issn|proceedings|journal", re.IGNORECASE)
_KEYWORDS: Final = re.compile(r"^\s*(?:key\s?words|index terms|jel|ccs concepts)\b", re.IGNORECASE)


def read_paper(path: Path) -> PaperText:
    """Read a PDF's text layer as a PaperText, at most MAX_CHARACTERS long.

    The title is the document's own or the first lines, the abstract what follows a line "Abstract" up to the next
    heading (else the first 1,500 characters), headings are numbered or well-known lines, and `figures` counts the
    distinct captions of figures and tables. Raises UnreadablePaper for a damaged, encrypted or scanned file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadablePaper(f"{path}: cannot be read ({error.strerror or error}).") from error
    text, meta_title = _text_layer(data, path.name)
    letters = sum(letter.isalpha() for letter in text)
    if not letters:
        raise UnreadablePaper(f"{path.name}: no text in it; a scanned paper needs a text layer (OCR) first.")
    if letters < MIN_LETTERS:
        raise UnreadablePaper(
            f"{path.name}: only {letters} letters in it, too few to compare a poster with (at least {MIN_LETTERS}); "
            "a scanned paper needs a text layer (OCR) first."
        )
    return paper_from_text(text, meta_title)


def paper_from_text(text: str, title: str = "") -> PaperText:
    """The same from text that is already there, one printed line per line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return PaperText(
        text=text,
        title=title if _is_title(title) else _first_title(lines),
        abstract=_abstract(lines) or text[:1500],
        headings=_headings(lines),
        figures=_captions(lines),
    )


def _text_layer(data: bytes, name: str) -> tuple[str, str]:
    with PDFIUM_LOCK:
        try:
            document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise UnreadablePaper(
                f"{name}: not a PDF, damaged or encrypted; save it again without a password."
            ) from error
        try:
            title = str(document.get_metadata_value("Title") or "")
            pages: list[str] = []
            for page in document:
                pages.append(page.get_textpage().get_text_bounded())
                if sum(map(len, pages)) > MAX_CHARACTERS:
                    break
        except pdfium.PdfiumError as error:
            raise UnreadablePaper(f"{name}: a page is damaged; save the PDF again.") from error
        finally:
            document.close()
    return _tidy("\n".join(pages))[:MAX_CHARACTERS], title


def _tidy(text: str) -> str:
    """One line break per line, words joined where the line broke inside them."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    # PDFium marks a hyphen at a line's end by U+FFFE or U+0002.
    text = re.sub(r"[\ufffe\x02]\n?\s*", "", text)
    return re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text)


def _is_title(title: str) -> bool:
    return 3 <= len(title.split()) <= 40 and not _FILE_NAME.search(title)


def _first_title(lines: list[str]) -> str:
    """The first line that is neither a running head nor spaced-out letters, with its continuation."""
    for line, follow in zip(lines[:_FIRST_LINES], [*lines[1:], ""], strict=False):
        letters = sum(c.isalpha() for c in line)
        solid = len(line.replace(" ", ""))
        if letters < 8 or letters < 0.7 * solid or solid < 3 * len(line.split()) or _RUNNING_HEAD.search(line):
            continue
        goes_on = (
            line.endswith((":", "-", " of", " and", " in", " for", " the", " with", " to")) or follow[:1].islower()
        )
        return f"{line} {follow}" if goes_on else line
    return ""


def _abstract(lines: list[str]) -> str:
    for index, line in enumerate(lines[:200]):
        match = _ABSTRACT.match(line)
        if match is None:
            continue
        taken = [match["rest"]] if match["rest"] else []
        for following in lines[index + 1 : index + 60]:
            if _KEYWORDS.match(following) or (taken and _HEADING.match(following)):
                break
            taken.append(following)
            if sum(map(len, taken)) > 4000:
                break
        return " ".join(taken)
    return ""


def _headings(lines: list[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for line in lines:
        match = _HEADING.match(line)
        if match is None:
            continue
        title = (match["title"] or match["known"]).strip()
        # Rows of tables look like numbered headings but are mostly figures.
        if sum(c.isalpha() or c.isspace() for c in title) >= 0.85 * len(title):
            found.setdefault(title)
    return tuple(found)[:80]


def _captions(lines: list[str]) -> int:
    found = set()
    for line in lines:
        match = _CAPTION.match(line)
        if match is not None and re.match(r"[.:|\u2014\u2013-]|\s+[A-Z]", line[match.end("number") :] or " "):
            found.add((match["what"][0].lower(), match["number"].lower()))
    return len(found)

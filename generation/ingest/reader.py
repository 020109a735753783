"""Reads a paper: from an open PDF to its content and the pictures of its figures. Runs inside the sandbox."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium

from generation.ingest.captions import Caption, CaptionKind, find_captions, has_label
from generation.ingest.figures import write_figures
from generation.ingest.floats import Float, FloatFinder
from generation.ingest.flow import Block, BlockKind, FlowReader
from generation.ingest.front import find_authors, join_title, plausible_title, split_abstract, title_lines
from generation.ingest.headings import find_headings
from generation.ingest.ink import PageInk, clusters, map_ink
from generation.ingest.layout import PageLayout
from generation.ingest.lines import Line
from generation.ingest.notes import leave_out_marks
from generation.ingest.order import in_reading_order
from generation.ingest.pages import PageGlyphs, read_glyphs
from generation.ingest.prose import Vocabulary, join_lines
from generation.ingest.sections import build_sections
from generation.ingest.textblock import lay_out
from generation.records import PaperContent


def read_paper(document: pdfium.PdfDocument, out: Path) -> PaperContent:
    """Everything that ingest knows of a paper; the pictures go to the folder `out`, which must exist."""
    glyphs = [read_glyphs(document[index], index + 1) for index in range(len(document))]
    layouts, body = lay_out(glyphs)
    inks = {layout.number: _ink(document, glyphs[layout.number - 1]) for layout in layouts if has_label(layout)}
    title = title_lines(layouts[0], body)
    headings = find_headings(layouts, body)
    headings[1] -= set(title)
    captions = find_captions(layouts, body, {number: ink.rules for number, ink in inks.items()})
    floats: list[Float] = []
    for layout in layouts:
        own = [caption for caption in captions if caption.page == layout.number]
        if own:
            floats += FloatFinder(layout, inks[layout.number], own, headings[layout.number], body).find()
    taken = {line for caption in captions for line in caption.lines} | {
        line for found in floats for line in found.lines
    }
    for number in headings:
        headings[number] -= taken

    leave_out_marks(layouts, body, headings)
    flow = FlowReader(layouts, body, headings)
    texts = {caption: _caption_text(caption, flow.vocabulary) for caption in captions}
    blocks = flow.read(taken | set(title), _float_blocks(layouts, captions, floats, texts), _breaks(captions))
    abstract, front, rest = split_abstract(blocks)
    metadata = document.get_metadata_dict()
    name = join_title(title, flow.vocabulary) or plausible_title(metadata.get("Title", ""))
    return PaperContent(
        title=name,
        authors=find_authors(layouts[0], title, metadata.get("Author", "")),
        abstract=abstract,
        sections=build_sections([*_prose_without_heading(front, rest), *rest]),
        figures=tuple(write_figures(document, _in_order(floats), texts, out)),
        pages=len(document),
        text="\n\n".join(text for text in (name, *(block.text for block in blocks)) if text),
        notes=tuple(_notes(captions, floats, glyphs)),
    )


def _ink(document: pdfium.PdfDocument, page: PageGlyphs) -> PageInk:
    ink = map_ink(document[page.number - 1], page.glyphs)
    return PageInk(ink, clusters(ink))


def _caption_text(caption: Caption, vocabulary: Vocabulary) -> str:
    whole = join_lines((line.text for line in caption.lines), vocabulary)
    return whole[len(whole) - len(_without_label(whole, caption)) :]


def _without_label(whole: str, caption: Caption) -> str:
    start = whole.find(caption.number) + len(caption.number)
    return whole[start:].lstrip(" .:：|–—-").lstrip()


def _float_blocks(
    layouts: Sequence[PageLayout], captions: Sequence[Caption], floats: Sequence[Float], texts: dict[Caption, str]
) -> dict[int, list[Block]]:
    """Captions and the words inside figures and tables, for the paper's whole text."""
    inside = {found.caption: found.lines for found in floats}
    blocks: dict[int, list[Block]] = {}
    by_page = {layout.number: layout for layout in layouts}
    for caption in captions:
        lines = [line for line in inside.get(caption, []) if line.upright]
        rows = _rows(list(in_reading_order(by_page[caption.page], lines)) if caption.column is not None else lines)
        text = "\n".join(part for part in (f"{caption.label}. {texts[caption]}".strip(), *rows) if part)
        blocks.setdefault(caption.page, []).append(Block(BlockKind.ASIDE, text, caption.page, caption.lines))
    return blocks


def _breaks(captions: Sequence[Caption]) -> dict[int, list[float]]:
    """Where captions, and so their figures, run across all columns."""
    breaks: dict[int, list[float]] = {}
    for caption in captions:
        if caption.column is None:
            breaks.setdefault(caption.page, []).append(caption.top)
    return breaks


def _in_order(floats: Sequence[Float]) -> list[Float]:
    """As they are read: column by column between those that run across all columns."""
    across = [(found.caption.page, found.caption.top) for found in floats if found.caption.column is None]

    def place(found: Float) -> tuple[int, int, int, float]:
        caption = found.caption
        band = sum(page == caption.page and top <= caption.top for page, top in across)
        return caption.page, band, -1 if caption.column is None else caption.column, caption.top

    return sorted(floats, key=place)


def _rows(lines: Sequence[Line]) -> list[str]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.box.x0)):
        if rows and abs(rows[-1][0].baseline - line.baseline) < 0.4 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return ["  ".join(line.text for line in sorted(row, key=lambda line: line.box.x0)) for row in rows]


def _prose_without_heading(front: Sequence[Block], rest: Sequence[Block]) -> list[Block]:
    """Paragraphs before the first heading that are running text, not names and addresses."""
    if not rest:
        return [block for block in front if block.kind is BlockKind.PARAGRAPH]
    return [block for block in front if block.kind is BlockKind.PARAGRAPH and len(block.text.split()) >= 40]


def _notes(captions: Sequence[Caption], floats: Sequence[Float], glyphs: Sequence[PageGlyphs]) -> list[str]:
    found = {item.caption for item in floats}
    notes = [
        f"No picture found for {caption.label} on page {caption.page}."
        for caption in captions
        if caption not in found and caption.kind is not CaptionKind.LISTING
    ]
    notes += [
        f"Page {page.number} has more characters than ingest reads; its text is cut."
        for page in glyphs
        if page.truncated
    ]
    return notes

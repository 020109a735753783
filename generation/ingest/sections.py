"""Sections with their levels, and which of them are not the paper's own matter."""

import re
from collections.abc import Sequence

from generation.ingest.flow import REFERENCES, Block, BlockKind
from generation.ingest.headings import HeadingStyle, bare, number_of, style_of
from generation.records import PaperContent, Section

BACK_MATTER = re.compile(
    r"^(?:references|bibliography|literature cited|works cited|"
    r"acknowledge?ments?(?: and .*)?|keywords?|key words|funding.*|"
    r"conflicts? of interest.*|competing interests.*|declaration of .*|"
    r"author contributions?.*|credit author.*|ethics.*|"
    r"参考文献|致谢|关键词)[.:：]?$",
    re.IGNORECASE,
)
RUN_IN = re.compile(
    r"^(?P<word>Acknowledge?ments?|Keywords?|Key words|Funding|References)\s*[.:—–-]+\s+(?P<rest>\S.*)$", re.DOTALL
)


def build_sections(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """Sections in order; paragraphs before the first heading come under an empty heading."""
    levels = _levels([block for block in blocks if block.kind is BlockKind.HEADING])
    sections: list[tuple[str, int, int, list[str]]] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            sections.append((bare(block.text), levels[block], block.page, []))
        elif block.kind is BlockKind.PARAGRAPH:
            run_in = RUN_IN.match(block.text)
            if run_in and block.lines[0].glyphs[0].style.bold:
                sections.append((run_in["word"], 1, block.page, [run_in["rest"]]))
                continue
            if not sections:
                sections.append(("", 1, block.page, []))
            sections[-1][3].append(block.text)
    return tuple(Section(heading, level, page, tuple(paragraphs)) for heading, level, page, paragraphs in sections)


def _levels(headings: Sequence[Block]) -> dict[Block, int]:
    """By the depth of a heading's number; without one, as those set alike, or else by size."""
    depth: dict[Block, int] = {}
    by_style: dict[HeadingStyle, int] = {}
    for block in headings:
        number = number_of(block.text)
        if number:
            depth[block] = number.count(".") + 1
            by_style.setdefault(style_of(block.lines[0]), depth[block])
    sizes = sorted({style_of(block.lines[0]).size for block in headings}, reverse=True)
    for block in headings:
        style = style_of(block.lines[0])
        depth.setdefault(block, by_style.get(style, 1 + sizes.index(style.size) if not by_style else 1))
    return {block: min(6, level) for block, level in depth.items()}


def is_back_matter(section: Section) -> bool:
    """References, acknowledgements, keywords, funding and the like."""
    return bool(BACK_MATTER.match(section.heading.strip()))


def is_references(section: Section) -> bool:
    """The list of references."""
    return bool(REFERENCES.match(section.heading.strip()))


def body_sections(content: PaperContent) -> tuple[Section, ...]:
    """The sections that say what the paper says: all but references, acknowledgements, keywords and their like."""
    return tuple(section for section in content.sections if not is_back_matter(section))

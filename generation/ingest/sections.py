"""Sections with their levels, and which of them are not the paper's own matter."""

import re
from collections.abc import Sequence

from generation.ingest.flow import Block, BlockKind
from generation.ingest.headings import HeadingStyle, bare, number_of, style_of
from generation.ingest.notes import REFERENCES
from generation.records import PaperContent, Section

BACK_MATTER = re.compile(
    r"^(?:references|bibliography|literature cited|works cited|"
    r"acknowledge?ments?(?: and .*)?|keywords?|key words|funding.*|"
    r"conflicts? of interest.*|competing interests.*|declaration of .*|"
    r"author contributions?.*|credit author.*|ethics.*|"
    r"参考文献|致谢|关键词)[.:：]?$",
    re.IGNORECASE,
)
APPENDIX = re.compile(
    r"^(?:appendix|appendices|supplement|supplementa(?:ry|l) (?:materials?|information|figures|tables|notes?)|附录)\b",
    re.IGNORECASE,
)
# What a heading ends with is no part of its words.
HEADING_END = " .:：—–"


def build_sections(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """Sections in order; paragraphs before the first heading come under an empty heading."""
    levels = _levels([block for block in blocks if block.kind is BlockKind.HEADING])
    sections: list[tuple[str, int, int, list[str]]] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            sections.append((bare(block.text).rstrip(HEADING_END), levels[block], block.page, []))
        elif block.kind is BlockKind.PARAGRAPH:
            if not sections:
                sections.append(("", 1, block.page, []))
            sections[-1][3].append(block.text)
    return tuple(Section(heading, level, page, tuple(paragraphs)) for heading, level, page, paragraphs in sections)


def _levels(headings: Sequence[Block]) -> dict[Block, int]:
    """By the depth of a heading's number; without one, as those set alike, or else by size.

    A heading that runs into its text is one below the last that does not, unless it is of the back matter.
    """
    depth: dict[Block, int] = {}
    by_style: dict[HeadingStyle, int] = {}
    for block in headings:
        number = number_of(block.text)
        if number:
            depth[block] = number.count(".") + 1
            if not block.run_in:
                by_style.setdefault(style_of(block.lines[0]), depth[block])
    sizes = sorted({style_of(block.lines[0]).size for block in headings if not block.run_in}, reverse=True)
    above = 0
    for block in headings:
        style = style_of(block.lines[0])
        if not block.run_in:
            depth.setdefault(block, by_style.get(style, 1 + sizes.index(style.size) if not by_style else 1))
            above = depth[block]
        else:
            depth.setdefault(block, 1 if BACK_MATTER.match(block.text) else above + 1)
    return {block: min(6, level) for block, level in depth.items()}


def is_back_matter(section: Section) -> bool:
    """References, acknowledgements, keywords, funding and the like."""
    return bool(BACK_MATTER.match(section.heading.strip()))


def is_references(section: Section) -> bool:
    """The list of references."""
    return bool(REFERENCES.match(section.heading.strip()))


def body_sections(content: PaperContent) -> tuple[Section, ...]:
    """The sections that say what the paper says: all but references, acknowledgements, keywords and their like,
    and but what comes after the heading of an appendix or supplement."""
    start = next(
        (index for index, section in enumerate(content.sections) if APPENDIX.match(section.heading.strip())),
        len(content.sections),
    )
    return tuple(section for section in content.sections[:start] if not is_back_matter(section))

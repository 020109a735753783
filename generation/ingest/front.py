"""Who wrote what: title, authors and abstract from a paper's first page."""

import re
from collections.abc import Sequence

from generation.ingest.flow import Block, BlockKind
from generation.ingest.headings import bare
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, is_cjk, is_raised
from generation.ingest.prose import Vocabulary, ends_sentence, join_lines

BANNER = re.compile(
    r"^(?:(?:original |research |review )?articles?|letters?|reviews?|report|"
    r"preprint|open access|editorial|technical note|"
    r"research|communication|perspective|proceedings of .*|journal of .*|arxiv.*|doi.*|https?:.*|vol(?:ume)?\.? .*|"
    r"replication.*|reproduction.*)$",
    re.IGNORECASE,
)
SENTENCES = re.compile(r"[^\W\d_]{3}\.\s+[A-Z]|;\s")
BAD_METADATA = re.compile(
    r"\.(?:docx?|tex|dvi|pdf|odt|indd|qxd)$|^untitled|^microsoft|^\(anonymous\)|^anonymous$", re.IGNORECASE
)
AFFILIATION = re.compile(
    r"univers|institut|department|dept\b|laborator|school|college|hospital|"
    r"cent(?:er|re)\b|faculty|academy|\binc\b|\bllc\b|"
    r"\bltd\b|gmbh|@|https?:|abstract|received|accepted|published|division|"
    r"corporation|research group|\bag\b|correspond|"
    r"ministry|foundation|street|figure|keywords",
    re.IGNORECASE,
)
PARTICLES = frozenset(
    [
        "de",
        "la",
        "del",
        "della",
        "di",
        "da",
        "do",
        "dos",
        "das",
        "du",
        "van",
        "von",
        "der",
        "den",
        "ten",
        "ter",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "y",
        "e",
        "zu",
        "af",
        "of",
    ]
)
ABSTRACT = re.compile(r"^(?:abstract|summary|摘\s*要)\s*[.:：—–-]*\s*", re.IGNORECASE)
ABSTRACT_HEADING = re.compile(r"^(?:abstract|summary|摘\s*要)[.:：]?$", re.IGNORECASE)
MIN_ABSTRACT_WORDS = 40


def title_lines(layout: PageLayout, body: Body) -> list[Line]:
    """The lines of the title: the largest type in the upper part of the first page; else its first line."""
    upper = [
        line
        for line in layout.lines
        if line.upright and line.top < 0.6 * layout.height and not BANNER.match(line.text) and _is_wordy(line)
    ]
    if not upper:
        return []
    largest = max(line.size for line in upper)
    if largest < 1.15 * body.size:
        return upper[:1]
    lines = [line for line in upper if line.size > largest - 0.6]
    title = lines[:1]
    for line in lines[1:]:
        if line.baseline - title[-1].baseline > 1.9 * largest:
            break
        title.append(line)
    # Of a paper set in little more than one size, the larger lines may be its abstract.
    if largest < 1.3 * body.size and SENTENCES.search(" ".join(line.text for line in title)):
        return upper[:1]
    return title


def _is_wordy(line: Line) -> bool:
    words = line.text.split()
    letters = sum(char.isalpha() for char in line.text)
    spaced_out = len(words) > 3 and all(len(word) == 1 for word in words)
    return (letters >= 5 and not spaced_out) or any(map(is_cjk, line.text))


def plausible_title(metadata: str) -> str:
    """The title that the file states, when it looks like one."""
    text = " ".join(metadata.split())
    return text if len(text.split()) >= 3 and not BAD_METADATA.search(text) else ""


def join_title(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    return join_lines((line.text for line in lines), vocabulary)


def find_authors(layout: PageLayout, title: Sequence[Line], metadata: str) -> tuple[str, ...]:
    """The authors that the file states, if the first page names them too; else those read off the page."""
    page = _letters("".join(_flat_text(line) for line in layout.lines if line not in title))
    stated = [name for name in _split_names(metadata) if len(name.split()) >= 2]
    if stated and all(_letters(name) in page for name in stated):
        return tuple(stated)
    return tuple(_names_below(layout, title))


def _names_below(layout: PageLayout, title: Sequence[Line]) -> list[str]:
    if not title:
        return []
    bottom = max(line.baseline for line in title)
    below = [line for line in layout.lines if line.upright and bottom < line.baseline < bottom + 0.25 * layout.height]
    names: list[str] = []
    for line in sorted(below, key=lambda line: (round(line.baseline / 4), line.box.x0)):
        text = _flat_text(line)
        if AFFILIATION.search(text):
            if names:
                break
            continue
        found = _split_names(text)
        if not found or not all(_is_name(name) for name in found):
            if names:
                break
            continue
        names.extend(found)
    return names


def _flat_text(line: Line) -> str:
    """A line without its raised marks; where one stood between names, a comma."""
    parts: list[str] = []
    for glyph in line.glyphs:
        if is_raised(glyph, line.size, line.baseline):
            parts.append(",")
            continue
        parts.append(f" {glyph.char}" if glyph.space else glyph.char)
    return re.sub(r"\bID\b", "", re.sub(r"(?:,\s*)+", ", ", "".join(parts)))


def _split_names(text: str) -> list[str]:
    parts = re.split(r"[,;&·•|]|\band\b|\bund\b|\bet\b", text)
    return [" ".join(re.sub(r"[\d*†‡§¶∗⁰-⁹¹²³]+", " ", part).split()) for part in parts if part.strip(r" .\d*†‡§")]


def _is_name(name: str) -> bool:
    words = name.split()
    if not 2 <= len(words) <= 6:
        return False
    return all(
        word[0].isupper() or word.casefold() in PARTICLES or word.startswith(("d'", "d’")) for word in words
    ) and all(char.isalpha() or char in " .-'’" for char in name)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalpha())


def split_abstract(blocks: Sequence[Block]) -> tuple[str, list[Block], list[Block]]:
    """(abstract, the blocks before the first section, the rest); the abstract is in neither.

    By its heading or its first word; else the first long paragraph before the first section; else empty.
    """
    first = next((i for i, b in enumerate(blocks) if b.kind is BlockKind.HEADING), len(blocks))
    front, rest = list(blocks[:first]), list(blocks[first:])
    for block in [*front, *rest[:12]]:
        marked = ABSTRACT.match(block.text) if block.kind is BlockKind.PARAGRAPH else None
        if marked and len(block.text) > marked.end() + 20 and re.match(r"[A-Z摘]", block.text):
            text = block.text[marked.end() :]
            return text, [b for b in front if b is not block], [b for b in rest if b is not block]
    if rest and ABSTRACT_HEADING.match(bare(rest[0].text)):
        end = next((i for i, b in enumerate(rest) if i and b.kind is BlockKind.HEADING), len(rest))
        paragraphs = [b.text for b in rest[1:end] if b.kind is BlockKind.PARAGRAPH]
        asides = [b for b in rest[1:end] if b.kind is BlockKind.ASIDE]
        return " ".join(paragraphs), [*front, *asides], rest[end:]
    for block in front:
        if (
            block.kind is BlockKind.PARAGRAPH
            and len(block.text.split()) >= MIN_ABSTRACT_WORDS
            and ends_sentence(block.text)
        ):
            return block.text, [b for b in front if b is not block], rest
    return "", front, rest

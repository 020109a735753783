"""Which figures and tables of a paper go on a poster, with their own captions and where they stand."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generation.backends.builtin.cues import DANGLING
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import content_words, mentions, role_of_heading
from generation.backends.builtin.sentences import has_bad_signs, is_cjk, is_whole, split_sentences, squeeze, words
from generation.records import Figure, FigureKind, PaperContent, PaperIdentity

MAX_ASPECT: Final = 4.5
MIN_PIXELS: Final = 240
CAPTION_WORDS: Final = 34
LONGEST_FIRST_SENTENCE: Final = 60


# "The results are shown in Figure 2." and "Figure 2 shows the results of ..." say no more than that it is there.
_ONLY_POINTS: Final = re.compile(
    r"\b(is|are|was|were|be)\s+(also\s+)?"
    r"(shown|presented|depicted|illustrated|given|displayed|listed|plotted|summari[sz]ed|reported|provided|found|seen)?"
    r"\s*(in|by|on)\s+(the\s+)?(fig|tab)"
    r"|^(fig\w*|tab\w*)\.?\s*\w+\s+(shows|presents|depicts|illustrates|displays|lists|gives|provides|summari[sz]es)"
    r"\s+(an?|the)\s+(\w+\s+){0,3}(of|for|from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure chosen for a poster. `caption` is the paper's, whole or its first whole sentences, or empty;
    `readout` is a sentence of the paper that points to it and says what to see, or empty."""

    figure: Figure
    file: Path
    caption: str
    source: str
    readout: str
    score: float

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.figure.width / self.figure.height


def rank_pictures(content: PaperContent, identity: PaperIdentity, assets: Path) -> tuple[Picture, ...]:
    """The usable figures and tables, most telling first.

    Usable: the file is there, no thinner than 4.5 to 1 and not tiny. A score adds 1 for a figure (tables are hard to
    read from a distance), 0.6 in a results section, up to 1 for words shared with title and abstract, 0.15 for each
    sentence that points to it (at most 4 count), -0.5 for shapes beyond 2.5 to 1,
    -1.2 for one of a supplement or an appendix. Ties go to the earlier one.
    """
    topic = content_words(f"{identity.title} {identity.abstract or content.abstract}")
    found = []
    for figure in content.figures:
        file = assets / figure.image
        if not _usable(figure, file):
            continue
        readouts = mentions(figure.label, content)
        own = content_words(figure.caption)
        shared = len(own & topic) / max(4, len(own))
        stretched = max(figure.width / figure.height, figure.height / figure.width)
        score = (
            (1.0 if figure.kind is FigureKind.FIGURE else 0.0)
            + (0.6 if _role_on_page(figure.page, content) is Role.RESULT else 0.0)
            + min(1.0, 2 * shared)
            + 0.15 * min(4, len(readouts))
            - (0.5 if stretched > 2.5 else 0.0)
            - (1.2 if figure.supplementary or re.search(r"[SA]\.?\d+$", figure.label) else 0.0)
        )
        source, caption = _source(figure, content.text), caption_for(figure.caption)
        found.append(Picture(figure, file, caption, source, _readout(readouts), score))
    return tuple(sorted(found, key=lambda picture: -picture.score))


def caption_for(caption: str) -> str:
    """The whole caption if it is short, else its first whole sentences; empty if not even the first one is readable."""
    whole = squeeze(caption)
    if len(words(whole)) <= CAPTION_WORDS and not has_bad_signs(whole):
        return whole
    sentences = split_sentences(whole)
    kept = ""
    for sentence in sentences:
        longer = f"{kept}{'' if is_cjk(sentence) else ' '}{sentence}".strip()
        longest = CAPTION_WORDS if kept else LONGEST_FIRST_SENTENCE
        if not is_whole(sentence) or has_bad_signs(sentence) or len(words(longer)) > longest:
            break
        kept = longer
    return kept


def _usable(figure: Figure, file: Path) -> bool:
    if figure.width <= 0 or figure.height <= 0 or not file.is_file():
        return False
    aspect = figure.width / figure.height
    return 1 / MAX_ASPECT <= aspect <= MAX_ASPECT and max(figure.width, figure.height) >= MIN_PIXELS


def _source(figure: Figure, text: str) -> str:
    """ "Figure 3, page 5"; an abbreviated label is written out."""
    label = re.sub(r"^(Fig|Tab)\.?\s+", lambda found: {"Fig": "Figure ", "Tab": "Table "}[found.group(1)], figure.label)
    return f"{figure.label}，第 {figure.page} 页" if is_cjk(text[:2000]) else f"{label}, page {figure.page}"


def _role_on_page(page: int, content: PaperContent) -> Role | None:
    """The role of the last section that begins on or before this page."""
    last = max(1, len(content.sections) - 1)
    role: Role | None = None
    for place, section in enumerate(content.sections):
        if section.page > page:
            break
        role = role_of_heading(section.heading, place / last) or role
    return role


def _readout(mentioning: tuple[str, ...]) -> str:
    """Of the sentences that say more of a picture than that it is there, the one nearest to 18 words (32 at most)."""
    telling = [s for s in mentioning if len(words(s)) <= 32 and not _ONLY_POINTS.search(s) and not DANGLING.search(s)]
    return min(telling, key=lambda sentence: abs(len(words(sentence)) - 18), default="")

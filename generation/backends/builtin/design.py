"""What a built-in system decides for itself: its page, its zones and what may go where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from generation.backends.builtin.fit import FilledZone, Line, PicturePiece, TextPiece, Zone, total_void, worst_void
from generation.backends.builtin.pictures import Picture
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import content_words
from generation.backends.builtin.story import Story
from generation.render.fonts import Face
from generation.render.layout import Rect

SMALLEST_TEXT: Final = 22.0  # CSS pixels; 32 pt on a poster 48 inches wide
BODY_PX: Final = 32.0  # body text at scale 1
SCALES: Final = (0.88, 0.94, 1.0, 1.06, 1.12, 1.2, 1.3)
SPARSE_SCALES: Final = (1.2, 1.4, 1.6, 1.85, 2.15, 2.5)  # for a paper that has next to nothing to show

# In rem; the style sheet says the same.
HEAD_BELOW: Final = 0.5
ITEM_GAP: Final = 0.5
PIECE_GAP: Final = 1.2
BOX_PADDING: Final = 0.9
BOX_SIDE: Final = 32.0  # CSS pixels: widths are told before the scale is known
CAPTION_ABOVE: Final = 0.5
READOUT_BELOW: Final = 0.6

# A figure's own lettering is mostly 7 to 8 pt; drawn at this many CSS pixels per point it is just readable.
LEAST_PX_PER_PT: Final = 1.35
GOOD_PX_PER_PT: Final = 2.1
# Larger than this its lettering would outgrow the poster's own text, and a photograph would show its pixels.
MOST_PX_PER_PT: Final = 3.6
MOST_ENLARGED: Final = 1.3  # CSS pixels for each pixel of the crop


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights as measured at one type scale. `frames` are the named boxes of the empty page."""

    rem: float
    frames: Mapping[str, Rect]
    heights: Mapping[Sample, float]

    def height(self, style: str, text: str, width: float, *, lead: str = "", px: float = 0.0) -> float:
        """Of a text that was among the design's samples."""
        return self.heights[Sample(style, text, width, lead, px)]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to lay the poster out: zones to fill. `bonus` is what the design itself thinks of it."""

    zones: tuple[Zone, ...]
    finding_px: float = 0.0
    bonus: float = 0.0


class Design(Protocol):
    """A built-in system."""

    name: str
    description: str
    template: str
    width: int
    height: int
    figures: int
    words: int  # sentences of so many words together are enough
    faces: tuple[Face, ...]
    picture_count_worth: float  # of showing as many as are wanted
    beside_cost: float  # of blank space left and right of pictures
    picture_share: float  # of the canvas, from which on more picture is not better
    title_largest: float  # CSS pixels
    title_line: float  # width of the title's line
    title_lines: int
    finding_largest: float  # CSS pixels; 0 where the candidates try sizes themselves
    finding_line: float
    finding_lines: int
    plain_words: bool  # headings as a layman would say them
    boxed: frozenset[Role]  # roles whose text stands in a padded box
    scales: tuple[float, ...]

    def samples(self, story: Story) -> tuple[Sample, ...]:
        """Every text that will have to be measured."""
        ...

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        """Ways to lay it out at this scale."""
        ...


def title_px(title: str, *, largest: float, line_width: float, lines: int) -> float:
    """A size at which a title surely takes no more than so many lines: half an em for a letter, one for a CJK sign.

    One line if that costs no more than a quarter of the size, else the largest that fits into `lines`.
    """
    ems = max(1.0, sum(0.5 if sign.isascii() else 1.0 if ord(sign) > 0x2E80 else 0.55 for sign in title))
    one_line = line_width * 0.97 / ems
    if one_line >= 0.75 * largest:
        return min(largest, one_line)
    return max(40.0, min(largest, lines * line_width * 0.92 / ems))


def finding_px(design: Design, story: Story) -> float:
    """The size of a finding that has a place of its own at the head of the page; 0 if there is none."""
    if not (design.finding_largest and story.finding):
        return 0.0
    large, lines = design.finding_largest, design.finding_lines
    if story.sparse:
        large, lines = 2.0 * large, lines + (2 if story.roles else 4)
    return title_px(story.finding, largest=large, line_width=design.finding_line, lines=lines)


def scales_for(design: Design, story: Story) -> tuple[float, ...]:
    """The type scales to try."""
    return SPARSE_SCALES if story.sparse else design.scales


def text_samples(design: Design, story: Story, width: float) -> Iterator[Sample]:
    """Headings and sentences of all roles at one width."""
    for role in Role:
        inner = _inner(design, role, width)
        yield Sample(f"head {role}", story.labels[role], inner)
        for sentence in story.pools[role]:
            yield Sample(f"item {role}", sentence.text, inner)


def picture_samples(story: Story, width: float, *, readouts: bool = False) -> Iterator[Sample]:
    """Captions at one width, and readouts where they are shown."""
    for picture in story.pictures:
        yield Sample("caption", picture.caption, width, f"{picture.source}.")
        if readouts and picture.readout:
            yield Sample("readout", picture.readout, width)


def _inner(design: Design, role: Role, width: float) -> float:
    return width - 2 * BOX_SIDE if role in design.boxed else width


def text_piece(
    design: Design,
    story: Story,
    metrics: Metrics,
    role: Role,
    width: float,
    *,
    least: int = 1,
    most: int = 99,
    head_beside: bool = False,
) -> TextPiece | None:
    """The sentences of a role as a piece; None if there are none. `head_beside`: the heading stands in the margin."""
    pool = story.pools[role]
    if not pool:
        return None
    inner = _inner(design, role, width)
    head = 0.0 if head_beside else metrics.height(f"head {role}", story.labels[role], inner) + HEAD_BELOW * metrics.rem
    padding = 2 * BOX_PADDING * metrics.rem if role in design.boxed else 0.0
    lines = tuple(Line(s.text, metrics.height(f"item {role}", s.text, inner), s.score, s.words) for s in pool)
    return TextPiece(str(role), head + padding, lines, ITEM_GAP * metrics.rem, min(least, len(pool)), most)


def picture_piece(
    story: Story,
    metrics: Metrics,
    key: int,
    column: float,
    *,
    tallest: float,
    frame: float = 0.0,
    readout: bool = False,
    most_px_per_pt: float = MOST_PX_PER_PT,
) -> PicturePiece | None:
    """A picture of the story in a column; None if its lettering could not be read at this width.

    `tallest`: the most height; `frame`: padding and border around picture and caption; CSS pixels. A picture is not
    enlarged beyond what its pixels carry.
    """
    picture = story.pictures[key]
    points = picture.figure.box.width
    width = column - 2 * frame
    widest = min(width, picture.figure.width * MOST_ENLARGED, tallest * picture.aspect, most_px_per_pt * points)
    readable = LEAST_PX_PER_PT * points
    good = min(widest, GOOD_PX_PER_PT * points)
    if widest < readable * 0.98:
        return None
    smallest = min(widest, max(readable, min(0.62 * width, good)))
    caption = metrics.height("caption", picture.caption, width, lead=f"{picture.source}.")
    said = readout and bool(picture.readout)
    below = 2 * frame + CAPTION_ABOVE * metrics.rem + caption
    if said:
        below += READOUT_BELOW * metrics.rem + metrics.height("readout", picture.readout, width)
    aspect = picture.aspect
    return PicturePiece(key, below, aspect, smallest / aspect, widest / aspect, said, points)


def in_reading_order(pictures: tuple[Picture, ...], keys: Sequence[int]) -> tuple[int, ...]:
    """These pictures in the paper's order."""
    return tuple(sorted(keys, key=lambda key: (pictures[key].figure.page, pictures[key].figure.box.y0)))


def nearest_to_the_finding(story: Story, count: int) -> list[int]:
    """Keys of the best `count` pictures, first those whose caption speaks of what the finding speaks of."""
    about = content_words(story.finding)

    def fitness(key: int) -> float:
        picture = story.pictures[key]
        own = content_words(f"{picture.figure.caption} {picture.readout}")
        return picture.score + 3.0 * len(own & about) / max(1, len(about))

    return sorted(range(min(len(story.pictures), count)), key=lambda key: -fitness(key))


def worth(design: Design, filled: tuple[FilledZone, ...], story: Story, scale: float) -> float:
    """How good a filled page is: little void, pictures of a good size, enough to read, in type as large as may be."""
    pictures = sum(zone.picture_area for zone in filled) / (design.width * design.height)
    shown = sum(zone.pictures for zone in filled)
    wanted = min(design.figures, story.most_pictures, len(story.pictures))
    read = sum(zone.words for zone in filled)
    mean_value = sum(zone.value for zone in filled) / 10.0
    beside = sum(zone.beside for zone in filled) / (design.width * design.height)
    legible = sum(zone.legible for zone in filled) / shown if shown else 1.0
    return (
        -7.0 * worst_void(filled, design.height)
        - 6.0 * total_void(filled)
        - design.beside_cost * beside
        + 2.0 * min(1.0, pictures / design.picture_share)
        + design.picture_count_worth * (shown / wanted if wanted else 1.0)
        + 2.0 * legible
        + 3.0 * min(1.0, read / design.words)
        + 0.5 * min(1.0, mean_value)
        + 2.0 * min(scale, 1.15)
    )

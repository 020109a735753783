"""The plain records that cross the border of `generation`."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a PDF page in points, origin at the top left of the page as shown."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


class FigureKind(StrEnum):
    FIGURE = "figure"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure or table of a paper: where it stands and the picture cut from the page.

    `image` is the file's name inside the ingest's asset folder; width and height are its pixels.
    """

    figure_id: str  # "figure-1", "table-2"; unique in a paper
    kind: FigureKind
    label: str  # "Figure 1", as printed
    caption: str  # without the label
    page: int  # from 1
    box: Box
    image: str
    width: int
    height: int
    supplementary: bool = False  # of a supplement or an appendix by its label: "Figure S1", "Table A.2"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the paragraphs below it, in reading order. `level` 1 is a main section."""

    heading: str
    level: int
    page: int
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperContent:
    """What ingest found in a paper's PDF. Empty means "not found", never a guess."""

    title: str
    authors: tuple[str, ...]
    abstract: str
    sections: tuple[Section, ...]
    figures: tuple[Figure, ...]
    pages: int
    text: str  # all of it, in reading order
    notes: tuple[str, ...] = ()  # what ingest could not do, in words for an admin


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page of a paper as a picture. A point (x, y) of the page stands at pixel (x * scale, y * scale)."""

    page: int  # from 1
    pages: int  # of the whole paper
    points_wide: float
    points_high: float
    width: int  # pixels
    height: int

    @property
    def scale(self) -> float:
        """Pixels to the point."""
        return self.width / self.points_wide


class ArtifactKind(StrEnum):
    HTML = "html"
    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"
    PPTX = "pptx"


class CostBasis(StrEnum):
    REPORTED = "reported"  # the backend said so
    ESTIMATED = "estimated"  # tokens times a price table
    NONE = "none"  # nothing is bought: a built-in system
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cost:
    basis: CostBasis
    usd: float | None = None


@dataclass(frozen=True, slots=True)
class PaperIdentity:
    """What the benchmark says of a paper; it outranks what ingest read off the page."""

    case_id: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    discipline: str
    citation: str = ""


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One poster to make. `workspace` is an empty folder of the backend's own; `assets` and `pdf` are read-only."""

    identity: PaperIdentity
    content: PaperContent
    pdf: Path
    assets: Path
    workspace: Path
    params: dict[str, str | int | float | bool] = field(default_factory=dict)
    timeout_seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class TrajectoryStep:
    """One thing a backend did on its way to a poster."""

    name: str
    seconds: float
    message: str = ""


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """A delivered poster: one file inside the workspace, how it came about and what it cost."""

    artifact: Path
    kind: ArtifactKind
    cost: Cost
    trajectory: tuple[TrajectoryStep, ...] = ()
    isolation: str = ""  # "user nobody", "bubblewrap", "not isolated": how the work was kept apart
    figures: tuple[str, ...] | None = None  # ids of the paper's figures and tables on the poster; None: not known


@dataclass(frozen=True, slots=True)
class PosterImages:
    """A poster after normalisation: PNG master (long edge at most 4800 px, never upscaled, no metadata, sRGB on white),
    and WebP pictures of it: full with all its pixels, rendition for pages (long edge at most 2400 px), medium for
    small screens (1200 px) and thumbnail (480 px)."""

    master: bytes
    full: bytes
    rendition: bytes
    medium: bytes
    thumbnail: bytes
    width: int  # of the master, pixels
    height: int
    notes: tuple[str, ...] = ()  # "first frame of an animation", "page 1 of 3"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `doctor` says of one part: usable or not, and what to do."""

    name: str
    ok: bool
    message: str
    remedy: str = ""
    optional: bool = False  # the site does without it

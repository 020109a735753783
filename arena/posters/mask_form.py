"""The form of a mask: places that were found, to be ticked, and boxes drawn by hand, typed as percent of the poster."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from django.http import QueryDict

from arena.core.errors import BadInput
from arena.posters.identity import Cutout, PosterIdentity, ShownFinding, cutout_of, identity_of
from arena.posters.models import Poster

Box = tuple[float, float, float, float]
EDGES = ("left", "top", "right", "bottom")
MOST_ROWS = 50


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A finding that can be ticked. Without a box it stands somewhere that a box has to be drawn around by hand."""

    shown: ShownFinding
    number: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One box by hand, as it was typed."""

    left: str
    top: str
    right: str
    bottom: str

    @property
    def is_blank(self) -> bool:
        return not any((self.left, self.top, self.right, self.bottom))


@dataclass(frozen=True, slots=True)
class Place:
    """One box of the mask and the part of the poster around it."""

    cutout: Cutout


@dataclass(frozen=True, slots=True)
class MaskForm:
    identity: PosterIdentity
    found: tuple[FoundPlace, ...]
    rows: tuple[Row, ...]
    boxes: tuple[Box, ...]
    places: tuple[Place, ...]
    chosen: tuple[int, ...]  # ticked findings
    fault: str  # what is wrong with a box by hand
    wants_a_row: bool

    @property
    def query(self) -> str:
        """The boxes as the preview's address names them."""
        found = QueryDict(mutable=True)
        found.setlist("box", [",".join(f"{edge:g}" for edge in box) for box in self.boxes])
        return found.urlencode()


def mask_form(poster: Poster, given: QueryDict | None) -> MaskForm:
    """The form as it was sent, or with everything ticked that is to be decided."""
    identity = identity_of(poster)
    rows = () if given is None else _rows(given)
    fault, by_hand = "", []
    for row in rows:
        try:
            by_hand += [] if row.is_blank else [_box_of(row)]
        except BadInput as error:
            fault = str(error)
    sent = set() if given is None else set(given.getlist("finding"))
    candidates = [found for found in identity.findings if not found.stays_here and found.row.state != "masked"]
    found = tuple(
        FoundPlace(shown, number, shown.is_telling if given is None else str(shown.row.pk) in sent)
        for number, shown in enumerate(candidates, start=1)
        if shown.row.place in ("picture", "text")
    )
    ticked = [place.shown.row for place in found if place.ticked]
    boxes = (*(_as_box(row.box) for row in ticked if row.box), *by_hand)
    wants = given is not None and given.get("action") == "more"
    shown_rows = [row for row in rows if not row.is_blank]
    blank = [Row("", "", "", "")] if wants or not shown_rows else []
    return MaskForm(
        identity=identity,
        found=found,
        rows=(*shown_rows, *blank),
        boxes=boxes,
        places=tuple(Place(cutout_of(poster, box)) for box in boxes),
        chosen=tuple(row.pk for row in ticked),
        fault=fault,
        wants_a_row=wants,
    )


def boxes_in(texts: Sequence[str]) -> tuple[Box, ...]:
    """Boxes as an address names them: four fractions with commas between; BadInput for anything else."""
    return tuple(_four(text.split(","), 1.0) for text in texts)


def _rows(given: QueryDict) -> tuple[Row, ...]:
    columns = [[text.strip() for text in given.getlist(edge)] for edge in EDGES]
    if len({len(column) for column in columns}) != 1:
        return ()
    return tuple(Row(*cells) for cells in list(zip(*columns, strict=True))[:MOST_ROWS])


def _box_of(row: Row) -> Box:
    return _four((row.left, row.top, row.right, row.bottom), 100.0)


def _four(texts: Sequence[str], whole: float) -> Box:
    try:
        edges = [round(float(text.replace(",", ".")) / whole, 5) for text in texts]
    except ValueError as error:
        raise BadInput("A box needs four numbers: left, top, right and bottom.") from error
    if len(edges) != 4 or not all(isfinite(edge) for edge in edges):
        raise BadInput("A box needs four numbers: left, top, right and bottom.")
    return edges[0], edges[1], edges[2], edges[3]


def _as_box(box: Sequence[float]) -> Box:
    return box[0], box[1], box[2], box[3]

"""PaperContent as JSON text and back, without loss."""

import json
from dataclasses import asdict

from generation.errors import GenerationError
from generation.records import Box, Figure, FigureKind, PaperContent, Section

VERSION = 1

MALFORMED = (KeyError, TypeError, ValueError, AttributeError)


def content_to_json(content: PaperContent) -> str:
    """The content as one JSON object with its format's version; text is kept as Unicode, not escaped."""
    return json.dumps({"version": VERSION, **asdict(content)}, ensure_ascii=False, allow_nan=False)


def content_from_json(text: str) -> PaperContent:
    """The content that `content_to_json` wrote.

    Raises GenerationError when the text is something else, or of another version.
    """
    try:
        data = json.loads(text)
        version = data["version"]
    except MALFORMED as error:
        raise GenerationError(f"Not the JSON of an ingested paper: {error}. Ingest the paper again.") from error
    if version != VERSION:
        raise GenerationError(
            f"This ingested paper has format {version}; this program reads {VERSION}. Ingest it again."
        )
    try:
        return PaperContent(
            title=_text(data["title"]),
            authors=tuple(_text(name) for name in data["authors"]),
            abstract=_text(data["abstract"]),
            sections=tuple(_section(item) for item in data["sections"]),
            figures=tuple(_figure(item) for item in data["figures"]),
            pages=_whole(data["pages"]),
            text=_text(data["text"]),
            notes=tuple(_text(note) for note in data["notes"]),
        )
    except MALFORMED as error:
        raise GenerationError(
            f"The JSON of this ingested paper is damaged ({error}). Ingest the paper again."
        ) from error


def _section(item: dict[str, object]) -> Section:
    paragraphs = item["paragraphs"]
    if not isinstance(paragraphs, list):
        raise TypeError("paragraphs is not a list")
    return Section(
        _text(item["heading"]), _whole(item["level"]), _whole(item["page"]), tuple(_text(part) for part in paragraphs)
    )


def _figure(item: dict[str, object]) -> Figure:
    box = item["box"]
    if not isinstance(box, dict):
        raise TypeError("box is not an object")
    return Figure(
        figure_id=_text(item["figure_id"]),
        kind=FigureKind(_text(item["kind"])),
        label=_text(item["label"]),
        caption=_text(item["caption"]),
        page=_whole(item["page"]),
        box=Box(*(_number(box[edge]) for edge in ("x0", "y0", "x1", "y1"))),
        image=_text(item["image"]),
        width=_whole(item["width"]),
        height=_whole(item["height"]),
        supplementary=_flag(item.get("supplementary", False)),  # papers ingested before there was such a field
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a number")
    return float(value)

"""The pictures of figures and tables, cut from their pages as PNG files."""

import re
from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium

from generation.ingest import limits
from generation.ingest.captions import Caption, CaptionKind
from generation.ingest.floats import Float
from generation.ingest.pictures import cut
from generation.records import Box, Figure, FigureKind


def write_figures(
    document: pdfium.PdfDocument, floats: Sequence[Float], captions: dict[Caption, str], out: Path
) -> list[Figure]:
    """Cuts each figure and table into `out`; `captions` are the captions' texts. Listings are left out."""
    figures: list[Figure] = []
    used: set[str] = set()
    for found in floats:
        if found.caption.kind is CaptionKind.LISTING or len(figures) >= limits.MAX_FIGURES:
            continue
        kind = FigureKind.TABLE if found.caption.kind is CaptionKind.TABLE else FigureKind.FIGURE
        figure_id = _unique(f"{kind.value}-{_slug(found.caption.number)}", used)
        name = f"{figure_id}.png"
        width, height = cut(document[found.caption.page - 1], found.box, out / name)
        figures.append(
            Figure(
                figure_id=figure_id,
                kind=kind,
                label=found.caption.label,
                caption=captions[found.caption],
                page=found.caption.page,
                box=Box(*(round(edge, 2) for edge in (found.box.x0, found.box.y0, found.box.x1, found.box.y1))),
                image=name,
                width=width,
                height=height,
                supplementary=found.caption.supplementary,
            )
        )
    return figures


def _slug(number: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", number.casefold()).strip("-") or "x"


def _unique(name: str, used: set[str]) -> str:
    candidate, count = name, 1
    while candidate in used:
        count += 1
        candidate = f"{name}-{count}"
    used.add(candidate)
    return candidate

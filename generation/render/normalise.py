"""Any delivered or uploaded artifact becomes one clean picture in a few sizes."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final, cast

from generation.errors import BadPoster
from generation.records import ArtifactKind, PosterImages
from generation.render.driver import Browser
from generation.render.html import Sheet, with_sheet
from generation.render.sniff import sniff

WORKER: Final = Path(__file__).with_name("decode_worker.py")
MASTER_EDGE: Final = 4800
RENDITION_EDGE: Final = 2400
MEDIUM_EDGE: Final = 1200
THUMBNAIL_EDGE: Final = 480
MAX_BYTES: Final = 250_000_000
MAX_PIXELS: Final = 180_000_000  # an A0 poster at 300 dpi has 140 million
MAX_ASPECT: Final = 4.0
MIN_LONG_EDGE: Final = 400
MEMORY_BYTES: Final = 4_000_000_000
WORK_SECONDS: Final = 90

# The window an HTML poster opens in when it does not say how large it is, and the bounds of what it may then claim.
DEFAULT_CANVAS: Final = (1600, 1200)
PEEPHOLE: Final = (320, 240)
MIN_CANVAS: Final = 200
MAX_CANVAS: Final = 12_000
HTML_SECONDS: Final = 60.0


def normalise(
    artifact: bytes | Path, kind: ArtifactKind | None = None, *, browser: Browser | None = None
) -> PosterImages:
    """Make the pictures that are shown, scored and stored from a poster file.

    What the file is, is decided by its content; `kind` is what somebody said it was, and a note is made where that is
    wrong. Pictures are decoded in a process of their own with limits on memory and time; sizes are checked before
    decoding. HTML is drawn by the offline browser without its scripts. Raises BadPoster (nothing to be done without
    another file) and RenderError (the browser).
    """
    data = artifact.read_bytes() if isinstance(artifact, Path) else artifact
    if len(data) > MAX_BYTES:
        raise BadPoster(f"the file has {len(data) / 1e6:.0f} MB (limit {MAX_BYTES / 1e6:.0f} MB)")
    found = sniff(data)
    notes: tuple[str, ...] = ()
    if kind is not None and kind is not found:
        notes = (f"said to be {kind.value}, is {found.value if found else 'gif'}",)
    if found is ArtifactKind.PPTX:
        raise BadPoster("a PowerPoint file has to be turned into a PDF first; save it as PDF and send that")
    if found is ArtifactKind.HTML:
        data, more = _draw_html(data, browser)
        notes += more
    return _decode(data, ArtifactKind.PDF if found is ArtifactKind.PDF else ArtifactKind.PNG, notes)


def _draw_html(html: bytes, browser: Browser | None) -> tuple[bytes, tuple[str, ...]]:
    """The document at its own size, as a PNG whose long edge is the master's."""

    def size(sheet: Sheet) -> tuple[int, int]:
        sheet.load(html)
        layout = sheet.measure()
        if layout.empty:
            raise BadPoster("the page shows nothing; posters are drawn without their scripts")
        width, height = layout.canvas_width, layout.canvas_height
        if width is None or height is None:
            width, height = layout.page_width, layout.page_height
            # In a window too small for anything, only a page of fixed size is still as wide as it is.
            sheet.resize(*PEEPHOLE)
            fixed = sheet.measure()
            if fixed.page_width > PEEPHOLE[0]:
                width, height = fixed.page_width, fixed.page_height
        _check_canvas(width, height)
        return width, height

    width, height = with_sheet(
        size, {}, width=DEFAULT_CANVAS[0], height=DEFAULT_CANVAS[1], timeout_seconds=HTML_SECONDS, browser=browser
    )

    def draw(sheet: Sheet) -> tuple[bytes, tuple[str, ...]]:
        sheet.load(html)
        broken = sum(not picture.loaded for picture in sheet.measure().pictures)
        notes = [f"{broken} of its pictures did not load"] if broken else []
        if sheet.refused:
            notes.append(f"{len(sheet.refused)} requests to elsewhere were refused")
        return sheet.picture(), tuple(notes)

    scale = min(4.0, MASTER_EDGE / max(width, height))
    return with_sheet(draw, {}, width=width, height=height, scale=scale, timeout_seconds=HTML_SECONDS, browser=browser)


def _check_canvas(width: int, height: int) -> None:
    if not MIN_CANVAS <= min(width, height) <= max(width, height) <= MAX_CANVAS:
        raise BadPoster(f"the page is {width} x {height} px; both sides need {MIN_CANVAS} to {MAX_CANVAS}")
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise BadPoster(f"not the shape of a poster: {width} x {height} is longer than {MAX_ASPECT:g} to 1")


@dataclass(frozen=True, slots=True)
class _Order:
    """What the worker is told; the fields are its `Limits`."""

    kind: str
    max_pixels: int = MAX_PIXELS
    max_aspect: float = MAX_ASPECT
    min_long_edge: int = MIN_LONG_EDGE
    long_edges: tuple[int, int, int, int] = (MASTER_EDGE, RENDITION_EDGE, MEDIUM_EDGE, THUMBNAIL_EDGE)
    memory_bytes: int = MEMORY_BYTES
    cpu_seconds: int = WORK_SECONDS


def _decode(data: bytes, kind: ArtifactKind, notes: tuple[str, ...]) -> PosterImages:
    order = json.dumps(asdict(_Order(kind.value))).encode() + b"\n"
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(WORKER)],
            input=order + data,
            capture_output=True,
            timeout=WORK_SECONDS,
            check=False,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired as error:
        raise BadPoster(f"it could not be decoded within {WORK_SECONDS} s") from error
    line, _, files = done.stdout.partition(b"\n")
    if done.returncode != 0 or not line:
        raise BadPoster("it cannot be decoded: the decoder stopped, most likely a damaged or hostile file")
    answer = cast("dict[str, object]", json.loads(line))
    if "refused" in answer:
        raise BadPoster(str(answer["refused"]))
    return _unpack(answer, files, notes)


def _unpack(answer: dict[str, object], files: bytes, notes: tuple[str, ...]) -> PosterImages:
    ends = list(accumulate(cast("list[int]", answer["sizes"])))
    master, full, rendition, medium, thumbnail = (
        files[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)
    )
    return PosterImages(
        master=master,
        full=full,
        rendition=rendition,
        medium=medium,
        thumbnail=thumbnail,
        width=cast("int", answer["width"]),
        height=cast("int", answer["height"]),
        notes=notes + tuple(cast("list[str]", answer["notes"])),
    )

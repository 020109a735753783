"""The lines of text on a poster's picture: read once on a site, kept, and used by scoring and by the identity check."""

import fcntl
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from scoring.posterbench.protocol import PROTOCOL

if TYPE_CHECKING:
    from scoring.posterbench.ocr import TextLine
    from scoring.posterbench.raster import Raster


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """What OCR read on a picture, in the pixels of the raster it read it on."""

    width: int
    height: int
    lines: "tuple[TextLine, ...]"


def picture_with_lines(picture: bytes) -> "tuple[Raster, tuple[TextLine, ...]]":
    """The raster of a poster's master with its lines, as `evaluate_lines` takes them."""
    from scoring.posterbench.raster import load_raster

    raster = load_raster(picture)
    return raster, _lines(hashlib.sha256(picture).hexdigest(), lambda: raster).lines


def read_picture(sha256: str, picture: bytes) -> ReadPicture:
    """The lines on the picture with this sha256; it is decoded only where nobody has read it yet."""
    from scoring.posterbench.raster import load_raster

    return _lines(sha256, lambda: load_raster(picture))


def ocr_threads() -> int | None:
    """How many threads are this process's own; None where nobody said, for OCR to choose.

    A worker is told by its environment: two that both take every core only get in each other's way.
    """
    given = os.environ.get("OMP_NUM_THREADS", "")
    return int(given) if given.isdigit() and int(given) else None


def _lines(sha256: str, raster_of: "Callable[[], Raster]") -> ReadPicture:
    kept = _kept(sha256)
    if kept is not None:
        return kept
    with _alone(sha256):
        kept = _kept(sha256)  # whoever was first has read it in the meantime
        if kept is not None:
            return kept
        # Loaded here: only what reads needs OCR and imaging, not every process of the site.
        from scoring.posterbench.ocr import read_lines

        raster = raster_of()
        read = ReadPicture(raster.width, raster.height, read_lines(raster, threads=ocr_threads()))
        _keep(sha256, read)
        return read


def _reader() -> str:
    """What reads: the same picture gives the same lines as long as this is the same."""
    return f"{PROTOCOL}, rapidocr {version('rapidocr')}, onnxruntime {version('onnxruntime')}"


def _kept(sha256: str) -> ReadPicture | None:
    from scoring.posterbench.geometry import Rect
    from scoring.posterbench.ocr import TextLine

    try:
        found = json.loads(_path(sha256).read_bytes())
        if found["reader"] != _reader():
            return None
        lines = tuple(
            TextLine(text, Rect(*box), confidence, font_size, contrast)
            for text, box, confidence, font_size, contrast in found["lines"]
        )
        return ReadPicture(found["width"], found["height"], lines)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):  # half a file, or another one: it is read anew
        return None


def _keep(sha256: str, read: ReadPicture) -> None:
    lines = [
        [
            line.text,
            [float(edge) for edge in (line.box.x0, line.box.y0, line.box.x1, line.box.y1)],
            float(line.confidence),
            float(line.font_size),
            float(line.contrast),
        ]
        for line in read.lines
    ]
    # Python writes a number in as many digits as give the same number back.
    text = json.dumps({"reader": _reader(), "width": read.width, "height": read.height, "lines": lines})
    handle, draft = tempfile.mkstemp(dir=_folder(), prefix=".draft-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(draft).replace(_path(sha256))


@contextmanager
def _alone(sha256: str) -> Iterator[None]:
    """One process of this machine at a time for a picture (and for the few that share its lock)."""
    with (_folder() / f".lock-{sha256[:2]}").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _folder() -> Path:
    folder = Path(settings.MEDIA_DIR) / "lines"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _path(sha256: str) -> Path:
    return Path(settings.MEDIA_DIR) / "lines" / f"{sha256}.json"

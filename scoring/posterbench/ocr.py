"""The text on a raster, line by line, by RapidOCR with the models that its wheel contains."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime  # type: ignore[import-untyped]
import rapidocr

from scoring.posterbench.geometry import Rect
from scoring.posterbench.lettering import measure
from scoring.posterbench.raster import Raster
from scoring.posterbench.textfinder import Corners, box_of, find_lines
from scoring.posterbench.textreader import Reading, read_strips

MIN_CONFIDENCE: Final = 0.5

# No letter is wider than this share of its line's height, letter-spacing included.
MAX_LETTER_WIDTH: Final = 1.3

_MODELS: Final = Path(rapidocr.__file__).parent / "models"
_DETECTOR: Final = _MODELS / "PP-OCRv6_det_small.onnx"
_RECOGNISER: Final = _MODELS / "PP-OCRv6_rec_small.onnx"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text (or one table cell).

    `box` encloses the letters and `font_size` is their estimated size, both in raster pixels; `confidence` is the
    recogniser's, 0.5-1; `contrast` is the WCAG contrast ratio, 1-21.
    """

    text: str
    box: Rect
    confidence: float
    font_size: float
    contrast: float


def default_threads() -> int:
    """Two threads, or one on a machine with one core."""
    return min(2, os.cpu_count() or 1)


def read_lines(raster: Raster, *, threads: int | None = None) -> tuple[TextLine, ...]:
    """Every line of text found, top to bottom; empty where there is none.

    `threads` is the number of ONNX threads (default: two at most); each process keeps one engine per number.
    """
    detector, recogniser = _engine(threads if threads is not None else default_threads())
    strips = find_lines(raster, detector)
    return lines_of(raster, strips, read_strips(raster, strips, recogniser))


def lines_of(raster: Raster, strips: Sequence[Corners], readings: Sequence[Reading]) -> tuple[TextLine, ...]:
    """The strips that hold text, measured, top to bottom. `strips` are four corners each; `readings` belong to them."""
    lines = []
    for corners, reading in zip(strips, readings, strict=True):
        text = reading.text.strip()
        # Bullets and the marks of a chart are read as signs without a letter or figure.
        if reading.confidence < MIN_CONFIDENCE or not any(sign.isalnum() for sign in text) or not _fits(text, corners):
            continue
        letters = measure(raster, box_of(corners), text)
        lines.append(TextLine(text, letters.box, reading.confidence, letters.font_size, letters.contrast))
    return tuple(sorted(lines, key=lambda line: (round(line.box.y0), line.box.x0, line.text)))


def _fits(text: str, corners: Corners) -> bool:
    """False where so few letters cannot fill so long a strip: the recogniser has read a curve or bars as "m".

    `corners` are the strip's four, clockwise from the top left, (4, 2).
    """
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    high = float(np.linalg.norm(corners[3] - corners[0]))
    if min(wide, high) < 1:
        return False
    return max(wide, high) / min(wide, high) <= MAX_LETTER_WIDTH * len(text) + 1


@lru_cache(maxsize=2)
def _engine(threads: int) -> tuple[onnxruntime.InferenceSession, onnxruntime.InferenceSession]:
    """The detector and the recogniser; opened by ourselves, so that nothing is downloaded and idle threads sleep."""
    # The detector's arena saves a fifth of its time; it is given back after each look. The recogniser gains nothing.
    return _session(_DETECTOR, threads, arena=True), _session(_RECOGNISER, threads, arena=False)


def _session(model: Path, threads: int, *, arena: bool) -> onnxruntime.InferenceSession:
    if not model.is_file():
        raise FileNotFoundError(f"{model.name} is missing from the installed rapidocr; install it again.")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = arena
    # Spinning threads make two workers on two cores several times slower.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])

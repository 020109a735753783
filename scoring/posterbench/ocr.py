"""The text on a raster, line by line, by RapidOCR with the models that its wheel contains."""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]
import rapidocr
from omegaconf import flag_override

from scoring.posterbench.geometry import Rect
from scoring.posterbench.lettering import measure
from scoring.posterbench.raster import Raster

# Measured on posters with known text: lines are found at this long edge and read from the full raster. At 1280 text
# below 12 raster pixels is lost, at 2048 finding takes twice as long and no number more is right.
DETECTION_EDGE: Final = 1600
MIN_CONFIDENCE: Final = 0.5
# The recogniser pads a batch to its widest line, at least to this; short table cells pay for the default of 320.
RECOGNITION_WIDTH: Final = 64
RECOGNITION_BATCH: Final = 2

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
    engine = _engine(threads if threads is not None else default_threads())
    found = engine(np.ascontiguousarray(raster.rgb[:, :, ::-1]))
    if found.txts is None or found.boxes is None:
        return ()
    lines = []
    for text, corners, confidence in zip(found.txts, found.boxes, found.scores, strict=True):
        (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
        # Bullets and the marks of a chart are read as signs without a letter or figure.
        if not any(sign.isalnum() for sign in text) or not _fits(text.strip(), corners):
            continue
        box = Rect(float(x0), float(y0), float(x1), float(y1))
        letters = measure(raster, box, text)
        lines.append(TextLine(text.strip(), letters.box, float(confidence), letters.font_size, letters.contrast))
    return tuple(sorted(lines, key=lambda line: (round(line.box.y0), line.box.x0, line.text)))


def _fits(text: str, corners: npt.NDArray[np.float32]) -> bool:
    """False where so few letters cannot fill so long a strip: the recogniser has read a curve or bars as "m".

    `corners` are the strip's four, clockwise from the top left, (4, 2).
    """
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    high = float(np.linalg.norm(corners[3] - corners[0]))
    if min(wide, high) < 1:
        return False
    return max(wide, high) / min(wide, high) <= MAX_LETTER_WIDTH * len(text) + 1


@lru_cache(maxsize=2)
def _engine(threads: int) -> Any:
    """A RapidOCR engine whose two sessions we open ourselves: nothing can be downloaded, and idle threads sleep."""
    engine = rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.text_score": MIN_CONFIDENCE,
            # Poster text stands upright; telling lines from lines upside down costs time and gains nothing.
            "Global.use_cls": False,
            "Global.max_side_len": 4 * DETECTION_EDGE,
            "Det.limit_type": "max",
            "Det.limit_side_len": DETECTION_EDGE,
            "Rec.rec_img_shape": [3, 48, RECOGNITION_WIDTH],
            "Rec.rec_batch_num": RECOGNITION_BATCH,
            "Det.session": None,
            "Rec.session": None,
        }
    )
    with flag_override(engine.cfg, "allow_objects", True):
        engine.cfg.Det.session = _session(_DETECTOR, threads)
        engine.cfg.Rec.session = _session(_RECOGNISER, threads)
    return engine


def _session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    if not model.is_file():
        raise FileNotFoundError(f"{model.name} is missing from the installed rapidocr; install it again.")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    # Spinning threads make two workers on two cores several times slower.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])

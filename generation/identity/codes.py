"""What the QR codes on a picture say: nobody reads them with their eyes, and any telephone does."""

import io
from typing import Final

import cv2
import numpy as np
from PIL import Image

from generation.identity.scan import Line

LABEL: Final = "QR code: "
LONGEST: Final = 2000


def codes_on(picture: bytes) -> tuple[Line, ...]:
    """A line for each code that can be read, with the box around it; none where there is none."""
    with Image.open(io.BytesIO(picture), formats=("PNG", "WEBP")) as opened:
        grey = np.asarray(opened.convert("L"))
    high, wide = grey.shape
    found, contents, corners, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    if not found:
        return ()
    lines = []
    for content, points in zip(contents, corners, strict=True):
        across, down = points[:, 0] / wide, points[:, 1] / high
        edges = (across.min(), down.min(), across.max(), down.max())
        x0, y0, x1, y1 = (float(min(1.0, max(0.0, edge))) for edge in edges)
        if content:
            lines.append(Line(f"{LABEL}{content[:LONGEST]}", (x0, y0, x1, y1)))
    return tuple(lines)

"""QR codes are read where they stand; a picture without one says nothing."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from generation.identity.codes import codes_on
from generation.identity.scan import Paper, signs_on_picture
from generation.identity.words import word_list


def poster_with(*contents: str) -> bytes:
    """A poster of 1600 x 1200 with codes of about 200 pixels along its lower edge."""
    poster = np.full((1200, 1600), 255, np.uint8)
    for number, content in enumerate(contents):
        code = cv2.QRCodeEncoder_create().encode(content)
        code = cv2.resize(code, (200, 200), interpolation=cv2.INTER_NEAREST)
        poster[950:1150, 100 + 400 * number : 300 + 400 * number] = code
    buffer = io.BytesIO()
    Image.fromarray(poster).convert("RGB").save(buffer, "WEBP", quality=90)
    return buffer.getvalue()


def test_a_code_is_read_with_its_place() -> None:
    (line,) = codes_on(poster_with("https://paper2poster.github.io/p/17"))
    assert line.text == "QR code: https://paper2poster.github.io/p/17"
    assert line.box == pytest.approx((100 / 1600, 950 / 1200, 300 / 1600, 1150 / 1200), abs=0.02)


def test_only_the_code_that_names_a_system_is_a_sign() -> None:
    words = word_list()
    lines = codes_on(poster_with("https://doi.org/10.1000/182", "https://www.canva.com/design/x"))
    (sign,) = signs_on_picture(lines, words, Paper("", words))
    assert (sign.word, sign.excerpt) == ("Canva", "QR code: https://www.canva.com/design/x")
    assert sign.box is not None and sign.box[0] < 500 / 1600 < 700 / 1600 < sign.box[2]


def test_where_there_is_no_code_there_is_none() -> None:
    assert codes_on(poster_with()) == ()

"""Text is read with the models inside the installed wheel, without the network."""

from pathlib import Path

import pytest

from scoring.posterbench import ocr
from scoring.posterbench.geometry import Rect
from scoring.posterbench.numbers import find_numbers
from scoring.posterbench.ocr import read_lines
from scoring.posterbench.raster import Raster


@pytest.fixture(scope="module")
def top_left(poster: object) -> Raster:
    """A part of the poster, so that reading takes about a second."""
    return Raster(poster.raster.rgb[:900, :720].copy())


def test_words_numbers_and_boxes_are_read(poster: object, top_left: Raster) -> None:
    lines = read_lines(top_left)
    text = " ".join(line.text for line in lines)
    assert "the region and much of its biodiversity, yet" in text
    assert {"148", "12", "96", "23", "17"} <= {number.text for number in find_numbers(text)}
    (heading,) = [line for line in lines if line.text == "Why small lakes"]
    drawn = next(box for text, box in poster.texts if text == "Why small lakes")
    assert heading.box.share_inside(Rect(*(value * 1.28 for value in drawn)).grown(8, 8)) > 0.95
    assert 0.5 <= heading.confidence <= 1


def test_nothing_is_downloaded(monkeypatch: pytest.MonkeyPatch, top_left: Raster) -> None:
    from rapidocr.utils.download_file import DownloadFile

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a download was tried")

    monkeypatch.setattr(DownloadFile, "run", refuse)
    ocr._engine.cache_clear()
    assert read_lines(Raster(top_left.rgb[:160, :].copy()), threads=1)


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="install it again"):
        ocr._session(tmp_path / "model.onnx", 1, arena=False)


def test_an_empty_picture_has_no_lines(blank: object) -> None:
    assert read_lines(Raster(blank.raster.rgb[:300, :600].copy())) == ()


def test_a_curve_is_not_read_as_a_letter(poster: object) -> None:
    """The drawn curve looks like a long "m" to the recogniser."""
    x0, y0, x1, y1 = 700, 240, 1380, 700
    assert all(len(line.text) > 2 for line in read_lines(Raster(poster.raster.rgb[y0:y1, x0:x1].copy())))

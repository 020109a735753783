"""Every poster becomes one RGB raster of the same long edge, or one clear line says why not."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.posterbench import raster as raster_module
from scoring.posterbench.errors import UnreadablePoster
from scoring.posterbench.raster import LONG_EDGE, load_raster


def encode(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture
def halves() -> Image.Image:
    """The left half black, the right half white, 400 x 200."""
    picture = Image.new("RGB", (400, 200), "white")
    picture.paste("black", (0, 0, 200, 200))
    return picture


@pytest.mark.parametrize("size", [(400, 200), (4096, 2048), (2048, 1024)])
def test_large_and_small_pictures_get_the_same_long_edge(size: tuple[int, int]) -> None:
    loaded = load_raster(encode(Image.new("RGB", size), "PNG"))
    assert (loaded.width, loaded.height) == (LONG_EDGE, LONG_EDGE // 2)
    assert loaded.rgb.dtype == np.uint8


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "PDF"])
def test_each_format_keeps_the_picture(halves: Image.Image, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"poster.{kind.lower()}"
    path.write_bytes(encode(halves, kind))
    rgb = load_raster(path).rgb
    assert rgb.shape == (1024, 2048, 3)
    assert rgb[:, :1000].mean() < 6
    assert rgb[:, 1048:].mean() > 249


def test_transparency_lies_on_white(halves: Image.Image) -> None:
    black_behind = Image.new("RGBA", (400, 200), (0, 0, 0, 0))
    black_behind.paste("black", (0, 0, 200, 200))
    assert np.array_equal(load_raster(encode(black_behind, "PNG")).rgb, load_raster(encode(halves, "PNG")).rgb)


def test_a_transparent_palette_lies_on_white() -> None:
    picture = Image.new("P", (64, 64), 0)
    picture.putpalette([10, 20, 30] * 256)
    assert load_raster(encode(picture, "PNG", transparency=0)).rgb.min() == 255


def test_exif_orientation_is_applied(halves: Image.Image) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # EXIF 2.3: rotate by 90 degrees clockwise to show
    rgb = load_raster(encode(halves, "JPEG", exif=exif)).rgb
    assert rgb.shape == (2048, 1024, 3)
    assert rgb[:1000].mean() < 6 < 249 < rgb[1048:].mean()


def test_sixteen_bit_grey_is_scaled_not_clipped() -> None:
    picture = Image.fromarray(np.full((32, 32), 32768, dtype=np.uint16))
    assert abs(int(load_raster(encode(picture, "PNG")).rgb[0, 0, 0]) - 127) <= 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"GIF89a not a poster", "not a PNG, JPEG, WebP or PDF"),
        (b"%PDF-1.7 and no more", "damaged or encrypted"),
        (b"<html>", "not a PNG"),
    ],
)
def test_other_files_are_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(UnreadablePoster, match=says) as refused:
        load_raster(data)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_truncated_picture_is_refused(kind: str) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (300, 300, 3), dtype=np.uint8))
    data = encode(noise, kind)
    with pytest.raises(UnreadablePoster):
        load_raster(data[: len(data) // 2])


def test_the_pixel_limit_holds_before_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster_module, "MAX_PIXELS", 10_000)
    data = encode(Image.new("RGB", (101, 100)), "PNG")
    # The header alone: were the limit looked at later, the error would be about damage.
    with pytest.raises(UnreadablePoster, match="too large"):
        load_raster(data[:60])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePoster, match=r"nothing\.png"):
        load_raster(tmp_path / "nothing.png")


def test_the_same_poster_as_pdf_scores_alike(make: Callable[..., object], paper: object) -> None:
    """A PDF page is drawn to the same raster size, so that the geometry seen is the same."""
    from scoring.posterbench.view import look_at

    drawn = make()
    as_pdf = load_raster(encode(drawn.picture, "PDF", resolution=150.0, quality=95))
    space = look_at(as_pdf, drawn.lines(as_pdf)).space
    assert space.coverage == pytest.approx(drawn.view.space.coverage, abs=0.01)

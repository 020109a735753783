"""Any poster file to clean pictures, and every bad one to a reason."""

import io
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms, ImageDraw, PngImagePlugin

from generation.errors import BadPoster
from generation.records import ArtifactKind, PosterImages
from generation.render.driver import Browser
from generation.render.normalise import normalise
from generation.render.sniff import sniff

UPLOADS = Path(__file__).parents[4] / "shared" / "cases" / "uploads"
NAVY, PAPER = (20, 60, 120), (240, 244, 248)


def poster(width: int = 600, height: int = 400) -> Image.Image:
    """A navy band above paper white: which way is up, and which colours are right, can be read off it."""
    picture = Image.new("RGB", (width, height), PAPER)
    ImageDraw.Draw(picture).rectangle((0, 0, width, height // 4), fill=NAVY)
    return picture


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def master(images: PosterImages) -> Image.Image:
    picture = Image.open(io.BytesIO(images.master))
    picture.load()
    return picture


def near(colour: object, wanted: tuple[int, int, int], tolerance: int = 6) -> bool:
    return bool(np.abs(np.array(colour, dtype=int) - np.array(wanted)).max() <= tolerance)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "PDF"])
def test_every_kind_becomes_an_upright_picture_with_its_colours(kind: str) -> None:
    images = normalise(saved(poster(), kind))
    picture = master(images)
    assert picture.mode == "RGB"
    assert near(picture.getpixel((picture.width // 2, picture.height // 10)), NAVY)
    assert near(picture.getpixel((picture.width // 2, picture.height - 10)), PAPER)


def test_it_is_never_enlarged_and_never_larger_than_its_limits() -> None:
    small = normalise(saved(poster(600, 400), "PNG"))
    large = normalise(saved(poster(5400, 3600), "JPEG"))
    assert (small.width, small.height) == master(small).size == (600, 400)
    assert (large.width, large.height) == master(large).size == (4800, 3200)
    shown = (large.full, large.rendition, large.medium, large.thumbnail)
    assert [Image.open(io.BytesIO(file)).size for file in shown] == [
        (4800, 3200),
        (2400, 1600),
        (1200, 800),
        (480, 320),
    ]
    assert [Image.open(io.BytesIO(file)).size for file in (small.full, small.medium)] == [(600, 400), (600, 400)]


def test_no_file_says_what_kind_of_file_it_was() -> None:
    """Whatever comes in, what is shown is of one kind: lossy WebP of one part, with nothing beside the picture."""
    smooth, flat = Image.radial_gradient("L").resize((900, 600)).convert("RGB"), poster(900, 600)
    for picture, kind in ((smooth, "JPEG"), (smooth, "PNG"), (flat, "PNG"), (flat, "WEBP")):
        images = normalise(saved(picture, kind))
        for file in (images.full, images.rendition, images.medium, images.thumbnail):
            assert (file[:4], file[8:16]) == (b"RIFF", b"WEBPVP8 ")
            assert len(file) == 20 + (size := int.from_bytes(file[16:20], "little")) + size % 2


def test_transparency_lies_on_white() -> None:
    picture = Image.new("RGBA", (600, 400), (0, 0, 0, 0))
    assert near(master(normalise(saved(picture, "PNG"))).getpixel((5, 5)), (255, 255, 255))
    palette = Image.new("P", (600, 400), 0)
    assert near(master(normalise(saved(palette, "PNG", transparency=0))).getpixel((5, 5)), (255, 255, 255))


def test_sixteen_bits_become_eight_without_turning_white() -> None:
    grey = Image.fromarray(np.full((400, 600), 128 * 257, dtype=np.uint16))
    assert near(master(normalise(saved(grey, "PNG"))).getpixel((5, 5)), (128, 128, 128))


def test_printing_colours_come_out_right_and_it_is_said() -> None:
    images = normalise(saved(poster().convert("CMYK"), "JPEG", quality=95))
    assert near(master(images).getpixel((300, 40)), NAVY)
    assert "CMYK" in images.notes[0]


def test_a_colour_profile_is_applied() -> None:
    """In a profile with gamma 1 the middle value means much more light than in sRGB: about 188 (IEC 61966-2-1)."""
    linear = ImageCms.ImageCmsProfile(io.BytesIO(linear_profile())).tobytes()
    grey = Image.new("RGB", (600, 400), (128, 128, 128))
    images = normalise(saved(grey, "PNG", icc_profile=linear))
    assert near(master(images).getpixel((5, 5)), (188, 188, 188), 3)


def linear_profile() -> bytes:
    """sRGB's primaries with straight curves: the profile of littleCMS with its curve tags replaced by gamma 1."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    count = int.from_bytes(data[128:132], "big")
    for entry in range(132, 132 + 12 * count, 12):
        if data[entry : entry + 4] in (b"rTRC", b"gTRC", b"bTRC"):
            offset = int.from_bytes(data[entry + 4 : entry + 8], "big")
            data[offset : offset + 12] = b"curv" + bytes(4) + (0).to_bytes(4, "big")
            data[entry + 8 : entry + 12] = (12).to_bytes(4, "big")
    return bytes(data)


def test_the_camera_s_rotation_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # "turn a quarter clockwise to see it upright" (Exif 2.3, 4.6.4)
    picture = master(normalise(saved(poster(), "JPEG", exif=exif)))
    assert picture.size == (400, 600)
    assert near(picture.getpixel((390, 300)), NAVY)


def test_no_metadata_survives() -> None:
    canary = "Canary-System 9.9"
    text = PngImagePlugin.PngInfo()
    text.add_text("Software", canary)
    exif = Image.Exif()
    exif[0x0131] = canary
    for data in (saved(poster(), "PNG", pnginfo=text, exif=exif), saved(poster(), "JPEG", exif=exif, comment=canary)):
        assert canary.encode() in data
        images = normalise(data)
        for file in (images.master, images.full, images.rendition, images.medium, images.thumbnail):
            assert canary.encode() not in file
            assert not Image.open(io.BytesIO(file)).getexif()
        assert master(images).info == {}


def test_an_animation_gives_its_first_frame_and_says_so() -> None:
    frames = [poster(), Image.new("RGB", (600, 400), "red")]
    images = normalise(saved(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert images.notes == ("first frame of an animation",)
    assert near(master(images).getpixel((300, 40)), NAVY)


def test_a_document_gives_its_first_page_and_says_so() -> None:
    pages = [poster(), Image.new("RGB", (600, 400), "red")]
    images = normalise(saved(pages[0], "PDF", save_all=True, append_images=pages[1:]), ArtifactKind.PDF)
    assert images.notes == ("page 1 of 2",)
    assert images.width == 4800


def test_content_decides_and_a_wrong_word_for_it_is_noted() -> None:
    images = normalise(saved(poster(), "PNG"), ArtifactKind.PDF)
    assert images.notes == ("said to be pdf, is png",)


def bomb(width: int, height: int) -> bytes:
    """A valid PNG of one bit a pixel that is all zeros: small as a file, large once decoded."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")

    size = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


REFUSED = {
    "nothing": (b"", "empty"),
    "too many pixels": (bomb(20_000, 20_000), "too many pixels"),
    "too long": (saved(poster(4000, 400), "PNG"), "4 to 1"),
    "too small": (saved(poster(120, 90), "PNG"), "too small"),
    "broken off": (saved(poster(2000, 1500), "PNG")[:1500], "damaged image"),
    "broken JPEG": (saved(poster(2000, 1500), "JPEG")[:3000], "damaged image"),
    "only a head": (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "damaged image"),
    "SVG": (b"<?xml version='1.0'?><!-- a --><svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
    "ZIP": (b"PK\x03\x04" + b"x" * 100, "ZIP"),
    "PowerPoint": (b"PK\x03\x04" + b"x" * 26 + b"ppt/presentation.xml", "PDF first"),
    "broken PDF": (b"%PDF-1.7\nnothing", "damaged PDF"),
    "program": (b"\x7fELF" + bytes(100), "not a known type"),
    "words": (b"just some words", "not a known type"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_poster_is_refused_with_the_reason(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(BadPoster, match=reason):
        normalise(data)


def test_a_picture_of_many_pixels_is_decoded_within_the_memory_limit() -> None:
    images = normalise(bomb(10_000, 7_500))
    assert (images.width, images.height) == (4800, 3600)


@pytest.mark.browser
def test_html_is_drawn_at_the_size_it_declares(browser: Browser) -> None:
    html = b"<main data-canvas-width=1200 data-canvas-height=900 style='width:1200px;height:900px'>Poster</main>"
    images = normalise(html, ArtifactKind.HTML, browser=browser)
    assert (images.width, images.height) == (4800, 3600)


@pytest.mark.browser
def test_html_of_fixed_size_is_drawn_at_that_size(browser: Browser) -> None:
    html = b"<!doctype html><body style='margin:0'><div style='width:2000px;height:1000px'>Poster</div>"
    images = normalise(html, browser=browser)
    assert images.width / images.height == 2


@pytest.mark.browser
def test_html_that_shows_nothing_without_scripts_is_refused(browser: Browser) -> None:
    with pytest.raises(BadPoster, match="shows nothing"):
        normalise(b"<!doctype html><script>for(;;){}</script>", browser=browser)


@pytest.mark.browser
def test_html_says_what_it_asked_for_in_vain(browser: Browser) -> None:
    images = normalise(b"<!doctype html><p>Poster<img src='http://127.0.0.1:9/a.png'>", browser=browser)
    assert images.notes == ("1 of its pictures did not load", "1 requests to elsewhere were refused")
    assert images.width / images.height == pytest.approx(4 / 3), "a page that flows opens in a common window"


# What the collection's own README says of each file.
UPLOADED = {
    "made_valid_poster.png": None,
    "made_cmyk.jpg": None,
    "made_rgba.png": None,
    "made_animated.gif": None,
    "made_exif_rot6_and_system_name_leak.jpg": None,
    "made_png_text_chunk_reveals_system.png": None,
    "made_html_script.html": None,
    "made_png_bomb_900mp.png": "too many pixels",
    "made_truncated.png": "damaged image",
    "made_panorama_20000x20.png": "4 to 1",
    "made_polyglot_gif_js.gif": "4 to 1",
    "made_svg_script.svg": "SVG",
    "made_html_infinite_loop.html": "shows nothing",
    "made_zip_slip.zip": "ZIP",
}


@pytest.mark.browser
@pytest.mark.parametrize("name", UPLOADED)
def test_the_collected_uploads_end_as_their_readme_says(name: str, browser: Browser) -> None:
    file = UPLOADS / name
    if not file.exists():
        pytest.skip("the collection of hostile uploads is not beside this checkout")
    reason = UPLOADED[name]
    if reason is not None:
        with pytest.raises(BadPoster, match=reason):
            normalise(file, browser=browser)
        return
    images = normalise(file, browser=browser)
    for system in (b"AutoDesign", b"Paper2Poster", b"Jane Doe"):
        assert system not in images.master + images.full + images.rendition + images.medium + images.thumbnail
    if name in ("made_cmyk.jpg", "made_rgba.png"):
        control = master(normalise(UPLOADS / "made_valid_poster.png"))
        assert near(master(images).getpixel((600, 40)), control.getpixel((600, 40)), 8)


def test_the_kind_of_html_is_seen_behind_comments_and_byte_order_marks() -> None:
    assert sniff(b"\xef\xbb\xbf<!-- a comment -->\n<!DOCTYPE html><p>x") is ArtifactKind.HTML
    assert sniff(b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>") is ArtifactKind.HTML

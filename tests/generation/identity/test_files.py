"""What files carry beside what they show: pictures, PDFs and HTML, each with names planted where programs put them."""

import io
import struct
import zlib
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageCms, PngImagePlugin

from generation.errors import BadPoster
from generation.identity.artifact import read_artifact, read_tags
from generation.identity.fragments import Fragment, Where
from generation.identity.scan import Paper, signs_in_file
from generation.identity.words import word_list

XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmp:CreatorTool="AutoDesign 3">'
    b"<dc:creator><rdf:Seq><rdf:li>PosterGen team</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF>"
    b"</x:xmpmeta>"
)


def picture(size: tuple[int, int] = (640, 480)) -> Image.Image:
    return Image.new("RGB", size, "white")


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def exif(**more: str) -> Image.Exif:
    tags = Image.Exif()
    tags[0x0131] = "AutoDesign 1.3"  # Software
    tags[0x9C9D] = "PosterGen".encode("utf-16-le")  # XPAuthor
    return tags


def said(data: bytes) -> dict[str, str]:
    return {part.label: part.text for part in read_artifact(data)}


def tagged_png() -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_text("Software", "AutoDesign")
    info.add_text("Comment", "made by PosterGen", zip=True)
    info.add_itxt("Title", "by Paper2Poster", lang="en", zip=True)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return saved(picture(), "PNG", pnginfo=info, exif=exif(), icc_profile=profile)


def test_the_text_chunks_of_a_png_packed_or_not_and_its_exif_are_read() -> None:
    labels = said(tagged_png())
    assert labels["PNG text chunk Software"] == "AutoDesign"
    assert labels["PNG text chunk Comment"] == "made by PosterGen"
    assert labels["PNG text chunk Title"] in ("by Paper2Poster", "en")
    assert labels["PNG EXIF Software"] == "AutoDesign 1.3"
    assert labels["PNG EXIF XPAuthor"] == "PosterGen"


def test_chunks_behind_the_pixels_and_bytes_behind_the_picture_are_read_too() -> None:
    body = b"Source\0Paper2Poster"
    chunk = struct.pack(">I4s", len(body), b"tEXt") + body + struct.pack(">I", zlib.crc32(b"tEXt" + body))
    plain = saved(picture(), "PNG")
    late = plain[:-12] + chunk + plain[-12:] + b"AutoDesign was here"
    assert said(late)["PNG text chunk Source"] == "Paper2Poster"
    assert said(late)["PNG, behind the picture"] == "AutoDesign was here"


def test_a_jpegs_comment_exif_and_xmp_are_read() -> None:
    labels = said(saved(picture(), "JPEG", comment=b"drawn by PosterForest", exif=exif(), xmp=XMP))
    assert labels["JPEG comment"] == "drawn by PosterForest"
    assert labels["JPEG EXIF Software"] == "AutoDesign 1.3"
    assert labels["JPEG XMP xmp:CreatorTool"] == "AutoDesign 3"
    assert labels["JPEG XMP dc:creator"] == "PosterGen team"


def test_a_webps_exif_and_xmp_are_read() -> None:
    labels = said(saved(picture(), "WEBP", exif=exif(), xmp=XMP))
    assert labels["WebP EXIF Software"] == "AutoDesign 1.3"
    assert labels["WebP XMP xmp:CreatorTool"] == "AutoDesign 3"


def test_a_gifs_comment_is_read_behind_all_of_its_frames() -> None:
    data = saved(picture(), "GIF", save_all=True, append_images=[picture()], comment=b"Made with Canva")
    assert said(data)["GIF comment"] == "Made with Canva"


def test_a_colour_profile_that_names_its_maker_is_read() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes() + b"AutoDesign house profile"
    for kind in ("PNG", "JPEG", "WEBP"):
        texts = [part.text for part in read_artifact(saved(picture(), kind, icc_profile=profile))]
        assert any("AutoDesign house profile" in text for text in texts), kind


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_without_anything_beside_its_pixels_says_nothing(kind: str) -> None:
    assert read_tags(saved(picture(), kind)) == ()


def pdf(**info: str) -> bytes:
    document = pdfium.PdfDocument(saved(picture(), "PDF", **info))
    document.new_attachment("config_paper2poster.json").set_data(b'{"system": "PosterGen"}')
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_a_pdfs_facts_and_attachments_are_read() -> None:
    data = pdf(title="Poster by AutoDesign", producer="Skia/PDF m120", creator="HeadlessChrome")
    labels = said(data)
    assert labels["PDF Producer"] == "Skia/PDF m120"
    assert labels["PDF Creator"] == "HeadlessChrome"
    assert labels["PDF Title"] == "Poster by AutoDesign"
    assert labels["PDF attachment's name"] == "config_paper2poster.json"
    assert labels["PDF attachment"] == '{"system": "PosterGen"}'


def page_of_text(text: str, more: bytes = b"") -> bytes:
    """A PDF with one line of text 50 points from the left and 60 from the top of a page of 400 x 300."""
    stream = f"BT /F1 20 Tf 50 240 Td ({text}) Tj ET".encode()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<</Type/Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources <</Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + more + b"trailer << /Root 1 0 R /Size 6 >>\n%%EOF"


def test_the_text_of_a_pdfs_page_comes_with_its_place() -> None:
    (line,) = [part for part in read_artifact(page_of_text("Made with Paper2Poster")) if part.where is Where.TEXT]
    assert line.text == "Made with Paper2Poster"
    assert line.box is not None
    x0, y0, x1, y1 = line.box
    assert (x0, y0) == (pytest.approx(50 / 400, abs=0.02), pytest.approx(40 / 300, abs=0.03))
    assert x0 + 0.3 < x1 < 0.8
    assert y0 < 60 / 300 < y1 < 0.25


def test_a_pdfs_xmp_fonts_and_links_are_read() -> None:
    more = b"6 0 obj\n<< /Type /Metadata /Subtype /XML >>\nstream\n" + XMP + b"\nendstream\nendobj\n"
    more += b"7 0 obj\n<< /A << /S /URI /URI (https://paper2poster.org/x\\)) >> >>\nendobj\n"
    parts = read_artifact(page_of_text("A title", more))
    texts = {(part.label, part.text) for part in parts}
    assert ("PDF XMP xmp:CreatorTool", "AutoDesign 3") in texts
    assert ("PDF URI", "https://paper2poster.org/x)") in texts
    assert ("PDF font", "Helvetica") in texts


HTML = b"""<!doctype html><title>Made by Paper2Poster</title><meta name="generator" content="Canva">
<!-- AutoDesign run 17 --><body class="postergen-root" data-model="gpt-4o"><h1>A <b>real</b> title</h1>
<img alt="drawn by Midjourney" src="x.png"><p style="display:none">hidden Figma</p>
<style>.a{content:"DesignHarness"}</style>
<footer>Generated with <b>PosterForest</b></footer><script>const by = "SlideGen"; run()</script>"""


def test_html_is_read_shown_or_hidden_and_all_around_it() -> None:
    parts = read_artifact(HTML)
    signs = {(sign.place, sign.word) for sign in signs_in_file(parts, word_list(), Paper("", word_list()))}
    assert signs == {
        ("metadata", "Paper2Poster"),
        ("metadata", "Canva"),
        ("metadata", "AutoDesign"),
        ("metadata", "PosterGen"),
        ("metadata", "GPT-4o"),
        ("metadata", "Midjourney"),
        ("metadata", "DesignHarness"),
        ("metadata", "SlideGen"),
        ("text", "Figma"),
        ("text", "PosterForest"),
    }
    lines = [part.text for part in parts if part.where is Where.TEXT]
    assert lines == ["A real title", "hidden Figma", "Generated with PosterForest"]


def test_a_file_may_be_cut_off_anywhere() -> None:
    whole = [
        tagged_png(),
        saved(picture((40, 40)), "JPEG", exif=exif()),
        saved(picture((40, 40)), "GIF", comment=b"x" * 99),
    ]
    for data in whole:
        for end in range(12, min(len(data), 700), 7):
            read_tags(data[:end])


def test_what_is_no_poster_file_is_refused() -> None:
    with pytest.raises(BadPoster):
        read_artifact(b"\x00\x01\x02\x03 nothing")
    assert read_artifact(b"%PDF-1.4 damaged") == ()


UPLOADS: dict[str, set[tuple[str, str]]] = {
    "made_animated.gif": set(),
    "made_cmyk.jpg": set(),
    "made_exif_rot6_and_system_name_leak.jpg": {("metadata", "PosterGen")},
    "made_html_infinite_loop.html": set(),
    "made_html_names_its_system.html": {("metadata", "Paper2Poster"), ("text", "Paper2Poster")},
    "made_html_script.html": set(),
    "made_panorama_20000x20.png": set(),
    "made_png_bomb_900mp.png": set(),  # nothing of it is decoded
    "made_png_text_chunk_reveals_system.png": {("metadata", "AutoDesign")},
    "made_polyglot_gif_js.gif": set(),
    "made_rgba.png": set(),
    "made_truncated.png": set(),
    "made_valid_poster.png": set(),
}


@pytest.mark.parametrize("name", sorted(UPLOADS))
def test_each_case_file_says_what_it_says_and_nothing_else(name: str, shared: Path) -> None:
    """All true findings of these files and no other: precision and recall are 1."""
    words = word_list(("three-columns", "Three columns", "big-finding", "figure-first", "plain-column"))
    parts = read_artifact((shared / "cases" / "uploads" / name).read_bytes())
    assert {(sign.place, sign.word) for sign in signs_in_file(parts, words, Paper("", words))} == UPLOADS[name]


def test_every_case_file_that_can_be_read_is_among_them(shared: Path) -> None:
    readable = set()
    for path in (shared / "cases" / "uploads").iterdir():
        try:
            read_artifact(path.read_bytes())
        except BadPoster:
            continue
        readable.add(path.name)
    assert readable == set(UPLOADS)


def test_a_fragment_without_a_place_has_none() -> None:
    assert Fragment(Where.TEXT, "HTML text", "x").box is None

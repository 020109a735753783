"""A paper's pages as pictures for reading."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generation.errors import BadPaper
from generation.ingest import draw_sheets, limits, sheets

RED = (0.9, 0.1, 0.1)


def test_every_page_becomes_a_picture_of_readable_height(write_pdf, new_page, tmp_path):
    path = write_pdf(new_page().text(72, 100, "One"), new_page().field(100, 300, 300, 400, RED))
    drawn = draw_sheets(path, tmp_path / "new")
    assert [(sheet.number, sheet.width, sheet.height) for sheet in drawn] == [(1, 990, 1400), (2, 990, 1400)]
    with Image.open(tmp_path / "new" / drawn[1].name) as image:
        assert (image.format, image.size, image.info.keys() & {"exif", "xmp", "icc_profile"}) == (
            "WEBP",
            (990, 1400),
            set(),
        )
        red = np.asarray(image.convert("RGB")).astype(int)
    rows, columns = np.nonzero((red[:, :, 0] > 180) & (red[:, :, 1] < 120))
    scale = 1400 / 842
    assert (columns.min(), rows.min()) == pytest.approx((100 * scale, 300 * scale), abs=2)


def test_wide_and_giant_pages_stay_within_bounds(write_pdf, new_page, tmp_path):
    path = write_pdf(new_page(width=14400, height=3600), new_page(width=3, height=14400))
    sizes = [(sheet.width, sheet.height) for sheet in draw_sheets(path, tmp_path)]
    assert sizes == [(limits.SHEET_WIDE, 600), (1, limits.SHEET_HIGH)]


def test_pages_beyond_the_limit_are_not_drawn(write_pdf, new_page, tmp_path):
    path = write_pdf(*(new_page(width=60, height=20) for _ in range(limits.SHEETS + 2)))
    assert [sheet.number for sheet in draw_sheets(path, tmp_path)] == list(range(1, limits.SHEETS + 1))


def test_what_is_drawn_when_the_time_is_over_is_kept(write_pdf, new_page, tmp_path, monkeypatch):
    moments = iter((0.0, 1.0, limits.SHEETS_SECONDS + 1))
    monkeypatch.setattr(sheets.time, "monotonic", lambda: next(moments))
    document = sheets.pdfium.PdfDocument(write_pdf(*(new_page(width=60, height=20) for _ in range(3))))
    assert sheets.draw_all(document, tmp_path) == '{"sheets": [[1, 2400, 800]]}'


def test_a_page_that_cannot_be_drawn_is_left_out(write_pdf, new_page, tmp_path, monkeypatch):
    draw = sheets.draw_sheet

    def broken(page):
        if page.get_size()[0] == 61:
            raise sheets.pdfium.PdfiumError("no")
        return draw(page)

    monkeypatch.setattr(sheets, "draw_sheet", broken)
    pages = [new_page(width=width, height=60) for width in (60, 61, 62)]
    assert '"sheets": [[1, 1400, 1400], [3, 1447, 1400]]' in sheets.draw_all(
        sheets.pdfium.PdfDocument(write_pdf(*pages)), tmp_path
    )


def test_photographs_lose_a_little_and_print_nothing():
    noise = np.random.default_rng(1).integers(0, 256, (400, 400, 3), dtype=np.uint8)
    photograph = Image.fromarray(noise).resize((1400, 1400), Image.Resampling.BICUBIC)
    assert sheets.encode(photograph)[12:16] == b"VP8 "
    print_like = Image.new("RGB", (900, 1400), "white")
    print_like.paste("black", (100, 100, 300, 120))
    data = sheets.encode(print_like)
    assert data[12:16] == b"VP8L"
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")), np.asarray(print_like))


def test_a_picture_with_anything_beside_it_is_refused():
    picture, buffer, exif = Image.new("RGB", (40, 30)), io.BytesIO(), Image.Exif()
    plain = sheets.encode(picture)
    assert sheets.is_plain_webp(plain)
    exif[0x0131] = "a program"
    picture.save(buffer, "WEBP", exif=exif)
    for data in (buffer.getvalue(), plain + b"more", plain[:-2], b"<svg/>", b""):
        assert not sheets.is_plain_webp(data)


def test_a_damaged_paper_is_refused(tmp_path):
    path = Path(tmp_path / "broken.pdf")
    path.write_bytes(b"%PDF-1.4\nnothing\n%%EOF\n")
    with pytest.raises(BadPaper):
        draw_sheets(path, tmp_path / "out")

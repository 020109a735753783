"""What `check_paper` accepts and how it refuses."""

import hashlib
from pathlib import Path

import pytest

from generation.errors import BadPaper
from generation.ingest import check_paper, ingest_paper, limits

SENTENCE = "A line of text that is long enough to be read as text."

# The file's name and a word that the refusal must contain; None: accepted. From the README beside the files.
HOSTILE = {
    "made_zero_pages.pdf": "no pages",
    "made_truncated_half.pdf": "damaged",
    "made_html_named.pdf": "HTML",
    "made_stream_bomb_64mb.pdf": "no text layer",
    "made_2000_pages.pdf": "limit is 200",
    "made_giant_page_200in.pdf": None,
    "made_text_only_no_figures.pdf": None,
    "made_chinese_paper.pdf": None,
    "made_prompt_injection_and_xss_metadata.pdf": None,
    "made_openaction_uri.pdf": None,
}


def test_a_sound_paper_is_described(write_pdf, new_page):
    path = write_pdf(new_page().text(72, 100, SENTENCE), new_page().text(72, 100, SENTENCE))
    facts = check_paper(path)
    assert facts.pages == 2
    assert facts.size_bytes == path.stat().st_size
    assert facts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert facts.letters == 2 * sum(char.isalnum() for char in SENTENCE)
    assert facts.has_text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<!DOCTYPE html><html><body>404</body></html>", "HTML page"),
        (b"\n <html><body>%PDF is what I wanted</body></html>", "HTML page"),
        ("Nur ein Text, für niemanden.".encode(), "plain text"),
        (b"PK\x03\x04rest of an archive", "ZIP"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "PNG"),
        (b"\x00\x01\x02\x03\xff\xfe" * 20, "something unknown"),
        (b"", "empty"),
    ],
)
def test_what_is_no_pdf_is_named_by_its_content(tmp_path, data, words):
    path = tmp_path / "paper.pdf"
    path.write_bytes(data)
    with pytest.raises(BadPaper, match=words):
        check_paper(path)


def test_a_missing_file_is_refused_without_its_folder(tmp_path):
    with pytest.raises(BadPaper, match=r"^There is no file absent\.pdf\.$"):
        check_paper(tmp_path / "absent.pdf")


def test_no_pages(write_pdf):
    with pytest.raises(BadPaper, match="no pages"):
        check_paper(write_pdf())


def test_a_cut_download_is_damaged(write_pdf, new_page):
    path = write_pdf(*(new_page().text(72, 100, SENTENCE) for _ in range(5)))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(BadPaper, match="damaged"):
        check_paper(path)


def test_a_file_with_its_inside_destroyed_is_damaged(write_pdf, new_page):
    path = write_pdf(new_page().text(72, 100, SENTENCE))
    data = path.read_bytes()
    path.write_bytes(data[:9] + bytes(len(data) - 20) + data[-11:])
    with pytest.raises(BadPaper, match="damaged"):
        check_paper(path)


def test_a_password_is_refused(write_pdf, new_page):
    # Revision 2 of the standard handler with 32 arbitrary bytes for owner and user: the empty password does not fit.
    encrypt = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <%s> /U <%s> >> /ID [<00112233> <00112233>]" % (
        b"ab" * 32,
        b"cd" * 32,
    )
    path = write_pdf(new_page().text(72, 100, SENTENCE), trailer=encrypt)
    with pytest.raises(BadPaper, match="encrypted"):
        check_paper(path)


def test_a_scan_is_refused(write_pdf, new_page):
    path = write_pdf(*(new_page().picture(0, 0, 595, 842).text(280, 830, f"{n}") for n in range(1, 4)))
    with pytest.raises(BadPaper, match=r"no text layer .*3 letters in all, 3 pages.* scan"):
        check_paper(path)


def test_a_scan_with_a_text_layer_is_accepted(write_pdf, new_page):
    page = new_page().picture(0, 0, 595, 842)
    page.lines(72, 100, [SENTENCE] * 20)
    assert check_paper(write_pdf(page)).letters > 400


def test_a_picture_page_among_text_is_accepted(write_pdf, new_page):
    text = new_page()
    text.lines(72, 100, [SENTENCE] * 30)
    assert check_paper(write_pdf(text, new_page().picture(0, 0, 595, 842))).pages == 2


def test_too_many_pages_names_count_and_limit(write_pdf, new_page):
    count = limits.MAX_PAGES + 1
    with pytest.raises(BadPaper, match=rf"has {count} pages; the limit is {limits.MAX_PAGES}"):
        check_paper(write_pdf(*(new_page() for _ in range(count))))


def test_a_file_above_the_size_limit_is_not_read(write_pdf, new_page, monkeypatch):
    path = write_pdf(new_page().text(72, 100, SENTENCE))
    monkeypatch.setattr(limits, "MAX_BYTES", 1024)
    with pytest.raises(BadPaper, match="the limit is"):
        check_paper(path)


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_get_what_is_right(shared: Path, name, tmp_path):
    path = shared / "cases" / "pdfs" / name
    words = HOSTILE[name]
    if words is None:
        assert check_paper(path).has_text
    else:
        with pytest.raises(BadPaper, match=words):
            check_paper(path)


def test_a_hostile_file_that_passes_can_be_ingested(shared: Path, tmp_path):
    content = ingest_paper(shared / "cases" / "pdfs" / "made_chinese_paper.pdf", tmp_path)
    assert content.title == "面向论文海报生成的评测基准"
    assert content.abstract == "本文提出一个评测框架，用于比较多个系统生成的学术海报。"
    assert [section.heading for section in content.sections] == ["引言"]
    assert "58.9" in content.text

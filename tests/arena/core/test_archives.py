"""ZIP archives from strangers: names, junk, and entries that are not what the archive says."""

import io
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.archives import Limits, is_junk, opened_archive, readable
from arena.core.errors import BadInput

LIMITS = Limits(files=5, file_bytes=1000, total_bytes=3000)


def pack(*entries: tuple[str, bytes]) -> io.BytesIO:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    buffer.seek(0)
    return buffer


def test_files_are_read_by_name_and_junk_is_told_apart() -> None:
    junk = ("__MACOSX/a/._b.pdf", "a/.DS_Store", "a/._b.pdf")
    packed = pack(("a/b.pdf", b"one"), *((name, b"x") for name in junk), ("a/", b""))
    with opened_archive(packed, LIMITS) as contents:
        assert [(file.name, file.size, file.read()) for file in contents.files] == [("a/b.pdf", 3, b"one")]
        assert contents.junk == junk
        assert contents.faults == ()


@pytest.mark.parametrize(
    "name", ["../up.pdf", "a/../../up.pdf", "/root.pdf", "..\\up.pdf", "C:up.pdf", "a/b:stream.pdf"]
)
def test_a_name_that_leads_out_refuses_the_archive(name: str) -> None:
    with opened_archive(pack(("good.pdf", b"x"), (name, b"x")), LIMITS) as contents:
        assert contents.faults == (f"{name!r}: leads out of the archive",)


def test_every_fault_is_told_at_once() -> None:
    with opened_archive(pack(("../a", b"x"), ("b", b"x" * 1001), ("c", b"x")), LIMITS) as contents:
        assert len(contents.faults) == 2
    with opened_archive(pack(*((str(n), b"x") for n in range(6))), LIMITS) as contents:
        assert contents.faults == ("more than 5 files",)
    with opened_archive(pack(*((str(n), b"x" * 900) for n in range(4))), LIMITS) as contents:
        assert contents.faults == ("unpacks to 0 MB; at most 0 MB are taken",)


def test_an_entry_that_is_longer_than_it_says_is_refused_when_it_is_read() -> None:
    data = pack(("a", b"y" * 900)).getvalue().replace((900).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    with opened_archive(io.BytesIO(data), LIMITS) as contents, pytest.raises(BadInput):
        contents.files[0].read()


def test_what_is_no_archive_is_said_to_be_none() -> None:
    with pytest.raises(BadInput, match="no ZIP archive"), opened_archive(io.BytesIO(b"%PDF-1.4"), LIMITS):
        pass


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_entry_is_refused_however_it_is_packed(method: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("a.pdf", bytes(random.Random(1).choices(b"abc", k=900)))
    data = bytearray(buffer.getvalue())
    data[46:60] = bytes(byte ^ 0xFF for byte in data[46:60])  # behind the local header of 30 bytes and the name
    with opened_archive(io.BytesIO(data), LIMITS) as contents, pytest.raises(BadInput, match="cannot be unpacked"):
        contents.files[0].read()


@pytest.mark.parametrize(
    ("offset", "new"),
    [(6, b"\x63\x00"), (8, b"\x00\x08")],  # APPNOTE 4.3.12: the version that is needed (9.9), and the flag for UTF-8
)
def test_a_directory_that_cannot_be_understood_is_no_archive(offset: int, new: bytes) -> None:
    data = bytearray(pack(("a.pdf", b"x")).getvalue())
    start = data.index(b"PK\x01\x02")
    data[start + offset : start + offset + 2] = new
    data[start + 46] = 0xFF  # the name's first byte, which no UTF-8 has
    with pytest.raises(BadInput, match="damaged"), opened_archive(io.BytesIO(data), LIMITS):
        pass


def test_an_archive_with_far_too_many_entries_is_refused_before_each_is_looked_at() -> None:
    junk = pack(*((f"__MACOSX/{n}", b"") for n in range(51)))
    with opened_archive(junk, LIMITS) as contents:
        assert contents.faults == ("more than 5 files",)


@pytest.mark.parametrize("comment", [b"", b"c" * 65_535])
def test_a_directory_of_far_too_many_entries_is_not_even_read(comment: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(*((f"{n:0500}", b"") for n in range(50)))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.comment = comment
    packed.seek(0)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(BadInput, match="far more than 5 files"), opened_archive(packed, LIMITS):
        pass


def test_a_long_directory_is_known_in_the_large_format_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """ZIP64 says the size elsewhere; an archive on disk is looked at like one in memory."""
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 3)
    file = tmp_path / "large.zip"
    file.write_bytes(pack(*((f"{n:0500}", b"") for n in range(50))).getvalue())
    assert b"PK\x06\x06" in file.read_bytes()
    with pytest.raises(BadInput, match="far more than 5 files"), opened_archive(file, LIMITS):
        pass
    file.write_bytes(pack(*((f"{n}", b"x") for n in range(4))).getvalue())
    with opened_archive(file, LIMITS) as contents:
        assert [packed.read() for packed in contents.files] == [b"x"] * 4


@given(st.text())
def test_a_readable_name_moves_no_cursor(name: str) -> None:
    assert readable(name).isprintable()


def test_a_name_that_only_begins_like_junk_is_kept() -> None:
    assert not is_junk("__MACOSX.pdf")
    assert not is_junk("a/.hidden.pdf")
    assert is_junk("a/Thumbs.db")

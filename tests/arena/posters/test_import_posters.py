"""Posters made elsewhere: refused whole where that is safer, rejected one by one where it is enough."""

import io
import json
import os
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from arena.benchmarks.models import Case
from arena.core.errors import BadInput
from arena.posters.models import Poster
from arena.posters.services import deliveries
from arena.posters.services.upload import UploadReport, Verdict, import_posters
from tests.factories.posters import make_config, make_ready_case, png

pytestmark = pytest.mark.django_db


@pytest.fixture
def case() -> Case:
    return make_ready_case("one")


@pytest.fixture(autouse=True)
def _system() -> None:
    make_config("cedar", backend="upload")


def deliver(folder: Path, **files: bytes) -> Path:
    for name, data in files.items():
        target = folder / name.replace("__", "/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


def pack(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def take(path: Path, **options: object) -> UploadReport:
    return import_posters(system="cedar", path=path, **options)


def refusal(path: Path) -> str:
    media = set(Path(settings.MEDIA_DIR).glob("*"))
    with pytest.raises(BadInput) as refused:
        take(path)
    assert not Poster.objects.exists()
    assert set(Path(settings.MEDIA_DIR).glob("*")) == media, "nothing was written"
    return str(refused.value)


@pytest.mark.parametrize("name", ["ai_ml/one/poster.png", "ai_ml/one.png", "one.png", "one/Poster.PNG"])
def test_a_poster_is_found_by_its_place(tmp_path: Path, case: Case, name: str) -> None:
    report = take(pack(tmp_path / "posters.zip", (name, png())))

    assert [file.verdict for file in report.files] == [Verdict.OK]
    poster = Poster.objects.get()
    assert (poster.case, poster.origin, poster.artifact_kind, poster.run) == (case, "uploaded", "png", None)
    assert poster.pdf_sha256 == case.pdf_sha256


def test_a_second_import_of_the_same_files_changes_nothing_and_another_file_is_a_revision(
    tmp_path: Path, case: Case
) -> None:
    folder = deliver(tmp_path / "posters", **{"one.png": png()})
    take(folder)
    assert str(take(folder).files[0]) == "ok     one.png: is there already"

    take(deliver(folder, **{"one.png": png(colour="blue")}))

    assert list(Poster.objects.order_by("revision").values_list("revision", "is_current")) == [(1, False), (2, True)]


def test_a_dry_run_says_the_same_and_saves_nothing(tmp_path: Path, case: Case) -> None:
    folder = deliver(tmp_path / "posters", **{"one.png": png(), "two.png": png()})

    report = take(folder, dry_run=True)

    assert [file.verdict for file in report.files] == [Verdict.OK, Verdict.REJECT]
    assert not Poster.objects.exists()


def test_each_file_has_its_own_verdict(tmp_path: Path, case: Case, shared: Path) -> None:
    make_ready_case("bomb")
    make_ready_case("broken")
    make_ready_case("drawing")
    make_ready_case("moving")
    make_ready_case("elsewhere", discipline="physics_astronomy")
    uploads = shared / "cases" / "uploads"
    folder = deliver(
        tmp_path / "posters",
        **{
            "one.png": (uploads / "made_valid_poster.png").read_bytes(),
            "bomb.png": (uploads / "made_png_bomb_900mp.png").read_bytes(),
            "broken.png": (uploads / "made_truncated.png").read_bytes(),
            "drawing.png": (uploads / "made_svg_script.svg").read_bytes(),
            "moving.png": (uploads / "made_animated.gif").read_bytes(),
            "ai_ml/elsewhere.png": png(),
            "nobody.png": png(),
            "readme.txt": b"hello",
        },
    )

    told = {file.name: (file.verdict, file.reason) for file in take(folder).files}

    assert told["one.png"] == (Verdict.OK, "")
    assert told["bomb.png"][0] is Verdict.REJECT
    assert "pixels" in told["bomb.png"][1]
    assert "damaged" in told["broken.png"][1]
    assert "SVG is not accepted" in told["drawing.png"][1]
    assert told["moving.png"][0] is Verdict.WARN
    assert "a paper of physics_astronomy, not of ai_ml" in told["ai_ml/elsewhere.png"][1]
    assert told["nobody.png"] == (Verdict.REJECT, "there is no paper 'nobody'")
    assert "not a poster file" in told["readme.txt"][1]
    assert set(Poster.objects.values_list("case__case_id", flat=True)) == {"one", "moving"}


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("made_zip_slip.zip", "leads out of the archive"),
        ("made_zip_symlink.zip", "a link"),
        ("made_zip_duplicate_and_case_names.zip", "a second poster for poster"),
    ],
)
def test_unsafe_and_ambiguous_archives_are_refused_whole(shared: Path, case: Case, file: str, reason: str) -> None:
    assert reason in refusal(shared / "cases" / "uploads" / file)


def test_a_unicode_name_survives_the_round_trip(tmp_path: Path) -> None:
    make_ready_case("海报-ünïcode")
    decomposed = "海报-u\u0308ni\u0308code.png"

    report = take(pack(tmp_path / "posters.zip", (decomposed, png())))

    assert (report.files[0].verdict, report.files[0].case_id) == (Verdict.OK, "海报-ünïcode")


def test_hostile_names_are_told_and_never_used_as_paths(tmp_path: Path, case: Case, shared: Path) -> None:
    names = json.loads((shared / "cases" / "uploads" / "hostile_filenames.json").read_text())
    harmless = [name for name in names if ".." not in name and "\x00" not in name and ":" not in name]

    report = take(pack(tmp_path / "posters.zip", *((name, png()) for name in harmless)))

    assert {file.verdict for file in report.files} == {Verdict.REJECT}
    assert not Poster.objects.exists()


def test_two_posters_for_one_paper_are_refused(tmp_path: Path, case: Case) -> None:
    folder = deliver(tmp_path / "posters", **{"one.png": png(), "ai_ml/one/poster.pdf": b"%PDF-1.4"})

    assert "a second poster for one" in refusal(folder)


def test_links_in_a_folder_are_refused(tmp_path: Path, case: Case) -> None:
    folder = deliver(tmp_path / "posters", **{"two.png": png()})
    (folder / "one.png").symlink_to("/etc/hostname")

    assert "one.png: a link" in refusal(folder)


def test_a_bomb_is_refused_before_anything_is_unpacked(
    tmp_path: Path, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = pack(tmp_path / "bomb.zip", ("one.png", b"\0" * 30_000_000))
    assert "unpacks to more than 200 times its size" in refusal(bomb)

    monkeypatch.setattr(deliveries, "LIMITS", replace(deliveries.LIMITS, total_bytes=1000))
    assert "unpacks to 0 MB; at most" in refusal(pack(tmp_path / "large.zip", ("one.png", png() * 5)))
    monkeypatch.setattr(deliveries, "LIMITS", replace(deliveries.LIMITS, files=2))
    many = pack(tmp_path / "many.zip", *((f"{n}.png", b"x") for n in range(3)))
    assert "more than 2 files" in refusal(many)


def test_an_archive_that_lies_about_its_sizes_gives_no_poster(tmp_path: Path, case: Case) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.png", png())
    data = buffer.getvalue().replace(len(png()).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    (tmp_path / "liar.zip").write_bytes(data)

    report = take(tmp_path / "liar.zip")

    assert [file.verdict for file in report.files] == [Verdict.REJECT]


def test_a_zip_entry_that_is_a_link_is_refused(tmp_path: Path, case: Case) -> None:
    link = zipfile.ZipInfo("one.png")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16

    assert "a link" in refusal(pack(tmp_path / "link.zip", (link, b"/etc/passwd")))


def test_neither_folder_nor_archive(tmp_path: Path, case: Case) -> None:
    (tmp_path / "poster.png").write_bytes(png())
    assert "neither a folder nor a ZIP" in refusal(tmp_path / "poster.png")
    (tmp_path / "empty").mkdir()
    assert "holds no files" in refusal(tmp_path / "empty")


def test_only_systems_for_uploads_take_them(tmp_path: Path, case: Case) -> None:
    make_config("alder")
    with pytest.raises(BadInput, match="makes its own posters"):
        import_posters(system="alder", path=tmp_path)
    with pytest.raises(BadInput, match="There is no system 'oak'"):
        import_posters(system="oak", path=tmp_path)


def test_the_command_lists_each_file(tmp_path: Path, case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    folder = deliver(tmp_path / "posters", **{"one.png": png(), "two.png": png()})

    with pytest.raises(CommandError, match="Not every file"):
        call_command("import_posters", "cedar", str(folder))

    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "ok     one.png",
        "reject two.png: there is no paper 'two'",
        "1 of 2 files taken, 0 with a remark.",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"\xff\xfe.png", "\\udcff\\udcfe.png"),  # not UTF-8: no database takes half a character
        (b"a\x1b[31m\nb.png", "a\\x1b[31m\\nb.png"),  # would colour and break a terminal's lines
        ("\u202egnp.html".encode(), "\\u202egnp.html"),  # would turn the line's direction
    ],
)
def test_a_name_that_cannot_be_printed_is_rejected_and_shown_escaped(
    case: Case, tmp_path: Path, name: bytes, shown: str
) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))).write_bytes(png())
    (tmp_path / "one.png").write_bytes(png())
    by_name = {file.name: file for file in take(tmp_path).files}
    assert by_name["one.png"].verdict is Verdict.OK
    assert by_name[shown].verdict is Verdict.REJECT
    assert str(by_name[shown]).isprintable()

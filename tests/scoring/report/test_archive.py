"""The archive of a report: its manifest, and that somebody else gets the same bytes from it."""

import hashlib
import io
import json
import platform
import shlex
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import scoring
from scoring.cli import main
from scoring.files import write_judgments, write_scores
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report import BadReport, build_report_files, bundle
from scoring.report.verify import verify
from scoring.words import Choice, ScoreStatus, Source

ROOT = Path(__file__).resolve().parents[3]
OPTIONS = ReportOptions(evaluator="machine", resamples=40, seed=5, margin_edges=(0.0, 2.5, 33.1234567))


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a report of simulated judgments, its inputs (one JSONL), and the archive of all that."""
    where = tmp_path_factory.mktemp("archive")
    cases, systems = [f"p{number}" for number in range(8)], ["a", "b", "c"]
    choices = [Choice.LEFT, Choice.LEFT, Choice.RIGHT, Choice.EQUAL, Choice.SKIP, Choice.LEFT, Choice.RIGHT]
    pairs = [("a", "b"), ("c", "a"), ("b", "c")]
    write_judgments(
        where / "judgments.jsonl",
        [
            JudgmentRecord(
                case, f"R{r}", *pairs[(r + n) % 3], choices[(5 * r + 3 * n) % 7], source=Source.SIMULATED, comment="=1"
            )
            for n, case in enumerate(cases)
            for r in range(5)
        ],
    )
    write_scores(
        where / "scores.csv",
        [
            ScoreRecord(case, name, evaluator, ScoreStatus.SCORED, float((17 * n + 5 * k) % 83))
            for evaluator in ("machine", "other")
            for n, case in enumerate(cases)
            for k, name in enumerate(systems)
        ],
    )
    inputs = {"judgments": where / "judgments.jsonl", "scores": where / "scores.csv"}
    build_report_files(**inputs, out=where / "report", options=OPTIONS)
    (where / "report.zip").write_bytes(bundle(where / "report", **inputs))
    return where


def unpacked(folder: Path, into: Path) -> Path:
    with zipfile.ZipFile(folder / "report.zip") as archive:
        archive.extractall(into)
    return into


def test_the_manifest_names_options_versions_and_every_file(folder: Path) -> None:
    with zipfile.ZipFile(folder / "report.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        names = archive.namelist()
        assert [file["name"] for file in manifest["files"]] == names[:-1]
        assert names[-1] == "manifest.json"
        assert names[:3] == ["README.txt", "judgments.jsonl", "scores.csv"]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for file in manifest["files"]:
            content = archive.read(file["name"])
            assert (file["bytes"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert manifest["simulated"] is True
    assert manifest["options"] == {
        "judgments": "judgments.jsonl",
        "scores": "scores.csv",
        "evaluator": "machine",
        "resamples": 40,
        "seed": 5,
        "margins": [0.0, 2.5, 33.1234567],
    }
    assert manifest["versions"]["poster-arena"] == scoring.__version__
    assert manifest["versions"]["python"] == platform.python_version()
    for library in ("numpy", "scipy", "choix", "matplotlib"):
        assert manifest["versions"][library] == version(library)


def test_the_command_of_the_archive_gives_every_file_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    unpacked(folder, tmp_path)
    packed = {path.name: path.read_bytes() for path in (tmp_path / "report").iterdir()}
    for path in (tmp_path / "report").iterdir():
        path.unlink()
    command = json.loads((tmp_path / "manifest.json").read_text())["command"]
    readme = (tmp_path / "README.txt").read_text()
    assert "All judgments in this archive are simulated" in readme
    assert command in readme
    python, *command = shlex.split(command)
    assert python == "python"
    run(command, tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / "report").iterdir()} == packed
    inputs = {"judgments": tmp_path / "judgments.jsonl", "scores": tmp_path / "scores.csv"}
    assert bundle(tmp_path / "report", **inputs) == (folder / "report.zip").read_bytes()


def run(command: list[str], where: Path) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=where,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(where)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def computed(folder: Path, monkeypatch) -> list[tuple[ReportOptions, bytes, bytes]]:
    """Computing again gives the report of the module's folder, without the time it takes; what it was asked for."""
    asked = []

    def copy(*, judgments: Path, scores: Path, out: Path, options: ReportOptions, progress: object) -> None:
        asked.append((options, judgments.read_bytes(), scores.read_bytes()))
        shutil.copytree(folder / "report", out)

    monkeypatch.setattr("scoring.report.verify.build_report_files", copy)
    return asked


def test_verify_computes_with_the_packed_inputs_and_options_and_says_all_is_the_same(
    folder: Path, computed: list[tuple[ReportOptions, bytes, bytes]], capsys
) -> None:
    assert main(["verify", str(folder / "report.zip")]) == 0
    lines = capsys.readouterr().out.splitlines()
    files = len(list((folder / "report").iterdir()))
    assert lines == [
        "All judgments in this archive are simulated; no person compared these posters.",
        f"All {files} files of the report came out the same, byte for byte.",
    ]
    assert computed == [
        (OPTIONS, (folder / "judgments.jsonl").read_bytes(), (folder / "scores.csv").read_bytes()),
    ]


@pytest.mark.usefixtures("computed")
def test_files_about_the_study_are_packed_apart_and_checked_too(folder: Path, tmp_path: Path) -> None:
    extra = tmp_path / "blinding.txt"
    extra.write_text("Nobody was told.")
    packed = tmp_path / "report.zip"
    inputs = {"judgments": folder / "judgments.jsonl", "scores": folder / "scores.csv"}
    packed.write_bytes(bundle(folder / "report", extras=[extra], **inputs))
    assert verify(packed).whole
    with zipfile.ZipFile(packed) as archive:
        assert archive.read("study/blinding.txt") == b"Nobody was told."
        assert "study/ holds what no number is computed from: blinding.txt." in archive.read("README.txt").decode()
        archive.extractall(tmp_path / "unpacked")
    (tmp_path / "unpacked" / "study" / "blinding.txt").write_text("All were told.")
    assert verify(tmp_path / "unpacked").damaged == ("study/blinding.txt",)


def test_verify_finds_what_was_changed_lost_or_added(folder: Path, tmp_path: Path, capsys) -> None:
    where = unpacked(folder, tmp_path / "unpacked")
    table = where / "report" / "systems.csv"
    table.write_text(table.read_text().replace("a", "b", 1))
    (where / "report" / "win_matrix.pdf").unlink()
    (where / "report" / "mine.txt").write_text("added")
    assert main(["verify", str(where)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "report/win_matrix.pdf: missing from the archive" in lines
    assert "report/systems.csv: not as it was packed" in lines
    assert "report/mine.txt: in the report's folder and not in the manifest" in lines
    assert lines[-1].endswith("report.json is among them, so every number is.")


def test_an_input_that_was_changed_is_not_computed_with(folder: Path, tmp_path: Path) -> None:
    where = unpacked(folder, tmp_path / "unpacked")
    with (where / "scores.csv").open("a") as scores:
        scores.write("\n")
    verdict = verify(where)
    assert verdict.damaged == ("scores.csv",)
    assert (verdict.same, verdict.different) == ((), ())
    assert not verdict.repeats


@pytest.mark.usefixtures("computed")
def test_a_manifest_that_promises_other_bytes_is_found_out(folder: Path, tmp_path: Path) -> None:
    where = unpacked(folder, tmp_path / "unpacked")
    report = where / "report" / "report.json"
    report.write_bytes(report.read_bytes().replace(b'"seed": 5', b'"seed": 6'))
    manifest = json.loads((where / "manifest.json").read_text())
    for file in manifest["files"]:
        if file["name"] == "report/report.json":
            file["sha256"] = hashlib.sha256(report.read_bytes()).hexdigest()
    manifest["versions"]["numpy"] = "1.0"
    (where / "manifest.json").write_text(json.dumps(manifest))
    verdict = verify(where)
    assert verdict.whole
    assert verdict.different == ("report/report.json",)
    assert [(other.name, other.then, other.here) for other in verdict.versions] == [("numpy", "1.0", version("numpy"))]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": 9}, "schema 9"),
        ({"files": [{"name": "../up.txt", "bytes": 1, "sha256": ""}]}, "outside the archive"),
        ({"files": [{"name": "/etc/up.txt", "bytes": 1, "sha256": ""}]}, "outside the archive"),
        ({"options": {}}, "not the manifest of a report"),
        ({"files": None}, "not the manifest of a report"),
    ],
)
def test_a_hostile_or_broken_manifest_is_one_clear_error(folder: Path, tmp_path: Path, change, message) -> None:
    with zipfile.ZipFile(folder / "report.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, **change}))
    with pytest.raises(BadReport, match=message):
        verify(tmp_path)


def test_an_input_from_elsewhere_is_not_read(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(folder / "report.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    manifest["options"]["judgments"] = "../judgments.csv"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadReport, match="as input"):
        verify(tmp_path)


def test_what_is_no_archive_is_one_clear_error(tmp_path: Path, capsys) -> None:
    (tmp_path / "text.zip").write_text("no archive")
    assert main(["verify", str(tmp_path / "text.zip")]) == 1
    assert "text.zip is not a ZIP archive that can be read" in capsys.readouterr().err
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w"):
        pass
    (tmp_path / "empty.zip").write_bytes(empty.getvalue())
    assert main(["verify", str(tmp_path / "empty.zip")]) == 1
    assert capsys.readouterr().err == "empty.zip is no archive of a report: it holds no manifest.json\n"
    assert main(["verify", str(tmp_path / "none.zip")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_a_report_of_another_version_is_not_packed(folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(scoring, "__version__", "999.0")
    with pytest.raises(BadReport, match="build it again"):
        bundle(folder / "report", judgments=folder / "judgments.jsonl", scores=folder / "scores.csv")

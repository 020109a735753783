"""`python -m scoring`: exit statuses and clear lines."""

import json
import subprocess
import sys
import tomllib
import types
import zipfile
from pathlib import Path

import pytest

import scoring
from scoring.cli import main
from scoring.files import InputFile
from scoring.records import ReportOptions
from scoring.report.compute import compute
from scoring.report.jsonfile import to_json

HEADER = "case_id,reviewer,system_left,system_right,choice\n"


@pytest.fixture
def judgments(tmp_path: Path) -> Path:
    path = tmp_path / "judgments.csv"
    path.write_text(HEADER)
    return path


def test_a_report_is_written_and_the_way_there_is_told(judgments: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "new" / "report"
    assert main(["report", "--judgments", str(judgments), "--out", str(out), "--resamples", "50", "--seed", "3"]) == 0
    assert (out / "report.json").is_file()
    captured = capsys.readouterr()
    assert f"Report written to {out}" in captured.out
    assert captured.err.splitlines()[0].startswith("[1/")


def test_a_terminal_gets_a_bar_with_counts(judgments: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["report", "--judgments", str(judgments), "--out", str(tmp_path / "out"), "--resamples", "50"]) == 0
    shown = capsys.readouterr().err
    assert "step" in shown
    assert "[1/" not in shown


def test_faults_come_out_as_lines_with_status_1(tmp_path: Path, capsys) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(HEADER + "p,R,a,a,left\np,R,a,b,tie\n")
    assert main(["report", "--judgments", str(path), "--out", str(tmp_path / "out")]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("[")]
    assert lines == [
        "votes.csv: line 2: system_left and system_right are both a; a system cannot be compared with itself",
        "votes.csv: line 3: choice is 'tie'; allowed are left, equal, right or skip",
    ]
    assert not (tmp_path / "out").exists()


def test_a_missing_file_and_an_unusable_folder_are_one_line_each(judgments: Path, tmp_path: Path, capsys) -> None:
    assert main(["report", "--judgments", str(tmp_path / "none.csv"), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == f"{tmp_path / 'none.csv'}: No such file or directory"
    assert main(["report", "--judgments", str(judgments), "--out", str(judgments)]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == f"{judgments}: not a folder"


def test_want_of_memory_is_one_line(judgments: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    def no_memory(**_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("scoring.report.build_report_files", no_memory)
    assert main(["report", "--judgments", str(judgments), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith("Not enough memory")


def test_several_evaluators_ask_for_a_choice(judgments: Path, tmp_path: Path, capsys) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("case_id,system,evaluator,status,overall\np,a,e,scored,1\np,a,f,scored,2\n")
    given = ["report", "--judgments", str(judgments), "--scores", str(scores), "--out", str(tmp_path / "out")]
    assert main(given) == 1
    assert "choose one with --evaluator: e, f" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["report"],
        ["report", "--judgments", "j.csv"],
        ["nonsense"],
        ["report", "--judgments", "j.csv", "--out", "o", "--resamples", "0"],
        ["report", "--judgments", "j.csv", "--out", "o", "--resamples", "1000001"],
        ["report", "--judgments", "j.csv", "--out", "o", "--seed", "-1"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "3,1"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "0,nan"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "0,0"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "-1,3"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "0,101"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", ""],
        ["compare"],
        ["compare", "one"],
        ["compare", "one", "two", "--out", " "],
        ["verify"],
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str], capsys) -> None:
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    assert "usage" in capsys.readouterr().err


def test_posterbench_gets_its_arguments_untouched(monkeypatch) -> None:
    module = types.ModuleType("scoring.posterbench.cli")
    seen: list[list[str]] = []

    def posterbench(arguments: list[str]) -> int:
        seen.append(list(arguments))
        return 7

    module.main = posterbench
    monkeypatch.setitem(sys.modules, "scoring.posterbench.cli", module)
    assert main(["posterbench", "--poster", "P.png", "--json", "--help"]) == 7
    assert seen == [["--poster", "P.png", "--json", "--help"]]


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text())
    assert project["project"]["version"] == scoring.__version__


def test_an_empty_folder_name_is_wrong_usage_and_not_this_folder(judgments: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit) as stopped:
        main(["report", "--judgments", str(judgments), "--out", ""])
    assert stopped.value.code == 2
    assert set(tmp_path.iterdir()) == before


def test_names_beyond_the_fonts_and_very_long_ones_still_make_a_report(tmp_path: Path, capsys) -> None:
    # Warnings are errors here, so this also says that the drawing is quiet about the boxes it draws.
    path = tmp_path / "judgments.csv"
    long = "p" * 300
    path.write_text(HEADER + f"{long},R1,\U00013080,{long},left\n{long},R2,\U00013080,{long},right\n")
    assert main(["report", "--judgments", str(path), "--out", str(tmp_path / "out"), "--resamples", "20"]) == 0
    notes = json.loads((tmp_path / "out" / "report.json").read_text())["notes"]
    expected = "The figures lack letters of \U00013080 and draw empty boxes; the tables have the names."
    assert expected in notes
    assert "Warning" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "edges"),
    [("0,3,6,10,20", (0, 3, 6, 10, 20)), ("2.5,3.1234567", (2.5, 3.1234567)), ("-0,100", (0, 100)), ("1e1", (10,))],
)
def test_margin_edges_are_taken_as_they_are_written(text, edges, judgments: Path, tmp_path: Path, monkeypatch) -> None:
    seen: list[ReportOptions] = []
    monkeypatch.setattr("scoring.report.build.build_report_files", lambda *, options, **_: seen.append(options))
    assert main(["report", "--judgments", str(judgments), "--out", str(tmp_path / "out"), f"--margins={text}"]) == 0
    assert seen == [ReportOptions(margin_edges=edges)]
    assert "-" not in repr(seen[0].margin_edges)  # no negative zero


def test_faults_of_both_files_come_out_together(tmp_path: Path, capsys) -> None:
    judgments, scores = tmp_path / "votes.csv", tmp_path / "marks.csv"
    judgments.write_text(HEADER + "p,R,a,b,tie\n")
    scores.write_text("case_id,system,evaluator,status,overall\np,a,e,done,1\n")
    given = ["report", "--judgments", str(judgments), "--scores", str(scores), "--out", str(tmp_path / "out")]
    assert main(given) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("[")]
    assert [line.split(": ")[:2] for line in lines] == [["votes.csv", "line 2"], ["marks.csv", "line 2"]]


def test_of_very_many_faults_a_screenful_is_shown_and_a_file_has_all(tmp_path: Path, capsys) -> None:
    path, faults = tmp_path / "votes.csv", tmp_path / "faults.txt"
    path.write_text(HEADER + "p,R,a,a,left\n" * 1200)
    given = ["report", "--judgments", str(path), "--out", str(tmp_path / "out")]
    assert main(given) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("[")]
    assert len(lines) == 52
    assert lines[49].startswith("votes.csv: line 51: ")
    assert lines[50:] == ["and 1,150 more faults", "Give --faults FILE to have all of them in a file."]

    assert main([*given, "--faults", str(faults)]) == 1
    assert f"All 1,200 faults are in {faults}" in capsys.readouterr().err
    written = faults.read_text().splitlines()
    assert [line.split(": ")[1] for line in written] == [f"line {number}" for number in range(2, 1202)]


@pytest.mark.parametrize("option", ["--bundle", "--faults"])
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    option: str, judgments: Path, tmp_path: Path, capsys
) -> None:
    given = ["report", "--judgments", str(judgments), "--out", str(tmp_path / "out"), option]
    assert main([*given, str(tmp_path / "none" / "file")]) == 1
    assert main([*given, str(tmp_path)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path / 'none' / 'file'}: its folder does not exist",
        f"{tmp_path}: is a folder",
    ]
    assert not (tmp_path / "out").exists()


def test_faults_of_an_earlier_run_do_not_outlive_it(judgments: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("scoring.report.build.build_report_files", lambda **_: None)
    faults = tmp_path / "faults.txt"
    faults.write_text("votes.csv: line 2: choice is 'tie'\n")
    given = ["report", "--judgments", str(judgments), "--out", str(tmp_path / "out"), "--faults", str(faults)]
    assert main(given) == 0
    assert faults.read_bytes() == b""


def report_json(folder: Path, rows: str) -> Path:
    """report.json in a folder of its own; the other files of a report are of no use to a comparison."""
    results = compute(InputFile("j.csv", (HEADER + rows).encode()), None, ReportOptions(resamples=20), lambda _: None)
    folder.mkdir(parents=True)
    (folder / "report.json").write_bytes(to_json(results.report))
    return folder


def test_two_reports_are_compared_from_a_folder_a_file_or_an_archive(tmp_path: Path, capsys) -> None:
    rows = "p,R1,a,b,left\nq,R2,b,a,equal\n"
    one, two = report_json(tmp_path / "one", rows), report_json(tmp_path / "two", rows + "q,R1,a,b,right\n")
    assert main(["compare", str(one), str(two / "report.json"), "--out", str(tmp_path / "new" / "out")]) == 0
    shown = capsys.readouterr().out
    assert "The two reports differ in their judgments; the scores and options are the same." in shown
    assert f"Comparison written to {tmp_path / 'new' / 'out'}" in shown
    assert {path.name for path in (tmp_path / "new" / "out").iterdir()} == {
        "comparison.csv",
        "comparison.html",
        "comparison.json",
    }
    archive, unpacked = tmp_path / "one.zip", report_json(tmp_path / "unpacked" / "report", rows).parent
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(one / "report.json", "report/report.json")
    assert main(["compare", str(archive), str(unpacked)]) == 0
    assert "No number compared here differs" in capsys.readouterr().out


def test_a_report_is_packed_with_its_inputs(judgments: Path, tmp_path: Path, capsys) -> None:
    archive = tmp_path / "all.zip"
    given = ["report", "--judgments", str(judgments), "--out", str(tmp_path / "out"), "--resamples", "9"]
    assert main([*given, "--bundle", str(archive)]) == 0
    assert f"Packed with its inputs into {archive}" in capsys.readouterr().out
    with zipfile.ZipFile(archive) as packed:
        assert {"README.txt", "manifest.json", "judgments.csv", "report/report.json"} <= set(packed.namelist())


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    one = report_json(tmp_path / "one", "p,R1,a,b,left\n")
    command = [sys.executable, "-m", "scoring", "compare", str(one), str(one), "--out", str(tmp_path / "out")]
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
    assert (tmp_path / "out" / "comparison.json").is_file()


def test_what_is_no_report_cannot_be_compared(tmp_path: Path, capsys) -> None:
    (tmp_path / "list.json").write_text("[]")
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'report.json'}: No such file or directory\n"
    assert main(["compare", str(tmp_path / "list.json"), str(tmp_path)]) == 1
    assert "list.json is not a report" in capsys.readouterr().err


def test_every_command_tells_what_it_takes(capsys) -> None:
    for command, word in (("report", "--margins"), ("compare", "BEFORE"), ("verify", "ZIP|DIR")):
        with pytest.raises(SystemExit) as stopped:
            main([command, "--help"])
        assert stopped.value.code == 0
        shown = capsys.readouterr().out
        assert word in shown
        assert "Exit status" in shown

"""`python -m scoring`: exit statuses and clear lines."""

import json
import sys
import tomllib
import types
from pathlib import Path

import pytest

import scoring
from scoring.cli import main

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
        ["report", "--judgments", "j.csv", "--out", "o", "--seed", "-1"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "3,1"],
        ["report", "--judgments", "j.csv", "--out", "o", "--margins", "0,nan"],
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
    path.write_text(HEADER + f"{long},R1,\u7cfb\u7edf,{long},left\n{long},R2,\u7cfb\u7edf,{long},right\n")
    assert main(["report", "--judgments", str(path), "--out", str(tmp_path / "out"), "--resamples", "20"]) == 0
    notes = json.loads((tmp_path / "out" / "report.json").read_text())["notes"]
    expected = "The figures lack letters of \u7cfb\u7edf and draw empty boxes; the tables have the names."
    assert expected in notes
    assert "Warning" not in capsys.readouterr().err

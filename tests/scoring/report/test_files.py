"""The report folder: every file, nothing that calls out, and what may go into its archive."""

import dataclasses
import re
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.files import write_judgments, write_scores
from scoring.records import ReportOptions, ScoreRecord
from scoring.report import BadReport, build_report_files, bundle, load_report
from scoring.report.build import REPORT_FILES, TABLES
from scoring.report.figures import FIGURES
from scoring.report.page import bold_numbers
from scoring.words import Dimension, ScoreStatus, Source

OPTIONS = ReportOptions(resamples=100)
ALIGNMENT_FIGURES = ("margins.", "margins-", "score_vs_preference")


@pytest.fixture
def study(random_study, tmp_path: Path):
    """Writes judgments.csv and scores.csv, with all that a figure can show, into a folder and returns their paths."""

    def write(source: Source | None = None) -> tuple[Path, Path]:
        folder = tmp_path / "in"
        folder.mkdir(exist_ok=True)
        records = [
            dataclasses.replace(record, discipline=("optics", "botany")[int(record.case_id[1:]) % 2])
            for record in random_study(systems=3, votes=60, source=source)
        ]
        posters = sorted({(r.case_id, name) for r in records for name in (r.system_left, r.system_right)})
        write_judgments(folder / "judgments.csv", records)
        write_scores(
            folder / "scores.csv",
            [
                ScoreRecord(
                    case,
                    name,
                    "posterbench-offline",
                    ScoreStatus.SCORED,
                    float((17 * n) % 83),
                    dimensions={dimension: float(n % (4 + place)) for place, dimension in enumerate(Dimension)},
                )
                for n, (case, name) in enumerate(posters)
            ],
        )
        return folder / "judgments.csv", folder / "scores.csv"

    return write


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_simulated_reports_say_so_in_every_file(study, tmp_path: Path) -> None:
    judgments, scores = study(Source.SIMULATED)
    one = tmp_path / "one"
    steps: list[tuple[int, int, str]] = []
    report = build_report_files(
        judgments=judgments, scores=scores, out=one, options=OPTIONS, progress=lambda *step: steps.append(step)
    )
    files = contents(one)
    assert set(files) <= set(REPORT_FILES)
    assert {*TABLES, "report.html", "report.json", *(f"{name}.svg" for name in FIGURES)} <= set(files)
    assert load_report(one / "report.json") == report
    assert [done for done, _, _ in steps] == list(range(len(steps)))
    assert steps[-1][0] == steps[-1][1]

    for name, content in files.items():
        if name.endswith(".svg"):
            assert b"simulated reviewers" in content, name
            assert b"<dc:date>" not in content
        elif name.endswith((".png", ".pdf")):
            assert b"simulated reviewers" in content, name  # in the title that travels inside the file
    page = files["report.html"].decode()
    assert 'class="banner"' in page
    assert "These judgments are simulated." in page
    assert "<title>Simulated" in page


def test_a_report_without_scores_leaves_no_figure_of_an_older_one(study, tmp_path: Path) -> None:
    judgments, _ = study()
    out = tmp_path / "out"
    out.mkdir()
    (out / "margins.svg").write_text("of an older report")
    (out / "mine.txt").write_text("somebody else's")
    build_report_files(judgments=judgments, scores=None, out=out, options=OPTIONS)
    names = set(contents(out))
    assert not [name for name in names if name.startswith(ALIGNMENT_FIGURES) and not name.endswith(".csv")]
    assert {"mine.txt", "margins.csv", "posters.csv", "report.html", "beat_probability-dark.svg"} <= names
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    page = (out / "report.html").read_text()
    assert "simulated" not in page.lower()
    # Self-contained: nothing to fetch, nothing to run.
    assert not re.findall(r"<(?:link|script|iframe|object|embed)\b", page)
    assert all(url.startswith("data:") for url in re.findall(r"(?:src|srcset)=\"([^\"]*)\"", page))
    inside = set(re.findall(r"id=\"([^\"]*)\"", page))
    assert all(url[0] == "#" and url[1:] in inside for url in re.findall(r"href=\"([^\"]*)\"", page))
    assert all(url.startswith("data:") for url in re.findall(r"url\(\"?([^\")]*)", page))
    assert b"simulated" not in (out / "win_matrix.svg").read_bytes()
    # The matrix names the count in every filled cell: 3 systems, 6 cells.
    assert (out / "win_matrix.svg").read_bytes().count(b"<!-- n = ") == 6


def test_the_archive_takes_only_the_files_the_report_was_made_from(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        bundle(tmp_path)
    assert main(["report", "--judgments", str(header_only(tmp_path)), "--out", str(tmp_path / "out")]) == 0
    with pytest.raises(BadReport, match="the judgments file of this report is not there"):
        bundle(tmp_path / "out")
    other = tmp_path / "other.csv"
    other.write_text("case_id\n")
    with pytest.raises(BadReport, match=r"other\.csv is not the judgments file"):
        bundle(tmp_path / "out", judgments=other)
    assert bundle(tmp_path / "out", judgments=tmp_path / "empty.csv")


def header_only(folder: Path) -> Path:
    path = folder / "empty.csv"
    path.write_text("case_id,reviewer,system_left,system_right,choice\n")
    return path


def test_names_are_escaped_on_the_page() -> None:
    assert bold_numbers("<i>a</i> wins 64.0% (95% interval 1.0–2.0%)") == (
        "&lt;i&gt;a&lt;/i&gt; wins <b>64.0%</b> (95% interval <b>1.0–2.0%</b>)"
    )

"""manage.py report: the files it writes are those of the page and those that `python -m scoring report` makes."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.core import leases
from arena.core.files import read_stored
from arena.core.leases import WorkState
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import PosterScore
from arena.reports.models import Report
from arena.studies.models import Study
from arena.studies.services.import_judgments import import_judgments
from scoring.words import Choice
from tests.conftest import REPO
from tests.factories.reports import EVALUATOR, score_all
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    # The test's transaction holds SQLite's write lock, so on a slow machine the heartbeat would wait for it in vain.
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 3600.0)


@pytest.fixture
def study(db: None) -> Study:
    study = make_study(n_cases=3, systems=("alder", "birch", "cedar"))
    simulate_reviewers(study=study, count=3, seed=2)
    return study


def run_report(study: Study, **options: object) -> str:
    out = io.StringIO()
    call_command("report", study.name, resamples=40, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def recompute(folder: Path, *more: str) -> Path:
    """Make the report of these files again, without Django and without a database."""
    scores = ["--scores", "scores.csv"] if (folder / "scores.csv").exists() else []
    command = [sys.executable, "-m", "scoring", "report", "--judgments", "judgments.csv", *scores, "--out", "again"]
    done = subprocess.run(
        [*command, *more],
        cwd=folder,
        env={"PYTHONPATH": str(REPO), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder / "again"


def test_page_folder_archive_and_recomputation_are_the_same_bytes(study: Study, tmp_path: Path) -> None:
    score_all(study)
    text = run_report(study, seed=5, out=tmp_path / "out")
    assert "/results/forest/simulated/" in text
    assert "simulated" in text.splitlines()[2]
    report = Report.objects.get()
    assert (report.state, report.pool, report.evaluator) == (WorkState.DONE, Report.Pool.SIMULATED, EVALUATOR)

    written = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    stored = {entry.name: read_stored(entry.sha256) for entry in report.files.all()}
    assert written == stored
    assert {entry.name: entry.size for entry in report.files.all()} == {
        name: len(data) for name, data in stored.items()
    }

    again = recompute(tmp_path / "out", "--resamples", "40", "--seed", "5")
    for path in again.iterdir():
        assert path.read_bytes() == written[path.name], path.name
    assert {"report.json", "report.html", "systems.csv", "beat_probability.svg"} <= {
        path.name for path in again.iterdir()
    }

    numbers = json.loads(written["report.json"])
    assert numbers["input"]["judgments_sha256"] == hashlib.sha256(written["judgments.csv"]).hexdigest()
    assert numbers["input"]["scores_sha256"] == hashlib.sha256(written["scores.csv"]).hexdigest()
    assert numbers["input"]["responses"] == report.judgments
    assert "simulated" in numbers["notes"][0]
    assert numbers["alignment"]["evaluator"] == EVALUATOR
    archive = zipfile.ZipFile(io.BytesIO(written["everything.zip"]))
    assert archive.read("judgments.csv") == written["judgments.csv"]
    assert archive.read("report/report.json") == written["report.json"]


@pytest.mark.usefixtures("undrawn")
def test_without_scores_alignment_is_null_and_no_scores_file_is_made(study: Study, tmp_path: Path) -> None:
    run_report(study, out=tmp_path)
    numbers = json.loads((tmp_path / "report.json").read_bytes())
    assert numbers["alignment"] is None
    assert not (tmp_path / "scores.csv").exists()
    assert any("Alignment is null" in note for note in numbers["notes"])


@pytest.mark.usefixtures("undrawn")
def test_one_person_is_enough_for_a_report_of_people_that_holds_nothing_simulated(study: Study, tmp_path: Path) -> None:
    judge(show(make_reviewer(study)), Choice.RIGHT)
    run_report(study, out=tmp_path)
    lines = (tmp_path / "judgments.csv").read_text().splitlines()
    assert len(lines) == 2
    assert "sim-" not in (tmp_path / "judgments.csv").read_text()
    assert Report.objects.get().pool == Report.Pool.PEOPLE


def test_each_call_is_a_snapshot_of_its_own_and_the_numbers_depend_on_nothing_else(study: Study) -> None:
    run_report(study)
    run_report(study)
    first, second = Report.objects.order_by("pk")
    assert {entry.name: entry.sha256 for entry in first.files.all()} == {
        entry.name: entry.sha256 for entry in second.files.all()
    }


def test_faults_are_one_line(study: Study) -> None:
    with pytest.raises(CommandError, match="There is no study 'nowhere'"):
        call_command("report", "nowhere")
    with pytest.raises(CommandError, match="scored by posterbench"):
        run_report(study, evaluator="posterbench")
    with pytest.raises(CommandError, match="no judgments by reviewers yet"):
        run_report(study, pool="people")
    with pytest.raises(CommandError, match="Margin edges must be up to 20 numbers that ascend"):
        run_report(study, margins="6,3")


@pytest.mark.usefixtures("undrawn")
def test_margins_and_all_evaluators_go_in_and_can_be_computed_again(study: Study, tmp_path: Path) -> None:
    score_all(study)
    score_all(study, "second")
    score_all(study, "third")
    PosterScore.objects.filter(evaluator="third").first().delete()  # type: ignore[union-attr]
    run_report(study, evaluator=EVALUATOR, margins="0,5,12.5", out=tmp_path)
    report = Report.objects.get()
    numbers = json.loads((tmp_path / "report.json").read_bytes())
    assert numbers["method"]["margin_edges"] == report.margin_edges == [0.0, 5.0, 12.5]
    assert [alignment["evaluator"] for alignment in numbers["alignments"]] == [EVALUATOR, "second"]
    assert [(pair["a"], pair["b"]) for pair in numbers["evaluator_comparisons"]] == [(EVALUATOR, "second")]
    assert report.left_out == ["Scores by third are not in this snapshot: 1 of the 9 posters were not scored by it."]
    assert report.leaders == [row["system"] for row in numbers["systems"] if row["rank"] == 1]
    again = recompute(tmp_path, "--resamples", "40", "--evaluator", EVALUATOR, "--margins", "0,5,12.5")
    assert (again / "report.json").read_bytes() == (tmp_path / "report.json").read_bytes()


def test_what_keeps_a_report_from_being_built_is_its_error(study: Study) -> None:
    score_all(study)
    pinned = study.posters.first()
    assert pinned is not None
    pinned.poster.scores.all().delete()
    with pytest.raises(CommandError, match=r"could not be built: 1 of the 9 posters of forest are not scored"):
        run_report(study)
    report = Report.objects.get()
    assert (report.state, report.files.count()) == (WorkState.FAILED, 0)


@pytest.mark.usefixtures("undrawn")
def test_the_published_study_gives_its_published_numbers(shared: Path, tmp_path: Path, db: None) -> None:
    # architecture 5.5: reconstructed so that every published point estimate and count comes out.
    data = shared / "data" / "published_study"
    study = import_judgments(name="published", path=data / "judgments.csv")
    call_command("import_scores", str(data / "scores.csv"), stdout=io.StringIO())
    run_report(study, out=tmp_path)
    numbers = json.loads((tmp_path / "report.json").read_bytes())
    assert [round(100 * row["beat_probability"], 1) for row in numbers["systems"]] == [64.0, 51.7, 43.4, 40.9]
    assert [(row["wins"], row["ties"], row["losses"]) for row in numbers["head_to_head"][:3]] == [
        (68, 54, 33),
        (80, 37, 39),
        (86, 39, 31),
    ]
    assert [(bucket["n"], round(100 * bucket["agreement"], 1)) for bucket in numbers["alignment"]["margins"]] == [
        (157, 51.9),
        (130, 57.3),
        (132, 58.3),
        (299, 60.2),
        (201, 74.4),
    ]
    assert round(numbers["alignment"]["pearson_r"], 3) == 0.341
    assert (recompute(tmp_path, "--resamples", "40") / "report.json").read_bytes() == (
        tmp_path / "report.json"
    ).read_bytes()

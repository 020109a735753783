"""Finished snapshots for pages, built once for the whole test run from a small hand-made study."""

import tempfile
from functools import cache
from itertools import combinations
from pathlib import Path

from arena.core.files import store_bytes
from arena.core.leases import WorkState
from arena.posters.models import PosterScore
from arena.reports.models import Report, ReportFile
from arena.studies.models import Study
from scoring.files import write_judgments, write_scores
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report import build_report_files, bundle
from scoring.words import Choice, ScoreStatus, Source

SYSTEMS = ("alder", "birch", "cedar")
EVALUATOR = "posterbench-offline"
RESAMPLES = 50


def make_report(study: Study, pool: str = Report.Pool.PEOPLE, **fields: object) -> Report:
    """A finished snapshot with real files. Its numbers are those of the hand-made study, whatever `study` holds."""
    files = built_files(pool == Report.Pool.SIMULATED)
    report = Report.objects.create(
        **{
            "study": study,
            "pool": pool,
            "evaluator": EVALUATOR,
            "resamples": RESAMPLES,
            "state": WorkState.DONE,
            "judgments": len(judgments(False)),
            "leaders": ["alder"],
            "started_at": study.created_at,
            "finished_at": study.created_at,
            **fields,
        }
    )
    ReportFile.objects.bulk_create(
        ReportFile(report=report, name=name, sha256=store_bytes(data), size=len(data)) for name, data in files.items()
    )
    return report


def judgments(simulated: bool) -> list[JudgmentRecord]:
    """Four reviewers, five papers, three systems: alder mostly beats birch, birch mostly beats cedar."""
    rows = []
    for r in range(4):
        for p in range(5):
            for n, (a, b) in enumerate(combinations(SYSTEMS, 2)):
                choice = (Choice.LEFT, Choice.EQUAL, Choice.LEFT, Choice.RIGHT)[(r + p + n) % 4]
                rows.append(
                    JudgmentRecord(
                        case_id=f"paper-{p}",
                        reviewer=f"sim-{r + 1:02d}" if simulated else f"R{r + 1:02d}",
                        system_left=a,
                        system_right=b,
                        choice=Choice.SKIP if (r, p, n) == (0, 0, 0) else choice,
                        source=Source.SIMULATED if simulated else Source.BROWSER,
                    )
                )
    return rows


def scores() -> list[ScoreRecord]:
    return [
        ScoreRecord(f"paper-{p}", system, EVALUATOR, ScoreStatus.SCORED, overall=80.0 - 9 * place + 3 * p)
        for p in range(5)
        for place, system in enumerate(SYSTEMS)
    ]


@cache
def built_files(simulated: bool) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_judgments(folder / "judgments.csv", judgments(simulated))
        write_scores(folder / "scores.csv", scores())
        build_report_files(
            judgments=folder / "judgments.csv",
            scores=folder / "scores.csv",
            out=folder / "report",
            options=ReportOptions(resamples=RESAMPLES),
        )
        archive = bundle(folder / "report", judgments=folder / "judgments.csv", scores=folder / "scores.csv")
        files = {path.name: path.read_bytes() for path in (folder / "report").iterdir()}
        inputs = {path.name: path.read_bytes() for path in folder.glob("*.csv")}
    return {**files, **inputs, "everything.zip": archive}


def score_all(study: Study, evaluator: str = EVALUATOR) -> None:
    """A score for every pinned poster, by place so that every test sees the same."""
    for place, pin in enumerate(
        study.posters.select_related("poster").order_by("case__case_id", "study_system__label")
    ):
        PosterScore.objects.create(
            poster=pin.poster,
            evaluator=evaluator,
            protocol="p1",
            status="scored",
            overall=40.0 + 7 * place % 50,
            layout=5.5,
        )

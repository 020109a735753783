"""Building a report that somebody asked for: inputs to files, files to the snapshot."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from arena.core import leases
from arena.core.errors import ArenaError
from arena.core.files import store_file
from arena.reports.downloads import BUNDLE
from arena.reports.models import Report, ReportFile
from arena.reports.services.blinding import write_blinding
from arena.reports.services.inputs import Inputs, collect_inputs
from scoring.files import BadInput as BadFile
from scoring.files import write_judgments, write_scores
from scoring.records import ReportOptions
from scoring.report import BadOptions
from scoring.report import Report as Results
from scoring.report.sections import leaders

Step = Callable[[int, int, str], None]  # what is done, of how many steps, and what comes next

JUDGMENTS, SCORES = "judgments.csv", "scores.csv"


@dataclass(frozen=True, slots=True)
class Stored:
    name: str
    sha256: str
    size: int


def build_report(report: Report, on_step: Step | None = None) -> None:
    """Do a claimed report: everything is made outside any transaction, and written down in one."""
    try:
        with leases.kept_alive(report), tempfile.TemporaryDirectory(prefix="report-") as folder:
            inputs = _write_inputs(report, Path(folder))
            extras = write_blinding(report, Path(folder), inputs)  # before the fit, which takes its time
            results, files = _build(report, Path(folder), extras, on_step)
    except (ArenaError, BadFile, BadOptions) as error:
        leases.fail(report, str(error))
        return
    with transaction.atomic():
        leases.finish(
            report, judgments=len(inputs.judgments), leaders=list(leaders(results)), left_out=list(inputs.left_out)
        )
        ReportFile.objects.bulk_create(
            ReportFile(report=report, name=file.name, sha256=file.sha256, size=file.size) for file in files
        )


def _write_inputs(report: Report, folder: Path) -> Inputs:
    """Write the input files and return what is in them."""
    inputs = collect_inputs(study=report.study, pool=report.pool, evaluator=report.evaluator)
    write_judgments(folder / JUDGMENTS, inputs.judgments)
    if report.evaluator:
        write_scores(folder / SCORES, inputs.scores)
    return inputs


def _build(
    report: Report, folder: Path, extras: tuple[Path, ...], on_step: Step | None
) -> tuple[Results, list[Stored]]:
    # Loaded here: what fits and draws takes seconds to load, and only a worker that builds needs it.
    from scoring.report import build_report_files, bundle

    judgments, scores, out = folder / JUDGMENTS, folder / SCORES, folder / "report"
    options = ReportOptions(
        evaluator=report.evaluator or None,
        resamples=report.resamples,
        seed=report.seed,
        margin_edges=tuple(report.margin_edges),
    )
    results = build_report_files(
        judgments=judgments,
        scores=scores if report.evaluator else None,
        out=out,
        options=options,
        progress=on_step,
    )
    archive = folder / BUNDLE
    archive.write_bytes(bundle(out, judgments=judgments, scores=scores if report.evaluator else None, extras=extras))
    paths = [judgments, *([scores] if report.evaluator else []), *extras, archive, *sorted(out.iterdir())]
    return results, [Stored(name=path.name, sha256=store_file(path), size=path.stat().st_size) for path in paths]

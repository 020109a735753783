"""Everything of a report in one ZIP: the folder, its two inputs, and how to compute it again."""

import hashlib
import io
import zipfile
from pathlib import Path
from typing import Final

from scoring.report.build import REPORT_FILES
from scoring.report.errors import BadReport
from scoring.report.jsonfile import load_report
from scoring.report.model import Report
from scoring.report.recompute import recompute_command
from scoring.report.sentences import CITATION

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest a ZIP can say; the time of packing is no part of a report


def bundle(out_dir: Path, *, judgments: Path | None = None, scores: Path | None = None) -> bytes:
    """A ZIP of a report folder with its inputs and README.txt; the same report gives the same bytes.

    The inputs are `judgments` and `scores`, or judgments.csv and scores.csv (or .jsonl) in the folder. They must be the
    very files the report was made from. Raises BadReport where the folder holds no report or an input is another file.
    """
    report = load_report(out_dir / "report.json")
    inputs = {"judgments": _input(out_dir, "judgments", judgments, report.input.judgments_sha256)}
    if report.input.scores_sha256 is not None:
        inputs["scores"] = _input(out_dir, "scores", scores, report.input.scores_sha256)
    names = {kind: kind + _suffix(path) for kind, path in inputs.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "README.txt", _readme(report, names).encode())
        for kind, path in inputs.items():
            _add(archive, names[kind], path.read_bytes())
        for name in REPORT_FILES:
            if (out_dir / name).is_file():
                _add(archive, f"report/{name}", (out_dir / name).read_bytes())
    return stream.getvalue()


def _input(out_dir: Path, kind: str, given: Path | None, sha256: str) -> Path:
    candidates = [given] if given else [out_dir / f"{kind}.csv", out_dir / f"{kind}.jsonl"]
    path = next((candidate for candidate in candidates if candidate.is_file()), None)
    if path is None:
        raise BadReport(f"the {kind} file of this report is not there; it is needed in the archive")
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise BadReport(f"{path.name} is not the {kind} file this report was made from; build the report again")
    return path


def _suffix(path: Path) -> str:
    return ".jsonl" if path.suffix.lower() in {".jsonl", ".ndjson"} else ".csv"


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3
    archive.writestr(entry, content)


def _readme(report: Report, names: dict[str, str]) -> str:
    command = recompute_command(report, names["judgments"], names.get("scores", "scores.csv"))
    simulated = "All judgments in this archive are simulated; no person compared these posters.\n\n"
    lines = [
        "A preference report of Poster Arena\n\n",
        simulated if report.input.simulated else "",
        "report/report.html shows everything on one page; report/report.json holds every number.\n\n",
        f"Compute it again, to the same bytes, with Poster Arena {report.method.version} in this folder:\n\n",
        f"    {command}\n\n",
        f"{names['judgments']}  sha256 {report.input.judgments_sha256}\n",
        f"{names['scores']}  sha256 {report.input.scores_sha256}\n" if "scores" in names else "",
        f"\nCite the method as: {CITATION}\n",
    ]
    return "".join(lines)

"""Everything of a report in one ZIP: the folder, its two inputs, and how to compute it again."""

import hashlib
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

import scoring
from scoring.report.build import REPORT_FILES
from scoring.report.citations import CITATION
from scoring.report.errors import BadReport
from scoring.report.jsonfile import load_report
from scoring.report.manifest import NAME, SCHEMA, Manifest, Options, Packed, fingerprint, to_json, versions_here
from scoring.report.model import Report
from scoring.report.recompute import recompute_command
from scoring.report.wording import listed

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest a ZIP can say; the time of packing is no part of a report
_PIECE: Final = 1 << 20
STUDY: Final = "study/"  # where files lie that are about the study and no part of the report


def bundle(
    out_dir: Path, *, judgments: Path | None = None, scores: Path | None = None, extras: Sequence[Path] = ()
) -> bytes:
    """A ZIP of a report folder with its inputs, README.txt and manifest.json; the same report gives the same bytes.

    `extras` are files about the study that no number is computed from; they are packed as study/<name>. The inputs are
    `judgments` and `scores`, or judgments.csv and scores.csv (or .jsonl) in the folder. They must be the very files the
    report was made from, and this the version that made it, since the archive promises that its command gives the same
    bytes. Raises BadReport where something is not so.
    """
    stream = io.BytesIO()
    write_bundle(stream, out_dir, judgments=judgments, scores=scores, extras=extras)
    return stream.getvalue()


def write_bundle(
    stream: BinaryIO,
    out_dir: Path,
    *,
    judgments: Path | None = None,
    scores: Path | None = None,
    extras: Sequence[Path] = (),
) -> None:
    """`bundle` into a seekable stream, without a file's content in memory."""
    report = load_report(out_dir / "report.json")
    if report.method.version != scoring.__version__:
        raise BadReport(
            f"version {report.method.version} made this report and this is {scoring.__version__}; build it again to "
            "pack it"
        )
    inputs = {"judgments": _input(out_dir, "judgments", judgments, report.input.judgments_sha256)}
    if report.input.scores_sha256 is not None:
        inputs["scores"] = _input(out_dir, "scores", scores, report.input.scores_sha256)
    names = {kind: kind + _suffix(path) for kind, path in inputs.items()}
    sources = {names[kind]: path for kind, path in inputs.items()}
    sources |= {f"report/{name}": out_dir / name for name in REPORT_FILES if (out_dir / name).is_file()}
    sources |= {f"{STUDY}{path.name}": path for path in extras}
    command = recompute_command(report, names["judgments"], names.get("scores", "scores.csv"))
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        packed = [_add(archive, "README.txt", io.BytesIO(_readme(report, names, command, extras).encode()))]
        for name, path in sources.items():
            with path.open("rb") as content:
                packed.append(_add(archive, name, content))
        manifest = Manifest(
            schema=SCHEMA,
            simulated=report.input.simulated,
            options=_options(report, names),
            command=command,
            versions=versions_here(),
            files=tuple(packed),
        )
        _add(archive, NAME, io.BytesIO(to_json(manifest)))


def _input(out_dir: Path, kind: str, given: Path | None, sha256: str) -> Path:
    candidates = [given] if given else [out_dir / f"{kind}.csv", out_dir / f"{kind}.jsonl"]
    path = next((candidate for candidate in candidates if candidate.is_file()), None)
    if path is None:
        raise BadReport(f"the {kind} file of this report is not there; it is needed in the archive")
    with path.open("rb") as content:
        if fingerprint(path.name, content).sha256 != sha256:
            raise BadReport(f"{path.name} is not the {kind} file this report was made from; build the report again")
    return path


def _suffix(path: Path) -> str:
    return ".jsonl" if path.suffix.lower() in {".jsonl", ".ndjson"} else ".csv"


def _add(archive: zipfile.ZipFile, name: str, content: BinaryIO) -> Packed:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3
    sha256, size = hashlib.sha256(), 0
    with archive.open(entry, "w") as target:
        while piece := content.read(_PIECE):
            target.write(piece)
            sha256.update(piece)
            size += len(piece)
    return Packed(name, size, sha256.hexdigest())


def _options(report: Report, names: dict[str, str]) -> Options:
    return Options(
        judgments=names["judgments"],
        scores=names.get("scores"),
        evaluator=report.alignment.evaluator if report.alignment else None,
        resamples=report.method.resamples,
        seed=report.method.seed,
        margins=report.method.margin_edges,
    )


def _readme(report: Report, names: dict[str, str], command: str, extras: Sequence[Path]) -> str:
    simulated = "All judgments in this archive are simulated; no person compared these posters.\n\n"
    lines = [
        "A preference report of Poster Arena\n\n",
        simulated if report.input.simulated else "",
        "report/report.html shows everything on one page; report/report.json holds every number.\n",
        f"{STUDY} holds what no number is computed from: {listed([path.name for path in extras])}.\n" if extras else "",
        f"{NAME} holds the options, the versions of all that made the report, and the SHA-256 of every file.\n\n",
        f"Compute it again, to the same bytes, with Poster Arena {report.method.version} in this folder:\n\n",
        f"    {command}\n\n",
        "Or have it computed aside and every file compared, here or with the archive in place of the dot:\n\n",
        "    python -m scoring verify .\n\n",
        f"{names['judgments']}  sha256 {report.input.judgments_sha256}\n",
        f"{names['scores']}  sha256 {report.input.scores_sha256}\n" if "scores" in names else "",
        f"\nCite the method as: {CITATION}\n",
    ]
    return "".join(lines)

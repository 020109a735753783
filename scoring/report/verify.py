"""Whether an archive of a report is whole, and whether computing it again gives the same bytes."""

import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from scoring.files import BadInput
from scoring.records import ReportOptions
from scoring.report.build import REPORT_FILES, Progress, build_report_files
from scoring.report.errors import BadOptions, BadReport
from scoring.report.manifest import NAME, Manifest, fingerprint, from_json, versions_here
from scoring.report.wording import counted, listed

Folder: TypeAlias = Path | zipfile.Path

_REPORT: Final = "report/"
_INPUTS: Final = frozenset({"judgments.csv", "judgments.jsonl", "scores.csv", "scores.jsonl"})


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """One thing of which another version is here than made the report."""

    name: str
    then: str
    here: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of every file.

    missing, damaged and extra compare the archive with its own manifest. same and different compare the report's files
    with those computed anew; both are empty where an input was missing or damaged, so that nothing could be computed.
    """

    simulated: bool
    missing: tuple[str, ...]
    damaged: tuple[str, ...]
    extra: tuple[str, ...]
    same: tuple[str, ...]
    different: tuple[str, ...]
    versions: tuple[OtherVersion, ...]

    @property
    def whole(self) -> bool:
        """Whether the archive is as it was packed."""
        return not (self.missing or self.damaged)

    @property
    def repeats(self) -> bool:
        """Whether computing it again gave every file, byte for byte."""
        return bool(self.same) and not self.different


def verify(path: Path, progress: Progress | None = None) -> Verdict:
    """Check an archive, packed or unpacked, against its manifest, and compute the report again beside it.

    Nothing of the archive is run: the options come from the manifest, and its command is only for people.
    Raises BadReport where it is no such archive or its inputs do not give a report, OSError where it cannot be read.
    """
    with _opened(path) as folder:
        manifest = _manifest(folder, path)
        missing, damaged = [], []
        for file in manifest.files:
            entry = folder / _inside(file.name)
            if not entry.is_file():
                missing.append(file.name)
                continue
            with entry.open("rb") as content:
                if fingerprint(file.name, content) != file:
                    damaged.append(file.name)
        same: list[str] = []
        different: list[str] = []
        if not _inputs(manifest).intersection((*missing, *damaged)):
            same, different = _compute_again(folder, manifest, progress)
        listed_names = {file.name for file in manifest.files}
        extra = [name for name in _report_files(folder) if name not in listed_names]
    return Verdict(
        simulated=manifest.simulated,
        missing=tuple(missing),
        damaged=tuple(damaged),
        extra=tuple(extra),
        same=tuple(same),
        different=tuple(different),
        versions=_other_versions(manifest),
    )


@contextmanager
def _opened(path: Path) -> Iterator[Folder]:
    if path.is_dir():
        yield path
        return
    try:
        with zipfile.ZipFile(path) as archive:
            yield zipfile.Path(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BadReport(f"{path.name} is not a ZIP archive that can be read: {error}") from error


def _manifest(folder: Folder, path: Path) -> Manifest:
    entry = folder / NAME
    if not entry.is_file():
        raise BadReport(f"{path.name} is no archive of a report: it holds no {NAME}")
    manifest = from_json(entry.read_bytes())
    unknown = _inputs(manifest) - _INPUTS
    if unknown:
        raise BadReport(f"{NAME} names {listed(sorted(unknown))} as input, which no archive of a report has")
    return manifest


def _inside(name: str) -> str:
    """The name, if it stays inside the archive."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name:
        raise BadReport(f"{NAME} names {name!r}, which lies outside the archive")
    return name


def _inputs(manifest: Manifest) -> frozenset[str]:
    options = manifest.options
    return frozenset({options.judgments} if options.scores is None else {options.judgments, options.scores})


def _report_files(folder: Folder) -> list[str]:
    report = folder / "report"
    return sorted(f"{_REPORT}{entry.name}" for entry in report.iterdir()) if report.is_dir() else []


def _compute_again(folder: Folder, manifest: Manifest, progress: Progress | None) -> tuple[list[str], list[str]]:
    """The names of the report's files that come out the same, and of those that do not."""
    options = manifest.options
    with tempfile.TemporaryDirectory(prefix="verify-") as aside:
        for name in _inputs(manifest):
            with (folder / name).open("rb") as source, (Path(aside) / name).open("wb") as target:
                shutil.copyfileobj(source, target)
        out = Path(aside) / "report"
        try:
            build_report_files(
                judgments=Path(aside) / options.judgments,
                scores=Path(aside) / options.scores if options.scores else None,
                out=out,
                options=ReportOptions(options.evaluator, options.resamples, options.seed, options.margins),
                progress=progress,
            )
        except (BadInput, BadOptions) as error:
            raise BadReport(f"the inputs of this archive do not give a report: {error}") from error
        packed = {file.name: file for file in manifest.files if file.name.startswith(_REPORT)}
        names = [f"{_REPORT}{name}" for name in REPORT_FILES if (out / name).is_file()]
        same: list[str] = []
        different = [name for name in packed if name not in names]
        for name in names:
            with (out / name.removeprefix(_REPORT)).open("rb") as content:
                (same if fingerprint(name, content) == packed.get(name) else different).append(name)
    return same, different


def _other_versions(manifest: Manifest) -> tuple[OtherVersion, ...]:
    here = versions_here()
    return tuple(
        OtherVersion(name, then, here.get(name, "none"))
        for name, then in manifest.versions.items()
        if here.get(name) != then
    )


def verdict_lines(verdict: Verdict) -> tuple[str, ...]:
    """The verdict in sentences, the most important last."""
    lines = []
    if verdict.simulated:
        lines.append("All judgments in this archive are simulated; no person compared these posters.")
    for names, what in (
        (verdict.missing, "missing from the archive"),
        (verdict.damaged, "not as it was packed"),
        (verdict.extra, "in the report's folder and not in the manifest"),
        (verdict.different, "different when computed again"),
    ):
        lines += [f"{name}: {what}" for name in names]
    if verdict.versions:
        others = [f"{other.name} {other.then} (here {other.here})" for other in verdict.versions]
        lines.append(f"Made with other versions than those here: {listed(others, 20)}.")
    if verdict.repeats and verdict.whole:
        lines.append(f"All {counted(len(verdict.same), 'file')} of the report came out the same, byte for byte.")
    elif verdict.same or verdict.different:
        total = len(verdict.same) + len(verdict.different)
        numbers = f"{_REPORT}report.json" in verdict.same
        lines.append(
            f"{len(verdict.same)} of {total} files of the report came out the same"
            + ("; report.json is among them, so every number is." if numbers else "; report.json is not among them.")
        )
    else:
        lines.append("Nothing was computed again, since an input is not as it was packed.")
    return tuple(lines)

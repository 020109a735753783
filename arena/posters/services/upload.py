"""Bringing in posters that were made elsewhere, one result for each file."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from django.db import transaction

from arena.benchmarks.models import Benchmark, Case
from arena.core.errors import BadInput
from arena.core.files import store_bytes
from arena.posters.models import Poster
from arena.posters.services.deliveries import Delivered, opened_delivery
from arena.posters.services.store import add_revision, store_images
from arena.systems.models import UPLOAD, SystemConfig
from arena.systems.selectors import current_config
from generation.errors import BadPoster, RenderError
from generation.records import ArtifactKind
from generation.render.normalise import normalise

KINDS = {
    ".png": ArtifactKind.PNG,
    ".jpg": ArtifactKind.JPEG,
    ".jpeg": ArtifactKind.JPEG,
    ".webp": ArtifactKind.WEBP,
    ".pdf": ArtifactKind.PDF,
    ".html": ArtifactKind.HTML,
    ".pptx": ArtifactKind.PPTX,
}


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"  # taken, and somebody should look
    REJECT = "reject"


class Effect(StrEnum):
    NEW = "new"
    REPLACES = "replaces"  # becomes the current revision; the one before stays
    SAME = "same"  # is there already
    NONE = ""


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one file; `reason` is empty where there is nothing to say."""

    name: str
    case_id: str
    verdict: Verdict
    reason: str = ""
    effect: Effect = Effect.NONE
    thumbnail_sha256: str = ""  # where thumbnails were asked for

    def __str__(self) -> str:
        return f"{self.verdict.value:6} {self.name}{f': {self.reason}' if self.reason else ''}"


@dataclass(frozen=True, slots=True)
class UploadReport:
    files: tuple[FileResult, ...]
    dry_run: bool

    def count(self, verdict: Verdict) -> int:
        return sum(file.verdict is verdict for file in self.files)


def import_posters(
    *,
    system: str,
    path: Path,
    benchmark: Benchmark | None = None,
    dry_run: bool = False,
    thumbnails: bool = False,
    sent_as: str = "",
    on_progress: Callable[[int, int], None] | None = None,
) -> UploadReport:
    """Take each file of a folder or ZIP as the new current poster of its paper; with `dry_run` only say what would be.

    With a benchmark only its papers are taken. `sent_as` is what the file of a single poster was called by its sender.
    With `thumbnails` the small pictures are kept, also of a dry run.
    The delivery is refused whole (BadInput) where it is unsafe or ambiguous; a single bad file is rejected by itself.
    """
    config = current_config(system)
    if not config.takes_uploads:
        raise BadInput(f"{system} makes its own posters; uploads go to a system whose backend is {UPLOAD!r}.")
    results = []
    with opened_delivery(path) as files:
        cases = Case.objects.in_bulk([file.case_id for file in files if not file.fault], field_name="case_id")
        within = None if benchmark is None else set(benchmark.entries.values_list("case_id", flat=True))
        for number, file in enumerate(files, start=1):
            case = cases.get(file.case_id)
            if case is not None and within is not None and case.pk not in within:
                reason = f"{file.case_id} is no paper of {benchmark}"
                results.append(FileResult(file.name, file.case_id, Verdict.REJECT, reason))
            else:
                results.append(_take(file, case, config, dry_run=dry_run, thumbnails=thumbnails, sent_as=sent_as))
            if on_progress is not None:
                on_progress(number, len(files))
    return UploadReport(tuple(results), dry_run)


def _take(
    file: Delivered, case: Case | None, config: SystemConfig, *, dry_run: bool, thumbnails: bool, sent_as: str
) -> FileResult:
    if file.fault:
        return FileResult(file.name, file.case_id, Verdict.REJECT, file.fault)
    if case is None:
        return FileResult(file.name, file.case_id, Verdict.REJECT, f"there is no paper {file.case_id!r}")
    if file.discipline and file.discipline != case.discipline:
        reason = f"{file.case_id} is a paper of {case.discipline}, not of {file.discipline}"
        return FileResult(file.name, file.case_id, Verdict.REJECT, reason)
    kind = KINDS[Path(file.name).suffix.lower()]
    try:
        data = file.read()
        sha256 = hashlib.sha256(data).hexdigest()
        present = Poster.objects.filter(case=case, system_config=config, is_current=True).first()
        if present is not None and present.artifact_sha256 == sha256:
            small = present.thumbnail_sha256 if thumbnails else ""
            return FileResult(file.name, file.case_id, Verdict.OK, "is there already", Effect.SAME, small)
        images = normalise(data, kind)
    except (BadInput, BadPoster, RenderError) as error:
        return FileResult(file.name, file.case_id, Verdict.REJECT, str(error))
    if not dry_run:
        stored = store_images(artifact=data, kind=kind, images=images)
        with transaction.atomic():
            add_revision(
                case=case,
                config=config,
                origin=Poster.Origin.UPLOADED,
                pdf_sha256=case.pdf_sha256,
                content_version=case.content_version,
                stored=stored,
                file_name=sent_as or file.name,
            )
    return FileResult(
        file.name,
        file.case_id,
        Verdict.WARN if images.notes else Verdict.OK,
        "; ".join(images.notes),
        Effect.REPLACES if present is not None else Effect.NEW,
        store_bytes(images.thumbnail) if thumbnails else "",
    )

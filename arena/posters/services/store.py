"""Keeping a poster: its files by sha256, and a row that becomes the current one."""

from dataclasses import dataclass

from django.db.models import Max, Q

from arena.benchmarks.models import Case
from arena.core.files import store_bytes
from arena.posters.models import GenerationRun, Poster
from arena.posters.services.identity import add_scan
from arena.systems.models import SystemConfig
from generation.identity.fragments import Box
from generation.records import ArtifactKind, PosterImages


@dataclass(frozen=True, slots=True)
class StoredPoster:
    """A poster's files, kept under their sha256, and what is known of its picture."""

    artifact_sha256: str
    artifact_kind: str
    master_sha256: str
    rendition_sha256: str
    thumbnail_sha256: str
    medium_sha256: str
    full_sha256: str
    width: int
    height: int
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Mask:
    """What a poster is a picture of, and what of that was painted over: boxes as fractions."""

    poster: Poster
    boxes: tuple[Box, ...]
    by: str


def store_images(*, artifact: bytes, kind: ArtifactKind, images: PosterImages) -> StoredPoster:
    """Write the files. Before any transaction: a file that no row names does no harm."""
    return StoredPoster(
        artifact_sha256=store_bytes(artifact),
        artifact_kind=kind.value,
        master_sha256=store_bytes(images.master),
        rendition_sha256=store_bytes(images.rendition),
        thumbnail_sha256=store_bytes(images.thumbnail),
        medium_sha256=store_bytes(images.medium),
        full_sha256=store_bytes(images.full),
        width=images.width,
        height=images.height,
        notes=list(images.notes),
    )


def add_revision(
    *,
    case: Case,
    config: SystemConfig,
    origin: Poster.Origin,
    pdf_sha256: str,
    content_version: int,
    stored: StoredPoster,
    run: GenerationRun | None = None,
    figures: tuple[str, ...] | None = None,
    file_name: str = "",
    mask: Mask | None = None,
) -> Poster:
    """Make the next revision, in the caller's transaction. It becomes current, unless that one has a later content.

    `figures` are the ids of the paper's figures on it where its maker said so, `file_name` is what its file was called.
    Whether it says who made it is asked for as well.
    """
    # One writer at a time for a case, so that revisions count up and exactly one is current.
    Case.objects.select_for_update().get(pk=case.pk)
    earlier = Poster.objects.filter(case=case, system_config=config)
    last = earlier.aggregate(last=Max("revision"))["last"] or 0
    newer = Q(is_current=True, pdf_sha256=pdf_sha256, content_version__gt=content_version)
    is_current = not earlier.filter(newer).exists()
    if is_current:
        earlier.filter(is_current=True).update(is_current=False)
    poster = Poster.objects.create(
        case=case,
        system_config=config,
        revision=last + 1,
        is_current=is_current,
        origin=origin,
        run=run,
        pdf_sha256=pdf_sha256,
        content_version=content_version,
        artifact_sha256=stored.artifact_sha256,
        artifact_kind=stored.artifact_kind,
        master_sha256=stored.master_sha256,
        rendition_sha256=stored.rendition_sha256,
        thumbnail_sha256=stored.thumbnail_sha256,
        medium_sha256=stored.medium_sha256,
        full_sha256=stored.full_sha256,
        width=stored.width,
        height=stored.height,
        notes=stored.notes,
        figures=None if figures is None else list(figures),
        masked_from=mask.poster if mask else None,
        masked_boxes=[list(box) for box in mask.boxes] if mask else [],
        masked_by=mask.by if mask else "",
    )
    # What a system has made is scored next, as a rule.
    add_scan(poster=poster, file_name=file_name, at_once=run is None)
    return poster

"""Posters sent by browser: kept aside, checked by a worker, and taken when an admin agreed to what the check said."""

import shutil
import uuid
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.core import leases
from arena.core.archives import readable
from arena.core.errors import BadInput, NotReady
from arena.core.leases import WorkState
from arena.posters.models import Upload
from arena.posters.services.deliveries import EXTENSIONS
from arena.systems.models import SystemConfig

MAX_BYTES = 2_000_000_000
MAX_NAME_BYTES = 200
MAX_STORED_BYTES = 255  # what file systems take
ARCHIVE = ".zip"


def receive_upload(
    *,
    config: SystemConfig,
    benchmark: Benchmark,
    name: str,
    chunks: Iterable[bytes],
    sent_by: str,
    case: Case | None = None,
) -> Upload:
    """Keep a ZIP or a single poster aside and ask for its check. `case` says whom a single one is for, else its name.

    BadInput where it can be nothing of the kind; what is in it is looked at by the check.
    """
    if not config.takes_uploads:
        raise BadInput(f"{config.system.slug} makes its own posters.")
    suffix = Path(name).suffix.lower()
    if not name.isprintable() or len(name.encode()) > MAX_NAME_BYTES:
        raise BadInput("Its name is too long or holds a control character; rename the file.")
    if suffix != ARCHIVE and suffix not in EXTENSIONS:
        raise BadInput(f"{readable(name)} is neither a ZIP archive nor a poster ({', '.join(EXTENSIONS)}).")
    if suffix == ARCHIVE and case is not None:
        raise BadInput("A ZIP archive is for many papers; send a single file for one.")
    stored = f"{case.case_id}{suffix}" if case is not None else Path(name).name
    if len(stored.encode()) > MAX_STORED_BYTES:
        raise BadInput(f"The id of {case} is too long for the name of a file here; send its poster in a ZIP archive.")
    folder = uuid.uuid4().hex
    size = _write(_place(folder) / (f"delivery{ARCHIVE}" if suffix == ARCHIVE else stored), chunks)
    try:
        with transaction.atomic():
            upload = Upload.objects.create(
                system_config=config,
                benchmark=benchmark,
                file_name=readable(name)[:200],
                size=size,
                folder=folder,
                sent_by=sent_by,
            )
            leases.request(upload)
    except BaseException:
        shutil.rmtree(_place(folder), ignore_errors=True)
        raise
    return upload


def accept_upload(*, upload: Upload) -> None:
    """Ask for what was checked to be taken. NotReady where it was not checked, or is decided already."""
    with transaction.atomic():
        checked = Upload.objects.filter(pk=upload.pk, step=Upload.Step.CHECK, state=WorkState.DONE, discarded_at=None)
        now = timezone.now()
        again = {"state": WorkState.REQUESTED, "attempt": 0, "requested_at": now, "hinted_at": now, "files_done": 0}
        if checked.update(step=Upload.Step.IMPORT, **again) != 1:
            raise NotReady("There is nothing to agree to: it is still being checked, or it was decided already.")
        leases.request(upload)


def discard_upload(*, upload: Upload) -> None:
    """Do not take it, and remove the file. NotReady while a worker has it, and where it was taken."""
    undecided = Upload.objects.filter(pk=upload.pk, step=Upload.Step.CHECK, discarded_at=None)
    if undecided.filter(state__in=(WorkState.DONE, WorkState.FAILED)).update(discarded_at=timezone.now()) != 1:
        raise NotReady("It is being checked at the moment, or it was decided already.")
    _clear(upload)


def work_on_upload(upload: Upload) -> None:
    """Do a claimed upload's next step: check it, or take what the check found."""
    # Loaded here: only what draws the pictures needs a browser's driver, not the process that takes the file.
    from arena.posters.services.upload import import_posters

    checking = upload.step == Upload.Step.CHECK

    def progress(done: int, total: int) -> None:
        Upload.objects.filter(pk=upload.pk).update(files_done=done, files_total=total)

    if not upload.folder:  # a path without it would be the folder of everybody's files
        leases.fail(upload, "The file is not here any more; send it again.")
        return
    delivery = _delivery(upload)
    try:
        with leases.kept_alive(upload):
            report = import_posters(
                system=upload.system_config.system.slug,
                path=delivery,
                benchmark=upload.benchmark,
                dry_run=checking,
                thumbnails=True,
                sent_as="" if delivery.suffix == ARCHIVE else upload.file_name,
                on_progress=progress,
            )
    except BadInput as error:
        leases.fail(upload, str(error).replace(str(delivery), upload.file_name))
        _clear(upload)  # nothing more can be done with it
        return
    with transaction.atomic():
        leases.finish(upload, results=[asdict(file) for file in report.files], files_total=len(report.files))
    if not checking:
        _clear(upload)


def _place(folder: str) -> Path:
    return Path(settings.MEDIA_DIR) / "uploads" / folder


def _delivery(upload: Upload) -> Path:
    """The archive, or the folder in which a single file lies."""
    archive = _place(upload.folder) / f"delivery{ARCHIVE}"
    return archive if archive.exists() else _place(upload.folder)


def _write(target: Path, chunks: Iterable[bytes]) -> int:
    target.parent.mkdir(mode=0o700, parents=True)
    size = 0
    try:
        with target.open("xb") as file:
            for chunk in chunks:
                size += len(chunk)
                if size > MAX_BYTES:
                    break
                file.write(chunk)
    except BaseException:
        shutil.rmtree(target.parent, ignore_errors=True)
        raise
    if size > MAX_BYTES:
        shutil.rmtree(target.parent, ignore_errors=True)
        raise BadInput(f"More than {MAX_BYTES // 1_000_000} MB; use import_posters on the machine itself.")
    return size


def _clear(upload: Upload) -> None:
    if not upload.folder:
        return
    shutil.rmtree(_place(upload.folder), ignore_errors=True)
    Upload.objects.filter(pk=upload.pk).update(folder="")

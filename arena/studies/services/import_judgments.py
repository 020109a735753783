"""Importing a judgments file as a study of its own: every row or nothing."""

from pathlib import Path

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.core.errors import BadInput, Conflict
from arena.studies.models import ImportedJudgment, Study
from arena.studies.services.history import What, record_event
from arena.studies.services.life import checked_name
from scoring.files.faults import BadInput as BadFile
from scoring.files.judgments import read_judgments
from scoring.records import JudgmentRecord

BATCH = 1000


def import_judgments(*, name: str, path: Path, note: str = "") -> Study:
    """A closed study without posters that holds the file's rows as they stand.

    Raises BadInput with every fault and its line; Conflict where the name is taken.
    """
    checked_name(name)
    try:
        records = read_judgments(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except BadFile as error:
        raise BadInput(f"{path} was not imported:", tuple(str(fault) for fault in error.faults)) from error
    if not records:
        raise BadInput(f"{path} holds no judgments.")
    _refuse_unstorable(path, records)
    now = timezone.now()
    try:
        with transaction.atomic():
            study = Study.objects.create(
                name=name,
                title=name,
                note=note or f"Imported from {path.name}.",
                state=Study.State.CLOSED,
                frozen_at=now,
                closed_at=now,
            )
            record_event(study, What.CREATED, "")
            ImportedJudgment.objects.bulk_create((_row(study, record) for record in records), batch_size=BATCH)
    except IntegrityError as error:
        raise Conflict(f"There is already a study {name}; import into a new name.") from error
    return study


def _refuse_unstorable(path: Path, records: tuple[JudgmentRecord, ...]) -> None:
    """PostgreSQL stores no NUL; everything else in free text is kept."""
    faults = tuple(
        f"line {record.line}: the {column} holds a NUL character"
        for record in records
        for column, text in (("comment", record.comment), ("excluded_reason", record.excluded_reason))
        if "\0" in text
    )
    if faults:
        raise BadInput(f"{path} was not imported:", faults)


def _row(study: Study, record: JudgmentRecord) -> ImportedJudgment:
    return ImportedJudgment(  # type: ignore[misc]  # a record that was read has a line
        study=study,
        line=record.line,
        judgment_id=record.judgment_id,
        case_id_text=record.case_id,
        discipline=record.discipline,
        reviewer=record.reviewer,
        system_left=record.system_left,
        system_right=record.system_right,
        choice=record.choice,
        critical_failure=record.critical_failure,
        shown_at=record.shown_at,
        decided_at=record.decided_at,
        seconds=record.seconds,
        source=record.source or "",
        revision=record.revision,
        comment=record.comment,
        repeat_of=record.repeat_of,
        excluded_reason=record.excluded_reason,
    )

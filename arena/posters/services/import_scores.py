"""Taking over scores from a file: on the posters they belong to, or as scores of posters that are not here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from arena.core.errors import BadInput
from arena.posters.models import ImportedScore, Poster, PosterScore
from scoring import files
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus

Key = tuple[str, str]
Matched = tuple[Poster, ScoreRecord]
ScoreKey = tuple[int, str, str]

# What a newer file replaces in a score that is there already.
VALUES = ("status", "judge_model", "overall", "rubric", "ceiling", *(dimension.value for dimension in Dimension))


@dataclass(frozen=True, slots=True)
class ScoreImport:
    """How many rows went where; a row that is there already counts where it is."""

    on_posters: int
    without_poster: int


def import_scores(*, path: Path) -> ScoreImport:
    """Take over every row of a scores file, as often as one likes; BadInput with every fault and nothing saved."""
    try:
        records = files.read_scores(path)
    except files.BadInput as error:
        raise _refused(path, [str(fault) for fault in error.faults]) from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    faults = _too_long(records)
    if faults:
        raise _refused(path, faults)
    with transaction.atomic():
        posters = _current_posters(records)
        matched: list[Matched] = []
        apart: list[ScoreRecord] = []
        for record in records:
            poster = posters.get((record.case_id, record.system))
            # "missing" says that there is no poster: such a row belongs to none.
            if poster is None or record.status is ScoreStatus.MISSING or not _is_of(record, poster):
                apart.append(record)
            else:
                matched.append((poster, record))
        own = _own_scores(matched)
        faults = _named_twice(matched) + _contradictions(matched, own)
        if faults:
            raise _refused(path, faults)
        _put_on_posters([pair for pair in matched if _key(*pair) not in own])
        _keep_apart(apart)
    return ScoreImport(on_posters=len(matched), without_poster=len(apart))


def _refused(path: Path, faults: Iterable[str]) -> BadInput:
    return BadInput(f"{path} is refused; nothing was saved.", tuple(faults))


def _too_long(records: Iterable[ScoreRecord]) -> list[str]:
    """PostgreSQL would stop at such a text in words of its own, SQLite would take it."""
    columns = {
        "case_id": "case_id_text",
        "system": "system_slug",
        **{name: name for name in ("evaluator", "protocol", "judge_model", "discipline", "poster_sha256")},
    }
    limits = {column: _longest(field) for column, field in columns.items()}
    return [
        f"line {record.line}: {column} is longer than {limit} characters"
        for record in records
        for column, limit in limits.items()
        if len(getattr(record, column)) > limit
    ]


def _longest(name: str) -> int:
    field: Any = ImportedScore._meta.get_field(name)
    return int(field.max_length)


def _current_posters(records: Iterable[ScoreRecord]) -> dict[Key, Poster]:
    """The posters in force, by paper and system as scores name it: slug, or slug@version for any version."""
    cases = {record.case_id for record in records}
    # Locked, so that no score of theirs is made here between looking for it and writing the file's.
    rows = Poster.objects.select_for_update(of=("self",)).filter(case__case_id__in=cases, is_current=True)
    posters: dict[Key, Poster] = {}
    for poster in rows.select_related("case", "system_config__system").order_by("pk"):
        config = poster.system_config
        posters[poster.case.case_id, str(config)] = poster
        if config.superseded_at is None:
            posters[poster.case.case_id, config.system.slug] = poster
    return posters


def _is_of(record: ScoreRecord, poster: Poster) -> bool:
    return record.poster_sha256 in {"", poster.master_sha256, poster.artifact_sha256}


def _key(poster: Poster, record: ScoreRecord) -> ScoreKey:
    return poster.pk, record.evaluator, record.protocol


def _own_scores(matched: Iterable[Matched]) -> dict[ScoreKey, float | None]:
    """The overall of every score of these posters that was made here."""
    scores = PosterScore.objects.filter(poster__in={poster.pk for poster, _ in matched}, imported=False)
    rows = scores.values_list("poster_id", "evaluator", "protocol", "overall")
    return {(poster, evaluator, protocol): overall for poster, evaluator, protocol, overall in rows}


def _contradictions(matched: Iterable[Matched], own: dict[ScoreKey, float | None]) -> list[str]:
    return [
        f"line {record.line}: {record.case_id}, {record.system}: "
        f"the same protocol gave {own[key]} here, the file says {record.overall}"
        for key, record in ((_key(*pair), pair[1]) for pair in matched)
        if key in own and own[key] != record.overall
    ]


def _named_twice(matched: Iterable[Matched]) -> list[str]:
    """A poster by its system's plain name and by its version: two rows for one score."""
    first: dict[ScoreKey, ScoreRecord] = {}
    return [
        f"line {record.line}: {record.system} is the same poster of {record.case_id} as {earlier.system}"
        f" on line {earlier.line}"
        for poster, record in matched
        if (earlier := first.setdefault(_key(poster, record), record)) is not record
    ]


def _put_on_posters(matched: Sequence[Matched]) -> None:
    PosterScore.objects.bulk_create(
        (PosterScore(poster=poster, imported=True, **_values(record)) for poster, record in matched),
        update_conflicts=True,
        unique_fields=["poster", "evaluator", "protocol"],
        update_fields=VALUES,
    )


def _keep_apart(records: Iterable[ScoreRecord]) -> None:
    ImportedScore.objects.bulk_create(
        (
            ImportedScore(
                case_id_text=record.case_id,
                system_slug=record.system,
                discipline=record.discipline,
                poster_sha256=record.poster_sha256,
                **_values(record),
            )
            for record in records
        ),
        update_conflicts=True,
        unique_fields=["case_id_text", "system_slug", "evaluator"],
        update_fields=[*VALUES, "protocol", "discipline", "poster_sha256"],
    )


def _values(record: ScoreRecord) -> dict[str, Any]:
    return {
        "evaluator": record.evaluator,
        "protocol": record.protocol,
        "judge_model": record.judge_model,
        "status": record.status.value,
        "overall": record.overall,
        "rubric": record.rubric,
        "ceiling": record.ceiling,
        **{dimension.value: record.dimensions.get(dimension) for dimension in Dimension},
    }

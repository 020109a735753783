"""Taking over scores from a file: on the posters they belong to, or as scores of posters that are not here."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from arena.core.errors import BadInput
from arena.posters.models import ImportedScore, Poster, PosterScore
from scoring import files
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus

Key = tuple[str, str]


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
        raise BadInput(f"{path} is refused; nothing was saved.", tuple(str(fault) for fault in error.faults)) from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    with transaction.atomic():
        posters = _current_posters(records)
        faults: list[str] = []
        matched = 0
        for record in records:
            poster = posters.get((record.case_id, record.system))
            # "missing" says that there is no poster: such a row belongs to none.
            if poster is None or record.status is ScoreStatus.MISSING or not _is_of(record, poster):
                _keep_apart(record)
            else:
                matched += 1
                faults += _put_on(poster, record)
        if faults:
            raise BadInput(f"{path} is refused; nothing was saved.", tuple(faults))
    return ScoreImport(on_posters=matched, without_poster=len(records) - matched)


def _current_posters(records: Iterable[ScoreRecord]) -> dict[Key, Poster]:
    """The posters in force, by paper and system as scores name it: slug, or slug@version for any version."""
    cases = {record.case_id for record in records}
    rows = Poster.objects.filter(case__case_id__in=cases, is_current=True)
    posters: dict[Key, Poster] = {}
    for poster in rows.select_related("case", "system_config__system"):
        config = poster.system_config
        posters[poster.case.case_id, str(config)] = poster
        if config.superseded_at is None:
            posters[poster.case.case_id, config.system.slug] = poster
    return posters


def _is_of(record: ScoreRecord, poster: Poster) -> bool:
    return record.poster_sha256 in {"", poster.master_sha256, poster.artifact_sha256}


def _put_on(poster: Poster, record: ScoreRecord) -> list[str]:
    own = PosterScore.objects.filter(
        poster=poster, evaluator=record.evaluator, protocol=record.protocol, imported=False
    ).first()
    if own is None:
        PosterScore.objects.update_or_create(
            poster=poster,
            evaluator=record.evaluator,
            protocol=record.protocol,
            defaults={**_values(record), "imported": True},
        )
        return []
    if own.overall == record.overall:
        return []
    where = f"{record.case_id}, {record.system}"
    return [f"{where}: the same protocol gave {own.overall} here, the file says {record.overall}"]


def _keep_apart(record: ScoreRecord) -> None:
    ImportedScore.objects.update_or_create(
        case_id_text=record.case_id,
        system_slug=record.system,
        evaluator=record.evaluator,
        defaults={**_values(record), "protocol": record.protocol, "discipline": record.discipline},
    )


def _values(record: ScoreRecord) -> dict[str, float | str | None]:
    return {
        "status": record.status.value,
        "overall": record.overall,
        "rubric": record.rubric,
        "ceiling": record.ceiling,
        **{dimension.value: record.dimensions.get(dimension) for dimension in Dimension},
    }

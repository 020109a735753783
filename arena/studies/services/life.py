"""A study's life: created as a draft, frozen, open, paused, closed, published; each change is written down."""

import re
import secrets
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.benchmarks.models import Benchmark
from arena.core.errors import BadInput, Conflict
from arena.studies.models import DEFAULT_QUESTION, Study
from arena.studies.roster import MAX_SYSTEMS, MIN_SYSTEMS
from arena.studies.services.history import What, record_event
from arena.studies.services.names import erase_names
from arena.studies.services.rules import MAX_SEED, refuse_faults
from arena.studies.services.wanted import resolve_systems
from arena.studies.signals import study_published

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
State = Study.State

# From which states each change leads where, and what it is called in the history. Freezing has a module of its own.
_OPEN = {State.FROZEN: What.OPENED, State.PAUSED: What.RESUMED, State.CLOSED: What.REOPENED}
_PAUSE = {State.OPEN: What.PAUSED}
_CLOSE = {State.OPEN: What.CLOSED, State.PAUSED: What.CLOSED}
_PUBLISH = {State.CLOSED: What.PUBLISHED}
_UNPUBLISH = {State.PUBLISHED: What.UNPUBLISHED}


def create_study(
    *,
    name: str,
    benchmark: Benchmark,
    systems: Sequence[str],
    seed: int | None = None,
    drop_incomplete: bool = False,
    title: str = "",
    question: str = DEFAULT_QUESTION,
    by: str = "",
    **settings: object,
) -> Study:
    """A draft over the benchmark's cases; systems are slugs (the configuration current at freezing) or slug@version.

    Without a seed one is drawn: who knows the seed and this code could work out which side is whose.
    """
    checked_name(name)
    refuse_incomparable(systems)  # says now what would stop freezing
    values: dict[str, object] = {
        "title": title or name,
        "question": question,
        "benchmark": benchmark,
        "wanted_systems": list(systems),
        "seed": secrets.randbelow(MAX_SEED + 1) if seed is None else seed,
        "drop_incomplete": drop_incomplete,
        **settings,
    }
    refuse_faults(values, systems)
    try:
        with transaction.atomic():
            study = Study.objects.create(name=name, **values)
            record_event(study, What.CREATED, by)
    except IntegrityError as error:
        raise Conflict(f"There is already a study {name}; choose another name.") from error
    return study


def refuse_incomparable(systems: Sequence[str]) -> None:
    """BadInput where so many or such systems make no study."""
    if not MIN_SYSTEMS <= len(systems) <= MAX_SYSTEMS:
        raise BadInput(f"A study compares {MIN_SYSTEMS} to {MAX_SYSTEMS} systems; {len(systems)} were named.")
    resolve_systems(systems)


def checked_name(name: str) -> str:
    """The name, if it can stand in addresses, file names and spreadsheets."""
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot be a study's name: up to 80 letters, digits, - and _, a letter or digit first."
        )
    return name


def open_study(*, study: Study, by: str = "") -> Study:
    """Let reviewers judge: for the first time, after a pause, or after it was closed."""
    with transaction.atomic():
        study = locked(study)
        if study.state == State.OPEN:
            return study
        if study.is_imported:
            raise Conflict(f"{study.name} was imported: it has no posters to review.")
        if study.state == State.DRAFT:
            raise Conflict(f"{study.name} is a draft; freeze it first.")
        if study.state == State.PUBLISHED:
            raise Conflict(f"{study.name} is published; unpublish it first: manage.py publish {study.name} --undo")
        if study.archived_at is not None:
            raise Conflict(f"{study.name} is in the archive; put it back on the lists first.")
        refuse_superseded(study)
        return _move(study, State.OPEN, _OPEN, by, opened_at=study.opened_at or timezone.now())


def pause_study(*, study: Study, by: str = "") -> Study:
    """Take no answers for a while; reviewers are told to come back."""
    with transaction.atomic():
        study = locked(study)
        if study.state == State.PAUSED:
            return study
        if study.state != State.OPEN:
            raise Conflict(f"{study.name} is {study.is_now}, not open; only an open study can be paused.")
        return _move(study, State.PAUSED, _PAUSE, by, paused_at=timezone.now())


def close_study(*, study: Study, by: str = "") -> Study:
    """End judging; nothing is lost, and it can be opened again."""
    with transaction.atomic():
        study = locked(study)
        if study.state == State.CLOSED:
            return study
        if study.state == State.PUBLISHED:
            raise Conflict(f"{study.name} is published and closed already; publish --undo takes it back.")
        if study.state not in _CLOSE:
            raise Conflict(f"{study.name} is {study.is_now}, not open; there is nothing to close.")
        return _move(study, State.CLOSED, _CLOSE, by, closed_at=timezone.now())


def publish_study(*, study: Study, by: str = "") -> Study:
    """Open its results to everybody, signed in or not, and erase who the reviewers are, as they were promised."""
    with transaction.atomic():
        study = locked(study)
        if study.state == State.PUBLISHED:
            return study
        if study.state != State.CLOSED:
            raise Conflict(f"{study.name} is {study.is_now}; close it first: results are open once nobody judges.")
        study = _move(study, State.PUBLISHED, _PUBLISH, by, published_at=timezone.now())
        erase_names(study, by=by)
        study_published.send(sender=Study, study=study)
    return study


def forget_people(*, study: Study, by: str = "") -> Study:
    """Erase the names and addresses of all reviewers of a study that is over; judgments and links stay."""
    with transaction.atomic():
        study = locked(study)
        if study.state not in (State.CLOSED, State.PUBLISHED):
            raise Conflict(f"{study.name} is {study.is_now}; names go once it is closed.")
        erase_names(study, by=by)
    return study


def unpublish_study(*, study: Study, by: str = "") -> Study:
    """Keep its results to staff again; who has read or downloaded them still has them."""
    with transaction.atomic():
        study = locked(study)
        if study.state != State.PUBLISHED:
            raise Conflict(f"{study.name} is {study.is_now}, not published.")
        return _move(study, State.CLOSED, _UNPUBLISH, by, closed_at=study.closed_at)


def archive_study(*, study: Study, by: str = "") -> Study:
    """Take it off the lists; everything stays and is found under its address."""
    with transaction.atomic():
        study = locked(study)
        if study.state in (State.OPEN, State.PAUSED):
            raise Conflict(f"{study.name} is {study.is_now}; close it first, or reviewers would lose sight of it.")
        if study.archived_at is None:
            study.archived_at = timezone.now()
            study.save(update_fields=["archived_at"])
            record_event(study, What.ARCHIVED, by)
    return study


def unarchive_study(*, study: Study, by: str = "") -> Study:
    with transaction.atomic():
        study = locked(study)
        if study.archived_at is not None:
            study.archived_at = None
            study.save(update_fields=["archived_at"])
            record_event(study, What.UNARCHIVED, by)
    return study


def refuse_superseded(study: Study) -> None:
    """Conflict where the study's reviewers have gone on to its next version."""
    successor = Study.objects.filter(previous=study).exclude(state=State.DRAFT).first()
    if successor is not None:
        raise Conflict(f"The reviewers of {study.name} have gone on to {successor.name}; open that one.")


def locked(study: Study) -> Study:
    """The study's row as it is now, locked until the transaction ends.

    Studies and reviewers are locked without their keys: a row that names one, such as an event, waits for nobody.
    Otherwise two changes, each of which holds what the other names, would wait for each other.
    """
    return Study.objects.select_for_update(no_key=True).get(pk=study.pk)


def _move(study: Study, state: Study.State, names: dict[Study.State, What], by: str, **stamps: object) -> Study:
    """Write the new state with its times. Times of states that the study is not in any more are emptied."""
    what = names[State(study.state)]
    for stamp, kept_in in (("paused_at", (State.PAUSED,)), ("closed_at", (State.CLOSED, State.PUBLISHED))):
        if state not in kept_in:
            stamps[stamp] = None
    if state != State.PUBLISHED:
        stamps["published_at"] = None
    study.state = state
    for stamp, at in stamps.items():
        setattr(study, stamp, at)
    study.save(update_fields=["state", *stamps])
    record_event(study, what, by)
    return study

"""A study's life: created as a draft, frozen, opened to its reviewers, closed."""

import re
import secrets
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.benchmarks.models import Benchmark
from arena.core.errors import BadInput, Conflict
from arena.studies.models import DEFAULT_QUESTION, Study
from arena.studies.roster import MAX_SYSTEMS, MIN_SYSTEMS
from arena.studies.services.wanted import resolve_systems

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def create_study(
    *,
    name: str,
    benchmark: Benchmark,
    systems: Sequence[str],
    seed: int | None = None,
    drop_incomplete: bool = False,
    title: str = "",
    question: str = DEFAULT_QUESTION,
) -> Study:
    """A draft over the benchmark's cases; systems are slugs (the configuration current at freezing) or slug@version.

    Without a seed one is drawn: who knows the seed and this code could work out which side is whose.
    """
    if not MIN_SYSTEMS <= len(systems) <= MAX_SYSTEMS:
        raise BadInput(f"A study compares {MIN_SYSTEMS} to {MAX_SYSTEMS} systems; {len(systems)} were named.")
    resolve_systems(systems)  # says now what would stop freezing
    if seed is None:
        seed = secrets.randbelow(2**63)
    if not 0 <= seed < 2**63:
        raise BadInput("The seed must be a whole number from 0 to 2^63 - 1.")
    try:
        with transaction.atomic():
            return Study.objects.create(
                name=checked_name(name),
                title=title or name,
                question=question,
                benchmark=benchmark,
                wanted_systems=list(systems),
                seed=seed,
                drop_incomplete=drop_incomplete,
            )
    except IntegrityError as error:
        raise Conflict(f"There is already a study {name}; choose another name.") from error


def checked_name(name: str) -> str:
    """The name, if it can stand in addresses, file names and spreadsheets."""
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot be a study's name: up to 80 letters, digits, - and _, a letter or digit first."
        )
    return name


def open_study(*, study: Study) -> Study:
    """Let reviewers judge; a closed study may be opened again."""
    with transaction.atomic():
        study = _locked(study)
        match study.state:
            case Study.State.FROZEN | Study.State.CLOSED if not study.is_imported:
                study.state, study.closed_at = Study.State.OPEN, None
                study.opened_at = study.opened_at or timezone.now()
                study.save(update_fields=["state", "opened_at", "closed_at"])
            case Study.State.OPEN:
                pass
            case Study.State.DRAFT:
                raise Conflict(f"{study.name} is a draft; freeze it first.")
            case _:
                raise Conflict(f"{study.name} was imported: it has no posters to review.")
    return study


def close_study(*, study: Study) -> Study:
    """End judging; nothing is lost and nothing changes any more."""
    with transaction.atomic():
        study = _locked(study)
        match study.state:
            case Study.State.OPEN:
                study.state, study.closed_at = Study.State.CLOSED, timezone.now()
                study.save(update_fields=["state", "closed_at"])
            case Study.State.CLOSED:
                pass
            case _:
                raise Conflict(f"{study.name} is not open.")
    return study


def _locked(study: Study) -> Study:
    """The study's row as it is now, locked until the transaction ends."""
    return Study.objects.select_for_update().get(pk=study.pk)

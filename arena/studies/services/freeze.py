"""Freezing a study: its systems, cases, posters and tasks are written down and do not change any more."""

from collections import defaultdict
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from arena.benchmarks.models import Case
from arena.benchmarks.selectors import cases_of
from arena.core.errors import BadInput, Conflict, NotReady
from arena.core.wording import counted
from arena.posters.models import Poster
from arena.studies.models import Study, StudyCase, StudyPoster, StudySystem, Task
from arena.studies.roster import MAX_CASES, pairs_of
from arena.studies.services.gold import drop_unusable
from arena.studies.services.history import What, record_event
from arena.studies.services.life import locked
from arena.studies.services.version import carry_reviewers
from arena.studies.services.wanted import LabelledConfig, resolve_systems
from arena.studies.signals import study_frozen

BATCH = 2000


@dataclass(frozen=True, slots=True)
class Hole:
    """A poster that is not there, or that was made from another file of the paper."""

    case: Case
    label: str
    reason: str


def freeze_study(*, study: Study, by: str = "") -> Study:
    """Pin the current poster of every case and system, and make the tasks: all of it or nothing.

    Raises NotReady with one line for each missing poster, unless the study drops incomplete cases. The reviewers of
    the version before it come along, and those of their judgments whose posters are the same.
    """
    with transaction.atomic():
        study = locked(study)
        if study.state != Study.State.DRAFT or study.benchmark is None:
            raise Conflict(
                f"{study.name} is {study.is_now}: only a draft can be frozen. Make a new version to change it."
            )
        systems = resolve_systems(study.wanted_systems)
        # Locked, so that no paper is corrected between looking at its posters and freezing it.
        cases = list(cases_of(study.benchmark).select_for_update(of=("self",), no_key=True))
        posters = _current_posters(cases, systems)
        holes = _holes(cases, systems, posters)
        if holes and not study.drop_incomplete:
            raise NotReady("\n".join((_summary(study, holes), *(_line(hole) for hole in holes))))
        dropped = _reasons(holes)
        kept = [case for case in cases if case.pk not in dropped]
        if not kept:
            raise NotReady("\n".join((f"{study.name} has no complete case.", *(_line(hole) for hole in holes))))
        if len(kept) > MAX_CASES:
            raise BadInput(f"A study has at most {MAX_CASES} cases; {study.benchmark} has {len(kept)} complete ones.")
        _write(study, systems, cases, dropped, posters)
        now = timezone.now()
        Case.objects.filter(pk__in=[case.pk for case in kept], frozen_at=None).update(frozen_at=now)
        study.state, study.frozen_at = Study.State.FROZEN, now
        study.system_count, study.case_count = len(systems), len(kept)
        study.save(update_fields=["state", "frozen_at", "system_count", "case_count"])
        counts = {"papers": len(kept), "left_out": len(dropped), "systems": len(systems)}
        record_event(study, What.FROZEN, by, **counts, gold_left_out=drop_unusable(study))
        if study.previous is not None:
            carry_reviewers(study=study)
        study_frozen.send(sender=Study, study=study, by=by)
    return study


def _current_posters(cases: list[Case], systems: list[LabelledConfig]) -> dict[tuple[int, int], Poster]:
    rows = Poster.objects.filter(
        is_current=True, case__in=cases, system_config__in=[entry.config for entry in systems]
    ).defer("notes")
    return {(poster.case_id, poster.system_config_id): poster for poster in rows}


def _holes(cases: list[Case], systems: list[LabelledConfig], posters: dict[tuple[int, int], Poster]) -> list[Hole]:
    holes = []
    for case in cases:
        for entry in systems:
            poster = posters.get((case.pk, entry.config.pk))
            if poster is None:
                holes.append(Hole(case, entry.label, "no poster"))
            elif poster.pdf_sha256 != case.pdf_sha256:
                holes.append(Hole(case, entry.label, "poster made from an earlier file of the paper"))
            elif outdated := poster.why_outdated(case):
                holes.append(Hole(case, entry.label, f"poster {outdated} of the paper"))
    return holes


def _summary(study: Study, holes: list[Hole]) -> str:
    are = "is" if len(holes) == 1 else "are"
    return (
        f"{study.name} cannot be frozen: {counted(len(holes), 'poster')} {are} missing."
        " Generate or import them, or let the study leave out incomplete papers."
    )


def _line(hole: Hole) -> str:
    return f"{hole.case.case_id}, {hole.label}: {hole.reason}"


def _reasons(holes: list[Hole]) -> dict[int, str]:
    """Why each incomplete case is left out, by its key."""
    by_case: defaultdict[int, list[str]] = defaultdict(list)
    for hole in holes:
        by_case[hole.case.pk].append(f"{hole.label}: {hole.reason}")
    return {pk: "; ".join(lines) for pk, lines in by_case.items()}


def _write(
    study: Study,
    systems: list[LabelledConfig],
    cases: list[Case],
    dropped: dict[int, str],
    posters: dict[tuple[int, int], Poster],
) -> None:
    rows = StudySystem.objects.bulk_create(
        StudySystem(study=study, system_config=entry.config, label=entry.label) for entry in systems
    )
    StudyCase.objects.bulk_create(
        StudyCase(study=study, case=case, position=position, dropped_reason=dropped.get(case.pk, ""))
        for position, case in enumerate(cases, start=1)
    )
    kept = [case for case in cases if case.pk not in dropped]
    StudyPoster.objects.bulk_create(
        (
            StudyPoster(study=study, case=case, study_system=row, poster=posters[case.pk, row.system_config_id])
            for case in kept
            for row in rows
        ),
        batch_size=BATCH,
    )
    pairs = pairs_of(len(rows))
    Task.objects.bulk_create(
        (
            Task(study=study, case=case, system_a=rows[a], system_b=rows[b], number=place * len(pairs) + pair)
            for place, case in enumerate(kept)
            for pair, (a, b) in enumerate(pairs)
        ),
        batch_size=BATCH,
    )

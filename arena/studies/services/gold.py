"""Gold pairs of a study: two posters of a paper, one of them known to be better. Fixed with the first opening."""

from django.db import transaction
from django.db.models import Q

from arena.core.errors import BadInput, Conflict
from arena.posters.models import Poster
from arena.studies.models import GoldPair, Study, StudyPoster
from arena.studies.services.life import locked
from arena.studies.services.rules import has_shown_a_pair
from arena.studies.signals import schedule_changed

NOTE_LENGTH = 200
UNOPENED = (Study.State.DRAFT, Study.State.FROZEN)


def may_change_gold(study: Study) -> bool:
    """Until the study is opened for the first time: everybody is shown the same gold pairs.

    Nor once somebody was shown a pair: simulated reviewers, or those of the version before, whose steps they fix.
    """
    unopened = study.state in UNOPENED and study.opened_at is None and not study.is_imported
    return unopened and not has_shown_a_pair(study)


def add_gold_pair(*, study: Study, better: Poster, worse: Poster, note: str = "") -> GoldPair:
    """Refuses two posters that both stand for systems of the study: which of them is better is what reviewers say."""
    note = " ".join(note.split())
    if better.pk == worse.pk:
        raise BadInput("Choose two different posters.")
    if better.case_id != worse.case_id:
        raise BadInput("Both posters must be of the same paper.")
    if len(note) > NOTE_LENGTH:
        raise BadInput(f"The note has at most {NOTE_LENGTH} characters.")
    with transaction.atomic():
        study = _changeable(study)
        if better.case_id not in cases_of_study(study):
            raise BadInput(f"{better.case.case_id} is not a paper of {study.name}.")
        if {better.pk, worse.pk} <= standing_posters(study, better.case_id):
            raise Conflict(
                "Both posters stand for systems in this study, so reviewers say which is better."
                " Take at least one that does not, such as a revision spoilt on purpose."
            )
        if study.gold_pairs.filter(Q(better=better, worse=worse) | Q(better=worse, worse=better)).exists():
            raise Conflict("These two posters are a gold pair already.")
        pair = GoldPair.objects.create(
            study=study,
            case_id=better.case_id,
            number=study.gold_pairs.count() + 1,
            better=better,
            worse=worse,
            note=note,
        )
        schedule_changed.send(sender=Study, study=study)
    return pair


def remove_gold_pair(*, study: Study, number: int) -> None:
    """Those after it move up: the numbers of a study's gold pairs are 1, 2, 3 …"""
    with transaction.atomic():
        study = _changeable(study)
        schedule_changed.send(sender=Study, study=study)  # first, because a preview may have been shown the pair
        pair = study.gold_pairs.filter(number=number).first()
        if pair is None:
            raise BadInput(f"{study.name} has no gold pair {number}.")
        pair.delete()
        _renumber(study)


def drop_unusable(study: Study) -> int:
    """How many gold pairs go because their paper is not in the study, or because both posters are compared in it now.

    Inside the transaction that freezes `study`, once its papers and posters are written.
    """
    pinned = set(StudyPoster.objects.filter(study=study).values_list("poster_id", flat=True))
    unusable = study.gold_pairs.exclude(case__in=cases_of_study(study)) | study.gold_pairs.filter(
        better__in=pinned, worse__in=pinned
    )
    count = unusable.count()
    if count:
        unusable.delete()
        _renumber(study)
    return count


def _renumber(study: Study) -> None:
    for place, pair in enumerate(study.gold_pairs.order_by("number"), start=1):
        if pair.number != place:
            pair.number = place
            pair.save(update_fields=["number"])


def cases_of_study(study: Study) -> set[int]:
    """The papers that are in the study; of a draft, those of its benchmark."""
    if study.state != Study.State.DRAFT:
        return set(study.cases.filter(dropped_reason="").values_list("case_id", flat=True))
    return set(study.benchmark.entries.values_list("case_id", flat=True)) if study.benchmark else set()


def standing_posters(study: Study, case_id: int) -> set[int]:
    """Posters of this paper that are compared in the study; of a draft, those that would be if it froze now."""
    if study.state != Study.State.DRAFT:
        return set(StudyPoster.objects.filter(study=study, case=case_id).values_list("poster_id", flat=True))
    slugs = [wanted.partition("@")[0] for wanted in study.wanted_systems]
    posters = Poster.objects.filter(case=case_id, is_current=True, system_config__system__slug__in=slugs)
    return set(posters.values_list("pk", flat=True))


def _changeable(study: Study) -> Study:
    """The study's row as it is now, locked until the transaction ends."""
    study = locked(study)
    if not may_change_gold(study):
        raise Conflict(
            "Gold pairs are fixed once a study was opened or a pair was shown: everybody is shown the same ones."
        )
    return study

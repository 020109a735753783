"""Carrying judgments over to a new version of a study: those of pairs whose two posters are the same as before."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping

from django.db.models import Model

from arena.review.models import (
    Assignment,
    Background,
    ConflictOfInterest,
    Exclusion,
    GivenAnswer,
    Journey,
    Judgment,
    JudgmentRevision,
    new_token,
)
from arena.review.services.matching import NOT_ASKED, Match, Pairs, Spot, Spots
from arena.studies.models import Reviewer, Study
from arena.studies.services.history import What, record_event

BATCH = 1000
_ANSWER = tuple(field.name for field in GivenAnswer._meta.get_fields())
_TOKENS = ("token", "left_token", "right_token")
Kind = Assignment.Kind
People = Mapping[int | None, Reviewer]  # those of the new version, by the keys of those before


def carry_judgments(*, study: Study, by: str) -> None:
    """Inside the transaction that freezes `study`, after its reviewers came over from the version before.

    What a reviewer was shown and had not answered comes along too, if it was answered in a window that is still open.
    Every pair keeps its addresses, so that such a window, or an answer that waits in it, finds its pair.
    """
    previous = study.previous
    if previous is None:
        return
    people = {reviewer.previous_id: reviewer for reviewer in study.reviewers.exclude(previous=None)}
    _copy_surroundings(people)
    taken = _Taken(study, previous, people)
    shown = Assignment.objects.filter(reviewer__in=list(people), first_shown_at__isnull=False)
    shown = shown.select_related("judgment", "task", "gold").order_by("pk")
    # A repeat points to the pair it repeats, which must be there before it.
    taken.take(shown.exclude(kind=Kind.REPEAT))
    taken.take(shown.filter(kind=Kind.REPEAT))
    judgments = _copy_judgments(taken.pairs)
    _copy_exclusions(people, judgments, study)
    given = [people[old.reviewer_id].kind for old, _ in taken.pairs if _counts(old)]
    simulated = given.count(Reviewer.Kind.SIMULATED)
    record_event(
        study,
        What.CARRIED,
        by,
        previous=previous.name,
        reviewers=len(people),
        judgments=len(given) - simulated,
        simulated=simulated,
        left={reason: n for reason, n in sorted(taken.left.items()) if n},
    )


class _Taken:
    """The assignments that come along, each with its copy, and how many judgments do not, by reason."""

    def __init__(self, study: Study, previous: Study, people: People) -> None:
        self.pairs: list[tuple[Assignment, Assignment]] = []
        self.left: Counter[str] = Counter()
        self._people = people
        self._matching, self._spots = Pairs(study, previous), Spots(study)
        self._copies: dict[int, Assignment] = {}  # by the key of the old row

    def take(self, shown: Iterable[Assignment]) -> None:
        batch = []
        for old in shown:
            reviewer, match = self._people[old.reviewer_id], self._matching.match(old)
            spot = None if match.missing else self._spots.of(reviewer, old.kind, match)
            if spot is None or (old.repeat_of_id is not None and old.repeat_of_id not in self._copies):
                self.left[match.missing or NOT_ASKED] += _counts(old)
            else:
                batch.append((old, self._copy(old, reviewer, match, spot)))
        _move_tokens(batch)
        Assignment.objects.bulk_create((copy for _, copy in batch), batch_size=BATCH)
        self._copies |= {old.pk: copy for old, copy in batch}
        self.pairs += batch

    def _copy(self, old: Assignment, reviewer: Reviewer, match: Match, spot: Spot) -> Assignment:
        return Assignment(
            reviewer=reviewer,
            case_id=old.case_id,
            task=match.task,
            gold=match.gold,
            kind=old.kind,
            position=spot.position,
            step=spot.step,
            repeat_of=self._copies[old.repeat_of_id] if old.repeat_of_id is not None else None,
            carried_from=old,
            left_poster_id=old.left_poster_id,
            right_poster_id=old.right_poster_id,
            a_is_left=match.a_is_left,
            made_at=old.made_at,
            first_shown_at=old.first_shown_at,
            **{token: getattr(old, token) for token in _TOKENS},
        )


def _counts(old: Assignment) -> bool:
    """Whether this is a judgment that stands in exports: of a main pair or its repeat, and not taken back."""
    return old.kind in (Kind.MAIN, Kind.REPEAT) and _is_given(old)


def _move_tokens(batch: list[tuple[Assignment, Assignment]]) -> None:
    """The copy has the addresses now; the old row gets new ones."""
    for old, _ in batch:
        for token in _TOKENS:
            setattr(old, token, new_token())
    Assignment.objects.bulk_update([old for old, _ in batch], _TOKENS, batch_size=BATCH)


def _copy_judgments(carried: list[tuple[Assignment, Assignment]]) -> dict[int, Judgment]:
    """The new judgments by the old ones; what was taken back is asked again."""
    given = [(old.judgment, new) for old, new in carried if _is_given(old)]
    made = Judgment.objects.bulk_create(
        (
            Judgment(assignment=new, source=judgment.source, **{name: getattr(judgment, name) for name in _ANSWER})
            for judgment, new in given
        ),
        batch_size=BATCH,
    )
    JudgmentRevision.objects.bulk_create(
        (
            JudgmentRevision(
                judgment=judgment,
                number=1,
                action=JudgmentRevision.Action.GIVEN,
                key=str(uuid.uuid4()),
                at=judgment.decided_at,
                **{name: getattr(judgment, name) for name in _ANSWER},
            )
            for judgment in made
        ),
        batch_size=BATCH,
    )
    return {old.pk: new for (old, _), new in zip(given, made, strict=True)}


def _is_given(old: Assignment) -> bool:
    judgment: Judgment | None = getattr(old, "judgment", None)
    return judgment is not None and judgment.state == Judgment.State.GIVEN


def _copy_exclusions(people: People, judgments: Mapping[int, Judgment], study: Study) -> None:
    """Those in force: of a whole reviewer, and of a judgment that came along."""
    in_force = Exclusion.objects.filter(reviewer__in=list(people), lifted_at=None).order_by("pk")
    Exclusion.objects.bulk_create(
        Exclusion(
            study=study,
            reviewer=people[row.reviewer_id],
            judgment=judgments[row.judgment_id] if row.judgment_id is not None else None,
            rule=row.rule,
            reason=row.reason,
            made_by=row.made_by,
            made_at=row.made_at,
        )
        for row in in_force
        if row.judgment_id is None or row.judgment_id in judgments
    )


def _copy_surroundings(people: People) -> None:
    """What a reviewer said and passed stays said and passed; a session's goal ends with the version."""
    _copy_rows(Journey, people, {"goal": None, "goal_from": 0, "goal_at": None})
    _copy_rows(Background, people, {})
    _copy_rows(ConflictOfInterest, people, {})


def _copy_rows(model: type[Model], people: People, instead: Mapping[str, object]) -> None:
    names = [field.name for field in model._meta.concrete_fields if field.name not in ("id", "reviewer")]
    rows = model._default_manager.filter(reviewer__in=list(people)).order_by("pk").values("reviewer_id", *names)
    # A foreign key is copied by its key.
    keys = {name: model._meta.get_field(name).attname for name in names}  # type: ignore[union-attr]
    model._default_manager.bulk_create(
        model(reviewer=people[row["reviewer_id"]], **{keys[name]: row[name] for name in names} | dict(instead))
        for row in rows
    )

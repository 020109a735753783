"""Looking up studies, their orders of tasks and how far their reviewers are."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from arena.core.errors import BadInput
from arena.studies.models import ImportedJudgment, Reviewer, Study, StudySystem, Task
from arena.studies.roster import Place, ShownPair, order_of, pairs_of, task_number
from arena.studies.schedule import Schedule, StepKind, schedule_of
from scoring.words import Choice

# What pages for reviewers call a state in which no pair is shown.
NOT_OPEN = {
    Study.State.DRAFT: "early",
    Study.State.FROZEN: "early",
    Study.State.PAUSED: "paused",
    Study.State.CLOSED: "closed",
    Study.State.PUBLISHED: "published",
}


def study_named(name: str) -> Study:
    """The study of this name; BadInput with those that exist."""
    study = Study.objects.select_related("benchmark").filter(name=name).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("name", flat=True)) or "none yet; see create_study"
        raise BadInput(f"There is no study {name!r}. Known: {known}.")
    return study


@dataclass(frozen=True, slots=True)
class Size:
    """How large a frozen study is; a draft and an imported study have 0 tasks."""

    systems: int
    tasks: int

    @property
    def cases(self) -> int:
        return self.tasks // len(pairs_of(self.systems)) if self.tasks else 0


def size_of(study: Study) -> Size:
    """What freezing fixed; no query."""
    return Size(systems=study.system_count, tasks=study.case_count * len(pairs_of(study.system_count)))


def systems_of(study: Study) -> list[str]:
    """What reports call the study's systems; before freezing, the systems asked for."""
    if study.is_imported:
        sides = ImportedJudgment.objects.filter(study=study).values_list("system_left", "system_right").distinct()
        return sorted({label for pair in sides.order_by() for label in pair})
    return sorted(StudySystem.objects.filter(study=study).values_list("label", flat=True)) or study.wanted_systems


def schedule_for(study: Study, reviewer_number: int, *, gold_pairs: int | None = None) -> Schedule:
    """What the reviewer of this number is shown step by step; one query for the gold pairs unless they are counted."""
    size = size_of(study)
    return schedule_of(
        study.seed,
        reviewer_number,
        n_cases=size.cases,
        n_systems=size.systems,
        practice_pairs=study.practice_pairs,
        repeat_share=study.repeat_share,
        gold_pairs=study.gold_pairs.count() if gold_pairs is None else gold_pairs,
    )


@dataclass(frozen=True, slots=True)
class NamedStep:
    """A pair that counts, by its position in the roster, or its repeat, which has the same."""

    position: int
    pair: ShownPair


class NamedOrders:
    """The orders of a frozen study in names instead of places; two queries."""

    def __init__(self, study: Study, size: Size) -> None:
        self._study, self._size = study, size
        self._gold_pairs = study.gold_pairs.count()
        tasks = Task.objects.filter(study=study).order_by("number")
        self._tasks = list(tasks.values_list("case__case_id", "system_a__label", "system_b__label"))

    def of(self, reviewer_number: int) -> tuple[ShownPair, ...]:
        """All pairs in the order of the reviewer with this number, invited or not."""
        order = order_of(self._study.seed, reviewer_number, self._size.cases, self._size.systems)
        return tuple(self._shown(place, place.a_is_left) for place in order)

    def with_repeats(self, reviewer_number: int) -> tuple[NamedStep, ...]:
        """The pairs that count and their repeats, as they come."""
        schedule = schedule_for(self._study, reviewer_number, gold_pairs=self._gold_pairs)
        steps = map(schedule.step, range(1, len(schedule) + 1))
        return tuple(
            NamedStep(step.position, self._shown(step.place, step.first_is_left, again=step.kind == StepKind.REPEAT))
            for step in steps
            if step.place is not None and step.kind != StepKind.PRACTICE
        )

    def _shown(self, place: Place, a_is_left: bool, *, again: bool = False) -> ShownPair:
        case_id, a, b = self._tasks[task_number(place, self._size.systems)]
        left, right = (a, b) if a_is_left else (b, a)
        return ShownPair(case_id, left, right, again)


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One line of a roster file."""

    reviewer: str
    position: int
    case_id: str
    system_left: str
    system_right: str


def roster_rows(study: Study, reviewers: int | None = None) -> Iterator[RosterRow]:
    """The orders of the first so many reviewers, invited or not; of all there are for None."""
    size = size_of(study)
    if not size.tasks:
        raise BadInput(f"{study.name} has no roster: it is {'imported' if study.is_imported else 'not frozen'}.")
    return _roster_rows(study, size, reviewers)


def _roster_rows(study: Study, size: Size, reviewers: int | None) -> Iterator[RosterRow]:
    reviewers_of = Reviewer.objects.filter(study=study).exclude(kind=Reviewer.Kind.PREVIEW)
    names = dict(reviewers_of.values_list("number", "pseudonym"))
    last = reviewers if reviewers is not None else max(names, default=0)
    volunteers = reviewers_of.exclude(kind=Reviewer.Kind.SIMULATED).count()
    for number in range(1, last + 1):
        if number not in names:
            volunteers += 1
            names[number] = volunteer_pseudonym(volunteers)
    orders = NamedOrders(study, size)
    for number in range(1, last + 1):
        for position, pair in enumerate(orders.of(number), start=1):
            yield RosterRow(names[number], position, pair.case_id, pair.left, pair.right)


def volunteer_pseudonym(count: int) -> str:
    return f"R{count:02d}"


def reviewers_with_progress(study: Study) -> QuerySet[Reviewer]:
    """Reviewers with `done`, `skipped` and `withdrawn` counts and their invitation, without practice; one query."""
    # By name only: judgments belong to the review app, which stands above this one.
    judgment = "assignments__judgment"
    asked = ~Q(assignments__kind="practice")
    given = asked & Q(**{f"{judgment}__state": "given"})
    skip = Q(**{f"{judgment}__choice": Choice.SKIP})
    return (
        Reviewer.objects.filter(study=study)
        .exclude(kind=Reviewer.Kind.PREVIEW)
        .select_related("invitation")
        .annotate(
            done=Count(judgment, filter=given & ~skip),
            skipped=Count(judgment, filter=given & skip),
            withdrawn=Count(judgment, filter=asked & Q(**{f"{judgment}__state": "withdrawn"})),
        )
        .order_by("number")
    )

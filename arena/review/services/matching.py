"""Which pair of a new version of a study is which of the version before, and where each reviewer is shown it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from arena.posters.models import Poster
from arena.review.models import Assignment
from arena.studies.models import GoldPair, Reviewer, Study, StudyPoster, StudySystem, Task
from arena.studies.schedule import schedule_of
from arena.studies.selectors import size_of

PAPER_LEFT, SYSTEM_LEFT, POSTER_CHANGED, NOT_ASKED = "paper_left", "system_left", "poster_changed", "not_asked"
Key = tuple[str, int]  # a kind of step, and the key of its task or gold pair


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the new version shows a pair to one reviewer."""

    step: int
    position: int


@dataclass(frozen=True, slots=True)
class Match:
    """The pair of an old assignment in the new version, or why there is none."""

    task: Task | None = None
    gold: GoldPair | None = None
    a_is_left: bool = True
    missing: str = ""

    @property
    def key(self) -> int:
        """Of the task or gold pair; 0 where there is none."""
        pair = self.task or self.gold
        return pair.pk if pair is not None else 0


class Pairs:
    """The pairs of a new version by those of the version before."""

    def __init__(self, study: Study, previous: Study) -> None:
        self._posters = {
            (pin.case_id, pin.study_system_id): pin.poster
            for pin in StudyPoster.objects.filter(study=study).select_related("poster")
        }
        self._cases = {case for case, _ in self._posters}
        self._tasks = {
            (task.case_id, task.system_a_id, task.system_b_id): task for task in Task.objects.filter(study=study)
        }
        self._systems = _same_systems(previous, study)
        self._old_posters = {
            pin.poster_id: pin.poster for pin in StudyPoster.objects.filter(study=previous).select_related("poster")
        }
        self._gold = {(gold.better_id, gold.worse_id): gold for gold in study.gold_pairs.all()}

    def match(self, old: Assignment) -> Match:
        if old.gold is not None:
            gold = self._gold.get((old.gold.better_id, old.gold.worse_id))
            return Match(gold=gold, a_is_left=old.a_is_left, missing="" if gold else NOT_ASKED)
        task = old.of_task
        if old.case_id not in self._cases:
            return Match(missing=PAPER_LEFT)
        a, b = self._systems.get(task.system_a_id), self._systems.get(task.system_b_id)
        if a is None or b is None:
            return Match(missing=SYSTEM_LEFT)
        left, right = (a, b) if old.a_is_left else (b, a)
        shown = ((left, old.left_poster_id), (right, old.right_poster_id))
        if not all(self._is_same(old.case_id, system, poster) for system, poster in shown):
            return Match(missing=POSTER_CHANGED)
        # Labels may have changed their order, and with it which of the two is system a.
        new = self._tasks.get((old.case_id, a, b))
        if new is not None:
            return Match(task=new, a_is_left=old.a_is_left)
        return Match(task=self._tasks[old.case_id, b, a], a_is_left=not old.a_is_left)

    def _is_same(self, case: int, system: int, old_poster: int) -> bool:
        new, old = self._posters[case, system], self._old_posters[old_poster]
        return new.pk == old.pk or _looks_same(new, old)


def _looks_same(new: Poster, old: Poster) -> bool:
    """The same picture, whatever row it stands in."""
    return bool(old.master_sha256) and new.master_sha256 == old.master_sha256


def _same_systems(before: Study, now: Study) -> dict[int, int]:
    """The new row of each old one: of the same configuration, or else the only one of the same system in both."""
    old, new = _by_system(before), _by_system(now)
    found: dict[int, int] = {}
    for system, rows in old.items():
        of_config = {row.system_config_id: row.pk for row in new[system]}
        alone = new[system][0].pk if len(rows) == len(new[system]) == 1 else None
        for row in rows:
            same = of_config.get(row.system_config_id, alone)
            if same is not None:
                found[row.pk] = same
    return found


def _by_system(study: Study) -> defaultdict[int, list[StudySystem]]:
    rows: defaultdict[int, list[StudySystem]] = defaultdict(list)
    for row in study.systems.select_related("system_config"):
        rows[row.system_config.system_id].append(row)
    return rows


class Spots:
    """Where a version shows what to whom: the steps of a reviewer, worked out once."""

    def __init__(self, study: Study) -> None:
        self._study, self._size = study, size_of(study)
        systems = list(study.systems.order_by("label").values_list("pk", flat=True))
        cases = list(study.cases.filter(dropped_reason="").order_by("position").values_list("case_id", flat=True))
        tasks = {(task.case_id, task.system_a_id, task.system_b_id): task.pk for task in study.tasks.all()}
        # By the places of the roster: a case and two systems, counted from 0.
        self._task = {
            (place, a, b): tasks[case, first, second]
            for place, case in enumerate(cases)
            for (a, first), (b, second) in combinations(enumerate(systems), 2)
        }
        self._gold = dict(study.gold_pairs.values_list("number", "pk"))
        self._of: dict[int, Mapping[Key, Spot]] = {}

    def of(self, reviewer: Reviewer, kind: str, match: Match) -> Spot | None:
        if reviewer.pk not in self._of:
            self._of[reviewer.pk] = dict(self._steps(reviewer))
        return self._of[reviewer.pk].get((kind, match.key))

    def _steps(self, reviewer: Reviewer) -> Iterator[tuple[Key, Spot]]:
        study = self._study
        schedule = schedule_of(
            study.seed,
            reviewer.number,
            n_cases=self._size.cases,
            n_systems=self._size.systems,
            practice_pairs=study.practice_pairs,
            repeat_share=study.repeat_share,
            gold_pairs=len(self._gold),
        )
        for number in range(1, len(schedule) + 1):
            step = schedule.step(number)
            place = step.place
            pair = self._task[place.case, place.a, place.b] if place is not None else self._gold[step.gold]
            yield (step.kind.value, pair), Spot(number, step.position)

"""Judgments made directly as rows, where a test is about what they say and not about how they came in."""

from datetime import UTC, datetime, timedelta
from itertools import count

from arena.posters.models import Poster
from arena.review.models import Assignment, Judgment
from arena.studies.models import GoldPair, Reviewer, Study, StudyPoster, Task

START = datetime(2026, 5, 1, 9, tzinfo=UTC)


class Desk:
    """Puts judgments of one study into the tables; tasks and posters are looked up once."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.tasks = list(Task.objects.filter(study=study).order_by("number"))
        pins = StudyPoster.objects.filter(study=study)
        self._posters = {(pin.case_id, pin.study_system_id): pin.poster_id for pin in pins}
        self._steps: dict[int, count[int]] = {}
        self._places: dict[tuple[int, str], count[int]] = {}

    def assign(
        self,
        reviewer: Reviewer,
        task: Task | None = None,
        *,
        kind: str = "main",
        a_is_left: bool = True,
        gold: GoldPair | None = None,
        repeat_of: Assignment | None = None,
    ) -> Assignment:
        """An assignment that is not saved."""
        if gold is not None:
            case_id, first, second = gold.case_id, gold.better_id, gold.worse_id
        else:
            assert task is not None
            case_id = task.case_id
            first, second = (self._posters[case_id, side] for side in (task.system_a_id, task.system_b_id))
        step = next(self._steps.setdefault(reviewer.pk, count(1)))
        return Assignment(
            reviewer=reviewer,
            case_id=case_id,
            task=task,
            gold=gold,
            kind=kind,
            position=next(self._places.setdefault((reviewer.pk, kind), count(1))),
            step=step,
            repeat_of=repeat_of,
            left_poster_id=first if a_is_left else second,
            right_poster_id=second if a_is_left else first,
            a_is_left=a_is_left,
            first_shown_at=START + timedelta(minutes=step),
        )

    def judge(
        self,
        reviewer: Reviewer,
        task: Task | None = None,
        choice: str = "left",
        *,
        seconds: float | None = 12.0,
        open_seconds: float = 15.0,
        answer: dict[str, object] | None = None,
        **assignment: object,
    ) -> Judgment:
        """A judgment of a task, a repeat or a gold pair."""
        row = self.assign(reviewer, task, **assignment)
        row.save()
        judgment = self.answer(row, choice, seconds=seconds, open_seconds=open_seconds, **(answer or {}))
        judgment.save()
        return judgment

    def answer(
        self, row: Assignment, choice: str, *, seconds: float | None, open_seconds: float, **answer: object
    ) -> Judgment:
        """A judgment that is not saved."""
        shown = row.first_shown_at
        return Judgment(
            assignment=row,
            choice=choice,
            seconds=seconds,
            shown_at=shown,
            decided_at=shown + timedelta(seconds=open_seconds),
            source="simulated" if row.reviewer.kind == "simulated" else "browser",
            **answer,
        )


def make_gold(study: Study, better: Poster, worse: Poster) -> GoldPair:
    number = study.gold_pairs.count() + 1
    return GoldPair.objects.create(study=study, case=better.case, number=number, better=better, worse=worse)

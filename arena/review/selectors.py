"""Looking up assignments, how far a reviewer is, and what comes next."""

from collections.abc import Collection, Container
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Min, Q, QuerySet

from arena.core.sql import row_of
from arena.review.blind import Progress
from arena.review.hot import written_out
from arena.review.models import Assignment, ConflictOfInterest, Judgment
from arena.studies.models import GoldPair, Reviewer, Study, Task
from arena.studies.roster import pairs_of
from arena.studies.schedule import Schedule, Step
from arena.studies.selectors import schedule_for

PRACTICE = Assignment.Kind.PRACTICE
GIVEN = Q(judgment__state=Judgment.State.GIVEN)
# What a pair's page needs to know of its paper and posters, and nothing else of them is read.
SHOWN_OF_CASE = ("title", "authors", "abstract", "discipline", "pages")
SHOWN_OF_POSTER = ("pdf_sha256", "width", "height")
_OWN = [field.name for field in Assignment._meta.concrete_fields] + [
    f"judgment__{field.name}" for field in Judgment._meta.concrete_fields
]
OPEN = Q(judgment=None) | Q(judgment__state=Judgment.State.WITHDRAWN)


def assignment_by_token(reviewer: Reviewer, token: str) -> Assignment | None:
    """The reviewer's own assignment of this token, with its paper, posters and judgment."""
    return _with_all(Assignment.objects.filter(reviewer=reviewer, token=token)).first()


def assignment_at(reviewer: Reviewer, step: int) -> Assignment:
    return _with_all(Assignment.objects.filter(reviewer=reviewer)).get(step=step)


def _with_all(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    shown = {"case": SHOWN_OF_CASE, "left_poster": SHOWN_OF_POSTER, "right_poster": SHOWN_OF_POSTER}
    columns = [f"{of}__{name}" for of, names in shown.items() for name in names]
    return rows.select_related("judgment", *shown).only(*_OWN, *columns)


def judgment_of(assignment: Assignment) -> Judgment | None:
    return getattr(assignment, "judgment", None)


def takes_answers(reviewer: Reviewer) -> bool:
    """Whether pairs are shown to this reviewer now."""
    return is_open_to(reviewer.kind, reviewer.study.state)


def is_open_to(kind: str, state: str) -> bool:
    """A preview looks at a study before it opens, too."""
    if kind == Reviewer.Kind.PREVIEW:
        return state in (Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED)
    return state == Study.State.OPEN


@dataclass(frozen=True)
class Standing:
    """How far a reviewer is. Practice, and papers the reviewer is too close to, are in none of the counts."""

    schedule: Schedule
    hidden_papers: frozenset[int]  # keys of the papers that are not shown for a conflict of interest
    hidden: frozenset[int]  # the same as cases of the roster
    hidden_gold: frozenset[int]  # numbers of gold pairs of such papers
    quota: int | None
    done: int
    skipped: int
    practised: int  # practice pairs that are answered
    first_open: int | None  # the first step made that has no answer now
    rows: int  # steps made, of whatever kind
    last: int  # the furthest step made, 0 before the first
    coming: int  # 1 where the pair on the screen is looked beyond and still has to be answered
    coming_counts: int  # the same unless it is for practice

    @cached_property
    def total(self) -> int:
        """Everything the reviewer is asked: main pairs, repeats and gold pairs alike."""
        schedule = self.schedule
        n_pairs = len(pairs_of(schedule.order.n_systems))
        asked = (
            len(schedule.order)
            - n_pairs * len(self.hidden)
            + schedule.repeats
            - schedule.repeats_of_cases(self.hidden)
            + sum(number not in self.hidden_gold for number in schedule.gold_numbers)
        )
        return max(asked if self.quota is None else min(self.quota, asked), self.answered)

    @property
    def answered(self) -> int:
        return self.done + self.skipped

    @property
    def is_enough(self) -> bool:
        """Whether all that is asked is answered, once the pair on the screen is."""
        return self.answered + self.coming_counts >= self.total

    @cached_property
    def progress(self) -> Progress:
        return Progress(total=self.total, done=self.done, skipped=self.skipped)

    @cached_property
    def practice_total(self) -> int:
        """Practice pairs this reviewer is shown."""
        steps = map(self.schedule.step, range(1, self.schedule.practice + 1))
        return sum(not self.hides(step) for step in steps)

    def hides(self, step: Step) -> bool:
        """Whether the step is of a paper that the reviewer is too close to."""
        return step.gold in self.hidden_gold if step.place is None else step.place.case in self.hidden

    def number_of(self, assignment: Assignment) -> int:
        """What a pair is called: its place in what the reviewer is asked, of its own kind for practice; from 1."""
        if assignment.kind == PRACTICE:
            return assignment.step - self._hidden_steps(1, assignment.step)
        practice = self.schedule.practice
        return assignment.step - practice - self._hidden_steps(practice + 1, assignment.step)

    def _hidden_steps(self, first: int, end: int) -> int:
        if not self.hidden:
            return 0
        return sum(self.hides(self.schedule.step(number)) for number in range(first, end))


_COUNTS = written_out("""
SELECT COUNT(*) FILTER (WHERE counts AND NOT skips),
       COUNT(*) FILTER (WHERE counts AND skips),
       COUNT(*) FILTER (WHERE given AND asked AND practice),
       MIN(step) FILTER (WHERE NOT given AND asked AND NOT besides),
       COUNT(*),
       COALESCE(MAX(step), 0),
       COUNT(*) FILTER (WHERE NOT given AND besides),
       COUNT(*) FILTER (WHERE NOT given AND besides AND NOT practice),
       (SELECT COUNT(*) FROM {ConflictOfInterest} WHERE reviewer_id = %(reviewer)s),
       (SELECT COUNT(*) FROM {GoldPair} WHERE study_id = %(study)s)
FROM (
    SELECT step, given, asked, practice, skips, besides, given AND asked AND NOT practice AS counts
    FROM (
        SELECT a.step,
               COALESCE(j.state = 'given', FALSE) AS given,
               COALESCE(j.choice = 'skip', FALSE) AS skips,
               a.kind = 'practice' AS practice,
               a.token = %(besides)s AS besides,
               a.case_id NOT IN (SELECT case_id FROM {ConflictOfInterest} WHERE reviewer_id = %(reviewer)s) AS asked
        FROM {Assignment} a LEFT JOIN {Judgment} j ON j.assignment_id = a.id
        WHERE a.reviewer_id = %(reviewer)s
    ) AS own
) AS told
""")


def standing_of(reviewer: Reviewer, *, besides: str = "") -> Standing:
    """Where the reviewer stands; one query, and two more for whoever is close to a paper.

    `besides` is the token of the pair on the screen, for what comes after it: it is not what is open next, and its
    answer is coming.
    """
    study = reviewer.study
    values: dict[str, int | str] = {"reviewer": reviewer.pk, "study": study.pk, "besides": besides}
    done, skipped, practised, first_open, rows, last, coming, coming_counts, conflicts, gold = row_of(_COUNTS, values)
    hidden = _hidden_cases(reviewer) if conflicts else {}
    return Standing(
        schedule=schedule_for(study, reviewer.number, gold_pairs=gold),
        hidden_papers=frozenset(hidden),
        hidden=frozenset(hidden.values()),
        hidden_gold=_hidden_gold(study, hidden) if hidden and gold else frozenset(),
        quota=study.quota if reviewer.quota is None else reviewer.quota,
        done=done,
        skipped=skipped,
        practised=practised,
        first_open=first_open,
        rows=rows,
        last=last,
        coming=coming,
        coming_counts=coming_counts,
    )


def _hidden_cases(reviewer: Reviewer) -> dict[int, int]:
    """The papers of this study that the reviewer is too close to: their numbers in the roster by key; one query."""
    n_pairs = len(pairs_of(reviewer.study.system_count))
    tasks = Task.objects.filter(study=reviewer.study_id, case__in=_conflicts(reviewer))
    return {case: first // n_pairs for case, first in tasks.values_list("case_id").annotate(Min("number")).order_by()}


def _hidden_gold(study: Study, hidden: Collection[int]) -> frozenset[int]:
    return frozenset(GoldPair.objects.filter(study=study, case__in=hidden).values_list("number", flat=True))


def _conflicts(reviewer: Reviewer) -> QuerySet[ConflictOfInterest, int]:
    return ConflictOfInterest.objects.filter(reviewer=reviewer).values_list("case_id", flat=True)


def next_step(reviewer: Reviewer, standing: Standing) -> int | None:
    """The first step that is wanted and not made yet, None where there is none.

    Steps are made in order, so the next one follows the last, with a query only where there are gaps: papers of a
    conflict are left out, and judgments carried over from an earlier version stand anywhere.
    """
    made = _made(reviewer) if standing.hidden or standing.rows != standing.last else range(1, standing.last + 1)
    start = standing.last + 1 if isinstance(made, range) else 1
    for number in range(start, len(standing.schedule) + 1):
        if number not in made and not standing.hides(standing.schedule.step(number)):
            return number
    return None


def _made(reviewer: Reviewer) -> Container[int]:
    return set(Assignment.objects.filter(reviewer=reviewer).values_list("step", flat=True))


def last_given(reviewer: Reviewer, *, practice: bool = False) -> Judgment | None:
    """The judgment given or changed last, which undo takes back; practice is apart."""
    of_kind = Q(assignment__kind=PRACTICE)
    rows = Judgment.objects.filter(
        of_kind if practice else ~of_kind, assignment__reviewer=reviewer, state=Judgment.State.GIVEN
    ).exclude(assignment__case__in=_conflicts(reviewer))
    return rows.select_related("assignment").order_by("-decided_at", "-assignment__step").first()

"""What the admin's pages of studies list: studies with how far they are, reviewers with what is asked of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from arena.studies.models import Reviewer, Study, Task
from arena.studies.selectors import Size, schedule_for, size_of
from scoring.words import Choice

# By name only: assignments and judgments belong to the review app, which stands above this one.
_GIVEN = Q(assignments__kind="main", assignments__judgment__state="given") & ~Q(
    assignments__reviewer__kind__in=(Reviewer.Kind.SIMULATED, Reviewer.Kind.PREVIEW)
)
_SKIPPED = Q(assignments__judgment__choice=Choice.SKIP)


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study in the list: what people did in it, never how a system does."""

    study: Study
    size: Size
    people: int
    simulated: int
    judgments: int  # of people, skips among them
    judged: int  # pairs with at least one of them that is no skip

    @property
    def percent(self) -> int:
        """Of the pairs that somebody has judged."""
        return 100 * self.judged // self.size.tasks if self.size.tasks else 0


def study_rows(*, archived: bool) -> list[StudyRow]:
    """Newest first; three queries."""
    listed = Study.objects.filter(archived_at__isnull=not archived).select_related("benchmark")
    studies = list(listed.order_by("-created_at", "-pk"))
    kinds = Reviewer.objects.filter(study__in=studies).exclude(kind=Reviewer.Kind.PREVIEW).order_by()
    reviewers = {(pk, kind): n for pk, kind, n in kinds.values_list("study", "kind").annotate(n=Count("pk"))}
    judged = {
        pk: (judgments, pairs)
        for pk, judgments, pairs in Task.objects.filter(_GIVEN, study__in=studies)
        .order_by()
        .values_list("study")
        .annotate(judgments=Count("assignments__judgment"), pairs=Count("pk", filter=~_SKIPPED, distinct=True))
    }
    return [
        StudyRow(
            study=study,
            size=size_of(study),
            people=sum(reviewers.get((study.pk, kind), 0) for kind in (Reviewer.Kind.VOLUNTEER, Reviewer.Kind.STAFF)),
            simulated=reviewers.get((study.pk, Reviewer.Kind.SIMULATED), 0),
            judgments=judged.get(study.pk, (0, 0))[0],
            judged=judged.get(study.pk, (0, 0))[1],
        )
        for study in studies
    ]


def archived_count() -> int:
    return Study.objects.exclude(archived_at=None).count()


@dataclass(frozen=True, slots=True)
class ReviewerRow:
    """A reviewer with `done`, `skipped` and `withdrawn` counts, and how many pairs are asked."""

    reviewer: Reviewer
    asked: int

    @property
    def percent(self) -> int:
        done: int = self.reviewer.done  # type: ignore[attr-defined]  # annotated
        return min(100, 100 * done // self.asked) if self.asked else 0


def reviewer_rows(study: Study, reviewers: Sequence[Reviewer]) -> list[ReviewerRow]:
    """Of reviewers as reviewers_with_progress gives them; one query."""
    everything = asked_of_everybody(study)
    return [
        ReviewerRow(reviewer, min(reviewer.quota or study.quota or everything, everything)) for reviewer in reviewers
    ]


def has_written(reviewer: Reviewer) -> bool:
    """Whether words of the reviewer's own are kept, of which some may say who it was; one query."""
    places = ("assignments__judgment", "assignments__judgment__revisions")
    written = Q(end_survey__how__gt="") | Q(end_survey__remark__gt="")
    for place in places:
        written |= Q(**{f"{place}__comment__gt": ""})
    return Reviewer.objects.filter(written, pk=reviewer.pk).exists()


def asked_of_everybody(study: Study) -> int:
    """Pairs, repeats and gold pairs; 0 before the freeze. As many for the first reviewer as for most others."""
    if not size_of(study).tasks:
        return 0
    schedule = schedule_for(study, 1)
    return len(schedule) - schedule.practice

"""What the desk shows: how far all background work is, what failed and why, and where each study stands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from arena.benchmarks.models import Case, Ingest
from arena.core.leases import Work, WorkState
from arena.core.progress import Counts
from arena.posters.models import GenerationRun, ScoringRun
from arena.reports.models import Report
from arena.reports.selectors import PoolSizes, sizes_of_studies
from arena.studies.models import Reviewer, Study

FAILURES_SHOWN = 20
WorkT = TypeVar("WorkT", bound=Work)


@dataclass(frozen=True, slots=True)
class Failure:
    """A piece of work that failed: what it was and the reason, each in a line."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One kind of background work."""

    label: str
    counts: Counts
    failures: tuple[Failure, ...]

    @property
    def failures_left_out(self) -> int:
        return self.counts.failed - len(self.failures)

    @property
    def percent(self) -> int:
        """How much of it is done, for the length of a bar."""
        return 100 * self.counts.done // self.counts.total if self.counts.total else 0

    @property
    def is_open(self) -> bool:
        return not self.counts.finished


@dataclass(frozen=True, slots=True)
class StudyLine:
    """A study on the desk: where it stands and how many judgments came in, never a result."""

    study: Study
    sizes: PoolSizes
    reviewers: int
    label: str  # its title, with its name where another study has the same title
    gone_on: bool = False  # its reviewers judge in the next version


@dataclass(frozen=True, slots=True)
class PaperCounts:
    total: int
    without_file: int


def stages() -> tuple[Stage, ...]:
    """All background work by kind, in the order in which a paper goes through it. Two queries for each kind."""
    return (
        _stage("Papers read", newest(Ingest, ("case",)), ("case__case_id",)),
        _stage(
            "Posters made",
            newest(GenerationRun, ("case", "system_config")),
            ("system_config__system__slug", "case__case_id"),
        ),
        _stage(
            "Posters scored",
            newest(ScoringRun, ("poster", "evaluator")).filter(poster__is_current=True),
            ("poster__system_config__system__slug", "poster__case__case_id", "evaluator"),
        ),
        _stage("Reports built", newest(Report, ("study", "pool")), ("study__name", "pool")),
    )


def paper_counts() -> PaperCounts:
    found = Case.objects.aggregate(total=Count("pk"), without=Count("pk", filter=Q(pdf_sha256="")))
    return PaperCounts(total=found["total"], without_file=found["without"])


def study_lines() -> list[StudyLine]:
    """Studies that are not hidden, newest first; three queries."""
    # Named here, because a query that counts leaves out the model's own order.
    listed = Study.objects.filter(archived_at=None).order_by("-created_at", "-pk")
    counted = Count("reviewers", filter=~Q(reviewers__kind=Reviewer.Kind.PREVIEW))
    successor = Study.objects.filter(previous=OuterRef("pk")).exclude(state=Study.State.DRAFT)
    studies = list(listed.annotate(reviewer_count=counted, has_gone_on=Exists(successor)))
    sizes, titles = sizes_of_studies(studies), Counter(study.title for study in studies)
    return [
        StudyLine(
            study=study,
            sizes=sizes.get(study.pk, PoolSizes(0, 0)),
            reviewers=study.reviewer_count,
            label=study.title if titles[study.title] == 1 else f"{study.title} ({study.name})",
            gone_on=study.has_gone_on,
        )
        for study in studies
    ]


def published_studies() -> list[Study]:
    """Whose results everybody may read, the latest first; one query."""
    listed = Study.objects.filter(state=Study.State.PUBLISHED, archived_at=None)
    return list(listed.order_by("-published_at", "-pk"))


def newest(model: type[WorkT], key: Sequence[str]) -> QuerySet[WorkT]:
    """The newest row of each piece of work: a failure that was tried again is no longer one."""
    later = model._default_manager.filter(pk__gt=OuterRef("pk"), **{name: OuterRef(name) for name in key})
    return model._default_manager.filter(~Exists(later)).order_by("pk")


def _stage(label: str, rows: QuerySet[WorkT], names: Sequence[str]) -> Stage:
    by_state = dict(rows.order_by().values_list("state").annotate(n=Count("pk")))
    counts = Counts(
        total=sum(by_state.values()),
        done=by_state.get(WorkState.DONE, 0),
        failed=by_state.get(WorkState.FAILED, 0),
        running=by_state.get(WorkState.RUNNING, 0),
        waiting=by_state.get(WorkState.REQUESTED, 0),
    )
    failed = rows.filter(state=WorkState.FAILED).values_list(*names, "error")[:FAILURES_SHOWN]
    failures = tuple(Failure(what=", ".join(row[:-1]), reason=row[-1]) for row in failed)
    return Stage(label=label, counts=counts, failures=failures)

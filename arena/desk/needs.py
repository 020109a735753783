"""What on the whole site waits for somebody, and what happened lately; never a result by system."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from arena.benchmarks.models import Benchmark
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.desk.selectors import PaperCounts, Stage, StudyLine
from arena.reports.models import Report
from arena.review.models import Assignment, Judgment
from arena.studies.coverage import SLOW
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.names import NAMED

EVENTS_SHOWN = 6
KEPT_AFTER_CLOSING = timedelta(days=30)
RUNNING = (Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED)
# Simulated reviewers and an admin's own look at a study are nobody's judgments.
NOBODY = (Reviewer.Kind.SIMULATED, Reviewer.Kind.PREVIEW)


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that waits: how bad, what, why, and where to do something about it."""

    kind: str  # bad, warn or ok: also the colour
    what: str
    why: str
    url: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    at: datetime
    what: str
    url: str


@dataclass(frozen=True, slots=True)
class Pulse:
    """How much people did lately; simulated answers do not count."""

    today: int
    week: int
    reviewers: int  # who gave an answer in the last seven days
    carried: int  # answers that a new version took over from one that is listed, too: they stand in both


def needs_of(
    lines: Sequence[StudyLine], stages: Sequence[Stage], papers: PaperCounts, *, is_admin: bool
) -> tuple[Need, ...]:
    """Worst first; admins also see what only they can do. Four queries."""
    found = [*_of_work(stages), *_of_papers(papers)]
    snapshots = _snapshots()
    waiting = _unopened_links()
    flagged, names = _flagged(), _names_kept()
    for line in lines:
        if is_admin:
            found += _of_state(line)
            if n := names.get(line.study.pk):
                what = f"{counted(n, 'name')} of reviewers of {line.label} still kept"
                why = f"It was closed more than {KEPT_AFTER_CLOSING.days} days ago; publishing erases them, too."
                found.append(Need("warn", what, why, _study(line), "Erase them"))
            if n := waiting.get(line.study.pk):
                what = f"{counted(n, 'link')} of {line.label} not opened"
                found.append(Need("warn", what, "For more than three days.", _study(line), "See whose"))
            if n := flagged.get(line.study.pk):
                said = "judgments call" if n > 1 else "judgment calls"
                what = f"{n} {said} a poster of {line.label} broken"
                found.append(Need("warn", what, "Flags do not change a judgment.", _study(line), "Look at the study"))
        found += _of_snapshot(line, snapshots)
    return tuple(sorted(found, key=lambda need: need.kind != "bad"))


def pulse() -> Pulse:
    """One query."""
    now = timezone.now()
    given = Judgment.objects.filter(
        state=Judgment.State.GIVEN, assignment__kind=Assignment.Kind.MAIN, assignment__reviewer__study__archived_at=None
    ).exclude(assignment__reviewer__kind__in=NOBODY)
    # What a new version carried over was answered once.
    here = Q(assignment__carried_from=None) | Q(assignment__carried_from__reviewer__study__archived_at__isnull=False)
    lately = here & Q(decided_at__gte=now - timedelta(days=7))
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    found = given.aggregate(
        today=Count("pk", filter=here & Q(decided_at__gte=midnight)),
        week=Count("pk", filter=lately),
        reviewers=Count("assignment__reviewer", filter=lately, distinct=True),
        carried=Count("pk", filter=~here),
    )
    return Pulse(**found)


def events_of(lines: Sequence[StudyLine], *, is_admin: bool) -> tuple[Event, ...]:
    """What happened last, newest first. Two queries."""
    labels = {line.study.pk: line.label for line in lines}
    found = [
        Event(
            report.finished_at,
            f"Snapshot of {labels.get(report.study_id, report.study.title)}"
            + (" (simulated)" if report.pool == Report.Pool.SIMULATED else ""),
            reverse("reports:pool", args=[report.study.name, report.pool]),
        )
        for report in Report.objects.filter(state=WorkState.DONE, finished_at__isnull=False)
        .select_related("study")
        .order_by("-finished_at")[:EVENTS_SHOWN]
        if report.finished_at is not None
    ]
    for line in lines:
        url = _study(line) if is_admin else reverse("reports:study", args=[line.study.name])
        for at, word in (
            (line.study.published_at, "published"),
            (line.study.closed_at, "closed"),
            (line.study.paused_at, "paused"),
            (line.study.opened_at, "opened"),
            (line.study.frozen_at, "frozen"),
        ):
            if at is not None:
                found.append(Event(at, f"{line.label} {word}", url))
    found += [
        Event(benchmark.created_at, f"{benchmark.title} loaded", reverse("benchmarks:benchmark", args=[benchmark.name]))
        for benchmark in Benchmark.objects.filter(archived_at=None).order_by("-created_at")[:EVENTS_SHOWN]
    ]
    return tuple(sorted(found, key=lambda event: event.at, reverse=True)[:EVENTS_SHOWN])


def _study(line: StudyLine) -> str:
    return reverse("studies:study", args=[line.study.name])


def _of_work(stages: Sequence[Stage]) -> list[Need]:
    return [
        Need("bad", f"{stage.label}: {stage.counts.failed} failed", stage.failures[0].reason, "#failed", "See each one")
        for stage in stages
        if stage.counts.failed and stage.failures
    ]


def _of_papers(papers: PaperCounts) -> list[Need]:
    n = papers.without_file
    if not n:
        return []
    what = f"{counted(n, 'paper')} without a PDF"
    return [Need("warn", what, "Nothing can be made from them.", reverse("benchmarks:list"), "Benchmarks")]


def _of_state(line: StudyLine) -> list[Need]:
    study = line.study
    if line.gone_on:
        return []
    if study.state == Study.State.DRAFT:
        return [
            Need("warn", f"{line.label} is a draft", "Freeze it once its posters are there.", _study(line), "Open it")
        ]
    if study.state == Study.State.FROZEN:
        return [
            Need("warn", f"{line.label} is not open", "Its pairs are fixed; nobody can judge.", _study(line), "Open it")
        ]
    if study.state == Study.State.PAUSED:
        return [
            Need("warn", f"{line.label} is paused", "Reviewers are told to come back.", _study(line), "Open it again")
        ]
    if study.state == Study.State.OPEN and not line.reviewers:
        return [Need("warn", f"Nobody is invited to {study.title}", "It is open.", _study(line), "Invite")]
    return []


def _of_snapshot(line: StudyLine, snapshots: dict[tuple[int, str], int]) -> list[Need]:
    """Judgments of people that no snapshot has."""
    if line.study.is_imported or not line.sizes.people:
        return []
    new = line.sizes.people - snapshots.get((line.study.pk, Report.Pool.PEOPLE), 0)
    if new <= 0:
        return []
    what = f"{counted(new, 'judgment')} of {line.label} in no snapshot"
    return [
        Need(
            "warn",
            what,
            "Results show what was there when they were built.",
            reverse("reports:study", args=[line.study.name]),
            "Results",
        )
    ]


def _snapshots() -> dict[tuple[int, str], int]:
    """How many judgments went into the newest snapshot of each study and pool."""
    later = Report.objects.filter(
        study=OuterRef("study"), pool=OuterRef("pool"), state=WorkState.DONE, pk__gt=OuterRef("pk")
    )
    newest = Report.objects.filter(~Exists(later), state=WorkState.DONE)
    return {(study, pool): n or 0 for study, pool, n in newest.values_list("study", "pool", "judgments")}


def _unopened_links() -> dict[int, int]:
    found = Reviewer.objects.filter(
        invitation__confirmed_at=None,
        invitation__created_at__lt=timezone.now() - SLOW,
        revoked_at=None,
        kind=Reviewer.Kind.VOLUNTEER,
        study__state__in=RUNNING,
    )
    return dict(found.order_by().values_list("study").annotate(n=Count("pk")))


def _names_kept() -> dict[int, int]:
    """People whose names a study keeps long after it was closed."""
    closed = Q(reviewer__study__state=Study.State.CLOSED)
    found = Invitation.objects.filter(NAMED, closed, reviewer__study__closed_at__lt=timezone.now() - KEPT_AFTER_CLOSING)
    return dict(found.order_by().values_list("reviewer__study").annotate(n=Count("pk")))


def _flagged() -> dict[int, int]:
    flagged = Judgment.objects.filter(
        Q(critical_left=True) | Q(critical_right=True),
        state=Judgment.State.GIVEN,
        assignment__kind=Assignment.Kind.MAIN,
        assignment__reviewer__study__state=Study.State.OPEN,
    ).exclude(assignment__reviewer__kind__in=NOBODY)
    return dict(flagged.order_by().values_list("assignment__reviewer__study").annotate(n=Count("pk")))

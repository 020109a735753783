"""What pages and services ask about reports: pools, evaluators, snapshots and their files."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from arena.core.errors import BadInput
from arena.core.leases import WorkState
from arena.posters.models import ImportedScore, PosterScore
from arena.reports.models import Report
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import ImportedJudgment, Reviewer, Study
from scoring.words import Source


def evaluators_of(study: Study) -> list[str]:
    """The evaluators that scored anything of this study, by name."""
    if study.is_imported:
        return sorted(set(imported_scores(study).values_list("evaluator", flat=True).distinct()))
    pinned = PosterScore.objects.filter(poster__in=study.posters.values("poster"))
    return sorted(set(pinned.values_list("evaluator", flat=True).distinct()))


def imported_scores(study: Study) -> QuerySet[ImportedScore]:
    """The imported scores of the papers and systems that occur in an imported study."""
    rows = ImportedJudgment.objects.filter(study=study)
    return ImportedScore.objects.filter(case_id_text__in=rows.values("case_id_text")).filter(
        Q(system_slug__in=rows.values("system_left")) | Q(system_slug__in=rows.values("system_right"))
    )


def choose_evaluator(study: Study, wanted: str | None) -> str:
    """The evaluator a report is about: the one wanted, the only one there is, or "" where nothing is scored."""
    there = evaluators_of(study)
    if wanted:
        if wanted not in there:
            known = f"there are scores by {', '.join(there)}" if there else "nothing is scored yet"
            raise BadInput(f"No poster of {study.name} is scored by {wanted}; {known}.")
        return wanted
    if len(there) > 1:
        raise BadInput(f"{study.name} is scored by several evaluators; choose one: --evaluator {' | '.join(there)}.")
    return there[0] if there else ""


@dataclass(frozen=True, slots=True)
class PoolSizes:
    """How many responses a study has from people and from simulated reviewers."""

    people: int
    simulated: int

    def of(self, pool: str) -> int:
        return self.simulated if pool == Report.Pool.SIMULATED else self.people

    @property
    def default(self) -> str:
        """People, as soon as one person has judged anything; simulated ones stand in only before."""
        return Report.Pool.SIMULATED if self.simulated and not self.people else Report.Pool.PEOPLE


def pool_sizes(study: Study) -> PoolSizes:
    return sizes_of_studies([study]).get(study.pk, PoolSizes(0, 0))


def sizes_of_studies(studies: Sequence[Study]) -> dict[int, PoolSizes]:
    """Responses by study and pool, in two queries."""
    people: dict[int, int] = {}
    simulated: dict[int, int] = {}
    given = (
        Judgment.objects.filter(
            assignment__reviewer__study__in=studies,
            assignment__kind=Assignment.Kind.MAIN,
            state=Judgment.State.GIVEN,
        )
        .exclude(assignment__reviewer__kind=Reviewer.Kind.PREVIEW)
        .values_list("assignment__reviewer__study", "assignment__reviewer__kind")
        .annotate(n=Count("pk"))
        .order_by()
    )
    for study_pk, kind, n in given:
        sizes = simulated if kind == Reviewer.Kind.SIMULATED else people
        sizes[study_pk] = sizes.get(study_pk, 0) + n
    imported = (
        ImportedJudgment.objects.filter(study__in=studies)
        .values_list("study", "source")
        .annotate(n=Count("pk"))
        .order_by()
    )
    for study_pk, source, n in imported:
        sizes = simulated if source == Source.SIMULATED else people
        sizes[study_pk] = sizes.get(study_pk, 0) + n
    keys = people.keys() | simulated.keys()
    return {pk: PoolSizes(people=people.get(pk, 0), simulated=simulated.get(pk, 0)) for pk in keys}


@dataclass(frozen=True, slots=True)
class StudyLine:
    """A study in the list of reports, with its newest finished snapshot of each pool."""

    study: Study
    sizes: PoolSizes
    newest: tuple[Report, ...]


def study_lines() -> list[StudyLine]:
    """Studies that are not hidden, newest first; four queries."""
    studies = list(Study.objects.filter(archived_at=None))
    sizes = sizes_of_studies(studies)
    later = Report.objects.filter(
        study=OuterRef("study"), pool=OuterRef("pool"), state=WorkState.DONE, pk__gt=OuterRef("pk")
    )
    newest: dict[int, list[Report]] = {}
    for report in Report.objects.filter(~Exists(later), state=WorkState.DONE, study__in=studies).order_by("pool"):
        newest.setdefault(report.study_id, []).append(report)
    return [
        StudyLine(study=study, sizes=sizes.get(study.pk, PoolSizes(0, 0)), newest=tuple(newest.get(study.pk, ())))
        for study in studies
    ]


def judgments_since(report: Report) -> int:
    """How many responses of its pool came in or changed after this snapshot took its own."""
    if report.pool == Report.Pool.PEOPLE and not report.study.is_imported:
        changed = JudgmentRevision.objects.filter(
            judgment__assignment__reviewer__study=report.study, at__gt=report.started_at
        ).exclude(judgment__assignment__reviewer__kind__in=(Reviewer.Kind.SIMULATED, Reviewer.Kind.PREVIEW))
        return changed.values("judgment").distinct().count()
    # Simulated answers and imported rows never change, and their times say nothing about when they came in.
    return max(0, pool_sizes(report.study).of(report.pool) - (report.judgments or 0))


def newest_report(study: Study, pool: str) -> Report | None:
    """The newest finished snapshot."""
    return study.reports.filter(pool=pool, state=WorkState.DONE).first()


def last_request(study: Study, pool: str) -> Report | None:
    """The report asked for last, whatever became of it."""
    return study.reports.filter(pool=pool).first()


def finished_reports(study: Study) -> QuerySet[Report]:
    """Every finished snapshot of both pools, newest first."""
    return study.reports.filter(state=WorkState.DONE)

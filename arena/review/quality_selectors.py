"""Looks up what the quality pages of a study show, in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Prefetch, QuerySet

from arena.review.excluded import ReasonsInForce, reasons_in_force
from arena.review.models import Assignment, Background, EndSurvey, Exclusion, Judgment
from arena.review.quality import About, JudgedRow, Person, ReviewerQuality, measure
from arena.studies.models import ImportedJudgment, Reviewer, Study
from scoring.words import DISCIPLINES, Source

FAST_SECONDS = 3.0  # where nothing else is asked for
YES_NO = {True: "makes systems", False: "makes no systems"}


@dataclass(frozen=True, slots=True)
class Totals:
    """kept + excluded = total, skips included; practice, repeats and gold pairs are no part of it."""

    label: str
    total: int
    excluded: int
    reasons: tuple[tuple[str, int], ...]  # the excluded ones, each once

    @property
    def kept(self) -> int:
        return self.total - self.excluded


@dataclass(frozen=True, slots=True)
class StudyQuality:
    reviewers: list[ReviewerQuality]
    totals: list[Totals]  # of people, and of simulated reviewers where there are any


def quality_of(study: Study, *, fast_seconds: float = FAST_SECONDS) -> StudyQuality:
    """Three queries, however many reviewers and judgments; nothing of previews and practice."""
    reviewers = list(_reviewers().filter(study=study).order_by("number"))
    rows, reasons = judged_rows(study), reasons_in_force(study)
    measured = _measured(reviewers, rows, reasons, fast_seconds)
    simulated = {row.pk for row in reviewers if row.kind == Reviewer.Kind.SIMULATED}
    pools = [("people", [row for row in rows if row.reviewer_id not in simulated])]
    if simulated:
        pools.append(("simulated reviewers", [row for row in rows if row.reviewer_id in simulated]))
    return StudyQuality(reviewers=measured, totals=[_totals(label, pool, reasons) for label, pool in pools])


def quality_alone(reviewer: Reviewer) -> ReviewerQuality:
    """One reviewer without the others, so nothing of agreement; three queries."""
    rows = [*_reviewers().filter(pk=reviewer.pk)]
    return _measured(rows, judged_rows(reviewer.study, reviewer), reasons_in_force(reviewer.study), FAST_SECONDS)[0]


def _reviewers() -> QuerySet[Reviewer]:
    """With what they said and `declared`, the number of papers they are too close to."""
    rows = Reviewer.objects.exclude(kind=Reviewer.Kind.PREVIEW).select_related("background", "end_survey")
    return rows.annotate(declared=Count("conflicts"))


def _measured(
    reviewers: list[Reviewer], rows: list[JudgedRow], reasons: ReasonsInForce, fast_seconds: float
) -> list[ReviewerQuality]:
    people = [Person(row.pk, row.number, row.pseudonym, row.kind) for row in reviewers]
    about = {row.pk: _about(row) for row in reviewers}
    return measure(people, rows, fast_seconds=fast_seconds, reasons=reasons, about=about)


def judged_rows(study: Study, reviewer: Reviewer | None = None) -> list[JudgedRow]:
    """Every judgment but those of previews and practice, given or taken back; one query."""
    of_whom = {"assignment__reviewer": reviewer} if reviewer else {"assignment__reviewer__study": study}
    rows = (
        Judgment.objects.filter(**of_whom)
        .exclude(assignment__reviewer__kind=Reviewer.Kind.PREVIEW)
        .exclude(assignment__kind=Assignment.Kind.PRACTICE)
        .values_list(
            "assignment__reviewer_id",
            "pk",
            "assignment_id",
            "assignment__kind",
            "assignment__task_id",
            "assignment__repeat_of_id",
            "assignment__a_is_left",
            "state",
            "choice",
            "critical_left",
            "critical_right",
            "knows_paper",
            "seconds",
            "shown_at",
            "decided_at",
        )
    )
    return [JudgedRow(*row) for row in rows]


def imported_totals(study: Study) -> list[Totals]:
    """Of an imported study, whose rows say themselves whether they are excluded; one query."""
    rows = ImportedJudgment.objects.filter(study=study, repeat_of="").values_list("source", "excluded_reason")
    found = list(rows)
    pools = (("people", False), ("simulated reviewers", True))
    totals = [
        _counted(label, [reason for source, reason in found if (source == Source.SIMULATED) == simulated])
        for label, simulated in pools
    ]
    return [entry for entry in totals if entry.total] or totals[:1]


def _totals(label: str, rows: Iterable[JudgedRow], reasons: ReasonsInForce) -> Totals:
    counted = [row for row in rows if row.kind == Assignment.Kind.MAIN and row.is_given]
    return _counted(label, [reasons.of(reviewer_id=row.reviewer_id, judgment_id=row.judgment_id) for row in counted])


def _counted(label: str, reasons: list[str]) -> Totals:
    counts = Counter(reason for reason in reasons if reason)
    return Totals(label, len(reasons), counts.total(), tuple(counts.most_common()))


def _about(reviewer: Reviewer) -> About:
    background: Background | None = getattr(reviewer, "background", None)
    survey: EndSurvey | None = getattr(reviewer, "end_survey", None)
    return About(
        background=_background_words(background) if background else (),
        could_tell=survey.get_could_tell_display() if survey else "",
        how=survey.how if survey else "",
        remark=survey.remark if survey else "",
        conflicts=getattr(reviewer, "declared", 0),
    )


def _background_words(said: Background) -> tuple[str, ...]:
    posters = f"posters made: {said.get_posters_made_display()}" if said.posters_made else ""
    words = (
        DISCIPLINES.get(said.field, said.field),
        said.get_experience_display() if said.experience else "",
        posters,
        YES_NO.get(said.makes_systems, "") if said.makes_systems is not None else "",
    )
    return tuple(word for word in words if word)


def judgments_to_exclude(reviewer: Reviewer) -> QuerySet[Judgment]:
    """What this reviewer gave that is a response, with what is in force on each, by position."""
    in_force = Prefetch("exclusions", Exclusion.objects.filter(lifted_at=None), to_attr="in_force")
    rows = Judgment.objects.filter(
        assignment__reviewer=reviewer, assignment__kind=Assignment.Kind.MAIN, state=Judgment.State.GIVEN
    )
    return rows.select_related("assignment__case").prefetch_related(in_force).order_by("assignment__position")

"""Adding reviewers to a study: a number, a pseudonym and a kind."""

from django.db import transaction

from arena.core.errors import Conflict
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import volunteer_pseudonym
from arena.studies.services.life import locked, refuse_superseded


def add_reviewers(*, study: Study, count: int, kind: str = Reviewer.Kind.VOLUNTEER) -> list[Reviewer]:
    """New reviewers with the next numbers: R01, R02 … for people, sim-01, sim-02 … for simulated ones."""
    with transaction.atomic():
        study = locked(study)  # one after the other: numbers are drawn here
        if study.is_imported:
            raise Conflict(f"{study.name} was imported: it has no posters to review.")
        if study.state == Study.State.DRAFT:
            raise Conflict(f"{study.name} is a draft; freeze it first.")
        if study.state in (Study.State.CLOSED, Study.State.PUBLISHED):
            raise Conflict(f"{study.name} is {study.is_now}; open it again to invite reviewers.")
        refuse_superseded(study)
        there = list(study.reviewers.exclude(kind=Reviewer.Kind.PREVIEW).values_list("number", "kind"))
        last = max((number for number, _ in there), default=0)
        simulated = kind == Reviewer.Kind.SIMULATED
        of_kind = sum((other == Reviewer.Kind.SIMULATED) == simulated for _, other in there)
        return Reviewer.objects.bulk_create(
            Reviewer(
                study=study,
                number=last + i,
                pseudonym=f"sim-{of_kind + i:02d}" if simulated else volunteer_pseudonym(of_kind + i),
                kind=kind,
            )
            for i in range(1, count + 1)
        )

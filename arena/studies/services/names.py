"""Names and addresses of a study's reviewers: they stand with the invitations, until results are published at most."""

from django.db.models import Q, QuerySet

from arena.studies.models import Invitation, Study
from arena.studies.services.history import What, record_event

NAMED = ~Q(name="", email="")


def named(study: Study) -> QuerySet[Invitation]:
    """The invitations that still say who somebody is."""
    return Invitation.objects.filter(NAMED, reviewer__study=study)


def erase_names(study: Study, *, by: str) -> int:
    """How many people's names and addresses go; links go on working. Inside a transaction that holds the study."""
    people = list(named(study).order_by("reviewer__number").values_list("pk", "reviewer__pseudonym"))
    if people:
        Invitation.objects.filter(pk__in=[pk for pk, _ in people]).update(name="", email="")
        record_event(study, What.FORGOTTEN, by, reviewers=[pseudonym for _, pseudonym in people])
    return len(people)

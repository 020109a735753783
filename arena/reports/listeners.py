"""What the reports app does when something happens in a study."""

from django.dispatch import receiver

from arena.core.errors import BadInput
from arena.reports.models import Report
from arena.reports.selectors import newest_report, pool_sizes
from arena.reports.services.build import request_report
from arena.studies.models import Study
from arena.studies.signals import study_published

PEOPLE = Report.Pool.PEOPLE


@receiver(study_published)
def show_the_results(sender: type[Study], *, study: Study, **_: object) -> None:
    """A snapshot of all that people judged, where the newest has not all of it or there is none.

    Where several evaluators scored the study and no snapshot says which is meant, somebody has to choose; the desk says
    that judgments are in no snapshot.
    """
    newest, judgments = newest_report(study, PEOPLE), pool_sizes(study).people
    if not judgments or (newest is not None and newest.judgments == judgments):
        return
    try:
        request_report(study=study, pool=PEOPLE, evaluator=newest.evaluator if newest is not None else None)
    except BadInput:
        return

"""Writing down what was done to a study, in the transaction in which it was done."""

from arena.studies.models import Study, StudyEvent

What = StudyEvent.What


def record_event(study: Study, what: StudyEvent.What, by: str, **detail: object) -> StudyEvent:
    """`by` is the account that did it, "" for a command. The detail holds numbers and pseudonyms, never a name."""
    return StudyEvent.objects.create(study=study, what=what, by=by, detail=detail)

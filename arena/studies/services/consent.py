"""Keeping what a reviewer agreed to."""

from arena.studies.consent import ConsentText
from arena.studies.models import Consent, Reviewer


def give_consent(*, reviewer: Reviewer, text: ConsentText) -> Consent:
    """The reviewer agrees to these words; agreeing to them twice is once."""
    consent, _ = Consent.objects.get_or_create(reviewer=reviewer, version=text.version, text_sha256=text.sha256)
    return consent

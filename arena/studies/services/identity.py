"""The identity check of a study's posters, which warns before the freeze."""

from arena.core.errors import Conflict
from arena.posters.identity import IdentityCount, identity_count, scope_of
from arena.posters.models import Poster
from arena.posters.services.identity import words_now
from arena.studies.models import Study


def identity_of_study(study: Study) -> IdentityCount:
    """The check of the posters that the study shows, or as a draft would show."""
    if study.is_imported:
        return identity_count(Poster.objects.none(), "")
    return identity_count(scope_of(study=study.name).posters, words_now().sha256)


def confirm_identity(*, study: Study, agreed: str) -> None:
    """Conflict unless nothing stands against the posters, or somebody agreed to exactly so many that something does."""
    count = identity_of_study(study)
    if not count.warning or agreed == str(count.unsettled):
        return
    raise Conflict(
        f"{count.warning[0].upper()}{count.warning[1:]}. Look at them, or tick that you freeze them as they are."
    )

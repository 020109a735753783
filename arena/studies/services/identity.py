"""The identity check of a study's posters: before the freeze, as a warning; after it, as a record of what was open."""

from dataclasses import dataclass

from arena.core.errors import Conflict
from arena.core.leases import WorkState
from arena.posters.identity import IdentityCount, identity_count, scope_of
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.posters.services.identity import words_now
from arena.studies.models import Study, StudyPoster


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


@dataclass(frozen=True, slots=True)
class OpenAtFreeze:
    """A word on a pinned poster that nobody had masked or accepted."""

    case_id: str
    system: str  # as reports call it
    word: str
    place: str  # picture, text, metadata, file_name
    excerpt: str


@dataclass(frozen=True, slots=True)
class IdentityAtFreeze:
    """What was known when the study was frozen. What was found only later is told apart."""

    posters: int
    scanned: int
    masked: int  # posters with a mask
    accepted: int  # words that somebody let stand, with a note
    subject: int  # words that the paper says too
    open: tuple[OpenAtFreeze, ...]
    found_later: tuple[OpenAtFreeze, ...]  # on posters that were looked at only after the freeze

    @property
    def unscanned(self) -> int:
        return self.posters - self.scanned


def identity_at_freeze(study: Study) -> IdentityAtFreeze:
    """From the rows alone: on a pinned poster nothing is decided any more, nor looked at twice; three queries."""
    pins = StudyPoster.objects.filter(study=study).select_related("case", "study_system", "poster")
    by_poster = {pin.poster_id: pin for pin in pins.order_by("case__case_id", "study_system__label")}
    scans = IdentityScan.objects.filter(poster__in=by_poster, state=WorkState.DONE)
    in_time = {
        scan.poster_id
        for scan in scans
        if study.frozen_at is not None and scan.finished_at is not None and scan.finished_at <= study.frozen_at
    }
    findings = list(IdentityFinding.objects.filter(scan__poster__in=by_poster).select_related("scan"))
    state = IdentityFinding.State
    telling = [found for found in findings if found.state == state.OPEN and not found.in_paper]

    def said(finding: IdentityFinding) -> OpenAtFreeze:
        pin = by_poster[finding.scan.poster_id]
        return OpenAtFreeze(pin.case.case_id, pin.study_system.label, finding.word, finding.place, finding.excerpt)

    order = {pk: at for at, pk in enumerate(by_poster)}
    telling.sort(key=lambda found: (order[found.scan.poster_id], found.pk))
    return IdentityAtFreeze(
        posters=len(by_poster),
        scanned=len(in_time),
        masked=sum(pin.poster.masked_from_id is not None for pin in by_poster.values()),
        accepted=sum(found.state == state.ACCEPTED and bool(found.decided_by) for found in findings),
        subject=sum(found.state == state.OPEN and found.in_paper for found in findings),
        open=tuple(said(found) for found in telling if found.scan.poster_id in in_time),
        found_later=tuple(said(found) for found in telling if found.scan.poster_id not in in_time),
    )

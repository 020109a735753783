"""Painting over what says who made a poster, as a new revision; accepting what may stay; and taking both back."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.core.errors import BadInput, Conflict
from arena.core.files import read_stored
from arena.core.wording import counted
from arena.posters.identity import frozen_with, posters_of
from arena.posters.models import IdentityFinding, Poster
from arena.posters.services.findings import covered
from arena.posters.services.score import request_scoring
from arena.posters.services.store import Mask, add_revision, store_images
from generation.errors import BadPoster
from generation.identity.fragments import Box
from generation.records import ArtifactKind
from scoring.words import POSTERBENCH_OFFLINE

MOST_BOXES = 50
SMALLEST = 0.0005  # of a side
LARGEST = 0.5  # of the poster, all boxes together: what is left of it could not be judged
COVERED = 0.6  # of a finding's box: then it cannot be read any more

State = IdentityFinding.State
FOUND_BY_EYE = (IdentityFinding.Place.PICTURE, IdentityFinding.Place.TEXT)


def mask_poster(*, poster: Poster, boxes: Sequence[Box], by: str, findings: Collection[int] = ()) -> Poster:
    """Make a new current revision on which these places (fractions) are painted over, and ask for its scores anew.

    `findings` are those that a box was drawn for by hand; those that a box covers are known by their place.
    The revision before stays as it is, with the studies that pin it. Conflict where it is not the current one, or is
    pinned and no draft of a study would take the new one.
    """
    asked = checked_boxes(boxes)
    if refusal := mask_refusal(poster):
        raise Conflict(refusal)
    from generation.identity.paint import masked
    from generation.render.normalise import normalise

    try:
        images = normalise(masked(read_stored(poster.master_sha256), asked), ArtifactKind.PNG)
    except BadPoster as error:
        raise Conflict(f"The poster's picture cannot be masked: {error}") from error
    kind = ArtifactKind(poster.artifact_kind)
    note = f"{counted(len(asked), 'place')} masked"
    kept = [*(said for said in poster.notes if not said.endswith(" masked")), note]
    stored = replace(store_images(artifact=read_stored(poster.artifact_sha256), kind=kind, images=images), notes=kept)
    with transaction.atomic():
        now = _locked_current(poster)
        if refusal := mask_refusal(now):  # frozen while the picture was painted
            raise Conflict(refusal)
        made = add_revision(
            case=now.case,
            config=now.system_config,
            origin=Poster.Origin(now.origin),
            pdf_sha256=now.pdf_sha256,
            content_version=now.content_version,
            stored=stored,
            figures=None if now.figures is None else tuple(now.figures),
            mask=Mask(now, asked, by),
        )
        if not frozen_with(now):  # what a study was frozen with stays on record as it was
            _mark_masked(now, asked, findings, by)
        _move_gold(now, made)
    _score_again(made)
    return made


def unmask_poster(*, poster: Poster, by: str) -> Poster:
    """Take a mask back: the revision below it is current again, and what was masked is to be decided anew."""
    with transaction.atomic():
        now = _locked_current(poster)
        below = now.masked_from
        if below is None:
            raise Conflict("Nothing on this poster is masked.")
        if pinned := frozen_with(now):
            raise Conflict(_is_frozen(pinned))
        Poster.objects.filter(pk=now.pk).update(is_current=False)
        Poster.objects.filter(pk=below.pk).update(is_current=True)
        _move_gold(now, below)
        if not frozen_with(below):
            masked_here = IdentityFinding.objects.filter(scan__poster=below, state=State.MASKED)
            masked_here.update(state=State.OPEN, note="", decided_by="", decided_at=None)
        below.is_current = True
    _score_again(below)
    return below


def preview_of(*, poster: Poster, boxes: Sequence[Box]) -> bytes:
    """The page's picture of the poster with these places painted over, a WebP; nothing is kept."""
    from generation.identity.paint import masked

    return masked(read_stored(poster.rendition_sha256), boxes, kind="WEBP")


def accept_finding(*, finding: IdentityFinding, note: str, by: str) -> None:
    """Let a word stand on the poster, and say why."""
    said = " ".join(note.split())
    if not said:
        raise BadInput("Say in a few words why it may stay.")
    if len(said) > 300:
        raise BadInput("The note is longer than 300 letters.")
    _decide(finding, (State.OPEN, State.ACCEPTED), state=State.ACCEPTED, note=said, by=by)


def reopen_finding(*, finding: IdentityFinding, by: str) -> None:
    """Take an acceptance back. A mask is taken back with its whole revision."""
    if finding.state == State.ACCEPTED and not finding.decided_by:
        raise Conflict("Nobody decided on it: reviewers never receive it.")
    _decide(finding, (State.ACCEPTED,), state=State.OPEN, note="", by="")


def checked_boxes(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """The boxes inside of the picture, each once; BadInput where there is none, or one is no box."""
    found: dict[Box, None] = {}
    for box in boxes:
        if not all(0 <= edge <= 1 for edge in box):
            raise BadInput("A box lies outside of the poster: its edges are from 0 to 100 %.")
        if box[2] - box[0] < SMALLEST or box[3] - box[1] < SMALLEST:
            raise BadInput("A box is empty: its right edge lies right of its left one, its bottom below its top.")
        found[box] = None
    if not found:
        raise BadInput("Choose a place to mask, or draw one.")
    if len(found) > MOST_BOXES:
        raise BadInput(f"At most {MOST_BOXES} places can be masked at once.")
    if covered((0.0, 0.0, 1.0, 1.0), tuple(found)) > LARGEST:
        raise BadInput("The boxes cover more than half of the poster; what is left could not be judged.")
    return tuple(found)


def mask_refusal(poster: Poster) -> str:
    """Why nothing can be masked on this poster; empty where it can."""
    if not poster.is_current:
        return "This is an earlier revision; only the current one can be masked."
    pinned = frozen_with(poster)
    if pinned and not _is_wanted_by_a_draft(poster):
        return _is_frozen(pinned)
    return ""


def _is_frozen(titles: Sequence[str]) -> str:
    return f"{' and '.join(titles)} is frozen with this poster. Make a new version of the study to change it."


def _is_wanted_by_a_draft(poster: Poster) -> bool:
    for benchmark in Benchmark.objects.filter(entries__case=poster.case_id):
        for study in benchmark.studies.all():
            if study.state == study.State.DRAFT and posters_of(benchmark, study.wanted_systems).filter(pk=poster.pk):
                return True
    return False


def _locked_current(poster: Poster) -> Poster:
    """The poster as it is now; its case is locked, so that no other revision becomes current meanwhile."""
    Case.objects.select_for_update().get(pk=poster.case_id)
    now = Poster.objects.select_related("case", "system_config", "masked_from").get(pk=poster.pk)
    if not now.is_current:
        raise Conflict("There is a newer revision of this poster by now; look at that one.")
    return now


def _mark_masked(poster: Poster, boxes: tuple[Box, ...], chosen: Collection[int], by: str) -> None:
    undecided = IdentityFinding.objects.filter(scan__poster=poster, place__in=FOUND_BY_EYE, state=State.OPEN)
    gone = [
        finding.pk
        for finding in undecided
        if finding.pk in chosen or (finding.box is not None and covered(finding.box, boxes) >= COVERED)
    ]
    undecided.filter(pk__in=gone).update(state=State.MASKED, decided_by=by, decided_at=timezone.now())


def _move_gold(before: Poster, after: Poster) -> None:
    """Gold pairs of drafts show what is current."""
    draft = {"study__state": "draft"}
    before.gold_as_better.filter(**draft).update(better=after)
    before.gold_as_worse.filter(**draft).update(worse=after)


def _decide(finding: IdentityFinding, states: Sequence[str], *, state: str, note: str, by: str) -> None:
    with transaction.atomic():
        poster = Poster.objects.get(identity_scan=finding.scan_id)
        Case.objects.select_for_update().get(pk=poster.case_id)
        if pinned := frozen_with(poster):
            raise Conflict(_is_frozen(pinned))
        decided_at = timezone.now() if by else None
        same = IdentityFinding.objects.filter(pk=finding.pk, state__in=states)
        if same.update(state=state, note=note, decided_by=by, decided_at=decided_at) != 1:
            raise Conflict("It was decided otherwise in the meantime.")


def _score_again(poster: Poster) -> None:
    """Ask for the scores of the poster that is current now; one that has them keeps them."""
    entry = poster.case.entries.select_related("benchmark").first()
    if entry is not None:
        request_scoring(benchmark=entry.benchmark, evaluator=POSTERBENCH_OFFLINE, cases=[poster.case.case_id])

"""What can be done with a study in the state it is in, as its page offers it: each with what it means for people."""

from dataclasses import dataclass, replace

from arena.studies.models import Study

State = Study.State


@dataclass(frozen=True, slots=True)
class Offer:
    """One change. `means` says what happens, and is read before agreeing; without it nobody is asked."""

    verb: str  # of its address
    label: str
    means: str = ""
    agree: str = ""  # what the button in the question says; empty where something else has to be done first
    is_next: bool = False  # the usual next step


_FREEZE = Offer(
    "freeze",
    "Freeze",
    "Every poster, paper and pair is fixed for good. A change after that is a new version of the study.",
    "Freeze the study",
    True,
)
_FREEZE_VERSION = Offer(
    "freeze",
    "Freeze",
    "Every poster, paper and pair is fixed for good. The reviewers of the version before come along with their links,"
    " and so do their judgments of pairs whose posters are the same. They cannot go back to the version before.",
    "Freeze and carry over",
    True,
)
_OPEN = Offer("open", "Open to reviewers", is_next=True)
_RESUME = Offer("open", "Open again", is_next=True)
_REOPEN = Offer("open", "Open again", "Reviewers can judge again, with the links they have.", "Open the study again")
_PAUSE = Offer(
    "pause",
    "Pause",
    "Nobody can answer until you open it again. Reviewers are told to come back; nothing they did is lost.",
    "Pause the study",
)
_CLOSE = Offer(
    "close",
    "Close",
    "No more answers are taken, and reviewers are thanked. You can open it again.",
    "Close the study",
)
_PUBLISH = Offer(
    "publish",
    "Publish results",
    "Everybody can read the results and download every file of every snapshot, with comments and pseudonyms, without"
    " signing in. Reviewers are shown the way there. You can take it back, but not what was read meanwhile. Names and"
    " e-mail addresses of reviewers are erased for good, as they were promised.",
    "Publish the results",
)
_UNPUBLISH = Offer(
    "unpublish",
    "Unpublish",
    "The results are for staff only again. What somebody has read or downloaded stays with them.",
    "Take the results back",
)
_FORGET = Offer(
    "forget-people",
    "Erase names",
    "The names and e-mail addresses of all reviewers are erased. This cannot be undone. Their links go on working and"
    " their judgments stay, under the pseudonyms. Publishing does the same.",
    "Erase all names",
)
_VERSION = Offer(
    "new-version",
    "New version",
    "A draft with the same settings, in which systems and benchmark can change. This study stays as it is until the"
    " draft is frozen; then its reviewers go on there.",
    "Make a draft",
)
_ARCHIVE = Offer("archive", "Archive")
_UNARCHIVE = Offer("unarchive", "Take out of the archive")

_BY_STATE: dict[Study.State, tuple[Offer, ...]] = {
    State.DRAFT: (_FREEZE,),
    State.FROZEN: (_OPEN, _VERSION),
    State.OPEN: (_PAUSE, _CLOSE, _VERSION),
    State.PAUSED: (_RESUME, _CLOSE, _VERSION),
    State.CLOSED: (_REOPEN, _PUBLISH, _VERSION),
    State.PUBLISHED: (_UNPUBLISH, _VERSION),
}
_OF_IMPORTED = {State.CLOSED: (_PUBLISH,), State.PUBLISHED: (_UNPUBLISH,)}
PREVIEWED = (State.FROZEN, State.OPEN, State.PAUSED)


def offers_of(study: Study, *, successor: Study | None, has_names: bool = False) -> tuple[Offer, ...]:
    """In the order in which the page shows them. `has_names`: whether it is known who its reviewers are."""
    state = State(study.state)
    found = list(_OF_IMPORTED.get(state, ()) if study.is_imported else _BY_STATE[state])
    if study.previous_id is not None:
        found = [_freeze_version(study) if offer is _FREEZE else offer for offer in found]
    if successor is not None:
        gone_on = successor.state != State.DRAFT
        left = (_VERSION, _OPEN, _RESUME, _REOPEN) if gone_on else (_VERSION,)
        found = [offer for offer in found if offer not in left]
    if has_names and state in (State.CLOSED, State.PUBLISHED):
        found.append(_FORGET)
    if study.archived_at is not None:
        found.append(_UNARCHIVE)
    elif state not in (State.OPEN, State.PAUSED):
        found.append(_ARCHIVE)
    return tuple(found)


def _freeze_version(study: Study) -> Offer:
    """Only said what to do first while reviewers judge in the version before."""
    before = study.previous
    if before is None or before.state != State.OPEN:
        return _FREEZE_VERSION
    means = (
        f"Reviewers are judging in {before.name}. Pause it first; then this version can be frozen and takes them over."
    )
    return replace(_FREEZE_VERSION, means=means, agree="")

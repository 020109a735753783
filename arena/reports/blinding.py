"""How blind a study was, in numbers: posters searched for names, pictures alike, sides, people who may have known."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Q

from arena.core.files import stored_path
from arena.core.leases import WorkState
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.review.models import Assignment, Background, ConflictOfInterest, EndSurvey
from arena.studies.models import Reviewer, Study, StudyPoster

OPEN, MASKED, ACCEPTED = "open", "masked", "accepted"
SUBJECT, FILE_ONLY, LATER = "word of the paper", "in the file only", "found after the freeze"


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word that may say who made a poster, and what was decided about it."""

    case_id: str
    system: str
    word: str
    place: str
    excerpt: str
    state: str  # one of the words above
    note: str


@dataclass(frozen=True, slots=True)
class Search:
    """What was known when the study was frozen: posters = scanned + not_scanned, of which `masked` were painted over.

    `gold_only` of the posters are shown in gold pairs only.

    The other counts are of words: `open` ones nobody had decided about, `accepted` ones somebody let stand, `subject`
    ones the paper says too, `file_only` ones stand in the file and not in what reviewers get, `later` ones were found
    only after the freeze.
    """

    posters: int
    gold_only: int
    scanned: int
    not_scanned: int
    masked: int
    open: int
    accepted: int
    subject: int
    file_only: int
    later: int
    found: tuple[FoundWord, ...]


@dataclass(frozen=True, slots=True)
class SystemPictures:
    """What of a system's posters cannot be hidden: shape and weight. Medians over its posters.

    aspect is width / height; kilobytes are of the picture that pages show; None where a file is gone.
    """

    system: str
    posters: int
    aspect: float
    megapixels: float
    kilobytes: float | None


@dataclass(frozen=True, slots=True)
class Sides:
    """How often a system stood on the left of the pairs that were shown, and in how many it took part."""

    system: str
    left: int
    shown: int


@dataclass(frozen=True, slots=True)
class People:
    """reviewers are those of the pool, `judging` of them were shown a pair; staff may have known the systems.

    could_tell is what they said at the end, not_answered counts those who were shown a pair and said nothing then.

    conflicts: reviewers with at least one paper too close to them, and how many such papers in all.
    """

    reviewers: int
    judging: int
    staff: int
    make_systems: int
    with_conflicts: int
    conflicts: int
    could_tell: dict[str, int]
    not_answered: int


@dataclass(frozen=True, slots=True)
class Blinding:
    """Everything of blinding.json but the list of leaks."""

    search: Search
    pictures: tuple[SystemPictures, ...]
    sides: tuple[Sides, ...]
    people: People


def blinding_of(study: Study, *, simulated: bool) -> Blinding:
    """A fixed number of queries; the sizes of pictures are looked up on disk."""
    pins = list(
        StudyPoster.objects.filter(study=study)
        .select_related("poster", "case", "study_system")
        .defer("poster__notes")
        .order_by("study_system__label", "case__case_id")
    )
    return Blinding(
        search=_search(study, pins),
        pictures=tuple(_pictures(pins)),
        sides=_sides(study, simulated=simulated),
        people=_people(study, simulated=simulated),
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """A poster that reviewers of the study are shown, and what it is called in the report."""

    poster: Poster
    case_id: str
    system: str
    is_gold_only: bool = False


def _search(study: Study, pins: list[StudyPoster]) -> Search:
    shown = _shown(study, pins)
    done = IdentityScan.objects.filter(poster__in=shown, state=WorkState.DONE)
    in_time = set(done.filter(finished_at__lte=study.frozen_at).values_list("poster", flat=True))
    found = tuple(_found(shown, in_time))
    count = Counter(word.state for word in found)
    return Search(
        posters=len(shown),
        gold_only=sum(one.is_gold_only for one in shown.values()),
        scanned=len(in_time),
        not_scanned=len(shown) - len(in_time),
        masked=sum(one.poster.masked_from_id is not None for one in shown.values()),
        open=count[OPEN],
        accepted=count[ACCEPTED],
        subject=count[SUBJECT],
        file_only=count[FILE_ONLY],
        later=count[LATER],
        found=found,
    )


def _shown(study: Study, pins: list[StudyPoster]) -> dict[int, _Shown]:
    """The posters that stand for systems, then those of gold pairs that stand for none; by key."""
    shown = {pin.poster_id: _Shown(pin.poster, pin.case.case_id, pin.study_system.label) for pin in pins}
    in_gold = Q(gold_as_better__study=study) | Q(gold_as_worse__study=study)
    rows = (
        Poster.objects.filter(in_gold).exclude(pk__in=shown).distinct().select_related("case", "system_config__system")
    )
    for poster in rows.order_by("case__case_id", "pk"):
        name = f"{poster.system_config.system.slug} revision {poster.revision}, in a gold pair"
        shown[poster.pk] = _Shown(poster, poster.case.case_id, name, is_gold_only=True)
    return shown


def _found(shown: dict[int, _Shown], in_time: Collection[int]) -> Iterator[FoundWord]:
    """What was painted over was found on the poster before the mask, which may itself be shown in a gold pair."""
    masked = {one.poster.masked_from_id: one for one in shown.values() if one.poster.masked_from_id is not None}
    rows = IdentityFinding.objects.filter(scan__poster__in={*shown, *masked}).select_related("scan").order_by("pk")
    for row in rows:
        poster = row.scan.poster_id
        if row.state == IdentityFinding.State.MASKED and poster in masked:
            yield _word(row, masked[poster], MASKED)
        if poster in shown:
            yield _word(row, shown[poster], _state_of(row, in_time))


def _word(row: IdentityFinding, of: _Shown, state: str) -> FoundWord:
    return FoundWord(of.case_id, of.system, row.word, row.get_place_display(), row.excerpt, state, row.note)


def _state_of(row: IdentityFinding, in_time: Collection[int]) -> str:
    """Of a word on a poster as it is shown: one that only another revision paints over stands open."""
    match row.state:
        case IdentityFinding.State.ACCEPTED:
            return ACCEPTED if row.decided_by else FILE_ONLY
        case _ if row.in_paper:
            return SUBJECT
        case _:
            return OPEN if row.scan.poster_id in in_time else LATER


def _pictures(pins: list[StudyPoster]) -> Iterable[SystemPictures]:
    by_system: defaultdict[str, list[StudyPoster]] = defaultdict(list)
    for pin in pins:
        by_system[pin.study_system.label].append(pin)
    for system, own in by_system.items():
        posters = [pin.poster for pin in own]
        paths = [stored_path(poster.rendition_sha256) for poster in posters]
        sizes = [path.stat().st_size for path in paths if path.exists()]
        yield SystemPictures(
            system=system,
            posters=len(posters),
            aspect=round(statistics.median(p.width / p.height for p in posters), 3),
            megapixels=round(statistics.median(p.width * p.height for p in posters) / 1e6, 2),
            kilobytes=round(statistics.median(sizes) / 1000, 1) if len(sizes) == len(posters) else None,
        )


def _sides(study: Study, *, simulated: bool) -> tuple[Sides, ...]:
    shown = Assignment.objects.filter(
        _pool(simulated, "reviewer__"),
        reviewer__study=study,
        kind__in=(Assignment.Kind.MAIN, Assignment.Kind.REPEAT),
        first_shown_at__isnull=False,
    )
    systems = ("task__system_a__label", "task__system_b__label", "a_is_left")
    rows = shown.order_by().values_list(*systems).annotate(n=Count("pk"))
    left: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for a, b, a_is_left, n in rows:
        left[a if a_is_left else b] += n
        total[a] += n
        total[b] += n
    return tuple(Sides(system, left[system], total[system]) for system in sorted(total))


def _people(study: Study, *, simulated: bool) -> People:
    people = Reviewer.objects.filter(_pool(simulated, ""), study=study)
    kinds = Counter(people.values_list("kind", flat=True))
    conflicts = Counter(
        ConflictOfInterest.objects.filter(_pool(simulated, "reviewer__"), reviewer__study=study).values_list(
            "reviewer", flat=True
        )
    )
    said = dict(
        EndSurvey.objects.filter(_pool(simulated, "reviewer__"), reviewer__study=study).values_list(
            "reviewer", "could_tell"
        )
    )
    could_tell = Counter(said.values())
    was_shown = Assignment.objects.filter(reviewer__in=people, first_shown_at__isnull=False)
    judging = set(was_shown.order_by().values_list("reviewer", flat=True).distinct())
    return People(
        reviewers=kinds.total(),
        judging=len(judging),
        staff=kinds[Reviewer.Kind.STAFF],
        make_systems=Background.objects.filter(
            _pool(simulated, "reviewer__"), reviewer__study=study, makes_systems=True
        ).count(),
        with_conflicts=len(conflicts),
        conflicts=conflicts.total(),
        could_tell={choice: could_tell[choice] for choice in EndSurvey.CouldTell.values},
        not_answered=len(judging - said.keys()),
    )


def _pool(simulated: bool, prefix: str) -> Q:
    """Simulated reviewers, or the people who judge; the preview is nobody."""
    kinds = (Reviewer.Kind.SIMULATED,) if simulated else (Reviewer.Kind.VOLUNTEER, Reviewer.Kind.STAFF)
    return Q(**{f"{prefix}kind__in": kinds})

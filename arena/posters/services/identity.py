"""The identity check: looking for words on, in and around a poster that say who or what made it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.benchmarks.services.content import content_of
from arena.core import leases
from arena.core.errors import NotReady
from arena.core.files import read_stored
from arena.core.leases import WorkState
from arena.core.workloop import OPEN
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.posters.services.findings import is_same, keep_signs, new_finding
from arena.posters.services.lines import read_picture
from arena.systems.models import UPLOAD, System, SystemConfig
from generation.errors import BadPoster
from generation.identity.scan import Line, Paper, Sign, signs_in_file, signs_in_name, signs_on_picture
from generation.identity.words import WordList, word_list
from scoring.posterbench.errors import UnusableInput

# Parameters of a configuration whose value names what the posters are made with.
TELLING = ("model", "engine", "backend", "agent", "tool")


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """What a request came to."""

    scans: tuple[int, ...]  # all open scans of these posters, new ones among them
    requested: int  # of these, how many are new or asked for once more
    present: int  # posters that were looked at already, for the words that are known now


def words_now() -> WordList:
    """What is looked for: the known names, and what this site's systems and their parts are called; two queries."""
    names = {name for pair in System.objects.values_list("slug", "name") for name in pair}
    for backend, params in SystemConfig.objects.values_list("backend", "params"):
        names |= set() if backend == UPLOAD else {backend}
        names |= {
            value
            for key, value in params.items()
            if isinstance(value, str) and any(word in key.casefold() for word in TELLING) and not key.endswith("_env")
        }
    return word_list(names)


def add_scan(*, poster: Poster, file_name: str = "", at_once: bool = True) -> IdentityScan:
    """Ask for the check of a new poster, in the caller's transaction; what its file was called is looked at here.

    Not `at_once`: it waits for the poster's scores, which read the same picture, or until any worker finds it waiting.
    """
    scan = IdentityScan.objects.create(poster=poster)
    if file_name:
        signs = signs_in_name(file_name, words_now())
        IdentityFinding.objects.bulk_create(new_finding(scan, sign) for sign in signs)
    if at_once:
        leases.request(scan)
    return scan


def remind_of_scan(poster: Poster) -> None:
    """Put the poster's check in the queue if it still waits, once the current transaction is committed."""
    for scan in IdentityScan.objects.filter(poster=poster, state=WorkState.REQUESTED):
        leases.request(scan)


def request_scans(*, posters: QuerySet[Poster]) -> ScanPlan:
    """Request a check of each of these posters that has none, whose check failed, or was made for other words.

    What a frozen study pins is not looked at twice: what was found before the freeze is part of its record.
    Safe to call as often as one likes.
    """
    words = words_now().sha256
    with transaction.atomic():
        unseen = list(posters.filter(identity_scan=None).values_list("pk", flat=True))
        IdentityScan.objects.bulk_create((IdentityScan(poster_id=pk) for pk in unseen), ignore_conflicts=True)
        scans = IdentityScan.objects.filter(poster__in=posters.values("pk"))
        old = Q(state=WorkState.DONE, poster__pins=None) & ~Q(words_sha256=words)
        again = list(scans.filter(old | Q(state=WorkState.FAILED)).distinct().values_list("pk", flat=True))
        now = timezone.now()
        IdentityScan.objects.filter(pk__in=again, state__in=(WorkState.DONE, WorkState.FAILED)).update(
            state=WorkState.REQUESTED, attempt=0, requested_at=now, hinted_at=now, error=""
        )
        open_scans = list(scans.filter(state__in=OPEN).distinct())
        for scan in open_scans:
            if scan.pk in again or scan.poster_id in unseen:
                leases.request(scan)
        present = posters.count() - len(open_scans)
    return ScanPlan(tuple(scan.pk for scan in open_scans), len(again) + len(unseen), present)


def scan_poster(scan: IdentityScan) -> None:
    """Do a claimed scan: what the picture, the file and its metadata say, kept as findings."""
    poster = Poster.objects.select_related("case").get(pk=scan.poster_id)
    started = time.perf_counter()
    words = words_now()
    try:
        with leases.kept_alive(scan):
            read_words, signs = _look(poster, words)
    except FileNotFoundError:
        leases.fail(scan, "One of the poster's files is not there any more.")
        return
    except (BadPoster, UnusableInput) as error:
        leases.fail(scan, str(error))
        return
    seconds = round(time.perf_counter() - started, 3)
    with transaction.atomic():
        leases.finish(scan, seconds=seconds, words_sha256=words.sha256, read_words=read_words)
        keep_signs(scan, signs)
        if poster.masked_from_id is not None:
            _decide_as_before(scan, poster.masked_from_id)


def _look(poster: Poster, words: WordList) -> tuple[int, list[Sign]]:
    paper = Paper(_paper_text(poster), words)
    read = read_picture(poster.master_sha256, read_stored(poster.master_sha256))
    lines = [Line(line.text, _fractions(line.box, read.width, read.height)) for line in read.lines]
    # Loaded here: only what looks at pictures needs imaging, not every process of the site.
    from generation.identity.codes import codes_on

    codes = codes_on(read_stored(poster.rendition_sha256))
    on_picture = signs_on_picture([*lines, *codes], words, paper)
    signs = [*on_picture, *_left_in(poster)]
    if poster.masked_from_id is None:
        from generation.identity.artifact import read_artifact

        fragments = read_artifact(read_stored(poster.artifact_sha256))
        signs += signs_in_file(fragments, words, paper, on_picture=on_picture)
    else:
        signs += _signs_of_file(poster.masked_from_id)
    return sum(len(line.text.split()) for line in read.lines), signs


def _fractions(box: object, width: int, height: int) -> tuple[float, float, float, float]:
    edges = (box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height)  # type: ignore[attr-defined]
    x0, y0, x1, y1 = (min(1.0, max(0.0, edge)) for edge in edges)
    return x0, y0, x1, y1


def _paper_text(poster: Poster) -> str:
    """All that is known of the paper; less where its PDF was not read."""
    case = poster.case
    facts = "\n".join((case.title, *case.authors, case.abstract))
    try:
        return f"{facts}\n{content_of(case, pdf_sha256=poster.pdf_sha256).text}"
    except NotReady:
        return facts


def _left_in(poster: Poster) -> Iterator[Sign]:
    """What our own pictures carry beside their pixels. There is nothing; were there, it would be found here."""
    from generation.identity.artifact import read_tags

    kinds = ("master", "full", "rendition", "medium", "thumbnail")
    for kind in kinds:
        sha256 = getattr(poster, f"{kind}_sha256")
        for tag in read_tags(read_stored(sha256)) if sha256 else ():
            yield Sign("metadata", f"{kind} picture", f"{tag.label}: {tag.text}"[:300], served=True)


def _signs_of_file(masked_from: int) -> list[Sign]:
    """A mask changes no file: what was found in it stays, but for what stood on the picture and is masked now."""
    places = (IdentityFinding.Place.TEXT, IdentityFinding.Place.METADATA)
    findings = IdentityFinding.objects.filter(scan__poster=masked_from, place__in=places)
    return [
        Sign(found.place, found.word, found.excerpt, None if found.box is None else tuple(found.box), found.in_paper)
        for found in findings.exclude(state=IdentityFinding.State.MASKED)
    ]


def _decide_as_before(scan: IdentityScan, masked_from: int) -> None:
    """What was accepted on the poster below a mask is accepted on the masked one."""
    before = IdentityFinding.objects.filter(scan__poster=masked_from, state=IdentityFinding.State.ACCEPTED)
    accepted = list(before.exclude(decided_by=""))
    for finding in scan.findings.filter(state=IdentityFinding.State.OPEN):
        box = None if finding.box is None else tuple(finding.box)
        sign = Sign(finding.place, finding.word, finding.excerpt, box)
        same = next((other for other in accepted if is_same(other, sign)), None)
        if same is not None:
            finding.state, finding.note = same.state, same.note
            finding.decided_by, finding.decided_at = same.decided_by, same.decided_at
            finding.save(update_fields=["state", "note", "decided_by", "decided_at"])

"""What the identity check of posters came to: in numbers, and finding by finding for the pages that show it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from arena.benchmarks.models import Benchmark
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.posters.models import IdentityFinding, IdentityScan, Poster

State = IdentityFinding.State
Place = IdentityFinding.Place

# What has to be decided: somebody could see it, and it is not what the paper is about.
TELLING = Q(state=State.OPEN, in_paper=False)
SUBJECT = Q(state=State.OPEN, in_paper=True)
DECIDED = Q(state__in=(State.MASKED, State.ACCEPTED)) & ~Q(decided_by="")
STAYS_HERE = Q(state=State.ACCEPTED, decided_by="")


@dataclass(frozen=True, slots=True)
class IdentityCount:
    """How far the check of some posters is, and how many of them say who made them."""

    posters: int
    scanned: int
    failed: int  # could not be looked at
    outdated: int  # of the scanned, looked at for other words than are known now
    telling: int
    subject: int  # name only what their paper names too
    masked: int

    @property
    def unscanned(self) -> int:
        return self.posters - self.scanned

    @property
    def unsettled(self) -> int:
        """Posters that somebody should look at before reviewers do."""
        return self.telling + self.unscanned

    @property
    def summary(self) -> str:
        says = "says who made it" if self.telling == 1 else "say who made them"
        found = f"{counted(self.telling, 'poster')} {says}" if self.telling else "none says who made it"
        if not self.scanned:
            found = "nothing known yet"
        return f"Identity check: {self.scanned} of {self.posters} scanned, {found}"

    @property
    def warning(self) -> str:
        """What stands against letting reviewers see these posters; empty where nothing does."""
        parts = []
        if self.telling:
            parts.append(
                f"{counted(self.telling, 'poster')} {'says' if self.telling == 1 else 'say'} who made "
                f"{'it' if self.telling == 1 else 'them'}"
            )
        if self.unscanned:
            parts.append(f"{counted(self.unscanned, 'poster')} {'was' if self.unscanned == 1 else 'were'} not scanned")
        return " and ".join(parts)


def identity_count(posters: QuerySet[Poster], words_sha256: str) -> IdentityCount:
    """Two queries. `words_sha256` is of the words that are known now."""
    rows = list(
        posters.values_list("pk", "masked_from", "identity_scan__state", "identity_scan__words_sha256").distinct()
    )
    # Masked is another revision: who is shown this one, in a gold pair, reads the word.
    shown = IdentityFinding.objects.filter(scan__poster__in=posters.values("pk"))
    found = shown.filter(state__in=(State.OPEN, State.MASKED))
    open_findings = set(found.values_list("scan__poster", "in_paper").order_by())
    telling = {pk for pk, in_paper in open_findings if not in_paper}
    scanned = [words for _, _, state, words in rows if state == WorkState.DONE]
    return IdentityCount(
        posters=len(rows),
        scanned=len(scanned),
        failed=sum(state == WorkState.FAILED for _, _, state, _ in rows),
        outdated=sum(words != words_sha256 for words in scanned),
        telling=len(telling),
        subject=len({pk for pk, _ in open_findings} - telling),
        masked=sum(masked is not None for _, masked, _, _ in rows),
    )


@dataclass(frozen=True, slots=True)
class Scope:
    """Which posters a page is about. `frozen` ones are pinned by the study: nothing is decided on them any more."""

    posters: QuerySet[Poster]
    title: str
    name: tuple[str, str] | None = None  # the field of a form or address that names it, and its value
    frozen: bool = False

    @property
    def query(self) -> str:
        return f"{self.name[0]}={self.name[1]}" if self.name else ""


def scope_of(*, benchmark: str = "", study: str = "") -> Scope:
    """The current posters of a benchmark, those that a study compares or would compare, or all; 404 for other names."""
    current = Poster.objects.filter(is_current=True)
    if study:
        of_study = Benchmark.objects.filter(studies__name=study).first()
        if of_study is None:
            raise Http404
        found = of_study.studies.get(name=study)
        gold = Q(gold_as_better__study=found.pk) | Q(gold_as_worse__study=found.pk)
        if found.state == found.State.DRAFT:
            would_be = Q(pk__in=posters_of(of_study, found.wanted_systems).values("pk"))
            return Scope(Poster.objects.filter(would_be | gold).distinct(), found.title, ("study", study))
        pinned = Poster.objects.filter(Q(pins__study=found.pk) | gold).distinct()
        return Scope(pinned, found.title, ("study", study), frozen=True)
    if benchmark:
        of_name = Benchmark.objects.filter(name=benchmark).first()
        if of_name is None:
            raise Http404
        in_force = current.filter(system_config__superseded_at=None, system_config__system__archived_at=None)
        return Scope(_of_benchmark(in_force, of_name), of_name.title, ("benchmark", benchmark))
    return Scope(current.filter(case__entries__benchmark__archived_at=None).distinct(), "")


def posters_of(benchmark: Benchmark, wanted: Sequence[str]) -> QuerySet[Poster]:
    """The current posters of the benchmark's papers by these systems: slugs, or slug@version."""
    systems = Q(pk__in=[])
    for name in wanted:
        slug, _, version = name.partition("@")
        named = Q(system_config__system__slug=slug)
        if version.isdecimal() and len(version) < 9:
            systems |= named & Q(system_config__version=int(version))
        elif not version:
            systems |= named & Q(system_config__superseded_at=None)
    return _of_benchmark(Poster.objects.filter(systems, is_current=True), benchmark)


def _of_benchmark(posters: QuerySet[Poster], benchmark: Benchmark) -> QuerySet[Poster]:
    return posters.filter(case__in=benchmark.entries.values("case"))


def frozen_with(poster: Poster) -> list[str]:
    """The titles of the studies that are frozen and show this poster, as one of theirs or in a gold pair."""
    return sorted({title for pk, title in _frozen([poster.pk])})


def _frozen(posters: Collection[int]) -> set[tuple[int, str]]:
    """Each of these posters with the title of each frozen study that shows it; one query."""
    of = Poster.objects.filter(pk__in=posters).order_by()
    pinned = of.filter(pins__isnull=False).values_list("pk", "pins__study__title")
    shown_as_gold = [
        of.filter(**{f"{side}__isnull": False})
        .exclude(**{f"{side}__study__state": "draft"})
        .values_list("pk", f"{side}__study__title")
        for side in ("gold_as_better", "gold_as_worse")
    ]
    return set(pinned.union(*shown_as_gold))


@dataclass(frozen=True, slots=True)
class Cutout:
    """The part of a poster around a box, in the pixels of its master: what an SVG needs to show it."""

    x: float
    y: float
    width: float
    height: float
    box: tuple[float, float, float, float]  # x, y, width, height


def cutout_of(poster: Poster, box: Sequence[float]) -> Cutout:
    """A strip of 4 to 1 around the box, wide enough to see what it belongs to, inside of the poster."""
    x, y = box[0] * poster.width, box[1] * poster.height
    width, height = (box[2] - box[0]) * poster.width, (box[3] - box[1]) * poster.height
    wide = min(float(poster.width), max(1.4 * width, 8 * height, 0.16 * poster.width))
    high = min(float(poster.height), max(wide / 4, 1.6 * height))
    left = min(max(0.0, x + width / 2 - wide / 2), poster.width - wide)
    top = min(max(0.0, y + height / 2 - high / 2), poster.height - high)
    return Cutout(left, top, wide, high, (x, y, width, height))


@dataclass(frozen=True, slots=True)
class ShownFinding:
    row: IdentityFinding
    cutout: Cutout | None

    @property
    def is_telling(self) -> bool:
        return self.row.state == State.OPEN and not self.row.in_paper

    @property
    def stays_here(self) -> bool:
        return self.row.state == State.ACCEPTED and not self.row.decided_by


@dataclass(frozen=True, slots=True)
class PosterIdentity:
    """One poster's check with its findings, those to decide first."""

    poster: Poster
    scan: IdentityScan | None
    findings: tuple[ShownFinding, ...]
    frozen_with: tuple[str, ...] = ()

    @property
    def telling(self) -> tuple[ShownFinding, ...]:
        return tuple(found for found in self.findings if found.is_telling)

    @property
    def others(self) -> tuple[ShownFinding, ...]:
        return tuple(found for found in self.findings if not found.is_telling and not found.stays_here)

    @property
    def in_files(self) -> tuple[ShownFinding, ...]:
        return tuple(found for found in self.findings if found.stays_here)


def identity_of(poster: Poster) -> PosterIdentity:
    """The check of one poster; three queries."""
    scan = IdentityScan.objects.filter(poster=poster).first()
    findings = list(scan.findings.all()) if scan else []
    return _shown(poster, scan, findings, tuple(frozen_with(poster)))


# What a page of many posters can be narrowed down to, by the name in its address.
TABS = {
    "open": ("To decide", TELLING),
    "subject": ("Also in the paper", SUBJECT),
    "decided": ("Masked or accepted", DECIDED),
    "files": ("In files only", STAYS_HERE),
}
UNSCANNED = "unscanned"


@dataclass(frozen=True, slots=True)
class Tab:
    key: str
    label: str
    posters: int


def tabs_of(scope: Scope, count: IdentityCount) -> tuple[Tab, ...]:
    """Two queries."""
    rows = IdentityFinding.objects.filter(scan__poster__in=scope.posters.values("pk")).order_by()
    facts = set(rows.values_list("scan__poster", "state", "in_paper", "decided_by"))

    def posters(tab: str) -> set[int]:
        return {pk for pk, state, in_paper, by in facts if _tab_of(state, in_paper, by) == tab}

    masked = set(scope.posters.exclude(masked_from=None).values_list("pk", flat=True))

    def of_tab(key: str) -> int:
        return len(posters(key) | masked if key == "decided" else posters(key))

    listed = [Tab(key, label, of_tab(key)) for key, (label, _) in TABS.items()]
    return (*listed, Tab(UNSCANNED, "Not scanned", count.unscanned))


def _tab_of(state: str, in_paper: bool, decided_by: str) -> str:
    if state == State.OPEN:
        return "subject" if in_paper else "open"
    return "decided" if decided_by else "files"


def posters_on(scope: Scope, tab: str) -> QuerySet[Poster]:
    """The posters of a tab, by paper and system."""
    if tab == UNSCANNED:
        chosen = scope.posters.filter(Q(identity_scan=None) | ~Q(identity_scan__state=WorkState.DONE))
    else:
        findings = IdentityFinding.objects.filter(TABS[tab][1])
        here = Q(pk__in=findings.values("scan__poster"))
        chosen = scope.posters.filter(here | Q(masked_from__isnull=False) if tab == "decided" else here)
    related = chosen.select_related("case", "system_config__system", "identity_scan").distinct()
    return related.order_by("case__case_id", "system_config__system__slug", "revision")


def identities_of(posters: Sequence[Poster], tab: str) -> list[PosterIdentity]:
    """These posters with their findings of one tab; two queries."""
    wanted = {poster.pk: poster for poster in posters}
    rows = IdentityFinding.objects.filter(scan__poster__in=wanted).select_related("scan")
    by_poster: dict[int, list[IdentityFinding]] = {pk: [] for pk in wanted}
    for row in rows if tab == UNSCANNED else rows.filter(TABS[tab][1]):
        by_poster[row.scan.poster_id].append(row)
    pins: dict[int, set[str]] = {pk: set() for pk in wanted}
    for pk, title in _frozen(wanted):
        pins[pk].add(title)
    return [
        _shown(poster, getattr(poster, "identity_scan", None), by_poster[pk], tuple(sorted(pins[pk])))
        for pk, poster in wanted.items()
    ]


def _shown(
    poster: Poster, scan: IdentityScan | None, findings: Sequence[IdentityFinding], frozen: tuple[str, ...]
) -> PosterIdentity:
    shown = [ShownFinding(row, cutout_of(poster, row.box) if row.box else None) for row in findings]
    order = sorted(shown, key=lambda found: (not found.is_telling, found.row.in_paper, found.row.state, found.row.pk))
    return PosterIdentity(poster, scan, tuple(order), frozen)

"""How often each pair was judged on each paper, what was flagged, which posters are pinned; never a result."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from arena.studies.models import Reviewer, Study, StudyCase, StudyPoster, Task
from arena.studies.selectors import Size
from scoring.words import DISCIPLINES, Choice

MOST_CELLS = 2400  # of the drawing; beyond it the shares stand alone
CELL_PX = 34  # the widest a cell gets
POSTERS_SHOWN = 8  # papers whose posters are shown at first
SLOW = timedelta(days=3)

# By name only: assignments and judgments belong to the review app, which stands above this one.
_GIVEN = Q(assignments__kind="main", assignments__judgment__state="given")
_SIMULATED = Q(assignments__reviewer__kind=Reviewer.Kind.SIMULATED)
_PEOPLE = Q(assignments__reviewer__kind__in=(Reviewer.Kind.VOLUNTEER, Reviewer.Kind.STAFF))  # no preview


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair on a paper. x and width are percent of the drawing; `level` is its count, at most 3."""

    x: float
    width: float
    n: int
    paper: str

    @property
    def level(self) -> int:
        return min(self.n, 3)


@dataclass(frozen=True, slots=True)
class PairLine:
    """One pair of systems over all papers."""

    label: str
    cells: tuple[Cell, ...]  # empty where there are too many to draw
    judged: int  # papers with at least one judgment
    papers: int


@dataclass(frozen=True, slots=True)
class DisciplineMark:
    """Where the papers of a discipline begin, in percent."""

    name: str
    x: float


@dataclass(frozen=True, slots=True)
class Coverage:
    lines: tuple[PairLine, ...]
    disciplines: tuple[DisciplineMark, ...]
    judged: int  # tasks with at least one judgment
    tasks: int
    is_simulated: bool  # nobody but simulated reviewers has judged anything
    width: int  # of the drawing, pixels

    @property
    def gaps(self) -> int:
        return self.tasks - self.judged


@dataclass(frozen=True, slots=True)
class PinnedPaper:
    """A paper of a frozen study and the posters that stand for it, in the order of the systems."""

    study_case: StudyCase
    pins: tuple[StudyPoster, ...]


@dataclass(frozen=True, slots=True)
class Attention:
    """What somebody should look at in this study: counts, none of which says how a system does."""

    unopened: int  # links made some days ago that nobody opened
    flagged: int  # judgments that call a poster broken
    revoked: int


def papers_of(study: Study) -> list[StudyCase]:
    """The papers in the study's order, those that were left out too; one query."""
    return list(study.cases.select_related("case").order_by("position"))


def coverage_of(study: Study, size: Size, papers: list[StudyCase]) -> Coverage:
    """One query. Skips are no judgments; people count alone as soon as one of them has judged anything."""
    judged = _GIVEN & ~Q(assignments__judgment__choice=Choice.SKIP)
    tasks = list(
        Task.objects.filter(study=study)
        .order_by("number")
        .values_list("case_id", "system_a__label", "system_b__label")
        .annotate(people=Count("pk", filter=judged & _PEOPLE), simulated=Count("pk", filter=judged & _SIMULATED))
    )
    is_simulated = not any(people for *_, people, _ in tasks) and any(simulated for *_, simulated in tasks)
    counts = {(case, a, b): (simulated if is_simulated else people) for case, a, b, people, simulated in tasks}
    pairs = list(dict.fromkeys((a, b) for _, a, b, *_ in tasks))
    # By discipline, so that the columns can be named.
    kept = sorted((entry for entry in papers if not entry.dropped_reason), key=lambda entry: entry.case.discipline)
    drawn = len(tasks) <= MOST_CELLS
    lines = tuple(_line(a, b, kept, counts, drawn) for a, b in pairs)
    return Coverage(
        lines=lines,
        disciplines=_disciplines(kept) if drawn else (),
        judged=sum(count > 0 for count in counts.values()),
        tasks=size.tasks,
        is_simulated=is_simulated,
        width=CELL_PX * len(kept),
    )


def pinned_papers(study: Study, papers: list[StudyCase], *, everything: bool) -> list[PinnedPaper]:
    """The first papers with their posters, or all of them; one query."""
    kept = [entry for entry in papers if not entry.dropped_reason]
    shown = kept if everything else kept[:POSTERS_SHOWN]
    found = StudyPoster.objects.filter(study=study, case__in=[entry.case_id for entry in shown])
    pins: dict[int, list[StudyPoster]] = {}
    for pin in found.select_related("study_system", "poster").order_by("study_system__label"):
        pins.setdefault(pin.case_id, []).append(pin)
    return [PinnedPaper(entry, tuple(pins.get(entry.case_id, ()))) for entry in shown]


def attention_of(study: Study) -> Attention:
    """Two queries."""
    waiting = Q(invitation__confirmed_at=None, invitation__created_at__lt=timezone.now() - SLOW, revoked_at=None)
    volunteers = Reviewer.objects.filter(study=study, kind=Reviewer.Kind.VOLUNTEER)
    people = volunteers.aggregate(
        unopened=Count("pk", filter=waiting), revoked=Count("pk", filter=Q(revoked_at__isnull=False))
    )
    flag = Q(assignments__judgment__critical_left=True) | Q(assignments__judgment__critical_right=True)
    flagged = Task.objects.filter(study=study).aggregate(n=Count("pk", filter=_GIVEN & flag & _PEOPLE))
    return Attention(unopened=people["unopened"], flagged=flagged["n"], revoked=people["revoked"])


def _line(a: str, b: str, papers: list[StudyCase], counts: dict[tuple[int, str, str], int], drawn: bool) -> PairLine:
    step = 100 / len(papers) if papers else 0.0
    numbers = [counts[entry.case_id, a, b] for entry in papers]
    cells = tuple(
        Cell(x=place * step, width=0.84 * step, n=n, paper=entry.case.case_id)
        for place, (entry, n) in enumerate(zip(papers, numbers, strict=True))
    )
    judged = sum(n > 0 for n in numbers)
    return PairLine(label=f"{a} / {b}", cells=cells if drawn else (), judged=judged, papers=len(papers))


def _disciplines(papers: list[StudyCase]) -> tuple[DisciplineMark, ...]:
    """Only where the names have room beside each other."""
    starts: dict[str, int] = {}
    for place, entry in enumerate(papers):
        starts.setdefault(entry.case.discipline, place)
    if len(papers) < 8 * len(starts):
        return ()
    return tuple(
        DisciplineMark(DISCIPLINES.get(name, name).split(" and ")[0].split(",")[0], 100 * place / len(papers))
        for name, place in starts.items()
    )

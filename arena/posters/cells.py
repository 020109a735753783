"""One paper and one system: whether there is a poster, what stands in its way, and what its score is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from arena.benchmarks.models import Case
from arena.core.leases import Work, WorkState
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from arena.posters.wording import lasting, money
from arena.systems.models import SystemConfig
from scoring.words import ScoreStatus


class CellState(StrEnum):
    POSTER = "poster"
    RUNNING = "running"
    WAITING = "waiting"
    FAILED = "failed"
    NONE = "none"  # not asked for, or not delivered


class ScoreState(StrEnum):
    SCORED = "scored"
    RUNNING = "being scored"
    WAITING = "waits for its score"
    FAILED = "not scored"
    INCOMPLETE = "scored in part"  # without every dimension there is no overall score
    NONE = "no score yet"


@dataclass(frozen=True, slots=True)
class Cell:
    """One paper and system. `detail` is one line of words: what it took, how long it runs, or what went wrong."""

    case: int
    config: int
    system: str  # its slug
    name: str
    takes_uploads: bool
    state: CellState
    poster: Poster | None = None
    overall: float | None = None
    score_state: ScoreState = ScoreState.NONE
    detail: str = ""
    changed_at: datetime | None = None
    earlier: Poster | None = None  # what there is of the paper as it was known before, where there is no poster

    @property
    def key(self) -> str:
        return f"{self.case}-{self.config}"

    @property
    def is_open(self) -> bool:
        making = self.state in {CellState.RUNNING, CellState.WAITING}
        return making or self.score_state in {ScoreState.RUNNING, ScoreState.WAITING}

    @property
    def could_not_be_scored(self) -> bool:
        return self.poster is not None and self.score_state in {ScoreState.FAILED, ScoreState.INCOMPLETE}

    @property
    def can_be_made(self) -> bool:
        return self.state is CellState.NONE and not self.takes_uploads

    @property
    def can_be_retried(self) -> bool:
        if self.state is CellState.FAILED:
            return not self.takes_uploads
        return self.poster is not None and self.score_state is ScoreState.FAILED

    def changed_since(self, moment: datetime) -> bool:
        """Whether it may look different from what it was then; what runs shows for how long."""
        running = self.state is CellState.RUNNING or self.score_state is ScoreState.RUNNING
        return running or (self.changed_at is not None and self.changed_at >= moment)


class Facts:
    """Everything that the cells of these cases and configurations need, fetched in four queries."""

    def __init__(
        self,
        cases: Iterable[Case],
        configs: Sequence[SystemConfig],
        evaluator: str,
        *,
        now: datetime | None = None,
    ) -> None:
        by_pk = {case.pk: case for case in cases}
        known = {config.pk: config for config in configs}
        pks = list(by_pk)
        self._now = now or timezone.now()
        posters = Poster.objects.filter(case__in=pks, system_config__in=configs, is_current=True)
        self._posters: dict[tuple[int, int], Poster] = {}
        for poster in posters.select_related("run", "masked_from__run").defer(
            "run__trajectory", "masked_from__run__trajectory"
        ):
            poster.case, poster.system_config = by_pk[poster.case_id], known[poster.system_config_id]
            self._posters[poster.case_id, poster.system_config_id] = poster
        runs = GenerationRun.objects.filter(case__in=pks, system_config__in=configs).defer("trajectory")
        self._runs = {
            (run.case_id, run.system_config_id, run.pdf_sha256, run.content_version): run for run in runs.order_by("pk")
        }
        shown = [poster.pk for poster in self._posters.values()]
        scores = PosterScore.objects.filter(poster__in=shown, evaluator=evaluator).defer("findings")
        self._scores = {score.poster_id: score for score in scores.order_by("created_at", "pk")}
        scorings = ScoringRun.objects.filter(poster__in=shown, evaluator=evaluator).order_by("pk")
        self._scorings = {run.poster_id: run for run in scorings}

    def row(self, case: Case, configs: Iterable[SystemConfig]) -> tuple[Cell, ...]:
        return tuple(self.cell(case, config) for config in configs)

    def cell(self, case: Case, config: SystemConfig) -> Cell:
        poster = self._posters.get((case.pk, config.pk))
        run = self._runs.get((case.pk, config.pk, case.pdf_sha256, case.content_version))
        outdated = "" if poster is None else poster.why_outdated(case)
        of_whom = (case.pk, config.pk, config.system.slug, config.system.name, config.takes_uploads)
        if poster is not None and not outdated:
            return self._with_poster(of_whom, case, poster, run)
        changed = _last_change(run)
        if run is None or run.state == WorkState.DONE:
            return Cell(*of_whom, CellState.NONE, detail=outdated, changed_at=changed, earlier=poster)
        match run.state:
            case WorkState.RUNNING:
                return Cell(*of_whom, CellState.RUNNING, detail=self._how_long(run), changed_at=changed)
            case WorkState.FAILED:
                return Cell(*of_whom, CellState.FAILED, detail=run.error, changed_at=changed)
            case _:
                return Cell(*of_whom, CellState.WAITING, detail=run.error, changed_at=changed)

    def _with_poster(
        self, of_whom: tuple[int, int, str, str, bool], case: Case, poster: Poster, run: GenerationRun | None
    ) -> Cell:
        score, scoring = self._scores.get(poster.pk), self._scorings.get(poster.pk)
        if score is not None and (score.status == ScoreStatus.ERROR or score.is_outdated(case)):
            score = None
        if scoring is not None and scoring.content_version != case.content_version:
            scoring = None
        detail, overall = what_it_took(poster), None
        if score is not None:
            state = ScoreState.SCORED if score.overall is not None else ScoreState.INCOMPLETE
            overall = score.overall
            if overall is None:
                detail = "The evaluator could not give every dimension."
        elif scoring is None or scoring.state == WorkState.DONE:
            state = ScoreState.NONE
        elif scoring.state == WorkState.RUNNING:
            state, detail = ScoreState.RUNNING, self._how_long(scoring)
        elif scoring.state == WorkState.FAILED:
            state, detail = ScoreState.FAILED, scoring.error
        else:
            state = ScoreState.WAITING
        moments = [poster.created_at, _last_change(run), _last_change(scoring), score.created_at if score else None]
        changed = max(moment for moment in moments if moment is not None)
        return Cell(*of_whom, CellState.POSTER, poster, overall, state, detail, changed)

    def _how_long(self, run: Work) -> str:
        """How long this attempt goes on, and which it is where it is not the first."""
        seconds = 0.0 if run.started_at is None else (self._now - run.started_at).total_seconds()
        return f"{lasting(seconds)}, attempt {run.attempt}" if run.attempt > 1 else lasting(seconds)


def _last_change(run: Work | None) -> datetime | None:
    """When the row last went from one state to another: whatever queues it again also says when it was hinted at."""
    if run is None:
        return None
    moments = (run.requested_at, run.hinted_at, run.started_at, run.finished_at)
    return max(moment for moment in moments if moment is not None)


def what_it_took(poster: Poster) -> str:
    """What a poster took, in a few words: its price where it had one, else its time."""
    run = poster.made_in
    if run is None:
        return "uploaded"
    if run.cost_usd is not None:
        return money(run.cost_usd)
    return "" if run.seconds is None else lasting(run.seconds)

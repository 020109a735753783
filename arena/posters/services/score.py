"""Asking for scores: one run for each current poster that the evaluator has not scored."""

from dataclasses import dataclass

from django.db import models

from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.selectors import paper_lines
from arena.core import leases
from arena.core.errors import BadInput
from arena.core.leases import WorkState
from arena.core.workloop import OPEN
from arena.posters.models import PosterScore, ScoringRun
from arena.posters.selectors import last_scoring_states, scorable_posters
from arena.posters.services.evaluate import EVALUATORS
from scoring.words import ScoreStatus


@dataclass(frozen=True, slots=True)
class ScoringPlan:
    """What a request came to."""

    runs: tuple[int, ...]  # all open runs of these posters, new ones among them
    requested: int  # of these, how many are new
    present: int  # posters that have their score
    failed: int  # left as they are: their last run failed
    not_ready: tuple[str, ...]  # one line for each paper that has posters but was not read


def request_scoring(
    *, benchmark: Benchmark, evaluator: str, cases: list[str] | None = None, retry_failed: bool = False
) -> ScoringPlan:
    """Request a run for each current poster of the benchmark that has no score by this evaluator's present protocol.

    With `cases` only for the posters of these papers.
    A score from before a correction of the paper is asked for again.
    What failed before is asked for again only with `retry_failed`. Safe to call as often as one likes.
    """
    if evaluator not in EVALUATORS:
        raise BadInput(f"There is no evaluator {evaluator!r}. Known: {', '.join(EVALUATORS)}.")
    unread = {line.case.pk: line for line in paper_lines(benchmark) if not line.is_ready}
    current = scorable_posters(benchmark).select_related("case")
    posters = list(current if cases is None else current.filter(case__case_id__in=cases))
    usable = {poster.pk: poster.case for poster in posters if poster.case_id not in unread}
    blocked = [unread[case_id] for case_id in {poster.case_id for poster in posters} if case_id in unread]
    done: set[int] = set()
    failed: set[int] = set()

    def missing(open_runs: list[ScoringRun]) -> list[ScoringRun]:
        nonlocal done, failed
        done = _scored(usable, evaluator)
        failed = set() if retry_failed else _failed(usable, evaluator) - done
        taken = done | failed | {run.poster_id for run in open_runs}
        return [
            ScoringRun(poster_id=pk, evaluator=evaluator, content_version=case.content_version)
            for pk, case in usable.items()
            if pk not in taken
        ]

    runs, requested = leases.request_missing(_open_runs(usable, evaluator), missing)
    return ScoringPlan(
        runs=tuple(run.pk for run in runs),
        requested=requested,
        present=len(done),
        failed=len(failed),
        not_ready=tuple(f"{line.case.case_id}: {line.state}" for line in blocked),
    )


def _scored(posters: dict[int, Case], evaluator: str) -> set[int]:
    protocol = EVALUATORS[evaluator].protocol
    scores = PosterScore.objects.filter(poster__in=posters, evaluator=evaluator, protocol=protocol)
    usable = scores.exclude(status=ScoreStatus.ERROR).defer("findings")
    return {score.poster_id for score in usable if not score.is_outdated(posters[score.poster_id])}


def _failed(posters: dict[int, Case], evaluator: str) -> set[int]:
    """Posters whose last run failed."""
    states = last_scoring_states(posters, evaluator)
    return {poster for poster, state in states.items() if state == WorkState.FAILED}


def _open_runs(posters: dict[int, Case], evaluator: str) -> models.QuerySet[ScoringRun]:
    return ScoringRun.objects.filter(
        poster__in=posters,
        evaluator=evaluator,
        content_version=models.F("poster__case__content_version"),
        state__in=OPEN,
    ).order_by("pk")

"""Trying again what failed, and nothing else: one paper and system, or all of a benchmark."""

from dataclasses import dataclass

from arena.benchmarks.models import Benchmark
from arena.core import leases
from arena.core.workloop import OPEN
from arena.posters.cells import Cell, CellState
from arena.posters.matrix import matrix_of
from arena.posters.models import GenerationRun, ScoringRun


@dataclass(frozen=True, slots=True)
class RetryPlan:
    """How many runs were requested."""

    posters: int
    scores: int


def retry_failed(*, benchmark: Benchmark, evaluator: str, case_id: str = "", system: str = "") -> RetryPlan:
    """Request a new run for each poster or score whose last run failed; a named case or system narrows that down.

    Papers that are not ready are left out, and so is what is open already. Safe to call as often as one likes.
    """

    def failed(state: CellState) -> list[tuple[Cell, str, int]]:
        found = []
        for row in matrix_of(benchmark, evaluator=evaluator).rows:
            case = row.paper.case
            if row.paper.is_ready and case_id in ("", case.case_id):
                wanted = (cell for cell in row.cells if system in ("", cell.system))
                chosen = (cell for cell in wanted if cell.state is state and cell.can_be_retried)
                found += [(cell, case.pdf_sha256, case.content_version) for cell in chosen]
        return found

    # What failed is looked up only once the open runs are known: work that begins in between is never asked for twice.
    def lost_posters(_open: list[GenerationRun]) -> list[GenerationRun]:
        return [
            GenerationRun(case_id=cell.case, system_config_id=cell.config, pdf_sha256=sha256, content_version=version)
            for cell, sha256, version in failed(CellState.FAILED)
        ]

    def lost_scores(_open: list[ScoringRun]) -> list[ScoringRun]:
        return [
            ScoringRun(poster=cell.poster, evaluator=evaluator, content_version=version)
            for cell, _, version in failed(CellState.POSTER)
        ]

    making = GenerationRun.objects.filter(case__entries__benchmark=benchmark, state__in=OPEN)
    scoring = ScoringRun.objects.filter(poster__case__entries__benchmark=benchmark, evaluator=evaluator, state__in=OPEN)
    _, posters = leases.request_missing(making, lost_posters)
    _, scores = leases.request_missing(scoring, lost_scores)
    return RetryPlan(posters, scores)

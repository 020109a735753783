"""Posters and their scores, one paper after another: the first paper can be looked at long before the last is begun."""

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import ready_cases_of
from arena.core.workloop import OPEN
from arena.posters.models import GenerationRun, ScoringRun
from arena.posters.services.generate import request_generation
from arena.posters.services.score import request_scoring
from scoring.words import POSTERBENCH_OFFLINE


class PaperByPaper:
    """Asks for a few pieces of work at a time, always those of the first paper that still lacks any.

    Workers take what was asked for first, so everything at once would make all posters before it scored the first.
    """

    def __init__(self, benchmark: Benchmark, systems: list[str], at_once: int) -> None:
        self.benchmark = benchmark
        self.systems = systems
        self.at_once = at_once  # pieces open at a time: enough that no worker has to wait for the next look
        self._settled: set[str] = set()  # papers of which everything is done, or failed
        self._tried: set[str] = set()  # papers that were asked for before: what fails again is left

    def ask(self) -> bool:
        """Ask for what there is room for; False once all papers that are ready are settled."""
        waiting = [case.case_id for case in ready_cases_of(self.benchmark) if case.case_id not in self._settled]
        room = self.at_once - self._open()
        for case_id in waiting:
            if room <= 0:
                break
            room -= self._ask_for(case_id)
        return any(case_id not in self._settled for case_id in waiting)

    def _ask_for(self, case_id: str) -> int:
        """Ask for the paper's posters, then for the scores of those that are there; return how many are new."""
        # What failed in an earlier demonstration gets another chance, once.
        retry = case_id not in self._tried
        self._tried.add(case_id)
        made = request_generation(benchmark=self.benchmark, systems=self.systems, cases=[case_id], retry_failed=retry)
        scored = request_scoring(
            benchmark=self.benchmark, evaluator=POSTERBENCH_OFFLINE, cases=[case_id], retry_failed=retry
        )
        # No poster was being made any more when the scores were looked at, so none was overlooked.
        if not made.runs and not scored.runs:
            self._settled.add(case_id)
        return made.requested + scored.requested

    def _open(self) -> int:
        posters = GenerationRun.objects.filter(case__entries__benchmark=self.benchmark, state__in=OPEN)
        scores = ScoringRun.objects.filter(poster__case__entries__benchmark=self.benchmark, state__in=OPEN)
        return posters.count() + scores.count()

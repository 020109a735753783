"""How long the rest of a demonstration will take, from what its finished pieces took on this machine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, QuerySet

from arena.benchmarks.models import Benchmark, Ingest
from arena.core.leases import WorkState
from arena.desk.preparing import Part, Preparing
from arena.posters.models import GenerationRun, ScoringRun

PAPERS, POSTERS, SCORES = "papers read", "posters made", "posters scored"
REVIEWERS, REPORT = "reviewers simulated", "report built"
BY_WORKERS = (PAPERS, POSTERS, SCORES)  # done by several workers side by side
# Seconds of one piece before any was done here; measured on two cores with both of them busy.
USUAL = {PAPERS: 4.0, POSTERS: 5.0, SCORES: 10.0, REVIEWERS: 0.4, REPORT: 20.0}
USUAL_COUNTS_AS = 3  # pieces: so little is known of a machine from its first one


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that one piece of each part takes, with `workers` of them done side by side."""

    seconds: Mapping[str, float]
    workers: int

    def preparing(self, parts: Iterable[Part]) -> Preparing:
        """The parts with the share that is done and the time that is left."""
        listed = tuple(parts)
        left = sum((part.total - part.done) * self._cost(part) for part in listed)
        total = sum(part.total * self._cost(part) for part in listed)
        return Preparing(parts=listed, share=1 - left / total if total else 1.0, seconds_left=left)

    def _cost(self, part: Part) -> float:
        return self.seconds[part.label] / (self.workers if part.label in BY_WORKERS else 1)


def pace_of(benchmark: Benchmark, workers: int) -> Pace:
    """The pace of the benchmark's work so far; three queries."""
    in_benchmark = {"case__entries__benchmark": benchmark}
    measured = {
        PAPERS: _mean(Ingest.objects.filter(**in_benchmark), PAPERS),
        POSTERS: _mean(GenerationRun.objects.filter(**in_benchmark), POSTERS),
        SCORES: _mean(ScoringRun.objects.filter(poster__case__entries__benchmark=benchmark), SCORES),
    }
    return Pace(seconds={**USUAL, **measured}, workers=workers)


def _mean(rows: "QuerySet[Ingest] | QuerySet[GenerationRun] | QuerySet[ScoringRun]", label: str) -> float:
    """The mean time of the pieces done, mixed with the usual one as long as these are few."""
    took = ExpressionWrapper(F("finished_at") - F("started_at"), output_field=DurationField())
    done = rows.filter(state=WorkState.DONE, started_at__isnull=False).aggregate(count=Count("pk"), mean=Avg(took))
    count: int = done["count"]
    mean: timedelta = done["mean"] or timedelta()
    return (USUAL_COUNTS_AS * USUAL[label] + count * mean.total_seconds()) / (USUAL_COUNTS_AS + count)

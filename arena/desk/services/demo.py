"""The demonstration: the sample benchmark goes the whole way, from papers to a report of simulated reviewers.

Every step looks at the rows first: a demonstration that was stopped continues, and a finished one stays as it is.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.db.models import Q
from django.urls import reverse

from arena.benchmarks.models import Benchmark, Ingest
from arena.benchmarks.selectors import cases_of, ingest_progress
from arena.benchmarks.services.load import load_benchmark
from arena.core.commands import Progress
from arena.core.errors import NotReady
from arena.core.leases import WorkState
from arena.core.progress import Counts
from arena.desk.services.accounts import DemoSecrets, write_secrets
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import GenerationRun, ScoringRun
from arena.posters.selectors import generation_progress, scoring_progress
from arena.posters.services.generate import request_generation
from arena.posters.services.score import request_scoring
from arena.reports.models import Report
from arena.reports.services.build import request_report
from arena.studies.models import Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.invite import invitation_of, invite
from arena.studies.services.life import create_study, open_study
from arena.systems.services.sync import sync_systems
from scoring.words import POSTERBENCH_OFFLINE

BENCHMARK = "sample"
SYSTEMS = ("three-columns", "big-finding", "figure-first", "plain-column")
STUDY = "sample-study"
REVIEWERS = 12
STUDY_SEED = 1
SIMULATION_SEED = 4  # chosen for latent qualities that lie apart, so that there is something to see; nobody's opinion
POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class DemoLinks:
    """Where a newcomer goes next, below the site's address."""

    invitation: str
    results: str


Tick = Callable[[], None]  # looks after the processes while a step waits


def run_demo(*, kept: DemoSecrets, tick: Tick) -> DemoLinks:
    """Run every step that is still open; NotReady with the reasons when one cannot be done."""
    benchmark = _load()
    sync_systems(path=None)
    _make_posters(benchmark, tick)
    study = _open_study(benchmark)
    if study.state == Study.State.OPEN:  # an admin may have closed it since
        simulate_reviewers(study=study, count=REVIEWERS, seed=SIMULATION_SEED)
    _wait_for_report(study, tick)
    return DemoLinks(invitation=_invitation(study, kept), results=reverse("reports:study", args=[study.name]))


def _load() -> Benchmark:
    loaded = load_benchmark(source=BENCHMARK)
    # A newer release may bring a paper anew; a demonstration that was begun with the older one keeps it.
    if loaded.needs_pdf:
        raise NotReady("\n".join(("The sample benchmark is not whole:", *loaded.problems)))
    return Benchmark.objects.get(name=BENCHMARK)


def _make_posters(benchmark: Benchmark, tick: Tick) -> None:
    """Ingest, generation and scoring side by side: each poster is asked for as soon as its paper is ready."""
    systems = list(SYSTEMS)
    expected = cases_of(benchmark).count() * len(systems)
    papers, posters, scores = Stage("papers read"), Stage("posters made", expected), Stage("posters scored", expected)
    first = True  # what failed in an earlier demonstration gets another chance, once
    for _ in every(POLL_SECONDS, tick):
        request_generation(benchmark=benchmark, systems=systems, retry_failed=first)
        request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE, retry_failed=first)
        first = False
        read = papers.show(ingest_progress(benchmark))
        made = posters.show(generation_progress(benchmark, systems))
        scored = scores.show(scoring_progress(benchmark, POSTERBENCH_OFFLINE, systems))
        if scored.done == expected:
            return
        if read.finished and made.finished and scored.finished and (read.failed or made.failed or scored.failed):
            raise NotReady("\n".join(("Some of the work failed:", *_failures(benchmark))))


def _failures(benchmark: Benchmark) -> Iterator[str]:
    in_benchmark = Q(case__entries__benchmark=benchmark)
    for ingest in Ingest.objects.filter(in_benchmark, state=WorkState.FAILED).select_related("case"):
        yield f"{ingest.case}: {ingest.error}"
    for run in GenerationRun.objects.filter(in_benchmark, state=WorkState.FAILED).select_related("case"):
        yield f"{run}: {run.error}"
    for scoring in ScoringRun.objects.filter(poster__case__entries__benchmark=benchmark, state=WorkState.FAILED):
        yield f"{scoring}: {scoring.error}"


def _open_study(benchmark: Benchmark) -> Study:
    study = Study.objects.filter(name=STUDY).first()
    if study is None:
        study = create_study(
            name=STUDY,
            title="Sample study",
            benchmark=benchmark,
            systems=list(SYSTEMS),
            seed=STUDY_SEED,
            drop_incomplete=False,
        )
    if study.state == Study.State.DRAFT:
        study = freeze_study(study=study)
    if study.state == Study.State.FROZEN:
        study = open_study(study=study)
    return study


def _wait_for_report(study: Study, tick: Tick) -> None:
    """Until there is a report of the simulated reviewers; made when there is none."""
    pool = Report.Pool.SIMULATED
    report = study.reports.filter(pool=pool).exclude(state=WorkState.FAILED).first()
    if report is None:
        report = request_report(study=study, pool=pool, evaluator=POSTERBENCH_OFFLINE)
    stage = Stage("reports built")
    for _ in every(POLL_SECONDS, tick):
        report.refresh_from_db()
        done = report.state == WorkState.DONE
        stage.show(Counts(total=1, done=int(done), failed=0, running=0, waiting=0))
        if report.state == WorkState.FAILED:
            raise NotReady(f"The report could not be built: {report.error}")
        if done:
            return


def _invitation(study: Study, kept: DemoSecrets) -> str:
    """The link for whoever tries the demonstration; links are stored hashed, so it is kept beside the passwords."""
    if invitation_of(kept.invitation) is None:  # none yet, or revoked since
        (issued,) = invite(study=study, count=1)
        kept = write_secrets(replace(kept, invitation=issued.url.rpartition("/")[2]))
    return reverse("studies:invitation", args=[kept.invitation])


class Stage:
    """One line of progress that appears once there is something to count."""

    def __init__(self, label: str, total: int | None = None) -> None:
        self.label = label
        self.total = total  # where more is expected than has been asked for yet
        self._progress: Progress | None = None

    def show(self, counts: Counts) -> Counts:
        total = self.total or counts.total
        if self._progress is None and counts.done:
            self._progress = Progress(self.label, total)
        if self._progress is not None:
            self._progress.step_to(counts.done)
            if counts.done == total:
                self._progress.close()
        return counts


def every(seconds: float, tick: Tick) -> Iterator[None]:
    while True:
        tick()
        yield
        time.sleep(seconds)

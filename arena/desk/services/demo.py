"""The demonstration: the sample benchmark goes the whole way, from papers to a report of simulated reviewers.

Every step looks at the rows first: a demonstration that was stopped continues, and a finished one stays as it is.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from arena.benchmarks.models import Benchmark, Ingest
from arena.benchmarks.selectors import cases_of, ingest_progress
from arena.benchmarks.services.load import load_benchmark
from arena.core.errors import NotReady
from arena.core.leases import WorkState
from arena.core.workloop import OPEN
from arena.desk.preparing import Part, Preparing
from arena.desk.selectors import newest
from arena.desk.services import pace
from arena.desk.services.accounts import DemoSecrets, write_secrets
from arena.desk.services.paper_by_paper import PaperByPaper
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import GenerationRun, IdentityScan, ScoringRun
from arena.posters.selectors import generation_progress, scorable_posters, scoring_progress
from arena.posters.services.identity import request_scans
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
POLL_SECONDS = 1.0  # looking costs time that the workers could use


@dataclass(frozen=True, slots=True)
class DemoLinks:
    """Where a newcomer goes next, below the site's address."""

    invitation: str
    results: str


Tick = Callable[[], None]  # looks after the processes while a step waits
Show = Callable[[Preparing], None]  # tells people how far it is


def study_name(papers: int | None) -> str:
    """A demonstration of a few papers has a study of its own beside the one of all."""
    return STUDY if papers is None else f"{STUDY}-{papers}"


def run_demo(*, kept: DemoSecrets, papers: int | None, workers: int, tick: Tick, show: Show) -> DemoLinks:
    """Run every step that is still open; NotReady with the reasons when one cannot be done.

    With `papers` only so many of the sample, from its beginning.
    """
    demo = _Demo(_load(papers), study_name(papers), workers, tick, show)
    sync_systems(path=None)
    demo.make_posters()
    demo.look_at_posters()
    study = demo.open_study()
    demo.simulate(study)
    demo.wait_for_report(study)
    return DemoLinks(invitation=_invitation(study, kept), results=reverse("reports:study", args=[study.name]))


def _load(papers: int | None) -> Benchmark:
    loaded = load_benchmark(source=BENCHMARK, first=papers)
    # A newer release may bring a paper anew; a demonstration that was begun with the older one keeps it.
    if loaded.needs_pdf:
        raise NotReady("\n".join(("The sample benchmark is not whole:", *loaded.problems)))
    return loaded.benchmark


class _Demo:
    """The steps over one benchmark, each of which says how far the whole is."""

    def __init__(self, benchmark: Benchmark, name: str, workers: int, tick: Tick, show: Show) -> None:
        self.benchmark, self.name, self.workers = benchmark, name, workers
        self._tick, self._show = tick, show
        papers = cases_of(benchmark).count()
        self.posters = papers * len(SYSTEMS)
        self._totals = {
            pace.PAPERS: papers,
            pace.POSTERS: self.posters,
            pace.SCORES: self.posters,
            pace.REVIEWERS: REVIEWERS,
            pace.REPORT: 1,
        }
        self._done = dict.fromkeys(self._totals, 0)

    def say(self, done: Mapping[str, int]) -> None:
        """Show how far everything is, now that so many pieces of these parts are done."""
        self._tick()
        self._done.update(done)
        parts = [Part(label, self._done[label], total) for label, total in self._totals.items()]
        self._show(pace.pace_of(self.benchmark, self.workers).preparing(parts))

    def make_posters(self) -> None:
        """Read the papers, and make and score their posters, paper by paper."""
        # One more for each worker than it can do, so that none has to wait for the next look.
        work = PaperByPaper(self.benchmark, list(SYSTEMS), at_once=2 * self.workers)
        while True:
            # Looked at first: a paper that is read after this is asked for in the next round, never overlooked.
            read = ingest_progress(self.benchmark)
            asking = work.ask()
            made = generation_progress(self.benchmark, list(SYSTEMS))
            scored = scoring_progress(self.benchmark, POSTERBENCH_OFFLINE, list(SYSTEMS))
            self.say({pace.PAPERS: read.done, pace.POSTERS: made.done, pace.SCORES: scored.done})
            if scored.done == self.posters:
                return
            if read.finished and not asking:
                reasons = list(_failures(self.benchmark))
                if reasons:
                    raise NotReady("\n".join(("Some of the work failed:", *reasons)))
                # Nothing failed and yet something is missing: somebody corrected a paper that had been settled.
                work = PaperByPaper(self.benchmark, list(SYSTEMS), at_once=2 * self.workers)
            time.sleep(POLL_SECONDS)

    def look_at_posters(self) -> None:
        """Until every poster was looked at for words that say who made it; most were, once they were scored."""
        posters = scorable_posters(self.benchmark)
        request_scans(posters=posters)
        while IdentityScan.objects.filter(poster__in=posters.values("pk"), state__in=OPEN).exists():
            self.say({})
            time.sleep(POLL_SECONDS)

    def open_study(self) -> Study:
        study = Study.objects.filter(name=self.name).first()
        if study is None:
            study = create_study(
                name=self.name,
                title="Sample study" if self.name == STUDY else f"Sample study of {self._totals[pace.PAPERS]}",
                benchmark=self.benchmark,
                systems=list(SYSTEMS),
                seed=STUDY_SEED,
                drop_incomplete=False,
            )
        if study.state == Study.State.DRAFT:
            study = freeze_study(study=study)
        if study.state == Study.State.FROZEN:
            study = open_study(study=study)
        return study

    def simulate(self, study: Study) -> None:
        if study.state != Study.State.OPEN:  # an admin may have closed it since
            return
        simulate_reviewers(
            study=study,
            count=REVIEWERS,
            seed=SIMULATION_SEED,
            on_progress=lambda done: self.say({pace.REVIEWERS: done}),
        )

    def wait_for_report(self, study: Study) -> None:
        """Until there is a report of the simulated reviewers; made when there is none."""
        pool = Report.Pool.SIMULATED
        report = study.reports.filter(pool=pool).exclude(state=WorkState.FAILED).first()
        if report is None:
            report = request_report(study=study, pool=pool, evaluator=POSTERBENCH_OFFLINE)
        while True:
            report.refresh_from_db()
            done = report.state == WorkState.DONE
            self.say({pace.REVIEWERS: REVIEWERS, pace.REPORT: int(done)})
            if report.state == WorkState.FAILED:
                raise NotReady(f"The report could not be built: {report.error}")
            if done:
                return
            time.sleep(POLL_SECONDS)


def _failures(benchmark: Benchmark) -> Iterator[str]:
    """A line for each piece of work whose last attempt failed."""
    in_benchmark = Q(case__entries__benchmark=benchmark, state=WorkState.FAILED)
    for ingest in newest(Ingest, ("case",)).filter(in_benchmark).select_related("case"):
        yield f"{ingest.case}: {ingest.error}"
    for run in newest(GenerationRun, ("case", "system_config")).filter(in_benchmark).select_related("case"):
        yield f"{run}: {run.error}"
    scoring_runs = newest(ScoringRun, ("poster", "evaluator")).filter(
        poster__case__entries__benchmark=benchmark, poster__is_current=True, state=WorkState.FAILED
    )
    for scoring in scoring_runs:
        yield f"{scoring}: {scoring.error}"


def _invitation(study: Study, kept: DemoSecrets) -> str:
    """The link for whoever tries the demonstration; links are stored hashed, so it is kept beside the passwords."""
    token = kept.invitations.get(study.name, "")
    if invitation_of(token) is None:  # none yet, or revoked since
        # Written before it counts: whatever stops this in between, there is never a second reviewer for one person.
        with transaction.atomic():
            (issued,) = invite(study=study, count=1)
            token = issued.url.rpartition("/")[2]
            write_secrets(replace(kept, invitations={**kept.invitations, study.name: token}))
    return reverse("studies:invitation", args=[token])

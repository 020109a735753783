"""A demonstration asks for its work paper by paper, a few pieces at a time, and is never done too early."""

import pytest

from arena.benchmarks.models import Benchmark, Ingest
from arena.core.leases import WorkState
from arena.desk.services.paper_by_paper import PaperByPaper
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from arena.posters.services.evaluate import EVALUATORS
from scoring.words import POSTERBENCH_OFFLINE, ScoreStatus
from tests.factories.posters import make_benchmark, make_config, make_poster

pytestmark = pytest.mark.django_db

SYSTEMS = ["alder", "birch"]


@pytest.fixture
def benchmark() -> Benchmark:
    for slug in SYSTEMS:
        make_config(slug)
    return make_benchmark(cases=3)


def do_one() -> str:
    """What a worker does: the piece that was asked for first. Says what it was."""
    waiting = [*GenerationRun.objects.filter(state="requested"), *ScoringRun.objects.filter(state="requested")]
    run = min(waiting, key=lambda row: row.requested_at)
    type(run).objects.filter(pk=run.pk).update(state=WorkState.DONE)
    if isinstance(run, GenerationRun):
        make_poster(run.case, run.system_config)
        return f"make {run.case}"
    PosterScore.objects.create(
        poster=run.poster,
        evaluator=run.evaluator,
        protocol=EVALUATORS[run.evaluator].protocol,
        status=ScoreStatus.SCORED,
    )
    return f"score {run.poster.case}"


def fail_all_waiting() -> int:
    return GenerationRun.objects.filter(state="requested").update(state=WorkState.FAILED, error="No luck.")


def test_the_first_paper_is_finished_while_others_have_not_begun(benchmark: Benchmark) -> None:
    work, done = PaperByPaper(benchmark, SYSTEMS, at_once=2), []
    while work.ask():
        done.append(do_one())
    assert sorted(done[:4]) == ["make bench-1", "make bench-1", "score bench-1", "score bench-1"]
    assert len(done) == 12
    assert Poster.objects.count() == PosterScore.objects.count() == 6


def test_it_never_asks_for_much_more_than_there_are_hands(benchmark: Benchmark) -> None:
    work = PaperByPaper(benchmark, SYSTEMS, at_once=2)
    while work.ask():
        waiting = GenerationRun.objects.filter(state="requested").count()
        waiting += ScoringRun.objects.filter(state="requested").count()
        assert 1 <= waiting <= 4
        do_one()


def test_asking_while_nothing_changes_asks_for_nothing_new(benchmark: Benchmark) -> None:
    work = PaperByPaper(benchmark, SYSTEMS, at_once=2)
    for _ in range(3):
        assert work.ask()
    assert GenerationRun.objects.count() == 2


def test_a_paper_that_is_read_later_is_not_forgotten(benchmark: Benchmark) -> None:
    late = benchmark.entries.get(position=1).case
    Ingest.objects.filter(case=late).update(state=WorkState.RUNNING)
    work, done = PaperByPaper(benchmark, SYSTEMS, at_once=2), []
    while work.ask():
        done.append(do_one())
    assert not [line for line in done if line.endswith(late.case_id)]
    Ingest.objects.filter(case=late).update(state=WorkState.DONE)
    while work.ask():
        done.append(do_one())
    assert len(done) == 12


def test_what_failed_before_gets_one_more_chance_and_not_a_third(benchmark: Benchmark) -> None:
    work = PaperByPaper(benchmark, SYSTEMS, at_once=2)
    while work.ask():
        assert fail_all_waiting()
    assert GenerationRun.objects.count() == 6
    again = PaperByPaper(benchmark, SYSTEMS, at_once=2)
    while again.ask():
        assert fail_all_waiting()
    assert GenerationRun.objects.count() == 12


def test_scores_of_other_systems_are_no_matter(benchmark: Benchmark) -> None:
    """A poster that somebody uploaded is scored along the way and stops nothing."""
    case = benchmark.entries.get(position=1).case
    make_poster(case, make_config("cedar"))
    work = PaperByPaper(benchmark, SYSTEMS, at_once=2)
    while work.ask():
        do_one()
    assert PosterScore.objects.filter(evaluator=POSTERBENCH_OFFLINE).count() == 7

"""What a correction of a paper means for what was made from it before."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.services.corrections import Facts, correct_facts, undo_correction
from arena.core import leases
from arena.core.errors import NotReady
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from arena.posters.selectors import generation_progress, scoring_progress
from arena.posters.services import evaluate
from arena.posters.services.evaluate import Evaluator, score_poster
from arena.posters.services.generate import request_generation
from arena.posters.services.make import make_poster as do_run
from arena.posters.services.score import request_scoring
from arena.posters.services.store import StoredPoster, add_revision
from arena.studies.models import StudyPoster
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import create_study
from arena.systems.models import SystemConfig
from scoring.records import Evaluation, PaperText
from scoring.words import POSTERBENCH_OFFLINE, Dimension, ScoreStatus
from tests.factories.posters import make_benchmark, make_config, make_poster

pytestmark = pytest.mark.django_db


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=1)


@pytest.fixture
def config() -> SystemConfig:
    return make_config("alder")


def correct(by: User, title: str = "Mended") -> Case:
    case = Case.objects.get()
    facts = Facts(title, tuple(case.authors), case.abstract, case.discipline)
    correct_facts(case=case, by=by, seen=case.content_version, facts=facts)
    case.refresh_from_db()
    return case


def test_a_generated_poster_from_before_is_asked_for_again(
    benchmark: Benchmark, config: SystemConfig, ada: User
) -> None:
    poster = make_poster(Case.objects.get(), config)
    assert request_generation(benchmark=benchmark).present == 1
    case = correct(ada)

    assert poster.why_outdated(case) == "made before a correction"
    assert generation_progress(benchmark).done == 0
    plan = request_generation(benchmark=benchmark)

    assert (plan.present, plan.requested) == (0, 1)
    assert GenerationRun.objects.get().content_version == 1
    assert request_generation(benchmark=benchmark).requested == 0


def test_an_undone_correction_outdates_too(benchmark: Benchmark, config: SystemConfig, ada: User) -> None:
    case = correct(ada)
    make_poster(case, config, content_version=1)
    assert request_generation(benchmark=benchmark).present == 1

    undo_correction(correction=case.corrections.get(), by=ada, seen=1)

    assert request_generation(benchmark=benchmark).requested == 1


def test_an_uploaded_poster_stays(benchmark: Benchmark, ada: User) -> None:
    poster = make_poster(Case.objects.get(), make_config("cedar", backend="upload"), origin=Poster.Origin.UPLOADED)
    assert poster.why_outdated(correct(ada)) == ""
    poster.refresh_from_db()
    assert poster.outdated == ""


def test_a_run_asked_for_before_does_not_pass_for_one_after(
    benchmark: Benchmark, config: SystemConfig, ada: User
) -> None:
    request_generation(benchmark=benchmark)
    before = GenerationRun.objects.get()
    correct(ada)

    plan = request_generation(benchmark=benchmark)
    assert plan.requested == 1, "the open run is of the paper as it was"
    do_run(leases.claim(GenerationRun, before.pk))

    before.refresh_from_db()
    assert (before.state, Poster.objects.count()) == (WorkState.FAILED, 0)
    assert "was corrected since" in before.error
    assert request_generation(benchmark=benchmark).failed == 0, "an old run's failure says nothing of the paper now"


def test_a_late_poster_of_the_old_content_does_not_replace_a_newer_one(
    benchmark: Benchmark, config: SystemConfig
) -> None:
    case = Case.objects.get()
    current = make_poster(case, config, content_version=1)
    stored = StoredPoster("0" * 64, "html", *["0" * 64] * 5, 8, 6, [])

    late = add_revision(
        case=case,
        config=config,
        origin=Poster.Origin.GENERATED,
        pdf_sha256=case.pdf_sha256,
        content_version=0,
        stored=stored,
    )

    assert (late.revision, late.is_current) == (2, False)
    current.refresh_from_db()
    assert current.is_current


class Judge:
    def __init__(self) -> None:
        self.titles: list[str] = []

    def __call__(self, _master: bytes, paper: PaperText) -> Evaluation:
        self.titles.append(paper.title)
        sevens: dict[Dimension, float | None] = dict.fromkeys(Dimension, 7.0)
        return Evaluation(POSTERBENCH_OFFLINE, "p1", ScoreStatus.SCORED, sevens, 70.0, 100.0, 70.0)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    judge = Judge()
    monkeypatch.setitem(evaluate.EVALUATORS, POSTERBENCH_OFFLINE, Evaluator("p1", judge))
    return judge


def score_all(benchmark: Benchmark) -> int:
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    for pk in plan.runs:
        score_poster(leases.claim(ScoringRun, pk))
    return plan.requested


@pytest.fixture
def uploaded(benchmark: Benchmark) -> Poster:
    return make_poster(Case.objects.get(), make_config("cedar", backend="upload"), origin=Poster.Origin.UPLOADED)


def test_a_score_against_the_old_content_is_asked_for_again(
    benchmark: Benchmark, uploaded: Poster, judge: Judge, ada: User
) -> None:
    assert score_all(benchmark) == 1
    case = correct(ada)
    assert PosterScore.objects.get().is_outdated(case)
    assert scoring_progress(benchmark, POSTERBENCH_OFFLINE).done == 0

    assert score_all(benchmark) == 1

    assert judge.titles == ["On bench-1", "Mended"]
    assert PosterScore.objects.get().content_version == 1
    assert score_all(benchmark) == 0


def test_the_scores_of_a_file_are_kept(benchmark: Benchmark, uploaded: Poster, judge: Judge, ada: User) -> None:
    score_all(benchmark)
    correct(ada)
    PosterScore.objects.update(imported=True)
    assert score_all(benchmark) == 0


def test_freezing_does_not_make_an_old_score_good_again(
    benchmark: Benchmark, uploaded: Poster, judge: Judge, ada: User
) -> None:
    """A frozen paper is not corrected any more, so a score that lags behind did so when it was frozen."""
    score_all(benchmark)
    correct(ada)
    Case.objects.update(frozen_at=timezone.now())
    assert score_all(benchmark) == 1
    assert score_all(benchmark) == 0


def test_a_scoring_asked_for_before_gives_no_score_after(
    benchmark: Benchmark, uploaded: Poster, judge: Judge, ada: User
) -> None:
    request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    before = ScoringRun.objects.get()
    correct(ada)

    assert request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE).requested == 1
    score_poster(leases.claim(ScoringRun, before.pk))

    before.refresh_from_db()
    assert (before.state, judge.titles) == (WorkState.FAILED, [])
    assert request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE).failed == 0


def test_a_late_score_of_the_old_content_does_not_replace_a_newer_one(
    benchmark: Benchmark, uploaded: Poster, judge: Judge, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    slow = leases.claim(ScoringRun, ScoringRun.objects.get().pk)

    def overtaken(master: bytes, paper: PaperText) -> Evaluation:
        monkeypatch.setitem(evaluate.EVALUATORS, POSTERBENCH_OFFLINE, Evaluator("p1", judge))
        correct(ada)
        assert score_all(benchmark) == 1
        return judge(master, paper)

    monkeypatch.setitem(evaluate.EVALUATORS, POSTERBENCH_OFFLINE, Evaluator("p1", overtaken))
    score_poster(slow)

    assert PosterScore.objects.get().content_version == 1
    assert score_all(benchmark) == 0


def test_a_study_is_not_frozen_with_posters_from_before(benchmark: Benchmark, ada: User) -> None:
    case = Case.objects.get()
    alder, birch = make_config("alder"), make_config("birch", backend="upload")
    old = make_poster(case, alder)
    make_poster(case, birch, origin=Poster.Origin.UPLOADED)
    correct(ada)
    study = create_study(name="forest", benchmark=benchmark, systems=["alder", "birch"], seed=1, drop_incomplete=False)

    with pytest.raises(NotReady, match="bench-1, alder: poster made before a correction"):
        freeze_study(study=study)

    Poster.objects.filter(pk=old.pk).update(content_version=1)
    freeze_study(study=study)
    assert StudyPoster.objects.count() == 2

"""Scores: one for each poster, evaluator and protocol, made here or taken over from a file."""

from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from arena.benchmarks.models import Benchmark
from arena.core import leases
from arena.core.errors import BadInput
from arena.posters.models import ImportedScore, Poster, PosterScore, ScoringRun
from arena.posters.selectors import scores_of, scoring_progress
from arena.posters.services import evaluate, score
from arena.posters.services.evaluate import Evaluator, score_poster
from arena.posters.services.import_scores import import_scores
from arena.posters.services.score import request_scoring
from arena.systems.models import SystemConfig
from scoring.posterbench.errors import UnreadablePoster
from scoring.posterbench.protocol import PROTOCOL
from scoring.records import Evaluation, Finding, FractionBox, PaperText
from scoring.words import POSTERBENCH_OFFLINE, Dimension, ScoreStatus
from tests.factories.posters import make_benchmark, make_config, make_poster

pytestmark = pytest.mark.django_db


@pytest.fixture
def benchmark() -> Benchmark:
    """Two papers with one poster each, and an old revision that nobody scores."""
    benchmark, config = make_benchmark(cases=2), make_config("alder")
    for entry in benchmark.entries.select_related("case"):
        make_poster(entry.case, config, revision=1, is_current=False)
        make_poster(entry.case, config, revision=2)
    return benchmark


class Judge:
    """Gives every poster 7 in all dimensions; remembers what it was told of the paper."""

    def __init__(self) -> None:
        self.papers: list[PaperText] = []
        self.error: Exception | None = None

    def __call__(self, _master: bytes, paper: PaperText) -> Evaluation:
        self.papers.append(paper)
        if self.error:
            raise self.error
        finding = Finding("small", Dimension.READABILITY, "minor", "Too small.", FractionBox(0.1, 0.2, 0.3, 0.4))
        sevens: dict[Dimension, float | None] = dict.fromkeys(Dimension, 7.0)
        return Evaluation(POSTERBENCH_OFFLINE, "p1", ScoreStatus.SCORED, sevens, 70.0, 60.0, 60.0, (finding,))


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    judge = Judge()
    monkeypatch.setitem(evaluate.EVALUATORS, POSTERBENCH_OFFLINE, Evaluator("p1", judge))
    return judge


def score_all(benchmark: Benchmark) -> None:
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    for pk in plan.runs:
        score_poster(leases.claim(ScoringRun, pk))


def test_every_current_poster_gets_its_score_once(benchmark: Benchmark, judge: Judge) -> None:
    score_all(benchmark)

    score = PosterScore.objects.first()
    assert PosterScore.objects.count() == 2
    assert (score.status, score.overall, score.rubric, score.ceiling, score.layout) == ("scored", 60, 70, 60, 7)
    assert (score.protocol, score.imported) == ("p1", False)
    assert score.findings[0]["box"] == {"x0": 0.1, "y0": 0.2, "x1": 0.3, "y1": 0.4}
    assert judge.papers[0] == PaperText(
        "A paper. We measure 42 things.", "On bench-1", "An abstract.", ("Introduction",), figures=1
    )
    assert scoring_progress(benchmark, POSTERBENCH_OFFLINE).complete
    again = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    assert (again.requested, again.present) == (0, 2)


def test_a_run_that_ends_while_somebody_asks_again_is_not_asked_for_twice(
    benchmark: Benchmark, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    look = score._scored

    def ends_after_the_look(posters: list[int], evaluator: str) -> set[int]:
        seen = look(posters, evaluator)
        for pk in plan.runs:
            score_poster(leases.claim(ScoringRun, pk))
        return seen

    monkeypatch.setattr(score, "_scored", ends_after_the_look)

    assert request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE).requested == 0
    assert ScoringRun.objects.count() == PosterScore.objects.count() == 2


def test_a_new_protocol_scores_again_beside_the_old_score(
    benchmark: Benchmark, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_all(benchmark)
    newer = Evaluator("p2", lambda *_: Evaluation(POSTERBENCH_OFFLINE, "p2", ScoreStatus.SCORED, {}, 5.0, 100.0, 5.0))
    monkeypatch.setitem(evaluate.EVALUATORS, POSTERBENCH_OFFLINE, newer)

    score_all(benchmark)

    newest = scores_of(Poster.objects.filter(is_current=True).first(), POSTERBENCH_OFFLINE)
    assert [score.protocol for score in newest] == ["p2", "p1"]


def test_an_evaluator_that_cannot_leaves_no_number(benchmark: Benchmark, judge: Judge) -> None:
    judge.error = UnreadablePoster("the picture cannot be decoded")
    score_all(benchmark)

    assert set(PosterScore.objects.values_list("status", "overall")) == {("error", None)}
    assert set(ScoringRun.objects.values_list("state", "error")) == {("failed", "the picture cannot be decoded")}
    assert scoring_progress(benchmark, POSTERBENCH_OFFLINE).failed == 2
    assert request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE).requested == 0

    judge.error = None
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE, retry_failed=True)
    assert plan.requested == 2
    score_poster(leases.claim(ScoringRun, plan.runs[0]))
    assert PosterScore.objects.filter(status="scored").count() == 1, "the score replaces the error"


def test_an_unknown_evaluator_names_the_known_one(benchmark: Benchmark) -> None:
    with pytest.raises(BadInput, match="Known: posterbench-offline"):
        request_scoring(benchmark=benchmark, evaluator="gut-feeling")


def test_the_command_scores_by_the_real_evaluator(benchmark: Benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    Poster.objects.filter(case__case_id="bench-2").update(is_current=False)

    call_command("score", benchmark="bench")

    assert capsys.readouterr().out == "bench: 1 poster scored by posterbench-offline, 0 before.\n"
    score = PosterScore.objects.get()
    assert score.protocol == PROTOCOL
    assert score.overall is not None, "an empty poster has a score, and a low one"
    assert score.overall <= 40, "AutoDesign, section 5.1: an empty poster is capped at 40"


HEAD = "case_id,system,evaluator,status,overall,rubric,ceiling,layout,protocol\n"


def write(tmp_path: Path, *rows: str, name: str = "scores.csv") -> Path:
    path = tmp_path / name
    path.write_text(HEAD + "\n".join(rows) + "\n")
    return path


def test_scores_from_a_file_go_to_their_posters_or_stand_alone(benchmark: Benchmark, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "bench-1,alder,posterbench,scored,71.5,71.5,100,8.25,pb-3",
        "bench-1,oak,posterbench,scored,50,50,100,5,pb-3",
        "bench-2,alder,posterbench,missing,,,,,",
    )

    result = import_scores(path=path)

    assert (result.on_posters, result.without_poster) == (1, 2)
    score = PosterScore.objects.get()
    assert (score.poster.case.case_id, score.overall, score.layout, score.imported) == ("bench-1", 71.5, 8.25, True)
    assert score.coverage is None, "an empty cell is no value, never 0"
    assert set(ImportedScore.objects.values_list("case_id_text", "system_slug", "status", "overall")) == {
        ("bench-1", "oak", "scored", 50),
        ("bench-2", "alder", "missing", None),
    }


def test_importing_twice_changes_nothing_and_a_newer_file_replaces(benchmark: Benchmark, tmp_path: Path) -> None:
    rows = ["bench-1,alder,posterbench,scored,71.5,,,,pb-3", "bench-1,oak,posterbench,scored,50,,,,pb-3"]
    import_scores(path=write(tmp_path, *rows))
    import_scores(path=write(tmp_path, *rows))
    assert (PosterScore.objects.count(), ImportedScore.objects.count()) == (1, 1)

    import_scores(path=write(tmp_path, *(row.replace(",scored,", ",reaggregated,") for row in rows)))
    assert PosterScore.objects.get().status == ImportedScore.objects.get().status == "reaggregated"


def test_a_file_never_overwrites_a_score_made_here(benchmark: Benchmark, judge: Judge, tmp_path: Path) -> None:
    score_all(benchmark)
    same = write(tmp_path, f"bench-1,alder,{POSTERBENCH_OFFLINE},scored,60,,,,p1")
    assert import_scores(path=same).on_posters == 1

    other = write(tmp_path, f"bench-1,alder,{POSTERBENCH_OFFLINE},scored,99,,,,p1", "x,y,z,scored,1,,,,")
    with pytest.raises(BadInput, match=r"the same protocol gave 60\.0 here, the file says 99\.0"):
        import_scores(path=other)
    assert not ImportedScore.objects.exists(), "refused whole"
    assert set(PosterScore.objects.values_list("overall", flat=True)) == {60}


def test_one_poster_named_in_two_ways_is_refused_and_so_is_what_no_column_holds(
    benchmark: Benchmark, tmp_path: Path
) -> None:
    twice = write(tmp_path, "bench-1,alder,e,scored,40,,,,p", "bench-1,alder@1,e,scored,60,,,,p")
    with pytest.raises(BadInput, match="line 3: alder@1 is the same poster of bench-1 as alder on line 2"):
        import_scores(path=twice)

    long = write(tmp_path, "bench-1,alder,e,scored,40,,,,p", f"bench-2,alder,{'e' * 61},scored,60,,,,p")
    with pytest.raises(BadInput, match="line 3: evaluator is longer than 60 characters"):
        import_scores(path=long)
    assert not PosterScore.objects.exists()
    assert not ImportedScore.objects.exists()


def test_the_queries_of_an_import_do_not_grow_with_its_rows(
    tmp_path: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Half of the rows go to posters. A batch of SQLite holds 49 rows of 20 values: 999 in one statement."""
    many, config = make_benchmark(cases=25), make_config("alder")
    for entry in many.entries.select_related("case"):
        make_poster(entry.case, config)

    def rows(count: int) -> list[str]:
        systems = [("alder", "oak")[number % 2] for number in range(count)]
        return [f"bench-{number // 2 + 1},{system},e,scored,50,,,,p" for number, system in enumerate(systems)]

    five, fifty = write(tmp_path, *rows(5), name="five.csv"), write(tmp_path, *rows(50), name="fifty.csv")
    with django_assert_max_num_queries(10) as few:
        import_scores(path=five)
    with django_assert_max_num_queries(len(few)):
        result = import_scores(path=fifty)

    assert (result.on_posters, result.without_poster) == (25, 25)
    assert (PosterScore.objects.count(), ImportedScore.objects.count()) == (25, 25)


def test_an_earlier_version_of_a_system_is_meant_by_its_number(benchmark: Benchmark, tmp_path: Path) -> None:
    old = SystemConfig.objects.get()
    SystemConfig.objects.update(superseded_at=old.created_at)
    new = make_config("alder", max_figures=1)
    case = benchmark.entries.first().case
    make_poster(case, new)

    import_scores(path=write(tmp_path, "bench-1,alder@1,e,scored,40,,,,p", "bench-1,alder,e,scored,60,,,,p"))

    scores = PosterScore.objects.values_list("poster__system_config__version", "overall")
    assert set(scores) == {(1, 40), (2, 60)}


def test_a_faulty_file_is_refused_with_every_line(benchmark: Benchmark, tmp_path: Path) -> None:
    path = write(tmp_path, "bench-1,alder,e,great,71,,,,", "=x,alder,e,scored,171,,,,")

    with pytest.raises(BadInput) as refused:
        import_scores(path=path)

    lines = str(refused.value).splitlines()
    assert any(line.startswith("line 2: status is 'great'") for line in lines)
    assert sum(line.startswith("line 3: ") for line in lines) == 2
    with pytest.raises(BadInput, match="cannot be read"):
        import_scores(path=tmp_path / "absent.csv")


def test_the_published_scores_are_taken_without_their_posters(shared: Path) -> None:
    result = import_scores(path=shared / "data" / "published_study" / "scores.csv")

    assert (result.on_posters, result.without_poster) == (0, 400)
    assert ImportedScore.objects.count() == 400

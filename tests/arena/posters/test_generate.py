"""Asking for posters and making them: one current poster for each paper and system, whatever happens on the way."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction

from arena.benchmarks.models import Benchmark
from arena.core import leases
from arena.core.errors import BadInput
from arena.core.files import read_stored
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, Poster
from arena.posters.selectors import generation_progress
from arena.posters.services import generate, make
from arena.posters.services.generate import request_generation
from arena.posters.services.make import make_poster
from arena.systems.models import SystemConfig
from generation.errors import BackendError
from generation.records import (
    ArtifactKind,
    Cost,
    CostBasis,
    Diagnosis,
    GenerationRequest,
    GenerationResult,
    TrajectoryStep,
)
from tests.factories.posters import add_case, make_benchmark, make_case, make_config, png
from tests.factories.posters import make_poster as poster_row

pytestmark = pytest.mark.django_db


class PaintedBackend:
    """Delivers a plain picture, or raises what it is told to; remembers what it was asked."""

    def __init__(self, error: BackendError | None = None, artifact: bytes | None = None) -> None:
        self.error, self.artifact, self.requests = error, artifact or png(), []
        self.assets: list[str] = []

    def generate(self, request: GenerationRequest) -> GenerationResult:
        self.requests.append(request)
        self.assets = [path.name for path in request.assets.iterdir()]
        assert list(request.workspace.iterdir()) == []
        if self.error is not None:
            raise self.error
        target = request.workspace / "poster.png"
        target.write_bytes(self.artifact)
        cost = Cost(CostBasis.REPORTED, usd=0.125)
        return GenerationResult(target, ArtifactKind.PNG, cost, (TrajectoryStep("paint", 0.1),), "user nobody")

    def doctor(self) -> Diagnosis:
        return Diagnosis("painted", ok=True, message="")


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> PaintedBackend:
    painted = PaintedBackend()
    monkeypatch.setattr(make.registry, "create", lambda _backend, _params: painted)
    return painted


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=2)


@pytest.fixture
def config() -> SystemConfig:
    return make_config("alder")


def run_all() -> None:
    for pk in GenerationRun.objects.filter(state=WorkState.REQUESTED).values_list("pk", flat=True):
        make_poster(leases.claim(GenerationRun, pk))


def test_each_ready_paper_and_current_system_gets_one_run(benchmark: Benchmark, config: SystemConfig) -> None:
    make_config("birch")
    make_config("cedar", backend="upload")
    add_case(benchmark, make_case("bench-3", problem="no PDF yet"))

    plan = request_generation(benchmark=benchmark)

    assert (plan.requested, plan.present, len(plan.runs)) == (4, 0, 4)
    assert plan.not_ready == ("bench-3: no PDF (no PDF yet)",)
    assert generation_progress(benchmark, ["alder"]).waiting == 2


def test_asking_again_asks_for_nothing_new(benchmark: Benchmark, config: SystemConfig) -> None:
    first = request_generation(benchmark=benchmark)

    second = request_generation(benchmark=benchmark)

    assert (second.requested, second.runs) == (0, first.runs)


def test_a_run_that_ends_while_somebody_asks_again_is_not_asked_for_twice(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_generation(benchmark=benchmark)
    look = generate._present

    def ends_after_the_look(*asked: Any) -> set[tuple[int, int]]:
        seen = look(*asked)
        run_all()
        return seen

    monkeypatch.setattr(generate, "_present", ends_after_the_look)

    assert request_generation(benchmark=benchmark).requested == 0
    assert GenerationRun.objects.count() == Poster.objects.count() == 2


def test_a_run_becomes_the_current_poster(benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend) -> None:
    request_generation(benchmark=benchmark, cases=["bench-1"])

    run_all()

    run, poster = GenerationRun.objects.get(), Poster.objects.get()
    assert (run.state, run.isolation) == ("done", "user nobody")
    assert (run.cost_usd, run.cost_basis) == (Decimal("0.1250"), "reported")
    assert run.trajectory == [{"name": "paint", "seconds": 0.1, "message": ""}]
    assert run.seconds is not None
    assert (poster.run, poster.revision, poster.is_current, poster.origin) == (run, 1, True, "generated")
    assert (poster.width, poster.height, poster.artifact_kind) == (800, 600, "png")
    assert read_stored(poster.artifact_sha256) == png()
    assert read_stored(poster.master_sha256).startswith(b"\x89PNG")
    assert (poster.system_config, poster.is_current) == (config, True)
    request = backend.requests[0]
    assert (request.identity.case_id, request.identity.abstract) == ("bench-1", "An abstract.")
    assert request.content.sections[0].heading == "Introduction"
    assert backend.assets == ["figure-1.png"]
    assert not request.workspace.exists(), "nothing of a run stays behind"


def test_a_present_poster_is_not_made_again_unless_wanted(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend
) -> None:
    request_generation(benchmark=benchmark)
    run_all()
    assert request_generation(benchmark=benchmark).requested == 0

    assert request_generation(benchmark=benchmark, cases=["bench-1"], again=True).requested == 1
    run_all()

    revisions = Poster.objects.filter(case__case_id="bench-1").order_by("revision")
    assert [(poster.revision, poster.is_current) for poster in revisions] == [(1, False), (2, True)]


def test_a_new_pdf_asks_for_a_new_poster(benchmark: Benchmark, config: SystemConfig) -> None:
    case = benchmark.entries.first().case
    poster_row(case, config, pdf_sha256="0" * 64)

    plan = request_generation(benchmark=benchmark)

    assert (plan.requested, plan.present) == (2, 0)


def test_a_permanent_error_fails_the_run_with_its_reason(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend
) -> None:
    backend.error = BackendError("nothing of this paper can stand on a poster", permanent=True)
    request_generation(benchmark=benchmark, cases=["bench-1"])

    run_all()

    run = GenerationRun.objects.get()
    assert (run.state, run.attempt, run.error) == ("failed", 1, "nothing of this paper can stand on a poster")
    again = request_generation(benchmark=benchmark, cases=["bench-1"])
    assert (again.requested, again.failed) == (0, 1), "what failed is not asked for again by itself"
    assert request_generation(benchmark=benchmark, cases=["bench-1"], retry_failed=True).requested == 1


def test_a_passing_error_is_tried_again(benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend) -> None:
    backend.error = BackendError("the browser crashed", permanent=False)
    request_generation(benchmark=benchmark, cases=["bench-1"])

    run_all()
    assert GenerationRun.objects.get().state == WorkState.REQUESTED
    backend.error = None
    run_all()

    assert (GenerationRun.objects.get().state, GenerationRun.objects.get().attempt) == ("done", 2)


def test_an_artifact_that_is_no_poster_fails(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend
) -> None:
    backend.artifact = b"not a picture at all"
    request_generation(benchmark=benchmark, cases=["bench-1"])

    run_all()

    assert "not a known type" in GenerationRun.objects.get().error
    assert not Poster.objects.exists()


def test_an_artifact_from_outside_the_workspace_is_refused(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        backend,
        "generate",
        lambda _request: GenerationResult(Path("/etc/hostname"), ArtifactKind.PNG, Cost(CostBasis.NONE)),
    )
    request_generation(benchmark=benchmark, cases=["bench-1"])

    run_all()

    assert "no file of its workspace" in GenerationRun.objects.get().error


def test_who_lost_the_lease_adds_no_poster(benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend) -> None:
    request_generation(benchmark=benchmark, cases=["bench-1"])
    run = leases.claim(GenerationRun, GenerationRun.objects.get().pk)
    GenerationRun.objects.update(owner="somebody else", attempt=2)

    with pytest.raises(leases.LostLease):
        make_poster(run)

    assert not Poster.objects.exists()


def test_the_database_holds_one_current_poster_and_one_open_run(benchmark: Benchmark, config: SystemConfig) -> None:
    case = benchmark.entries.first().case
    poster_row(case, config)
    with pytest.raises(IntegrityError), transaction.atomic():
        poster_row(case, config, revision=2)
    request_generation(benchmark=benchmark, again=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        GenerationRun.objects.create(case=case, system_config=config, pdf_sha256=case.pdf_sha256)


def test_unknown_names_and_uploads_are_refused(benchmark: Benchmark, config: SystemConfig) -> None:
    make_config("cedar", backend="upload")
    with pytest.raises(BadInput, match="has no paper nowhere"):
        request_generation(benchmark=benchmark, cases=["bench-1", "nowhere"])
    with pytest.raises(BadInput, match="There is no system 'oak'"):
        request_generation(benchmark=benchmark, systems=["oak"])
    with pytest.raises(BadInput, match="cedar: made elsewhere"):
        request_generation(benchmark=benchmark, systems=["cedar"])


def test_the_command_lists_every_failure_and_ends_with_status_1(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("generate", benchmark="bench", cases=["bench-1"])
    assert capsys.readouterr().out == "bench: 1 poster made.\n"
    backend.error = BackendError("no layout holds it", permanent=True)

    with pytest.raises(CommandError, match="could be made"):
        call_command("generate", benchmark="bench")

    out, err = capsys.readouterr()
    assert out == "bench: 0 posters made, 1 there already, 1 failed.\n"
    assert "bench-2, alder: no layout holds it" in err


def test_the_command_makes_a_new_revision_where_it_is_told_to(
    benchmark: Benchmark, config: SystemConfig, backend: PaintedBackend, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("generate", benchmark="bench")
    call_command("generate", benchmark="bench")
    assert capsys.readouterr().out.endswith("bench: 0 posters made, 2 there already.\n")

    call_command("generate", "--again", benchmark="bench", cases=["bench-2"])

    assert capsys.readouterr().out == "bench: 1 poster made.\n"
    revisions = Poster.objects.order_by("case__case_id", "revision").values_list(
        "case__case_id", "revision", "is_current"
    )
    assert list(revisions) == [("bench-1", 1, True), ("bench-2", 1, False), ("bench-2", 2, True)]


def test_asking_takes_the_same_number_of_queries_however_many_papers(
    benchmark: Benchmark, config: SystemConfig, django_assert_max_num_queries
) -> None:
    larger = make_benchmark("larger", cases=8)
    with django_assert_max_num_queries(14) as few:
        request_generation(benchmark=benchmark)
    with django_assert_max_num_queries(len(few)):
        request_generation(benchmark=larger)

"""What a study froze stays: its posters, whatever is made later, and its tasks."""

import pytest
from django.core.management import call_command

from arena.benchmarks.models import Benchmark
from arena.posters.models import Poster
from arena.posters.services import make
from arena.review.models import Assignment
from arena.studies.models import Task
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import create_study, open_study
from generation.records import ArtifactKind, Cost, CostBasis, GenerationRequest, GenerationResult
from tests.factories.posters import make_benchmark, make_config, make_poster, png
from tests.factories.review import show
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


class BlueBackend:
    def generate(self, request: GenerationRequest) -> GenerationResult:
        target = request.workspace / "poster.png"
        target.write_bytes(png(colour="blue"))
        return GenerationResult(target, ArtifactKind.PNG, Cost(CostBasis.NONE))


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    """One paper with a poster by each of two systems; new ones turn out blue."""
    monkeypatch.setattr(make.registry, "create", lambda _backend, _params: BlueBackend())
    benchmark = make_benchmark(cases=1)
    for slug in ("alder", "birch"):
        make_poster(benchmark.entries.get().case, make_config(slug))
    return benchmark


def test_a_frozen_study_keeps_its_posters_when_they_are_made_again(benchmark: Benchmark) -> None:
    study = create_study(name="forest", benchmark=benchmark, systems=["alder", "birch"], seed=1)
    study = open_study(study=freeze_study(study=study))
    old = set(Poster.objects.values_list("pk", flat=True))

    call_command("generate", benchmark="bench", again=True)

    assert set(Poster.objects.filter(is_current=True).values_list("revision", flat=True)) == {2}
    assert set(study.posters.values_list("poster", flat=True)) == old
    show(make_reviewer(study))
    shown = Assignment.objects.get()
    assert {shown.left_poster_id, shown.right_poster_id} == old


@pytest.mark.parametrize("systems", [("cedar", "birch", "alder"), ("oak@10", "oak@2", "oak@1"), ("s10", "s2", "S1")])
def test_the_systems_of_every_task_stand_in_the_order_of_their_labels(systems: tuple[str, ...]) -> None:
    study = make_study(n_cases=2, systems=systems, state="frozen")
    labels = list(Task.objects.filter(study=study).values_list("system_a__label", "system_b__label"))
    assert len(labels) == 6, "2 cases, 3 pairs"
    assert all(a < b for a, b in labels)

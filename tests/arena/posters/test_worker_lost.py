"""A worker is killed outright while it makes a poster: another finishes the run within a minute."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.site import Site, one_paper, wait_until

REQUEST = """
from arena.benchmarks.models import Benchmark
from arena.posters.services.generate import request_generation
request_generation(benchmark=Benchmark.objects.get())
"""
RUN = "select state, owner, attempt, error from posters_generationrun order by id"
# More work than two workers do at once, so that the lost run has others waiting before it.
SYSTEMS = "".join(f'[systems.plain-{number}]\nbackend = "plain-column"\n' for number in range(6))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.stop()


def test_another_worker_finishes_within_a_minute(site: Site, tmp_path: Path) -> None:
    site.manage("migrate", "-v0")
    assert "1 of 1 paper ready" in site.manage("load_benchmark", str(one_paper(tmp_path)))
    systems = tmp_path / "systems.toml"
    systems.write_text(SYSTEMS)
    site.manage("sync_systems", str(systems))
    site.worker("first")
    site.worker("second")
    site.celery("beat", "--schedule", str(tmp_path / "beat"), "--pidfile", "")
    site.python(REQUEST)
    wait_until(lambda: site.rows(RUN)[0][0] == "running", seconds=60, every=0.01)

    _, owner, attempt, _ = site.rows(RUN)[0]
    lost = int(owner.split(":")[1])
    assert attempt == 1
    assert lost in [process.pid for process in site.processes]
    os.kill(lost, signal.SIGKILL)
    assert site.rows(RUN)[0][0] == "running", "it was killed in the middle of its work"

    wait_until(lambda: site.rows(RUN)[0][0] in {"done", "failed"}, seconds=60)

    (state, finisher, attempts, error) = site.rows(RUN)[0]
    assert (state, attempts, error) == ("done", 2, ""), site.logs()
    assert int(finisher.split(":")[1]) != lost

    wait_until(lambda: {row[0] for row in site.rows(RUN)} == {"done"}, seconds=60)
    assert site.rows("select revision, is_current from posters_poster") == [(1, 1)] * 6

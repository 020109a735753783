"""The benchmarks app."""

from django.apps import AppConfig


class BenchmarksConfig(AppConfig):
    name = "arena.benchmarks"

    def ready(self) -> None:
        from arena.benchmarks.jobs import ingest_case
        from arena.benchmarks.models import Ingest
        from arena.core import leases

        leases.register(Ingest, ingest_case.delay)

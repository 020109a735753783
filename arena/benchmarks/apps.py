"""The benchmarks app."""

from django.apps import AppConfig


class BenchmarksConfig(AppConfig):
    name = "arena.benchmarks"

    def ready(self) -> None:
        from arena.benchmarks.models import Ingest
        from arena.core import leases

        leases.register(Ingest, leases.hint_of("arena.benchmarks.jobs.ingest_case"))

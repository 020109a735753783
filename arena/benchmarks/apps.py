"""The benchmarks app."""

from django.apps import AppConfig


class BenchmarksConfig(AppConfig):
    name = "arena.benchmarks"

    def ready(self) -> None:
        from arena.benchmarks.models import DraftPaper, Ingest
        from arena.core import leases

        leases.register(Ingest, leases.hint_of("arena.benchmarks.jobs.ingest_case"))
        leases.register(DraftPaper, leases.hint_of("arena.benchmarks.jobs.read_draft"))

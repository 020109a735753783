"""The reports app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "arena.reports"

    def ready(self) -> None:
        from arena.core import leases
        from arena.reports import listeners  # noqa: F401 - importing connects them
        from arena.reports.models import Report

        leases.register(Report, leases.hint_of("arena.reports.jobs.build"))

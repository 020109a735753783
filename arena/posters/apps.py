"""The posters app."""

from django.apps import AppConfig


class PostersConfig(AppConfig):
    name = "arena.posters"

    def ready(self) -> None:
        from arena.core import leases
        from arena.posters.models import GenerationRun, IdentityScan, ScoringRun, Upload

        leases.register(GenerationRun, leases.hint_of("arena.posters.jobs.generate_poster"))
        leases.register(ScoringRun, leases.hint_of("arena.posters.jobs.evaluate_poster"))
        leases.register(IdentityScan, leases.hint_of("arena.posters.jobs.scan_poster_for_names"))
        leases.register(Upload, leases.hint_of("arena.posters.jobs.take_upload"))

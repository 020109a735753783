"""The posters app."""

from django.apps import AppConfig


class PostersConfig(AppConfig):
    name = "arena.posters"

    def ready(self) -> None:
        from arena.core import leases
        from arena.posters.jobs import evaluate_poster, generate_poster
        from arena.posters.models import GenerationRun, ScoringRun

        leases.register(GenerationRun, generate_poster.delay)
        leases.register(ScoringRun, evaluate_poster.delay)

"""The posters app."""

from django.apps import AppConfig


class PostersConfig(AppConfig):
    name = "arena.posters"

    def ready(self) -> None:
        from arena.core import leases
        from arena.posters.jobs import generate_poster
        from arena.posters.models import GenerationRun

        leases.register(GenerationRun, generate_poster.delay)

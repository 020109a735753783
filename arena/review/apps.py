"""The review app."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "arena.review"

    def ready(self) -> None:
        from arena.review import listeners  # noqa: F401 - importing connects them

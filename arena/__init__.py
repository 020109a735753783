"""The Django project and the parent of its apps."""

from arena.celery import app as celery_app

__all__ = ["celery_app"]

"""The posters app."""

from django.apps import AppConfig


class PostersConfig(AppConfig):
    name = "arena.posters"

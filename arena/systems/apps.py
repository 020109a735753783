"""The systems app."""

from django.apps import AppConfig


class SystemsConfig(AppConfig):
    name = "arena.systems"

"""The studies app."""

from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "arena.studies"

"""The reports app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "arena.reports"

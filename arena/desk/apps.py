"""The desk app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "arena.desk"

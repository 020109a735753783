"""The review app."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "arena.review"

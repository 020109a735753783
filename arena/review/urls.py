"""Addresses of the review app."""

from django.urls import URLPattern

app_name = "review"
urlpatterns: list[URLPattern] = []

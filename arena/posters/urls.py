"""Addresses of the posters app."""

from django.urls import URLPattern

app_name = "posters"
urlpatterns: list[URLPattern] = []

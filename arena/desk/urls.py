"""Addresses of the desk app."""

from django.urls import URLPattern

app_name = "desk"
urlpatterns: list[URLPattern] = []

"""Addresses of the reports app."""

from django.urls import URLPattern

app_name = "reports"
urlpatterns: list[URLPattern] = []

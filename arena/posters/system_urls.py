"""Addresses of the systems' pages, which need to know the posters that systems made."""

from django.urls import path

from arena.posters import system_views as views

app_name = "systems"
urlpatterns = [
    path("systems/", views.list_systems, name="list"),
    path("systems/<slug:slug>/", views.system, name="system"),
]

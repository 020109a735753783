"""Addresses of the benchmarks app."""

from django.urls import path

from arena.benchmarks import views

app_name = "benchmarks"
urlpatterns = [
    path("benchmarks/", views.list_benchmarks, name="list"),
    path("benchmarks/<slug:name>/", views.benchmark, name="benchmark"),
    path("benchmarks/<slug:name>/read-again/", views.read_again, name="read-again"),
    path("papers/<int:pk>/", views.paper, name="paper"),
    path("papers/<int:pk>/paper.pdf", views.pdf, name="pdf"),
    path("papers/figures/<int:pk>.png", views.figure, name="figure"),
]

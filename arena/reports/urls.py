"""Addresses of the reports app."""

from django.urls import path

from arena.reports import views

app_name = "reports"
urlpatterns = [
    path("results/", views.list_studies, name="list"),
    path("results/<slug:name>/", views.study, name="study"),
    path("results/<slug:name>/history/", views.history, name="history"),
    path("results/<slug:name>/compare/", views.compare, name="compare"),
    path("results/<slug:name>/<slug:pool>/", views.study, name="pool"),
    path("results/<slug:name>/<slug:pool>/<int:pk>/", views.older, name="older"),
    path("results/<slug:name>/<slug:pool>/progress/", views.progress, name="progress"),
    path("results/<slug:name>/<slug:pool>/snapshot/", views.request_snapshot, name="snapshot"),
    path("reports/<int:pk>/<str:name>", views.file, name="file"),
]

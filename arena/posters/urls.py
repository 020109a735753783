"""Addresses of the posters app."""

from django.urls import path

from arena.posters import views

app_name = "posters"
urlpatterns = [
    path("posters/", views.list_posters, name="list"),
    path("posters/<int:pk>/", views.poster, name="poster"),
    path("posters/<int:pk>/thumbnail.webp", views.thumbnail, name="thumbnail"),
    path("posters/<int:pk>/poster.webp", views.rendition, name="rendition"),
    path("posters/<int:pk>/poster.png", views.master, name="master"),
    path("posters/<int:pk>/artifact", views.artifact, name="artifact"),
    path("benchmarks/<slug:name>/posters/", views.matrix, name="matrix"),
    path("benchmarks/<slug:name>/posters/make/", views.make, name="make"),
    path("benchmarks/<slug:name>/posters/score/", views.score, name="score"),
]

"""Addresses of the review app: all that a reviewer reaches after the invitation."""

from django.urls import path

from arena.review import media, views

app_name = "review"
urlpatterns = [
    path("review/", views.next_pair, name="next"),
    path("review/decisions/", views.decisions, name="decisions"),
    path("review/help/", views.help_page, name="help"),
    path("review/<str:token>/", views.pair, name="pair"),
    path("review/<str:token>/undo/", views.undo, name="undo"),
    path("review/<str:token>/paper.pdf", media.paper, name="paper"),
    path("review/<str:token>/pages/<int:number>.webp", media.page, name="page"),
    path("m/<str:token>", media.poster, name="poster"),
    path("m/<str:token>/small", media.poster_small, name="poster-small"),
    path("m/<str:token>/medium", media.poster_medium, name="poster-medium"),
    path("m/<str:token>/full", media.poster_full, name="poster-full"),
]

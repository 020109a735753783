"""Addresses of the desk app."""

from django.urls import path

from arena.desk import views

app_name = "desk"
urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("work/", views.work, name="work"),
    path("preparing/", views.preparing, name="preparing"),
]

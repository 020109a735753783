"""Addresses of the posters app."""

from django.urls import path

from arena.posters import identity_views, upload_views, views

app_name = "posters"
urlpatterns = [
    path("posters/", views.list_posters, name="list"),
    path("posters/upload/", upload_views.upload, name="upload"),
    path("posters/uploads/<int:pk>/", upload_views.sent, name="sent"),
    path("posters/uploads/<int:pk>/take/", upload_views.take, name="take"),
    path("posters/uploads/<int:pk>/discard/", upload_views.discard, name="discard"),
    path("posters/uploads/<int:pk>/<int:number>.webp", upload_views.sent_thumbnail, name="sent-thumbnail"),
    path("posters/identity/", identity_views.identity, name="identity"),
    path("posters/identity/scan/", identity_views.scan, name="scan"),
    path("posters/identity/<int:pk>/accept/", identity_views.accept, name="accept-finding"),
    path("posters/identity/<int:pk>/reopen/", identity_views.reopen, name="reopen-finding"),
    path("posters/<int:pk>/mask/", identity_views.mask, name="mask"),
    path("posters/<int:pk>/mask/preview.webp", identity_views.mask_preview, name="mask-preview"),
    path("posters/<int:pk>/unmask/", identity_views.unmask, name="unmask"),
    path("posters/<int:pk>/", views.poster, name="poster"),
    path("posters/<int:pk>/large/", views.large, name="large"),
    path("posters/<int:pk>/thumbnail.webp", views.thumbnail, name="thumbnail"),
    path("posters/<int:pk>/poster.webp", views.rendition, name="rendition"),
    path("posters/<int:pk>/poster.png", views.master, name="master"),
    path("posters/<int:pk>/artifact", views.artifact, name="artifact"),
    path("benchmarks/<slug:name>/posters/", views.matrix, name="matrix"),
    path("benchmarks/<slug:name>/posters/make/", views.make, name="make"),
    path("benchmarks/<slug:name>/posters/score/", views.score, name="score"),
    path("benchmarks/<slug:name>/posters/retry/", views.retry, name="retry"),
]

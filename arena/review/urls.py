"""Addresses of the review app: all that a reviewer reaches after the invitation."""

from django.urls import path

from arena.review import about, decisions, gold_views, leaving, media, preview_views, quality_views, views, welcome

app_name = "review"
urlpatterns = [
    path("review/", views.next_pair, name="next"),
    path("review/consent/", welcome.consent, name="consent"),
    path("review/about-you/", about.about, name="about"),
    path("review/ready/", welcome.ready, name="ready"),
    path("review/goal/", welcome.goal, name="goal"),
    path("review/decisions/", decisions.decisions, name="decisions"),
    path("review/help/", leaving.help_page, name="help"),
    path("review/stop/", leaving.stop, name="stop"),
    path("review/one-question/", leaving.survey, name="survey"),
    path("review/withdraw/", leaving.withdraw, name="withdraw"),
    path("review/erase/", leaving.erase, name="erase"),
    path("review/<str:token>/", views.pair, name="pair"),
    path("review/<str:token>/ahead/", views.ahead, name="ahead"),
    path("review/<str:token>/undo/", views.undo, name="undo"),
    path("review/<str:token>/paper.pdf", media.paper, name="paper"),
    path("review/<str:token>/pages/<int:number>.webp", media.page, name="page"),
    path("m/<str:token>", media.poster, name="poster"),
    path("m/<str:token>/small", media.poster_small, name="poster-small"),
    path("m/<str:token>/medium", media.poster_medium, name="poster-medium"),
    path("m/<str:token>/full", media.poster_full, name="poster-full"),
    path("studies/<slug:name>/see-as-reviewer/", preview_views.start, name="preview-start"),
    path("review-preview/end/", preview_views.end, name="preview-end"),
    path("studies/<slug:name>/quality/", quality_views.quality, name="quality"),
    path("studies/<slug:name>/quality/preview/", quality_views.preview, name="quality-preview"),
    path("studies/<slug:name>/quality/apply/", quality_views.apply, name="quality-apply"),
    path("studies/<slug:name>/quality/lift/", quality_views.lift_one, name="quality-lift"),
    path("studies/<slug:name>/quality/lift-all/", quality_views.lift_all, name="quality-lift-all"),
    path("studies/<slug:name>/quality/<int:number>/", quality_views.reviewer, name="quality-reviewer"),
    path("studies/<slug:name>/quality/<int:number>/exclude/", quality_views.exclude_reviewer, name="quality-exclude"),
    path(
        "studies/<slug:name>/quality/<int:number>/<int:position>/exclude/",
        quality_views.exclude_judgment,
        name="quality-exclude-judgment",
    ),
    path("studies/<slug:name>/gold/", gold_views.gold, name="gold"),
    path("studies/<slug:name>/gold/add/", gold_views.add, name="gold-add"),
    path("studies/<slug:name>/gold/<int:number>/remove/", gold_views.remove, name="gold-remove"),
]

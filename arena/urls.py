"""Every address of the site, app by app."""

from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path

from arena.core.signin import SignIn
from arena.core.theme import choose_theme

handler400 = "arena.core.middleware.bad_request"
handler500 = "arena.core.middleware.server_error"

urlpatterns = [
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", login_not_required(auth.LogoutView.as_view()), name="logout"),
    path("theme/", choose_theme, name="theme"),
    path("", include("arena.desk.urls")),
    path("", include("arena.reports.urls")),
    path("", include("arena.review.urls")),
    path("", include("arena.studies.urls")),
    path("", include("arena.posters.urls")),
    path("", include("arena.posters.system_urls")),
    path("", include("arena.benchmarks.urls")),
]

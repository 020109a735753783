"""Signing in, which slows down whoever guesses: after some wrong passwords in a few minutes nothing more is tried."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from arena.core.models import SignInAttempt

WINDOW = timedelta(minutes=10)
MOST_FOR_A_NAME = 8  # from one address
MOST_FROM_AN_ADDRESS = 60
TOO_MANY = "too_many"


class SignInForm(AuthenticationForm):
    """Django's form, in front of which attempts are counted."""

    def clean(self) -> dict[str, Any]:
        """An attempt counts before it is made, so that many at once are not more than many after another."""
        keys = _keys(self.request, str(self.cleaned_data.get("username", "")))
        if not count_attempt(keys):
            minutes = round(WINDOW.total_seconds() / 60)
            raise ValidationError(f"Too many attempts. Wait {minutes} minutes, then try again.", code=TOO_MANY)
        cleaned: dict[str, Any] = super().clean()
        forget_attempts(keys[:1])  # those from this address under other names go on counting
        return cleaned

    @property
    def is_throttled(self) -> bool:
        return self.has_error("__all__", TOO_MANY)


class SignIn(LoginView):
    form_class = SignInForm
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if isinstance(form, SignInForm) and form.is_throttled:
            response.status_code = 429
            response["Retry-After"] = str(round(WINDOW.total_seconds()))
        return response


def count_attempt(keys: tuple[str, str]) -> bool:
    """Write an attempt down under the name and the address; False where there were too many lately."""
    since = timezone.now() - WINDOW
    SignInAttempt.objects.filter(at__lt=since).delete()
    written = SignInAttempt.objects.bulk_create(SignInAttempt(key=key) for key in keys)
    tried = [SignInAttempt.objects.filter(key=key, at__gte=since).count() for key in keys]
    if all(n <= most for n, most in zip(tried, (MOST_FOR_A_NAME, MOST_FROM_AN_ADDRESS), strict=True)):
        return True
    # What was not even tried does not count: the wait ends, however often somebody knocks meanwhile.
    SignInAttempt.objects.filter(pk__in=[attempt.pk for attempt in written]).delete()
    return False


def forget_attempts(keys: tuple[str, ...]) -> None:
    SignInAttempt.objects.filter(key__in=keys).delete()


def _keys(request: HttpRequest | None, name: str) -> tuple[str, str]:
    """What attempts are counted by: this name from this address, and this address."""
    address = address_of(request)
    return _digest(f"name {name.strip().casefold()} from {address}"), _digest(f"address {address}")


def _digest(text: str) -> str:
    """Of no use without the site's key: a name typed here may be a password by mistake."""
    return salted_hmac("arena.core.signin", text, algorithm="sha256").hexdigest()


def address_of(request: HttpRequest | None) -> str:
    """The browser's address. Behind our own proxy it is the last one the proxy names; other words of it are not
    believed, because anybody can send them."""
    if request is None:
        return ""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return str(forwarded).rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))

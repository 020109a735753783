"""Guessing passwords is slowed down, by name and by address, and nobody else is held up."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from arena.core import signin
from arena.core.models import SignInAttempt

pytestmark = pytest.mark.django_db


def attempt(name: str = "ada", password: str = "wrong", address: str = "192.0.2.1") -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=address).post("/login/", {"username": name, "password": password})
    return answer.status_code, "" if answer.status_code == 302 else answer.content.decode()


def guess(times: int, **who: str) -> None:
    for _ in range(times):
        assert attempt(**who)[0] == 200


def test_after_some_wrong_passwords_not_even_the_right_one_is_tried(ada: User) -> None:
    guess(signin.MOST_FOR_A_NAME)
    status, page = attempt(password="ada-password-1")
    assert status == 429
    assert "Too many attempts. Wait 10 minutes, then try again." in page
    assert "do not fit together" not in page
    assert attempt(address="192.0.2.2", password="ada-password-1")[0] == 302  # ada, elsewhere
    assert attempt(name="ADA")[0] == 429  # the same name to whoever guesses


def test_the_wait_ends_however_often_somebody_tries_meanwhile(ada: User) -> None:
    guess(signin.MOST_FOR_A_NAME)
    for _ in range(5):
        assert attempt()[0] == 429
    SignInAttempt.objects.update(at=timezone.now() - signin.WINDOW - timedelta(seconds=1))
    assert attempt(password="ada-password-1")[0] == 302
    assert not SignInAttempt.objects.filter(at__lt=timezone.now() - signin.WINDOW).exists()


def test_signing_in_forgets_the_wrong_passwords_before_it(ada: User) -> None:
    guess(signin.MOST_FOR_A_NAME - 1)
    assert attempt(password="ada-password-1")[0] == 302
    guess(signin.MOST_FOR_A_NAME)


def test_an_address_that_tries_many_names_is_stopped_too(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signin, "MOST_FROM_AN_ADDRESS", 4)
    for number in range(4):
        guess(1, name=f"somebody-{number}")
    assert attempt(password="ada-password-1")[0] == 429
    assert attempt(password="ada-password-1", address="192.0.2.2")[0] == 302


def test_neither_names_nor_addresses_are_kept(ada: User) -> None:
    guess(1, name="a-password-typed-into-the-wrong-box")
    kept = " ".join(SignInAttempt.objects.values_list("key", flat=True))
    assert "password" not in kept
    assert "192.0.2" not in kept


def test_the_proxys_word_on_the_address_counts_only_behind_our_proxy(settings: Settings) -> None:
    request = RequestFactory().post("/login/", HTTP_X_FORWARDED_FOR="203.0.113.9, 198.51.100.7", REMOTE_ADDR="10.0.0.1")
    settings.SECURE_PROXY_SSL_HEADER = None
    assert signin.address_of(request) == "10.0.0.1"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert signin.address_of(request) == "198.51.100.7"

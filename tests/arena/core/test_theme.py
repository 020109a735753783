"""Light and dark by choice: a cookie, written on every page by the server."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def choose(client: Client, theme: str, back: str = "/about/") -> str:
    answer = client.post("/theme/", {"theme": theme, "back": back})
    assert answer.status_code == 303
    return answer.headers["Location"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_stands_on_every_page_from_the_first_byte(client: Client, theme: str) -> None:
    assert "data-theme" not in client.get("/about/").content.decode()
    assert choose(client, theme) == "/about/"
    for address in ("/about/", "/", "/login/", "/nothing/"):
        page = client.get(address).content.decode()
        assert f'<html lang="en" data-theme="{theme}">' in page
        assert f'<meta name="color-scheme" content="{theme}">' in page
    cookie = client.cookies["theme"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_the_system_decides_again_once_that_is_chosen(client: Client) -> None:
    choose(client, "dark")
    choose(client, "system")
    page = client.get("/about/").content.decode()
    assert "data-theme" not in page
    assert '<meta name="color-scheme" content="light dark">' in page


@pytest.mark.parametrize("theme", ["", "purple", '"><script>'])
def test_an_unknown_theme_is_the_system(client: Client, theme: str) -> None:
    choose(client, theme)
    assert "data-theme" not in client.get("/about/").content.decode()
    client.cookies["theme"] = theme
    assert "data-theme" not in client.get("/about/").content.decode()


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_nobody_is_led_elsewhere(client: Client, back: str) -> None:
    assert choose(client, "dark", back) == "/"


def test_looking_changes_nothing_and_the_form_needs_its_token() -> None:
    assert Client().get("/theme/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"}).status_code == 403


def test_the_choice_is_not_offered_where_it_would_lose_what_is_shown(client: Client) -> None:
    refused = client.post("/login/", {"username": "nobody", "password": "wrong"}).content.decode()
    assert 'action="/theme/"' not in refused
    assert 'action="/theme/"' in client.get("/login/").content.decode()

"""What reviewers agree to: the letter, versions of the text, asking again, and declining."""

import pytest
from django.test import Client

from arena.studies import consent
from arena.studies.consent import CHANGES, VERSION, changes_for, consent_text
from arena.studies.cookies import COOKIE
from arena.studies.models import Consent, Invitation, Study
from arena.studies.services.invite import Person, invite
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch", "cedar"), practice_pairs=3)


def letter_of(study: Study, *people: Person) -> str:
    return invite(study=study, people=people or [Person("Dora", "")])[0].url.removeprefix("http://testserver")


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def newer_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that was changed after everybody agreed to the one before."""
    monkeypatch.setattr(consent, "VERSION", VERSION + 1)
    monkeypatch.setattr("arena.review.welcome.VERSION", VERSION + 1)
    monkeypatch.setattr(consent, "CHANGES", CHANGES | {VERSION + 1: "Comments are published in full."})


def test_every_version_says_what_changed() -> None:
    assert sorted(CHANGES) == list(range(1, VERSION + 1))
    assert all(CHANGES.values())


def test_accepting_keeps_the_version_and_the_words_that_were_read(study: Study) -> None:
    client, letter = Client(), letter_of(study)
    page = text_of(client, letter)
    text = consent_text(study)
    assert all(term.text in page for term in text.terms)
    assert f"version {VERSION}" in page
    assert "three practice pairs that do not count" in page
    for _ in range(2):  # on two devices
        assert Client().post(letter, {"text": text.sha256}).status_code == 303
    given = Consent.objects.get()
    assert (given.version, given.text_sha256) == (VERSION, text.sha256)


def test_a_text_that_changed_while_it_was_read_is_shown_again(study: Study) -> None:
    client, letter = Client(), letter_of(study)
    read = consent_text(study).sha256
    Study.objects.update(contact="ask@example.org")
    refused = client.post(letter, {"text": read})
    assert refused.status_code == 409
    assert "read it once more" in refused.content.decode()
    assert "ask@example.org" in refused.content.decode()
    assert COOKIE not in client.cookies
    assert not Consent.objects.exists()


def test_whom_to_ask_is_named_where_somebody_is(study: Study) -> None:
    without = consent_text(study)
    study.contact = "Ada, ada@example.org"
    assert "Ada, ada@example.org" in consent_text(study).terms[-1].text
    assert consent_text(study).sha256 != without.sha256


def test_whoever_agreed_to_an_older_text_is_asked_again_and_told_what_changed(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewer = make_reviewer(study)
    client = reviewer_client(reviewer)
    assert client.get("/review/").status_code == 200
    newer_text(monkeypatch)
    asked = client.get("/review/")
    assert (asked.status_code, asked["Location"]) == (303, "/review/consent/")
    page = text_of(client, "/review/consent/")
    assert "has changed" in page
    assert "Comments are published in full." in page
    assert CHANGES[1] not in page
    assert "If you do not agree" in page
    assert client.post("/review/consent/").status_code == 303
    assert client.get("/review/").status_code == 200
    assert list(reviewer.consents.values_list("version", flat=True)) == [VERSION, VERSION + 1]
    assert "What you agreed to" in text_of(client, "/review/consent/")


def test_the_letter_names_changes_to_those_who_come_back(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = letter_of(study)
    Client().post(letter)
    assert "What changed since" not in text_of(Client(), letter)
    newer_text(monkeypatch)
    page = text_of(Client(), letter)
    assert "Welcome back" in page
    assert "Comments are published in full." in page


def test_a_first_reader_is_told_of_no_changes(study: Study) -> None:
    reviewer = make_reviewer(study, fresh=True)
    assert changes_for(reviewer).changes == ()
    assert changes_for(reviewer).agreed_to is None


def test_declining_stores_nothing_and_can_erase_the_name(study: Study) -> None:
    client, letter = Client(), letter_of(study, Person("Dora D.", "dora@example.org"))
    page = text_of(client, f"{letter}/decline/")
    assert "Nothing you did here was stored" in page
    assert "Dora" not in page
    assert COOKIE not in client.cookies
    done = client.post(f"{letter}/decline/", follow=True).content.decode()
    assert "are erased" in done
    assert "Erase my name" not in done
    assert list(Invitation.objects.values_list("name", "email", "confirmed_at")) == [("", "", None)]
    assert client.get(letter).status_code == 200  # the same link still works
    assert client.get("/invite/unknown/decline/").status_code == 404


def test_anybody_may_read_what_is_kept_and_a_reviewer_whom_to_ask(study: Study) -> None:
    Study.objects.update(contact="ask@example.org")
    everybody = text_of(Client(), "/privacy/")
    assert "ask@example.org" not in everybody
    own = text_of(reviewer_client(make_reviewer(study)), "/privacy/")
    assert "ask@example.org" in own
    assert "R01" in own
    for page in (everybody, own):
        assert not [word for word in (study.name, study.title, "alder") if word in page]


def test_the_privacy_page_names_every_cookie_a_reviewer_gets(study: Study) -> None:
    """Its number, the word of the forms, light or dark, and what the next page has to say."""
    client = Client()
    letter = letter_of(study)
    client.get(letter)
    client.post(letter, {"text": consent_text(study).sha256})
    client.post("/theme/", {"theme": "dark", "next": "/review/help/"})
    client.post("/review/withdraw/")
    assert set(client.cookies) == {"reviewer", "csrftoken", "theme", "messages"}
    said = text_of(client, "/privacy/")
    for words in ("with your number", "its own forms", "light or dark", "until the next page"):
        assert words in said

"""Inviting in the browser: links once, a list of people or every fault of it, and a text that gives nothing away."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from arena.studies.letter import letter_text, links_csv
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.change import change_settings
from arena.studies.services.invite import Person, invite
from arena.studies.services.people_csv import MAX_BYTES
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://testserver/invite/[\w-]{20,}")
PEOPLE = "/studies/forest/invite/people/"


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


def send(client: Client, text: str | bytes, name: str = "people.csv") -> tuple[int, str]:
    data = text.encode() if isinstance(text, str) else text
    answer = client.post(PEOPLE, {"people": SimpleUploadedFile(name, data, "text/csv")})
    return answer.status_code, answer.content.decode()


def test_a_list_gives_everybody_a_link_of_their_own_shown_once(study: Study, as_ada: Client) -> None:
    status, page = send(as_ada, "email,name,remark\nada@example.org,Ada L.,x\n,Charles,\ndora@example.org,,\n")
    assert status == 200
    assert len(set(LINK.findall(page))) == 3
    assert "Dear Ada L.," in page
    assert list(Invitation.objects.order_by("pk").values_list("name", "email")) == [
        ("Ada L.", "ada@example.org"),
        ("Charles", ""),
        ("", "dora@example.org"),
    ]
    later = as_ada.get("/studies/forest/").content.decode()
    assert not LINK.search(later)
    assert "R01 to R03" not in later
    assert "R01, R02, R03" in later  # in the history, without a name
    assert study.events.first().by == "ada"


def test_every_fault_is_named_by_its_line_and_nobody_is_invited(study: Study, as_ada: Client) -> None:
    invite(study=study, people=[Person("Dora", "dora@example.org")])
    status, page = send(as_ada, "name,email\nA,nonsense\n,\nB,b@example.org\nC,B@example.org\nD,d@example.org,more\n")
    assert status == 400
    for said in (
        "line 2: &#x27;nonsense&#x27; is not an e-mail address.",
        "line 3: neither a name nor an e-mail address.",
        "line 5: B@example.org is already on line 4.",
        "line 6: it has more cells than the first line.",
    ):
        assert said in page
    status, page = send(as_ada, "name,email\nB,b@example.org\nDora,DORA@example.org\n")
    assert status == 400
    assert "line 3: dora@example.org is R01." in page
    assert Reviewer.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "must name the columns name and email"),
        (b"name,email\n", "there is nobody in it"),
        (b"name,email\n\xff\xfe", "is not UTF-8 text"),
        (b"PK\x03\x04\x14\x00" * 9, "name and email"),
        (b"name,email\n" + b"A,a@example.org\n" * (MAX_BYTES // 16 + 1), "is larger than 256 kB"),
        (b"name,email\n" + b"".join(b"A,a%d@b.org\n" % n for n in range(501)), "at most 500 can be invited at once"),
        (b'name,email\n"A,a@example.org\n', "not valid CSV"),
        (b"name,email,Name\nA,a@example.org,B\n", "name and email once each"),
        (b"name,email\nA," + b".".join(b"a" * 50 for _ in range(5)) + b"@example.org\n", "is not an e-mail address"),
        (b"name,email\nA,a@" + b".".join(b"a" * 50 for _ in range(5)) + b".org\n", "is not an e-mail address"),
    ],
)
def test_what_is_no_list_of_people_is_refused_in_a_line(data: bytes, said: str, study: Study, as_ada: Client) -> None:
    status, page = send(as_ada, data)
    assert status == 400
    assert said in page
    assert not Reviewer.objects.exists()


@pytest.mark.parametrize("text", ["\ufeffName;Email\r\nLee, Ann;a@b.org\r\n", 'name\temail\n"Lee, Ann"\ta@b.org\n'])
def test_lists_are_read_as_spreadsheets_of_every_country_write_them(text: str, study: Study, as_ada: Client) -> None:
    assert send(as_ada, text)[0] == 200
    assert list(Invitation.objects.values_list("name", "email")) == [("Lee, Ann", "a@b.org")]


def test_no_file_at_all_is_said(study: Study, as_ada: Client) -> None:
    answer = as_ada.post(PEOPLE)
    assert answer.status_code == 400
    assert "Choose a CSV file first." in answer.content.decode()


def test_the_text_to_send_names_neither_the_study_nor_a_system(as_ada: Client) -> None:
    study = make_study(n_cases=1, name="alder-against-birch")
    Study.objects.filter(pk=study.pk).update(title="Does alder beat birch?")
    study = change_settings(study=study, contact="Ann Author, ann@example.org")
    (issued,) = invite(study=study, people=[Person("Ada L.", "ada@example.org")])
    text = letter_text(study, issued)
    for telling in ("alder", "birch", "cedar", "dogwood"):
        assert telling not in text.lower()
    assert text.startswith("Subject: Poster study: your invitation\n\nDear Ada L.,")
    assert issued.url in text.splitlines()
    assert "ask Ann Author, ann@example.org." in text


def test_all_links_can_be_copied_as_a_table_that_no_spreadsheet_runs(study: Study, as_ada: Client) -> None:
    issued = invite(study=study, people=[Person("=1+1", "x@example.org"), Person("Ada, L.", "")])
    rows = list(csv.DictReader(io.StringIO(links_csv(issued))))
    assert [(row["reviewer"], row["name"], row["email"]) for row in rows] == [
        ("R01", "'=1+1", "x@example.org"),
        ("R02", "Ada, L.", ""),
    ]
    assert [row["link"] for row in rows] == [entry.url for entry in issued]
    _, page = send(as_ada, "name,email\nA,a@example.org\nB,b@example.org\n")
    assert 'id="links-csv"' in page
    assert 'data-copies="links-csv"' in page


def test_nobody_is_invited_where_nobody_can_judge(study: Study, as_ada: Client) -> None:
    for state in ("draft", "closed", "published"):
        Study.objects.filter(pk=study.pk).update(state=state)
        assert "Make links" not in as_ada.get("/studies/forest/").content.decode()
        assert as_ada.post("/studies/forest/invite/", {"count": 1}).status_code == 409
        assert send(as_ada, "name,email\nA,a@example.org\n")[0] == 409
    for state in ("frozen", "open", "paused"):
        Study.objects.filter(pk=study.pk).update(state=state)
        assert "Make links" in as_ada.get("/studies/forest/").content.decode()
        assert as_ada.post("/studies/forest/invite/", {"count": 1}).status_code == 200


def test_the_page_of_a_reviewer(study: Study, as_ada: Client, as_ben: Client) -> None:
    (issued,) = invite(study=study, people=[Person("Ada L.", "ada@example.org")])
    path = "/studies/forest/reviewers/1/"
    page = as_ada.get(path).content.decode()
    assert "ada@example.org" in page
    assert "not opened yet" in page
    assert as_ben.get(path).status_code == 403
    assert as_ada.get("/studies/forest/reviewers/2/").status_code == 404
    assert as_ada.post(f"{path}quota/", {"quota": "5"}, follow=True).status_code == 200
    assert "of 5 asked" in as_ada.get(path).content.decode()
    refused = as_ada.post(f"{path}quota/", {"quota": "none"})
    assert refused.status_code == 400
    assert "A quota is a whole number" in refused.content.decode()
    as_ada.post(f"{path}quota/", {"quota": ""})
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.quota is None
    assert [event.what for event in study.events.all()[:2]] == ["quota", "quota"]

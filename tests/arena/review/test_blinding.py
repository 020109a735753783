"""Nothing a reviewer can reach says which system made a poster.

A crawler walks everything from the invitation on, as browsers with and without htmx do, and looks for planted names in
addresses, headers, bodies and pictures. Planted leaks show that it would find one.
"""

import dataclasses
import html
import io
import re
import uuid
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import GenericAlias, UnionType
from typing import get_args, get_type_hints

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client
from PIL import Image

from arena.core.errors import Conflict
from arena.core.files import store_bytes
from arena.posters.models import Poster
from arena.review import blind, decided, pages
from arena.review.blind import BlindPair, PairPage
from arena.review.decided import DecidedPair
from arena.review.leaving import SurveyForm
from arena.review.models import Assignment
from arena.studies.models import Study
from arena.studies.services.invite import invite
from arena.systems.models import System, SystemConfig
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_study, reviewer_client

pytestmark = pytest.mark.django_db

SYSTEMS = ("zanzibar", "quetzal", "xylophone", "okapi")
WORDS = (*SYSTEMS, "jabberwock", "snark")  # the study's and its benchmark's name is jabberwock, the backend is snark
LINKS = re.compile(r'\b(?:href|src|action|hx-get|hx-post|content)="([^"]+)"')
# Everything a header of ours may be called; a new one has to be looked at before it is let in here.
HEADERS = {
    "allow",
    "cache-control",
    "content-disposition",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "expires",
    "hx-redirect",
    "hx-replace-url",
    "location",
    "referrer-policy",
    "vary",
    "x-content-type-options",
    "x-frame-options",
}


@pytest.fixture
def study() -> Study:
    study = make_study(n_cases=2, systems=SYSTEMS, name="jabberwock")
    SystemConfig.objects.update(backend="snark", params={"prompt": "snark"})
    System.objects.update(description="snark")
    study.refresh_from_db()
    return study


def canaries() -> list[bytes]:
    """Names and hashes that must not turn up; of words also their capitals and a piece of them."""
    hashes = [
        value
        for row in Poster.objects.values_list(
            "artifact_sha256", "master_sha256", "rendition_sha256", "thumbnail_sha256", "pdf_sha256"
        )
        for value in row
    ]
    hashes += SystemConfig.objects.values_list("config_hash", flat=True)
    return [word[:6].encode() for word in WORDS] + [value[:12].encode() for value in hashes]


def leaks_in(answer: HttpResponse, known: list[bytes]) -> list[str]:
    """What this answer gives away, in its headers, cookies and body."""
    head = "\n".join([*(f"{name}: {value}" for name, value in answer.headers.items()), answer.cookies.output()])
    body = b"".join(answer)
    everything = (head.encode() + b"\n" + body).lower()
    found = [f"{canary.decode()} is said" for canary in known if canary.lower() in everything]
    found += [f"header {name}" for name in answer.headers if name.lower() not in HEADERS]
    if answer["Content-Type"] == "image/webp":
        with Image.open(io.BytesIO(body)) as image:
            found += [f"picture has {key}" for key in image.info.keys() & {"exif", "xmp", "icc_profile", "comment"}]
    if answer.status_code >= 500:
        found.append("an error page for programmers")
    return found


def crawl(client: Client, starts: list[str], known: list[bytes]) -> dict[str, list[str]]:
    """Open everything that is linked from here, whole and as htmx would; the leaks by address."""
    waiting, seen, leaks = deque(starts), set(starts), {}
    while waiting:
        path = waiting.popleft()
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(path, headers=headers)
            if found := leaks_in(answer, known):
                leaks[path] = found
            if not answer["Content-Type"].startswith("text/html"):
                continue
            for link in LINKS.findall(answer.content.decode()):
                target = html.unescape(link).split("#")[0]
                target = path.split("?")[0] + target if target.startswith("?") else target
                if target.startswith("/") and not target.startswith("/static/") and target not in seen:
                    seen.add(target)
                    waiting.append(target)
    assert sum(path.startswith("/m/") for path in seen) >= 10
    assert any(path.endswith("/paper.pdf") for path in seen)
    return leaks


def walk(study: Study) -> dict[str, list[str]]:
    """A reviewer's whole visit: the letter, answers, refusals, and then everything that can be opened; the leaks."""
    known = canaries()
    issued = invite(study=study, count=1)[0]
    letter = issued.url.removeprefix("http://testserver")
    client, stranger = reviewer_client(issued.reviewer), Client()
    leaks: dict[str, list[str]] = {}

    def look(name: str, answer: HttpResponse, status: int) -> None:
        assert answer.status_code == status, name
        if found := leaks_in(answer, known):
            leaks[name] = found

    look("letter", client.get(letter), 200)
    look("declining", client.get(f"{letter}/decline/"), 200)
    look("accepted", client.post(letter), 303)
    look("about you", client.get("/review/about-you/"), 200)
    look("nothing about you", client.post("/review/about-you/", {"pass": "yes"}), 303)
    look("ready", client.get("/review/ready/"), 200)
    look("no goal", client.post("/review/ready/", {"goal": ""}), 303)
    look("first pair", client.get("/review/"), 200)
    first = Assignment.objects.get(reviewer=issued.reviewer)
    here, keys = f"/review/{first.token}/", [str(uuid.uuid4()) for _ in range(3)]
    for kind, headers in (("page", {}), ("part", {"HX-Request": "true"})):
        stale = {"choice": "left", "revision": "7", "key": keys[0], "comment": "hm"}
        look(f"conflict {kind}", client.post(here, stale, headers=headers), 409)
        look(f"unreadable {kind}", client.post(here, {"choice": "best"}, headers=headers), 400)
    look("taken", client.post(here, {"choice": "left", "revision": "0", "key": keys[1]}), 303)
    look("undone", client.post(f"{here}undo/", {"revision": "1", "key": keys[2]}), 303)
    judge(show(issued.reviewer), revision=2)
    for choice in (Choice.SKIP, Choice.EQUAL, Choice.RIGHT):
        judge(show(issued.reviewer), choice, critical_left=True, comment="hm")
    for path in ("/review/nothing/", "/m/nothing", "/m/nothing/small", "/review/nothing/paper.pdf", "/nothing/"):
        look(f"not there {path}", client.get(path), 404)
    look("wrong method", client.get(f"{here}undo/"), 405)
    look("start page", client.get("/"), 200)
    for path in ("/studies/", "/results/", "/benchmarks/", "/posters/", "/work/"):
        answer = client.get(path)  # the asker's own words come back in the address, and nothing else does
        assert answer.status_code in (302, 404), path
        look(f"of staff {path}", answer, answer.status_code)
    for path in ("/review/", f"/m/{first.left_token}", "/invite/nothing"):
        answer = stranger.get(path)
        assert answer.status_code in (403, 404), path
        look(f"stranger {path}", answer, answer.status_code)
    leaks |= crawl(client, ["/review/", "/review/decisions/", "/review/decisions/?show=skipped"], known)
    for state in (Study.State.CLOSED, Study.State.PAUSED, Study.State.FROZEN):
        Study.objects.filter(pk=study.pk).update(state=state)
        for path in ("/review/", here, "/review/decisions/"):
            look(f"{state} {path}", client.get(path), 200)
        look(f"{state} answer", client.post(here, {"choice": "left", "revision": "3", "key": keys[0]}), 409)
    return leaks


def test_nothing_a_reviewer_can_reach_names_a_system(study: Study) -> None:
    assert walk(study) == {}


def test_the_script_and_the_styles_name_no_system() -> None:
    script = finders.find("js/review/main.js")
    assert script is not None
    modules = [str(path) for path in Path(script).parent.glob("*.js")]
    for path in (*modules, finders.find("css/review.css"), finders.find("css/text.css")):
        assert path is not None
        content = Path(path).read_bytes().lower()
        assert not [word for word in WORDS if word.encode() in content]


def leak_in_page(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = pages.blind_pair

    def leaking(assignment: Assignment, *given: object) -> BlindPair:
        label = assignment.task.system_a.label
        return dataclasses.replace(honest(assignment, *given), discipline=f"physics {label}")

    monkeypatch.setattr(pages, "blind_pair", leaking)


def leak_in_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.review.media.CACHE", "private, okapi")


def leak_in_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    image, exif, buffer = Image.new("RGB", (40, 30)), Image.Exif(), io.BytesIO()
    exif[0x0131] = "a program"
    image.save(buffer, "WEBP", exif=exif)
    Poster.objects.update(rendition_sha256=store_bytes(buffer.getvalue()))


def leak_in_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(current: object, revision: int) -> None:
        if revision == 7:
            raise Conflict("Xylophone was judged before")

    monkeypatch.setattr("arena.review.services.record._refuse_stale", leaking)


def leak_by_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = pages.blind_pair

    def leaking(assignment: Assignment, *given: object) -> BlindPair:
        pair = honest(assignment, *given)
        by_hash = dataclasses.replace(pair.poster_a, url=f"/m/{assignment.left_poster.rendition_sha256}")
        return dataclasses.replace(pair, poster_a=by_hash)

    monkeypatch.setattr(pages, "blind_pair", leaking)


@pytest.mark.parametrize(
    ("plant", "finding"),
    [
        (leak_in_page, r"(zanzib|quetza|xyloph|okapi) is said"),
        (leak_in_header, "okapi is said"),
        (leak_in_picture, "picture has exif"),
        (leak_in_refusal, "xyloph is said"),
        (leak_by_hash, "[0-9a-f]{12} is said"),
    ],
)
def test_a_planted_leak_is_found(
    study: Study, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], finding: str
) -> None:
    plant(monkeypatch)
    found = [leak for leaks in walk(study).values() for leak in leaks]
    assert found
    assert all(re.fullmatch(finding, leak) for leak in found)


def parts_of(typed: object) -> set[object]:
    """What a type is made of in the end."""
    if not isinstance(typed, UnionType | GenericAlias):
        return {typed}
    return set().union(*(parts_of(part) for part in get_args(typed)))


def test_what_templates_get_has_no_field_for_a_system() -> None:
    """By type: only texts, numbers and these records themselves, under names that say nothing of a system or a row."""
    records = [kind for kind in (vars(blind) | vars(decided)).values() if dataclasses.is_dataclass(kind)]
    assert {BlindPair, DecidedPair} <= set(records)
    plain = {str, int, float, bool, type(None)}
    for kind in records:
        for name, typed in get_type_hints(kind).items():
            assert not re.search(r"system|study|config|sha|hash|case|poster_id|\bid\b|_id$|pk", name), name
            assert parts_of(typed) <= plain | set(records) | {Ellipsis}, (kind, name)


def test_views_give_templates_nothing_but_these_records(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def watched(request: HttpRequest, template: str, context: dict[str, object], status: int = 200) -> HttpResponse:
        for value in context.values():
            given.extend(value if isinstance(value, list) else [value])
        return render(request, template, context, status=status)

    for module in ("visitor", "decisions"):
        monkeypatch.setattr(f"arena.review.{module}.render", watched)
    walk(study)
    kinds = {type(value) for value in given}
    assert {PairPage, DecidedPair} <= kinds
    harmless = (str, bool, type(None), SurveyForm)
    assert all(kind in harmless or kind.__module__ in (blind.__name__, decided.__name__) for kind in kinds)

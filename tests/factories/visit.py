"""A reviewer's whole visit: from the letter through every pair to every address that was seen on the way."""

import html
import io
import re
import uuid
from collections import deque
from collections.abc import Collection, Iterator

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve
from PIL import Image

from arena.studies.models import Study
from arena.studies.services.invite import invite

LINKS = re.compile(r'\b(?:href|src|srcset|action|hx-get|hx-post|content|data-[a-z-]+)="([^"]+)"')
ADDRESS = re.compile(r"(?<![\w/])/[^\s,;\"'<>]*")
SCRIPT = {"Accept": "application/json"}
TAGS = {"exif", "xmp", "icc_profile", "comment", "Software", "XML:com.adobe.xmp"}


class Visit:
    """What a visit found: names of addresses, leaks of forbidden names, and the pictures that were served."""

    def __init__(self, study: Study, forbidden: Collection[str]) -> None:
        self.names: set[str] = set()
        self.leaks: list[str] = []
        self.pictures: dict[str, bytes] = {}
        self._study, self._client, self._forbidden = study, Client(), forbidden
        self._seen: set[str] = set()
        self._waiting: deque[str] = deque()

    def start(self) -> None:
        """The letter, consent and the optional questions."""
        letter = invite(study=self._study, count=1)[0].url.removeprefix("http://testserver")
        self.open(letter)
        assert self._post(letter, {}).status_code == 303
        assert self._post("/review/about-you/", {"pass": "yes"}).status_code == 303

    def answer_everything(self) -> None:
        """Practice, the ready page, every pair: refused, taken back, by script and by form in turn."""
        for turn in range(40):
            page = self.open("/review/")
            if page.headers.get("Location") == "/review/ready/":
                self.open("/review/ready/")
                assert self._post("/review/ready/", {"goal": ""}).status_code == 303
                self.open("/review/help/")  # leads to goals while enough pairs are left for one
                continue
            pair = re.search(rb'id="answer" method="post" action="(/review/[^"/]+/)"', b"".join(page))
            if pair is None:
                return
            self._answer(pair[1].decode(), turn)
        raise AssertionError("the pairs never end")

    def _answer(self, here: str, turn: int) -> None:
        given = {"choice": "left", "comment": "hm", "critical_left": "on", "reasons_left": "other", "ahead": "yes"}
        first = {"revision": "0", "key": str(uuid.uuid4())}
        assert self._post(f"{here}ahead/", {}, **SCRIPT).status_code == 200
        assert self._post(here, given | {"revision": "7", "key": str(uuid.uuid4())}, **SCRIPT).status_code == 409
        assert self._post(here, {"choice": "best"}, **SCRIPT).status_code == 400
        headers = SCRIPT if turn % 2 else {}
        assert self._post(here, given | first, **headers).status_code == (200 if turn % 2 else 303)
        if turn == 3:
            back = {"revision": "1", "key": str(uuid.uuid4())}
            assert self._post(f"{here}undo/", back, **SCRIPT).status_code == 200
            assert self._post(here, given | {"revision": "2", "key": str(uuid.uuid4())}).status_code == 303

    def crawl(self) -> None:
        """Open every address that was seen anywhere, and a few that only some states lead to."""
        self._waiting.extend(["/review/consent/", "/review/goal/", "/review/decisions/?show=skipped"])
        while self._waiting:
            self.open(self._waiting.popleft())

    def try_doors(self) -> None:
        """Pages of staff stay shut, and pages of a study at rest are looked at."""
        name = self._study.name
        for path in ("/results/", "/studies/", "/posters/", f"/results/{name}/", f"/studies/{name}/"):
            answer = self._client.get(path)
            assert answer.status_code in (302, 403, 404), path
            self._judge("", answer, b"".join(answer))  # the asker's own words come back in the address
        for state in (Study.State.PAUSED, Study.State.CLOSED):
            Study.objects.filter(pk=self._study.pk).update(state=state)
            for path in ("/review/", "/review/decisions/"):
                self.open(path)

    def open(self, path: str) -> HttpResponseBase:
        return self._look(path, self._client.get(path))

    def _post(self, path: str, data: dict[str, object], **headers: str) -> HttpResponseBase:
        self.names.add(name_of(path))
        return self._look(path, self._client.post(path, data, headers=headers))

    def _look(self, path: str, answer: HttpResponseBase) -> HttpResponseBase:
        body = b"".join(answer)
        self._judge(path, answer, body)
        for address in addresses_in(path, answer, body):
            self.names.add(name_of(address))
            if address not in self._seen:
                self._seen.add(address)
                self._waiting.append(address)
        return answer

    def _judge(self, path: str, answer: HttpResponseBase, body: bytes) -> None:
        """Note what this answer gives away: in its address, headers, cookies, body and picture."""
        head = [path, *(f"{name}: {value}" for name, value in answer.headers.items()), answer.cookies.output()]
        everything = ("\n".join(head).encode() + b"\n" + body).lower()
        self.leaks += [f"{name} at {path}" for name in self._forbidden if name.encode() in everything]
        if answer.status_code >= 500:
            self.leaks.append(f"an error page for programmers at {path}")
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("image/"):
            with Image.open(io.BytesIO(body)) as image:
                self.leaks += [f"{tag} in the picture at {path}" for tag in image.info.keys() & TAGS]
                if image.format != "WEBP":
                    self.leaks.append(f"a picture that is no WebP at {path}")
            if path.endswith("/full"):
                self.pictures[path] = body
        elif kind == "application/pdf" and not path.endswith("/paper.pdf"):
            self.leaks.append(f"a PDF at {path}")


def addresses_in(path: str, answer: HttpResponseBase, body: bytes) -> Iterator[str]:
    """What this answer links or leads to on this site, static files apart."""
    kind = answer.headers.get("Content-Type", "")
    texts = [answer.headers.get("Location", "")]
    if kind.startswith("text/html"):
        texts += [html.unescape(link) for link in LINKS.findall(body.decode())]
    elif kind == "application/json":
        texts += LINKS.findall(html.unescape(body.decode().replace('\\"', '"')))
    for text in texts:
        if text.startswith("?"):
            yield path.split("?")[0] + text
        for address in ADDRESS.findall(text):
            if not address.startswith(("/static/", "//")):
                yield address.split("#")[0]


def name_of(address: str) -> str:
    """The name of an address in the map; of one that is not on it, the address."""
    try:
        return resolve(address.split("?")[0]).view_name
    except Resolver404:
        return address

"""A reviewer's browser as far as the site can tell: a small HTTP client that does what the script of the page does."""

import gzip
import html
import http.client
import json
import random
import re
import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlencode

TWICE, TAKEN_BACK = 0.1, 0.05  # of the answers
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
PAIR = re.compile(r'<form class="choices"[^>]* action="/review/([\w-]+)/"')
SMALLER = re.compile(r'srcset="(/m/[\w-]+/medium)"')


@dataclass(frozen=True, slots=True)
class Pair:
    """What a browser knows of a pair on its page."""

    token: str
    fields: dict[str, str]  # of the answer's form
    pictures: list[str]

    @classmethod
    def on(cls, page: str) -> "Pair":
        form = page[page.index('<form class="choices"') :]
        fields = dict(FIELD.findall(form[: form.index("</form>")]))
        return cls(PAIR.findall(page)[0], fields, [html.unescape(url) for url in SMALLER.findall(page)])


@dataclass
class Log:
    """What one client did and heard."""

    sent: dict[str, tuple[str, str]] = field(default_factory=dict)  # by key: pair and choice, once the site said yes
    last: dict[str, tuple[str, str]] = field(default_factory=dict)  # by pair: the key and choice that stand now
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # ms by what was asked
    cycles: int = 0
    faults: list[str] = field(default_factory=list)


class Visitor:
    """A reviewer's browser, as far as the site can tell."""

    def __init__(self, port: int, cookie: str, seed: int) -> None:
        self.log, self.chance = Log(), random.Random(seed)
        self.trips = True  # whether answers are sent twice and taken back now and then
        self._pair: Pair | None = None  # on the screen
        self._following: Pair | None = None  # prepared
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = {"reviewer": cookie}

    def ask(self, name: str, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, bytes]:
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{key}={value}" for key, value in self._cookies.items()),
        }
        body = None
        if fields is not None:
            body = urlencode({**fields, "csrfmiddlewaretoken": self._csrf})
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
            if name != "plain answer":
                headers["Accept"] = "application/json"
        start = time.perf_counter()
        status, answer = self._send(method, path, body, headers)
        self.log.times[name].append(1000 * (time.perf_counter() - start))
        return status, answer

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # The site ends connections that were idle for a while; browsers then send anew, and so does the outbox.
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        body_sent = response.read()
        is_packed = response.headers.get("Content-Encoding") == "gzip"
        return response.status, gzip.decompress(body_sent) if is_packed else body_sent

    def wanted(self, what: str, status: int, body: bytes, expected: int = 200) -> bool:
        if status != expected:
            self.log.faults.append(f"{what}: {status} {body[:200]!r}")
        return status == expected

    def open_page(self) -> Pair | None:
        status, body = self.ask("page", "GET", "/review/")
        if not self.wanted("page", status, body):
            return None
        pair = Pair.on(body.decode())
        self._csrf = pair.fields["csrfmiddlewaretoken"]
        return pair

    def look(self, pair: Pair) -> None:
        for url in pair.pictures:
            status, body = self.ask("picture", "GET", url)
            self.wanted("picture", status, body)

    def prepare(self, pair: Pair) -> Pair | None:
        status, body = self.ask("ahead", "POST", f"/review/{pair.token}/ahead/", {})
        if not self.wanted("ahead", status, body):
            return None
        told = json.loads(body)["ahead"]
        return Pair.on(told) if told else None

    def answer(self, pair: Pair, following: Pair | None, *, revision: str = "") -> tuple[int, Pair | None]:
        """Sends an answer; the revision that stands now and the pair after the following one."""
        choice, key = self.chance.choice(("left", "equal", "right", "skip")), str(uuid.uuid4())
        fields = {"choice": choice, "key": key, "revision": revision or pair.fields["revision"]}
        fields |= {"shown": datetime.now(UTC).isoformat(), "seconds": "0.0", "decoded": "yes", "ahead": "yes"}
        if following:
            fields["showing"] = following.token
        for _ in range(1 + (self.trips and self.chance.random() < TWICE)):
            status, body = self.ask("answer", "POST", f"/review/{pair.token}/", fields)
            if not self.wanted("answer", status, body):
                return 0, None
        self.log.sent[key] = (pair.token, choice)
        self.log.last[pair.token] = (key, choice)
        told = json.loads(body)
        if told["saved"]["token"] != pair.token:
            self.log.faults.append(f"the receipt of {pair.token} is for {told['saved']['token']}")
        return told["saved"]["revision"], Pair.on(told["ahead"]) if told["ahead"] else None

    def take_back(self, pair: Pair, revision: int, following: Pair) -> None:
        """Undo, and another answer."""
        undo = {"revision": str(revision), "key": str(uuid.uuid4())}
        status, body = self.ask("undo", "POST", f"/review/{pair.token}/undo/", undo)
        if self.wanted("undo", status, body):
            again = Pair.on(json.loads(body)["pair"])
            self.answer(again, following)

    def start(self) -> None:
        """Opens the page, and has what follows prepared."""
        self._pair = self.open_page()
        self._following = self.prepare(self._pair) if self._pair else None

    def judge(self, until: Callable[["Visitor"], bool], *, think: float = 0.0, pictures: bool = True) -> None:
        """Answers pair after pair as the page's script does."""
        while (pair := self._pair) and (following := self._following) and not until(self):
            if think:
                time.sleep(min(3 * think, self.chance.expovariate(1 / think)))
            revision, after = self.answer(pair, following)
            self.log.cycles += 1
            if not revision:
                return
            if self.trips and self.chance.random() < TAKEN_BACK:
                self.take_back(pair, revision, following)
            if after and pictures:
                self.look(after)
            self._pair, self._following = following, after

    def judge_alone(self, count: int) -> None:
        """So many pairs one after the other, without looking at them."""
        end = self.log.cycles + count
        self.judge(lambda one: one.log.cycles >= end, pictures=False)

    def judge_plainly(self, count: int) -> None:
        """The same without script: the form, and the page it leads to."""
        for _ in range(count):
            pair = self.open_page()
            if pair is None:
                return
            fields = {**pair.fields, "choice": "left", "decoded": ""}
            fields.pop("csrfmiddlewaretoken")
            status, body = self.ask("plain answer", "POST", f"/review/{pair.token}/", fields)
            if not self.wanted("plain answer", status, body, 303):
                return
            self.log.sent[fields["key"]] = (pair.token, "left")
            self.log.last[pair.token] = (fields["key"], "left")

"""Thirty reviewers at once: what answers cost the site, and whether each of them is kept exactly once.

    python tests/bench/bench_review.py [--on sqlite|postgres]

A seeded study is served as `manage.py serve` does it (gunicorn) on this machine, on SQLite and on a PostgreSQL of its
own. Small HTTP clients do what the page's script does: they answer, name the pair that is on the screen by then, get
the one after that along with the receipt, and fetch its posters; now and then an answer is sent twice or taken back.
In the end every answer is looked up in the database. A goal that is missed makes the exit status 1.

Processor time is that of all gunicorn processes; the load comes from this machine, too, so latencies include it.
"""

import argparse
import http.client
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.review_client import Log, Visitor
from tests.services.postgres import running_postgres

REPO = Path(__file__).resolve().parents[2]
REVIEWERS, CASES = 30, 40
ROUNDS, CYCLES = 11, 20  # of one reviewer alone; there are 240 pairs and a repeat now and then
YARDSTICK = 500_000  # additions, to tell a slow machine from a slow site
PICTURES, TRIES = 20, 5  # of each system
BUSY_SECONDS, THINK_SECONDS = 14.0, 0.7  # everybody looks at a pair for that long on average
RUSH_SECONDS = 5.0  # nobody looks at all
GOAL_CPU_MS, GOAL_NEXT_MS, GOAL_SPREAD = 10.0, 20.0, 0.10
GOAL_PLAIN_CPU_MS = 15.0  # a whole page each time
# The most of each; a change that adds one is to be looked at.
GOAL_QUERIES = {"first page": 11, "page": 11, "ahead": 11, "answer": 17, "undo": 15, "picture": 1}
JSON = {"Accept": "application/json"}
SAVEPOINTS = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
BIG_SYSTEMS, BIG_CASES, DEEP = 20, 100, 5000  # 19,000 tasks; how many of them somebody has answered


class Server:
    """gunicorn as `serve` starts it, and the processor time it has taken."""

    def __init__(self, port: int, folder: Path) -> None:
        from arena.desk.services.processes import web_command

        self.port, self._log = port, folder / "web.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(web_command(port), cwd=REPO, stdout=log, stderr=log)
        wait_until_it_answers(port)

    def cpu_ms(self) -> float:
        parent = psutil.Process(self._process.pid)
        used = [process.cpu_times() for process in (parent, *parent.children(recursive=True))]
        return 1000 * sum(times.user + times.system for times in used)

    def complaints(self) -> list[str]:
        """Lines of the log that tell of trouble."""
        words = ("locked", "Traceback", "ERROR", "CRITICAL", "Error")
        return [line for line in self._log.read_text().splitlines() if any(word in line for word in words)]

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)


def wait_until_it_answers(port: int) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/review/")
            connection.getresponse().read()
        except ConnectionError:
            time.sleep(0.2)
        else:
            return
        finally:
            connection.close()
    raise SystemExit("The site did not start.")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def percentiles(times: list[float]) -> str:
    if len(times) < 2:
        return "none"
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return f"{len(times):>6} times, p50 {cuts[49]:>6.1f}, p95 {cuts[94]:>6.1f}, p99 {cuts[98]:>6.1f} ms"


def additions_ms() -> float:
    """What a fixed piece of Python costs on this machine now, which may be another in the next minute."""
    before, total = time.process_time(), 0
    for number in range(YARDSTICK):
        total += number
    return 1000 * (time.process_time() - before)


def together(visitors: list[Visitor], seconds: float, think: float) -> None:
    end = time.monotonic() + seconds

    def visit(visitor: Visitor) -> None:
        visitor.start()
        visitor.judge(lambda _: time.monotonic() > end, think=think)

    threads = [threading.Thread(target=visit, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def cookie_of(reviewer: object) -> str:
    from tests.factories.studies import reviewer_client

    return str(reviewer_client(reviewer).cookies["reviewer"].value)


def build_study() -> object:
    """Four systems whose posters differ in how much stands on them, as real ones do."""
    from arena.core.files import store_bytes
    from arena.posters.models import Poster
    from tests.bench.bench_pages import poster_pictures
    from tests.factories.studies import SYSTEMS as NAMES
    from tests.factories.studies import make_study

    study = make_study(n_cases=CASES, name="load", repeat_share=0.05)
    for number, name in enumerate(NAMES):
        large, medium, small = poster_pictures(number)
        Poster.objects.filter(system_config__system__slug=name).update(
            rendition_sha256=store_bytes(large),
            medium_sha256=store_bytes(medium),
            thumbnail_sha256=store_bytes(small),
            width=4800,
            height=3600,
        )
    return study


def alone(server: Server, reviewers: list[object]) -> list[str]:
    """One reviewer at a time: what each thing costs, by the quietest of some rounds on a machine with other work."""
    missed = []
    for name, work, goal in (
        ("next + submit", Visitor.judge_alone, GOAL_CPU_MS),
        ("without script", Visitor.judge_plainly, GOAL_PLAIN_CPU_MS),
    ):
        one = Visitor(server.port, cookie_of(reviewers.pop()), 1)
        one.trips = False
        one.start()
        work(one, 5)
        rounds, waits, yards = [], [], []
        for _ in range(ROUNDS):
            yards.append(additions_ms())
            before, start = server.cpu_ms(), time.perf_counter()
            work(one, CYCLES)
            rounds.append((server.cpu_ms() - before) / CYCLES)
            waits.append(1000 * (time.perf_counter() - start) / CYCLES)
        say(
            f"  {name:<16} {min(rounds):>6.1f} ms of CPU a pair (mean {statistics.mean(rounds):.1f}), "
            f"{min(waits):.1f} ms until it is there; {YARDSTICK:,} additions in Python: {min(yards):.1f} ms "
            f"(mean {statistics.mean(yards):.1f})"
        )
        missed += one.log.faults
        if min(rounds) > goal:
            missed.append(f"{name} takes {min(rounds):.1f} ms of CPU, more than {goal:g}")
    return missed


def pictures(server: Server, reviewer: object) -> list[str]:
    """Whether the time a poster takes says whose it is: the systems in turn, the quickest of some tries each."""
    from arena.review.models import Assignment

    one = Visitor(server.port, cookie_of(reviewer), 2)
    one.start()
    one.judge_alone(24)
    systems = [f"{side}_poster__system_config__system__slug" for side in ("left", "right")]
    tokens: dict[str, list[str]] = defaultdict(list)
    for left, right, *of in Assignment.objects.filter(reviewer=reviewer).values_list(
        "left_token", "right_token", *systems
    ):
        tokens[of[0]].append(left)
        tokens[of[1]].append(right)
    missed = []
    for size in ("/medium", ""):
        before = server.cpu_ms()
        best: dict[str, list[float]] = defaultdict(list)
        for turn in range(PICTURES):
            tries: dict[str, list[float]] = defaultdict(list)
            for _ in range(TRIES):
                for system in random.sample(sorted(tokens), len(tokens)):
                    token = tokens[system][turn % len(tokens[system])]
                    status, body = one.ask(system, "GET", f"/m/{token}{size}")
                    one.wanted("picture", status, body)
                    tries[system].append(one.log.times[system][-1])
            for system, times in tries.items():
                best[system].append(min(times))
        used = (server.cpu_ms() - before) / (PICTURES * TRIES * len(tokens))
        middle = [statistics.median(times) for _, times in sorted(best.items())]
        spread = max(middle) / min(middle) - 1
        told = ", ".join(f"{value:.2f}" for value in middle)
        say(f"  picture {size or '/usual':<8} {used:>6.1f} ms of CPU, p50 by system {told} ms: {100 * spread:.0f} %")
        if spread > GOAL_SPREAD:
            missed.append(f"pictures {size or '/usual'} of one system take {100 * spread:.0f} % longer than of another")
    return missed + one.log.faults


def crowd(server: Server, reviewers: list[object]) -> list[str]:
    visitors = [Visitor(server.port, cookie_of(reviewer), number) for number, reviewer in enumerate(reviewers)]
    for name, seconds, think in (("busy", BUSY_SECONDS, THINK_SECONDS), ("rush", RUSH_SECONDS, 0.0)):
        cycles = sum(one.log.cycles for one in visitors)
        for one in visitors:
            one.log.times.clear()
        before, start = server.cpu_ms(), time.perf_counter()
        together(visitors, seconds, think)
        used, took = server.cpu_ms() - before, time.perf_counter() - start
        cycles = sum(one.log.cycles for one in visitors) - cycles
        say(
            f"  {len(visitors)} at once ({name}): {cycles} pairs in {took:.0f} s, {cycles / took:.0f} a second, "
            f"{used / max(1, cycles):.1f} ms of CPU each with two pictures"
        )
        for what in ("page", "ahead", "answer", "undo", "picture"):
            say(f"    {what:<9}{percentiles([ms for one in visitors for ms in one.log.times[what]])}")
    return [fault for one in visitors for fault in one.log.faults] + lost_or_doubled([one.log for one in visitors])


def lost_or_doubled(logs: list[Log]) -> list[str]:
    """Every answer that was confirmed is in the database once, and stands if it was the last of its pair."""
    from arena.review.models import Assignment, Judgment, JudgmentRevision

    sent = {key: pair for log in logs for key, pair in log.sent.items()}
    last = {token: said for log in logs for token, said in log.last.items()}
    tokens = set(last)
    rows = JudgmentRevision.objects.filter(judgment__assignment__token__in=tokens).exclude(action="withdrawn")
    stored = {
        key: (token, choice) for key, token, choice in rows.values_list("key", "judgment__assignment__token", "choice")
    }
    missed = [f"{len(sent.keys() - stored.keys())} answers are lost"] if sent.keys() - stored.keys() else []
    if unknown := stored.keys() - sent.keys():
        missed.append(f"{len(unknown)} answers were stored and never confirmed")
    if wrong := [key for key in sent.keys() & stored.keys() if sent[key] != stored[key]]:
        missed.append(f"{len(wrong)} answers say something else")
    current = dict(
        Judgment.objects.filter(assignment__token__in=tokens, state="given").values_list("assignment__token", "choice")
    )
    if current != {token: choice for token, (_, choice) in last.items()}:
        missed.append("what stands is not what was answered last")
    made = Assignment.objects.filter(token__in=tokens)
    again = Counter(made.values_list("reviewer", "task", "kind"))
    if double := [pair for pair, count in again.items() if count > 1 and pair[1] is not None]:
        missed.append(f"{len(double)} pairs were shown twice")
    say(f"  {len(sent)} answers to {len(tokens)} pairs were confirmed, {len(stored)} are stored; faults: {len(missed)}")
    return missed


def queries(reviewer: object) -> list[str]:
    """How many queries each request makes, asked in this process."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from arena.review.models import Assignment
    from tests.factories.studies import reviewer_client

    client, counts = reviewer_client(reviewer), {}

    def count(name: str, ask: Callable[[], object]) -> None:
        with CaptureQueriesContext(connection) as made:
            answer = ask()
        b"".join(answer)
        counts[name] = max(counts.get(name, 0), sum(not entry["sql"].startswith(SAVEPOINTS) for entry in made))

    count("first page", lambda: client.get("/review/"))
    for _ in range(4):
        shown = Assignment.objects.filter(reviewer=reviewer, judgment=None).earliest("step")
        here = f"/review/{shown.token}/"
        count("page", lambda: client.get("/review/"))
        count("ahead", lambda here=here: client.post(f"{here}ahead/", headers=JSON))
        ahead = Assignment.objects.filter(reviewer=reviewer).latest("step")
        said = {"choice": "left", "revision": "0", "key": str(uuid.uuid4()), "ahead": "yes", "showing": ahead.token}
        count("answer", lambda here=here, said=said: client.post(here, said, headers=JSON))
        count("picture", lambda token=shown.left_token: client.get(f"/m/{token}/medium"))
    undo = {"revision": "1", "key": str(uuid.uuid4())}
    count("undo", lambda: client.post(f"/review/{shown.token}/undo/", undo, headers=JSON))
    say("  queries: " + ", ".join(f"{name} {count}" for name, count in counts.items()))
    return [f"{name} makes {count} queries" for name, count in counts.items() if count > GOAL_QUERIES[name]]


def big_roster() -> list[str]:
    """The next of 19,000 tasks, made anew each time, where the reviewer's order is known and where it is not.

    The best of some rounds, since the machine does other things, too.
    """
    from arena.review.models import Assignment
    from arena.review.selectors import standing_of
    from arena.review.services.show import show_next
    from arena.studies.models import Reviewer
    from arena.studies.schedule import schedule_of
    from tests.bench.big_study import answer_many, make_big_study

    new, far = make_big_study(BIG_SYSTEMS, BIG_CASES)
    answer_many(far, DEEP)
    missed = []
    for name, pk in (("first", new.pk), (f"after {DEEP}", far.pk)):
        times: dict[str, list[float]] = {"cold": [], "warm": []}
        for state in ("cold", "warm") * ROUNDS:
            Assignment.objects.filter(reviewer=pk, judgment=None).delete()
            if state == "cold":
                schedule_of.cache_clear()
            reviewer = Reviewer.objects.select_related("study").get(pk=pk)
            start = time.perf_counter()
            assignment = show_next(reviewer=reviewer, standing=standing_of(reviewer))
            times[state].append(1000 * (time.perf_counter() - start))
            if assignment is None:
                raise SystemExit("There is no next task.")
        told = ", ".join(f"{state} {min(of):.1f} ms (mean {statistics.mean(of):.1f})" for state, of in times.items())
        say(f"  next of 19,000 tasks, {name}: {told}")
        missed += [
            f"the next task ({name}, {state}) takes {min(of):.0f} ms"
            for state, of in times.items()
            if min(of) > GOAL_NEXT_MS
        ]
    return missed


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def measure(folder: Path) -> list[str]:
    """Everything on the database that the environment names."""
    port = free_port()
    os.environ |= {
        "DATA_DIR": str(folder),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "ALLOWED_HOSTS": "127.0.0.1,testserver",
        "DJANGO_SETTINGS_MODULE": "arena.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    from tests.factories.studies import make_reviewer

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    study = build_study()
    reviewers = [make_reviewer(study) for _ in range(REVIEWERS + 4)]
    missed = queries(reviewers.pop())
    server = Server(port, folder)
    try:
        missed += alone(server, reviewers)
        missed += pictures(server, reviewers.pop())
        missed += crowd(server, reviewers)
        missed += [f"the site's log: {line}" for line in server.complaints()]
    finally:
        server.stop()
    return missed + big_roster()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=("sqlite", "postgres"), help="only this database")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # the database is there: measure
    options = parser.parse_args()
    if options.here:
        with tempfile.TemporaryDirectory(prefix="poster-arena-bench-") as folder:
            missed = measure(Path(folder))
        for line, times in Counter(missed).most_common(20):
            say(f"  MISSED: {line}" + (f" ({times} times)" if times > 1 else ""))
        return 1 if missed else 0
    failed = 0
    for name in (options.on,) if options.on else ("sqlite", "postgres"):
        with ExitStack() as stack:
            environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
            if name == "postgres":
                environment["DATABASE_URL"] = stack.enter_context(running_postgres())
            say(f"{name}:")
            failed |= subprocess.call([sys.executable, __file__, "--here"], env=environment)
    return failed


if __name__ == "__main__":
    sys.exit(main())

"""How far a demonstration is: kept in a file, shown on the start page to everybody, told at the terminal."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.core.leases import WorkState
from arena.desk.preparing import Part, Preparing, clear_preparing, read_preparing, write_preparing
from arena.desk.services.pace import PAPERS, POSTERS, REPORT, REVIEWERS, SCORES, USUAL, Pace, pace_of
from arena.desk.telling import Telling
from arena.posters.models import GenerationRun
from tests.factories.posters import make_benchmark, make_config

HALF = Preparing((Part(POSTERS, 3, 40), Part(SCORES, 1, 40)), share=0.125, seconds_left=150.0)


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_what_is_written_is_read_until_it_is_taken_away() -> None:
    assert read_preparing() is None
    write_preparing(HALF)
    assert read_preparing() == HALF
    clear_preparing()
    clear_preparing()
    assert read_preparing() is None


def test_a_record_whose_writer_is_gone_counts_as_none(data_dir: Path) -> None:
    write_preparing(HALF)
    minute_ago = time.time() - 60
    os.utime(data_dir / "preparing.json", (minute_ago, minute_ago))
    assert read_preparing() is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "less than a minute left"), (60, "about 1 minute left"), (100, "about 2 minutes left"), (600, "about 10 mi")],
)
def test_the_time_left_is_said_in_words(seconds: float, words: str) -> None:
    assert Preparing((), 0.5, seconds).time_left.startswith(words)


def test_it_is_never_all_done_while_something_is_left() -> None:
    assert Preparing((), 0.9999, 0.4).percent == 99
    assert Preparing((), 1.0, 0.0).percent == 100


def test_workers_share_their_work_and_nothing_else() -> None:
    """Two workers halve what they do side by side: (2 x 6 + 4 x 10) / 2 + 20 = 46 s."""
    seconds = {PAPERS: 3.0, POSTERS: 6.0, SCORES: 10.0, REVIEWERS: 1.0, REPORT: 20.0}
    parts = (Part(PAPERS, 2, 2), Part(POSTERS, 2, 4), Part(SCORES, 0, 4), Part(REPORT, 0, 1))
    preparing = Pace(seconds, workers=2).preparing(parts)
    assert preparing.seconds_left == pytest.approx(46)
    assert preparing.share == pytest.approx(1 - 46 / 55)  # of (2 x 3 + 4 x 6 + 4 x 10) / 2 + 20 = 55 s


@pytest.mark.django_db
def test_the_pace_goes_from_the_usual_to_what_was_measured_here() -> None:
    """With three usual pieces to start from, n pieces of 1 s: (3 x usual + n) / (3 + n)."""
    benchmark, config = make_benchmark(cases=1), make_config("alder")
    case = benchmark.entries.get().case
    assert pace_of(benchmark, 2).seconds == USUAL
    now = timezone.now()
    for number in range(1, 4):
        GenerationRun.objects.create(
            case=case,
            system_config=config,
            pdf_sha256=case.pdf_sha256,
            state=WorkState.DONE,
            started_at=now - timedelta(seconds=1),
            finished_at=now,
        )
        expected = (3 * USUAL[POSTERS] + number) / (3 + number)
        assert pace_of(benchmark, 2).seconds[POSTERS] == pytest.approx(expected)


@pytest.mark.django_db
def test_everybody_sees_on_the_start_page_how_far_it_is(client: Client, as_ada: Client, as_ben: Client) -> None:
    assert "being prepared" not in client.get("/").content.decode()
    write_preparing(HALF)
    for visitor in (client, as_ada, as_ben):
        page = visitor.get("/").content.decode()
        assert "12 % done, about 2 minutes left" in page
        assert "<b>3</b> of 40 posters made" in page
        assert 'hx-get="/preparing/"' in page
    part = client.get("/preparing/", headers={"HX-Request": "true"}).content.decode()
    assert "<b>1</b> of 40 posters scored" in part
    assert "<html" not in part


@pytest.mark.django_db
def test_the_part_that_asks_again_says_when_it_is_over(client: Client) -> None:
    part = client.get("/preparing/", headers={"HX-Request": "true"}).content.decode()
    assert "no longer being prepared" in part
    assert "hx-get" not in part
    assert client.get("/preparing/").headers["Location"] == "/"  # a browser without script


def test_a_file_gets_a_line_for_each_change(capsys: pytest.CaptureFixture[str]) -> None:
    telling = Telling()
    telling.show(HALF)
    telling.show(HALF)
    telling.show(Preparing((Part(POSTERS, 4, 40), Part(SCORES, 1, 40)), share=1.0, seconds_left=0.0))
    telling.close()
    assert capsys.readouterr().err.splitlines() == [
        "posters made: 3 of 40 (about 2 minutes left)",
        "posters scored: 1 of 40 (about 2 minutes left)",
        "posters made: 4 of 40",
    ]


def test_a_terminal_gets_one_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    telling = Telling()
    telling.show(HALF)
    telling.close()
    shown = capsys.readouterr().err
    assert "3/40 posters made, 1/40 posters scored" in shown
    assert "12 %" in shown
    assert "about 2 minutes left" in shown

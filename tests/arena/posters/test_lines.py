"""A picture is read once on a site, and scores are the same as if it were read each time."""

import json
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings

from arena.posters.services import lines
from arena.posters.services.evaluate import EVALUATORS
from scoring.posterbench import ocr
from scoring.posterbench.evaluate import evaluate_offline
from scoring.posterbench.raster import load_raster
from scoring.records import PaperText
from scoring.words import POSTERBENCH_OFFLINE
from tests.factories.identity import poster_png, read_as

PAPER = PaperText(
    text="Trees grow on slopes. We measured 42 trees in 3 years.",
    title="Trees grow on slopes",
    abstract="Trees grow.",
    headings=("Methods",),
    figures=1,
)
POSTER = poster_png(("We measured 42 trees in 3 years", (60, 200)), ("Methods", (60, 160)))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that OCR is asked."""
    asked: list[int] = []
    real = ocr.read_lines

    def counting(*given: object, **options: object) -> object:
        asked.append(1)
        return real(*given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ocr, "read_lines", counting)
    return asked


def test_scores_from_kept_lines_are_those_of_reading_anew_and_it_is_read_once(read: list[int]) -> None:
    evaluate = EVALUATORS[POSTERBENCH_OFFLINE].evaluate
    first, second = evaluate(POSTER, PAPER), evaluate(POSTER, PAPER)
    assert len(read) == 1
    anew = evaluate_offline(POSTER, PAPER)
    assert repr(first) == repr(anew)  # every digit of every number
    assert repr(second) == repr(anew)


def test_lines_of_another_reader_or_half_a_file_are_read_anew(read: list[int]) -> None:
    lines.picture_with_lines(POSTER)
    (kept,) = (Path(settings.MEDIA_DIR) / "lines").glob("*.json")
    whole = kept.read_text()
    for broken in (json.dumps(json.loads(whole) | {"reader": "another"}), whole[:100], "[]"):
        kept.write_text(broken)
        lines.picture_with_lines(POSTER)
    assert len(read) == 4
    assert kept.read_text() == whole


def test_two_who_want_the_same_picture_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def slow(*_given: object, **_options: object) -> tuple[object, ...]:
        asked.append(time.monotonic())
        time.sleep(0.3)
        return read_as(("A line", (0.1, 0.1, 0.2, 0.2))).lines

    monkeypatch.setattr(ocr, "read_lines", slow)
    raster = load_raster(POSTER)
    results: list[object] = []
    threads = [threading.Thread(target=lambda: results.append(lines.picture_with_lines(POSTER)[1])) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(asked) == 1
    assert [line.text for found in results for line in found] == ["A line"] * 3  # type: ignore[attr-defined]
    assert raster.width == 2048

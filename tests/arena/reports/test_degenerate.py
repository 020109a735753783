"""Results pages of studies that hardly say anything: each is a whole page that says in words what it cannot say."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from django.test import Client

from arena.core.files import store_bytes
from arena.core.leases import WorkState
from arena.reports.models import Report, ReportFile
from arena.studies.models import Study
from scoring.files import InputFile, write_judgments
from scoring.records import JudgmentRecord, ReportOptions
from scoring.report.compute import compute
from scoring.report.jsonfile import to_json
from scoring.report.tables import csv_files
from scoring.words import Choice

pytestmark = pytest.mark.django_db

ANSWERS = (Choice.LEFT, Choice.EQUAL, Choice.RIGHT, Choice.LEFT, Choice.SKIP)


def answers(systems: str, papers: int, reviewers: int, only: Choice | None = None) -> list[JudgmentRecord]:
    """Everybody answers every pair on every paper: always the same, or in a fixed mixture."""
    cells = [(p, r, pair) for p in range(papers) for r in range(reviewers) for pair in combinations(systems, 2)]
    return [
        JudgmentRecord(f"p{p}", f"R{r}", a, b, only or ANSWERS[(7 * n + n // 5) % 5])
        for n, (p, r, (a, b)) in enumerate(cells)
    ]


STATES = {
    "only skips": (answers("ab", 2, 2, Choice.SKIP), "No judgment ranks two posters yet"),
    "one judgment": (answers("ab", 1, 1, Choice.LEFT), "Reviewers preferred a in its only comparison."),
    "one reviewer": (answers("abc", 6, 1), "all judgments are by one reviewer"),
    "one paper": (answers("abc", 1, 6), "all judgments are of one paper"),
    "disconnected": (answers("abc", 3, 3) + answers("xy", 3, 3), "Judgments of these pairs would join them: a with x."),
    "undefeated": (
        answers("ab", 3, 3, Choice.LEFT) + answers("bc", 3, 3),
        "Reviewers preferred a in every one of its 9",
    ),
    "all ties": (answers("abc", 3, 3, Choice.EQUAL), "Reviewers prefer none of a, b and c over the others"),
}


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The name of a study with such judgments and a snapshot of them (without figures), and what its page says."""
    judgments, said = STATES[request.param]
    make_snapshot(judgments, tmp_path)
    yield request.param, said


def make_snapshot(judgments: list[JudgmentRecord], folder: Path) -> None:
    write_judgments(folder / "judgments.csv", judgments)
    options = ReportOptions(resamples=20)
    results = compute(InputFile.at(folder / "judgments.csv"), None, options, lambda step: None)
    study = Study.objects.create(name="thin", title="Thin", state=Study.State.CLOSED)
    report = Report.objects.create(study=study, pool=Report.Pool.PEOPLE, state=WorkState.DONE, judgments=len(judgments))
    Report.objects.filter(pk=report.pk).update(started_at=report.created_at, finished_at=report.created_at)
    for name, data in {**csv_files(results), "report.json": to_json(results.report)}.items():
        ReportFile.objects.create(report=report, name=name, sha256=store_bytes(data), size=len(data))


def text_of(page: str) -> str:
    """What a visitor reads, with plain spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_page_says_what_it_cannot_say(state: tuple[str, str], as_ben: Client) -> None:
    name, said = state
    page = as_ben.get("/results/thin/").content.decode()
    text = text_of(page)
    assert said in text
    headline = text_of(page[page.index("<h1") : page.index("</h1>")])
    assert "100.0%" not in headline
    assert not re.search(r"\b(nan|inf|None|null%)\b", text), name
    assert "No automatic scores stand beside these judgments" in text
    for anchor in set(re.findall(r'<a href="#([\w-]+)"', page)):
        assert f'id="{anchor}"' in page, anchor
    assert page.count("<h1") == 1


def test_systems_at_a_boundary_and_in_groups_are_marked(tmp_path: Path, as_ben: Client) -> None:
    make_snapshot([*STATES["undefeated"][0], *answers("xy", 3, 3)], tmp_path)
    page = as_ben.get("/results/thin/").content.decode()
    assert 'a <span class="tag">undefeated</span>' in page
    assert "its number is the limit" in page
    assert '<th scope="col" class="num">Group</th>' in page


def test_of_many_systems_the_first_pairs_are_shown_and_the_rest_is_named(tmp_path: Path, as_ben: Client) -> None:
    make_snapshot(answers("abcdefghijklmnopqrstuvwx", 1, 2), tmp_path)  # 24 systems, 276 pairs
    page = as_ben.get("/results/thin/").content.decode()
    assert "all 276 pairs are in head_to_head.csv" in page
    pairs = page[page.index('id="head-to-head"') : page.index('id="matrix"')]
    assert pairs.count("<small>against") == 45  # pairs of ten systems
    assert '<table class="matrix">' not in page

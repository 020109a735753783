"""What the figures show where there is little to show, and where there is too much.

matplotlib writes each piece of text as a comment beside its outlines, so an SVG can be read.
"""

import re

import pytest

from scoring.files import render_judgments
from scoring.records import ReportOptions
from scoring.report.compute import InputFile, compute
from scoring.report.figures import draw_figures, figure_names
from scoring.report.figures.forest import draw_forest
from scoring.report.figures.head_to_head import MOST_PAIRS, draw_head_to_head
from scoring.report.figures.lettering import shortened, text_width
from scoring.report.figures.matrix import draw_matrix, tint
from scoring.report.figures.sheet import Sheet, steady_drawing
from scoring.report.figures.theme import DARK, LIGHT
from scoring.report.model import Results


def results_of(records) -> Results:
    data = InputFile("judgments.csv", render_judgments(records))
    return compute(data, None, ReportOptions(resamples=60), lambda _: None)


def words(sheet: Sheet) -> list[str]:
    with steady_drawing():
        return re.findall(r"<!-- (.*?) -->", sheet.svg().decode())


def test_a_pair_without_judgments_is_hatched_and_says_so(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", *pair, "left") for n in range(6) for pair in ("ab", "bc")]
    records.append(judge("p1", "R1", "a", "d", "skip"))
    report = results_of(records).report
    matrix = words(draw_matrix(report, LIGHT))
    # 4 systems, 12 cells: a-b and b-c judged, the other four pairs not.
    assert matrix.count("no data") == 8
    assert matrix.count("n = 6") == 4
    with steady_drawing():
        assert b"<pattern" in draw_matrix(report, LIGHT).svg()
    assert words(draw_head_to_head(report, LIGHT)).count("never compared") == 4
    forest = words(draw_forest(report, LIGHT))
    assert "not estimable" in forest
    assert {"Group 1", "Group 2"} <= set(forest)


def test_too_many_pairs_are_cut_aloud(random_study) -> None:
    report = results_of(random_study(systems=13, votes=400)).report
    assert len(report.head_to_head) == 78 > MOST_PAIRS
    shown = words(draw_head_to_head(report, LIGHT))
    first = report.systems[0].system
    assert f"Pairs of {first} only; all 78 pairs stand in head_to_head.csv." in " ".join(shown)
    assert sum(text.startswith("against ") for text in shown) == 12


def test_a_matrix_of_many_systems_grows_and_keeps_a_count_in_every_cell(random_study) -> None:
    report = results_of(random_study(systems=16, votes=900)).report
    sheet = draw_matrix(report, DARK)
    assert sheet.width > 900
    assert sum(text.startswith("n = ") or text == "no data" for text in words(sheet)) == 16 * 15


def test_without_systems_nothing_is_drawn(judge) -> None:
    data = InputFile("judgments.csv", b"case_id,reviewer,system_left,system_right,choice\n")
    results = compute(data, None, ReportOptions(resamples=10), lambda _: None)
    assert figure_names(results) == ()
    assert list(draw_figures(results)) == []


def test_markup_and_foreign_letters_in_names_are_drawn_as_they_are(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", "$x^2$", "системa <b>", ("left", "right")[n % 2]) for n in range(8)]
    drawn = words(draw_forest(results_of(records).report, LIGHT))
    assert "$x^2$" in drawn
    assert any("системa" in text for text in drawn)


def test_long_names_end_in_an_ellipsis_inside_their_room() -> None:
    name = "a-system-with-a-name-that-does-not-end-soon-enough"
    short = shortened(name, 150, weight="semibold")
    assert short.endswith("…")
    assert text_width(short, weight="semibold") <= 150
    assert shortened("short", 150) == "short"


@pytest.mark.parametrize(("preference", "ground"), [(0.5, None), (0.51, None), (0.55, 0), (0.6, 1), (0.7, 2), (1.0, 2)])
def test_the_tint_deepens_away_from_a_half_on_both_sides(preference: float, ground: int | None) -> None:
    assert tint(preference, LIGHT) == (None if ground is None else LIGHT.for_tints[ground])
    assert tint(1 - preference, LIGHT) == (None if ground is None else LIGHT.against_tints[ground])

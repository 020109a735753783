"""What the figures show where there is little to show, and where there is too much.

matplotlib writes each piece of text as a comment beside its outlines, so an SVG can be read.
"""

import re
import zlib
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from scipy import stats

from scoring.files import render_judgments, render_scores
from scoring.records import ReportOptions, ScoreRecord
from scoring.report.compute import InputFile, compute
from scoring.report.coverage import coverage_counts, coverage_result
from scoring.report.figures import FIGURES, SUFFIXES, draw_figures, drawings, figure_names
from scoring.report.figures.axes import scale_over
from scoring.report.figures.bins import ScoredPoster, bins_of
from scoring.report.figures.coverage import draw_coverage
from scoring.report.figures.differences import draw_differences
from scoring.report.figures.forest import draw_forest
from scoring.report.figures.head_to_head import MOST_PAIRS, draw_head_to_head
from scoring.report.figures.influence import draw_influence
from scoring.report.figures.lettering import can_be_drawn, clipped, shortened, text_width, two_lines, wrapped
from scoring.report.figures.matrix import draw_matrix, tint
from scoring.report.figures.planning import draw_planning
from scoring.report.figures.shades import Shades
from scoring.report.figures.sheet import COLUMN, SIMULATED, WIDTH, Sheet, steady_drawing
from scoring.report.figures.theme import DARK, LIGHT, recoloured
from scoring.report.figures.variants import draw_variants, has_intervals
from scoring.report.model import PairResult, Results
from scoring.report.referee import (
    CellCount,
    DifferenceResult,
    Estimated,
    InfluenceResult,
    InfluencesResult,
    PaperCoverage,
    PlanningPoint,
    PlanningResult,
    VariantResult,
)
from scoring.report.sections import parts
from scoring.words import ScoreStatus, Source

LONG = (
    "a-poster-system-with-a-name-of-sixty-letters-and-planning",
    "a-poster-system-with-a-name-of-sixty-letters-and-reranker",
)


def results_of(records, scores=None) -> Results:
    data = InputFile("judgments.csv", render_judgments(records))
    scored = None if scores is None else InputFile("scores.csv", render_scores(scores))
    return compute(data, scored, ReportOptions(resamples=60), lambda _: None)


def scores_of(records, seed: int = 2) -> list[ScoreRecord]:
    """A score for every poster of the judgments."""
    rng = np.random.default_rng(seed)
    posters = sorted(
        {(record.case_id, name) for record in records for name in (record.system_left, record.system_right)}
    )
    values = rng.uniform(30, 95, len(posters)).round(1).tolist()
    return [
        ScoreRecord(case, system, "posterbench", ScoreStatus.SCORED, overall=value)
        for (case, system), value in zip(posters, values, strict=True)
    ]


def words(sheet: Sheet) -> list[str]:
    with steady_drawing():
        return re.findall(r"<!-- (.*?) -->", sheet.svg().decode())


def prose(sheet: Sheet) -> str:
    return " ".join(words(sheet))


def renamed(records, names):
    """The same judgments about systems of other names."""
    old = sorted({name for record in records for name in (record.system_left, record.system_right)})
    new = dict(zip(old, names, strict=True))
    return [
        replace(record, system_left=new[record.system_left], system_right=new[record.system_right])
        for record in records
    ]


def study_of(random_study, *, source: Source | None = None) -> Results:
    """A study that fills every figure but the boards, from five systems, two of them with long names of one family."""
    records = random_study(systems=5, papers=15, reviewers=8, votes=300, source=source)
    records = renamed(records, [*LONG, "海报生成系统（第二代）", "ポスター生成エージェント試作機", "plain"])
    records = [replace(record, discipline="ai_ml" if record.case_id < "p08" else "biomed_health") for record in records]
    return results_of(records, scores_of(records))


def outside(sheet: Sheet) -> list[str]:
    """Texts that leave the sheet, by what matplotlib measures."""
    sheet.svg()
    left = []
    renderer = FigureCanvasAgg(sheet._figure).get_renderer()
    for text in sheet._axes.texts:
        box = text.get_window_extent(renderer).transformed(sheet._axes.transData.inverted())
        low, high = sorted((box.y0, box.y1))
        if box.x0 < -2 or box.x1 > sheet.width + 2 or low < -2 or high > sheet.height + 2:
            left.append(text.get_text())
    return left


def test_every_figure_says_its_n_its_whiskers_and_that_judgments_are_simulated(random_study) -> None:
    results = study_of(random_study, source=Source.SIMULATED)
    assert [name for name in FIGURES if name not in figure_names(results)] == ["dimensions"]
    for name, figure in drawings(results).items():
        for draw in (figure.page, figure.column):
            if draw is None:
                continue
            said = prose(draw(LIGHT))
            assert SIMULATED in said, name
            assert re.search(r"\bn = \d|\d (?:ranked )?judgments?|\d posters", said), name
            assert re.search(r"hiskers|95% intervals|No interval|counts? judgments|n judgments", said), name


def test_no_letter_leaves_a_figure_however_long_the_names(random_study) -> None:
    for name, figure in drawings(study_of(random_study)).items():
        for draw in (figure.page, figure.column):
            if draw is not None:
                with steady_drawing():
                    assert outside(draw(LIGHT)) == [], name


def test_the_same_results_give_the_same_bytes_and_the_dark_drawing_is_the_light_one_recoloured(random_study) -> None:
    records = random_study(systems=3, papers=8, votes=60)
    results = results_of(records, scores_of(records))
    # Three are enough here: the test of the report's folder compares all files of two builds.
    first, second = ({figure.name: figure.files for figure in islice(draw_figures(results), 3)} for _ in range(2))
    assert first == second
    for name, files in first.items():
        assert set(files) <= {name + suffix for suffix in SUFFIXES}
    for name, figure in drawings(results).items():
        with steady_drawing():
            light, dark = figure.page(LIGHT).svg(), figure.page(DARK).svg()
        assert without_ids(recoloured(light, LIGHT, DARK)) == without_ids(dark), name


def without_ids(svg: bytes) -> bytes:
    """matplotlib names markers and patterns after a hash of their look, the colour included."""
    return re.sub(rb"\b[mph][0-9a-f]{10}\b", b"id", svg)


def test_in_print_a_page_is_175_mm_wide_a_column_85_mm_and_no_letter_below_7_pt(random_study) -> None:
    figure = drawings(results_of(random_study()))["beat_probability"]
    assert figure.column is not None
    for sheet, millimetres in ((figure.page(LIGHT), 175), (figure.column(LIGHT), 85)):
        with steady_drawing():
            pdf = sheet.pdf()
        box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
        assert box is not None
        assert float(box[1]) / 72 * 25.4 == pytest.approx(millimetres, abs=0.2)
        content = b"".join(_streams(pdf))
        sizes = [float(size) for size in re.findall(rb"/F\d+ ([\d.]+) Tf", content)]
        assert sizes
        assert 7 <= min(sizes) < 7.2


def test_a_pdf_holds_truetype_letters_and_no_type_3_which_publishers_refuse(judge) -> None:
    for name, kind in (("latin, ελληνικά, 95% – r ≥ 0.3", b"/FontFile2"), ("海报", b"/Type3")):
        records = [judge(f"p{n}", f"R{n % 3}", name, "b", ("left", "right")[n % 2]) for n in range(8)]
        with steady_drawing():
            pdf = draw_forest(results_of(records).report, LIGHT).pdf()
        assert kind in pdf
        # Noto Sans CJK has cubic outlines only.
        assert (b"/Type3" in pdf) is (kind == b"/Type3")


def _streams(pdf: bytes) -> list[bytes]:
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return found


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
    sheet = draw_head_to_head(report, LIGHT)
    first = report.systems[0].system
    assert f"Pairs of {first} only; all 78 pairs stand in head_to_head.csv." in prose(sheet)
    assert sum(text.startswith("against ") for text in words(sheet)) == 12


def test_a_matrix_of_many_systems_grows_and_keeps_a_count_in_every_cell(random_study) -> None:
    report = results_of(random_study(systems=16, votes=900)).report
    sheet = draw_matrix(report, DARK)
    assert sheet.width > 900
    assert sum(text.startswith("n = ") or text == "no data" for text in words(sheet)) == 16 * 15


def test_beyond_two_dozen_systems_the_matrix_has_colours_for_preference_and_greys_for_counts(random_study) -> None:
    results = results_of(random_study(systems=26, papers=40, votes=1200))
    figure = drawings(results)["win_matrix"]
    assert figure.column is None
    sheet = figure.page(LIGHT)
    assert not any(text.startswith("n = ") for text in words(sheet))
    with steady_drawing():
        svg = sheet.svg().decode()
    assert all(color in svg for color in (LIGHT.for_tints[2], LIGHT.against_tints[2], LIGHT.greys[0], LIGHT.greys[4]))
    never = sum(pair.n == 0 for pair in results.report.head_to_head)
    assert 0 < never < 325


def test_without_systems_nothing_is_drawn() -> None:
    data = InputFile("judgments.csv", b"case_id,reviewer,system_left,system_right,choice\n")
    results = compute(data, None, ReportOptions(resamples=10), lambda _: None)
    assert figure_names(results) == ()
    assert list(draw_figures(results)) == []


def test_only_skips_leave_no_figure_of_scores_differences_or_planning(judge) -> None:
    records = [judge(f"p{n}", "R1", "a", "b", "skip") for n in range(3)]
    results = results_of(records, scores_of(records))
    assert figure_names(results) == ("beat_probability", "head_to_head", "win_matrix", "coverage")
    assert "3 papers without any" in prose(drawings(results)["coverage"].page(LIGHT))


def test_one_judgment_is_drawn_without_intervals_and_says_so(judge) -> None:
    records = [judge("p1", "R1", "a", "b", "left")]
    results = results_of(records, scores_of(records))
    names = figure_names(results)
    assert {"beat_probability", "margins", "score_vs_preference"} <= set(names)
    assert "planning" not in names
    assert "No interval could be had" in prose(draw_forest(results.report, LIGHT))
    for name, figure in drawings(results).items():
        assert len(prose(figure.page(LIGHT))) > 50, name


def test_both_intervals_stand_side_by_side_with_a_key(random_study) -> None:
    report = results_of(random_study()).report
    said = words(draw_forest(report, LIGHT))
    assert {"crossed bootstrap", "two-way cluster-robust"} <= set(said)
    bare = replace(report, systems=tuple(replace(s, robust_low=None, robust_high=None) for s in report.systems))
    assert "two-way cluster-robust" not in prose(draw_forest(bare, LIGHT))


def test_the_interval_of_every_method_is_drawn_and_a_missing_one_is_said(random_study) -> None:
    report = results_of(random_study()).report
    names = [system.system for system in report.systems]
    some, none = Estimated(0.5, 0.4, 0.65, None), Estimated(0.5, None, None, "one reviewer")
    variants = tuple(VariantResult(name, some, some, some, none, some) for name in names)
    said = words(draw_variants(replace(report, variants=variants), LIGHT))
    assert said.count("40.0–65.0 (25.0)") == 4 * len(names)
    assert said.count("no interval") == len(names)
    assert not has_intervals([VariantResult("a", none, none, none, none, none)])


def test_every_figure_has_one_place_on_the_page(random_study) -> None:
    results = study_of(random_study)
    named = [section.figure for part in parts(results.report) for section in part.sections if section.figure]
    assert sorted(set(figure_names(results))) == sorted(set(named) & set(figure_names(results)))
    assert len(named) == len(set(named))
    assert set(named) <= set(FIGURES)


def test_differences_that_hold_for_all_pairs_are_filled_and_too_many_are_cut_aloud(random_study) -> None:
    report = results_of(random_study()).report
    pairs = (
        DifferenceResult("s0", "s1", 0.2, 0.05, 0.35, 0.001, apart=True),
        DifferenceResult("s0", "s2", 0.1, -0.05, 0.25, 0.2, apart=False),
        DifferenceResult("s1", "s2", -0.1, None, None, None, apart=None),
    )
    said = words(draw_differences(replace(report, differences=pairs), LIGHT))
    assert {"20.0 (5.0 to 35.0)", "10.0 (−5.0 to 25.0)", "−10.0 (no interval)"} <= set(said)
    with steady_drawing():
        svgs = [
            draw_differences(replace(report, differences=some), LIGHT).svg().decode() for some in (pairs, pairs[1:])
        ]
    assert [LIGHT.accent in svg for svg in svgs] == [True, False]
    many = tuple(DifferenceResult("s0", f"x{n}", 0.1, 0.0, 0.2, 0.05, apart=False) for n in range(40))
    sheet = draw_differences(replace(report, differences=many), LIGHT)
    assert "Differences from s0 to the next 28 systems; 40 pairs in all." in prose(sheet)


def test_whoever_changes_first_place_stands_out_and_who_cannot_be_left_out_stands_first(random_study) -> None:
    report = results_of(random_study()).report
    leader = report.systems[0].system
    influence = InfluencesResult(
        reviewers=(
            InfluenceResult("turner", 9, 0.05, leader, ("somebody else",), 2, None),
            InfluenceResult("plain", 5, 0.01, leader, (leader,), 0, None),
            InfluenceResult("only", 50, None, None, (), None, "without it nothing joins the systems"),
        ),
        papers=tuple(InfluenceResult(f"p{n}", 3, 0.001 * (40 - n), leader, (leader,), 0, None) for n in range(40)),
    )
    sheet = draw_influence(report, influence, LIGHT)
    said = words(sheet)
    assert "Ochre: another system would stand first (1 in all)." in prose(sheet)
    assert said.index("only") < said.index("turner") < said.index("plain")
    # Fifteen papers are shown; the smallest of these moves 2.6 points.
    assert "and 25 more, none above 2.6" in said
    with steady_drawing():
        svg = sheet.svg().decode()
    assert LIGHT.against in svg
    assert "<pattern" in svg
    calm = InfluencesResult(influence.reviewers[1:2], influence.papers)
    assert "First place never changes." in prose(draw_influence(report, calm, LIGHT))


def test_planning_has_a_line_per_number_of_judgments_and_marks_this_study(random_study) -> None:
    report = results_of(random_study()).report
    points = tuple(PlanningPoint(r, v, 0.4 / r**0.5 + 10 / v) for v in (200, 400, 800) for r in (5, 10, 20))
    planning = PlanningResult(6, 200, 20, 0.2, 0.1, 0.6, 0.3, points, None)
    sheet = draw_planning(report, planning, LIGHT)
    assert {"200", "400", "800", "this study", "5", "6", "10", "20"} <= set(words(sheet))
    assert "papers 10%, reviewers 60%, single judgments 30%" in prose(sheet)
    assert len(draw_planning(report, replace(planning, points=points[:1]), LIGHT).svg()) > 0


def test_coverage_counts_papers_pairs_and_cells_that_nobody_judged(judge) -> None:
    records = [judge("p1", "R1", "a", "b", "left"), judge("p1", "R2", "a", "b", "equal")]
    records += [judge("p2", "R1", "b", "c", "right"), judge("p3", "R3", "a", "c", "skip")]
    results = results_of(records)
    coverage = results.report.coverage
    assert coverage is not None
    # 3 papers x 3 pairs; two judgments of one cell, one of another.
    assert (coverage.cells, coverage.empty) == (9, 7)
    assert coverage.distribution == (CellCount(0, 7), CellCount(1, 1), CellCount(2, 1))
    papers = {paper.case_id: paper for paper in coverage.papers}
    assert papers["p1"] == PaperCoverage("p1", 2, 1, 2)
    assert papers["p3"] == PaperCoverage("p3", 0, 0, 0)
    rows = dict(zip([frozenset((p.a, p.b)) for p in results.report.head_to_head], results.coverage, strict=True))
    assert rows[frozenset("ab")] == (2, 0, 0)
    assert rows[frozenset("bc")] == (0, 1, 0)
    assert rows[frozenset("ac")] == (0, 0, 0)
    sheet = draw_coverage(results, coverage, LIGHT)
    with steady_drawing():
        assert LIGHT.against in sheet.svg().decode()
    said = prose(sheet)
    assert "7 of 9 combinations of a paper and a pair of systems hold no judgment." in said
    assert "1 paper without any" in said
    assert "none" in said


def test_where_everything_was_judged_nothing_is_ochre(judge) -> None:
    results = results_of([judge(f"p{n}", f"R{n % 2}", *pair, "left") for n in range(4) for pair in ("ab", "bc", "ac")])
    coverage = results.report.coverage
    assert coverage is not None
    assert coverage.empty == 0
    with steady_drawing():
        svg = draw_coverage(results, coverage, LIGHT).svg().decode()
    assert not any(color in svg for color in (LIGHT.against, *LIGHT.against_tints, "<!-- none -->"))


def test_coverage_agrees_with_the_other_counts_and_leaves_the_table_to_the_files_for_many_pairs(
    random_comparisons,
) -> None:
    comparisons = random_comparisons(systems=11, papers=7, reviewers=4, votes=300)
    coverage = coverage_result(comparisons, ["never"])
    assert sum(paper.n for paper in coverage.papers) == 300
    assert sum(cell.cells for cell in coverage.distribution) == coverage.cells == 8 * 55
    assert sum(cell.judgments * cell.cells for cell in coverage.distribution) == 300
    pairs = [PairResult("s000", "s001", 0, 0, 0, 0, None, None, None)] * 55
    assert coverage_counts(comparisons, coverage.papers, pairs) == ()


def test_bins_hold_equal_numbers_keep_equal_scores_together_and_have_a_cluster_robust_interval() -> None:
    rng = np.random.default_rng(5)
    posters = [ScoredPoster(f"p{n % 20}", f"s{n}", float(n // 2), float(rng.random())) for n in range(100)]
    bins = bins_of(posters)
    assert [part.n for part in bins] == [10] * 10
    first = posters[:10]
    values = np.array([poster.preference for poster in first])
    # One poster per paper here, so the interval is that of a plain mean.
    low, high = stats.t.interval(0.95, 9, loc=values.mean(), scale=values.std(ddof=1) / 10**0.5)
    assert (bins[0].ci_low, bins[0].ci_high) == (pytest.approx(low), pytest.approx(high))
    tied = [ScoredPoster(f"p{n}", "s", 50.0 if 5 <= n < 35 else float(n), 0.5) for n in range(60)]
    for part in bins_of(tied):
        assert not (part.low < 50.0 < part.high) or part.low == part.high
    assert sum(part.n for part in bins_of(tied)) == 60
    alone = bins_of([ScoredPoster("p1", "s", 1.0, 0.5)])
    assert (alone[0].n, alone[0].ci_low) == (1, None)
    assert bins_of([]) == ()


def test_a_cluster_of_equal_posters_counts_as_one() -> None:
    # Two papers with five equal posters each: the error is that of two values, 0.2 and 0.6.
    posters = [ScoredPoster(f"p{n % 2}", f"s{n}", 50.0, 0.2 + 0.4 * (n % 2)) for n in range(10)]
    (part,) = bins_of(posters)
    low, high = stats.t.interval(0.95, 1, loc=0.4, scale=np.std([0.2, 0.6], ddof=1) / 2**0.5)
    assert (part.ci_low, part.ci_high) == (pytest.approx(low), pytest.approx(high))


def test_score_against_preference_names_r_its_interval_and_the_bins(random_study) -> None:
    results = study_of(random_study)
    said = prose(drawings(results)["score_vs_preference"].page(LIGHT))
    alignment = results.report.alignment
    assert alignment is not None
    assert re.search(rf"r = [−\d.]+ \(95% interval .*\), n = {alignment.posters}", said)
    assert re.search(r"Diamonds: means of \d+ bins of [\d to]+ posters by score", said)


def test_markup_and_foreign_letters_in_names_are_drawn_as_they_are(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", "$x^2$", "системa <b>", ("left", "right")[n % 2]) for n in range(8)]
    drawn = words(draw_forest(results_of(records).report, LIGHT))
    assert "$x^2$" in drawn
    assert any("системa" in text for text in drawn)


def test_chinese_japanese_and_korean_names_have_letters() -> None:
    assert all(can_be_drawn(name) for name in ("海报生成系统", "ポスター生成", "포스터 생성", "система", "α–β"))
    assert not can_be_drawn("\U00013000")
    assert text_width("海报", 20) == pytest.approx(40)


def test_the_measured_width_is_the_drawn_one() -> None:
    sheet = Sheet(LIGHT, title="", width=WIDTH, simulated=False)
    for place, text in enumerate(("Beat probability 95%", "海报生成", "система")):
        sheet.text(0, 20.0 * (place + 1), text)
    sheet.close(80, "")
    with steady_drawing():
        sheet.svg()
    renderer = FigureCanvasAgg(sheet._figure).get_renderer()
    for text in sheet._axes.texts[:3]:
        assert text_width(text.get_text()) == pytest.approx(text.get_window_extent(renderer).width, rel=0.06)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=80), st.integers(40, 300))
def test_names_fit_their_room(name: str, room: int) -> None:
    for text in (shortened(name, room), clipped(name, room), *two_lines(name, room), *wrapped(name, room)):
        assert text_width(text, 13) <= room + 13 or len(text) <= 1


def test_names_of_one_family_stay_apart() -> None:
    first, second = (clipped(name, 150, weight="semibold") for name in LONG)
    assert first != second
    assert "…" in first
    assert first.startswith("a-")
    assert first.endswith("planning"[-4:])
    assert clipped("short", 150) == shortened("short", 150) == "short"
    assert shortened(LONG[0], 150).endswith("…")


def test_scales_have_round_marks_around_the_values() -> None:
    scale = scale_over([0.0, 0.43], 0, 100, most=5)
    assert scale.ticks == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
    assert (scale.at(0.0), scale.at(0.25), scale.at(0.5)) == (0, 50, 100)
    assert scale.inside(9.0) == 100
    assert scale_over([3.0, 3.0], 0, 1).ticks[0] <= 3.0 <= scale_over([3.0, 3.0], 0, 1).ticks[-1]
    assert scale_over([-0.021, 0.4], 0, 1, most=4).ticks[0] < 0


@pytest.mark.parametrize("counts", [[], [0, 0], [5], [1, 2], [0, 1, 40], list(range(100))])
def test_shades_cover_every_count_once(counts: list[int]) -> None:
    shades = Shades(counts)
    keys = {words: color for color, words in shades.keys(LIGHT.shades)}
    assert shades.color(0, LIGHT.shades) is None
    for count in counts:
        if count:
            assert shades.color(count, LIGHT.shades) in keys.values()
    if any(counts):
        spans = [[int(end) for end in words.split("–")] for words in keys]
        assert (spans[0][0], spans[-1][-1]) == (min(filter(None, counts)), max(counts))
        assert all(before[-1] + 1 == after[0] for before, after in pairwise(spans))
    ordered = [shades.color(count, LIGHT.shades) for count in sorted(counts) if count]
    assert ordered == sorted(ordered, key=lambda color: LIGHT.shades.index(color))


def test_every_colour_of_the_light_theme_is_its_own_so_that_recolouring_is_exact() -> None:
    svg = b"#fefefe #ffffff #p1234567 #ABCDEF"
    assert recoloured(svg, LIGHT, DARK) == f"{DARK.on_wins} {DARK.panel} #p1234567 #ABCDEF".encode()


@pytest.mark.parametrize(("preference", "ground"), [(0.5, None), (0.51, None), (0.55, 0), (0.6, 1), (0.7, 2), (1.0, 2)])
def test_the_tint_deepens_away_from_a_half_on_both_sides(preference: float, ground: int | None) -> None:
    assert tint(preference, LIGHT) == (None if ground is None else LIGHT.for_tints[ground])
    assert tint(1 - preference, LIGHT) == (None if ground is None else LIGHT.against_tints[ground])


def test_a_column_is_drawn_only_where_a_page_has_room_for_it(random_study) -> None:
    for systems, votes, fits in ((4, 100, True), (26, 1200, False)):
        # The first figure is the forest plot, which grows with the systems.
        figure = next(draw_figures(results_of(random_study(systems=systems, papers=40, votes=votes))))
        assert ("beat_probability-column.pdf" in figure.files) is fits
        assert figure.width == WIDTH > COLUMN

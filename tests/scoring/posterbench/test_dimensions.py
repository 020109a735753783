"""What each of the seven proxies reacts to, on drawn posters whose text is known."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.posterbench.aesthetics import score_aesthetics
from scoring.posterbench.coverage import score_coverage
from scoring.posterbench.density import score_density
from scoring.posterbench.evaluate import SCORERS
from scoring.posterbench.faithfulness import score_faithfulness
from scoring.posterbench.layout import score_layout
from scoring.posterbench.readability import score_readability
from scoring.posterbench.visual_evidence import score_visual_evidence
from scoring.records import PaperText
from scoring.words import Dimension

Make = Callable[..., object]


@pytest.mark.parametrize("dimension", list(Dimension))
def test_a_blank_poster_scores_nothing(blank: object, paper: PaperText, dimension: Dimension) -> None:
    assert SCORERS[dimension](blank.view, paper).score == 0


@pytest.mark.parametrize("dimension", list(Dimension))
def test_a_clean_poster_scores_well(poster: object, paper: PaperText, dimension: Dimension) -> None:
    least = 5 if dimension is Dimension.DENSITY else 8
    assert SCORERS[dimension](poster.view, paper).score >= least


@pytest.mark.parametrize("dimension", list(Dimension))
def test_findings_name_their_dimension_and_lie_on_the_poster(
    make: Make, paper: PaperText, dimension: Dimension
) -> None:
    faulty = make(body_size=9, first_baseline=700, ink=(190, 190, 190), title="?")
    for finding in SCORERS[dimension](faulty.view, paper).findings:
        assert finding.dimension is dimension
        assert finding.severity in {"minor", "serious", "blocking"}
        if finding.box is not None:
            assert 0 <= finding.box.x0 < finding.box.x1 <= 1
            assert 0 <= finding.box.y0 < finding.box.y1 <= 1


def changed(columns: tuple[tuple[str, ...], ...], pairs: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    def swap(text: str) -> str:
        for old, new in pairs.items():
            text = text.replace(old, new)
        return text

    return tuple(tuple(swap(block) for block in column) for column in columns)


def test_wrong_numbers_lower_faithfulness_and_are_named(make: Make, design: object, paper: PaperText) -> None:
    right = score_faithfulness(make().view, paper).score
    wrong_columns = changed(design.columns, {"0.42": "0.24", "71.24": "77.24", "14.2": "41.2", "0.58": "0.85"})
    wrong = score_faithfulness(make(columns=wrong_columns).view, paper)
    assert wrong.score < right - 0.5
    named = " ".join(finding.message for finding in wrong.findings)
    assert all(number in named for number in ("0.24", "77.24", "41.2", "0.85"))


def test_each_further_wrong_number_costs_more(make: Make, design: object, paper: PaperText) -> None:
    swaps = [("0.42", "0.24"), ("71.24", "77.24"), ("14.2", "41.2"), ("0.58", "0.85")]
    scores = [
        score_faithfulness(make(columns=changed(design.columns, dict(swaps[:count]))).view, paper).score
        for count in range(len(swaps) + 1)
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


def test_another_papers_poster_is_neither_faithful_nor_covering(
    poster: object, paper: PaperText, other_paper: PaperText
) -> None:
    for scorer in (score_faithfulness, score_coverage):
        assert scorer(poster.view, other_paper).score < 3 < scorer(poster.view, paper).score


def test_a_missing_section_lowers_coverage_and_is_named(make: Make, design: object, paper: PaperText) -> None:
    less = score_coverage(make(columns=design.columns[1:2]).view, paper)
    assert less.score < score_coverage(make().view, paper).score - 1
    assert any("section" in finding.message for finding in less.findings)


def test_words_run_together_by_ocr_are_still_covered(poster: object, paper: PaperText) -> None:
    view = poster.view
    glued = replace(view, lines=tuple(replace(line, text=line.text.replace(" ", "")) for line in view.lines))
    assert score_coverage(glued, paper).score > score_coverage(view, paper).score - 2


def test_a_paper_without_words_leaves_coverage_undefined(poster: object) -> None:
    result = score_coverage(poster.view, PaperText(text="12 34"))
    assert result.score is None
    assert result.findings


@given(x=st.integers(0, 1400), y=st.integers(170, 1100), width=st.integers(60, 700), height=st.integers(60, 600))
@settings(max_examples=12)
def test_erasing_a_block_never_raises_density(
    poster: object, paper: PaperText, x: int, y: int, width: int, height: int
) -> None:
    erased = poster.fill((x, y, min(1599, x + width), min(1199, y + height)), "white")
    before, after = score_density(poster.view, paper).score, score_density(erased.view, paper).score
    # A chart cut in two may be found a few cells of 1,500 larger: 0.06 is the most that was seen in a few hundred cuts.
    assert after <= before + 0.1


@pytest.mark.parametrize("colour", [(207, 226, 255), (20, 40, 90), (240, 240, 240)])
def test_a_flat_fill_is_no_content(poster: object, paper: PaperText, colour: tuple[int, int, int]) -> None:
    """A block erased in a pastel colour or navy is as empty as one erased in white."""
    block = (560, 600, 1599, 1199)
    white, filled = poster.fill(block, "white"), poster.fill(block, colour)
    assert score_density(filled.view, paper).score == pytest.approx(score_density(white.view, paper).score, abs=0.6)
    assert score_density(filled.view, paper).score < score_density(poster.view, paper).score - 2


def test_density_follows_the_stated_formula(poster: object, paper: PaperText) -> None:
    """c = fill / 0.80, t = text / 0.40, V over 0.16, computed here from the measured space."""
    space = poster.view.space
    c, t = min(1, space.coverage / 0.80), min(1, space.text_coverage / 0.40)
    expected = 10 * (0.7 * c + 0.3 * max(t, c)) * (1 - 0.75 * min(1, space.void / 0.16))
    assert score_density(poster.view, paper).score == pytest.approx(expected, abs=0.005)


def test_fewer_figures_are_less_visual_evidence(make: Make, design: object, paper: PaperText) -> None:
    one_less = (*design.columns[:2], tuple(block for block in design.columns[2] if not block.startswith("%")))
    three, two, none = (
        score_visual_evidence(drawn.view, paper).score
        for drawn in (make(), make(columns=one_less), make(figures=False))
    )
    assert three > two > none == 0


def test_visual_evidence_stays_defined_for_a_paper_without_figures(make: Make, paper: PaperText) -> None:
    """The docstring's floor: 5 without a figure, more with one."""
    plain = replace(paper, figures=0)
    assert score_visual_evidence(make(figures=False).view, plain).score == 5
    assert score_visual_evidence(make().view, plain).score > 8


def test_small_figures_are_less_visual_evidence(make: Make, paper: PaperText) -> None:
    assert (
        score_visual_evidence(make(figure_height=80).view, paper).score
        < score_visual_evidence(make().view, paper).score - 1
    )


def layout_ids(drawn: object, paper: PaperText) -> set[str]:
    return {finding.id for finding in score_layout(drawn.view, paper).findings}


def test_overlapping_text_lowers_layout(make: Make, paper: PaperText) -> None:
    overlapping = make(line_pitch=0.5)
    assert "text-overlap" in layout_ids(overlapping, paper)
    assert "text-overlap" not in layout_ids(make(line_pitch=1.0), paper)
    assert score_layout(overlapping.view, paper).score < score_layout(make().view, paper).score - 1


def test_text_running_over_the_bottom_lowers_layout(make: Make, paper: PaperText) -> None:
    overflowing = make(first_baseline=485)
    assert {"text-at-edge", "content-cut"} & layout_ids(overflowing, paper)
    assert score_layout(overflowing.view, paper).score < score_layout(make().view, paper).score - 1.5


def test_a_column_ending_at_the_bottom_edge_is_seen(make: Make, paper: PaperText) -> None:
    """The last complete line 8 pixels from the edge, which the public evaluator passes with 10."""
    drawn = make().copy()
    lowest = max(box[3] for _, box in drawn.texts)
    shifted = Image.new("RGB", drawn.picture.size, "white")
    down = round(1200 - 6 - lowest)
    shifted.paste(drawn.picture.crop((0, 0, 1600, 1200 - down)), (0, down))
    drawn.picture = shifted
    drawn.texts = [(text, (b[0], b[1] + down, b[2], b[3] + down)) for text, b in drawn.texts]
    assert layout_ids(drawn, paper) & {"text-at-edge", "narrow-margin"}


def test_one_sided_and_ragged_posters_lose_layout(make: Make, design: object, paper: PaperText) -> None:
    one_sided = make(columns=(design.columns[0], (), ()))
    assert {"lopsided", "layout-void"} <= layout_ids(one_sided, paper)
    assert score_layout(one_sided.view, paper).score < score_layout(make().view, paper).score - 1.5


def test_a_full_bleed_band_is_not_cut_content(poster: object, paper: PaperText) -> None:
    banded = poster.fill((0, 0, 1599, 30), (20, 60, 110)).fill((0, 1190, 1599, 1199), (230, 235, 240))
    assert "content-cut" not in layout_ids(banded, paper)


@pytest.mark.parametrize(("size", "most"), [(6, 1.5), (9, 6.0), (12, 8.5)])
def test_tiny_text_lowers_readability(make: Make, paper: PaperText, size: int, most: float) -> None:
    assert score_readability(make(body_size=size).view, paper).score <= most


def test_readability_falls_steadily_with_the_size(poster: object, paper: PaperText) -> None:
    """No step: half a raster pixel of font size never costs a point, where the public evaluator has cliffs."""
    view = poster.view
    scores = []
    for half_pixels in range(12, 60):
        lines = tuple(
            replace(line, font_size=half_pixels / 2 * (1 + ("dry decade" in line.text))) for line in view.lines
        )
        scores.append(score_readability(replace(view, lines=lines), paper).score)
    assert scores == sorted(scores)
    assert scores[0] == 0
    assert scores[-1] > 9
    assert max(after - before for before, after in pairwise(scores)) < 1


def test_faint_text_lowers_readability_and_is_shown(make: Make, paper: PaperText) -> None:
    faint = score_readability(make(ink=(185, 185, 185)).view, paper)
    assert faint.score < score_readability(make().view, paper).score - 2
    assert any(finding.id == "low-contrast" and finding.box is not None for finding in faint.findings)


def test_long_lines_lower_readability(make: Make, design: object, paper: PaperText) -> None:
    one_column = make(
        columns=(tuple(block for column in design.columns for block in column),), figures=False, body_size=20
    )
    assert "long-lines" in {finding.id for finding in score_readability(one_column.view, paper).findings}


def test_many_colours_lower_aesthetics(make: Make, paper: PaperText) -> None:
    drawn = make()
    loud = drawn
    for index, colour in enumerate(["#e00", "#0c0", "#00e", "#ee0", "#0dd", "#d0d"]):
        loud = loud.fill((250 * index, 0, 250 * index + 249, 34), colour)
    assert score_aesthetics(loud.view, paper).score < score_aesthetics(drawn.view, paper).score - 1

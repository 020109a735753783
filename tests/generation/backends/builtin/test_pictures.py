"""Which figures are chosen, and what stands below them."""

from dataclasses import replace
from pathlib import Path

from generation.backends.builtin.pictures import caption_for, rank_pictures
from generation.records import FigureKind, PaperContent, PaperIdentity


def test_figures_come_before_tables_and_name_their_page(
    paper: PaperContent, identity: PaperIdentity, assets: Path
) -> None:
    ranked = rank_pictures(paper, identity, assets)
    assert len(ranked) == 4
    assert ranked[-1].figure.kind is FigureKind.TABLE
    assert {picture.source for picture in ranked} >= {"Figure 1, page 2", "Table 1, page 2"}


def test_what_is_missing_too_thin_or_tiny_is_left_out(
    paper: PaperContent, identity: PaperIdentity, assets: Path
) -> None:
    first = paper.figures[0]
    bad = (
        replace(first, image="missing.png"),
        replace(first, width=3000, height=100),
        replace(first, width=90, height=80),
    )
    assert rank_pictures(replace(paper, figures=bad), identity, assets) == ()


def test_the_sentence_that_points_to_a_figure_stands_below_it(
    paper: PaperContent, identity: PaperIdentity, assets: Path
) -> None:
    by_label = {picture.figure.label: picture for picture in rank_pictures(paper, identity, assets)}
    assert by_label["Figure 1"].readout == "Figure 1 suggests that most of the growth happened before 1980."
    assert by_label["Figure 2"].readout == ""


def test_a_short_caption_is_whole_a_long_one_ends_with_a_sentence() -> None:
    assert caption_for("The swing by year") == "The swing by year"
    first = "The swing of every year from its high in spring to its low in autumn."
    long = f"{first} " + "A second one " + "adds many details about symbols " * 6 + "to it."
    assert caption_for(long) == first
    assert caption_for("word " * 80) == ""
    assert caption_for("damaged \ufffd sign") == ""
    assert caption_for(f"{first} When contracted this gives \ufffdH\ufffd.") == first

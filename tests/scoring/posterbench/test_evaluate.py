"""The whole evaluation: weights, ceilings, determinism, and what must not change a score."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scoring.posterbench import cli, limits
from scoring.posterbench.evaluate import evaluate_offline, weighted_sum
from scoring.posterbench.protocol import PROTOCOL
from scoring.posterbench.raster import load_raster
from scoring.records import Evaluation, PaperText
from scoring.words import WEIGHTS, Dimension, ScoreStatus

Make = Callable[..., object]
ALL_TEN: dict[Dimension, float | None] = dict.fromkeys(Dimension, 10.0)


def test_the_papers_weights_add_up_to_100() -> None:
    """AutoDesign, section 5.1."""
    assert list(WEIGHTS.values()) == [10, 10, 15, 10, 20, 25, 10]
    assert weighted_sum(ALL_TEN) == 100


def test_the_rubric_is_the_weighted_sum() -> None:
    """By hand: 10x5 + 10x6 + 15x7 + 10x8 + 20x9 + 25x4 + 10x3 = 605 tenths."""
    scores = dict(zip(Dimension, (5.0, 6.0, 7.0, 8.0, 9.0, 4.0, 3.0), strict=True))
    assert weighted_sum(scores) == 60.5


def test_an_undefined_dimension_leaves_the_sum_undefined() -> None:
    assert weighted_sum({**ALL_TEN, Dimension.COVERAGE: None}) is None


def test_a_paper_without_words_is_incomplete_not_zero(poster: object) -> None:
    result = poster.score(PaperText(text="1 2 3"))
    assert (result.status, result.rubric, result.overall) == (ScoreStatus.INCOMPLETE, None, None)


def test_overall_is_the_smaller_of_rubric_and_ceiling(by_ocr: Evaluation, make: Make, paper: PaperText) -> None:
    for result in (by_ocr, make(body_size=8).score(paper), make(first_baseline=700).score(paper)):
        assert result.overall == min(result.rubric, result.ceiling)
        assert result.rubric == weighted_sum(result.dimensions)
        assert result.status is ScoreStatus.SCORED
        assert result.protocol == PROTOCOL == "posterbench-offline/2"


@pytest.mark.parametrize("colour", ["white", "black", (207, 226, 255), (20, 40, 90)])
def test_a_blank_poster_is_gated_and_scores_lowest(blank: object, make: Make, paper: PaperText, colour: object) -> None:
    empty = blank.fill((0, 0, 1600, 1200), colour).score(paper)
    assert empty.overall == 0
    assert empty.ceiling <= limits.GATE_EMPTY == 40
    assert "gate-empty" in {finding.id for finding in empty.findings}
    assert empty.overall < make(body_size=6, figures=False, first_baseline=900).score(paper).overall


def with_slots(drawn: object, count: int) -> object:
    changed = drawn.fill((1060, 160, 1599, 1199), "white")
    pen = ImageDraw.Draw(changed.picture)
    for index in range(count):
        top = 200 + 440 * index
        pen.rectangle((1090, top, 1520, top + 320), outline=(120, 120, 130), width=3)
    return changed


def test_empty_slots_for_figures_cap_the_score(poster: object, paper: PaperText) -> None:
    """The public evaluator's ceilings: one slot 50, two 10."""
    assert [with_slots(poster, count).score(paper).ceiling for count in (1, 2)] == [50, 10]


def test_a_page_of_the_papers_own_text_is_gated(make: Make, paper: PaperText) -> None:
    passages = [line for line in paper.text.splitlines() if len(line) > 60]
    columns = tuple(tuple(passages * 2) for _ in range(3))
    copied = make(columns=columns, body_size=10, figures=False, first_baseline=110).score(paper)
    assert copied.ceiling <= 30
    assert "gate-copied-body" in {finding.id for finding in copied.findings}


def test_the_clean_poster_scores_alike_read_by_ocr_and_with_its_text_known(
    by_ocr: Evaluation, poster: object, paper: PaperText
) -> None:
    known = poster.score(paper)
    assert by_ocr.overall == pytest.approx(known.overall, abs=4)
    assert by_ocr.dimensions[Dimension.FAITHFULNESS] >= 9


def test_enlarging_changes_the_score_by_less_than_one(by_ocr: Evaluation, poster: object, paper: PaperText) -> None:
    """1.28 times the pixels: the public evaluator goes from 66 to 76."""
    larger = type(poster)(poster.picture.resize((2048, 1536), Image.Resampling.LANCZOS))
    assert evaluate_offline(larger.png(), paper).overall == pytest.approx(by_ocr.overall, abs=1)


def test_a_transparent_ground_changes_nothing(poster: object) -> None:
    """White made transparent decodes to the very raster of the opaque poster, so the score is the same."""
    pixels = np.asarray(poster.picture.convert("RGBA")).copy()
    pixels[(pixels[:, :, :3] == 255).all(axis=2)] = (0, 0, 0, 0)
    clear = type(poster)(Image.fromarray(pixels))
    assert np.array_equal(load_raster(clear.png()).rgb, load_raster(poster.png()).rgb)


@pytest.fixture
def paper_pdf(tmp_path: Path, paper: PaperText) -> Path:
    """The paper as a PDF with a text layer."""
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    path = tmp_path / "paper.pdf"
    with PdfPages(path) as pages:
        figure = Figure(figsize=(10, 12))
        figure.text(0.02, 0.02, paper.text, fontsize=6)
        pages.savefig(figure)
    return path


def test_the_command_prints_one_json_object(
    poster: object, paper_pdf: Path, tmp_path: Path, by_ocr: Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "poster.png"
    picture.write_bytes(poster.png())
    assert cli.main(["--poster", str(picture), "--paper", str(paper_pdf), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed["dimensions"]) == [dimension.value for dimension in Dimension]
    assert printed["overall"] == min(printed["rubric"], printed["ceiling"])
    assert printed["overall"] == pytest.approx(by_ocr.overall, abs=2)
    # Read once more from the same bytes: what does not depend on the paper, here another one, is the same to the digit.
    for dimension in (Dimension.DENSITY, Dimension.LAYOUT, Dimension.READABILITY, Dimension.AESTHETICS):
        assert printed["dimensions"][dimension.value] == by_ocr.dimensions[dimension]
    assert (printed["status"], printed["protocol"]) == ("scored", PROTOCOL)
    for finding in printed["findings"]:
        assert set(finding) == {"id", "dimension", "severity", "box", "message"}


def test_the_table_shows_every_dimension(by_ocr: Evaluation) -> None:
    table = cli.as_table(by_ocr)
    assert all(dimension.value.replace("_", " ") in table for dimension in Dimension)
    assert f"{by_ocr.overall:.2f}" in table


@pytest.mark.parametrize("options", [["--evaluator", "posterbench"], ["--judge", "openai"]])
def test_what_this_version_lacks_is_refused_in_one_line(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--poster", "p.png", "--paper", "p.pdf", *options]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "posterbench-offline only" in printed.err


@pytest.mark.parametrize("bad", ["poster", "paper"])
@pytest.mark.parametrize("content", [None, b"", b"no such format", b"%PDF-1.4 broken"])
def test_unusable_files_are_one_line_and_exit_1(
    bad: str,
    content: bytes | None,
    poster: object,
    paper_pdf: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = {"poster": tmp_path / "good.png", "paper": paper_pdf}
    files["poster"].write_bytes(poster.png())
    files[bad] = tmp_path / "bad.pdf"
    if content is not None:
        files[bad].write_bytes(content)
    assert cli.main(["--poster", str(files["poster"]), "--paper", str(files["paper"])]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_wrong_usage_exits_2() -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--poster", "p.png"])
    assert stopped.value.code == 2

"""The methods section says what was done, with the report's own counts, and cites what it says and nothing else."""

import pytest

from scoring.files import InputFile, render_judgments, render_scores
from scoring.records import ReportOptions, ScoreRecord
from scoring.report.citations import BRADLEY_TERRY, CAMERON, DAVIDSON, FORD, KRIPPENDORFF, OWEN, WESTFALL
from scoring.report.compute import compute
from scoring.report.methods import methods
from scoring.words import ScoreStatus, Source

FAST = ReportOptions(resamples=200, seed=7)


def written(records, scores=None):
    judgments = InputFile("judgments.csv", render_judgments(records))
    score_file = None if scores is None else InputFile("scores.csv", render_scores(scores))
    return methods(compute(judgments, score_file, FAST, lambda _: None).report)


def test_a_healthy_study_is_told_with_its_counts_and_all_its_sources(random_study, judge) -> None:
    records = [*random_study(), judge("p00", "R00", "s0", "s1", "skip", source=None)]
    records = list({(r.case_id, r.reviewer, *sorted((r.system_left, r.system_right))): r for r in records}.values())
    scores = [
        ScoreRecord(f"p{paper:02d}", f"s{system}", "e", ScoreStatus.SCORED, float((17 * paper + 5 * system) % 83))
        for paper in range(20)
        for system in range(4)
    ]
    found = written(records, scores)
    text = " ".join(found.paragraphs)
    ranked = sum(record.choice != "skip" for record in records)
    ties = sum(record.choice == "equal" for record in records)
    for words in (
        "6 reviewers compared posters of 20 papers by 4 systems",
        f"which leaves {ranked} ranked judgments, {ties} of them ties",
        "ties as half wins for each side",
        "95% percentile intervals",
        "in each of 200 resamples (seed 7)",
        "Automatic scores are those of e.",
        "(0–3, 3–6, 6–10, 10–20, 20 and more points; half-open, lower edge included)",
        "Computed by Poster Arena",
        "choix ",
    ):
        assert words in text, words
    for work in (BRADLEY_TERRY, FORD, OWEN, WESTFALL, CAMERON, KRIPPENDORFF, DAVIDSON):
        assert work.full in found.references
        assert work.short in text


def test_what_was_not_done_is_neither_told_nor_cited(judge) -> None:
    # One reviewer: no interval of any kind, no agreement.
    found = written([judge(f"p{n}", "R", "a", "b", ("left", "equal", "right", "left")[n % 4]) for n in range(8)])
    text = " ".join(found.paragraphs)
    assert "1 reviewer compared" in text
    assert "could not be estimated: all judgments are by one reviewer" in text
    for work in (OWEN, WESTFALL, CAMERON, KRIPPENDORFF):
        assert work.full not in found.references
        assert work.short not in text
    assert BRADLEY_TERRY.full in found.references
    assert "Automatic scores" not in text


def test_each_reference_is_cited_and_each_citation_is_in_the_list(random_study) -> None:
    found = written(random_study())
    assert len(found.references) == len(set(found.references))
    assert " ".join(found.paragraphs).count("(Ford, 1957)") == 1


def test_an_estimate_at_the_boundary_is_told(judge) -> None:
    found = written(
        [
            judge(f"p{n}", f"R{r}", *pair, "left" if "a" in pair else ("left", "right")[(n + r) % 2])
            for n in range(5)
            for r in range(3)
            for pair in ("ab", "ac", "bc")
        ]
    )
    text = " ".join(found.paragraphs)
    assert "which it is not here: beat probabilities are the limit of a vanishing ridge penalty" in text
    assert "is strongly connected, so that" not in text


@pytest.mark.parametrize("source", [Source.SIMULATED, None])
def test_simulated_reviewers_are_called_so(random_study, source: Source | None) -> None:
    text = written(random_study(source=source)).paragraphs[0]
    assert ("6 simulated reviewers (a program, no people) compared" in text) == (source is Source.SIMULATED)


def test_excluded_and_repeated_responses_are_told_with_reasons(judge) -> None:
    text = written(
        [
            judge("p1", "R1", "a", "b", "left"),
            judge("p2", "R1", "a", "b", "right", excluded_reason="too fast"),
            judge("p1", "R1", "b", "a", "right", repeat_of="1"),
            judge("p1", "R2", "a", "b", "right"),
        ]
    ).paragraphs[0]
    assert "Of 3 responses, 1 excluded response (too fast: 1) was set apart" in text
    assert "1 repeated judgment served to measure self-consistency only." in text


def test_without_responses_there_is_nothing_to_tell() -> None:
    header = b"case_id,reviewer,system_left,system_right,choice\n"
    report = compute(InputFile("judgments.csv", header), None, FAST, lambda _: None).report
    assert methods(report).paragraphs[0] == "There is no response yet."

"""scores.csv and .jsonl: what is refused and why, and that what is written can be read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.files import BadInput, parse_scores, read_scores, render_scores, write_scores
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus

HEADER = "case_id,system,evaluator,status,overall,rubric,ceiling,layout"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("p2,a,e,scored,100.01,,,", "overall is '100.01'; it must be between 0 and 100"),
        ("p2,a,e,scored,-0.5,,,", "overall is '-0.5'; it must be between 0 and 100"),
        ("p2,a,e,scored,nan,,,", "overall is 'nan'; a finite number is wanted"),
        ("p2,a,e,scored,Infinity,,,", "overall is 'Infinity'; a finite number is wanted"),
        ("p2,a,e,scored,50,101,,", "rubric is '101'"),
        ("p2,a,e,scored,50,,-1,", "ceiling is '-1'"),
        ("p2,a,e,scored,50,,,10.5", "layout is '10.5'; it must be between 0 and 10"),
        ("p2,a,e,done,50,,,", "status is 'done'"),
        ("p2,a,e,,50,,,", "status is empty"),
        ("p2,a,,scored,50,,,", "evaluator is missing"),
        ("p2,=a,e,scored,50,,,", "starts with ="),
        ("p1,a,e,scored,50,,,", "e already scored a for p1 on line 2"),
        ("p2,a,e,scored,50,,,60", "layout is '60'; it must be between 0 and 10"),  # 60 is an overall on line 2
        ("p2,a,e,missing,50,,,", "such a poster has no score"),
        ("p2,a,e,error,50,,,", "such a poster has no score"),
        (",a,e,scored,50,,,", "case_id is missing"),
        ("p2,,e,scored,50,,,", "system is missing"),
        ("p2,a,e,scored,1e999,,,", "overall is '1e999'"),
        ("p2,a,e,scored,5_0,,,", "overall is '5_0'"),
        ("p2,a,e,scored,\uff15\uff10,,,", "a finite number is wanted"),
        ('p2,a,e,scored,"50,5",,,', "overall is '50,5'"),
        ("p2,a,e,scored,50,,", "7 cells where the header has 8"),
        ("p2,\uff1da,e,scored,50,,,", "starts with \uff1d"),
    ],
)
def test_a_faulty_row_is_refused_with_its_line(row: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_scores(f"{HEADER}\np1,a,e,scored,60,,,\n{row}\n".encode())
    assert [fault.line for fault in caught.value.faults] == [3]
    assert message in caught.value.faults[0].message


def test_an_empty_cell_is_no_value_and_never_zero() -> None:
    (record,) = parse_scores(f"{HEADER}\np1,a,e,incomplete,,,,0\n".encode())
    assert record.overall is None
    assert record.dimensions[Dimension.LAYOUT] == 0
    assert record.dimensions[Dimension.DENSITY] is None


def test_the_same_poster_may_have_scores_of_two_evaluators() -> None:
    assert len(parse_scores(f"{HEADER}\np1,a,e,scored,1,,,\np1,a,f,scored,2,,,\n".encode())) == 2


def test_a_jsonl_score_keeps_the_decimal_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text('{"case_id": "p", "system": "a", "evaluator": "e", "status": "scored", "overall": 83.10}\n')
    (record,) = read_scores(path)
    assert repr(record.overall) == "83.1"
    write_scores(path, [record])
    assert read_scores(path) == (record,)


def test_the_reconstructed_study_can_be_read_whole(published: Path) -> None:
    records = read_scores(published / "scores.csv")
    assert len(records) == 400  # architecture 5.5
    assert parse_scores(render_scores(records)) == records


numbers = st.none() | st.floats(0, 10)


@given(
    st.lists(
        st.builds(
            ScoreRecord,
            case_id=st.text("pq0é", min_size=1, max_size=8),
            system=st.just("a"),
            evaluator=st.just("e"),
            status=st.just(ScoreStatus.SCORED),
            overall=st.none() | st.floats(0, 100),
            rubric=st.none() | st.floats(0, 100),
            dimensions=st.fixed_dictionaries(dict.fromkeys(Dimension, numbers)),
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda record: record.case_id,
    ),
    st.booleans(),
)
def test_writing_and_reading_changes_nothing(records: list[ScoreRecord], jsonl: bool) -> None:
    assert list(parse_scores(render_scores(records, jsonl=jsonl))) == records


def test_a_case_is_of_one_discipline_in_all_rows() -> None:
    text = "case_id,system,evaluator,status,overall,discipline\np1,a,e,scored,1,ai_ml\np1,b,e,scored,1,\n"
    assert len(parse_scores(text.encode())) == 2
    with pytest.raises(BadInput, match="line 4: discipline of p1 is 'other' here and 'ai_ml' on line 2"):
        parse_scores(f"{text}p1,c,e,scored,1,other\n".encode())


def test_all_faults_of_a_file_are_named_at_once() -> None:
    text = f"{HEADER}\np1,a,e,scored,nan,,,\np1,a\n,a,e,done,101,,,11\np1,a,e,scored,1,,,\n"
    with pytest.raises(BadInput) as caught:
        parse_scores(text.encode())
    # Line 4: no case, an unknown status, a number too large twice; line 5: the poster of line 2 again.
    assert [fault.line for fault in caught.value.faults] == [2, 3, 4, 4, 4, 4, 5]

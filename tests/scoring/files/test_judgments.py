"""judgments.csv and .jsonl: what is refused and why, and that what is written can be read."""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.files import BadInput, parse_judgments, read_judgments, render_judgments, write_judgments
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure, Source

HEADER = "case_id,reviewer,system_left,system_right,choice,critical_failure,shown_at,seconds,repeat_of,revision,source"


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadInput) as caught:
        parse_judgments(text.encode())
    return [(fault.line, fault.message) for fault in caught.value.faults]


def test_every_fault_of_the_prepared_file_is_found_on_its_line() -> None:
    path = Path(__file__).resolve().parents[4] / "shared" / "cases" / "uploads" / "made_votes_bad_rows.csv"
    if not path.is_file():
        pytest.skip("the prepared bad files are not beside this checkout")
    with pytest.raises(BadInput) as caught:
        read_judgments(path)
    # Its README lists: self pair, empty choice, unknown choice, duplicate with swapped sides, missing reviewer,
    # unknown flag, bad time, NaN, formula id, short row, unclosed quote; line 2 is right.
    words = {
        3: "both alpha",
        4: "choice is empty",
        5: "choice is 'tie (bothbad)'",
        6: "already judged alpha and beta for p01 on line 2",
        7: "reviewer is missing",
        8: "critical_failure is 'top'",
        9: "shown_at is 'yesterday'",
        10: "seconds is 'NaN'",
        11: "starts with =",
        12: "5 cells where the header has 11",
        13: "never closed",
    }
    assert [fault.line for fault in caught.value.faults] == list(words)
    for fault in caught.value.faults:
        assert words[fault.line] in fault.message
    assert len(str(caught.value).splitlines()) == len(words)
    assert str(caught.value).startswith("made_votes_bad_rows.csv: line 3: ")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("p1,R1,a,a,left,,,,,,", "both a"),
        ("p1,R1,a,b,Left,,,,,,", "choice is 'Left'"),
        ("p1,R1,a,b,tie,,,,,,", "choice is 'tie'"),
        ("p1,R1,a,b,,,,,,,", "choice is empty"),
        (",R1,a,b,left,,,,,,", "case_id is missing"),
        ("p1,,a,b,left,,,,,,", "reviewer is missing"),
        ("p1,R1,,b,left,,,,,,", "system_left is missing"),
        ("p1,R1,a, ,left,,,,,,", "system_right is missing"),
        ("+p1,R1,a,b,left,,,,,,", "starts with +"),
        ("p1,-R1,a,b,left,,,,,,", "starts with -"),
        ("p1,R1,@a,b,left,,,,,,", "starts with @"),
        ("p1,R1,a, =b,left,,,,,,", "starts with ="),
        ("p1,\uff1dR1,a,b,left,,,,,,", "starts with \uff1d"),
        ("\uff0bp1,R1,a,b,left,,,,,,", "starts with \uff0b"),
        ("p1,R1,\uff0da,b,left,,,,,,", "starts with \uff0d"),
        ("p1,R1,a,\uff20b,left,,,,,,", "starts with \uff20"),
        ("p1,R1,a\u00a0a,b,left,,,,,,", "control character"),
        ("p1,R1,a,b,left,,,,=1,,", "starts with ="),
        ("p1,R1,a\x07,b,left,,,,,,", "control character"),
        ("p1,R1,a,b,left,top,,,,,", "critical_failure is 'top'"),
        ("p1,R1,a,b,left,,2026-05-01 10:00:00,,,,", "shown_at"),
        ("p1,R1,a,b,left,,2026-05-01T10:00:00,,,,", "shown_at"),
        ("p1,R1,a,b,left,,2026-02-30T10:00:00Z,,,,", "shown_at"),
        ("p1,R1,a,b,left,,,nan,,,", "seconds is 'nan'"),
        ("p1,R1,a,b,left,,,inf,,,", "seconds is 'inf'"),
        ("p1,R1,a,b,left,,,1e999,,,", "seconds is '1e999'"),
        ("p1,R1,a,b,left,,,-1,,,", "it must be 0 or more"),
        ("p1,R1,a,b,left,,,1_0,,,", "seconds is '1_0'"),
        ("p1,R1,a,b,left,,,,,1.5,", "revision is '1.5'"),
        ("p1,R1,a,b,left,,,,,,robot", "source is 'robot'"),
        ("p1,R1,a,b,left", "5 cells where the header has 11"),
        ("p1,R1,a,b,left,,,,,,,", "12 cells where the header has 11"),
        ('p1,"R1"x,a,b,left,,,,,,', "not valid CSV"),
    ],
)
def test_a_faulty_row_is_refused_with_its_line(row: str, message: str) -> None:
    found = faults(f"{HEADER}\np0,R0,a,b,left,,,,,,\n{row}\n")
    assert len(found) == 1
    assert found[0][0] == 3
    assert message in found[0][1]


def test_all_faults_of_one_row_are_named_at_once() -> None:
    found = faults(f"{HEADER}\n,R1,a,a,best,,never,-3,,,\n")
    assert [line for line, _ in found] == [2] * 5


def test_a_swapped_duplicate_is_refused_and_a_repeat_is_not() -> None:
    twice = f"{HEADER}\np1,R1,a,b,left,,,,,,\np1,R1,b,a,left,,,,{{}},,\n"
    assert faults(twice.format("")) == [(3, "R1 already judged a and b for p1 on line 2; a repeat needs repeat_of")]
    assert len(parse_judgments(twice.format("7").encode())) == 2


def test_the_same_pair_of_another_case_or_reviewer_is_no_duplicate() -> None:
    rows = "p1,R1,a,b,left,,,,,,\np2,R1,b,a,left,,,,,,\np1,R2,a,b,left,,,,,,\np1,R1,a,c,left,,,,,,\n"
    assert len(parse_judgments(f"{HEADER}\n{rows}".encode())) == 4


def test_a_case_is_of_one_discipline_in_all_rows() -> None:
    text = (
        "case_id,reviewer,system_left,system_right,choice,discipline\n"
        "p1,R1,a,b,left,\np1,R2,a,b,left,ai_ml\np1,R3,a,b,left,\np2,R1,a,b,left,biomed_health\n"
    )
    assert len(parse_judgments(text.encode())) == 4
    assert faults(f"{text}p1,R4,a,b,left,ai\np2,R4,a,b,left,ai_ml\n") == [
        (6, "discipline of p1 is 'ai' here and 'ai_ml' on line 3"),
        (7, "discipline of p2 is 'ai_ml' here and 'biomed_health' on line 5"),
    ]


REPEATS = (
    "judgment_id,case_id,reviewer,system_left,system_right,choice,repeat_of\n7,p1,R1,a,b,left,\n8,p1,R2,a,b,left,\n"
)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("9,p1,R1,a,c,left,7", "repeat_of '7' names another reviewer, case or pair, judged on line 2"),
        ("9,p2,R1,a,b,left,7", "repeat_of '7' names another reviewer, case or pair, judged on line 2"),
        ("9,p1,R1,a,b,left,8", "repeat_of '8' names another reviewer, case or pair, judged on line 3"),
        ("9,p1,R1,a,b,left,9", "repeat_of '9' names this judgment itself"),
    ],
)
def test_a_repeat_of_something_else_is_refused(row: str, message: str) -> None:
    assert faults(f"{REPEATS}{row}\n") == [(4, message)]


@pytest.mark.parametrize(
    "row", ["9,p1,R1,b,a,left,7", "9,p1,R1,a,b,left,4711", "9,p1,R1,a,b,left,yes", ",p1,R1,a,b,left,7"]
)
def test_a_repeat_may_swap_sides_and_name_a_judgment_that_is_not_there_any_more(row: str) -> None:
    assert parse_judgments(f"{REPEATS}{row}\n".encode())[2].repeat_of


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty"),
        ("case_id,reviewer,system_left,choice\n", 1, "the header has no column system_right"),
        (HEADER + ",choice\n", 1, "column choice appears twice"),
        ('{"case_id": "p1"}\n', 1, "no key reviewer"),
        ('{"case_id": \n', 1, "not valid JSON"),
        ('{"case_id": "p1", "case_id": "p2", "reviewer": "R", "system_left": "a"}', 1, "key case_id appears twice"),
    ],
)
def test_an_unusable_file_says_what_it_needs(text: str, line: int, message: str) -> None:
    assert any(fault[0] == line and message in fault[1] for fault in faults(text))


def test_another_encoding_is_refused_on_its_line() -> None:
    with pytest.raises(BadInput, match="line 2: not UTF-8"):
        parse_judgments(HEADER.encode() + "\nJosé".encode("latin-1"))


def test_line_numbers_count_the_lines_inside_quoted_cells() -> None:
    text = 'case_id,reviewer,system_left,system_right,choice,comment\np1,R1,a,b,left,"two\nlines"\n\np2,R1,a,b,no,\n'
    assert [line for line, _ in faults(text)] == [5]


def test_mark_crlf_column_order_and_missing_columns_do_not_matter() -> None:
    text = "choice,system_right,system_left,reviewer,case_id,unknown\r\nequal, b,a ,R1,p1,x\r\n"
    assert parse_judgments(b"\xef\xbb\xbf" + text.encode()) == (JudgmentRecord("p1", "R1", "a", "b", Choice.EQUAL),)


def test_jsonl_holds_the_same_keys_with_numbers_and_nulls() -> None:
    text = (
        '{"case_id": "p1", "reviewer": "R1", "system_left": "a", "system_right": "b", "choice": "left", '
        '"judgment_id": 12, "seconds": 3.5, "critical_failure": null, "source": "simulated"}\n'
    )
    expected = JudgmentRecord("p1", "R1", "a", "b", Choice.LEFT, judgment_id="12", seconds=3.5, source=Source.SIMULATED)
    assert parse_judgments(text.encode()) == (expected,)


def test_json_true_and_lists_are_no_cells() -> None:
    text = '{"case_id": "p1", "reviewer": "R1", "system_left": ["a"], "system_right": "b", "choice": true}'
    assert [message for _, message in faults(text)] == [
        "choice is true or false; text, a number or null is wanted",
        "system_left is a list; text, a number or null is wanted",
    ]


def test_the_written_file_has_contract_columns_first_and_plain_line_ends(tmp_path: Path) -> None:
    record = JudgmentRecord(
        "p1",
        "R1",
        "a",
        "b",
        Choice.RIGHT,
        judgment_id="1",
        discipline="ai_ml",
        critical_failure=CriticalFailure.LEFT,
        shown_at=datetime(2026, 5, 1, 10, 0, 0, tzinfo=UTC),
        decided_at=datetime(2026, 5, 1, 10, 0, 31, 500000, tzinfo=UTC),
        seconds=31.0,
        source=Source.BROWSER,
        revision=2,
        comment="=1+1",
    )
    path = tmp_path / "judgments.csv"
    write_judgments(path, [record])
    # Columns: architecture 5.2. The apostrophe keeps a spreadsheet from running the comment; reading takes it off.
    assert path.read_bytes() == (
        b"judgment_id,case_id,discipline,reviewer,system_left,system_right,choice,critical_failure,shown_at,decided_at,"
        b"seconds,source,revision,comment,repeat_of,excluded_reason\n"
        b"1,p1,ai_ml,R1,a,b,right,left,2026-05-01T10:00:00Z,2026-05-01T10:00:31.500000Z,31,browser,2,'=1+1,,\n"
    )
    assert read_judgments(path) == (record,)


DANGEROUS = [
    "=1+1",
    "+1",
    "-1",
    "@A1",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u3000=1",
    "\uff1d1",
    "\uff0b1",
    "\uff0d1",
    "\uff201",
]


@pytest.mark.parametrize("text", [*DANGEROUS, "'=1", "''=1", "' =1"])
def test_text_that_a_spreadsheet_would_run_is_neutralised_and_reads_back_as_it_was(text: str) -> None:
    record = JudgmentRecord("p1", "R1", "a", "b", Choice.LEFT, comment=text, excluded_reason=text, seconds=0.5)
    data = render_judgments([record])
    (row,) = csv.DictReader(io.StringIO(data.decode(), newline=""))
    assert row["comment"] == row["excluded_reason"] == f"'{text}"
    assert row["seconds"] == "0.5"  # a number stays a number
    assert parse_judgments(data) == (record,)


@pytest.mark.parametrize("text", ["", "fine", "a=1", "1-2", "'quoted'", "\u2212 1", " ", "5"])
def test_harmless_text_is_written_as_it_stands(text: str) -> None:
    data = render_judgments([JudgmentRecord("p1", "R1", "a", "b", Choice.LEFT, comment=text)])
    (row,) = csv.DictReader(io.StringIO(data.decode(), newline=""))
    assert row["comment"] == text


def test_json_holds_dangerous_text_as_it_is() -> None:
    record = JudgmentRecord("p1", "R1", "a", "b", Choice.LEFT, comment="=1+1")
    assert b'"comment": "=1+1"' in render_judgments([record], jsonl=True)


def test_what_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="starts with ="):
        write_judgments(tmp_path / "judgments.csv", [JudgmentRecord("=p", "R1", "a", "b", Choice.LEFT)])
    assert list(tmp_path.iterdir()) == []


ids = st.text("abc-_.é中 0", min_size=1, max_size=6).map(str.strip).filter(lambda t: t and not t.startswith("-"))
free = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
moments = st.none() | st.datetimes(timezones=st.just(UTC))


@given(
    st.lists(
        st.builds(
            JudgmentRecord,
            case_id=ids,
            reviewer=ids,
            system_left=ids.map("l{}".format),
            system_right=ids.map("r{}".format),
            choice=st.sampled_from(Choice),
            critical_failure=st.sampled_from(CriticalFailure),
            shown_at=moments,
            decided_at=moments,
            seconds=st.none() | st.floats(0, 1e6),
            source=st.none() | st.sampled_from(Source),
            revision=st.none() | st.integers(0, 10**9),
            comment=free,
            excluded_reason=free,
            repeat_of=st.just("1"),
        ),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_writing_and_reading_changes_nothing(records: list[JudgmentRecord], jsonl: bool) -> None:
    data = render_judgments(records, jsonl=jsonl)
    assert list(parse_judgments(data)) == records
    assert render_judgments(parse_judgments(data), jsonl=jsonl) == data

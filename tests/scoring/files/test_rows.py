"""What a file may look like: encodings, quotes, line ends, kinds of JSON, and very many rows."""

import gzip
import hashlib
import json
import tracemalloc
from pathlib import Path

import pytest

from scoring.files import BadInput, Fault, InputFile, load_inputs, load_judgments, parse_judgments
from scoring.records import JudgmentRecord
from scoring.words import Choice

HEADER = "case_id,reviewer,system_left,system_right,choice,comment"
GOOD = "p{},R1,a,b,left,\n"


def faults(data: str | bytes) -> list[tuple[int, str]]:
    with pytest.raises(BadInput) as caught:
        parse_judgments(data.encode() if isinstance(data, str) else data)
    return [(fault.line, fault.message) for fault in caught.value.faults]


def test_every_row_that_is_not_utf8_is_named_and_the_others_are_still_checked() -> None:
    data = f"{HEADER}\np1,José,a,b,left,\np2,R1,a,b,no,\np3,R1,a,b,left,größer\n".encode("latin-1")
    assert [line for line, _ in faults(data)] == [2, 3, 4]
    assert [message.split(";")[0] for _, message in faults(data)] == [
        "not UTF-8 text",
        "choice is 'no'",
        "not UTF-8 text",
    ]


def test_a_byte_that_is_not_utf8_is_named_on_its_own_line_of_a_long_cell() -> None:
    data = f'{HEADER}\np1,R1,a,b,left,"one\ntwo '.encode() + b'\xff"\n'
    assert faults(data) == [(3, "not UTF-8 text; save the file with UTF-8 encoding")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_called_by_its_name(encoding: str) -> None:
    assert faults(f"{HEADER}\n{GOOD}".encode(encoding)) == [(1, "UTF-16 text; save the file with UTF-8 encoding")]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (gzip.compress(f"{HEADER}\n{GOOD}".encode()), "packed with gzip; unpack it first"),
        (b"PK\x03\x04\x14\0\x06\0", "a workbook or an archive; save the table as CSV with UTF-8 encoding"),
    ],
    ids=["gzip", "zip"],  # a gzip file holds the time: two workers would name the test differently
)
def test_packed_files_are_called_by_their_name(data: bytes, what: str) -> None:
    assert faults(data) == [(1, what)]


def test_a_header_that_is_not_utf8_is_the_only_fault() -> None:
    assert faults(HEADER.encode() + b",\xff\n" + GOOD.format(1).encode() * 3) == [
        (1, "not UTF-8 text; save the file with UTF-8 encoding")
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_mark_change_neither_rows_nor_line_numbers(end: str, mark: str) -> None:
    good = (mark + HEADER + end + "p1,R1,a,b,left," + end + end + "p2,R1,a,b,equal," + end).encode()
    assert [record.line for record in parse_judgments(good)] == [2, 4]
    bad = (mark + HEADER + end + end + "p1,R1,a,b,no," + end).encode()
    assert [line for line, _ in faults(bad)] == [3]


def test_a_mark_in_the_middle_as_joined_files_have_it_is_a_fault() -> None:
    assert "control character" in faults(f"{HEADER}\np0,R1,a,b,left,\n\ufeffp1,R1,a,b,left,\n")[0][1]


@pytest.mark.parametrize("blank", ["", "\n", "  \n\t\n", "\ufeff", "\r\n\r\n"])
def test_a_file_of_nothing_is_empty(blank: str) -> None:
    assert [message.split(";")[0] for _, message in faults(blank)] == ["the file is empty"]


def test_blank_lines_hold_nothing_and_count() -> None:
    data = f"\n{HEADER}\n\n   \np1,R1,a,b,left,\n\t\np2,R1,a,b,left,\n"
    assert [record.line for record in parse_judgments(data.encode())] == [5, 7]


def test_a_header_alone_is_a_file_without_judgments() -> None:
    assert parse_judgments(f"{HEADER}\n".encode()) == ()


@pytest.mark.parametrize(
    ("header", "hint"),
    [
        ("case_id;reviewer;system_left;system_right;choice", "cells are separated by ;, use commas"),
        ("case_id\treviewer\tsystem_left\tsystem_right\tchoice", "cells are separated by a tab, use commas"),
        ("Case_ID,reviewer,system_left,system_right,choice", "no column case_id"),
        ("case_id,reviewer,system_left,system_right,choice,choice,reviewer", "column choice appears twice"),
    ],
)
def test_a_header_of_another_kind_says_what_to_do(header: str, hint: str) -> None:
    found = faults(f"{header}\n" + "p1;R1;a;b;left\n" * 3)
    assert hint in found[0][1]
    assert {line for line, _ in found} == {1}


def test_a_quote_that_a_later_row_closes_tells_which_lines_it_swallowed() -> None:
    rows = [GOOD.format(n) for n in range(2, 8)]
    rows[1] = 'p3,"R1,a,b,left,\n'  # line 3
    rows[4] = 'p6,R1,a,b,left,"fine"\n'  # line 6: its quote ends the cell that began on line 3
    rows.append("p9,R1,a,b,no,\n")  # line 8
    found = faults(f"{HEADER}\n{''.join(rows)}")
    assert [line for line, _ in found] == [3, 8]
    assert "lines 3 to 6 could not be read, is a quote not closed?" in found[0][1]


def test_a_quote_never_closed_in_a_long_file_tells_how_far_it_reaches_and_the_rest_is_checked() -> None:
    data = f'{HEADER}\np,"R1,a,b,left,\n' + "".join(GOOD.format(n) for n in range(20_000)) + "q,R1,a,b,no,\n"
    found = faults(data)
    assert found[0][0] == 2
    assert "a cell is longer than 131,072 characters; lines 2 to " in found[0][1]
    assert found[-1][0] == 20_003
    assert "choice is 'no'" in found[-1][1]


def test_a_cell_beyond_the_bound_is_refused_in_both_kinds_of_file() -> None:
    long = "x" * 131_073
    assert faults(f"{HEADER}\np1,R1,a,b,left,{long}\n") == [(2, "a cell is longer than 131,072 characters")]
    row = {"case_id": "p1", "reviewer": "R1", "system_left": "a", "system_right": "b", "choice": "left"}
    assert faults(json.dumps({**row, "comment": long})) == [(1, "comment is longer than 131,072 characters")]
    assert parse_judgments(json.dumps({**row, "comment": long[1:]}).encode())[0].comment == long[1:]


@pytest.mark.parametrize("column", range(6))
def test_a_nul_is_refused_in_every_cell(column: int) -> None:
    cells = ["p1", "R1", "a", "b", "left", "fine"]
    cells[column] += "\0"
    found = faults(f"{HEADER}\n{','.join(cells)}\n")
    assert [line for line, _ in found] == [2]


ROW = '"reviewer": "R1", "system_left": "a", "system_right": "b", "choice": "left"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"case_id": NaN, %s}', "case_id is NaN, which is no number"),
        ('{"case_id": "p", "seconds": Infinity, %s}', "seconds is Infinity, which is no number"),
        ('{"case_id": "p", "seconds": "NaN", %s}', "seconds is 'NaN'"),
        ('{"case_id": "p", "seconds": 1e999, %s}', "seconds is '1e999'"),
        ('{"case_id": "p", "seconds": {"value": 3}, %s}', "seconds is an object"),
        ('{"case_id": ["p"], %s}', "case_id is a list"),
        ('{"case_id": true, %s}', "case_id is true or false"),
        ('{"case_id": null, %s}', "case_id is missing"),
        ('{"case_id": "", %s}', "case_id is missing"),
        ('{"case_id": -5, %s}', "starts with -"),
        ('{"case_id": "p\\u0000", %s}', "control character"),
        ('{"case_id": "p\\ud800", %s}', "control character"),
        ('{"case_id": "p", "comment": "\\u0000", %s}', "the comment holds a NUL character"),
        ('{"case_id": "p", "comment": "\\udc80", %s}', "the comment holds half of a character"),
        ('{"case_id": "p", %s} {}', "not valid JSON: Extra data"),
        ("%.0s" + '{"a": ' * 100_000, "nested too deeply"),
    ],
)
def test_json_that_is_no_flat_row_is_refused(text: str, message: str) -> None:
    found = faults(text % ROW)
    assert len(found) == 1
    assert found[0][0] == 1
    assert message in found[0][1]


def test_a_number_written_as_text_in_json_is_that_number() -> None:
    data = f'{{"case_id": 7, "seconds": "3.50", {ROW}}}'.encode()
    assert parse_judgments(data) == (JudgmentRecord("7", "R1", "a", "b", Choice.LEFT, seconds=3.5),)


def test_a_json_list_says_to_write_lines() -> None:
    assert faults("[\n" + f'{{"case_id": "p", {ROW}}}' + "]") == [
        (1, "a JSON list; write one object on each line instead")
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_json_rows_take_a_mark_either_line_end_and_blank_lines(end: str, mark: str) -> None:
    rows = [f'{{"case_id": "p{number}", {ROW}}}' for number in range(2)]
    data = f"{mark}{end}{rows[0]}{end}{end}{rows[1]}".encode()
    assert [(record.case_id, record.line) for record in parse_judgments(data)] == [("p0", 2), ("p1", 4)]


def test_json_rows_that_are_not_utf8_are_named_beside_other_faults() -> None:
    row = '{"case_id": "p%s", ' + ROW + "}\n"
    data = (row % 1).encode() + (row % "é").encode("latin-1") + b"null\n" + (row % 3).encode()
    assert faults(data) == [(2, "not UTF-8 text; save the file with UTF-8 encoding"), (3, "not a JSON object")]


def test_the_fingerprint_is_that_of_the_bytes_whatever_the_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "j.csv"
    data = (HEADER + "\n" + "".join(GOOD.format(n) for n in range(5000))).encode()
    path.write_bytes(data)
    from_path, from_bytes = load_judgments(InputFile.at(path)), load_judgments(InputFile("j.csv", data))
    assert from_path == from_bytes
    assert from_path.sha256 == hashlib.sha256(data).hexdigest()


def test_rows_are_read_one_by_one_and_ids_are_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    count = 20_000
    path.write_text(
        HEADER + "\n" + "".join(f"paper-{n % 500},reviewer-{n // 500},left,right,left,\n" for n in range(count))
    )
    tracemalloc.start()
    try:
        records = load_judgments(InputFile.at(path)).records
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(records) == count
    assert records[0].case_id is records[500].case_id
    # A record of 17 slots is 168 bytes and its line number 32; the index of duplicates goes when reading is over.
    assert held < 260 * count
    assert peak < 420 * count


def test_every_fault_of_very_many_is_kept_and_the_text_shows_a_screenful() -> None:
    with pytest.raises(BadInput) as caught:
        parse_judgments((HEADER + "\n" + "p,R,a,a,left,\n" * 3000).encode(), source="votes.csv")
    error = caught.value
    assert [fault.line for fault in error.faults] == list(range(2, 3002))
    assert len(list(error.lines())) == 3000
    shown = str(error).splitlines()
    assert shown[:50] == list(error.lines())[:50]
    assert shown[50:] == ["and 2,950 more faults"]


def test_one_fault_more_than_a_screenful_is_counted_in_the_singular() -> None:
    assert str(BadInput(Fault(n, "wrong") for n in range(51))).endswith("\nline 49: wrong\nand 1 more fault")
    assert str(BadInput(Fault(n, "wrong") for n in range(50))).endswith("\nline 49: wrong")


def test_the_faults_of_two_files_are_one_error() -> None:
    judgments = InputFile("votes.csv", f"{HEADER}\np,R,a,a,left,\n".encode())
    scores = InputFile("marks.csv", b"case_id,system,evaluator,status,overall\np,a,e,done,1\n")
    steps: list[str] = []
    with pytest.raises(BadInput) as caught:
        load_inputs(judgments, scores, steps.append)
    assert steps == ["judgments", "scores"]
    assert [line.split(": ")[:2] for line in caught.value.lines()] == [["votes.csv", "line 2"], ["marks.csv", "line 2"]]
    assert len(caught.value.faults) == 2
    assert caught.value.source == "votes.csv and marks.csv"

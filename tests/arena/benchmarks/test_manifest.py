"""A manifest is read whole: every fault with its line, and nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.benchmarks.manifest import parse_rows, read_manifest
from arena.core.errors import BadInput

GOOD = {"case_id": "paper-1", "title": "A title", "authors": ["Ann Author"], "discipline": "ai_ml"}


def rows_of(*objects: object) -> tuple[list, list[str]]:
    return parse_rows("\n".join(json.dumps(item) for item in objects).encode())


def test_a_row_with_the_required_keys_is_enough() -> None:
    rows, faults = rows_of(GOOD)

    assert faults == []
    assert (rows[0].case_id, rows[0].authors, rows[0].year, rows[0].pdf) == ("paper-1", ("Ann Author",), None, "")


def test_null_means_not_known_and_further_keys_are_left_alone() -> None:
    rows, faults = rows_of(GOOD | {"year": None, "abstract": None, "identifiers": {"doi": None}, "stars": 5})

    assert faults == []
    assert (rows[0].year, rows[0].abstract, rows[0].identifiers) == (None, "", {})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"case_id": None}, "case_id is missing"),
        ({"case_id": "=1+1"}, "starts with ="),
        ({"case_id": "+paper"}, "starts with +"),
        ({"case_id": "-paper"}, "starts with -"),
        ({"case_id": "@paper"}, "starts with @"),
        ({"case_id": "../paper"}, "is not an id"),
        ({"case_id": "a/b"}, "is not an id"),
        ({"case_id": "a\\b"}, "is not an id"),
        ({"case_id": "a b"}, "is not an id"),
        ({"case_id": "x" * 121}, "is not an id"),
        ({"case_id": 7}, "case_id is a number; text is wanted"),
        ({"title": "  "}, "title is missing"),
        ({"title": "a\x00b"}, "title holds a control character"),
        ({"authors": None}, "authors is missing"),
        ({"authors": "Ann Author"}, "authors is not a list of names"),
        ({"authors": ["Ann", 3]}, "authors is not a list of names"),
        ({"discipline": "alchemy"}, "discipline 'alchemy' is not one of ai_ml"),
        ({"year": "2020"}, "year is not a whole number"),
        ({"year": True}, "year is not a whole number"),
        ({"abstract": ["text"]}, "abstract is a list; text is wanted"),
        ({"landing_url": "javascript:alert(1)"}, "landing_url is not a web address"),
        ({"expected_sha256": "ABC"}, "expected_sha256 is not 64 lower-case hexadecimal digits"),
        ({"identifiers": ["doi"]}, "identifiers is not an object"),
        ({"pdf": "../../etc/passwd"}, "leads out of the manifest's folder"),
        ({"pdf": "/etc/passwd"}, "leads out of the manifest's folder"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(change: dict[str, object], fault: str) -> None:
    _, faults = rows_of(GOOD | {"case_id": "first"}, GOOD | change)

    assert len(faults) == 1
    assert faults[0].startswith("line 2: ")
    assert fault in faults[0]


def test_all_faults_are_found_at_once() -> None:
    text = "\n".join(
        [
            json.dumps(GOOD),
            "",
            "{not json",
            json.dumps([1, 2]),
            json.dumps(GOOD | {"title": "Twice"}),
            '{"case_id": "nan", "title": "t", "authors": ["a"], "discipline": "ai_ml", "year": NaN}',
            '{"case_id": "k", "case_id": "l", "title": "t", "authors": ["a"], "discipline": "ai_ml"}',
            "{}",
            json.dumps({"case_id": "bare"}),
        ]
    )

    _, faults = parse_rows(text.encode())

    lines = [fault.split(":")[0] for fault in faults]
    assert lines == ["line 3", "line 4", "line 5", "line 6", "line 7", "line 8", *["line 9"] * 3]
    assert "paper-1 stands on line 1 already" in faults[2]


def test_ids_that_differ_only_in_case_are_one() -> None:
    _, faults = rows_of(GOOD, GOOD | {"case_id": "Paper-1"})

    assert faults == ["line 2: case_id Paper-1 stands on line 1 already"]


def test_not_text_and_nothing_at_all() -> None:
    assert parse_rows(b'{"a": 1}\n\xff\xfe')[1] == ["line 2: not UTF-8 text"]
    assert "is empty" in parse_rows(b"\n \n")[1][0]


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    rows, faults = parse_rows(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n")

    assert (len(rows), faults) == (1, [])


@given(st.binary(max_size=200))
def test_any_bytes_give_rows_or_faults(data: bytes) -> None:
    rows, faults = parse_rows(data)
    assert faults or rows


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=8), lambda x: st.lists(x, max_size=3)))
def test_any_value_of_any_key_is_taken_or_named(value: object) -> None:
    for key in (*GOOD, "year", "abstract", "identifiers", "expected_sha256", "pdf", "landing_url"):
        _, faults = rows_of(GOOD | {key: value})
        assert all(fault.startswith("line 1: ") for fault in faults)


def test_the_name_comes_from_the_argument_the_description_or_the_folder(tmp_path) -> None:
    folder = tmp_path / "my-papers"
    folder.mkdir()
    (folder / "manifest.jsonl").write_text(json.dumps(GOOD))
    assert read_manifest(folder).name == "my-papers"
    assert read_manifest(folder / "manifest.jsonl", "other").name == "other"

    (folder / "benchmark.json").write_text('{"name": "said", "title": "As said"}')
    assert (read_manifest(folder).name, read_manifest(folder).title) == ("said", "As said")

    with pytest.raises(BadInput, match="cannot name a benchmark"):
        read_manifest(folder, "../x")
    (folder / "benchmark.json").write_text('{"title": 5}')
    with pytest.raises(BadInput, match=r"benchmark\.json: title is a number"):
        read_manifest(folder)

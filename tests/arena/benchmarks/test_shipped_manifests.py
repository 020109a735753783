"""The manifests that come with the project: complete, well-formed, and the papers that PosterBench names."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from scoring.words import DISCIPLINES

REPO = Path(__file__).resolve().parents[3]
DATA = REPO / "arena" / "benchmarks" / "data"
SOURCE = REPO.parent / "shared" / "data" / "posterbench_manifest.jsonl"

# The keys that arena/benchmarks/data/README.md names.
REQUIRED = {"case_id", "title", "authors", "discipline"}
KNOWN = REQUIRED | {
    *("expected_sha256", "pdf", "year", "abstract", "venue", "citation", "license", "license_url"),
    *("landing_url", "pdf_url", "download_policy", "identifiers", "pages"),
}

Row = dict[str, object]


def rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (DATA / name / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]


def test_there_is_a_folder_for_each_name_that_load_benchmark_knows() -> None:
    assert {path.parent.name for path in DATA.glob("*/manifest.jsonl")} == {"sample", "posterbench", "posterbench-mini"}


@pytest.mark.parametrize("name", ["sample", "posterbench", "posterbench-mini"])
def test_rows_are_as_the_readme_says(name: str) -> None:
    for row in rows(name):
        assert row.keys() >= REQUIRED
        assert row.keys() <= KNOWN
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}", str(row["case_id"]))
        assert row["discipline"] in DISCIPLINES
        assert re.fullmatch(r"[0-9a-f]{64}", str(row["expected_sha256"]))
        assert isinstance(row["year"], int)
        authors = row["authors"]
        assert isinstance(authors, list)
        assert authors
        for text in (row["title"], *authors):
            assert isinstance(text, str)
            assert text
            assert text == text.strip()


@pytest.mark.parametrize("name", ["sample", "posterbench", "posterbench-mini"])
def test_no_two_rows_share_a_case_or_a_pdf(name: str) -> None:
    found = rows(name)
    assert len({row["case_id"] for row in found}) == len(found)
    assert len({row["expected_sha256"] for row in found}) == len(found)


@pytest.mark.parametrize("name", ["sample", "posterbench", "posterbench-mini"])
def test_each_benchmark_says_what_it_is(name: str) -> None:
    header = json.loads((DATA / name / "benchmark.json").read_text(encoding="utf-8"))
    assert header["name"] == name
    assert header["title"]
    assert header["description"]


@pytest.mark.parametrize(("name", "each"), [("posterbench", 20), ("posterbench-mini", 2), ("sample", 2)])
def test_every_discipline_has_the_same_number_of_papers(name: str, each: int) -> None:
    assert Counter(row["discipline"] for row in rows(name)) == dict.fromkeys(DISCIPLINES, each)


def test_mini_is_a_part_of_posterbench() -> None:
    whole = rows("posterbench")
    assert all(row in whole for row in rows("posterbench-mini"))


def test_posterbench_holds_the_facts_of_its_source() -> None:
    if not SOURCE.exists():
        pytest.skip("the shared reference data is not beside this checkout")
    source = {row["case_id"]: row for row in map(json.loads, SOURCE.read_text(encoding="utf-8").splitlines())}
    shipped = rows("posterbench")
    assert [row["case_id"] for row in shipped] == list(source)
    assert [row["case_id"] for row in rows("posterbench-mini")] == [key for key, row in source.items() if row["mini"]]
    for row in shipped:
        fact = source[str(row["case_id"])]
        assert row["authors"] == [author.strip() for author in fact["authors"]]
        for key in (
            "title",
            "discipline",
            "year",
            "expected_sha256",
            "landing_url",
            "pdf_url",
            "license_url",
            "identifiers",
        ):
            assert row[key] == fact[key]

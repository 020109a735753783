"""Importing judgments files as studies."""

from pathlib import Path

import pytest

from arena.core.errors import BadInput, Conflict
from arena.review.records import judgment_records
from arena.studies.models import ImportedJudgment, Study
from arena.studies.services.import_judgments import import_judgments
from scoring.files.judgments import read_judgments
from scoring.words import Source

pytestmark = pytest.mark.django_db

HEADER = "judgment_id,case_id,reviewer,system_left,system_right,choice,critical_failure,shown_at,seconds,source,comment"
GOOD = [
    "j1,p1,R01,alder,birch,left,,2026-05-01T10:00:00Z,12.5,browser,fine",
    "j2,p1,R02,birch,alder,skip,both,,,,",
    'j3,p2,R01,alder,birch,equal,yes,,,simulated,"two\nlines"',
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "judgments.csv"
    path.write_text("\n".join((HEADER, *GOOD)) + "\n")
    return path


def test_every_row_is_kept_as_it_stands(file: Path) -> None:
    study = import_judgments(name="published", path=file, note="From a paper.")
    assert study.is_imported
    assert study.state == Study.State.CLOSED
    assert study.note == "From a paper."
    assert ImportedJudgment.objects.filter(study=study).count() == 3
    people = judgment_records(study, simulated=False)
    simulated = judgment_records(study, simulated=True)
    as_read = read_judgments(file)
    assert people[0] == as_read[0]
    assert people[1].source == Source.IMPORT
    assert [record.judgment_id for record in people] == ["j1", "j2"]
    assert simulated == [as_read[2]]


def test_a_row_keeps_the_line_it_starts_on(file: Path) -> None:
    file.write_text("\n".join((HEADER, "", GOOD[2], GOOD[0])))
    import_judgments(name="published", path=file)
    lines = ImportedJudgment.objects.values_list("judgment_id", "line")
    assert list(lines) == [("j3", 3), ("j1", 5)], "a blank line and a line end inside a cell count too"


def test_one_fault_refuses_the_whole_file_with_all_lines(file: Path) -> None:
    file.write_text("\n".join((HEADER, GOOD[0], "j4,p1,R01,alder,alder,left,,,,,", "j5,p1,R03,alder,birch,best,,,,,")))
    with pytest.raises(BadInput) as refusal:
        import_judgments(name="published", path=file)
    assert [fault.split(":")[0] for fault in refusal.value.faults] == ["line 3", "line 4"]
    assert not Study.objects.exists()
    assert not ImportedJudgment.objects.exists()


def test_a_name_is_imported_once(file: Path) -> None:
    import_judgments(name="published", path=file)
    with pytest.raises(Conflict, match="already a study published"):
        import_judgments(name="published", path=file)
    assert ImportedJudgment.objects.count() == 3


def test_what_a_database_cannot_hold_is_refused(file: Path) -> None:
    file.write_text("\n".join((HEADER, "j1,p1,R01,alder,birch,left,,,,,a\0b")))
    with pytest.raises(BadInput, match="line 2: the comment holds a NUL"):
        import_judgments(name="published", path=file)


def test_a_missing_and_an_empty_file_are_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        import_judgments(name="x", path=tmp_path / "none.csv")
    (tmp_path / "empty.csv").write_text(HEADER + "\n")
    with pytest.raises(BadInput, match="no judgments"):
        import_judgments(name="x", path=tmp_path / "empty.csv")


def test_the_published_study_is_imported_whole(shared: Path) -> None:
    """936 responses of 11 reviewers: the README of the shared data."""
    study = import_judgments(name="published", path=shared / "data" / "published_study" / "judgments.csv")
    records = judgment_records(study, simulated=False)
    assert len(records) == 936
    assert len({record.reviewer for record in records}) == 11

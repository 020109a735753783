"""The study commands: each a door to its service, with an error in one line."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.review.records import judgment_records
from arena.studies.models import Study
from tests.factories.studies import SYSTEMS, make_benchmark, make_config, make_poster

pytestmark = pytest.mark.django_db


def run(*args: object, **options: object) -> str:
    out = StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def posters() -> None:
    benchmark = make_benchmark("trees", 2)
    for slug in SYSTEMS:
        for entry in benchmark.entries.all():
            make_poster(entry.case, make_config(slug))


def test_a_study_goes_from_nothing_to_closed(posters: None, tmp_path: Path) -> None:
    run("create_study", "wood", "--benchmark", "trees", "--systems", ",".join(SYSTEMS), "--seed", "7")
    assert "12 pairs" in run("freeze", "wood")
    run("open", "wood")
    lines = run("invite", "wood", "--count", "2").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["R01", "R02"]
    assert all(line.split("\t")[1].startswith("http://testserver/invite/") for line in lines)
    (renewed,) = run("invite", "wood", "--renew", "R02").splitlines()
    assert renewed.split("\t")[0] == "R02"
    assert renewed.split("\t")[1] not in lines[1]
    people = tmp_path / "people.csv"
    people.write_text("name,email\nAda,ada@example.org\n")
    assert "R03" in run("invite", "wood", "--csv", str(people))
    roster = tmp_path / "roster.csv"
    run("export_roster", "wood", "--out", str(roster))
    rows = rows_of(roster)
    assert len(rows) == 36
    assert list(rows[0]) == ["reviewer", "position", "case_id", "system_left", "system_right"]
    run("export_roster", "wood", "--reviewers", "5", "--out", str(roster))
    again = rows_of(roster)
    assert again[:36] == rows
    assert {row["reviewer"] for row in again} == {"R01", "R02", "R03", "R04", "R05"}
    run("close", "wood")
    study = Study.objects.get()
    assert (study.state, study.seed) == (Study.State.CLOSED, 7)


def test_judgments_are_imported_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "judgments.csv"
    file.write_text("case_id,reviewer,system_left,system_right,choice\np1,R01,alder,birch,left\n")
    assert "Imported 1 judgment as" in run("import_judgments", "published", str(file), "--note", "From a paper.")
    study = Study.objects.get(name="published")
    assert study.note == "From a paper."
    assert len(judgment_records(study, simulated=False)) == 1
    with pytest.raises(CommandError, match="already a study published"):
        run("import_judgments", "published", str(file))
    with pytest.raises(CommandError, match="has no roster: it is imported"):
        run("export_roster", "published", "--out", str(tmp_path / "roster.csv"))
    assert not (tmp_path / "roster.csv").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["freeze", "none"], "no study 'none'"),
        (["create_study", "x", "--benchmark", "none", "--systems", "alder,birch"], "no benchmark 'none'"),
        (["create_study", "x", "--benchmark", "trees", "--systems", "alder,elm"], "no system 'elm'"),
        (["invite", "none", "--count", "1"], "no study 'none'"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(posters: None, args: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(*args)


def test_a_study_is_created_with_all_its_settings(posters: None) -> None:
    call = ["create_study", "wood", "--benchmark", "trees", "--systems", ",".join(SYSTEMS)]
    run(*call, "--contact", "Ada, ada@example.org", "--quota", "5", "--practice-pairs", "1", "--repeat-share", "0.1",
        "--min-view-seconds", "4.5", "--show-authors")  # fmt: skip
    study = Study.objects.get()
    assert (study.contact, study.quota, study.practice_pairs) == ("Ada, ada@example.org", 5, 1)
    assert (study.repeat_share, study.min_view_seconds, study.show_authors) == (0.1, 4.5, True)
    with pytest.raises(CommandError, match="quota must be a whole number from 1"):
        run(*["create_study", "other", *call[2:]], "--quota", "0")


def test_what_a_draft_cannot_do_is_said(posters: None) -> None:
    run("create_study", "wood", "--benchmark", "trees", "--systems", ",".join(SYSTEMS))
    for command in ("pause", "close", "publish"):
        with pytest.raises(CommandError, match="wood is a draft"):
            run(command, "wood")


def test_dropped_papers_are_said(posters: None) -> None:
    call = ["create_study", "wood", "--benchmark", "trees", "--systems", "alder,birch", "--drop-incomplete"]
    run(*call)
    make_config("birch").posters.filter(case__case_id="trees-002").update(is_current=False)
    out = run("freeze", "wood")
    assert "Left out trees-002: birch: no poster" in out
    assert "1 paper, 2 systems, 1 pair for" in out

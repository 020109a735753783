"""The blinding report: what could have told a reviewer who made a poster, and what else was said of each pair."""

import csv
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from arena.core.files import read_stored
from arena.core.leases import WorkState
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.reports.blinding import blinding_of
from arena.reports.downloads import BUNDLE
from arena.reports.models import Report
from arena.reports.services.blinding import write_blinding
from arena.reports.services.inputs import Inputs
from arena.reports.services.perform import build_report
from arena.review.leaks import LEAKS
from arena.review.models import Background, ConflictOfInterest, EndSurvey, FlagReason
from arena.studies.models import Reviewer, Study
from scoring.words import Choice
from tests.factories.quality import make_gold
from tests.factories.review import judge, show, withdraw
from tests.factories.studies import make_config, make_poster, make_reviewer, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch"), name="forest")


def built(study: Study, pool: str = Report.Pool.PEOPLE) -> Report:
    report = Report.objects.create(study=study, pool=pool, resamples=40, state=WorkState.RUNNING, owner="test")
    build_report(report)
    report.refresh_from_db()
    assert report.state == WorkState.DONE, report.error
    return report


def masked_revision(before: Poster) -> Poster:
    Poster.objects.filter(pk=before.pk).update(is_current=False)
    masked = Poster.objects.get(pk=before.pk)
    masked.pk, masked.revision, masked.is_current, masked.masked_from = None, before.revision + 1, True, before
    masked.save(force_insert=True)
    return masked


def file_of(report: Report, name: str) -> bytes:
    return read_stored(report.files.get(name=name).sha256)


def test_it_counts_what_was_searched_for_names_and_what_was_decided(study: Study) -> None:
    posters = list(Poster.objects.order_by("pk"))
    IdentityScan.objects.all().delete()
    early, late = study.frozen_at - timedelta(minutes=1), study.frozen_at + timedelta(minutes=1)
    scan = IdentityScan.objects.create(poster=posters[0], state=WorkState.DONE, finished_at=early)
    after = IdentityScan.objects.create(poster=posters[1], state=WorkState.DONE, finished_at=late)
    IdentityScan.objects.create(poster=posters[2], state=WorkState.FAILED, finished_at=early)
    for of, word, fields in (
        (scan, "alder", {"state": "accepted", "decided_by": "ada", "note": "a tree, here"}),
        (scan, "birch", {}),
        (scan, "slope", {"in_paper": True}),
        (scan, "program", {"state": "accepted", "place": "metadata"}),
        (after, "cedar", {}),
    ):
        IdentityFinding.objects.create(scan=of, word=word, **{"place": "picture", "excerpt": word, **fields})
    search = blinding_of(study, simulated=False).search
    assert (search.posters, search.scanned, search.not_scanned) == (4, 1, 3)
    assert (search.masked, search.open, search.accepted) == (0, 1, 1)
    assert (search.subject, search.file_only, search.later) == (1, 1, 1)
    assert [(word.word, word.state, word.note) for word in search.found] == [
        ("alder", "accepted", "a tree, here"),
        ("birch", "open", ""),
        ("slope", "word of the paper", ""),
        ("program", "in the file only", ""),
        ("cedar", "found after the freeze", ""),
    ]


def test_what_a_mask_painted_over_is_told_with_the_masked_poster(study: Study) -> None:
    """The finding belongs to the poster before the mask, which the study does not pin."""
    pin = study.posters.select_related("poster").first()
    before = Poster.objects.get(pk=pin.poster_id)
    IdentityScan.objects.all().delete()
    scan = IdentityScan.objects.create(poster=before, state=WorkState.DONE)
    IdentityFinding.objects.create(scan=scan, place="picture", word="birch", excerpt="birch", state="masked")
    study.posters.filter(pk=pin.pk).update(poster=masked_revision(before))
    search = blinding_of(study, simulated=False).search
    assert (search.masked, search.scanned, [word.state for word in search.found]) == (1, 0, ["masked"])


def test_posters_of_gold_pairs_are_searched_and_told_of_like_the_others(study: Study) -> None:
    """The unmasked revision of a gold pair still says the word that the mask painted over on the pinned one."""
    pin = study.posters.select_related("poster", "case").first()
    spoilt = make_poster(pin.case, make_config("cedar"))
    IdentityScan.objects.filter(poster=spoilt).delete()
    scan = IdentityScan.objects.create(
        poster=spoilt, state=WorkState.DONE, finished_at=study.frozen_at - timedelta(minutes=1)
    )
    IdentityFinding.objects.create(scan=scan, place="picture", word="cedar", excerpt="by cedar", state="masked")
    make_gold(study, better=pin.poster, worse=spoilt)
    found = blinding_of(study, simulated=False).search
    assert (found.posters, found.gold_only, found.scanned + found.not_scanned) == (5, 1, 5)
    named = [(word.system, word.word, word.state) for word in found.found if word.word == "cedar"]
    assert named == [("cedar revision 1, in a gold pair", "cedar", "open")]
    study.posters.filter(pk=pin.pk).update(poster=masked_revision(spoilt))
    states = [word.state for word in blinding_of(study, simulated=False).search.found if word.word == "cedar"]
    assert states == ["masked", "open"]


def test_sides_add_up_to_what_was_shown(study: Study) -> None:
    reviewer = make_reviewer(study)
    for _ in range(2):
        judge(show(reviewer))
    sides = blinding_of(study, simulated=False).sides
    assert {side.system for side in sides} == {"alder", "birch"}
    assert sum(side.left for side in sides) == 2
    assert [side.shown for side in sides] == [2, 2]
    assert blinding_of(study, simulated=True).sides == ()


def test_people_who_may_have_known_are_counted(study: Study) -> None:
    first, second, third = (make_reviewer(study) for _ in range(3))
    Reviewer.objects.filter(pk=third.pk).update(kind=Reviewer.Kind.STAFF)
    Background.objects.create(reviewer=first, makes_systems=True)
    for case in (entry.case for entry in study.cases.all()):
        ConflictOfInterest.objects.create(reviewer=second, case=case)
    EndSurvey.objects.create(reviewer=first, could_tell="sometimes")
    Reviewer.objects.create(study=study, number=0, pseudonym="preview", kind=Reviewer.Kind.PREVIEW)
    people = blinding_of(study, simulated=False).people
    assert (people.reviewers, people.staff, people.make_systems) == (3, 1, 1)
    assert (people.with_conflicts, people.conflicts) == (1, 2)
    assert people.could_tell == {"no": 0, "sometimes": 1, "mostly": 0}
    assert (people.judging, people.not_answered) == (0, 0)
    show(first)
    show(third)
    people = blinding_of(study, simulated=False).people
    assert (people.judging, people.not_answered) == (2, 1)


@pytest.mark.usefixtures("undrawn")
def test_the_snapshot_and_its_archive_hold_the_files(study: Study) -> None:
    reviewer = make_reviewer(study)
    judge(show(reviewer), Choice.LEFT, critical_right=True, reasons_right=(FlagReason.UNREADABLE,), knows_paper=True)
    judge(show(reviewer), Choice.SKIP)
    report = built(study)
    whole = json.loads(file_of(report, "blinding.json"))
    assert (whole["schema"], whole["simulated"]) == (1, False)
    assert [leak["leak"] for leak in whole["leaks"]] == [f"B{number}" for number in range(1, 31)]
    assert "How blind this study was" in file_of(report, "blinding.txt").decode()
    rows = list(csv.DictReader(io.StringIO(file_of(report, "answers.csv").decode())))
    judged = list(csv.DictReader(io.StringIO(file_of(report, "judgments.csv").decode())))
    assert [row["judgment_id"] for row in rows] == [row["judgment_id"] for row in judged]
    assert (rows[0]["flag_reasons_left"], rows[0]["flag_reasons_right"]) == ("", "unreadable")
    assert [row["knows_paper"] for row in rows] == ["yes", ""]
    with zipfile.ZipFile(io.BytesIO(file_of(report, BUNDLE))) as archive:
        assert {"study/blinding.json", "study/blinding.txt", "study/answers.csv"} <= set(archive.namelist())


@pytest.mark.usefixtures("undrawn")
def test_an_answer_that_comes_while_a_report_is_made_is_in_none_of_its_files(study: Study) -> None:
    reviewer = make_reviewer(study)
    first = show(reviewer)
    judge(first)
    report = Report.objects.create(
        study=study, pool=Report.Pool.PEOPLE, resamples=40, state=WorkState.RUNNING, owner="test"
    )
    meanwhile = iter([lambda: judge(show(reviewer)), lambda: withdraw(first)])
    build_report(report, on_step=lambda *_: next(meanwhile, str)())
    assert next(meanwhile, None) is None
    rows = {
        name: list(csv.DictReader(io.StringIO(file_of(report, name).decode())))
        for name in ("answers.csv", "judgments.csv")
    }
    assert [row["judgment_id"] for row in rows["answers.csv"]] == ["forest:R01:1"]
    assert [row["judgment_id"] for row in rows["judgments.csv"]] == ["forest:R01:1"]


def test_a_simulated_pool_says_that_nobody_looked(study: Study, tmp_path: Path) -> None:
    report = Report(study=study, pool=Report.Pool.SIMULATED, requested_at=timezone.now())
    paths = write_blinding(report, tmp_path, Inputs((), ()))
    assert [path.name for path in paths] == ["blinding.json", "blinding.txt", "answers.csv"]
    assert "they saw no poster and could tell nothing" in (tmp_path / "blinding.txt").read_text()


def test_of_an_imported_study_nothing_is_known(tmp_path: Path) -> None:
    study = Study.objects.create(name="imported", title="imported", state=Study.State.CLOSED)
    assert write_blinding(Report(study=study, pool=Report.Pool.PEOPLE), tmp_path, Inputs((), ())) == ()


def test_every_leak_is_listed_once_with_its_proof_or_what_is_done_instead() -> None:
    tests = Path(__file__).resolve().parents[2]
    assert [leak.number for leak in LEAKS] == list(range(1, 31))
    for leak in LEAKS:
        if not leak.test:
            continue
        file, name = leak.test.split("::")
        assert f"\ndef {name}(" in (tests / file).read_text(), leak.test
    assert [leak.number for leak in LEAKS if not leak.test] == [11, 27]


def test_the_blinding_report_takes_a_fixed_number_of_queries(study: Study, django_assert_num_queries) -> None:
    for _ in range(2):
        judge(show(make_reviewer(study)))
        with django_assert_num_queries(10):
            blinding_of(study, simulated=False)

"""Setting papers right: what changes, what stays, what can be undone, and what is refused."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from arena.benchmarks.models import Case, CaseFigure, Correction, Ingest
from arena.benchmarks.selectors import corrected_facts_of, figures_of
from arena.benchmarks.services import cases
from arena.benchmarks.services.content import content_of, identity_of, write_assets
from arena.benchmarks.services.corrections import (
    Facts,
    FigureFacts,
    add_figure,
    bring_back_figure,
    correct_facts,
    correct_figure,
    leave_out_figure,
    undo_correction,
)
from arena.benchmarks.services.export import manifest_of
from arena.benchmarks.services.load import load_benchmark
from arena.core.errors import BadInput, Conflict
from generation.records import Box, FigureKind
from tests.factories.posters import add_case, make_benchmark, make_ready_case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn")]

SAME = Facts("On one", ("Ann Author",), "An abstract.", "ai_ml")


@pytest.fixture
def case() -> Case:
    return make_ready_case("one")


def facts(**changes: object) -> Facts:
    values = {name: getattr(SAME, name) for name in ("title", "authors", "abstract", "discipline")}
    return Facts(**{**values, **changes})


def figure(case: Case) -> CaseFigure:
    return figures_of(case).select_related("ingest__case").get()


def moved(**changes: object) -> FigureFacts:
    values = {"page": 1, "box": Box(10, 10, 110, 90), "label": "Figure 1", "caption": "A curve."}
    return FigureFacts(**{**values, **changes})


def test_corrected_facts_are_what_systems_get_and_each_has_its_record(case: Case, ada: User) -> None:
    made = correct_facts(
        case=case,
        by=ada,
        seen=0,
        facts=facts(title="Right  title\n", authors=("Bo", "Cy"), discipline="economics_policy"),
    )

    case.refresh_from_db()
    assert (case.title, case.authors, case.discipline) == ("Right title", ["Bo", "Cy"], "economics_policy")
    assert [(entry.number, entry.field, entry.before, entry.after) for entry in made] == [
        (1, "title", "On one", "Right title"),
        (2, "authors", ["Ann Author"], ["Bo", "Cy"]),
        (3, "discipline", "ai_ml", "economics_policy"),
    ]
    assert {entry.made_by for entry in made} == {ada}
    assert case.content_version == 3
    assert identity_of(case).title == "Right title"
    content = content_of(case)
    assert (content.title, content.authors, content.abstract) == (
        "Right title",
        ("Bo", "Cy"),
        "What was read off the page.",
    )
    assert content.text.endswith("Right title"), "a poster that says the corrected title says what the paper says"


def test_nothing_different_is_no_correction(case: Case, ada: User) -> None:
    Case.objects.update(abstract="Two\nlines.")
    case.refresh_from_db()

    assert correct_facts(case=case, by=ada, seen=0, facts=facts(abstract="Two lines.")) == []
    assert correct_figure(figure=figure(case), by=ada, seen=0, facts=moved()) == figure(case)

    case.refresh_from_db()
    assert case.content_version == 0
    assert not Correction.objects.exists()


def test_a_correction_undone_is_another_record(case: Case, ada: User, ben: User) -> None:
    first = correct_facts(case=case, by=ada, seen=0, facts=facts(title="B"))[0]
    second = correct_facts(case=case, by=ada, seen=1, facts=facts(title="C"))[0]

    with pytest.raises(Conflict, match="later correction"):
        undo_correction(correction=first, by=ben, seen=2)
    undo_correction(correction=second, by=ben, seen=2)
    case.refresh_from_db()
    assert case.title == "B"
    undo_correction(correction=first, by=ben, seen=3)

    case.refresh_from_db()
    assert (case.title, case.content_version) == ("On one", 4)
    assert list(case.corrections.values_list("number", "before", "after", "made_by__username")) == [
        (1, "On one", "B", "ada"),
        (2, "B", "C", "ada"),
        (3, "C", "B", "ben"),
        (4, "B", "On one", "ben"),
    ]
    with pytest.raises(Conflict, match="undone already"):
        undo_correction(correction=first, by=ben, seen=4)
    assert content_of(case).title == "A paper", "what was read stands again"


def test_a_figure_gets_another_crop_and_words_and_the_first_reading_stays(
    case: Case, ada: User, tmp_path: Path
) -> None:
    original = figure(case)

    revised = correct_figure(
        figure=original, by=ada, seen=0, facts=moved(page=2, box=Box(20, 30, 420, 230), label="Fig. 1", caption="New.")
    )

    assert (revised.revision, revised.page, revised.box) == (1, 2, [20, 30, 420, 230])
    assert (revised.width, revised.height) == (400, 200)
    assert revised.thumbnail_sha256
    original.refresh_from_db()
    assert (original.is_current, original.box, original.caption) == (False, [10, 10, 110, 90], "A curve.")
    case.refresh_from_db()
    content = content_of(case)
    shown = content.figures[0]
    assert (shown.figure_id, shown.label, shown.caption, shown.box) == (
        "figure-1",
        "Fig. 1",
        "New.",
        Box(20, 30, 420, 230),
    )
    assert content.text.endswith("New.")
    write_assets(case, content, tmp_path)
    assert (tmp_path / "figure-1.png").stat().st_size

    undo_correction(correction=Correction.objects.get(), by=ada, seen=1)
    assert figure(case) == original
    assert content_of(case).figures[0].caption == "A curve."


def test_a_caption_alone_needs_no_new_crop(case: Case, ada: User, drawn: list[object]) -> None:
    revised = correct_figure(figure=figure(case), by=ada, seen=0, facts=moved(caption="Mended."))

    assert drawn == []
    assert revised.image_sha256 == CaseFigure.objects.get(revision=0).image_sha256


def test_a_figure_is_left_out_and_brought_back(case: Case, ada: User) -> None:
    left = leave_out_figure(figure=figure(case), by=ada, seen=0)
    assert content_of(case).figures == ()
    assert not figures_of(case).exists()

    bring_back_figure(figure=CaseFigure.objects.select_related("ingest__case").get(pk=left.pk), by=ada, seen=1)
    assert [entry.label for entry in content_of(case).figures] == ["Figure 1"]
    case.refresh_from_db()
    assert case.content_version == 2


def test_leaving_out_what_is_left_out_changes_nothing(case: Case, ada: User) -> None:
    """A correction that changes nothing would only make every poster of the paper look too old."""
    assert bring_back_figure(figure=figure(case), by=ada, seen=0) == figure(case)
    out = leave_out_figure(figure=figure(case), by=ada, seen=0)
    assert leave_out_figure(figure=out, by=ada, seen=1) == out
    case.refresh_from_db()
    assert case.content_version == 1


def test_a_missed_table_is_added_in_its_place_and_can_be_taken_away(case: Case, ada: User) -> None:
    ingest = Ingest.objects.get()
    CaseFigure.objects.create(
        ingest=ingest, figure_id="figure-2", kind="figure", label="Figure 2", page=3, box=[0, 0, 9, 9],
        image_sha256="0" * 64, width=9, height=9, position=2,
    )  # fmt: skip

    added = add_figure(
        case=case, by=ada, seen=0, kind=FigureKind.TABLE, facts=moved(page=2, label="Table 1", caption="Numbers.")
    )
    again = add_figure(case=case, by=ada, seen=1, kind=FigureKind.TABLE, facts=moved(page=2, label="Table 1"))

    assert (added.figure_id, again.figure_id) == ("table-1", "table-1-2")
    assert [entry.figure_id for entry in figures_of(case)] == ["figure-1", "table-1", "table-1-2", "figure-2"]
    undo_correction(correction=Correction.objects.get(number=1), by=ada, seen=2)
    assert [entry.figure_id for entry in figures_of(case)] == ["figure-1", "table-1-2", "figure-2"]
    third = add_figure(case=case, by=ada, seen=3, kind=FigureKind.TABLE, facts=moved(label="Table 1"))
    assert third.figure_id == "table-1-3", "an id that was used once does not come back"


def test_a_frozen_paper_is_not_corrected_any_more(case: Case, ada: User, drawn: list[object]) -> None:
    made = correct_facts(case=case, by=ada, seen=0, facts=facts(title="B"))[0]
    Case.objects.update(frozen_at=timezone.now())
    case.refresh_from_db()

    for deed in (
        lambda: correct_facts(case=case, by=ada, seen=1, facts=facts(title="C")),
        lambda: correct_figure(figure=figure(case), by=ada, seen=1, facts=moved(page=2)),
        lambda: leave_out_figure(figure=figure(case), by=ada, seen=1),
        lambda: add_figure(case=case, by=ada, seen=1, kind=FigureKind.FIGURE, facts=moved()),
        lambda: undo_correction(correction=made, by=ada, seen=1),
    ):
        with pytest.raises(Conflict, match="pinned by a frozen study"):
            deed()
    case.refresh_from_db()
    assert (case.title, case.content_version, Correction.objects.count()) == ("B", 1, 1)
    assert CaseFigure.objects.count() == 1


def test_who_looked_at_an_older_state_is_told(case: Case, ada: User) -> None:
    correct_facts(case=case, by=ada, seen=0, facts=facts(title="B"))

    with pytest.raises(Conflict, match="changed by somebody else meanwhile"):
        correct_facts(case=case, by=ada, seen=0, facts=facts(title="C"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (facts(title="  "), "The title is empty"),
        (facts(title="x" * 1001), "at most 1000"),
        (facts(abstract="a\x07b"), "control character"),
        (facts(discipline="alchemy"), "'alchemy' is not a discipline"),
        (facts(authors=("",)), "The name is empty"),
    ],
)
def test_what_no_manifest_could_say_is_refused(case: Case, ada: User, wrong: Facts, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        correct_facts(case=case, by=ada, seen=0, facts=wrong)
    case.refresh_from_db()
    assert (case.title, case.content_version) == ("On one", 0)


def test_a_box_off_the_page_is_refused_and_one_over_its_edge_is_cut_to_it(case: Case, ada: User) -> None:
    with pytest.raises(BadInput, match="outside of the page"):
        correct_figure(figure=figure(case), by=ada, seen=0, facts=moved(box=Box(5000, 0, 6000, 9)))
    revised = correct_figure(figure=figure(case), by=ada, seen=0, facts=moved(box=Box(-5, 700, 700, 900)))
    assert revised.box == [0, 700, 600, 800]


def test_loading_a_manifest_again_keeps_corrections_and_says_so(case: Case, ada: User, tmp_path: Path) -> None:
    correct_facts(case=case, by=ada, seen=0, facts=facts(title="Mended"))
    row = {"case_id": "one", "title": "As printed", "authors": ["Ann Author"], "discipline": "ai_ml", "venue": "V"}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(row))

    report = load_benchmark(source=str(tmp_path), name="again")

    case.refresh_from_db()
    assert (case.title, case.venue) == ("Mended", "V")
    assert report.notes == ("one: title stays as corrected here",)


@pytest.mark.django_db(transaction=True)
def test_a_correction_while_a_manifest_is_loaded_is_not_written_over(
    ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading writes all of a paper's row: it holds the row from reading to writing."""
    case = make_ready_case("one")
    row = {"case_id": "one", "title": "On one", "authors": ["Ann Author"], "discipline": "ai_ml", "venue": "V"}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(row))

    def correct() -> None:
        try:
            correct_facts(case=case, by=ada, seen=0, facts=facts(title="Mended"))
        finally:
            connection.close()

    other = threading.Thread(target=correct)

    def looked_up(found: Iterable[Case]) -> defaultdict[int | None, set[str]]:
        answer = corrected_facts_of(found)
        other.start()
        other.join(timeout=1)  # it waits for the row, and goes on once that is written
        return answer

    monkeypatch.setattr(cases, "corrected_facts_of", looked_up)
    load_benchmark(source=str(tmp_path), name="again")
    other.join()

    case.refresh_from_db()
    assert (case.title, case.venue, case.content_version) == ("Mended", "V", 1)


def test_the_manifest_of_a_benchmark_has_the_corrections(case: Case, ada: User) -> None:
    benchmark = make_benchmark("bench")
    add_case(benchmark, case)
    correct_facts(case=case, by=ada, seen=0, facts=facts(title="Mended “so”"))

    row = json.loads(manifest_of(benchmark))
    assert (row["title"], row["expected_sha256"], row["pdf"]) == ("Mended “so”", case.pdf_sha256, "one.pdf")

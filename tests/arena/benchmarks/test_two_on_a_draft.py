"""Two people on one draft, forms that are sent twice, and forms of a draft that is gone: nothing is lost."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from arena.benchmarks.drafts import DraftRow, rows_of
from arena.benchmarks.models import Benchmark, Case, Draft, DraftPaper
from arena.benchmarks.services import finish_draft
from arena.benchmarks.services.drafts import DraftFacts, faults_of_facts, save_facts, save_papers
from arena.benchmarks.services.finish_draft import create_benchmark
from arena.benchmarks.stamps import FACTS, changed_fields, stamp_of
from arena.benchmarks.views import drafts as draft_views
from arena.core.errors import Conflict
from arena.core.leases import WorkState
from generation.ingest import content_to_json
from tests.factories.posters import CONTENT, make_case

FIELDS = ("case_id", "title", "authors", "abstract", "discipline")


@pytest.fixture
def draft(ada: User) -> Draft:
    draft = Draft.objects.create(made_by=ada, file_name="papers.zip", name="mine", title="Mine")
    for number in (1, 2):
        DraftPaper.objects.create(
            draft=draft,
            position=number,
            file_name=f"{number}.pdf",
            pdf_sha256=f"{number:x}" * 64,
            state=WorkState.DONE,
            content=content_to_json(replace(CONTENT, figures=())),
            case_id=f"paper-{number}",
            title=f"Paper {number}",
            authors="A\nB",
        )
    return draft


def shown(client: Client, draft: Draft) -> dict[str, object]:
    """The form as a browser sends it back when nobody touches it."""
    page = client.get(f"/drafts/{draft.pk}/").content.decode()
    papers = draft.papers.all()
    form: dict[str, object] = {name: getattr(draft, name) for name in FACTS}
    form |= {"page": "1", "row": [paper.pk for paper in papers]}
    for paper in papers:
        form |= {f"p{paper.pk}-{name}": getattr(paper, name).replace("\n", "\r\n") for name in FIELDS}
    stamps = re.findall(r'<input type="hidden" name="((?:p\d+-)?shown)" value="([^"]+)">', page)
    assert len(stamps) == 1 + len(papers)
    return form | dict(stamps)


def test_what_one_did_not_touch_stays_as_the_other_made_it(draft: Draft, as_ada: Client) -> None:
    first, second = draft.papers.all()
    mine = shown(as_ada, draft)
    theirs = shown(as_ada, draft)
    address = f"/drafts/{draft.pk}/"

    as_ada.post(address, theirs | {f"p{first.pk}-title": "Theirs", "description": "Theirs"})
    as_ada.post(address, mine | {f"p{first.pk}-discipline": "ai_ml", f"p{second.pk}-left_out": "1", "title": "Ours"})

    first.refresh_from_db()
    second.refresh_from_db()
    draft.refresh_from_db()
    assert (first.title, first.discipline, first.authors) == ("Theirs", "ai_ml", "A\nB")
    assert second.left_out
    assert (draft.title, draft.description) == ("Ours", "Theirs")


def test_what_was_saved_while_typing_can_be_taken_back_in_the_form(draft: Draft, as_ada: Client) -> None:
    paper = draft.papers.all()[0]
    form = shown(as_ada, draft)
    one = f"/drafts/{draft.pk}/papers/{paper.pk}/"

    answer = as_ada.post(one, form | {f"p{paper.pk}-title": "Typed"}).content.decode()
    stamp = re.search(rf'name="p{paper.pk}-shown" value="([^"]+)"', answer)
    assert stamp is not None
    as_ada.post(f"/drafts/{draft.pk}/", form | {f"p{paper.pk}-shown": stamp[1]})

    paper.refresh_from_db()
    assert paper.title == "Paper 1"


def test_creating_twice_leads_to_the_one_benchmark(draft: Draft, as_ada: Client) -> None:
    form = shown(as_ada, draft) | {"action": "create"}
    form |= {f"p{paper.pk}-discipline": "ai_ml" for paper in draft.papers.all()}
    answers = [as_ada.post(f"/drafts/{draft.pk}/", form) for _ in range(2)]
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(303, "/benchmarks/mine/")] * 2
    assert Benchmark.objects.count() == 1


def test_creating_while_another_does_leads_to_the_one_benchmark(
    draft: Draft, as_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = shown(as_ada, draft) | {"action": "create"}
    form |= {f"p{paper.pk}-discipline": "ai_ml" for paper in draft.papers.all()}

    def overtaken(*, draft: Draft) -> Benchmark:
        create_benchmark(draft=draft)
        return create_benchmark(draft=draft)

    monkeypatch.setattr(draft_views, "create_benchmark", overtaken)
    assert as_ada.post(f"/drafts/{draft.pk}/", form).headers["Location"] == "/benchmarks/mine/"


def test_a_known_paper_that_got_its_file_meanwhile_keeps_it(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    known = make_case("paper-1")
    Case.objects.update(pdf_sha256="", expected_sha256="")
    draft.papers.update(discipline="ai_ml")
    draft.papers.filter(case_id="paper-1").update(use_known=True)

    def looked_at(papers: Iterable[DraftPaper], *, checked: bool) -> list[DraftRow]:
        rows = rows_of(papers, checked=checked)
        Case.objects.filter(pk=known.pk).update(pdf_sha256="f" * 64)
        return rows

    monkeypatch.setattr(finish_draft, "rows_of", looked_at)
    create_benchmark(draft=draft)
    known.refresh_from_db()
    assert known.pdf_sha256 == "f" * 64


def test_the_form_of_a_draft_that_is_gone_is_told_so(draft: Draft, as_ada: Client) -> None:
    form = shown(as_ada, draft)
    as_ada.post(f"/drafts/{draft.pk}/discard/")
    for action in ("save", "create"):
        answer = as_ada.post(f"/drafts/{draft.pk}/", form | {"action": action})
        assert answer.status_code == 409
        assert "This draft is gone" in answer.content.decode()
    assert "This draft is gone" in as_ada.post(f"/drafts/{draft.pk}/discard/").content.decode()
    with pytest.raises(Conflict, match="gone"):
        save_papers(draft=draft, edits={})
    with pytest.raises(Conflict, match="gone"):
        save_facts(draft=draft, facts=DraftFacts("mine", "Mine"))


@pytest.mark.parametrize("row", ["9" * 5000, "9" * 18, "²", "-1"])
def test_a_row_that_is_none_is_left_alone(draft: Draft, as_ada: Client, row: str) -> None:
    assert as_ada.post(f"/drafts/{draft.pk}/", {"row": row, "name": "mine", "title": "Mine"}).status_code == 303


@pytest.mark.django_db
def test_a_title_that_would_be_cut_is_refused() -> None:
    """Benchmark.title holds 200."""
    assert faults_of_facts(DraftFacts("mine", "x" * 201)) == {
        "title": "The title has 201 characters; at most 200 are taken."
    }
    assert faults_of_facts(DraftFacts("mine", "x" * 200)) == {}


@given(st.lists(st.text(), min_size=5, max_size=5), st.integers(0, 4), st.text())
def test_exactly_what_differs_is_changed(texts: list[str], place: int, other: str) -> None:
    before = DraftFacts(*texts)
    after = DraftFacts(*(other if at == place else text for at, text in enumerate(texts)))
    differs = other.split() != texts[place].split()
    assert changed_fields(after, FACTS, stamp_of(before, FACTS)) == ((FACTS[place],) if differs else ())
    assert changed_fields(after, FACTS, "") == FACTS

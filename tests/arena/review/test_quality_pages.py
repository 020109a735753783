"""The admin's quality pages: who may see them, that no result is on them, and that nothing changes unseen."""

import re

import pytest
from django.test import Client

from arena.review.models import Background, EndSurvey, Exclusion
from arena.review.services.exclusions import exclude
from arena.studies.models import ImportedJudgment, Reviewer, Study
from tests.factories.quality import Desk
from tests.factories.studies import SYSTEMS, make_reviewer, make_study

pytestmark = pytest.mark.django_db
BASE = "/studies/forest/quality/"
SIDE = {"rule": "side", "limit": "95", "least": "20"}


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=4)


@pytest.fixture
def desk(study: Study) -> Desk:
    return Desk(study)


@pytest.fixture
def one_sided(study: Study, desk: Desk) -> Reviewer:
    """R02, who always chose the left poster; R01 did not."""
    fair, left = make_reviewer(study), make_reviewer(study)
    for place, task in enumerate(desk.tasks):
        desk.judge(fair, task, "left" if place % 2 else "right", a_is_left=place % 3 == 0)
        desk.judge(left, task, a_is_left=place % 3 == 0)
    return left


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def row_of(page: str, pseudonym: str) -> str:
    return next(text_of(row) for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if f">{pseudonym}<" in row)


def test_only_admins_see_and_exclude(study: Study, one_sided: Reviewer, as_ben: Client, as_cleo: Client) -> None:
    gets = [BASE, f"{BASE}preview/?rule=side&limit=95&least=20", f"{BASE}2/", "/studies/forest/gold/"]
    posts = ["apply/", "lift/", "lift-all/", "2/exclude/", "2/1/exclude/"]
    for client, status in ((as_ben, 403), (as_cleo, 403), (Client(), 302)):
        assert {client.get(path).status_code for path in gets} == {status}
        assert {client.post(f"{BASE}{path}", {**SIDE, "reason": "x"}).status_code for path in posts} == {status}
    assert not Exclusion.objects.exists()


def test_a_line_says_share_and_of_how_many(one_sided: Reviewer, as_ada: Client) -> None:
    page = as_ada.get(BASE).content.decode()
    line = row_of(page, "R02")
    assert "outside of the usual limit: 100 % 24 of 24" in line
    assert "12.0 s open 15 s" in line
    assert "none yet" in line  # no repeats: a word, no number
    assert "outside" not in row_of(page, "R01")


def test_no_page_names_a_system_or_says_which_poster_was_chosen(
    study: Study, one_sided: Reviewer, as_ada: Client
) -> None:
    for path in (BASE, f"{BASE}preview/?rule=side&limit=95&least=20", f"{BASE}2/"):
        page = as_ada.get(path).content.decode()
        assert not [label for label in SYSTEMS if label in page]
        assert "/posters/" not in page.replace('href="/posters/"', "")
    page = as_ada.get(f"{BASE}1/").content.decode()
    judgments = page[page.index('id="h-judgments"') :]
    assert not re.search(r"\b(left|right|equal)\b", text_of(judgments))


def test_lines_are_ordered_without_script(one_sided: Reviewer, as_ada: Client) -> None:
    page = as_ada.get(f"{BASE}?sort=left&order=down").content.decode()
    assert re.findall(r">(R0\d)</a>", page[: page.index('id="h-rules"')]) == ["R02", "R01"]
    assert 'aria-sort="descending"' in page
    back = re.search(r'aria-sort="descending"><a href="\?([^"#]+)', page)[1].replace("&amp;", "&")
    page = as_ada.get(f"{BASE}?{back}").content.decode()
    assert re.findall(r">(R0\d)</a>", page[: page.index('id="h-rules"')]) == ["R01", "R02"]


def test_what_counts_as_fast_is_asked_for(one_sided: Reviewer, as_ada: Client) -> None:
    assert "0 % 0 of 24" in row_of(as_ada.get(f"{BASE}?fast=12").content.decode(), "R02")
    assert row_of(as_ada.get(f"{BASE}?fast=12.5").content.decode(), "R02").count("100 % 24 of 24") == 2
    assert as_ada.get(f"{BASE}?fast=nan&sort=x&order=y").status_code == 200


def test_a_preview_changes_nothing_and_the_rule_excludes_whom_it_showed(
    study: Study, one_sided: Reviewer, as_ada: Client
) -> None:
    page = as_ada.get(f"{BASE}preview/", SIDE).content.decode()
    assert "R02 left in 24 of 24 non-tie judgments, rule: at least 95 % of at least 20" in text_of(page)
    assert "48 kept + excluded Kept 24 48 now Excluded 24 0 now" in text_of(page)
    assert not Exclusion.objects.exists()
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    done = as_ada.post(f"{BASE}apply/", sent, follow=True).content.decode()
    assert (Exclusion.objects.get().reviewer, Exclusion.objects.get().made_by) == (one_sided, "ada")
    assert "48 kept + excluded Kept 24 in the main results Excluded 24" in text_of(done)
    assert "all 24" in row_of(done, "R02")


def test_agreeing_to_another_preview_excludes_nobody(one_sided: Reviewer, as_ada: Client) -> None:
    answer = as_ada.post(f"{BASE}apply/", {**SIDE, "expected": "1"}, follow=True)
    assert "Please look again" in answer.content.decode()
    assert not Exclusion.objects.exists()


@pytest.mark.parametrize(
    "asked", [{}, {"rule": "x"}, {**SIDE, "limit": "0"}, {**SIDE, "limit": "101"}, {**SIDE, "limit": "nan"}]
)
def test_a_rule_that_cannot_be_is_said_so(asked: dict[str, str], one_sided: Reviewer, as_ada: Client) -> None:
    answer = as_ada.get(f"{BASE}preview/", asked, follow=True)
    assert answer.redirect_chain == [(BASE, 303)]
    assert 'class="error"' in answer.content.decode()


def test_one_or_all_of_a_rule_is_lifted_but_not_what_the_reviewer_asked_for(
    study: Study, one_sided: Reviewer, as_ada: Client
) -> None:
    made = [
        exclude(reviewer=reviewer, rule="side", reason="left in 9 of 9", by="ada")
        for reviewer in study.reviewers.order_by("number")
    ]
    own = exclude(reviewer=one_sided, rule="withdrawn", reason="withdrawn")
    page = as_ada.get(BASE).content.decode()
    assert f'name="exclusion" value="{made[0].pk}"' in page
    assert f'name="exclusion" value="{own.pk}"' not in page
    as_ada.post(f"{BASE}lift/", {"exclusion": made[0].pk})
    as_ada.post(f"{BASE}lift-all/", {"rule": "side"})
    assert list(Exclusion.objects.filter(lifted_at=None)) == [own]
    refused = as_ada.post(f"{BASE}lift/", {"exclusion": own.pk}, follow=True).content.decode()
    assert "only R02 can take it back" in refused
    assert list(Exclusion.objects.filter(lifted_at=None)) == [own]
    page = text_of(as_ada.get(BASE).content.decode())
    assert "Lifted everything of R01 : left in 9 of 9" in page
    assert as_ada.post(f"{BASE}lift/", {"exclusion": 999}).status_code == 404


def test_everything_or_one_judgment_is_excluded_by_hand_with_a_reason(
    study: Study, one_sided: Reviewer, as_ada: Client
) -> None:
    assert as_ada.post(f"{BASE}2/exclude/", {"reason": " "}).status_code == 400
    assert as_ada.post(f"{BASE}2/3/exclude/", {"reason": ""}).status_code == 400
    assert not Exclusion.objects.exists()
    page = as_ada.post(f"{BASE}2/3/exclude/", {"reason": "wrote that it was a slip"}, follow=True).content.decode()
    assert "24 kept + excluded Kept 23 Excluded 1" in text_of(page)
    single = Exclusion.objects.get()
    assert (single.judgment.assignment.position, single.reason) == (3, "by hand: wrote that it was a slip")
    as_ada.post(f"{BASE}2/exclude/", {"reason": "asked for it"})
    assert "everything, also later" in text_of(as_ada.get(f"{BASE}2/").content.decode())
    assert as_ada.post(f"{BASE}2/99/exclude/", {"reason": "x"}).status_code == 404
    assert as_ada.post(f"{BASE}9/exclude/", {"reason": "x"}).status_code == 404


def test_what_reviewers_said_is_shown_to_admins(study: Study, as_ada: Client) -> None:
    reviewer = make_reviewer(study)
    Background.objects.create(reviewer=reviewer, field="ai_ml", experience="designer", makes_systems=False)
    EndSurvey.objects.create(reviewer=reviewer, could_tell="sometimes", how="By the <b>fonts</b>")
    page = as_ada.get(BASE).content.decode()
    said = page[page.index('id="h-about"') :]
    assert "AI and machine learning, Designer, makes no systems" in text_of(said)
    assert "By the &lt;b&gt;fonts" in said


def test_pages_take_a_fixed_number_of_queries(
    study: Study, desk: Desk, as_ada: Client, django_assert_num_queries
) -> None:
    for _ in range(2):
        for _ in range(2):
            reviewer = make_reviewer(study)
            first = [desk.judge(reviewer, task) for task in desk.tasks[:6]]
            exclude(reviewer=reviewer, judgment=first[0], rule="by_hand", reason="x", by="ada")
            exclude(reviewer=reviewer, rule="side", reason="y", by="ada")
            Background.objects.create(reviewer=reviewer)
        with django_assert_num_queries(7):  # session, user, study, reviewers, judgments, reasons, exclusions
            as_ada.get(BASE)
        with django_assert_num_queries(7):
            as_ada.get(f"{BASE}preview/", SIDE)
        with django_assert_num_queries(10):
            as_ada.get(f"{BASE}1/")


def test_an_imported_study_says_what_its_file_excludes(as_ada: Client) -> None:
    study = Study.objects.create(name="forest", title="Forest", state=Study.State.CLOSED)
    for line, reason in enumerate(("", "", "too fast"), start=2):
        ImportedJudgment.objects.create(
            study=study, line=line, case_id_text="p", reviewer="R1", system_left="a", system_right="b", choice="left",
            excluded_reason=reason,
        )  # fmt: skip
    page = text_of(as_ada.get(BASE).content.decode())
    assert "3 kept + excluded Kept 2" in page
    assert "1 too fast" in page
    assert as_ada.get(f"{BASE}preview/", SIDE).status_code == 404
    assert as_ada.get("/studies/none/quality/").status_code == 404

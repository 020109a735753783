"""Turns rows into the plain records that review templates get."""

import uuid
from dataclasses import replace

from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from arena.posters.models import Poster
from arena.review.blind import AnswerState, BlindPage, BlindPair, BlindPicture, LastAnswer, PairPage
from arena.review.forms import Kept
from arena.review.models import Assignment, FlagReason, Judgment
from arena.review.pictures import PageShape, pages_of
from arena.review.selectors import Standing, judgment_of, last_given
from arena.studies.models import Reviewer
from scoring.words import DISCIPLINES

FLAG_REASONS = tuple((reason.value, str(reason.label)) for reason in FlagReason)


def pair_page(
    assignment: Assignment, reviewer: Reviewer, standing: Standing, *, kept: Kept | None = None, problem: str = ""
) -> PairPage:
    """The page of one pair; `kept` is what was chosen in a refused submission, which is not lost.

    A pair that is prepared and not shown yet has no answer before it: what was answered last is known when it is shown.
    """
    study, shown_at = reviewer.study, assignment.first_shown_at
    is_practice = assignment.kind == Assignment.Kind.PRACTICE
    seen = (timezone.now() - shown_at).total_seconds() if shown_at is not None else 0.0
    return PairPage(
        question=study.question,
        pair=blind_pair(assignment, reviewer, standing),
        answer=_answer_state(assignment, kept),
        progress=standing.progress,
        last=last_answer(reviewer, standing, practice=is_practice) if shown_at is not None else None,
        problem=problem,
        wait_ms=max(0, round((study.min_view_seconds - seen) * 1000)),
        flag_reasons=FLAG_REASONS,
    )


def blind_pair(assignment: Assignment, reviewer: Reviewer, standing: Standing) -> BlindPair:
    case, study = assignment.case, reviewer.study
    number, is_practice = standing.number_of(assignment), assignment.kind == Assignment.Kind.PRACTICE
    form_url = reverse("review:pair", args=[assignment.token])
    drawn = pages_of(assignment)
    return BlindPair(
        number=number,
        practice_number=number if is_practice else 0,
        practice_total=standing.practice_total if is_practice else 0,
        title=case.title,
        authors=tuple(case.authors) if study.show_authors else (),
        abstract=case.abstract,
        discipline=DISCIPLINES.get(case.discipline, case.discipline),
        paper_url=reverse("review:paper", args=[assignment.token]) if assignment.left_poster.pdf_sha256 else "",
        paper_key=salted_hmac("arena.review.paper", f"{reviewer.pk} {case.pk}").hexdigest()[:16],
        pages=tuple(
            BlindPage(page.number, reverse("review:page", args=[assignment.token, page.number]), _width_at_1000(page))
            for page in drawn
        ),
        pages_note=_pages_note([page.number for page in drawn], case.pages),
        poster_a=_picture(assignment.left_token, assignment.left_poster),
        poster_b=_picture(assignment.right_token, assignment.right_poster),
        form_url=form_url,
        ahead_url=reverse("review:ahead", args=[assignment.token]),
    )


def _picture(token: str, poster: Poster) -> BlindPicture:
    return BlindPicture(
        url=reverse("review:poster", args=[token]),
        medium_url=reverse("review:poster-medium", args=[token]),
        full_url=reverse("review:poster-full", args=[token]),
        width=_width_at_1000(poster),
    )


def _pages_note(drawn: list[int], pages: int | None) -> str:
    """What is not there is said."""
    if not drawn:
        return "There are no pictures of the pages of this paper; its PDF has them."
    if pages is None or len(drawn) >= pages:
        return ""
    if drawn[-1] == len(drawn):
        return f"The paper has {pages} pages; the first {len(drawn)} are shown."
    return f"The paper has {pages} pages; {len(drawn)} of them are shown."


def _width_at_1000(picture: Poster | PageShape) -> int:
    return max(1, round(1000 * picture.width / picture.height))


def _answer_state(assignment: Assignment, kept: Kept | None) -> AnswerState:
    judgment = judgment_of(assignment)
    said: Kept | Judgment | None = kept or judgment
    start = AnswerState(
        revision=judgment.revision if judgment else 0,
        key=str(uuid.uuid4()),
        shown=((kept and kept.shown_at) or timezone.now()).isoformat(),
    )
    if said is None:
        return start
    return replace(
        start,
        choice=said.choice,
        is_given=kept is None and judgment is not None and judgment.state == Judgment.State.GIVEN,
        critical_a=said.critical_left,
        critical_b=said.critical_right,
        reasons_a=tuple(said.reasons_left),
        reasons_b=tuple(said.reasons_right),
        knows_paper=said.knows_paper,
        comment=said.comment,
        seconds=kept.seconds if kept is not None else 0.0,
    )


def last_answer(reviewer: Reviewer, standing: Standing, *, practice: bool = False) -> LastAnswer | None:
    """What undo takes back; one query."""
    judgment = last_given(reviewer, practice=practice)
    return None if judgment is None else answer_words(judgment, standing)


def answer_words(judgment: Judgment, standing: Standing) -> LastAnswer:
    assignment = judgment.assignment
    return LastAnswer(
        number=standing.number_of(assignment),
        is_practice=assignment.kind == Assignment.Kind.PRACTICE,
        choice=judgment.choice,
        undo_url=reverse("review:undo", args=[assignment.token]),
        revision=judgment.revision,
        key=str(uuid.uuid4()),
    )

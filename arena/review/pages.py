"""Turns rows into the plain records that review templates get."""

import uuid
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from arena.benchmarks.models import CasePage
from arena.posters.models import Poster
from arena.review.blind import AnswerState, BlindPage, BlindPair, BlindPicture, Decision, LastAnswer, PairPage, Progress
from arena.review.models import Assignment
from arena.review.pictures import pages_of
from arena.review.selectors import judgment_of, last_given
from arena.review.services.record import Answer
from arena.studies.models import Reviewer
from scoring.words import DISCIPLINES


def pair_page(
    assignment: Assignment, reviewer: Reviewer, progress: Progress, *, kept: Answer | None = None, problem: str = ""
) -> PairPage:
    """The page of one pair; `kept` is the answer of a refused submission, which is not lost."""
    study = reviewer.study
    open_from = assignment.shown_or_made_at + timedelta(seconds=study.min_view_seconds)
    wait = open_from - timezone.now()
    return PairPage(
        question=study.question,
        pair=blind_pair(assignment, reviewer),
        answer=_answer_state(assignment, kept),
        progress=progress,
        last=last_answer(reviewer),
        problem=problem,
        wait_ms=max(0, round(wait.total_seconds() * 1000)),
    )


def blind_pair(assignment: Assignment, reviewer: Reviewer) -> BlindPair:
    case, study = assignment.case, reviewer.study
    is_practice = assignment.kind == Assignment.Kind.PRACTICE
    form_url = reverse("review:pair", args=[assignment.token])
    drawn = pages_of(assignment)
    return BlindPair(
        number=assignment.position,
        practice_number=assignment.position if is_practice else 0,
        practice_total=study.practice_pairs if is_practice else 0,
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
        ahead_url=f"{form_url}ahead/",
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


def _width_at_1000(picture: Poster | CasePage) -> int:
    return max(1, round(1000 * picture.width / picture.height))


def decision(assignment: Assignment) -> Decision:
    judgment = assignment.judgment
    return Decision(
        number=assignment.position,
        title=assignment.case.title,
        small_a_url=reverse("review:poster-small", args=[assignment.left_token]),
        small_b_url=reverse("review:poster-small", args=[assignment.right_token]),
        url=reverse("review:pair", args=[assignment.token]),
        choice=judgment.choice,
        critical_a=judgment.critical_left,
        critical_b=judgment.critical_right,
        comment=judgment.comment,
        is_withdrawn=judgment.state == judgment.State.WITHDRAWN,
    )


def _answer_state(assignment: Assignment, kept: Answer | None) -> AnswerState:
    judgment = judgment_of(assignment)
    revision, key = (judgment.revision if judgment else 0), str(uuid.uuid4())
    now = timezone.now()
    if kept is not None:
        return AnswerState(
            revision=revision,
            key=key,
            shown=(kept.shown_at or now).isoformat(),
            choice=kept.choice,
            critical_a=kept.critical_left,
            critical_b=kept.critical_right,
            comment=kept.comment,
            seconds=kept.seconds or 0.0,
        )
    if judgment is None:
        return AnswerState(revision=revision, key=key, shown=now.isoformat())
    return AnswerState(
        revision=revision,
        key=key,
        shown=now.isoformat(),
        choice=judgment.choice,
        is_given=judgment.state == judgment.State.GIVEN,
        critical_a=judgment.critical_left,
        critical_b=judgment.critical_right,
        comment=judgment.comment,
    )


def last_answer(reviewer: Reviewer) -> LastAnswer | None:
    judgment = last_given(reviewer)
    if judgment is None:
        return None
    return LastAnswer(
        number=judgment.assignment.position,
        choice=judgment.choice,
        undo_url=reverse("review:undo", args=[judgment.assignment.token]),
        revision=judgment.revision,
        key=str(uuid.uuid4()),
    )

"""What the script of the review page hears: JSON whose keys are a closed list, with pairs as pieces of the page."""

from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string

from arena.review.blind import LastAnswer, PairPage, Progress

Reason = Literal["conflict", "unreadable", "not_open"]


@dataclass(frozen=True, slots=True)
class Following:
    """What comes after the pair on the screen: a pair that is prepared, or an address to go to. Never both."""

    page: PairPage | None = None
    go: str | None = None


def wants_json(request: HttpRequest) -> bool:
    """Whether the script of the page asks, and not a browser that shows what it gets."""
    return "application/json" in request.headers.get("Accept", "")


def saved(
    request: HttpRequest, *, token: str, answer: LastAnswer, progress: Progress, following: Following
) -> JsonResponse:
    return JsonResponse(
        {
            "saved": {
                "token": token,
                "revision": answer.revision,
                "words": answer.words,
                "undo_url": answer.undo_url,
            },
            "progress": {
                "total": progress.total,
                "done": progress.done,
                "skipped": progress.skipped,
                "left": progress.left,
                "percent": progress.percent,
            },
            **_following(request, following),
        }
    )


def ahead(request: HttpRequest, following: Following) -> JsonResponse:
    return JsonResponse(_following(request, following))


def taken_back(request: HttpRequest, page: PairPage) -> JsonResponse:
    return JsonResponse({"pair": _piece(request, page)})


def refused(request: HttpRequest, *, problem: str, reason: Reason, status: int, page: PairPage | None) -> JsonResponse:
    pair = None if page is None else _piece(request, page)
    return JsonResponse({"problem": problem, "reason": reason, "pair": pair}, status=status)


def _following(request: HttpRequest, following: Following) -> dict[str, str | None]:
    page = following.page
    return {"ahead": None if page is None else _piece(request, page), "go": following.go}


def _piece(request: HttpRequest, page: PairPage) -> str:
    return render_to_string("review/pair.html#fragment", {"page": page}, request)

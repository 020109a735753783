"""Opens a study's results to researchers, and to everybody once they are published."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from arena.core.access import View, is_researcher
from arena.core.errors import NotAllowed
from arena.reports.models import Report
from arena.studies.access import ReviewerRequest
from arena.studies.models import Study

RUNNING = (Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED)


def study_by_name(arguments: dict[str, Any]) -> Study | None:
    return Study.objects.filter(name=arguments["name"]).first()


def _refuse_who_judges(request: HttpRequest, study: Study) -> None:
    """Published results name systems, and how people like them: nothing for who is judging them elsewhere."""
    reviewer = cast(ReviewerRequest, request).reviewer
    if reviewer and reviewer.study_id != study.pk and reviewer.study.state in RUNNING:
        raise NotAllowed(
            "While you judge posters, the results of other studies are closed to you: they say how systems do. They are"
            " open to you once your own study is over."
        )


def study_of_report(arguments: dict[str, Any]) -> Study | None:
    report = Report.objects.select_related("study").filter(pk=arguments["pk"]).first()
    return report.study if report is not None else None


def results_reader_required(
    find_study: Callable[[dict[str, Any]], Study | None] = study_by_name,
) -> Callable[[View], View]:
    """Researchers always; everybody else where the study is published, unless they judge in another one now.

    Before that a reviewer gets 403, signed in or not, and a visitor is asked to sign in. A study that is not there is
    the same to them as one that is not published.
    """

    def decorate(view: View) -> View:
        @login_not_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not is_researcher(request.user):
                study = find_study(kwargs)
                if study is None or study.state != Study.State.PUBLISHED:
                    if request.user.is_authenticated or request.reviewer:  # type: ignore[attr-defined]
                        raise PermissionDenied
                    return redirect_to_login(request.get_full_path())
                _refuse_who_judges(request, study)
            return view(request, *args, **kwargs)

        return guarded

    return decorate

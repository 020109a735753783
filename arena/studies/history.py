"""A study's history in words: what was done, by whom and when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.core.wording import counted
from arena.studies.models import Study, StudyEvent
from arena.studies.services.change import label_of

SHOWN = 12
What = StudyEvent.What


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    what: str
    detail: str
    by: str  # empty for a command


def history_of(study: Study, *, everything: bool = False) -> tuple[list[Line], bool]:
    """The last lines, newest first, and whether there are more; one query."""
    events = StudyEvent.objects.filter(study=study).order_by("-at", "-pk")
    found = list(events if everything else events[: SHOWN + 1])
    shown = found if everything else found[:SHOWN]
    lines = [Line(entry.at, entry.get_what_display(), _words(entry.what, entry.detail), entry.by) for entry in shown]
    return lines, len(found) > len(shown)


def _words(what: str, detail: Mapping[str, object]) -> str:
    match what, detail:
        case What.CHANGED, _:
            return "; ".join(_changed(field, values) for field, values in detail.items())
        case What.FROZEN, {"papers": int(papers), "systems": int(systems), "left_out": left_out}:
            rest = f", {left_out} left out" if left_out else ""
            gold = f"; gold pairs left out: {lost}" if (lost := detail.get("gold_left_out")) else ""
            return f"{counted(papers, 'paper')}{rest}, {counted(systems, 'system')}{gold}"
        case What.INVITED | What.FORGOTTEN, {"reviewers": list(reviewers)}:
            return _few(reviewers)
        case What.QUOTA, {"reviewer": reviewer, "quota": [before, after]}:
            return f"{reviewer}: {_quota(before)} to {_quota(after)}"
        case What.ERASED, {"reviewer": reviewer, "comments": comments}:
            return f"{reviewer}, {'with' if comments else 'without'} the comments"
        case What.VERSION, {"version": name}:
            return str(name)
        case What.CREATED, {"previous": name}:
            return f"as a new version of {name}"
        case What.CARRIED, _:
            return carried_words(detail)
        case _, {"reviewer": reviewer}:
            return str(reviewer)
    return ""


def _changed(field: str, values: object) -> str:
    match field, values:
        case _, [before, after] if field == "repeat_share":
            return f"{label_of(field)}: {before:.0%} to {after:.0%}"
        case _, [before, after]:
            return f"{label_of(field)}: {_value(before)} to {_value(after)}"
    return label_of(field)


def _value(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None | "":
            return "nothing"
        case list(names):
            return ", ".join(str(name) for name in names)
        case float(number):
            return f"{number:g}"
    return str(value)


def _quota(value: object) -> str:
    return "as the study" if value is None else counted(int(str(value)), "pair")


def _few(names: Sequence[object]) -> str:
    """`R01 to R12`, or the names themselves where they are few."""
    return ", ".join(map(str, names)) if len(names) <= 3 else f"{names[0]} to {names[-1]}, {len(names)} in all"


@dataclass(frozen=True, slots=True)
class Carried:
    """What came over from the version before, and what did not."""

    from_name: str
    reviewers: int
    judgments: int
    simulated: int
    left: tuple[str, ...]  # a sentence for each reason


_REASONS = {
    "poster_changed": "a poster of the pair is another one now",
    "paper_left": "the paper is not in this version",
    "system_left": "a system of the pair is not in this version",
    "not_asked": "this version does not ask the pair again",
}


def carried_into(study: Study) -> Carried | None:
    """What freezing this version took over; one query."""
    event = StudyEvent.objects.filter(study=study, what=What.CARRIED).first()
    if event is None:
        return None
    detail = event.detail
    left = detail.get("left", {})
    return Carried(
        from_name=detail["previous"],
        reviewers=detail["reviewers"],
        judgments=detail["judgments"],
        simulated=detail["simulated"],
        left=tuple(f"{left[key]:,}: {said}" for key, said in _REASONS.items() if left.get(key)),
    )


def carried_words(detail: Mapping[str, object]) -> str:
    parts = [counted(int(str(detail.get(f"{one}s", 0))), one) for one in ("reviewer", "judgment")]
    if simulated := detail.get("simulated"):
        parts.append(f"{simulated} simulated ones")
    match detail.get("left"):
        case dict(left) if left:
            parts.append(f"{sum(left.values())} not carried over")
    return ", ".join(parts)

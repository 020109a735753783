"""What a study's settings may be, and how long each may change.

- What is compared (benchmark, systems, seed, papers left out): until the study is frozen.
- What a reviewer sees and in which order (question, authors, practice pairs, repeated pairs): until the first pair is
  shown to a reviewer. Everybody answers the same question, on the same page.
- How much is asked and how long a pair is looked at (quota, shortest look): until the study is closed.
- What only staff reads or who is to be asked (title, contact): always.
"""

import math
import re
from collections.abc import Iterable, Mapping

from arena.core.errors import BadInput
from arena.studies.models import Study
from arena.systems.models import System

UNTIL_FROZEN = ("benchmark", "wanted_systems", "seed", "drop_incomplete")
UNTIL_SHOWN = ("question", "show_authors", "practice_pairs", "repeat_share")
UNTIL_CLOSED = ("quota", "min_view_seconds")
ALWAYS = ("title", "contact")
OF_SCHEDULE = ("practice_pairs", "repeat_share")  # decide which pairs are shown after which

MAX_SEED = 2**63 - 1
MAX_VIEW_SECONDS = 60.0
MAX_PRACTICE = 10
MAX_REPEATS = 0.2
MAX_QUOTA = 19_000  # the largest roster there is
TEXT_LENGTH = 200

_ENDED = (Study.State.CLOSED, Study.State.PUBLISHED)


class BadSettings(BadInput):
    """Settings that cannot be; `by_field` holds one sentence for each."""

    def __init__(self, by_field: Mapping[str, str]) -> None:
        super().__init__("The settings were not taken:", tuple(by_field.values()))
        self.by_field = dict(by_field)


def fixed_fields(study: Study) -> dict[str, str]:
    """Every setting that may not change any more, with the reason."""
    fixed: dict[str, str] = {}
    if study.state != Study.State.DRAFT:
        fixed |= dict.fromkeys(UNTIL_FROZEN, "Fixed since the study was frozen; a new version can change it.")
    if has_shown_a_pair(study):
        fixed |= dict.fromkeys(UNTIL_SHOWN, "Fixed since the first pair was shown: everybody answers the same.")
    if study.state in _ENDED:
        fixed |= dict.fromkeys((*UNTIL_SHOWN, *UNTIL_CLOSED), "Fixed since the study was closed.")
    return fixed


def has_shown_a_pair(study: Study) -> bool:
    """Whether anybody but the preview was given a pair; by name, because that is known to the app above."""
    shown = study.reviewers.exclude(kind="preview").filter(assignments__isnull=False)
    return shown.exists()


def refuse_faults(values: Mapping[str, object], systems: Iterable[str]) -> None:
    """BadSettings with every fault of the values that are there."""
    faults = {field: fault for field in values if (fault := _fault(field, values[field]))}
    names = _names_of(systems)
    for field in ("question", "contact"):
        named = next((name for name in names if _holds(str(values.get(field, "")), name)), None)
        if named is not None and field not in faults:
            faults[field] = f"The {field} names the system {named}, and reviewers read it."
    if faults:
        raise BadSettings(faults)


def _fault(field: str, value: object) -> str:
    match field, value:
        case (("title" | "question"), str(text)) if not text.strip():
            return f"The {field} must not be empty."
        case (("title" | "question" | "contact"), str(text)) if len(text) > TEXT_LENGTH or not text.isprintable():
            return f"The {field} must be one line of at most {TEXT_LENGTH} characters."
        case "seed", int(seed) if not 0 <= seed <= MAX_SEED:
            return "The seed must be a whole number from 0 to 2^63 - 1."
        case "min_view_seconds", (int() | float()) as seconds if not _within(seconds, MAX_VIEW_SECONDS):
            return f"The shortest look must be from 0 to {MAX_VIEW_SECONDS:g} seconds."
        case "quota", int(quota) if not 1 <= quota <= MAX_QUOTA:
            return f"The quota must be a whole number from 1 to {MAX_QUOTA:,}, or empty for every pair."
        case "practice_pairs", int(pairs) if not 0 <= pairs <= MAX_PRACTICE:
            return f"There can be 0 to {MAX_PRACTICE} practice pairs."
        case "repeat_share", (int() | float()) as share if not _within(share, MAX_REPEATS):
            return f"From 0 to {MAX_REPEATS:.0%} of the pairs can be repeated."
    return ""


def _within(value: float, most: float) -> bool:
    return math.isfinite(value) and 0 <= value <= most


def _names_of(systems: Iterable[str]) -> list[str]:
    """What these systems are called: in addresses, in words, and by their full names."""
    slugs = sorted({name.partition("@")[0] for name in systems})
    names = System.objects.filter(slug__in=slugs).values_list("name", flat=True)
    return [*slugs, *(slug.replace("-", " ") for slug in slugs if "-" in slug), *names]


def _holds(text: str, name: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None

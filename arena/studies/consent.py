"""What reviewers agree to: the text, its version, and what changed since the one they may have agreed to before."""

import hashlib
from dataclasses import dataclass

from arena.studies.models import Reviewer, Study
from arena.studies.selectors import size_of


@dataclass(frozen=True, slots=True)
class Term:
    """One point of the text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ConsentText:
    """The text as one reviewer reads it."""

    version: int
    terms: tuple[Term, ...]

    @property
    def sha256(self) -> str:
        """Of every word, so that a stored consent says what was agreed to."""
        words = "\n".join(f"{term.name}: {term.text}" for term in self.terms)
        return hashlib.sha256(f"version {self.version}\n{words}\n".encode()).hexdigest()


# A change of what is agreed to is a new version, with what changed; then everybody is asked again.
CHANGES: dict[int, str] = {
    1: "The first version.",
}
VERSION = max(CHANGES)

_TERMS: tuple[Term, ...] = (
    Term(
        "What we store",
        "Your choices, flags and comments, when each pair was shown and answered, and how long it was on your screen. "
        "Also what you tell us about yourself, if you do, and the papers you are too close to judge.",
    ),
    Term(
        "Under which name",
        "A number such as R03, by which one cookie knows your browser. Your name and e-mail address stay with the "
        "invitation and are never part of the data.",
    ),
    Term(
        "What is published",
        "Your choices, flags, comments and times under your number, so that anyone can recompute the results. What you "
        "tell us about yourself stays here; only counts over all reviewers are ever published of it.",
    ),
    Term(
        "For how long",
        "Your name and e-mail address are erased when the results are published, or as soon as you want. "
        "Published data stay public.",
    ),
    Term(
        "Your rights",
        "You may stop at any time, without a reason. You may withdraw your answers until the results are published: "
        "then they do not count. You may have your name and e-mail address erased whenever you like.",
    ),
)


def consent_text(study: Study) -> ConsentText:
    """The current text, with the person reviewers of this study can ask."""
    asked = (Term("Whom to ask", study.contact),) if study.contact else ()
    return ConsentText(version=VERSION, terms=_TERMS + asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """Why somebody is asked to agree."""

    agreed_to: int | None  # the latest version they agreed to, None for none
    changes: tuple[str, ...]  # since then, the oldest first

    @property
    def is_current(self) -> bool:
        return self.agreed_to == VERSION


def changes_for(reviewer: Reviewer) -> Asked:
    """One query."""
    agreed_to = reviewer.consents.order_by("-version").values_list("version", flat=True).first()
    since = VERSION if agreed_to is None else agreed_to
    return Asked(agreed_to, tuple(said for number, said in sorted(CHANGES.items()) if number > since))


def practice_pairs_of(study: Study) -> int:
    """How many pairs come first that do not count; never more than half of the study."""
    return min(study.practice_pairs, size_of(study).tasks // 2)

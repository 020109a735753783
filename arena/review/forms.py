"""The forms of the review page; what only a browser with script sends is read leniently."""

import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime

from django import forms
from django.http import QueryDict

from arena.review.blind import Chosen
from arena.review.models import FlagReason, GivenAnswer
from arena.review.services.record import Answer
from scoring.words import Choice

COMMENT_LENGTH = GivenAnswer._meta.get_field("comment").max_length
CHOICES = [choice.value for choice in Choice]
DECODED = {"yes": True, "no": False}
# What a form's fields are called on the page.
NAMES = {"choice": "your choice", "comment": "the comment"}


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")


@dataclass(frozen=True, slots=True)
class Kept:
    """What somebody had chosen and written on a form that was not taken, as far as it can be made out."""

    choice: str  # "" where none can be
    critical_left: bool
    critical_right: bool
    reasons_left: tuple[str, ...]
    reasons_right: tuple[str, ...]
    knows_paper: bool
    comment: str
    shown_at: datetime | None
    seconds: float  # 0 where the browser said nothing

    @property
    def chosen(self) -> Chosen:
        """For a page that has no form to fill in again."""
        return Chosen(
            choice=self.choice,
            critical_a=self.critical_left,
            critical_b=self.critical_right,
            reasons_a=_in_words(self.reasons_left),
            reasons_b=_in_words(self.reasons_right),
            knows_paper=self.knows_paper,
            comment=self.comment,
        )


class WrittenField(forms.CharField):
    """What somebody wrote. A line break counts once, as the page counts it, though plain forms send it as two signs."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class AnswerForm(forms.Form):
    choice = forms.ChoiceField(choices=[(choice, choice) for choice in CHOICES])
    critical_left = forms.BooleanField(required=False)
    critical_right = forms.BooleanField(required=False)
    reasons_left = forms.MultipleChoiceField(required=False, choices=FlagReason.choices)
    reasons_right = forms.MultipleChoiceField(required=False, choices=FlagReason.choices)
    knows_paper = forms.BooleanField(required=False)
    comment = WrittenField(required=False, max_length=COMMENT_LENGTH)
    revision = forms.IntegerField(min_value=0, max_value=10**9)
    key = forms.UUIDField()
    shown = forms.CharField(required=False)
    seconds = forms.CharField(required=False)
    decoded = forms.CharField(required=False)

    def answer(self) -> Answer:
        """The answer of a valid form. Whoever says what is wrong with a poster flags it."""
        data = self.cleaned_data
        return Answer(
            choice=Choice(data["choice"]),
            critical_left=data["critical_left"] or bool(data["reasons_left"]),
            critical_right=data["critical_right"] or bool(data["reasons_right"]),
            reasons_left=_sorted(data["reasons_left"]),
            reasons_right=_sorted(data["reasons_right"]),
            knows_paper=data["knows_paper"],
            comment=data["comment"],
            shown_at=read_moment(data["shown"]),
            seconds=read_seconds(data["seconds"]),
            both_decoded=DECODED.get(data["decoded"]),
        )

    @property
    def faults(self) -> str:
        return " ".join(
            f"{NAMES.get(field, field).capitalize()}: {fault}"
            for field, faults in self.errors.items()
            for fault in faults
        )


class UndoForm(forms.Form):
    revision = forms.IntegerField(min_value=0, max_value=10**9)
    key = forms.UUIDField()


def kept_from(data: QueryDict) -> Kept:
    """What was chosen, also where the form as a whole cannot be read."""
    choice = data.get("choice", "")
    reasons_left, reasons_right = _sorted(data.getlist("reasons_left")), _sorted(data.getlist("reasons_right"))
    return Kept(
        choice=choice if choice in CHOICES else "",
        critical_left=_is_ticked(data, "critical_left") or bool(reasons_left),
        critical_right=_is_ticked(data, "critical_right") or bool(reasons_right),
        reasons_left=reasons_left,
        reasons_right=reasons_right,
        knows_paper=_is_ticked(data, "knows_paper"),
        comment=data.get("comment", ""),
        shown_at=read_moment(data.get("shown", "")),
        seconds=read_seconds(data.get("seconds", "")) or 0.0,
    )


def _is_ticked(data: QueryDict, name: str) -> bool:
    return forms.BooleanField(required=False).to_python(data.get(name, False))


def _in_words(reasons: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(FlagReason(reason).label) for reason in reasons)


def _sorted(reasons: list[str]) -> tuple[str, ...]:
    """Each known reason once, in the order of the page."""
    return tuple(reason for reason in FlagReason.values if reason in reasons)


def read_seconds(text: str) -> float | None:
    """Finite seconds from 0, None for everything else."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def read_moment(text: str) -> datetime | None:
    """A time with its zone, as UTC; None for everything else, also where UTC would lie outside of the calendar."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def read_token(text: str) -> str:
    """What may be the token of a pair, "" for everything else."""
    return text if _TOKEN.fullmatch(text) else ""

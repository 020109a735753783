"""The forms of the review page; what only a browser with script sends is read leniently."""

import math
from datetime import UTC, datetime

from django import forms

from arena.review.models import GivenAnswer
from arena.review.services.record import Answer
from scoring.words import Choice

COMMENT_LENGTH = GivenAnswer._meta.get_field("comment").max_length
DECODED = {"yes": True, "no": False}


class AnswerForm(forms.Form):
    choice = forms.ChoiceField(choices=[(choice.value, choice.value) for choice in Choice])
    critical_left = forms.BooleanField(required=False)
    critical_right = forms.BooleanField(required=False)
    comment = forms.CharField(required=False, max_length=COMMENT_LENGTH)
    revision = forms.IntegerField(min_value=0, max_value=10**9)
    key = forms.UUIDField()
    shown = forms.CharField(required=False)
    seconds = forms.CharField(required=False)
    decoded = forms.CharField(required=False)

    def answer(self) -> Answer:
        """The answer of a valid form."""
        data = self.cleaned_data
        return Answer(
            choice=Choice(data["choice"]),
            critical_left=data["critical_left"],
            critical_right=data["critical_right"],
            comment=data["comment"],
            shown_at=read_moment(data["shown"]),
            seconds=read_seconds(data["seconds"]),
            both_decoded=DECODED.get(data["decoded"]),
        )


class UndoForm(forms.Form):
    revision = forms.IntegerField(min_value=0, max_value=10**9)
    key = forms.UUIDField()


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

"""The forms of the quality pages."""

from django import forms

from arena.review.models import Exclusion
from arena.review.rules import KINDS, StatedRule, stated

MOST_SECONDS = 600.0
FREE_TEXT_LENGTH = 200


class RuleForm(forms.Form):
    """A rule with its limits."""

    rule = forms.ChoiceField(choices=[(name, name) for name in KINDS])
    limit = forms.FloatField(min_value=0.1, max_value=MOST_SECONDS)
    least = forms.IntegerField(min_value=1, max_value=100_000)

    def stated(self) -> StatedRule:
        """The rule of a valid form; BadInput where its limit is too high for what it measures."""
        data = self.cleaned_data
        return stated(data["rule"], data["limit"], data["least"])


class ApplyForm(RuleForm):
    """With the numbers of those who were shown before somebody agreed."""

    expected = forms.RegexField(r"^[0-9,]*$", required=False)

    def numbers(self) -> frozenset[int]:
        return frozenset(int(number) for number in self.cleaned_data["expected"].split(",") if number)


class ByHandForm(forms.Form):
    reason = forms.CharField(max_length=FREE_TEXT_LENGTH, label="Why", error_messages={"required": "Say why."})


class LiftForm(forms.Form):
    exclusion = forms.IntegerField(min_value=1)


class LiftRuleForm(forms.Form):
    rule = forms.ChoiceField(choices=Exclusion.Rule.choices)


class FastForm(forms.Form):
    """What counts as fast on this page."""

    fast = forms.FloatField(min_value=0.1, max_value=MOST_SECONDS)

"""The form of a study's settings: what the browser sends as values, and what is wrong beside the field it is about."""

from typing import Any

from django import forms
from django.db.models import Q

from arena.benchmarks.models import Benchmark
from arena.studies.models import DEFAULT_QUESTION, Study
from arena.studies.services.rules import (
    MAX_PRACTICE,
    MAX_QUOTA,
    MAX_REPEATS,
    MAX_SEED,
    MAX_VIEW_SECONDS,
    TEXT_LENGTH,
    BadSettings,
    fixed_fields,
)
from arena.systems.models import System

PERCENT = 100
MAX_DIGITS = len(str(MAX_SEED))


class StudyForm(forms.Form):
    """Everything that can be set before the freeze. Fields that are fixed by now keep their value, whatever is sent."""

    name = forms.SlugField(
        max_length=80, label="Name", help_text="What commands, addresses and files call it: letters, digits, - and _."
    )
    title = forms.CharField(max_length=TEXT_LENGTH, label="Title", help_text="For staff and for the results.")
    benchmark = forms.ModelChoiceField(
        queryset=Benchmark.objects.filter(archived_at=None), label="Benchmark", empty_label="Choose one"
    )
    wanted_systems = forms.MultipleChoiceField(
        label="Systems",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least two systems."},
    )
    seed = forms.CharField(
        required=False,
        label="Seed",
        max_length=MAX_DIGITS,
        help_text="A whole number that decides every order and side. Left empty, one is drawn.",
    )
    drop_incomplete = forms.BooleanField(
        required=False,
        label="Leave out papers for which a system has no poster",
        help_text="For every system alike. Otherwise the study cannot be frozen while posters are missing.",
    )
    question = forms.CharField(max_length=TEXT_LENGTH, label="Question", help_text="What is asked of every pair.")
    show_authors = forms.BooleanField(
        required=False, label="Show the authors of the paper", help_text="In the drawer beside the posters."
    )
    practice_pairs = forms.IntegerField(min_value=0, max_value=MAX_PRACTICE, label="Practice pairs")
    repeat_percent = forms.FloatField(min_value=0, max_value=PERCENT * MAX_REPEATS, label="Pairs shown twice, percent")
    quota = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_QUOTA,
        label="Quota",
        help_text="Pairs asked of each reviewer; empty for all of them.",
    )
    min_view_seconds = forms.FloatField(min_value=0, max_value=MAX_VIEW_SECONDS, label="Shortest look, seconds")
    contact = forms.CharField(
        required=False,
        max_length=TEXT_LENGTH,
        label="Contact",
        help_text="Whom reviewers can ask: a name and an address. It is in the consent text and in the invitation.",
    )

    def __init__(self, *args: Any, study: Study | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("initial", initial_of(study))
        super().__init__(*args, **kwargs)
        self.fixed = fixed_fields(study) if study is not None else {}
        wanted = list(study.wanted_systems) if study is not None else []
        self.fields["wanted_systems"].choices = system_choices(wanted)  # type: ignore[attr-defined]
        if study is not None:
            del self.fields["name"]
            shown = Q(archived_at=None) | Q(studies=study)
            self.fields["benchmark"].queryset = Benchmark.objects.filter(shown).distinct()  # type: ignore[attr-defined]
        for name, field in self.fields.items():
            field.disabled = setting_of(name) in self.fixed
            if name != "wanted_systems":
                field.error_messages["required"] = "This is needed."

    def clean_seed(self) -> int | None:
        text = self.cleaned_data["seed"]
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and int(text) <= MAX_SEED):
            raise forms.ValidationError("The seed must be a whole number from 0 to 2^63 - 1.")
        return int(text)

    def settings(self) -> dict[str, object]:
        """What a valid form says, by the names of the settings; an empty seed says nothing."""
        values = {setting_of(name): value for name, value in self.cleaned_data.items() if name != "name"}
        values["repeat_share"] = round(values["repeat_share"] / PERCENT, 6)
        if values["seed"] is None:
            del values["seed"]
        return values

    def take_faults(self, error: BadSettings) -> None:
        for field, fault in error.by_field.items():
            self.add_error("repeat_percent" if field == "repeat_share" else field, fault)


def setting_of(field: str) -> str:
    """The name of the setting that a field of the form is about."""
    return "repeat_share" if field == "repeat_percent" else field


def initial_of(study: Study | None) -> dict[str, object]:
    kept = study if study is not None else Study(title="", question=DEFAULT_QUESTION)
    return {
        "title": kept.title,
        "benchmark": kept.benchmark_id,
        "wanted_systems": list(kept.wanted_systems),
        "seed": str(kept.seed) if study is not None else "",
        "drop_incomplete": kept.drop_incomplete,
        "question": kept.question,
        "show_authors": kept.show_authors,
        "practice_pairs": kept.practice_pairs,
        "repeat_percent": f"{round(PERCENT * kept.repeat_share, 4):g}",
        "quota": kept.quota,
        "min_view_seconds": f"{kept.min_view_seconds:g}",
        "contact": kept.contact,
    }


def system_choices(wanted: list[str]) -> list[tuple[str, str]]:
    """Every system there is, and what the study names in another way, such as slug@version."""
    known = [(slug, slug) for slug in System.objects.filter(archived_at=None).values_list("slug", flat=True)]
    slugs = {slug for slug, _ in known}
    return known + [(name, name) for name in wanted if name not in slugs]

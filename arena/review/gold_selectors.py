"""Looks up a study's gold pairs, and the papers and posters that one can be made of."""

from dataclasses import dataclass

from django.db.models import Count

from arena.benchmarks.models import Case
from arena.posters.models import Poster
from arena.studies.models import GoldPair, Study
from arena.studies.services.gold import cases_of_study, standing_posters


@dataclass(frozen=True, slots=True)
class PaperChoice:
    """A paper of the study and how many posters there are of it, by any system and of any revision."""

    pk: int
    case_id: str
    title: str
    posters: int


@dataclass(frozen=True, slots=True)
class PosterChoice:
    """A poster that can be one of a gold pair."""

    poster: Poster
    stands: bool  # for a system in the study


def gold_pairs_of(study: Study) -> list[GoldPair]:
    """In their order; one query."""
    systems = (f"{side}__system_config__system" for side in ("better", "worse"))
    return list(study.gold_pairs.select_related("case", *systems).order_by("number"))


def papers_to_choose(study: Study) -> list[PaperChoice]:
    """The study's papers with at least two posters; two queries."""
    rows = Case.objects.filter(pk__in=cases_of_study(study)).annotate(count=Count("posters")).filter(count__gt=1)
    return [PaperChoice(row.pk, row.case_id, row.title, row.count) for row in rows.order_by("case_id")]


def posters_to_choose(study: Study, case_id: int) -> list[PosterChoice]:
    """Those that stand for no system of the study first; two queries."""
    standing = standing_posters(study, case_id)
    rows = Poster.objects.filter(case=case_id).select_related("system_config__system").defer("notes")
    ordered = rows.order_by("system_config__system__slug", "system_config__version", "-revision")
    choices = [PosterChoice(row, row.pk in standing) for row in ordered]
    return sorted(choices, key=lambda choice: choice.stands)

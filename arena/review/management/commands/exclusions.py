"""exclusions STUDY [--list | --preview RULE | --apply RULE | --lift ID | --lift-rule RULE]"""

from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser

from arena.core.commands import ArenaCommand
from arena.core.errors import BadInput
from arena.review.excluded import exclusions_of
from arena.review.models import Exclusion
from arena.review.quality_selectors import imported_totals, quality_of
from arena.review.rules import KINDS, Finding, stated
from arena.review.services.exclusions import apply_rule, exclude, lift, lift_rule, preview_rule
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import study_named

BY_HAND = Exclusion.Rule.BY_HAND.value
BY = "command line"


class Command(ArenaCommand):
    help = (
        "What is excluded from a study's main results and why; exclude by a stated rule, or lift an exclusion."
        " Without an option, list."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the name of the study")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--list", action="store_true", help="every exclusion there ever was (this is the default)")
        what.add_argument("--preview", choices=sorted(KINDS), metavar="RULE", help="whom a rule would exclude, and why")
        what.add_argument(
            "--apply",
            choices=[*sorted(KINDS), BY_HAND],
            metavar="RULE",
            help=f"exclude by a rule: {', '.join(sorted(KINDS))}, or {BY_HAND} with --reviewer and --reason",
        )
        what.add_argument("--lift", type=int, metavar="ID", help="end the exclusion with this number")
        what.add_argument("--lift-rule", choices=Exclusion.Rule.values, metavar="RULE", help="end all of a rule")
        parser.add_argument("--limit", type=float, help="seconds or percent, in place of the rule's usual limit")
        parser.add_argument("--least", type=int, metavar="N", help="judgments that are needed to say anything")
        parser.add_argument("--reviewer", metavar="PSEUDONYM", help="for by_hand: whose judgments")
        parser.add_argument("--reason", help="for by_hand: why")

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        if options["preview"]:
            self._say(preview_rule(study=study, rule=stated(options["preview"], options["limit"], options["least"])))
        elif options["apply"] == BY_HAND:
            self._by_hand(study, options["reviewer"], options["reason"])
        elif options["apply"]:
            rule = stated(options["apply"], options["limit"], options["least"])
            self._changed("excluded", apply_rule(study=study, rule=rule, by=BY))
        elif options["lift"] is not None:
            row = Exclusion.objects.filter(study=study, pk=options["lift"]).first()
            if row is None:
                raise BadInput(f"{study.name} has no exclusion {options['lift']}; see --list.")
            self._changed("lifted", [lift(exclusion=row, by=BY)])
        elif options["lift_rule"]:
            self._changed("lifted", lift_rule(study=study, rule=options["lift_rule"], by=BY))
        else:
            self._list(study)
        self._totals(study)

    def _by_hand(self, study: Study, pseudonym: str | None, reason: str | None) -> None:
        if not pseudonym or not reason:
            raise BadInput(f"--apply {BY_HAND} needs --reviewer and --reason.")
        people = Reviewer.objects.filter(study=study).exclude(kind=Reviewer.Kind.PREVIEW)
        reviewer = people.filter(pseudonym=pseudonym).first()
        if reviewer is None:
            raise BadInput(f"{study.name} has no reviewer {pseudonym}.")
        self._changed("excluded", [exclude(reviewer=reviewer, rule=BY_HAND, reason=f"by hand: {reason}", by=BY)])

    def _list(self, study: Study) -> None:
        rows = exclusions_of(study)
        if not rows:
            self.stdout.write("Nothing was ever excluded.")
        for row in rows:
            what = f"pair {row.judgment.assignment.position}" if row.judgment is not None else "everything"
            made = f"excluded {_moment(row.made_at, row.made_by)}"
            lifted = f", lifted {_moment(row.lifted_at, row.lifted_by)}" if row.lifted_at is not None else ""
            self.stdout.write(f"{row.pk}  {row.reviewer.pseudonym}, {what}: {row.reason} ({made}{lifted})")

    def _say(self, finding: Finding) -> None:
        self.stdout.write(f"{finding.rule.kind.rule.label}: {finding.rule.words} {finding.rule.kind.counts}")
        lines = [("would be excluded", entry.reviewer.person, entry.reason) for entry in finding.caught]
        lines += [("excluded already", entry.reviewer.person, entry.reason) for entry in finding.already]
        lines += [("would stay", entry.person, entry.numbers) for entry in finding.passed]
        lines += [("too few to say", entry.person, entry.numbers) for entry in finding.too_few]
        for what, person, words in lines:
            self.stdout.write(f"  {person.pseudonym:<12} {what:<18} {words}")
        self.stdout.write("Nothing was changed.")

    def _changed(self, verb: str, rows: list[Exclusion]) -> None:
        for row in rows:
            self.stdout.write(f"{verb}: {row.pk}  {row.reviewer.pseudonym}: {row.reason}")
        if not rows:
            self.stdout.write(f"Nobody was {verb}.")

    def _totals(self, study: Study) -> None:
        for pool in imported_totals(study) if study.is_imported else quality_of(study).totals:
            self.stdout.write(f"Judgments by {pool.label}: {pool.kept} kept + {pool.excluded} excluded = {pool.total}")


def _moment(at: datetime, by: str) -> str:
    return f"{at:%Y-%m-%d %H:%M} by {by or 'the reviewer'}"

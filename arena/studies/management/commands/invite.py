"""python manage.py invite STUDY --count N | --csv people.csv | --renew R01,R02"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from arena.core.commands import ArenaCommand, name_list
from arena.core.errors import BadInput
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import study_named
from arena.studies.services.invite import IssuedInvitation, invite, renew_invitation
from arena.studies.services.people_csv import read_people


class Command(ArenaCommand):
    help = "Invite reviewers. Prints one link for each, which cannot be shown again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        whom = parser.add_mutually_exclusive_group(required=True)
        whom.add_argument("--count", type=int, help="so many links without a name")
        whom.add_argument("--csv", type=Path, help="a file with the columns name and email, one link for each line")
        whom.add_argument(
            "--renew", type=name_list, help="comma-separated reviewers whose links are replaced, for example R01,R02"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        for entry in self._issue(study, options):
            person = " ".join(part for part in (entry.person.name, entry.person.email) if part)
            self.stdout.write("\t".join(part for part in (entry.reviewer.pseudonym, entry.url, person) if part))

    def _issue(self, study: Study, options: dict[str, Any]) -> list[IssuedInvitation]:
        if options["renew"]:
            return [renew_invitation(reviewer=reviewer) for reviewer in _reviewers(study, options["renew"])]
        if options["csv"]:
            return invite(study=study, people=read_people(options["csv"]))
        return invite(study=study, count=options["count"])


def _reviewers(study: Study, names: list[str]) -> list[Reviewer]:
    wanted = list(dict.fromkeys(names))
    found = {reviewer.pseudonym: reviewer for reviewer in study.reviewers.filter(pseudonym__in=wanted)}
    missing = [name for name in wanted if name not in found]
    if missing:
        raise BadInput(f"{study.name} has no reviewer {', '.join(missing)}.")
    return [found[name] for name in wanted]

"""python manage.py erase_reviewer STUDY R01 [--name-only | --with-comments]"""

from argparse import ArgumentParser
from typing import Any

from arena.core.commands import ArenaCommand
from arena.core.errors import BadInput
from arena.studies.selectors import study_named
from arena.studies.services.invite import forget_person
from arena.studies.services.people import erase_person


class Command(ArenaCommand):
    help = (
        "Delete the person behind a reviewer: name, e-mail and what they said of themselves are erased, and the link is"
        " void. What was judged stays under the pseudonym."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("reviewer", help="the pseudonym, for example R01")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--name-only", action="store_true", help="erase name and e-mail; the link goes on working")
        how.add_argument("--with-comments", action="store_true", help="erase the comments, too")

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        reviewer = study.reviewers.filter(pseudonym=options["reviewer"]).first()
        if reviewer is None:
            raise BadInput(f"{study.name} has no reviewer {options['reviewer']}.")
        if options["name_only"]:
            forget_person(reviewer=reviewer)
            self.stdout.write(f"Name and e-mail of {reviewer.pseudonym} are erased.")
            return
        erase_person(reviewer=reviewer, with_comments=options["with_comments"])
        self.stdout.write(f"Nobody can tell any more who {reviewer.pseudonym} of {study.name} was.")

"""python manage.py publish STUDY [--undo]"""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.urls import reverse

from arena.core.commands import ArenaCommand
from arena.core.wording import counted
from arena.studies.selectors import study_named
from arena.studies.services.life import publish_study, unpublish_study
from arena.studies.services.names import named


class Command(ArenaCommand):
    help = (
        "Open the results of a closed study to everybody, without signing in, and erase who its reviewers are;"
        " --undo keeps the results to staff again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("--undo", action="store_true", help="keep the results to staff again")

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        if options["undo"]:
            unpublish_study(study=study)
            self.stdout.write(f"The results of {study.name} are for staff only again.")
            return
        known = named(study).count()
        publish_study(study=study)
        address = settings.SITE_URL + reverse("reports:study", args=[study.name])
        self.stdout.write(f"Everybody can read the results of {study.name}: {address}")
        if known:
            self.stdout.write(f"{counted(known, 'name')} of reviewers erased, as they were promised; their links work.")

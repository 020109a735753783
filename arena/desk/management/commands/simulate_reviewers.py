"""simulate_reviewers STUDY --count N --seed S"""

from typing import Any

from django.core.management.base import CommandParser

from arena.core.commands import ArenaCommand, progress
from arena.core.wording import counted
from arena.desk.services.simulate import simulate_reviewers
from arena.desk.simulation import qualities
from arena.studies.models import StudySystem
from arena.studies.selectors import study_named


class Command(ArenaCommand):
    help = (
        "Add simulated reviewers to a frozen or open study. They answer from stated latent qualities, never from"
        " scores, and are labelled on every page and in every file. The same seed again changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the name of the study")
        parser.add_argument("--count", type=int, required=True, metavar="N", help="how many there shall be")
        parser.add_argument("--seed", type=int, required=True, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        study = study_named(options["study"])
        with progress("simulated reviewers", options["count"]) as shown:
            written = simulate_reviewers(
                study=study, count=options["count"], seed=options["seed"], on_progress=shown.step_to
            )
        labels = tuple(StudySystem.objects.filter(study=study).order_by("label").values_list("label", flat=True))
        drawn = sorted(qualities(options["seed"], labels).items(), key=lambda item: -item[1])
        self.stdout.write(
            f"{counted(written, 'judgment')} by simulated reviewers {'is' if written == 1 else 'are'} new."
        )
        self.stdout.write("Latent qualities they were drawn from, on the log scale:")
        for label, quality in drawn:
            self.stdout.write(f"  {label:<24} {quality:+.2f}")

"""python manage.py create_study NAME --benchmark B --systems a,b,c,d [--seed N] [--drop-incomplete]"""

from argparse import ArgumentParser
from typing import Any

from arena.benchmarks.selectors import benchmark_named
from arena.core.commands import ArenaCommand, name_list
from arena.studies.models import DEFAULT_QUESTION
from arena.studies.services.life import create_study

# Settings that keep their usual value where nothing is said.
OPTIONAL = ("contact", "quota", "practice_pairs", "repeat_share", "min_view_seconds", "show_authors")


class Command(ArenaCommand):
    help = "Create a study, as a draft: which systems are compared on the papers of which benchmark."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the new study is called in addresses and files")
        parser.add_argument("--benchmark", required=True)
        parser.add_argument("--systems", type=name_list, required=True, help="comma-separated: slug, or slug@version")
        parser.add_argument("--seed", type=int, help="decides orders and sides; drawn and kept secret if left out")
        parser.add_argument("--title", default="", help="what staff pages call it; reviewers never see it")
        parser.add_argument("--question", default=DEFAULT_QUESTION, help="what reviewers are asked")
        parser.add_argument("--contact", help="whom reviewers can ask: a name and an address, in the consent text")
        parser.add_argument("--quota", type=int, help="pairs asked of each reviewer; all of them if left out")
        parser.add_argument("--practice-pairs", type=int, help="shown before the first pair that counts")
        parser.add_argument("--repeat-share", type=float, help="share of pairs shown twice, such as 0.03")
        parser.add_argument("--min-view-seconds", type=float, help="how long a pair is looked at before an answer")
        parser.add_argument("--show-authors", action="store_true", default=None, help="in the paper's drawer")
        parser.add_argument(
            "--drop-incomplete", action="store_true", help="leave out papers for which any system has no poster"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        given = {name: options[name] for name in OPTIONAL if options[name] is not None}
        study = create_study(
            name=options["name"],
            benchmark=benchmark_named(options["benchmark"]),
            systems=options["systems"],
            seed=options["seed"],
            drop_incomplete=options["drop_incomplete"],
            title=options["title"],
            question=options["question"],
            **given,
        )
        self.stdout.write(f"Created the study {study.name}. Next: python manage.py freeze {study.name}")

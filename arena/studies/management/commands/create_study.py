"""python manage.py create_study NAME --benchmark B --systems a,b,c,d [--seed N] [--drop-incomplete]"""

from argparse import ArgumentParser
from typing import Any

from arena.benchmarks.selectors import benchmark_named
from arena.core.commands import ArenaCommand, name_list
from arena.studies.models import DEFAULT_QUESTION
from arena.studies.services.life import create_study


class Command(ArenaCommand):
    help = "Create a study, as a draft: which systems are compared on the papers of which benchmark."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the new study is called in addresses and files")
        parser.add_argument("--benchmark", required=True)
        parser.add_argument("--systems", type=name_list, required=True, help="comma-separated: slug, or slug@version")
        parser.add_argument("--seed", type=int, help="decides orders and sides; drawn and kept secret if left out")
        parser.add_argument("--title", default="", help="what staff pages call it; reviewers never see it")
        parser.add_argument("--question", default=DEFAULT_QUESTION, help="what reviewers are asked")
        parser.add_argument(
            "--drop-incomplete", action="store_true", help="leave out papers for which any system has no poster"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = create_study(
            name=options["name"],
            benchmark=benchmark_named(options["benchmark"]),
            systems=options["systems"],
            seed=options["seed"],
            drop_incomplete=options["drop_incomplete"],
            title=options["title"],
            question=options["question"],
        )
        self.stdout.write(f"Created the study {study.name}. Next: python manage.py freeze {study.name}")

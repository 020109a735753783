"""manage.py demo: a running site with the sample benchmark generated, scored, reviewed (simulated) and reported."""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse

from arena.core.commands import ArenaCommand, paper_count, port_number, worker_count
from arena.core.errors import ArenaError
from arena.desk.preparing import Preparing, clear_preparing, write_preparing
from arena.desk.services.accounts import DemoSecrets, ensure_accounts, read_secrets
from arena.desk.services.demo import run_demo, study_name
from arena.desk.services.processes import AlreadyServed, Supervisor
from arena.desk.services.serve import serve_until_stopped, served, use_port
from arena.desk.telling import Telling


class Command(ArenaCommand):
    help = "Run the whole demonstration and keep serving it until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--workers", type=worker_count, default=2, help="background worker processes (default 2)")
        parser.add_argument(
            "--papers",
            type=paper_count,
            metavar="N",
            help="only the first N papers of the sample, for who is in a hurry (default: all of them)",
        )
        parser.add_argument("--once", action="store_true", help="stop when everything is done instead of serving on")

    def handle(self, *args: Any, **options: Any) -> None:
        use_port(options["port"])
        kept = read_secrets()
        try:
            with served(port=options["port"], workers=options["workers"]) as supervisor:
                ensure_accounts(kept)
                self.stdout.write(f"The site answers at {settings.SITE_URL}; the rest goes on and shows its progress.")
                self._print_accounts(kept)
                done = self._run(kept, supervisor, options)
                if not options["once"]:
                    self.stdout.write("Ctrl-C stops it; the same command goes on from here.")
                    serve_until_stopped(supervisor)
        except KeyboardInterrupt:
            self.stdout.write("Stopped. The same command goes on from here.")
        except AlreadyServed as error:
            settings.SITE_URL = error.address
            self.stdout.write(f"{error} Nothing was changed.")
            self._print_accounts(kept)
            token = kept.invitations.get(study_name(options["papers"]))
            if token:
                self._print_invitation(reverse("studies:invitation", args=[token]))
        else:
            if not done:
                raise CommandError("The demonstration is not complete; the reasons stand above.")

    def _run(self, kept: DemoSecrets, supervisor: Supervisor, options: dict[str, Any]) -> bool:
        """Every step, then the links. What cannot be done is said, and the site stays up to look at."""
        started = time.monotonic()
        telling = Telling()

        def show(preparing: Preparing) -> None:
            write_preparing(preparing)
            telling.show(preparing)

        try:
            links = run_demo(
                kept=kept,
                papers=options["papers"],
                workers=options["workers"],
                tick=supervisor.watch_once,
                show=show,
            )
        except ArenaError as error:
            self.stderr.write(self.style.ERROR(str(error)))
            return False
        finally:
            telling.close()
            clear_preparing()
        self.stdout.write(
            self.style.SUCCESS(f"Everything is done, {time.monotonic() - started:.0f} s after the start.")
        )
        self._print_invitation(links.invitation)
        self.stdout.write(f"  Results        {settings.SITE_URL}{links.results}   (simulated reviewers, labelled so)")
        return True

    def _print_accounts(self, kept: DemoSecrets) -> None:
        self.stdout.write(
            f"  Admin          {settings.SITE_URL}/login/   admin / {kept.admin_password}\n"
            f"  Researcher     {settings.SITE_URL}/login/   researcher / {kept.researcher_password}"
        )

    def _print_invitation(self, path: str) -> None:
        self.stdout.write(f"  Review pairs   {settings.SITE_URL}{path}")

"""manage.py demo: a running site with the sample benchmark generated, scored, reviewed (simulated) and reported."""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from arena.core.commands import ArenaCommand
from arena.core.errors import Conflict, NotReady
from arena.desk.services.accounts import DemoSecrets, ensure_accounts, read_secrets
from arena.desk.services.demo import DemoLinks, run_demo
from arena.desk.services.serve import serve_until_stopped, served, use_port


class Command(ArenaCommand):
    help = "Run the whole demonstration and keep serving it until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=2, help="background worker processes (default 2)")
        parser.add_argument("--once", action="store_true", help="stop when everything is done instead of serving on")

    def handle(self, *args: Any, **options: Any) -> None:
        use_port(options["port"])
        started = time.monotonic()
        kept = read_secrets()
        try:
            with served(port=options["port"], workers=max(1, options["workers"])) as supervisor:
                ensure_accounts(kept)
                self.stdout.write(f"The site answers at {settings.SITE_URL}; the rest goes on and shows its progress.")
                self._print_accounts(kept)
                try:
                    links = run_demo(kept=kept, tick=supervisor.watch_once)
                except NotReady as error:
                    self.stderr.write(self.style.ERROR(str(error)))
                else:
                    self._print_links(links, time.monotonic() - started)
                if not options["once"]:
                    self.stdout.write("Ctrl-C stops it; the same command goes on from here.")
                    serve_until_stopped(supervisor)
        except KeyboardInterrupt:
            self.stdout.write("Stopped. The same command goes on from here.")
        except Conflict as error:
            self.stdout.write(f"{error} Nothing was changed.")
            self._print_accounts(kept)
            if kept.invitation:
                self.stdout.write(f"  Review pairs   {kept.invitation}")

    def _print_accounts(self, kept: DemoSecrets) -> None:
        self.stdout.write(
            f"  Admin          {settings.SITE_URL}/login/   admin / {kept.admin_password}\n"
            f"  Researcher     {settings.SITE_URL}/login/   researcher / {kept.researcher_password}"
        )

    def _print_links(self, links: DemoLinks, seconds: float) -> None:
        self.stdout.write(
            self.style.SUCCESS(f"Everything is done, {seconds:.0f} s after the start.")
            + f"\n  Review pairs   {links.invitation}"
            + f"\n  Results        {settings.SITE_URL}{links.results}   (simulated reviewers, and labelled so)"
        )

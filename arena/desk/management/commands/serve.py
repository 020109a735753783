"""manage.py serve: the site, its workers and beat, started and stopped together."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from arena.core.commands import ArenaCommand, port_number, worker_count
from arena.desk.services.serve import serve_until_stopped, served


class Command(ArenaCommand):
    help = "Serve the site on 127.0.0.1 with its background workers, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--workers", type=worker_count, default=2, help="background worker processes (default 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with served(port=options["port"], workers=options["workers"]) as supervisor:
                self.stdout.write(f"Serving at {settings.SITE_URL} (logs in {supervisor.log_dir}). Ctrl-C stops it.")
                serve_until_stopped(supervisor)
        except KeyboardInterrupt:
            # Told to stop while still starting: everything was stopped on the way here.
            pass
        self.stdout.write("Stopped.")

"""manage.py doctor: what is installed, what is missing, how to get it."""

from typing import Any

from django.core.management.base import CommandError

from arena.core.commands import ArenaCommand
from arena.desk.services.doctor import diagnose


class Command(ArenaCommand):
    help = "Say what is installed, what is missing and how to get it."

    def handle(self, *args: Any, **options: Any) -> None:
        missing = 0
        for part in diagnose():
            mark = self.style.SUCCESS("ok     ") if part.ok else self.style.ERROR("missing")
            self.stdout.write(f"{mark}  {part.name:<16} {part.message}")
            if not part.ok:
                missing += 1
                self.stdout.write(f"         {'':<16} {part.remedy}")
        if missing:
            raise CommandError(f"{missing} of the parts above need attention.")

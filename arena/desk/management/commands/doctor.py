"""manage.py doctor: what is installed, what is missing, how to get it."""

from typing import Any

from django.core.management.base import CommandError

from arena.core.commands import ArenaCommand
from arena.desk.services.doctor import diagnose
from generation.records import Diagnosis


class Command(ArenaCommand):
    help = "Say what is installed, what is missing and how to get it."

    def handle(self, *args: Any, **options: Any) -> None:
        missing = 0
        for part in diagnose():
            self.stdout.write(f"{self._mark(part)}  {part.name:<14} {part.message}")
            if not part.ok:
                missing += not part.optional
                self.stdout.write(f"{'':<10}{'':<15} {part.remedy}")
        if missing:
            raise CommandError(f"{missing} of the parts above must be mended before the site can work.")

    def _mark(self, part: Diagnosis) -> str:
        if part.ok:
            return self.style.SUCCESS("ok      ")
        return self.style.WARNING("optional") if part.optional else self.style.ERROR("missing ")

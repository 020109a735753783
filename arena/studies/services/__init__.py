"""What changes studies."""

from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import close_study, create_study, open_study

__all__ = ["close_study", "create_study", "freeze_study", "open_study"]

"""Settings of a site in processes of its own on the database of a test: as in production but for where things are."""

import os
from pathlib import Path

from arena.settings import *  # noqa: F403
from arena.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ["SERVED_DATABASE"]
STATIC_ROOT = Path(os.environ["SERVED_STATIC"])

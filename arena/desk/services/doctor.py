"""What is installed, what is missing and how to get it."""

import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu import Connection
from kombu.exceptions import OperationalError

from arena.posters.services.identity_doctor import diagnose_identity
from generation.backends.registry import create, known
from generation.errors import RenderError
from generation.records import Diagnosis
from generation.render.browser import diagnose_browser, diagnose_cjk_fonts, require_browser
from generation.render.chromium import Chromium

FREE_DISK_BYTES = 2_000_000_000


def diagnose() -> Iterator[Diagnosis]:
    yield _python()
    yield _disk()
    yield _database()
    yield _broker()
    yield diagnose_browser()
    yield _isolation()
    yield diagnose_cjk_fonts()
    yield diagnose_identity()
    for name in sorted(known()):
        yield create(name).doctor()


def _isolation() -> Diagnosis:
    """Start the browser once and say how it is kept apart from our files."""
    try:
        chromium = Chromium.start(require_browser())
    except RenderError as error:
        return Diagnosis("Isolation", False, str(error), "Install the browser first.")
    chromium.kill()
    kept_apart = not chromium.isolation.startswith("not isolated")
    return Diagnosis(
        "Isolation", kept_apart, chromium.isolation, "Run as root with a user nobody, or as an ordinary user."
    )


def _python() -> Diagnosis:
    version = platform.python_version()
    return Diagnosis("Python", sys.version_info >= (3, 11), version, "Install Python 3.11 or newer.")


def _disk() -> Diagnosis:
    free = shutil.disk_usage(Path(settings.DATA_DIR)).free
    message = f"{free / 1e9:.1f} GB free in {settings.DATA_DIR}"
    return Diagnosis("Disk", free > FREE_DISK_BYTES, message, "Free some space or set DATA_DIR to a larger disk.")


def _database() -> Diagnosis:
    name = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Diagnosis(
            "Database", False, f"{name} does not answer: {str(error).splitlines()[0]}", "Check DATABASE_URL."
        )
    if missing:
        return Diagnosis(
            "Database", False, f"{name}, {len(missing)} migrations behind", "Run: python manage.py migrate"
        )
    return Diagnosis("Database", True, f"{name}, up to date")


def _broker() -> Diagnosis:
    if settings.CELERY_BROKER_URL.startswith("filesystem"):
        return Diagnosis("Broker", True, "folders in DATA_DIR, no server needed")
    try:
        with Connection(settings.CELERY_BROKER_URL, connect_timeout=3) as broker:
            broker.ensure_connection(max_retries=1, timeout=5)
    except (OperationalError, OSError) as error:
        return Diagnosis("Broker", False, f"does not answer: {str(error).splitlines()[0]}", "Check CELERY_BROKER_URL.")
    return Diagnosis("Broker", True, "answers")

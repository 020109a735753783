"""What every test gets: an empty media folder, and three standing people.

Ada runs studies (admin), Ben reads reports (researcher), Cleo has an account and must see nothing.
"""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

# A test run started in the background inherits an ignored Ctrl-C and would hand it on to the programs it starts.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples at every run, however long other work makes them take; `--hypothesis-profile=explore` draws anew.
hypothesis_settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis_settings.register_profile("explore", deadline=None)
hypothesis_settings.load_profile("steady")

REPO = Path(__file__).resolve().parent.parent
SHARED = REPO.parent / "shared"


# These files take longest; each must have a core beside it that does the rest.
LONGEST = ("test_demo.py", "test_every_page.py", "test_sample_papers.py")
NEEDS_DATABASE = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest first; on PostgreSQL, where all has run on SQLite before, only what touches the database."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        others = [item for item in items if not _needs_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if _needs_database(item)]


def _needs_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("once") is not None:
        return False
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return item.get_closest_marker("django_db") is not None or not NEEDS_DATABASE.isdisjoint(fixtures)


@pytest.fixture(autouse=True)
def _own_media(settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.MEDIA_DIR = tmp_path / "media"
    yield


@pytest.fixture
def shared() -> Path:
    """The folder of real papers, cases and data that lies beside a developer's checkout."""
    if not SHARED.is_dir():
        pytest.skip("the shared reference data is not beside this checkout")
    return SHARED


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", password="ada-password-1", is_staff=True)


@pytest.fixture
def ben(db: None) -> User:
    from arena.core.access import add_researcher

    user = User.objects.create_user("ben", password="ben-password-1")
    add_researcher(user)
    return user


@pytest.fixture
def cleo(db: None) -> User:
    return User.objects.create_user("cleo", password="cleo-password-1")


@pytest.fixture
def as_ada(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def as_ben(ben: User) -> Client:
    client = Client()
    client.force_login(ben)
    return client


@pytest.fixture
def as_cleo(cleo: User) -> Client:
    client = Client()
    client.force_login(cleo)
    return client

"""A browser for the tests that draw, and a socket that would notice a request."""

import socket
from collections.abc import Iterator

import pytest

from generation.render.browser import require_browser
from generation.render.driver import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require_browser()  # `make test` installs one: without it these tests fail, they are not skipped
    with Browser() as browser:
        yield browser


@pytest.fixture
def beacon() -> Iterator[socket.socket]:
    """Listens on loopback; a page that reached it would leave a connection to accept."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening

"""A browser for the tests that draw, and a socket that would notice a request."""

import socket
from collections.abc import Iterator

import pytest

from generation.render.browser import find_browser
from generation.render.driver import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_browser() is None:
        pytest.skip("no Chromium on this machine: python -m generation browser --install")
    with Browser() as browser:
        yield browser


@pytest.fixture
def beacon() -> Iterator[socket.socket]:
    """Listens on loopback; a page that reached it would leave a connection to accept."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening

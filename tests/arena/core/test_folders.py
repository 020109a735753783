"""The broker made of folders: no worker ever takes a message, or reads an exchange, that is not whole."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from arena.core.folders import Channel, Transport

THREADS = 4


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Connection]:
    for folder in ("queue", "control"):
        (tmp_path / folder).mkdir()
    options = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }
    with Connection(transport=Transport, transport_options=options) as connection:
        yield connection


class LooksMeanwhile:
    """Part of a message; while it is written down, a worker looks for the next one."""

    def __init__(self, worker: Channel) -> None:
        self.worker = worker
        self.looked = False

    def __json__(self) -> str:
        self.looked = True
        with pytest.raises(Empty):
            self.worker._get("work")
        return "whole"


def test_a_message_is_seen_when_it_is_whole(broker: Connection) -> None:
    sender, worker = broker.channel(), broker.channel()
    part = LooksMeanwhile(worker)
    sender._put("work", {"body": part})
    assert part.looked
    assert worker._get("work") == {"body": "whole"}
    with pytest.raises(Empty):
        worker._get("work")


def test_what_is_bound_at_once_is_read_whole_and_kept(broker: Connection, tmp_path: Path) -> None:
    channels = [broker.channel() for _ in range(THREADS)]
    barrier = threading.Barrier(THREADS)

    def bind(number: int) -> None:
        barrier.wait(10)
        for _ in range(50):
            channels[number]._queue_bind("work", "work", "", f"queue-{number}")
            channels[number].get_table("work")

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(bind, range(THREADS)))
    assert {entry.queue for entry in channels[0].get_table("work")} == {f"queue-{n}" for n in range(THREADS)}
    assert [path.name for path in (tmp_path / "control").iterdir()] == ["work.exchange"]


def test_the_site_uses_it() -> None:
    with Connection("filesystem://") as connection:
        assert connection.transport_cls == "filesystem"
        assert isinstance(connection.transport, Transport)

"""The broker made of folders, with messages that are whole as soon as they can be seen.

Kombu's own opens a message's file where workers look and writes afterwards: a worker that looks in between takes half a
message, stops over it, and the message is gone. The file of an exchange is made in the same way.
"""

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_: object) -> None:  # type: ignore[override]  # as Kombu itself does
        # The name begins with the time, because workers take the first in order.
        name = f"{time.monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, dumps(payload))

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        file = Path(self.control_folder) / f"{exchange}.exchange"
        if not file.exists():
            _write_whole(file, dumps([]), keep=True)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel


def _write_whole(path: Path, text: str, *, keep: bool = False) -> None:
    """Put the file in its place with all that it holds; one that is there already stays if it is to be kept."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid.uuid4()}.part")
    part.write_text(text)
    try:
        if keep:
            os.link(part, path)
        else:
            part.replace(path)
    except FileExistsError:
        pass
    finally:
        part.unlink(missing_ok=True)

"""Files by content: each lies in DATA_DIR/media under its sha256, is written once and never changed."""

import hashlib
import os
import tempfile
from pathlib import Path

from django.conf import settings


def stored_path(sha256: str) -> Path:
    """Where the file with this sha256 lies (whether or not it is there)."""
    if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
        raise ValueError("not a sha256 in hexadecimal")
    return Path(settings.MEDIA_DIR) / sha256


def read_stored(sha256: str) -> bytes:
    return stored_path(sha256).read_bytes()


def store_bytes(data: bytes) -> str:
    """Keep these bytes and return their sha256."""
    sha256 = hashlib.sha256(data).hexdigest()
    target = stored_path(sha256)
    if not target.exists():
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".draft-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(target)  # atomic: a reader sees the whole file or none
    return sha256


def store_file(path: Path) -> str:
    """Keep a copy of this file and return its sha256."""
    return store_bytes(path.read_bytes())

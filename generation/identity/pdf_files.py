"""What a PDF says, shows and carries, read in a process of its own with limits and without rights."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from generation.errors import BadPoster
from generation.identity.fragments import Fragment, Where

SECONDS: Final = 60
MEMORY_BYTES: Final = 2_000_000_000
_ROOT: Final = Path(__file__).resolve().parents[2]


def read_pdf(data: bytes) -> tuple[Fragment, ...]:
    """The fragments of a PDF; BadPoster where it stops its reader."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "generation.identity.pdf_worker", str(MEMORY_BYTES), str(SECONDS)],
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            cwd="/",
            env={"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONPATH": str(_ROOT), "OPENBLAS_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired as error:
        raise BadPoster(f"what the PDF says could not be read within {SECONDS} s") from error
    if done.returncode != 0:
        raise BadPoster("what the PDF says cannot be read: it stops the reader")
    return tuple(
        Fragment(Where(where), label, text, None if box is None else (box[0], box[1], box[2], box[3]))
        for where, label, text, box in json.loads(done.stdout)
    )

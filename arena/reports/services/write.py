"""Writing a snapshot's files into a folder of somebody's choice."""

from pathlib import Path

from arena.core.errors import BadInput
from arena.core.files import stored_path
from arena.reports.models import Report


def write_snapshot(*, report: Report, out: Path) -> list[Path]:
    """Put every file of a finished snapshot into `out`, which is made if absent; other files there are left alone."""
    written = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for entry in report.files.order_by("name"):
            path = out / entry.name
            path.write_bytes(stored_path(entry.sha256).read_bytes())
            written.append(path)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}.") from error
    return written

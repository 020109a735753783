"""The archive that holds a whole snapshot; the same files give the same bytes."""

import io
import zipfile
from collections.abc import Mapping

NAME = "everything.zip"
README_NAME = "README.txt"
FOLDER = "report"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold


def recompute_command(*, has_scores: bool, resamples: int, seed: int, evaluator: str = "") -> str:
    """The command that makes the report anew from the downloaded files, to the same bytes."""
    lines = ["python -m scoring report --judgments judgments.csv" + (" --scores scores.csv" if has_scores else "")]
    choice = f"--evaluator {evaluator} " if evaluator else ""
    lines.append(f"  --out report {choice}--resamples {resamples} --seed {seed}")
    return " \\\n".join(lines)


def pack(files: Mapping[str, bytes], *, readme: str) -> bytes:
    """All files in a folder, sorted by name, with a README in front."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in [(README_NAME, readme.encode()), *sorted(files.items())]:
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", date_time=LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return stream.getvalue()

"""The way in: a paper's PDF becomes its content and a folder of pictures."""

import re
from pathlib import Path

from generation.errors import BadPaper
from generation.ingest import limits
from generation.ingest.check import check_bytes, error_checked
from generation.ingest.content_json import content_from_json
from generation.ingest.sandbox import reading, take_picture
from generation.records import PaperContent

PICTURE_NAME = re.compile(r"^(?:figure|table)-[a-z0-9-]{1,40}\.png$")


def ingest_paper(pdf: Path, out: Path, *, timeout_seconds: float = limits.INGEST_SECONDS) -> PaperContent:
    """Reads a paper in a sandbox and writes the pictures of its figures and tables into `out`.

    They are called figure-1.png, table-2.png and so on, at most 2400 pixels on the long edge.
    The folder is made if need be; pictures of the same name are replaced. Raises BadPaper as `check_paper` does.
    """
    check_bytes(pdf)
    with reading("ingest", pdf, timeout_seconds=timeout_seconds) as done:
        error_checked(done.result)
        content = content_from_json(done.result)
        out.mkdir(parents=True, exist_ok=True)
        for figure in content.figures:
            if not PICTURE_NAME.match(figure.image):
                raise BadPaper(f"The PDF reader named a picture {figure.image!r}.")
            take_picture(done.figures / figure.image, out / figure.image)
    return content

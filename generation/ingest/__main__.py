"""The child process that reads one PDF: `python -m generation.ingest check|ingest|picture|sheets SECONDS [UID GID]`.

In its own folder it reads paper.pdf and writes result.json: what it found, or {"error": one line}.
Pictures go to figures/. For `picture` request.json says which page, and which box of it or how large.
"""

import json
import os
import resource
import sys
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from generation.errors import BadPaper
from generation.ingest import limits
from generation.ingest.content_json import content_to_json
from generation.ingest.document import open_document, open_paper
from generation.ingest.ink import clusters, map_ink
from generation.ingest.pages import render
from generation.ingest.pictures import draw_part
from generation.ingest.reader import read_paper
from generation.ingest.sandbox import FIGURES, PAPER, PICTURE, REQUEST, RESULT, STARTED
from generation.ingest.sheets import draw_all, draw_sheet, encode

PROBE = "probe.pdf"
PROBE_PDF = b"""%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
4 0 obj << /Length 53 >> stream
BT /F 12 Tf 20 100 Td (Some words to be read) Tj ET
endstream endobj
trailer << /Root 1 0 R >>
%%EOF
"""


def main(arguments: list[str]) -> int:
    """Loads everything, gives up rights, sets limits, reads. Returns the exit status."""
    action, seconds, *user = arguments
    _load_all()
    if user:
        uid, gid = (int(number) for number in user)
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    _set_limits(float(seconds))
    Path(STARTED).touch()
    try:
        result = ACTIONS[action]()
    except BadPaper as error:
        result = json.dumps({"error": str(error)})
    except pdfium.PdfiumError as error:
        result = json.dumps({"error": f"The PDF is damaged: {error}"})
    except MemoryError:
        result = json.dumps(
            {"error": f"Reading the PDF needs more than {limits.MEMORY_BYTES // 1024**2} MB of memory."}
        )
    Path(RESULT).write_text(result, encoding="utf-8")
    return 0


def _check() -> str:
    _, facts = open_paper(Path(PAPER))
    return json.dumps(asdict(facts))


def _ingest() -> str:
    document, _ = open_paper(Path(PAPER))
    return content_to_json(read_paper(document, Path(FIGURES)))


def _draw() -> str:
    document = open_document(Path(PAPER))
    request = json.loads(Path(REQUEST).read_text(encoding="utf-8"))
    return json.dumps(draw_part(document, request, Path(FIGURES) / PICTURE))


def _sheets() -> str:
    return draw_all(open_document(Path(PAPER)), Path(FIGURES))


ACTIONS = {"check": _check, "ingest": _ingest, "picture": _draw, "sheets": _sheets}


def _load_all() -> None:
    """Uses every library once, so that nothing has to be loaded after the rights to read it are gone."""
    Path(PROBE).write_bytes(PROBE_PDF)
    document, _ = open_paper(Path(PROBE))
    read_paper(document, Path(FIGURES))
    render(document[0], 1.0)
    clusters(map_ink(document[0], ()))
    Image.new("RGB", (1, 1)).save(BytesIO(), "PNG")
    encode(draw_sheet(document[0]))
    Path(PROBE).unlink()


def _set_limits(seconds: float) -> None:
    held = (
        int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        if sys.platform == "linux"
        else 0
    )
    memory = held + limits.MEMORY_BYTES
    processor = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.MAX_OUTPUT_BYTES, limits.MAX_OUTPUT_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What a poster's file says of itself, whatever kind of file it is."""

from generation.errors import BadPoster
from generation.identity.fragments import Collector, Fragment
from generation.identity.html_files import read_html
from generation.identity.pdf_files import read_pdf
from generation.identity.picture_files import read_picture
from generation.records import ArtifactKind
from generation.render.sniff import sniff


def read_artifact(data: bytes) -> tuple[Fragment, ...]:
    """Texts and metadata of a PNG, JPEG, WebP, GIF, PDF or HTML file; BadPoster for anything else.

    What the file is, is decided by its content. No picture is decoded.
    """
    kind = sniff(data)
    if kind is ArtifactKind.PDF:
        return read_pdf(data)
    into = Collector()
    if kind is ArtifactKind.HTML:
        read_html(data, into)
    elif kind is ArtifactKind.PPTX:
        raise BadPoster("a PowerPoint file has to be turned into a PDF first")
    else:
        read_picture(data, into)
    return into.fragments


def read_tags(data: bytes) -> tuple[Fragment, ...]:
    """What a picture carries beside its pixels."""
    into = Collector()
    read_picture(data, into)
    return into.fragments

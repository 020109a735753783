"""Whether the identity check can do its work: what it needs is tried out, and what it has left to do is counted."""

from django.db import DatabaseError

from arena.core.wording import counted
from arena.posters.identity import identity_count
from arena.posters.models import Poster
from arena.posters.services.identity import words_now
from generation.identity.matching import find_signs
from generation.identity.words import word_list
from generation.records import Diagnosis

NAME = "Identity check"
SAMPLE = "Made with Paper2Poster"
INSTALL = "Install the packages of requirements.lock again."


def diagnose_identity() -> Diagnosis:
    """Reads a line of text as it stands on a poster, and says how many posters nobody has looked at."""
    try:
        read = _read_sample()
    except (ImportError, OSError) as error:
        return Diagnosis(NAME, False, f"posters cannot be read: {str(error).splitlines()[0]}", INSTALL)
    if not any(find_signs(line, word_list()) for line in read):
        return Diagnosis(NAME, False, f"{SAMPLE!r} was read as {' '.join(read) or 'nothing'!r}", INSTALL)
    try:
        words = words_now()
        count = identity_count(Poster.objects.filter(is_current=True), words.sha256)
    except DatabaseError:
        return Diagnosis(NAME, True, "posters can be read; the database cannot, so nobody knows how many wait")
    message = (
        f"posters can be read, {counted(len(words), 'name')} looked for,"
        f" {count.scanned} of {counted(count.posters, 'poster')} scanned"
    )
    return Diagnosis(NAME, not count.unscanned, message, "Run: python manage.py scan_posters", optional=True)


def _read_sample() -> list[str]:
    from PIL import Image, ImageDraw, ImageFont

    from scoring.posterbench.ocr import read_lines
    from scoring.posterbench.raster import raster_of

    picture = Image.new("RGB", (1024, 256), "white")
    ImageDraw.Draw(picture).text((60, 100), SAMPLE, fill="black", font=ImageFont.load_default(size=48))
    return [line.text for line in read_lines(raster_of(picture), threads=1)]

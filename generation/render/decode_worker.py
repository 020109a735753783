"""Turns hostile bytes into clean pictures of a few sizes, in a process of its own with limits and without rights.

Run as a script by `normalise.py`: the order comes as one JSON line on stdin, then the bytes; the answer is one
JSON line on stdout, then the bytes of the files, in the order of `encoded`.
"""

import contextlib
import ctypes
import io
import json
import os
import pwd
import resource
import sys
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

EXIF_ORIENTATION = 0x0112
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


class Refused(Exception):
    """The bytes cannot become a poster; the message is for the person who sent them."""


@dataclass
class Limits:
    """What `normalise.py` orders."""

    kind: str
    max_pixels: int
    max_aspect: float
    min_long_edge: int
    long_edges: list[int]  # of master, rendition, medium, thumbnail
    memory_bytes: int
    cpu_seconds: int
    notes: list[str] = field(default_factory=list)


def give_up_rights(limits: Limits) -> None:
    """Bound memory, time and files; stop being root. All modules and codecs are loaded by now, no file is needed."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if os.geteuid() == 0:
        with contextlib.suppress(KeyError):
            nobody = pwd.getpwnam("nobody")
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS


def check_size(width: int, height: int, limits: Limits) -> None:
    """Geometry, before anything is decoded."""
    if width * height > limits.max_pixels:
        million = width * height / 1e6
        raise Refused(f"too many pixels: {width} x {height} is {million:.0f} million (limit {pixel_limit(limits)})")
    check_shape(width, height, limits)
    if max(width, height) < limits.min_long_edge:
        raise Refused(f"too small: {width} x {height} pixels; the longer edge needs {limits.min_long_edge}")


def pixel_limit(limits: Limits) -> str:
    return f"{limits.max_pixels / 1e6:.0f} million"


def check_shape(width: float, height: float, limits: Limits) -> None:
    if min(width, height) <= 0 or max(width, height) / min(width, height) > limits.max_aspect:
        raise Refused(
            f"not the shape of a poster: {width:.0f} x {height:.0f} is longer than {limits.max_aspect:g} to 1"
        )


def open_picture(data: bytes, limits: Limits) -> Image.Image:
    """An upright sRGB picture on white, its long edge already within the master's."""
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise Refused("damaged image: it cannot be opened") from error
    width, height = picture.size
    check_size(width, height, limits)
    if getattr(picture, "n_frames", 1) > 1:
        limits.notes.append("first frame of an animation")
    orientation = picture.getexif().get(EXIF_ORIENTATION, 1)
    profile = picture.info.get("icc_profile")
    if picture.format == "JPEG":  # decodes at half or quarter size where that is still enough
        picture.draft(picture.mode, (limits.long_edges[0], limits.long_edges[0]))
    picture.load()
    transparent = "transparency" in picture.info or picture.mode in ("RGBA", "LA", "PA", "RGBa", "La")
    small = shrink(eight_bits(picture, transparent=transparent), limits.long_edges[0])
    upright = turn(on_white(small), orientation)
    return to_srgb(upright, profile, limits)


def eight_bits(picture: Image.Image, *, transparent: bool) -> Image.Image:
    """A mode that resizing and colour management understand: L, RGB, CMYK, LAB or RGBA."""
    if picture.mode.startswith("I"):
        wide = np.asarray(picture).astype(np.uint32)
        return Image.fromarray((wide >> 8 if wide.max(initial=0) > 255 else wide).astype(np.uint8), "L")
    if picture.mode == "F":
        return Image.fromarray(np.clip(np.nan_to_num(np.asarray(picture)), 0, 255).astype(np.uint8), "L")
    if transparent:
        return picture.convert("RGBA")
    return picture if picture.mode in ("L", "RGB", "CMYK", "LAB") else picture.convert("RGB")


def shrink(picture: Image.Image, long_edge: int) -> Image.Image:
    """Never larger than before."""
    factor = long_edge / max(picture.size)
    if factor >= 1:
        return picture
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    return picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)


def on_white(picture: Image.Image) -> Image.Image:
    if picture.mode != "RGBA":
        return picture
    white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, picture).convert("RGB")


def turn(picture: Image.Image, orientation: int) -> Image.Image:
    if orientation == 1:
        return picture
    marked = picture.copy()
    marked.getexif()[EXIF_ORIENTATION] = orientation
    return ImageOps.exif_transpose(marked)


def to_srgb(picture: Image.Image, profile: bytes | None, limits: Limits) -> Image.Image:
    """By its colour profile if it has a usable one, else by the plain conversion, and then says so."""
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            converted = ImageCms.profileToProfile(picture, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
            if converted is not None:
                return converted
        except (ImageCms.PyCMSError, OSError, ValueError):
            limits.notes.append("its colour profile could not be used; colours taken as they are")
    elif picture.mode == "CMYK":
        limits.notes.append("printing colours (CMYK) without a profile; converted plainly")
    return picture.convert("RGB")


def open_pdf(data: bytes, limits: Limits) -> Image.Image:
    """The first page, drawn so that its long edge is the master's."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise Refused("the PDF is locked with a password" if locked else "damaged PDF: it cannot be opened") from error
    pages = len(document)
    if pages == 0:
        raise Refused("the PDF has no pages")
    if pages > 1:
        limits.notes.append(f"page 1 of {pages}")
    try:
        page = document[0]
        width, height = page.get_size()
        check_shape(width, height, limits)
        bitmap = page.render(scale=limits.long_edges[0] / max(width, height), draw_annots=False)
    except pdfium.PdfiumError as error:
        raise Refused("damaged PDF: its first page cannot be drawn") from error
    drawn: Image.Image = bitmap.to_pil()
    return drawn.convert("RGB")


def encode(picture: Image.Image, **options: object) -> bytes:
    """Only the pixels: a fresh picture carries no metadata over."""
    clean = Image.frombytes("RGB", picture.size, picture.tobytes())
    buffer = io.BytesIO()
    clean.save(buffer, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def encoded(master: Image.Image, limits: Limits) -> list[bytes]:
    """The master, the same picture for pages with every pixel, and smaller ones; all posters alike, whoever made them.

    What is looked at closely keeps the most; more effort of the encoder saves a few percent and costs twice the time.
    """
    rendition = shrink(master, limits.long_edges[1])
    medium = shrink(rendition, limits.long_edges[2])
    thumbnail = shrink(medium, limits.long_edges[3])
    return [
        encode(master, format="PNG", compress_level=5),
        encode(master, format="WEBP", quality=90, method=0),
        encode(rendition, format="WEBP", quality=88, method=2),
        encode(medium, format="WEBP", quality=85, method=4),
        encode(thumbnail, format="WEBP", quality=85, method=4),
    ]


def work(data: bytes, limits: Limits) -> tuple[dict[str, object], list[bytes]]:
    try:
        master = open_pdf(data, limits) if limits.kind == "pdf" else open_picture(data, limits)
        files = encoded(master, limits)
    except Refused as refusal:
        return {"refused": str(refusal)}, []
    except Image.DecompressionBombError:
        return {"refused": f"too many pixels (limit {pixel_limit(limits)})"}, []
    except MemoryError:
        return {"refused": "it needs more memory than allowed"}, []
    except (OSError, SyntaxError, ValueError, EOFError):
        # What Pillow's decoders raise for broken streams; SyntaxError is its word for a broken PNG.
        return {"refused": "damaged image: it breaks off or does not decode"}, []
    answer = {"width": master.width, "height": master.height, "notes": limits.notes, "sizes": [len(f) for f in files]}
    return answer, files


def main(source: BinaryIO, target: BinaryIO) -> None:
    limits = Limits(**json.loads(source.readline()))
    data = source.read()
    Image.init()
    Image.MAX_IMAGE_PIXELS = limits.max_pixels
    give_up_rights(limits)
    answer, files = work(data, limits)
    target.write(json.dumps(answer).encode() + b"\n")
    target.writelines(files)
    target.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)

"""Pictures of a paper's pages and crops out of them, cut in the sandbox that also reads papers."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from arena.benchmarks.models import Case, PageImage
from arena.core.errors import BadInput, NotReady
from arena.core.files import store_bytes, store_file, stored_path
from generation.errors import BadCrop, BadPaper, GenerationError
from generation.ingest import cut_figure, render_page
from generation.records import Box

LONG_EDGE = {PageImage.Size.SMALL: 480, PageImage.Size.LARGE: 1600}
THUMBNAIL_EDGE = 320
LARGEST = 4800
SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a page as a stored picture; `box` is the part of it that lies on the page."""

    box: Box
    image_sha256: str
    thumbnail_sha256: str
    width: int
    height: int


def page_image(*, pdf_sha256: str, page: int, size: PageImage.Size) -> PageImage:
    """The picture of a page (from 1), drawn now unless it was before; BadInput where there is no such page."""
    kept = PageImage.objects.filter(pdf_sha256=pdf_sha256, page=page, size=size).first()
    if kept is not None and stored_path(kept.image_sha256).exists():
        return kept
    if not pdf_sha256:
        raise NotReady("The paper has no PDF yet.")
    with TemporaryDirectory(prefix="poster-arena-page-") as folder:
        target = Path(folder) / "page.png"
        try:
            drawn = render_page(
                stored_path(pdf_sha256), page, target, long_edge=LONG_EDGE[size], timeout_seconds=SECONDS
            )
        except (BadCrop, BadPaper) as error:
            raise BadInput(str(error)) from error
        except GenerationError as error:
            raise NotReady(str(error)) from error
        image_sha256 = store_bytes(as_webp(target, LONG_EDGE[size]))
    image, _ = PageImage.objects.update_or_create(
        pdf_sha256=pdf_sha256,
        page=page,
        size=size,
        defaults={
            "image_sha256": image_sha256,
            "width": drawn.width,
            "height": drawn.height,
            "points_wide": drawn.points_wide,
            "points_high": drawn.points_high,
        },
    )
    return image


def cut_crop(*, case: Case, page: int, box: Box) -> Crop:
    """Cut a box out of a page of the case's PDF and keep the picture; BadInput where that is no picture."""
    if not case.pdf_sha256:
        raise NotReady(f"{case.case_id} has no PDF yet.")
    with TemporaryDirectory(prefix="poster-arena-crop-") as folder:
        target = Path(folder) / "crop.png"
        try:
            width, height = cut_figure(stored_path(case.pdf_sha256), page, box, target, timeout_seconds=SECONDS)
        except (BadCrop, BadPaper) as error:
            raise BadInput(str(error)) from error
        except GenerationError as error:
            raise NotReady(str(error)) from error
        sheet = page_image(pdf_sha256=case.pdf_sha256, page=page, size=PageImage.Size.LARGE)
        on_page = Box(
            max(0.0, round(box.x0, 2)),
            max(0.0, round(box.y0, 2)),
            min(sheet.points_wide, round(box.x1, 2)),
            min(sheet.points_high, round(box.y1, 2)),
        )
        thumbnail = store_bytes(as_webp(target, THUMBNAIL_EDGE))
        return Crop(on_page, store_file(target), thumbnail, width, height)


def as_webp(png: Path, long_edge: int) -> bytes:
    """A PNG that our own renderer drew, made small for pages."""
    with Image.open(png, formats=["PNG"]) as picture:
        if max(picture.size) > LARGEST:
            raise BadInput(f"The picture has more than {LARGEST} pixels on an edge.")
        small = picture.convert("RGB")
    small.thumbnail((long_edge, long_edge), Image.Resampling.LANCZOS)
    buffer = BytesIO()
    small.save(buffer, "WEBP", quality=82, method=4)
    return buffer.getvalue()

"""A built-in system at work: read the paper, measure, try layouts, take the best that stands every check."""

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from generation.backends.builtin.design import (
    BODY_PX,
    SMALLEST_TEXT,
    Candidate,
    Design,
    Metrics,
    finding_px,
    scales_for,
    title_px,
    worth,
)
from generation.backends.builtin.fit import FilledZone, PicturePiece, TextPiece, Zone, fill
from generation.backends.builtin.press import (
    Page,
    PictureView,
    Sample,
    TextView,
    ZoneView,
    compose,
    embedded_picture,
    with_sources,
)
from generation.backends.builtin.story import Story, tell
from generation.errors import BackendError, RenderError
from generation.records import (
    ArtifactKind,
    Cost,
    CostBasis,
    Diagnosis,
    GenerationRequest,
    GenerationResult,
    TrajectoryStep,
)
from generation.render.browser import diagnose_browser
from generation.render.driver import Browser, shared_browser
from generation.render.html import Sheet, with_sheet
from generation.render.layout import Layout, check_layout

MAX_FIGURES: Final = 5
KEPT_LAYOUTS: Final = 6
FILE_NAME: Final = "poster.html"


class BuiltinSystem:
    """A design as a backend. Deterministic: the same paper gives the same poster."""

    def __init__(self, design: Design, *, max_figures: int, browser: Browser | None = None) -> None:
        self.design = design
        self.max_figures = max_figures
        self._browser = browser

    def doctor(self) -> Diagnosis:
        """It needs a browser and nothing else."""
        found = diagnose_browser()
        return Diagnosis(self.design.name, ok=found.ok, message=found.message, remedy=found.remedy)

    def generate(self, request: GenerationRequest) -> GenerationResult:
        """One self-contained HTML poster on which nothing overflows or overlaps; else a BackendError."""
        log = _Log()
        browser = self._browser or shared_browser()
        story = tell(
            request.content,
            request.identity,
            request.assets,
            max_figures=self.max_figures,
            plain_words=self.design.plain_words,
        )
        if story.empty or not story.title:
            raise BackendError("nothing of this paper's text can stand on a poster", permanent=True)
        log.add("select", _what_was_found(story))
        try:
            html, page = with_sheet(
                lambda sheet: self._make(sheet, story, log),
                {},
                width=self.design.width,
                height=self.design.height,
                timeout_seconds=request.timeout_seconds,
                browser=browser,
            )
        except RenderError as error:
            raise BackendError(str(error), permanent=False) from error
        artifact = request.workspace / FILE_NAME
        artifact.write_text(html, encoding="utf-8")
        log.add("write", f"{FILE_NAME}, {len(html) / 1e6:.1f} MB")
        return GenerationResult(
            artifact=artifact,
            kind=ArtifactKind.HTML,
            cost=Cost(CostBasis.NONE),
            trajectory=tuple(log.steps),
            isolation=browser.isolation,
            figures=_figures_on(page, story),
        )

    def _make(self, sheet: Sheet, story: Story, log: "_Log") -> tuple[str, Page]:
        layouts = self._best_layouts(sheet, story)
        log.add("fit", f"{len(layouts)} layouts kept")
        if not layouts:
            raise BackendError("no layout holds this paper's title and texts", permanent=True)
        first_fault = ""
        for attempt, page in enumerate(layouts, start=1):
            html = compose(self.design.template, story, _embed(page, story), self.design.faces, embed=True)
            sheet.load(html)
            faults = check_layout(
                sheet.measure(), width=self.design.width, height=self.design.height, smallest_text=SMALLEST_TEXT
            )
            if not faults and not sheet.refused:
                log.add("check", f"layout {attempt}: nothing overflows, overlaps or is cut off")
                return html, page
            first_fault = first_fault or str(faults[0] if faults else sheet.refused[0])
        raise BackendError(f"no layout passes its check: {first_fault}", permanent=True)

    def _best_layouts(self, sheet: Sheet, story: Story) -> list[Page]:
        """The best few pages over all type scales, best first; of each scale only the best one."""
        best: list[tuple[float, int, Page]] = []
        serial = count()
        samples = tuple(dict.fromkeys(self.design.samples(story)))
        bench = replace(self._blank(story, 1.0), samples=samples)
        sheet.load(compose(self.design.template, story, bench, self.design.faces, embed=False))
        for scale in scales_for(self.design, story):
            page = self._blank(story, scale)
            metrics = _metrics(sheet.measure(root_px=page.rem), page.rem, samples)
            options = ((value, -next(serial), c, f) for value, c, f in self._filled(story, metrics, scale))
            for value, place, candidate, filled in heapq.nlargest(2, options, key=lambda option: option[:2]):
                best.append((value, place, _page_of(page, candidate, filled, story)))
        return [page for _, _, page in heapq.nlargest(KEPT_LAYOUTS, best, key=lambda entry: entry[:2])]

    def _filled(
        self, story: Story, metrics: Metrics, scale: float
    ) -> Iterator[tuple[float, Candidate, tuple[FilledZone, ...]]]:
        # Designs offer the same zone in many candidates. Known by identity: comparing would cost more than filling.
        known: dict[int, tuple[Zone, FilledZone | None]] = {}
        for candidate in self.design.candidates(story, metrics):
            for zone in candidate.zones:
                if id(zone) not in known:
                    known[id(zone)] = (zone, fill(zone))
            whole = tuple(f for zone in candidate.zones if (f := known[id(zone)][1]) is not None)
            if len(whole) == len(candidate.zones):
                yield worth(self.design, whole, story, scale) + candidate.bonus, candidate, whole

    def _blank(self, story: Story, scale: float) -> Page:
        size = title_px(
            story.title,
            largest=self.design.title_largest,
            line_width=self.design.title_line,
            lines=self.design.title_lines,
        )
        return Page(
            self.design.width, self.design.height, BODY_PX * scale, size, finding_px=finding_px(self.design, story)
        )


def _metrics(layout: Layout, rem: float, samples: tuple[Sample, ...]) -> Metrics:
    boxes = {block.name: block.rect for block in layout.blocks}
    heights = {sample: boxes[f"sample-{place}"].height for place, sample in enumerate(samples)}
    return Metrics(rem, boxes, heights)


def _page_of(blank: Page, candidate: Candidate, filled: tuple[FilledZone, ...], story: Story) -> Page:
    zones = tuple(_zone_view(place, zone, story) for place, zone in enumerate(filled))
    used = max((zone.zone.height - zone.void for zone in filled), default=0.0)
    if story.sparse:
        zones = tuple(replace(zone, height=min(zone.height, used)) for zone in zones)
    return replace(blank, zones=zones, finding_px=candidate.finding_px or blank.finding_px, used=used)


def _zone_view(place: int, filled: FilledZone, story: Story) -> ZoneView:
    pieces: list[TextView | PictureView] = []
    for number, (piece, amount) in enumerate(zip(filled.zone.pieces, filled.amounts, strict=True)):
        name = f"z{place}p{number}"
        if isinstance(piece, PicturePiece):
            pieces.append(_picture_view(name, piece, amount, story))
        else:
            pieces.append(_text_view(name, piece, int(amount), story))
    zone = filled.zone
    # A hair less than measured, so that rounding never makes a scrolling overflow.
    gap = filled.gap - 0.05
    return ZoneView(f"z{place}", zone.x, zone.y, zone.width, zone.height, gap, zone.area, tuple(pieces))


def _text_view(name: str, piece: TextPiece, amount: int, story: Story) -> TextView:
    """The chosen sentences, put back into the order in which the paper says them."""
    chosen = [line.text for line in piece.lines[:amount]]
    order = {sentence.text: sentence.order for pool in story.pools.values() for sentence in pool}
    heading = "" if piece.role == "finding" else story.labels[piece.role]
    return TextView(name, piece.role, heading, tuple(sorted(chosen, key=lambda text: order.get(text, 0))))


def _picture_view(name: str, piece: PicturePiece, height: float, story: Story) -> PictureView:
    picture = story.pictures[piece.key]
    readout = picture.readout if piece.readout else ""
    width = height * piece.aspect
    return PictureView(name, f"{piece.key}", width, height, picture.caption, picture.source, readout)


def _embed(page: Page, story: Story) -> Page:
    sources = {
        piece.name: embedded_picture(story.pictures[int(piece.src)].file, piece.width)
        for zone in page.zones
        for piece in zone.pieces
        if isinstance(piece, PictureView)
    }
    return with_sources(page, sources)


def _figures_on(page: Page, story: Story) -> tuple[str, ...]:
    """Ids of the figures and tables on the page, from the top left on."""
    pieces = (piece for zone in page.zones for piece in zone.pieces)
    return tuple(story.pictures[int(piece.src)].figure.figure_id for piece in pieces if isinstance(piece, PictureView))


def _what_was_found(story: Story) -> str:
    sentences = sum(len(pool) for pool in story.pools.values())
    return f"{sentences} sentences, {len(story.pictures)} figures and tables"


@dataclass(slots=True)
class _Log:
    steps: list[TrajectoryStep]
    last: float

    def __init__(self) -> None:
        self.steps = []
        self.last = time.monotonic()

    def add(self, name: str, message: str) -> None:
        now = time.monotonic()
        self.steps.append(TrajectoryStep(name, now - self.last, message))
        self.last = now

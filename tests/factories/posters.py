"""Papers that have been read, systems and posters, made directly as rows."""

import hashlib
import io

from PIL import Image

from arena.benchmarks.models import Benchmark, BenchmarkCase, Case, CaseFigure, Ingest
from arena.core.files import store_bytes
from arena.core.leases import WorkState
from arena.posters.models import Poster
from arena.systems.models import System, SystemConfig
from generation.ingest import content_to_json
from generation.records import Box, Figure, FigureKind, PaperContent, Section

FIGURE = Figure("figure-1", FigureKind.FIGURE, "Figure 1", "A curve.", 1, Box(10, 10, 110, 90), "figure-1.png", 100, 80)
CONTENT = PaperContent(
    title="A paper",
    authors=("Ann Author",),
    abstract="What was read off the page.",
    sections=(Section("Introduction", 1, 1, ("We measure 42 things.",)),),
    figures=(FIGURE,),
    pages=3,
    text="A paper. We measure 42 things.",
)


def png(width: int = 800, height: int = 600, colour: str = "white") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "PNG")
    return buffer.getvalue()


def make_benchmark(name: str = "bench", cases: int = 0) -> Benchmark:
    """A benchmark with so many ready papers, named `<name>-1`, `<name>-2`, …"""
    benchmark = Benchmark.objects.create(name=name, title=name.title())
    for number in range(1, cases + 1):
        add_case(benchmark, make_ready_case(f"{name}-{number}"))
    return benchmark


def add_case(benchmark: Benchmark, case: Case) -> Case:
    BenchmarkCase.objects.create(benchmark=benchmark, case=case, position=benchmark.entries.count() + 1)
    return case


def make_case(case_id: str, **fields: object) -> Case:
    facts = {"title": f"On {case_id}", "authors": ["Ann Author"], "abstract": "An abstract.", "discipline": "ai_ml"}
    return Case.objects.create(case_id=case_id, **{**facts, **fields})


def make_ready_case(case_id: str, **fields: object) -> Case:
    """A case whose PDF was read: one section, one figure."""
    sha256 = store_bytes(b"%PDF-1.4 " + case_id.encode())
    case = make_case(case_id, pdf_sha256=sha256, pdf_version=1, pages=3, **fields)
    ingest = Ingest.objects.create(case=case, pdf_sha256=sha256, state=WorkState.DONE, content=content_to_json(CONTENT))
    CaseFigure.objects.create(
        ingest=ingest,
        figure_id=FIGURE.figure_id,
        kind="figure",
        label=FIGURE.label,
        caption=FIGURE.caption,
        page=1,
        box=[10, 10, 110, 90],
        image_sha256=store_bytes(png(100, 80)),
        width=100,
        height=80,
        position=1,
    )
    return case


def make_config(slug: str, backend: str = "plain-column", **params: object) -> SystemConfig:
    system, _ = System.objects.get_or_create(slug=slug, defaults={"name": slug.title()})
    return SystemConfig.objects.create(
        system=system,
        version=system.configs.count() + 1,
        backend=backend,
        params=params,
        config_hash=hashlib.sha256(f"{slug}{backend}{params}".encode()).hexdigest(),
    )


def make_poster(case: Case, config: SystemConfig, **fields: object) -> Poster:
    image = store_bytes(png(colour="lightgrey"))
    values = {
        "revision": Poster.objects.filter(case=case, system_config=config).count() + 1,
        "origin": Poster.Origin.GENERATED,
        "pdf_sha256": case.pdf_sha256,
        "artifact_sha256": store_bytes(b"<!doctype html><script>alert(1)</script>"),
        "artifact_kind": "html",
        "master_sha256": image,
        "rendition_sha256": image,
        "thumbnail_sha256": image,
        "width": 800,
        "height": 600,
    }
    return Poster.objects.create(case=case, system_config=config, **{**values, **fields})

"""Makes whole studies quickly: benchmark, cases, systems, posters with small real pictures, frozen and open."""

import hashlib
import io
from collections.abc import Sequence
from functools import lru_cache

from django.test import Client
from django.utils import timezone
from PIL import Image, ImageDraw

from arena.benchmarks.models import Benchmark, BenchmarkCase, Case
from arena.core.files import store_bytes
from arena.core.leases import WorkState
from arena.posters.models import IdentityScan, Poster
from arena.review.models import Journey
from arena.studies.consent import consent_text
from arena.studies.models import Reviewer, Study
from arena.studies.services.consent import give_consent
from arena.studies.services.freeze import freeze_study
from arena.studies.services.invite import confirm_invitation, invite
from arena.studies.services.life import create_study, open_study
from arena.systems.models import System, SystemConfig

SYSTEMS = ("alder", "birch", "cedar", "dogwood")
ABSTRACT = "We look at one question with public data and find a small, steady effect that holds in every year. " * 3
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"


def make_benchmark(name: str = "trees", n_cases: int = 3, discipline: str = "physics_astronomy") -> Benchmark:
    """A benchmark of so many cases, each with a PDF of its own; cases of that name that exist already are shared."""
    benchmark = Benchmark.objects.create(name=name, title=name.title())
    for position in range(1, n_cases + 1):
        case, _ = Case.objects.get_or_create(
            case_id=f"{name}-{position:03d}",
            defaults={
                "title": f"The growth of trees on slope number {position}",
                "abstract": ABSTRACT,
                "discipline": discipline,
                "pdf_sha256": store_bytes(PDF + hashlib.sha256(f"{name} {position}".encode()).hexdigest().encode()),
                "pdf_version": 1,
                "pages": 4,
            },
        )
        BenchmarkCase.objects.create(benchmark=benchmark, case=case, position=position)
    return benchmark


def make_config(slug: str) -> SystemConfig:
    """The current configuration of this system, made if it is not there; "slug@2" supersedes those before it."""
    name, _, version = slug.partition("@")
    system, _ = System.objects.get_or_create(slug=name, defaults={"name": name.title()})
    config = system.configs.filter(version=int(version or 1)).first()
    if config is None:
        config_hash = hashlib.sha256(slug.encode()).hexdigest()
        system.configs.update(superseded_at="2026-01-01T00:00:00Z")
        config = system.configs.create(version=int(version or 1), backend="builtin", config_hash=config_hash)
    return config


def make_poster(
    case: Case, config: SystemConfig, *, rendition: bytes | None = None, thumbnail: bytes | None = None
) -> Poster:
    """The next poster of this case by this system, which becomes the current one."""
    revision = Poster.objects.filter(case=case, system_config=config).count() + 1
    Poster.objects.filter(case=case, system_config=config).update(is_current=False)
    colour = hashlib.sha256(f"{case.case_id} {config.pk} {revision}".encode()).digest()[0]
    picture = rendition or picture_webp(colour, 640, 480)
    poster = Poster.objects.create(
        case=case,
        system_config=config,
        revision=revision,
        origin=Poster.Origin.UPLOADED,
        pdf_sha256=case.pdf_sha256,
        artifact_sha256=store_bytes(b"artifact of " + picture),
        artifact_kind="png",
        master_sha256=store_bytes(b"master of " + picture),
        rendition_sha256=store_bytes(picture),
        thumbnail_sha256=store_bytes(thumbnail or picture_webp(colour, 160, 120)),
        medium_sha256=store_bytes(picture_webp(colour, 320, 240)),
        full_sha256=store_bytes(picture_webp(colour, 1280, 960)),
        width=1280,
        height=960,
    )
    # Looked at, and nothing found that says who made it.
    IdentityScan.objects.create(poster=poster, state=WorkState.DONE, read_words=40, finished_at=timezone.now())
    return poster


@lru_cache(maxsize=600)
def picture_webp(colour: int, width: int, height: int) -> bytes:
    """A small poster-like picture: a coloured band and a few lines of grey."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width, height // 5), fill=(colour, 255 - colour, (colour * 7) % 256))
    for line in range(1, 7):
        top = height // 5 + line * height // 9
        draw.rectangle((width // 12, top, width - width // (2 + line), top + height // 40), fill="#888888")
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=80)
    return buffer.getvalue()


def make_study(
    *,
    n_cases: int = 3,
    systems: Sequence[str] = SYSTEMS,
    state: str = Study.State.OPEN,
    name: str = "forest",
    seed: int = 1,
    min_view_seconds: float = 0.0,
    drop_incomplete: bool = False,
    practice_pairs: int = 0,
    repeat_share: float = 0.0,
) -> Study:
    """A study with every poster, in the state asked for; without a minimum view time, practice and repeats unless
    they are asked for."""
    benchmark = make_benchmark(f"{name}-papers", n_cases)
    configs = [make_config(slug) for slug in systems]
    for entry in benchmark.entries.select_related("case"):
        for config in configs:
            make_poster(entry.case, config)
    study = create_study(
        name=name, benchmark=benchmark, systems=list(systems), seed=seed, drop_incomplete=drop_incomplete
    )
    Study.objects.filter(pk=study.pk).update(
        min_view_seconds=min_view_seconds, practice_pairs=practice_pairs, repeat_share=repeat_share
    )
    if state != Study.State.DRAFT:
        study = freeze_study(study=study)
    if state in (Study.State.OPEN, Study.State.CLOSED):
        study = open_study(study=study)
    if state == Study.State.CLOSED:
        Study.objects.filter(pk=study.pk).update(state=Study.State.CLOSED)
    study.refresh_from_db()
    return study


def make_reviewer(study: Study, *, fresh: bool = False) -> Reviewer:
    """Somebody who may judge at once; `fresh`: who has an invitation and has not opened it."""
    reviewer = invite(study=study, count=1)[0].reviewer
    if not fresh:
        reviewer = confirm_invitation(invitation=reviewer.invitation, as_staff=False)
        give_consent(reviewer=reviewer, text=consent_text(study))
        now = timezone.now()
        Journey.objects.create(reviewer=reviewer, about_at=now, ready_at=now)
    return reviewer


def reviewer_client(reviewer: Reviewer) -> Client:
    """A browser that carries this reviewer's cookie."""
    from django.http import HttpResponse

    from arena.studies.cookies import set_reviewer_cookie

    client = Client()
    response = HttpResponse()
    set_reviewer_cookie(response, reviewer)
    client.cookies.update(response.cookies)
    return client

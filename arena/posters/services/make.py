"""Making one poster: a backend in an empty folder, its artifact turned into pictures, a new revision."""

import time
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from arena.benchmarks.services.content import content_of, identity_of, write_assets
from arena.core import leases
from arena.core.errors import NotReady
from arena.core.files import stored_path
from arena.posters.models import GenerationRun, Poster
from arena.posters.services.store import StoredPoster, add_revision, store_images
from generation.backends import registry
from generation.errors import BackendError, BadPoster, RenderError
from generation.records import GenerationRequest, GenerationResult
from generation.render.normalise import normalise


@dataclass(frozen=True, slots=True)
class _Made:
    result: GenerationResult
    stored: StoredPoster
    seconds: float  # of the backend alone


def make_poster(run: GenerationRun) -> None:
    """Do a claimed run. What cannot get better fails it with a reason; what may, is tried again."""
    try:
        with leases.kept_alive(run):
            made = _make(run)
    except BackendError as error:
        if error.permanent:
            leases.fail(run, str(error))
        else:
            leases.retry(run, str(error))
        return
    except (BadPoster, NotReady) as error:
        leases.fail(run, str(error))
        return
    except RenderError as error:
        leases.retry(run, str(error))
        return
    cost = made.result.cost
    with transaction.atomic():
        leases.finish(
            run,
            seconds=made.seconds,
            cost_basis=cost.basis.value,
            cost_usd=None if cost.usd is None else Decimal(str(cost.usd)),
            isolation=made.result.isolation[:80],
            trajectory=[asdict(step) for step in made.result.trajectory],
        )
        add_revision(
            case=run.case,
            config=run.system_config,
            origin=Poster.Origin.GENERATED,
            pdf_sha256=run.pdf_sha256,
            content_version=run.content_version,
            stored=made.stored,
            run=run,
            figures=made.result.figures,
            file_name=made.result.artifact.name,
        )


def _make(run: GenerationRun) -> _Made:
    case = run.case
    if case.pdf_sha256 != run.pdf_sha256:
        raise NotReady(f"{case.case_id} has another PDF by now; ask for its posters again.")
    # Looked at before the content is read: a correction in between makes this poster too old, never too new.
    if case.content_version != run.content_version:
        raise NotReady(f"{case.case_id} was corrected since; ask for its posters again.")
    backend = registry.create(run.system_config.backend, run.system_config.params)
    content = content_of(case)
    with TemporaryDirectory(prefix="poster-arena-run-") as name:
        folder = Path(name)
        assets, workspace = folder / "assets", folder / "work"
        assets.mkdir()
        workspace.mkdir()
        write_assets(case, content, assets)
        started = time.perf_counter()
        result = backend.generate(
            GenerationRequest(
                identity=identity_of(case),
                content=content,
                pdf=stored_path(run.pdf_sha256),
                assets=assets,
                workspace=workspace,
                params=run.system_config.params,
            )
        )
        seconds = round(time.perf_counter() - started, 3)
        artifact = _read_artifact(result.artifact, workspace)
    stored = store_images(artifact=artifact, kind=result.kind, images=normalise(artifact, result.kind))
    return _Made(result, stored, seconds)


def _read_artifact(path: Path, workspace: Path) -> bytes:
    """The delivered file, which must lie in the workspace itself: a link could lead to anything."""
    if not path.resolve().is_relative_to(workspace.resolve()) or not path.is_file():
        raise BackendError(f"it delivered {path.name!r}, which is no file of its workspace", permanent=True)
    return path.read_bytes()

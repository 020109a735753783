"""PosterBench without a judge: seven stated proxies from the raster, the paper's weights, ceilings."""

from collections.abc import Callable, Sequence
from typing import Final

from scoring.posterbench.aesthetics import score_aesthetics
from scoring.posterbench.ceilings import find_ceilings
from scoring.posterbench.coverage import score_coverage
from scoring.posterbench.density import score_density
from scoring.posterbench.faithfulness import score_faithfulness
from scoring.posterbench.layout import score_layout
from scoring.posterbench.ocr import TextLine, read_lines
from scoring.posterbench.protocol import PROTOCOL
from scoring.posterbench.raster import Raster, load_raster
from scoring.posterbench.readability import score_readability
from scoring.posterbench.view import DimensionResult, PosterView, look_at
from scoring.posterbench.visual_evidence import score_visual_evidence
from scoring.records import Evaluation, PaperText
from scoring.words import POSTERBENCH_OFFLINE, WEIGHTS, Dimension, ScoreStatus

SCORERS: Final[dict[Dimension, Callable[[PosterView, PaperText], DimensionResult]]] = {
    Dimension.FAITHFULNESS: score_faithfulness,
    Dimension.COVERAGE: score_coverage,
    Dimension.DENSITY: score_density,
    Dimension.VISUAL_EVIDENCE: score_visual_evidence,
    Dimension.LAYOUT: score_layout,
    Dimension.READABILITY: score_readability,
    Dimension.AESTHETICS: score_aesthetics,
}


def evaluate_offline(poster: bytes, paper: PaperText, *, ocr_threads: int | None = None) -> Evaluation:
    """Score a poster file (PNG, JPEG, WebP or PDF) against its paper; the same bytes give the same result.

    `ocr_threads` defaults to two at most. Raises UnreadablePoster where the file cannot be decoded: that is the
    poster's fault, and the caller knows whether it counts as not delivered.
    """
    raster = load_raster(poster)
    return evaluate_lines(raster, read_lines(raster, threads=ocr_threads), paper)


def evaluate_lines(raster: Raster, lines: Sequence[TextLine], paper: PaperText) -> Evaluation:
    """Score a raster whose text is known: rubric R = sum of weight x dimension / 10, overall = min(R, ceilings).

    AutoDesign, section 5.1. All are rounded to 2 decimals. Where a dimension is undefined (a paper without words), the
    status is incomplete and rubric and overall are None: a missing dimension is never left out of the sum.
    """
    view = look_at(raster, lines)
    results = {dimension: scorer(view, paper) for dimension, scorer in SCORERS.items()}
    dimensions = {dimension: result.score for dimension, result in results.items()}
    findings = tuple(finding for result in results.values() for finding in result.findings)
    ceilings = find_ceilings(view, paper, dimensions, findings)
    ceiling = ceilings[0].value if ceilings else 100.0
    rubric = weighted_sum(dimensions)
    # A gate is told even where the rubric lies below it already, as that of an empty poster does.
    told = tuple(c.finding for c in ceilings if c.finding.severity == "blocking" or rubric is None or c.value < rubric)
    return Evaluation(
        evaluator=POSTERBENCH_OFFLINE,
        protocol=PROTOCOL,
        status=ScoreStatus.SCORED if rubric is not None else ScoreStatus.INCOMPLETE,
        dimensions=dimensions,
        rubric=rubric,
        ceiling=ceiling,
        overall=min(rubric, ceiling) if rubric is not None else None,
        findings=(*told, *findings),
    )


def weighted_sum(dimensions: dict[Dimension, float | None]) -> float | None:
    """The rubric score, 0-100 with 2 decimals: sum of weight x score / 10; None if any score is."""
    total = 0.0
    for dimension, weight in WEIGHTS.items():
        score = dimensions[dimension]
        if score is None:
            return None
        total += weight * score / 10
    return round(total, 2)

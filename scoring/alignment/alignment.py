"""How far an automatic score and people agree."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.alignment.correlation import Correlation, correlate
from scoring.alignment.dimensions import DimensionAlignment, align_dimensions
from scoring.alignment.margins import Margins, margin_agreement
from scoring.alignment.means import SystemScore, mean_scores
from scoring.alignment.posters import PosterRow, poster_rows
from scoring.alignment.system_level import SystemLevel, system_level
from scoring.alignment.within_paper import WithinPaper, within_paper
from scoring.preference.comparisons import Comparisons
from scoring.preference.preference import Preference
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class Alignment:
    """One evaluator against the people of one study: over posters, inside papers, over systems and by dimension."""

    evaluator: str
    posters: tuple[PosterRow, ...]
    correlation: Correlation
    margins: Margins
    scores: tuple[SystemScore, ...]
    within_paper: WithinPaper
    system_level: SystemLevel
    dimensions: tuple[DimensionAlignment, ...]


def align(
    comparisons: Comparisons,
    scores: Sequence[ScoreRecord],
    *,
    evaluator: str,
    edges: Sequence[float],
    resamples: int,
    seed: int,
    preference: Preference | None = None,
) -> Alignment:
    """Join comparisons with the scores of one evaluator.

    preference: estimate_preference of the same comparisons, resamples and seed; the intervals at system level need it.
    Raises ValueError for bad edges (see margin_agreement), or for a preference of another number of resamples.
    """
    own = [record for record in scores if record.evaluator == evaluator]
    rows = poster_rows(comparisons, own)
    usable = {(row.case_id, row.system): row.score for row in rows if row.score is not None}
    return Alignment(
        evaluator=evaluator,
        posters=rows,
        correlation=correlate(rows, resamples=resamples, seed=seed),
        margins=margin_agreement(comparisons, usable, edges=edges, resamples=resamples, seed=seed),
        scores=mean_scores(own),
        within_paper=within_paper(rows, resamples=resamples, seed=seed),
        system_level=system_level(comparisons, own, preference=preference, resamples=resamples, seed=seed),
        dimensions=align_dimensions(rows, own, resamples=resamples, seed=seed),
    )

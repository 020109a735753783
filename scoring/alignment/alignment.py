"""How far an automatic score and people agree."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.alignment.correlation import Correlation, correlate
from scoring.alignment.margins import Margins, margin_agreement
from scoring.alignment.means import SystemScore, mean_scores
from scoring.alignment.posters import PosterRow, poster_rows
from scoring.preference.comparisons import Comparisons
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class Alignment:
    """One evaluator against the people of one study."""

    evaluator: str
    posters: tuple[PosterRow, ...]
    correlation: Correlation
    margins: Margins
    scores: tuple[SystemScore, ...]


def align(
    comparisons: Comparisons,
    scores: Sequence[ScoreRecord],
    *,
    evaluator: str,
    edges: Sequence[float],
    resamples: int,
    seed: int,
) -> Alignment:
    """Join comparisons with the scores of one evaluator. Raises ValueError for bad edges (see margin_agreement)."""
    own = [record for record in scores if record.evaluator == evaluator]
    rows = poster_rows(comparisons, own)
    usable = {(row.case_id, row.system): row.score for row in rows if row.score is not None}
    return Alignment(
        evaluator=evaluator,
        posters=rows,
        correlation=correlate(rows, resamples=resamples, seed=seed),
        margins=margin_agreement(comparisons, usable, edges=edges, resamples=resamples, seed=seed),
        scores=mean_scores(own),
    )

"""How far automatic scores and people agree."""

from scoring.alignment.alignment import Alignment, align
from scoring.alignment.correlation import Correlation
from scoring.alignment.dimensions import DimensionAlignment, align_dimensions
from scoring.alignment.evaluators import EvaluatorComparison, Paired, compare_evaluators
from scoring.alignment.margins import MarginBucket, Margins, OverallAgreement
from scoring.alignment.means import SystemScore, mean_scores
from scoring.alignment.posters import PosterRow, poster_rows
from scoring.alignment.system_level import SystemLevel, SystemPoint, system_level
from scoring.alignment.within_paper import BestPoster, WithinPaper, within_paper

__all__ = [
    "Alignment",
    "BestPoster",
    "Correlation",
    "DimensionAlignment",
    "EvaluatorComparison",
    "MarginBucket",
    "Margins",
    "OverallAgreement",
    "Paired",
    "PosterRow",
    "SystemLevel",
    "SystemPoint",
    "SystemScore",
    "WithinPaper",
    "align",
    "align_dimensions",
    "compare_evaluators",
    "mean_scores",
    "poster_rows",
    "system_level",
    "within_paper",
]

"""How far automatic scores and people agree."""

from scoring.alignment.alignment import Alignment, align
from scoring.alignment.correlation import Correlation
from scoring.alignment.margins import MarginBucket, Margins
from scoring.alignment.means import SystemScore, mean_scores
from scoring.alignment.posters import PosterRow, poster_rows

__all__ = [
    "Alignment",
    "Correlation",
    "MarginBucket",
    "Margins",
    "PosterRow",
    "SystemScore",
    "align",
    "mean_scores",
    "poster_rows",
]

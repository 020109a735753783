"""What the studies share: a study's shape, the look of its figures, rounding and intervals."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.figure import Figure
from numpy.typing import NDArray

INK, MUTED, RULE = "#1d2329", "#66707a", "#d5dade"
BLUE, RUST, TEAL, GOLD, PLUM = "#2b5c8a", "#c14f33", "#2a8478", "#c6922b", "#7a4a78"

COLUMN, PAGE = 3.33, 6.9  # inches: one column of two, and the text's full width
NORMAL_95 = 1.959963984540054  # the 97.5th percentile of the standard normal distribution


@dataclass(frozen=True, slots=True)
class Study:
    """What a study found: numbers for its text (a tree of plain values) and figures by name.

    `tolerance` is the relative difference from results.json that another machine may have: the studies are seeded, but
    linear algebra libraries round differently.
    """

    numbers: dict[str, object]
    figures: dict[str, Figure]
    tolerance: float = 1e-4


def interval(draws: NDArray[np.float64], estimate: float) -> dict[str, float]:
    """An estimate with the 2.5th and 97.5th percentile of its bootstrap draws."""
    low, high = np.percentile(draws, [2.5, 97.5])
    return {"estimate": float(estimate), "low": float(low), "high": float(high)}


def normal_interval(estimate: float, error: float) -> dict[str, float]:
    """An estimate plus and minus 1.96 standard errors."""
    return {
        "estimate": float(estimate),
        "low": float(estimate - NORMAL_95 * error),
        "high": float(estimate + NORMAL_95 * error),
    }


def rounded(value: object) -> object:
    """The same tree with numpy's scalars made plain and every float at six significant digits."""
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        return float(f"{float(value):.6g}")
    return value


def set_style() -> None:
    """Give matplotlib the packaged Source Sans Pro and a quiet look; text stays text in the SVG."""
    folder = Path(str(files("font_source_sans_pro"))) / "files"
    for weight in ("Regular", "It", "Semibold", "Bold"):
        font_manager.fontManager.addfont(folder / f"SourceSansPro-{weight}.otf")
    mpl.rcParams.update(
        {
            "font.family": "Source Sans Pro",
            "font.size": 8,
            "axes.titlesize": 8.5,
            "axes.titleweight": "semibold",
            "axes.titlelocation": "left",
            "axes.labelsize": 8,
            "axes.labelcolor": INK,
            "axes.edgecolor": MUTED,
            "axes.linewidth": 0.6,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
            "grid.color": RULE,
            "grid.linewidth": 0.5,
            "xtick.color": MUTED,
            "ytick.color": MUTED,
            "xtick.labelcolor": INK,
            "ytick.labelcolor": INK,
            "xtick.labelsize": 7.5,
            "ytick.labelsize": 7.5,
            "xtick.major.width": 0.6,
            "ytick.major.width": 0.6,
            "xtick.major.size": 2.5,
            "ytick.major.size": 2.5,
            "legend.frameon": False,
            "legend.fontsize": 7.5,
            "lines.linewidth": 1.4,
            "text.color": INK,
            "figure.constrained_layout.use": True,
            "svg.fonttype": "none",
            "savefig.facecolor": "none",
        }
    )


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of this many inches, apart from pyplot's global state."""
    return Figure(figsize=(width, height))

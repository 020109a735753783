"""The closed word lists of the files users exchange: choices, flags, statuses, dimensions and their weights."""

from enum import StrEnum
from typing import Final


class Choice(StrEnum):
    """What a reviewer answered; `skip` is not a response about the posters and never a tie."""

    LEFT = "left"
    EQUAL = "equal"
    RIGHT = "right"
    SKIP = "skip"


class CriticalFailure(StrEnum):
    """Which poster of a pair was flagged as unusable; `yes` where the side is not known."""

    NONE = ""
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"
    YES = "yes"


class Source(StrEnum):
    """Where a judgment came from; simulated ones are never pooled with a person's."""

    BROWSER = "browser"
    IMPORT = "import"
    SIMULATED = "simulated"


# Why a judgment is excluded whose reviewer took it back: such a one is counted nowhere else.
WITHDRAWN: Final = "withdrawn"


class ScoreStatus(StrEnum):
    """What became of scoring one poster."""

    SCORED = "scored"
    REAGGREGATED = "reaggregated"
    INCOMPLETE = "incomplete"  # the evaluator could not give every dimension
    MISSING = "missing"  # the system did not deliver a poster
    ERROR = "error"  # the evaluator failed


class Dimension(StrEnum):
    """The seven dimensions of PosterBench, in the paper's order (AutoDesign, section 5.1)."""

    FAITHFULNESS = "faithfulness"
    COVERAGE = "coverage"
    DENSITY = "density"
    VISUAL_EVIDENCE = "visual_evidence"
    LAYOUT = "layout"
    READABILITY = "readability"
    AESTHETICS = "aesthetics"


# AutoDesign, section 5.1: the weights alpha_j, which add up to 100.
WEIGHTS: Final[dict[Dimension, int]] = {
    Dimension.FAITHFULNESS: 10,
    Dimension.COVERAGE: 10,
    Dimension.DENSITY: 15,
    Dimension.VISUAL_EVIDENCE: 10,
    Dimension.LAYOUT: 20,
    Dimension.READABILITY: 25,
    Dimension.AESTHETICS: 10,
}

# An evaluator is a way to fill the seven dimensions; its exact version is the protocol id stored with each score.
POSTERBENCH_OFFLINE: Final = "posterbench-offline"
POSTERBENCH: Final = "posterbench"

DISCIPLINES: Final[dict[str, str]] = {
    "ai_ml": "AI and machine learning",
    "biomed_health": "Biomedicine and health",
    "climate_earth_environment": "Climate, earth and environment",
    "economics_policy": "Economics and policy",
    "physics_astronomy": "Physics and astronomy",
}

"""Ceilings: what caps a poster's score whatever its dimensions add up to."""

from dataclasses import dataclass

from scoring.posterbench.copied import copied_share
from scoring.posterbench.limits import (
    COPIED_SHARE,
    COPIED_WORDS,
    FAILURE_EMPTY_SLOT,
    GATE_COPIED,
    GATE_EMPTY,
    GATE_EMPTY_SLOTS,
    LAYOUT_FLOOR,
    LAYOUT_HIGH,
    LAYOUT_LOW,
    MIN_WORDS,
    VIABILITY_LOW,
)
from scoring.posterbench.view import PosterView
from scoring.records import Finding, PaperText
from scoring.words import Dimension


@dataclass(frozen=True, slots=True)
class Ceiling:
    """An upper limit of the overall score, 0-100, and the finding that explains it."""

    value: float
    finding: Finding


def find_ceilings(
    view: PosterView, paper: PaperText, dimensions: dict[Dimension, float | None], findings: tuple[Finding, ...]
) -> list[Ceiling]:
    """All active ceilings, strictest first; the families are AutoDesign's (section 5.1).

    Gate: an empty poster or one without readable words 40; two empty slots 10; over 1,100 words of which 30 % are the
    paper's own sentences 30. Failure: one empty slot 50. Layout: with a serious layout finding 60 at a layout score of
    4.5 or less, rising to 100 at 6. Viability: with v = 0.5 density + 0.25 readability + 0.25 aesthetics, 10 (v + 1) up
    to v = 5, as in the public evaluator, then rising to 100 at v = 7. The last two have no steps, where that evaluator
    takes up to 6 points for 0.01 of a dimension.
    """
    found = [*_gates(view, paper), *_layout(view, dimensions, findings), *_viability(view, dimensions)]
    return sorted(found, key=lambda ceiling: ceiling.value)


def _gates(view: PosterView, paper: PaperText) -> list[Ceiling]:
    found = []
    if view.word_count < MIN_WORDS:
        message = "No readable words: the poster is empty or unreadable."
        found.append(_ceiling(view, GATE_EMPTY, "gate-empty", Dimension.READABILITY, message))
    slots = len(view.regions.empty_slots)
    if slots >= 2:
        message = f"{slots} slots for figures are empty."
        found.append(_ceiling(view, GATE_EMPTY_SLOTS, "gate-empty-slots", Dimension.VISUAL_EVIDENCE, message))
    elif slots == 1:
        message = "A slot for a figure is empty."
        found.append(_ceiling(view, FAILURE_EMPTY_SLOT, "failure-empty-slot", Dimension.VISUAL_EVIDENCE, message))
    if view.word_count >= COPIED_WORDS:
        share = copied_share(view, paper)
        if share >= COPIED_SHARE:
            message = f"{share:.0%} of {view.word_count} words are copied from the paper in whole passages."
            found.append(_ceiling(view, GATE_COPIED, "gate-copied-body", Dimension.DENSITY, message))
    return found


def _layout(
    view: PosterView, dimensions: dict[Dimension, float | None], findings: tuple[Finding, ...]
) -> list[Ceiling]:
    score = dimensions[Dimension.LAYOUT]
    serious = any(f.dimension is Dimension.LAYOUT and f.severity != "minor" for f in findings)
    if score is None or not serious or score >= LAYOUT_HIGH:
        return []
    share = max(0.0, score - LAYOUT_LOW) / (LAYOUT_HIGH - LAYOUT_LOW)
    value = round(LAYOUT_FLOOR + (100 - LAYOUT_FLOOR) * share, 2)
    message = "Serious layout faults cap the score."
    return [_ceiling(view, value, "ceiling-layout", Dimension.LAYOUT, message)]


def _viability(view: PosterView, dimensions: dict[Dimension, float | None]) -> list[Ceiling]:
    density, readability = dimensions[Dimension.DENSITY], dimensions[Dimension.READABILITY]
    aesthetics = dimensions[Dimension.AESTHETICS]
    if density is None or readability is None or aesthetics is None:
        return []
    viability = 0.5 * density + 0.25 * readability + 0.25 * aesthetics
    value = round(10 * (viability + 1) if viability <= VIABILITY_LOW else 60 + 20 * (viability - VIABILITY_LOW), 2)
    if value >= 100:
        return []
    message = f"Density, readability and aesthetics together ({viability:.1f} of 10) allow no more."
    return [_ceiling(view, value, "ceiling-viability", Dimension.DENSITY, message)]


def _ceiling(view: PosterView, value: float, name: str, dimension: Dimension, message: str) -> Ceiling:
    severity = "blocking" if name.startswith(("gate", "failure")) else "serious"
    return Ceiling(value, view.finding(name, dimension, severity, f"{message} Ceiling {value:g}."))

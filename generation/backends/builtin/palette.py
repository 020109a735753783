"""One restrained set of colours for each discipline; it says nothing about the system that uses it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """`deep` carries white text (contrast above 9), `accent` stands on white (above 5), `light` on deep (above 7)."""

    deep: str
    accent: str
    light: str
    tint: str
    rule: str


_NEUTRAL: Final = Palette(deep="#2b3440", accent="#3f5f86", light="#c9d6e6", tint="#eef1f5", rule="#c3cbd6")
# Far enough apart to be told from each other with any of the common kinds of colour blindness.
_BY_DISCIPLINE: Final = {
    "ai_ml": Palette(deep="#271b57", accent="#4a2bb0", light="#d6cff5", tint="#f1eff9", rule="#c9c3e3"),
    "biomed_health": Palette(deep="#4d1034", accent="#b8125f", light="#f6cade", tint="#faf0f5", rule="#e3c3d2"),
    "climate_earth_environment": Palette(
        deep="#0f3b26", accent="#0e4f2b", light="#bfe3cd", tint="#eef5f0", rule="#b9d2c3"
    ),
    "economics_policy": Palette(deep="#432a0c", accent="#85520a", light="#f2dab0", tint="#f8f3ea", rule="#decdb0"),
    "physics_astronomy": Palette(deep="#0f3052", accent="#1668b3", light="#c3ddf5", tint="#edf4fa", rule="#b9cfe2"),
}


def palette_for(discipline: str) -> Palette:
    """The colours of a discipline; quiet greys for one that is not known."""
    return _BY_DISCIPLINE.get(discipline, _NEUTRAL)

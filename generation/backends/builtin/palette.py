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
_BY_DISCIPLINE: Final = {
    "ai_ml": Palette(deep="#2a2a5c", accent="#4b4aa8", light="#cfd0f5", tint="#efeff8", rule="#c4c5e0"),
    "biomed_health": Palette(deep="#4a1f35", accent="#97295a", light="#f3cadb", tint="#f8eff3", rule="#dcc0cc"),
    "climate_earth_environment": Palette(
        deep="#1f4a3d", accent="#1c7358", light="#bfe3d3", tint="#edf4f1", rule="#b9d2c8"
    ),
    "economics_policy": Palette(deep="#4d3116", accent="#8f5510", light="#f1d9b5", tint="#f7f2ea", rule="#dccbb2"),
    "physics_astronomy": Palette(deep="#1b3a57", accent="#1e6091", light="#c2dcf0", tint="#edf3f8", rule="#bacddd"),
}


def palette_for(discipline: str) -> Palette:
    """The colours of a discipline; quiet greys for one that is not known."""
    return _BY_DISCIPLINE.get(discipline, _NEUTRAL)

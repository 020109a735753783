"""The colours of the figures, light and dark, as in the site's design tokens."""

import re
from dataclasses import astuple, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Theme:
    """Hex colours. Blue is for, ochre against, grey equal: told apart in all three types of colour vision.

    for_tints and against_tints deepen away from a half; shades and greys deepen with a count. No two colours of LIGHT
    are the same, so that a drawing in it can be recoloured: white on the bars is a shade off the panel's.
    """

    name: str
    panel: str
    ink_1: str
    ink_2: str
    ink_3: str
    rule: str
    edge: str
    accent: str
    warn: str
    warn_soft: str
    grid: str
    mid: str
    wins: str
    against: str
    equal: str
    on_wins: str
    on_against: str
    on_equal: str
    for_tints: tuple[str, str, str]
    against_tints: tuple[str, str, str]
    shades: tuple[str, str, str, str, str]
    greys: tuple[str, str, str, str, str]
    lines: tuple[str, str, str, str]


LIGHT: Final = Theme(
    name="light",
    panel="#ffffff",
    ink_1="#16191d",
    ink_2="#434a52",
    ink_3="#565e67",
    rule="#d8dbdf",
    edge="#737b84",
    accent="#0b5a78",
    warn="#8a5300",
    warn_soft="#f8edda",
    grid="#e3e6e9",
    mid="#6b737c",
    wins="#1b6b93",
    against="#a65c10",
    equal="#c3c8cd",
    on_wins="#fefefe",
    on_against="#fdfdfd",
    on_equal="#16191e",
    for_tints=("#e6f0f6", "#c6deeb", "#9cc6de"),
    against_tints=("#f8eee2", "#f0d9bd", "#e6be8f"),
    shades=("#dde9ef", "#b3d0de", "#7fb0c8", "#48869f", "#1c5a73"),
    greys=("#eceef1", "#d3d6da", "#b0b5bb", "#878e96", "#5c636b"),
    lines=("#1b6b94", "#a65c11", "#4a525b", "#a8457f"),
)
DARK: Final = Theme(
    name="dark",
    panel="#1b1e21",
    ink_1="#e8eaed",
    ink_2="#bcc2c9",
    ink_3="#a3aab2",
    rule="#34393e",
    edge="#868e97",
    accent="#82c4e0",
    warn="#e6b566",
    warn_soft="#3a2d15",
    grid="#2f3439",
    mid="#8b939c",
    wins="#5ba4c9",
    against="#dd9a52",
    equal="#565d65",
    on_wins="#07212c",
    on_against="#2b1703",
    on_equal="#ffffff",
    for_tints=("#1d2f39", "#22475a", "#235269"),
    against_tints=("#332a20", "#523b20", "#67451c"),
    shades=("#203945", "#27536a", "#347595", "#559dc0", "#93cfec"),
    greys=("#292d32", "#3d4248", "#585e65", "#7e868e", "#adb4bc"),
    lines=("#5ba4ca", "#dd9a53", "#c3c9d0", "#d68ab8"),
)


def recoloured(svg: bytes, before: Theme, after: Theme) -> bytes:
    """A drawing made in one theme, in the other's colours: drawing once is twice as fast."""
    colors = dict(zip(_colors(before), _colors(after), strict=True))

    def other(found: re.Match[bytes]) -> bytes:
        return colors.get(found[0].decode(), found[0].decode()).encode()

    return re.sub(rb"#[0-9a-f]{6}\b", other, svg)


def _colors(theme: Theme) -> list[str]:
    named: list[str] = []
    for value in astuple(theme)[1:]:
        named += [value] if isinstance(value, str) else value
    return named

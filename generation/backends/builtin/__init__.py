"""Four systems that need no key: whole sentences and figures of the paper, laid out by measuring."""

from typing import Final

from generation.backends.builtin.big_finding import BigFinding
from generation.backends.builtin.design import Design
from generation.backends.builtin.figure_first import FigureFirst
from generation.backends.builtin.plain_column import PlainColumn
from generation.backends.builtin.three_columns import ThreeColumns

BUILTIN_SYSTEMS: Final[tuple[Design, ...]] = (ThreeColumns(), BigFinding(), FigureFirst(), PlainColumn())

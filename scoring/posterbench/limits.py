"""The numbers of the ceilings, by themselves: who only tells of them need not load what looks at posters."""

from typing import Final

# AutoDesign, section 5.1: the standard gate. The others are its public evaluator's.
GATE_EMPTY: Final = 40.0
GATE_EMPTY_SLOTS: Final = 10.0
GATE_COPIED: Final = 30.0
FAILURE_EMPTY_SLOT: Final = 50.0
LAYOUT_FLOOR: Final = 60.0
LAYOUT_LOW: Final = 4.5
LAYOUT_HIGH: Final = 6.0
COPIED_WORDS: Final = 1100
COPIED_SHARE: Final = 0.30
MIN_WORDS: Final = 5
VIABILITY_LOW: Final = 5.0

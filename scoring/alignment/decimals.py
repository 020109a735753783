"""Scores as the decimals that stood in the file, on one scale of whole numbers, so that gaps are exact."""

from decimal import Decimal
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.preference.arrays import Floats, Ints

# Python's whole numbers where 64 bits do not hold them.
WholeNumbers: TypeAlias = Ints | NDArray[np.object_]

# Decimals of at most 15 digits are told apart by binary doubles, and 10^22 is the last power of ten that is exact.
_TOLD_APART: Final = 10.0**15
_MOST_PLACES: Final = 12


def whole_numbers(values: Floats) -> WholeNumbers:
    """(N,): each finite value, as the shortest decimal that reads back as it, times one power of ten, exactly.

    Every such decimal is exact: where N decimals need more than 64 bits, Python's whole numbers are returned.
    """
    if len(values) == 0:
        return np.zeros(0, dtype=np.int64)
    for places in range(_MOST_PLACES + 1):
        power = 10.0**places
        scaled = np.rint(values * power)
        if np.abs(scaled).max() >= _TOLD_APART:
            break
        # A quotient of two exact numbers is the double nearest to that decimal: equal means that it is the decimal.
        if (scaled / power == values).all():
            return scaled.astype(np.int64)
    exact = [Decimal(repr(value)) for value in values.tolist()]
    places = max(0, max(-int(value.as_tuple().exponent) for value in exact))
    shifted = [int(value.scaleb(places)) for value in exact]
    return np.array(shifted, dtype=np.int64 if max(map(abs, shifted)) < 2**62 else object)

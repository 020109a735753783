"""The array types of the statistics."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Weights: TypeAlias = NDArray[np.floating]  # counts, in single or in double precision

# Whole numbers in single precision are exact below this.
EXACT_SINGLE: Final = 2.0**24

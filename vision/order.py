"""Median and percentile, and nothing else.

Numpy's own say the same, but take several times as long on the handful of values that are usual here, and their first
call imports numpy's masked arrays, which costs more than reading a board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def median(values: ArrayLike, axis: int | None = None) -> NDArray[Any]:
    """The median of values along an axis, of all without one: as `numpy.median` gives it, for values that are numbers.

    Integers give float64, floats their own kind. Raises `ValueError` where there are no values.
    """
    array = np.asarray(values)
    if axis is None:
        array, axis = array.ravel(), 0
    count = array.shape[axis]
    if count == 0:
        raise ValueError("no values to take the median of")
    low, high = (count - 1) // 2, count // 2
    ordered = np.partition(array, (low, high) if high > low else low, axis=axis)
    lower = ordered.take(low, axis=axis)
    if array.dtype.kind != "f":
        lower = lower.astype(np.float64)
    if high == low:
        return np.asarray(lower)
    return np.asarray((lower + ordered.take(high, axis=axis)) / 2)


def percentile(values: ArrayLike, percent: float) -> float:
    """The value below which so many percent (0 to 100) of all values lie, as `numpy.percentile` gives it.

    Raises `ValueError` where there are no values.
    """
    array = np.asarray(values).ravel()
    if array.size == 0:
        raise ValueError("no values to take a percentile of")
    place = percent / 100 * (array.size - 1)
    low = int(place)
    high = min(low + 1, array.size - 1)
    ordered = np.partition(array, (low, high))
    return float(ordered[low]) + (float(ordered[high]) - float(ordered[low])) * (place - low)

"""Median, percentile and the middle of several pictures, and nothing else.

Numpy's own say the same, but take several times as long on the handful of values that are usual here, and their first
call imports numpy's masked arrays, which costs more than reading a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Number = TypeVar("Number", np.uint8, np.int16)

# So many values Python's sorting puts in order in a fourth to a half of the time of numpy's partition.
FEW = 60
# More bytes than this are counted, not ordered: that takes a fourth of the time.
COUNTED = 1000


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
    if count <= FEW and array.ndim == 1:
        few = sorted(array.tolist())
        return np.asarray((few[low] + few[high]) / 2, array.dtype if array.dtype.kind == "f" else np.float64)
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
    if array.dtype == np.uint8 and array.size > COUNTED:
        lower, higher = np.searchsorted(np.bincount(array).cumsum(), (low, high), side="right").tolist()
    else:
        lower, higher = np.partition(array, (low, high))[[low, high]].tolist()
    return float(lower + (higher - lower) * (place - low))


def middle_value(values: NDArray[np.uint8]) -> int:
    """The middle one of N values (uint8), of an even number the higher one."""
    return int(np.searchsorted(np.bincount(values).cumsum(), len(values) // 2, side="right"))


def middle_picture(several: Sequence[NDArray[Number]]) -> NDArray[Number]:
    """Of several arrays of one shape, place by place the middle value, of an even number the higher one.

    A network of comparisons (Batcher's sorting by merging of odd and even places, less what the middle does not
    depend on) has no place wait for another: a tenth of the time of numpy's partition on a dozen of small pictures.
    """
    values = list(several)
    for low, high, smaller, larger in _to_middle(len(values)):
        one, other = values[low], values[high]
        if smaller:
            values[low] = np.minimum(one, other)
        if larger:
            values[high] = np.maximum(one, other)
    return values[len(values) // 2]


@cache
def _to_middle(count: int) -> tuple[tuple[int, int, bool, bool], ...]:
    """Pairs of places to be put in order, one after the other, until the middle one of so many is in its place, each
    with whether that depends on the smaller one of the two, and on the larger one."""
    pairs: list[tuple[int, int]] = []
    part = 1
    while part < count:
        reach = part
        while reach:
            pairs += [
                (first, first + reach)
                for begin in range(reach % part, count - reach, 2 * reach)
                for first in range(begin, min(begin + reach, count - reach))
                if first // (2 * part) == (first + reach) // (2 * part)
            ]
            reach //= 2
        part *= 2
    wanted, kept = {count // 2}, []
    for low, high in reversed(pairs):
        if low in wanted or high in wanted:
            kept.append((low, high, low in wanted, high in wanted))
            wanted |= {low, high}
    return tuple(reversed(kept))

"""The median against numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.imgproc import median


@given(
    arrays.arrays(
        st.sampled_from((np.uint8, np.int16, np.float32)),
        arrays.array_shapes(min_dims=1, max_dims=3, max_side=6),
        elements=st.integers(0, 255),
    ),
    st.data(),
)
def test_it_is_numpys(values: np.ndarray, data: st.DataObject) -> None:
    axis = data.draw(st.sampled_from((None, *range(values.ndim))))
    ours, theirs = median(values, axis), np.median(values, axis=axis)
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    np.testing.assert_array_equal(ours, theirs)


def test_of_nothing_there_is_none() -> None:
    with pytest.raises(ValueError, match="no values"):
        median([])

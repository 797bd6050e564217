"""What a symbol is called, and whether it is a picture of a thing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from vision.classes import SymbolClass, strength_of
from vision.naming import SEVERAL_COLOURS, SOME_COLOURS, is_picture, lab
from vision.signs import signs_of


def symbol(off: float) -> SymbolClass:
    """One whose pixels are so far (root mean square, 0..255) off the mixtures of one colour and the ground."""
    relief = np.zeros((3, 100), np.float32)
    relief[0], relief[1] = 150, np.tile([off, -off], 50)
    return SymbolClass(np.arange(4), np.stack([relief, relief]), strength_of(relief))


@pytest.mark.parametrize("off", [2.0, 8.0, 12.0, 20.0])
def test_how_many_colours_make_a_picture_is_asked(off: float) -> None:
    """Emoji of one main colour have fewer than other pictures, and are asked for so."""
    assert is_picture(symbol(off)) == (off > SEVERAL_COLOURS)
    assert is_picture(symbol(off), SOME_COLOURS) == (off > SOME_COLOURS)


@pytest.mark.parametrize("may_touch", [False, True])
def test_signs_are_the_same_alone_and_among_others(may_touch: bool) -> None:
    """Digits, letters, nothing, and strokes that run out of their square: what is beside one does not matter."""
    squares = np.zeros((12, 54, 54), np.uint8)
    for square, text in zip(squares, "01OX8A6I-", strict=False):
        cv2.putText(square, text, (12, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 200, 3)
    squares[9, 20:40], squares[10, :, 25:29], squares[11, 20:54, 20:30] = 180, 120, 90
    together = signs_of(squares, 16, may_touch)
    assert together == [signs_of(square[None], 16, may_touch)[0] for square in squares]
    assert [one and one.name for one in together[:4]] == ["zero", "narrow", "ring", "cross"]
    assert together[9] is None


@given(arrays.arrays(np.uint8, (9, 3)))
def test_colours_are_those_of_cie_lab(colours: NDArray[np.uint8]) -> None:
    """OpenCV's conversion is the judge, whose tables are up to half a unit off."""
    judged = cv2.cvtColor((colours[None] / 255).astype(np.float32), cv2.COLOR_BGR2LAB)[0]
    assert np.abs(lab(colours.astype(np.float32)) - judged).max() < 0.6

"""What a symbol is called, and whether it is a picture of a thing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classes import SymbolClass
from vision.naming import SEVERAL_COLOURS, SOME_COLOURS, is_picture


def symbol(off: float) -> SymbolClass:
    """One whose pixels are so far (root mean square, 0..255) off the mixtures of one colour and the ground."""
    relief = np.zeros((3, 100), np.float32)
    relief[0], relief[1] = 150, np.tile([off, -off], 50)
    return SymbolClass(np.arange(4), np.stack([relief, relief]))


@pytest.mark.parametrize("off", [2.0, 8.0, 12.0, 20.0])
def test_how_many_colours_make_a_picture_is_asked(off: float) -> None:
    """Emoji of one main colour have fewer than other pictures, and are asked for so."""
    assert is_picture(symbol(off)) == (off > SEVERAL_COLOURS)
    assert is_picture(symbol(off), SOME_COLOURS) == (off > SOME_COLOURS)

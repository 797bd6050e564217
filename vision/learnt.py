"""What looks that were learnt have in common, whatever the game: a name, and how they are kept.

A grid's look is in `looks.py`, one of Pips in `pips_looks.py`; neither is loaded before there is one.
"""

from __future__ import annotations

import contextlib
import re
import struct
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import stderr_caught

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,59}")
FORMAT = 1
"""Of `look.json` of Pips."""
MOST_BYTES = 8_000_000
"""Of one file of a look; a board of 6x6 has about 50 000, one of 20x20 cells of noise 5 500 000."""
MOST_TILES = 200


class LookError(ValueError):
    """A look that cannot be learnt, named or loaded so; the message says why and what to do."""


@dataclass(frozen=True, eq=False)
class Look:
    """How one site draws a game."""

    name: str
    game: str

    @property
    def learnt(self) -> str:
        """What it was learnt by, for people."""
        raise NotImplementedError

    def to_files(self) -> dict[str, bytes]:
        """Its files, `look.json` and pictures."""
        raise NotImplementedError


def check_name(name: str) -> str:
    """The name of a look, which is also that of its folder. Raises `LookError`."""
    if not NAME.fullmatch(name):
        raise LookError(f"{name!r} cannot be the name of a look: letters, digits, spaces, - and _, up to 60.")
    return name


def strip_of(tiles: NDArray[np.uint8]) -> bytes:
    """Pictures of one size side by side, as PNG."""
    return cv2.imencode(".png", np.concatenate(list(tiles), axis=1))[1].tobytes()


def tiles_in(files: dict[str, bytes], name: str, count: int, side: int, grey: bool = False) -> NDArray[np.uint8]:
    """The pictures of such a file, (count, side, side) or (count, side, side, 3). Raises `LookError`."""
    data = files.get(name, b"")
    # The header comes first: what it claims is what decoding would take.
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[16:24] != struct.pack(">II", side * count, side):
        raise LookError(f"its {name} is missing or has another size.")
    strip: Any = None
    with contextlib.suppress(cv2.error), stderr_caught([]):
        strip = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR)
    if strip is None or strip.shape[:2] != (side, side * count):
        raise LookError(f"its {name} is damaged.")
    tiles = np.asarray(strip, np.uint8).reshape(side, count, side, *strip.shape[2:]).swapaxes(0, 1)
    return np.ascontiguousarray(tiles)

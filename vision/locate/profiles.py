"""Where in a picture edges repeat themselves a step apart, along both sides: that is where a board is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.edges import EDGE_RUN, Floats, Grey
from vision.locate.fit import per_line

_THREE = np.ones((1, 3), np.uint8)
# Rows enough to tell where edges repeat themselves: each of EDGE_RUN rows at least is met by one.
_SAMPLED = slice(EDGE_RUN // 2, None, EDGE_RUN)


def profiles(vertical: Grey, horizontal: Grey, step: float) -> tuple[Floats, Floats]:
    """Repeating edges per column and per row of the picture, where both kinds are close together: on the board.

    `vertical`, `horizontal`: masks as `long_edges` gives them.
    """
    height, width = vertical.shape
    block = max(4, round(step / 2))
    down, across = height // block, width // block
    repeats_v, repeats_h = (_repeats(mask[_SAMPLED], step) for mask in (vertical, horizontal))
    density_v = _density(repeats_v, block, (across, down))
    density_h = cv2.transpose(_density(repeats_h, block, (down, across)))
    both = np.minimum(cv2.blur(density_v, (3, 3)), cv2.blur(density_h, (3, 3)))
    count, parts, stats, _ = cv2.connectedComponentsWithStats((both > 0.4 * both.max()).astype(np.uint8))
    columns, rows = np.zeros(width, np.float32), np.zeros(height, np.float32)
    if count > 1:
        mass = np.bincount(parts.ravel(), weights=both.ravel(), minlength=count)
        mass[0] = 0
        x, y, w, h = (value * block for value in stats[mass.argmax()][:4].tolist())
        columns[x : x + w] = per_line(repeats_v[_of_sampled(y, y + h), x : x + w])
        rows[y : y + h] = per_line(repeats_h[_of_sampled(x, x + w), y : y + h])
    return columns, rows


def _repeats(mask: Grey, step: float) -> Grey:
    """The edges that have another one a step to their left or right."""
    wide = np.asarray(cv2.dilate(mask, _THREE), np.uint8)
    by = round(step)
    out: Grey = np.zeros(mask.shape, np.uint8)
    np.bitwise_and(mask[:, by:], wide[:, :-by], out=out[:, by:])
    out[:, :-by] |= mask[:, :-by] & wide[:, by:]
    return out


def _of_sampled(begin: int, end: int) -> slice:
    """Which of the `_SAMPLED` rows are among others."""
    first, last = (-((_SAMPLED.start - row) // EDGE_RUN) for row in (begin, end))
    return slice(max(0, first), last)


def _density(repeats: Grey, block: int, size: tuple[int, int]) -> Floats:
    """How many repeating vertical edges each square block holds, roughly: (size[1], size[0]) float32.

    `repeats`: the `_SAMPLED` rows of them.
    """
    # One pixel of 255 shows in the mean of a block's row, of at most half as many pixels as the longest step has.
    inked = cv2.resize(repeats[:, : size[0] * block], (size[0], len(repeats)), interpolation=cv2.INTER_AREA) > 0
    return np.asarray(cv2.resize(inked.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)

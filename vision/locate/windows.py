"""Square windows of cells at one step: which of the lines in equal steps are a board's.

Each side of each lattice cell is present to a degree (0..1); a board is the square window in which the most sides are
present and outside of which they are not. The best window comes first, then the best ones of other sizes and places.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from vision.lattice import Lattice
from vision.locate.boxes import SIDE_PRESENT, Sums, boxes, gains, weakest_outside
from vision.locate.fit import fitted, squared
from vision.locate.sides import Sides

SIZES = (*range(4, 21, 2), 5, 7, 9, 11)
# Of a board's outermost rows and columns, at least this part of either kind of sides is present.
OUTER_PRESENT = 0.22
# Windows with less than this mean presence are no board.
LEAST_PRESENCE = 0.6
# Counters may have plainer sides than the cells beside them.
LEAST_WITHOUT_RULERS = 0.4
# The smallest boards have few sides, and many things look like four cells by four; without a frame so much of the inner
# sides is there. The latter is set, not measured: there is one such board among the samples.
LEAST_OF_FOUR, LEAST_INNER = 0.75, 0.9
# Windows whose sides are present by no more than this more than those about them are parts of others.
LEAST_DIFFERENT = 0.15
# Rows and columns of counters or numbers along one side of a board, at most.
MOST_RULERS = 2
# Boards are mostly even: what the sides of others count.
ODD = 0.7


def windows(sides: Sides) -> Iterator[Lattice]:
    """Square windows of cells in pixels of the edges: first the one with the most sides present, then those that most
    differ in that from the cells about them."""
    total_v, total_h = gains(sides.upright), gains(sides.level)
    sizes = [size for size in SIZES if size <= min(sides.upright.shape[0], sides.level.shape[1])]
    scores = {size: _score(total_v, total_h, size) for size in sizes}
    weights = {size: ODD if size % 2 else 1.0 for size in sizes}
    size = max(sizes, key=lambda size: weights[size] * float(scores[size].max()), default=0)
    if not size or scores[size].max() <= 0:
        return
    best = size, *divmod(int(scores[size].argmax()), scores[size].shape[1])
    if (found := _window(sides, *best)) is not None:
        yield found
    for window in _without_rulers(sides, *best):
        if (found := _window(sides, *window, LEAST_WITHOUT_RULERS)) is not None:
            yield found
    others: list[tuple[float, int, int, int]] = []
    # Beyond the lines no sides are.
    total_v, total_h = (
        np.asarray(cv2.copyMakeBorder(total, 1, 1, 1, 1, cv2.BORDER_REPLICATE), np.float64)
        for total in (total_v, total_h)
    )
    for size, score in scores.items():
        # Of the cells about each window, the sides that are not its own.
        about = boxes(total_v, size + 2, size + 3) + boxes(total_h, size + 3, size + 2) - score
        differs = score / (2 * size * (size + 1)) - about / (8 * size + 12)
        for row, column in np.argwhere((score > 0) & (differs > LEAST_DIFFERENT)).tolist():
            others.append((weights[size] * float(differs[row, column]), size, row, column))
    for _, size, row, column in sorted(others, reverse=True):
        if (found := _window(sides, size, row, column)) is not None:
            yield found


def _score(total_v: Sums, total_h: Sums, size: int) -> Sums:
    """By how much the sides of each window of cells are more present than not, 0 where its outer ones are not."""
    score = boxes(total_v, size, size + 1) + boxes(total_h, size + 1, size)
    if score.max() > 0:
        score[weakest_outside(total_v, total_h, size) <= OUTER_PRESENT - SIDE_PRESENT] = 0
    return score


def _without_rulers(sides: Sides, size: int, row: int, column: int) -> Iterator[tuple[int, int, int]]:
    """A window without counters or numbers that stand along two of its sides in the same step: where these meet, in one
    of its corners, no cells are."""
    for less in range(MOST_RULERS, 0, -1):
        for below, right in product((False, True), repeat=2):
            first, begin = row + (size - less if below else 0), column + (size - less if right else 0)
            # The sides of the corner that are not also those of other cells.
            upright = sides.upright[first : first + less, begin + right : begin + right + less]
            level = sides.level[first + below : first + below + less, begin : begin + less]
            seen = np.nan_to_num(np.concatenate([upright.ravel(), level.ravel()]))
            even = (size - less) % 2 == 0  # a corner of a busy picture is empty by chance, too
            if even and size - less >= SIZES[0] and seen.mean() < SIDE_PRESENT / 2:
                yield size - less, row + (0 if below else less), column + (0 if right else less)


def _window(sides: Sides, size: int, row: int, column: int, least: float = LEAST_PRESENCE) -> Lattice | None:
    """The lattice of a window, its lines where the edges are."""
    height, width = sides.long_v.shape
    part_v = sides.upright[row : row + size, column : column + size + 1]
    part_h = sides.level[row : row + size + 1, column : column + size]
    some = np.concatenate([part_v.ravel(), part_h.ravel()])
    known = some[some == some]  # those that are not NaN
    seen = float(known.sum()) / len(known) if len(known) else 0.0
    if size < 6 and seen < LEAST_OF_FOUR:
        # Of a board without a frame there is no more than three lines each way.
        inner = np.concatenate([part_v[:, 1:-1].ravel(), part_h[1:-1].ravel()])
        if not inner.mean() > LEAST_INNER:  # NaN beyond the picture
            return None
    if seen < least:
        return None
    xs, ys = sides.xs[column : column + size + 1], sides.ys[row : row + size + 1]
    (x, step_x, _), (y, step_y, _) = squared(
        fitted(sides.long_v, xs, ys[0], ys[-1]), fitted(sides.long_h, ys, xs[0], xs[-1])
    )
    over = max(-x, -y, x + size * step_x - width, y + size * step_y - height)
    # More than a crop takes away does not lie outside of the picture.
    return Lattice(x, y, step_x, step_y, size, size, seen) if over <= 0.5 * sides.step else None

"""One lattice of a picture -> probabilities of what each cell and each edge holds, and whether it is a whole board.

The network takes the board at 32 pixels a cell with half a cell of margin, and a patch of each edge at 64 pixels a
cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.imgproc import Colours, Floats, sigmoid, softmax
from vision.lattice import Lattice
from vision.onnx import run
from vision.rectify import UNIT, straighten

MODEL = "model.onnx"
# Pixels of a cell in the first input, and the side of a patch of an edge, half a cell at `UNIT`.
CELL = 32
# What a symbol may be called, in the order of the network's columns.
NAMES = ("sun", "moon", "zero", "one", "other", "picture")
# Columns of the network's result for each token: cells row by row, then upright edges, then lying ones.
_EMPTY, _NAMES, _GIVEN, _SAME, _MARKER, _INSIDE, _COVERED = 0, slice(1, 7), 7, slice(8, 24), slice(24, 27), 27, 28
_MARKS, _BORDER = slice(29, 32), 32
# Products of vectors are divided by this to be logits.
SCALE = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Straight:
    """A board as the network takes it, uint8 BGR.

    `image`: (32(n+1), 32(n+1), 3), half a cell of margin all round; `h`: (n, n-1, 32, 32, 3), half a cell around the
    edge between (r, c) and (r, c+1), at 64 pixels a cell; `v`: (n-1, n, 32, 32, 3), between (r, c) and (r+1, c).
    """

    image: Colours
    h: Colours
    v: Colours


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """What the network says of a board of n x n cells; all float32, 0..1 but for `vectors`.

    `empty`: (n, n); `names`: (n, n, 6), of a cell that is filled, in the order of `NAMES`; `given`: (n, n), that a
    filled cell is a clue; `vectors`: (n, n, 16), see `same`; `h`: (n, n-1, 3) and `v`: (n-1, n, 3), nothing, `=`, `x`;
    `inside`: (n, n), that this is a cell of the board, and can be seen; `covered`: (n, n), `covered_h`: (n, n-1) and
    `covered_v`: (n-1, n), that something lies over the middle of a cell or an edge, such as a mouse pointer; `whole`:
    that this is a whole board of two symbols; `queens`: that it is one of Queens, of which `marks`: (n, n, 3) says
    nothing, crown, cross, `border_h`: (n, n-1) and `border_v`: (n-1, n) that two regions meet there. `features`:
    (n * n, 96) and `edge_features`: (2 n (n-1), 96), what all of this is computed from.
    """

    empty: Floats
    names: Floats
    given: Floats
    vectors: Floats
    h: Floats
    v: Floats
    inside: Floats
    covered: Floats
    covered_h: Floats
    covered_v: Floats
    whole: float
    queens: float
    marks: Floats
    border_h: Floats
    border_v: Floats
    features: Floats
    edge_features: Floats

    @property
    def size(self) -> int:
        return len(self.empty)

    def pair_logits(self) -> Floats:
        """The logits that two cells are of one kind, empty ones of a kind of their own: (n * n, n * n)."""
        flat = self.vectors.reshape(-1, self.vectors.shape[-1])
        return np.asarray(flat @ flat.T / SCALE, np.float32)


def straight(bgr: Colours, lattice: Lattice) -> Straight:
    """The board on a lattice of a picture (H, W, 3)."""
    return straight_from(fine_board(bgr, lattice))


def fine_board(bgr: Colours, lattice: Lattice) -> Colours:
    """The board at 64 pixels a cell with half a cell of margin all round: (64(n+1), 64(n+1), 3) uint8."""
    x, y = lattice.x - lattice.step_x / 2, lattice.y - lattice.step_y / 2
    return straighten(bgr, replace(lattice, x=x, y=y, rows=lattice.rows + 1, columns=lattice.columns + 1))


def straight_from(fine: Colours) -> Straight:
    """The board of such a picture."""
    size = len(fine) // UNIT - 1
    side = CELL * (size + 1)
    image = np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    return Straight(image, *edge_patches(fine, size))


def edge_patches(fine: Colours, size: int) -> tuple[Colours, Colours]:
    """The patches of all edges of a board at 64 pixels a cell with half a cell of margin: `h` and `v` of `Straight`."""
    middle = UNIT - CELL // 2
    # Half a cell, from a quarter before the middle of each cell, and of each edge.
    cells = fine[middle : middle + UNIT * size], fine[:, middle : middle + UNIT * size]
    beyond = middle + UNIT // 2
    across = cells[0][:, beyond : beyond + UNIT * (size - 1)].reshape(size, UNIT, size - 1, UNIT, 3)
    down = cells[1][beyond : beyond + UNIT * (size - 1)].reshape(size - 1, UNIT, size, UNIT, 3)
    return across.swapaxes(1, 2)[:, :, :CELL, :CELL], down.swapaxes(1, 2)[:, :, :CELL, :CELL]


def transposed(board: Straight) -> Straight:
    """The board turned over its diagonal."""
    image, h, v = (np.ascontiguousarray(part.swapaxes(0, 1)) for part in (board.image, board.v, board.h))
    return Straight(image, np.ascontiguousarray(h.swapaxes(2, 3)), np.ascontiguousarray(v.swapaxes(2, 3)))


def classify_twice(board: Straight, once: Probabilities) -> Probabilities:
    """What is on a board, of which the network has said this `once`: the mean of that and of what it says of the board
    turned over its diagonal. Fewer boards are read wrong so: of 153 in random looks 13 instead of 17 at one time."""
    again = classify(transposed(board))
    # What the network says of pairs adds up where the vectors are laid one after the other.
    vectors = np.concatenate((once.vectors, again.vectors.swapaxes(0, 1)), axis=2) / np.float32(np.sqrt(2))
    return replace(
        once,
        empty=_mean_chance(once.empty, again.empty.T),
        names=_mean_chances(once.names, again.names.swapaxes(0, 1)),
        given=_mean_chance(once.given, again.given.T),
        vectors=vectors,
        h=_mean_chances(once.h, again.v.swapaxes(0, 1)),
        v=_mean_chances(once.v, again.h.swapaxes(0, 1)),
        inside=_mean_chance(once.inside, again.inside.T),
        covered=_mean_chance(once.covered, again.covered.T),
        covered_h=_mean_chance(once.covered_h, again.covered_v.T),
        covered_v=_mean_chance(once.covered_v, again.covered_h.T),
        whole=float(_mean_chance(np.array([once.whole]), np.array([again.whole]))[0]),
        queens=float(_mean_chance(np.array([once.queens]), np.array([again.queens]))[0]),
        marks=_mean_chances(once.marks, again.marks.swapaxes(0, 1)),
        border_h=_mean_chance(once.border_h, again.border_v.T),
        border_v=_mean_chance(once.border_v, again.border_h.T),
    )


def _mean_chance(one: Floats, other: Floats) -> Floats:
    """The probability whose logit is the mean of those of two."""
    return _mean_chances(np.stack((one, 1 - one), axis=-1), np.stack((other, 1 - other), axis=-1))[..., 0]


def _mean_chances(one: Floats, other: Floats) -> Floats:
    """The same of the last axis, along which probabilities add up to 1."""
    product = np.sqrt(one.astype(np.float64) * other) + 1e-12
    return np.asarray(product / product.sum(axis=-1, keepdims=True), np.float32)


def classify(board: Straight) -> Probabilities:
    """What the network says of a straightened board."""
    size = len(board.h)
    patches = np.concatenate((board.h.reshape(-1, CELL, CELL, 3), board.v.reshape(-1, CELL, CELL, 3)))
    outputs = run(MODEL, {"board": board.image[None], "edges": patches}, ["tokens", "whole", "features"])
    tokens, whole, features = (one[0] for one in outputs)
    cells, upright = size * size, size * (size - 1)
    grid = tokens[:cells].reshape(size, size, -1)
    markers = softmax(tokens[cells:, _MARKER])
    covered, borders = sigmoid(tokens[cells:, _COVERED]), sigmoid(tokens[cells:, _BORDER])
    return Probabilities(
        empty=sigmoid(grid[..., _EMPTY]),
        names=softmax(grid[..., _NAMES]),
        given=sigmoid(grid[..., _GIVEN]),
        vectors=grid[..., _SAME].copy(),
        h=markers[:upright].reshape(size, size - 1, 3),
        v=markers[upright:].reshape(size - 1, size, 3),
        inside=sigmoid(grid[..., _INSIDE]),
        covered=sigmoid(grid[..., _COVERED]),
        covered_h=covered[:upright].reshape(size, size - 1),
        covered_v=covered[upright:].reshape(size - 1, size),
        whole=float(sigmoid(whole)[0]),
        queens=float(sigmoid(whole)[1]),
        marks=softmax(grid[..., _MARKS]),
        border_h=borders[:upright].reshape(size, size - 1),
        border_v=borders[upright:].reshape(size - 1, size),
        features=features[:cells],
        edge_features=features[cells:],
    )

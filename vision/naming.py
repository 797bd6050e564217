"""Which of two classes of symbols is the sun and which the moon.

By shape: the class's picture against the template bank. Where the shapes are no sun and moon (seasonal boards,
letters), nothing in the picture tells; then a convention names them, and the caller says so in a warning.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classes import SymbolClass
from vision.glyphs import bank, cut_glyphs
from vision.patches import EDGE_UNIT as UNIT
from vision.patches import Colours, colour_distance

Floats = NDArray[np.float32]

# The window in which a symbol is looked for: 0.84 of a cell, as large emoji are.
MARGIN = UNIT // 12
# Every stroke of a symbol comes at least this near to the middle of its cell, in pixels.
SYMBOL_CORE = 0.24 * UNIT
# Correlation from which a shape is taken for a template's. Measured on the real looks: suns and moons 0.8 and more,
# seasonal symbols mostly below 0.7.
ALIKE = 0.78
# ... and of a symbol that is on the board only once: real ones 0.88 and more, pointers less.
ALIKE_ONCE = 0.84
# How much more a class must be like a sun (or moon) than the other class for the shapes alone to decide.
LEAD = 0.25
# How much a full difference in warmth counts against a difference in shape.
COLOUR_WEIGHT = 0.15
# How far the colours of a symbol's pixels are from their mean, on average (0..255), for it to be a picture. Plain
# shapes have 5 to 15 from their soft edges, seasonal symbols 25 and more.
SEVERAL_COLOURS = 20.0
# Exemplars that the picture of a class is made of.
EXEMPLARS = 3


_ANGLES = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_GROUND_X = np.rint(UNIT / 2 - 0.5 + 0.34 * UNIT * np.cos(_ANGLES)).astype(np.intp)
_GROUND_Y = np.rint(UNIT / 2 - 0.5 + 0.34 * UNIT * np.sin(_ANGLES)).astype(np.intp)


@dataclass(frozen=True, slots=True)
class Naming:
    """`letters[k]`: `S` or `M` for class k. `sure`: whether shapes and colours tell; else they may be swapped."""

    letters: tuple[str, ...]
    sure: bool


def symbol_ink(board: Colours, members: NDArray[np.intp]) -> NDArray[np.uint8]:
    """The ink of the symbol that some cells share, as `glyphs.cut_glyphs` takes it."""
    columns = board.shape[1] // UNIT
    some = members[np.linspace(0, len(members) - 1, min(len(members), EXEMPLARS)).astype(int)]
    cells = np.stack(
        [
            board[r * UNIT : (r + 1) * UNIT, c * UNIT : (c + 1) * UNIT]
            for r, c in (divmod(int(i), columns) for i in some)
        ]
    )
    # The ground as `patches.cell_patches` sees it: around the symbol, inside of frames.
    around = cells[:, _GROUND_Y, _GROUND_X]
    ground = np.partition(around, len(_GROUND_X) // 2, axis=1)[:, len(_GROUND_X) // 2]
    middle = cells[:, MARGIN:-MARGIN, MARGIN:-MARGIN].transpose(3, 0, 1, 2)
    ink = colour_distance(middle, ground.T[:, :, None, None])
    return np.asarray(np.sort(ink, axis=0)[len(ink) // 2], np.uint8)


def warmth(one: SymbolClass) -> float:
    """How much more red than blue the symbol is, -255..255: suns are warm, moons cool, whatever the theme."""
    ink = np.abs(one.relief).max(axis=0)
    strong = ink > 0.5 * ink.max()
    blue, _, red = one.colours[:, strong].mean(axis=1)
    return float(red - blue)


def is_picture(one: SymbolClass) -> bool:
    """Whether a symbol is a picture of several colours, not a plain shape."""
    ink = np.abs(one.relief).max(axis=0)
    colours = one.colours[:, ink > 0.5 * ink.max()]
    return float(np.abs(colours - colours.mean(axis=1, keepdims=True)).max(axis=0).mean()) > SEVERAL_COLOURS


def name_classes(board: Colours, classes: tuple[SymbolClass, ...]) -> Naming:
    """Name one or two classes of symbols."""
    likeness = _likeness(np.stack([symbol_ink(board, one.members) for one in classes]))
    warm = [warmth(one) for one in classes]
    if len(classes) == 1:
        sun, moon = likeness[0]
        letter = "S" if sun > moon else "M"
        # One kind alone: the shape must be plain, and its colour must not speak for the other.
        agrees = warm[0] > -20 if letter == "S" else warm[0] < 60
        sure = max(sun, moon) > ALIKE and abs(sun - moon) > 0.1 and agrees
        if not sure and abs(warm[0]) > 60:
            letter = "S" if warm[0] > 0 else "M"
        return Naming((letter,), sure)
    straight = likeness[0][0] + likeness[1][1]
    crossed = likeness[0][1] + likeness[1][0]
    by_shape = (straight - crossed) / 2
    by_colour = max(-1.0, min(1.0, (warm[0] - warm[1]) / 150))
    known = min(max(likeness[0]), max(likeness[1])) > ALIKE
    both = by_shape + COLOUR_WEIGHT * by_colour
    order = ("S", "M") if both >= 0 else ("M", "S")
    if abs(both) < 0.05:
        order = ("S", "M") if classes[0].members[0] < classes[1].members[0] else ("M", "S")
    # A disc beside a crescent is plain whatever the colours; shapes less apart need colours that say the same.
    # A disc is a sun beside what looks more like a moon than like anything, if only roughly, and has the other colour.
    beside = likeness[1 if order[0] == "S" else 0]
    plain = (
        max(max(pair) for pair in likeness) > 0.93
        and beside[1] > max(0.6, beside[0])
        and by_shape * by_colour > 0
        and abs(by_colour) > 0.9
    )
    clear = min(abs(one[0] - one[1]) for one in likeness) > 0.1
    own = [pair[letter == "M"] for pair, letter in zip(likeness, order, strict=True)]
    agreed = all(mine >= max(pair) for mine, pair in zip(own, likeness, strict=True))
    # What stands on the board once only may be a pointer: it must be like a template beyond doubt.
    agreed &= all(mine > ALIKE_ONCE or len(one.members) > 1 for mine, one in zip(own, classes, strict=True))
    sure = agreed and (
        plain or (known and clear and (abs(by_shape) > LEAD or (by_shape * by_colour > 0 and abs(by_shape) > 0.08)))
    )
    return Naming(order, sure)


def _likeness(inks: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """How alike the glyphs in some squares of ink are to a sun and to a moon."""
    cut, glyphs = cut_glyphs(inks, SYMBOL_CORE)
    likeness = [(0.0, 0.0)] * len(inks)
    for number, match in zip(cut, bank("symbols").match(glyphs) if cut else [], strict=True):
        scores = {match.name: match.score, match.runner_up: match.runner_up_score}
        likeness[number] = scores.get("sun", 0.0), scores.get("moon", 0.0)
    return likeness

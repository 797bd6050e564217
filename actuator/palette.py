"""Symbols beside the board that put them into its cells: where they are.

Two kinds of pages have such a palette. On one a click on it chooses what later clicks on cells put ("pick"), on the
other it fills the cell that was clicked before ("put"). It is looked for only where clicks on cells do not lead to what
they are to show, and is believed only where both symbols of the game are found in one row or column, in one size, and
drawn as on the board: nothing else beside the board is clicked. All that stands out from its ground there is compared,
whatever its size, in shape and in colour; where colours do not tell, and digits, must stand alone, as letters of words,
times and addresses do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from actuator.moves import Point, Rect
from actuator.pixels import largest
from actuator.screen import Shot
from actuator.sight import Sight
from solver.binary.puzzle import SYMBOLS
from vision.imgproc import Floats

Picture = NDArray[np.uint8]

# What `vision` says of symbols of Takuzu that are no digits.
NO_DIGITS = "may be exchanged throughout"

# So many cells around the board are looked at, but for its frame, which may be so wide, in cells; searched is what has
# an outline as strong as this, and so many cells about it. A larger step in brightness than the last counts as it.
AROUND, FRAME, FAINT, MARGIN, STRONGEST = 7.0, 0.15, 30.0, 0.3, 160.0
# Symbols are compared in so many pixels a side, with so much of their size about them. Those of a palette are so many
# times as large as on the board, where they have one of these sizes, in cells; and at least so many pixels.
SIDE, ABOUT, TIMES, ON_BOARD, LEAST_SIDE = 24, 0.12, (0.2, 1.6), np.geomspace(0.3, 1.05, 12), 8
# So many cells with a symbol are looked at, as clues and entries may be drawn otherwise; and so many places on each
# side of the board, the largest: a photo has thousands.
MOST_CELLS, MOST_PLACES = 8, 2000
# Parts of one symbol lie no further apart than one of these, in cells. Outlines are as strong as this, or, where faint
# ones of things side by side are one, as strong as that; pictures whose cells have fewer pixels are looked at twice as
# large, where they are further apart.
JOINED, LEVELS, SMALL = (0.0, 0.06, 0.12), (FAINT, 100.0), 140
# What differs so much from its ground, of 255, is ink; there is a symbol where it covers so much of a place. So much of
# it, what differs the least, is at the edges of its lines and has no colour of its own; in shape a larger difference
# than the last counts as that one.
INK, LEAST_INK, PALE, MOST_INK = 40, 0.01, 0.5, 80
# The score of a pair: how like the symbols their shapes are (0..1 each, at least this), how much nearer their colours
# are to their own symbol's than to the other's, by so much, and how far from these, by so much; both count the last.
# Chosen on 117 pictures of pages of other hands so that palettes score more than what else is there.
ALIKE, NEARER, FAR, COLOUR, LEAST_SCORE = 0.55, 150, 100, 0.3, 1.55
# Each is rather the one symbol than the other by so much in shape, or in colour, where it is so near to its own.
OTHERWISE, OTHER_COLOUR, SAME_COLOUR = 0.25, 60, 60
# They stand in line but for this part of their size, or this part of how far they are apart, as the chosen one may be
# moved aside; they are this many sizes apart, and drawn as large, but for this part; those of two palettes are so many
# cells apart.
IN_LINE, ASIDE, APART, AS_LARGE, LEAST_APART = 0.4, 0.25, (0.9, 10.0), 0.13, 0.3
# Of several palettes those are tried first that stand in line, that are nearer together, by so much for each size, and
# larger, by so much for each cell: an example in the rules is small.
FURTHER, LARGER = 0.02, 0.3
# What is above the board has its middle over it, or no further than so many cells on one side.
BESIDE = 1.0
# So many palettes are tried at most: some pages explain the rules by an example. What has another in line, within so
# many cells, that is so like it, as a correlation, is no palette's; where the ground tells, both are so like symbols.
MOST_PALETTES, REPEATED, SAME_SHAPE = 3, 2.5, 0.8
# What its shape alone tells has nothing as near beside it as this, in heights of it: letters of one word are nearer.
GAP = 0.2


def has_digits(sight: Sight) -> bool:
    """Whether the symbols of a board are known to be 0 and 1."""
    return sight.game == "takuzu" and not any(NO_DIGITS in warning for warning in sight.warnings)


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """How N places look, or C cells of one symbol at each of Q sizes: `shapes` (..., D), rows of length 1; `colours`
    (..., 2, 3), of their ink and of their ground."""

    shapes: Floats
    colours: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """What may be symbols in a picture whose cells have `step` pixels, N of them: `boxes` (N, 4), left, top, width and
    height in pixels; `likeness` (2, N, Q) and `colours` (2, N, Q, 2): how like each symbol they are, if that has each
    of Q sizes on the board, and how unlike its colour and that of its ground."""

    step: float
    boxes: Floats
    looks: _Looks
    likeness: Floats
    colours: Floats

    @property
    def sides(self) -> Floats:
        """The longer side of each."""
        return np.asarray(self.boxes[:, 2:].max(axis=1), np.float32)

    @property
    def middles(self) -> Floats:
        """(N, 2)."""
        return np.asarray(self.boxes[:, :2] + self.boxes[:, 2:] / 2, np.float32)


def palettes(sight: Sight, first: Sight) -> list[Mapping[str, Point]]:
    """Where each symbol of the game is shown beside the board, in points from its upper left corner: the most probable
    palettes first, none where not both symbols are. `sight`: shows them on the board; `first`: with all that is beside
    it."""
    shown = _both(sight)
    if first.shot is None or shown is None:
        return []
    digits, step = has_digits(first), first.step * first.shot.scale[0]
    board = first.shot.box(first.board.grown(BESIDE * first.step))
    pairs: list[tuple[float, Point, Point]] = []
    for (left, top), picture in surroundings(first, first.shot, AROUND):
        places = _places(picture, shown, step)
        for score, *both in _pairs(picture, places, digits) if places is not None else ():
            one, other = ((left + x, top + y) for x, y in both)
            if not any(_is_aside_above(at, board) for at in (one, other)):
                pairs.append((score, one, other))
    kept: list[tuple[Point, Point]] = []
    for _, *both in sorted(pairs, reverse=True):
        if all(dist(at, other) > LEAST_APART * step for at in both for pair in kept for other in pair):
            kept.append((both[0], both[1]))
    points = [[first.shot.point(x, y) for x, y in pair] for pair in kept[:MOST_PALETTES]]
    left, top = first.board.left, first.board.top
    return [dict(zip(SYMBOLS[sight.game], [(x - left, y - top) for x, y in pair], strict=True)) for pair in points]


def _is_aside_above(at: Point, board: tuple[int, int, int, int]) -> bool:
    """Whether a place is above a board, but on one side of it, as a window's own buttons are."""
    x0, y0, x1, _ = board
    return at[1] < y0 and not x0 < at[0] < x1


def symbols_in(picture: Picture, sight: Sight) -> tuple[Point, ...]:
    """Where in a picture (H, W, 3), taken as `sight` was, both symbols of the game stand, in its pixels; none where not
    both do."""
    shown = _both(sight)
    if shown is None or sight.shot is None:
        return ()
    places = _places(picture, shown, sight.step * sight.shot.scale[0])
    _, *both = max(_pairs(picture, places, has_digits(sight), among_words=False), default=(0.0,)) if places else (0.0,)
    return tuple(both)


def beside(board: Rect, palette: Mapping[str, Point]) -> dict[str, Point]:
    """Where these symbols are now, in points of the desktop: they move with the board."""
    return {symbol: (board.left + x, board.top + y) for symbol, (x, y) in palette.items()}


def surroundings(first: Sight, shot: Shot, cells: float) -> Iterator[tuple[Point, Picture]]:
    """What is so many cells above, below, to the left and to the right of the board, corners each time included, with
    little of the empty space about it: where it begins in the grab, (x, y), and its pixels."""
    x0, y0, x1, y1 = shot.box(first.board.grown(cells * first.step))
    bx0, by0, bx1, by1 = shot.box(first.board.grown(FRAME * first.step))
    margin = round(MARGIN * first.step * shot.scale[0])
    for left, top, right, bottom in ((x0, y0, x1, by0), (x0, by1, x1, y1), (x0, y0, bx0, y1), (bx1, y0, x1, y1)):
        if left >= right or top >= bottom:
            continue
        x, y, wide, high = cv2.boundingRect((outlines(shot.bgr[top:bottom, left:right]) > FAINT).astype(np.uint8))
        if wide:
            right, bottom = min(right, left + x + wide + margin), min(bottom, top + y + high + margin)
            left, top = max(left, left + x - margin), max(top, top + y - margin)
            yield (left, top), shot.bgr[top:bottom, left:right]


def _both(sight: Sight) -> list[_Looks] | None:
    """How the two symbols of the game are drawn on the board; None where not both are there."""
    shown = [_on_board(sight, symbol) for symbol in SYMBOLS.get(sight.game, "")]
    both = [looks for looks in shown if looks is not None]
    return both if len(both) == 2 else None


def _on_board(sight: Sight, symbol: str) -> _Looks | None:
    """How a symbol is drawn on the board, with each of the sizes that it may have there; None where it is not."""
    cells = [at for (r, c), at in sight.cells.items() if sight.puzzle.cells[r][c] == symbol]
    if not cells or sight.shot is None:
        return None
    some = cells[:: -(-len(cells) // MOST_CELLS)]
    middles = [sight.shot.box(Rect(*at, 0, 0))[:2] for at in some]
    sides = (ON_BOARD * sight.step * sight.shot.scale[0]).tolist()
    looks = _looks(sight.shot.bgr, [(x - side / 2, y - side / 2, side, side) for x, y in middles for side in sides])
    each = len(some), len(ON_BOARD), -1
    shapes, colours = looks.shapes.reshape(each), looks.colours.reshape(*each, 3)
    colours[:, :, 1] = np.median(colours[:, :, 1], axis=0)  # one of a symbol is the ground, as a rule
    return _Looks(shapes, colours)


def _looks(picture: Picture, boxes: Sequence[Sequence[float]]) -> _Looks:
    """How what is in each of N boxes of a picture (H, W, 3) looks, with a little of what is about it, in a square of
    the ground there: the frame of a button is nearer to the longer sides of a symbol than that is wide."""
    small = np.array([_square(picture, box) for box in boxes])
    ground, ink = _ground(small), ink_of(small)
    drawn = _each(outlines, small, 4), np.minimum(ink, MOST_INK)
    soft = [_each(lambda one: np.asarray(cv2.GaussianBlur(one, (0, 0), 1.0)), one, 4) for one in drawn]
    shapes = np.concatenate([_unit(one) for one in soft], axis=1) / np.sqrt(2)
    colours = np.stack([(_colour(*one), ground[k]) for k, one in enumerate(zip(small, ink, strict=True))])
    return _Looks(np.asarray(shapes, np.float32), colours.astype(np.float32))


def _square(picture: Picture, box: Sequence[float]) -> Picture:
    """What is in a box, in a square of so many pixels that has a little of what is about it."""
    left, top, wide, high = box
    side = max(wide, high)
    size, away = max(2, round((1 + 2 * ABOUT) * side)), (round((side - high) / 2), round((side - wide) / 2))
    part = cv2.getRectSubPix(picture, (size, size), (left + (wide - 1) / 2, top + (high - 1) / 2))
    if max(away):
        inner = part[away[0] : size - away[0], away[1] : size - away[1]]
        part = np.broadcast_to(_ground(inner).astype(np.uint8), part.shape).copy()
        part[away[0] : size - away[0], away[1] : size - away[1]] = inner
    return np.asarray(cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _each(of: Callable[[NDArray[Any]], Floats], parts: NDArray[Any], far: int) -> Floats:
    """What `of`, which looks so far around each pixel, says of each of N pictures, (N, H, W, ...): of all at once."""
    around = ((0, 0), (far, far), (far, far)) + ((0, 0),) * (parts.ndim - 3)
    high = np.pad(parts, around, mode="reflect")
    found = of(high.reshape(-1, *high.shape[2:])).reshape(high.shape[:3])
    return found[:, far:-far, far:-far]


def _colour(small: Picture, ink: Floats) -> NDArray[Any]:
    """The colour of what is drawn in a picture, (H, W, 3), of which this differs from the ground, (H, W)."""
    some = ink > INK
    if some.mean() > LEAST_INK:
        some &= ink >= np.quantile(ink[some], PALE)
    return np.asarray(np.median(small[some] if some.any() else small.reshape(-1, 3), axis=0))


def ink_of(part: Picture) -> Floats:
    """How much each pixel of pictures, (..., H, W, 3), differs from what is at the edges of its own; (..., H, W)."""
    return np.asarray(largest(np.abs(part - _ground(part)[..., None, None, :])), np.float32)


def _ground(part: NDArray[Any]) -> NDArray[Any]:
    """The commonest colour at the edges of pictures, (..., H, W, 3): (..., 3)."""
    sides = part[..., 0, :, :], part[..., -1, :, :], part[..., 0, :], part[..., -1, :]
    return np.asarray(np.median(np.concatenate(sides, axis=-2), axis=-2))


def _unit(some: Floats) -> Floats:
    """Numbers, (N, ...), as rows of length 1 whose mean is 0; all 0 where they hardly differ."""
    rows = some.reshape(len(some), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.where(length > SIDE, rows / np.maximum(length, SIDE), 0)  # by 1 of 255 in the root mean square


def outlines(picture: Picture) -> Floats:
    """How steeply a picture, (H, W, 3), changes: (H, W)."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7).astype(np.float32)
    steep = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    return np.asarray(np.minimum(largest(steep), STRONGEST), np.float32)


def _places(picture: Picture, shown: Sequence[_Looks], step: float) -> _Places | None:
    """What stands out from its ground in a picture, if anything, and how like the symbols it is. `step`: pixels of a
    cell."""
    boxes = sorted(_boxes(picture, step), key=lambda box: -max(box[2:]))
    boxes = [box for box in boxes if LEAST_SIDE <= max(box[2:]) < TIMES[1] * ON_BOARD[-1] * step][:MOST_PLACES]
    if not boxes:
        return None
    looks, found = _looks(picture, boxes), np.array(boxes, np.float32)
    times = found[:, 2:].max(axis=1, keepdims=True) / (ON_BOARD * step)
    possible = (times > TIMES[0]) & (times < TIMES[1])
    likeness = [np.einsum("nd,cqd->cnq", looks.shapes, one.shapes).max(axis=0) for one in shown]
    colours = [np.abs(looks.colours[:, None, None] - one.colours).max(axis=4).min(axis=1) for one in shown]
    return _Places(step, found, looks, np.where(possible, likeness, -1), np.stack(colours))


def _boxes(picture: Picture, step: float) -> set[tuple[float, ...]]:
    """The boxes of all that has an outline, of parts that lie near each other together, and of what an outline goes
    around: left, top, width and height. An outline is a pixel wider than what it is of."""
    by = 2 if step < SMALL else 1
    large = np.asarray(cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR), np.uint8)
    outline, found = outlines(large), set()
    for level in LEVELS:
        steep = (outline > level).astype(np.uint8)
        around = [box for box in parts_of(1 - steep) if min(box[2:]) >= LEAST_SIDE]
        found |= {(x - 1, y - 1, wide + 2, high + 2) for x, y, wide, high in around}
        found |= {_inked(large, box) for box in around if max(box[2:]) < TIMES[1] * by * step}
        for far in JOINED:
            near = np.ones((max(1, round(far * by * step)),) * 2, np.uint8)
            parts = parts_of(cv2.morphologyEx(steep, cv2.MORPH_CLOSE, near))
            found |= {(x + 1, y + 1, wide - 2, high - 2) for x, y, wide, high in parts}
    return {tuple(side / by for side in box) for box in found}


def _inked(picture: Picture, box: Sequence[int]) -> tuple[int, int, int, int]:
    """The box of what is drawn within another one: its outline may touch that of a frame."""
    left, top, wide, high = box
    ink = ink_of(picture[top : top + high, left : left + wide]) > INK
    x, y, wide, high = cv2.boundingRect(ink.astype(np.uint8))
    return left + x, top + y, wide, high


def parts_of(mask: NDArray[Any]) -> list[list[int]]:
    """The boxes of the connected parts of a mask."""
    parts: list[list[int]] = cv2.connectedComponentsWithStats(mask, connectivity=4)[2][1:, :4].tolist()
    return parts


def _pairs(
    picture: Picture, places: _Places, digits: bool, among_words: bool = True
) -> Iterator[tuple[float, Point, Point]]:
    """Pairs of places, one for each symbol, that may be a palette: the score, and their middles in pixels. What its
    shape alone tells may be a letter `among_words`, and `digits` anywhere."""
    sides, middles = places.sides, places.middles
    times = np.log(sides[:, None] / ON_BOARD)
    firsts, seconds = (np.flatnonzero(likeness.max(axis=1, initial=-1) > ALIKE) for likeness in places.likeness)
    for one in firsts.tolist():
        larger = np.maximum(sides[one], sides[seconds])
        near = _in_line(middles[one], middles[seconds], larger, APART[1] * larger, ASIDE)
        others = seconds[near]
        first, second = places.likeness[0, one][:, None], places.likeness[1, others][:, None]
        right = (np.abs(times[one][:, None] - times[others][:, None]) < AS_LARGE) & (np.minimum(first, second) > ALIKE)
        alike = np.where(right, first + second, -1)
        for k in np.flatnonzero(alike.max(axis=(1, 2), initial=-1) + COLOUR >= LEAST_SCORE).tolist():
            other, at = int(others[k]), np.unravel_index(alike[k].argmax(), right.shape[1:])
            score, colours_tell = _score(places.likeness[:, [one, other], at], places.colours[:, [one, other], at])
            boxes, may_be_letters = places.boxes[[one, other]], digits or (among_words and not colours_tell)
            if score < LEAST_SCORE or (may_be_letters and any(not stands_alone(picture, box) for box in boxes)):
                continue
            if not any(_is_repeated(places, *pair) for pair in ((one, other), (other, one))):
                side = float(max(sides[one], sides[other]))
                away, size = np.abs(middles[one] - middles[other]), side / places.step
                apart = float(np.hypot(*away))
                score -= FURTHER * apart / side + float(away.min()) / apart
                yield score + LARGER * size, _middle(boxes[0]), _middle(boxes[1])


def _is_repeated(places: _Places, one: int, beside: int) -> bool:
    """Whether another place in line with this one than the one beside it looks the same, as in an example of the rules
    or in a table."""
    sides, middles = places.sides, places.middles
    same = places.looks.shapes @ places.looks.shapes[one] > SAME_SHAPE
    same &= np.abs(places.looks.colours - places.looks.colours[one])[:, 0].max(axis=1) < INK
    same &= (sides < 1.2 * sides[one]) & (np.abs(middles - middles[beside]).max(axis=1) > sides[beside] / 2)
    return bool((same & _in_line(middles[one], middles, sides, places.step * REPEATED)).any())


def _in_line(one: Floats, others: Floats, sides: Floats, most: Floats | float, aside: float = 0.0) -> NDArray[np.bool_]:
    """Whether each of N middles stands beside another, or above or below it, as far away as they are large, and no
    further than `most`, all in pixels. `aside`: the part of that by which it may be out of line."""
    away = np.abs(others - one)
    apart = np.hypot(*away.T)
    in_line = away.min(axis=1) < np.maximum(IN_LINE * sides, aside * apart)
    return np.asarray(in_line & (apart > APART[0] * sides) & (apart < most))


def _score(likeness: Floats, colours: Floats) -> tuple[float, bool]:
    """How probably two places are the two symbols, and whether their colours tell; 0 where neither their shapes nor
    these say which is which. Of each symbol: (2, 2), how like it each place is; (2, 2, 2), how unlike its colours.
    Where the ground tells more, as of tiles, the ink may have another colour."""
    alike = float(likeness.trace())
    by_ink, by_ground = (colours.sum(axis=(0, 1)) - 2 * colours.trace()).tolist()
    by_tile = by_ground > max(by_ink, OTHER_COLOUR) and colours[..., 1].diagonal().max() < SAME_COLOUR
    by_tile &= bool(likeness.diagonal().min() > SAME_SHAPE)
    colours, nearer = (colours[..., 1], by_ground) if by_tile else (colours[..., 0], by_ink)
    colours_tell = nearer > OTHER_COLOUR
    # Where both have one colour, as what a pencil writes, one of them may not have been written yet.
    far = float((colours.diagonal() if colours_tell else colours.min(axis=0)).max())
    shapes_tell = 2 * alike - float(likeness.sum()) > OTHERWISE and bool((likeness.argmax(axis=0) == (0, 1)).all())
    if not shapes_tell and not (colours_tell and far < SAME_COLOUR):
        return 0.0, colours_tell
    return alike + COLOUR * (max(-1.0, min(1.0, nearer / NEARER)) - min(far / FAR, 1.0)), colours_tell


def _middle(box: Floats) -> Point:
    left, top, wide, high = box.tolist()
    return left + wide / 2, top + high / 2


def stands_alone(picture: Picture, box: Floats) -> bool:
    """Whether nothing is on the left and on the right of a box but upright lines, as of a frame."""
    left, y, wide, high = (round(side) for side in box.tolist())
    about = round(ABOUT * high) + 1  # what is so near is its own: a symbol is not seen to the pixel
    beside, x = round(GAP * high), left - about
    wide += 2 * about
    if x < beside:
        return False
    left, right = picture[y : y + high, x - beside : x], picture[y : y + high, x + wide : x + wide + beside]
    ground = np.concatenate((left, right), axis=1)
    return bool(np.abs(ground - np.median(ground, axis=0)).max() < INK)

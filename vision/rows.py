"""Boards without lines: rows of signs in equal steps, as in terminals and in text, or blocks, stones and marbles.

A lattice is found here by what stands in its cells. Signs as small as a dot are empty cells; they and whatever stands
between the cells (bars, plus signs, labels) are painted over, so that behind this room such a board is one like others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.averages import averaged
from vision.lattice import SIZES, Lattice
from vision.locate.edges import Page
from vision.locate.fit import line_through
from vision.order import median, middle_value

Colours = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# What differs from the page by more than this (0..255) is a sign.
INK = 45
# Where more of a picture than this is ink, its page has not one colour; a sample of about so many pixels a side tells,
# but for so much.
MOST_INK, SAMPLE, UNSURE = 0.5, 128, 0.1
# Whether there are rows of signs at all is asked of the reduced picture in grey, in which ink differs by so much from
# the page, unless more than this part of the sample does so in its colour alone.
# What is less than so many pixels high there is a speck, and so many heights are looked at.
GLANCE_INK, COLOUR_ALONE = 24, 0.003
LEAST_SPECK, MOST_HEIGHTS = 3, 8
# Fewer signs are no board, more are a photo.
LEAST_SIGNS, MOST_SIGNS = 8, 6000
# Signs are at least so many pixels high, and the tallest of one kind at most by this factor taller than the usual.
LEAST_HEIGHT, TALLER = 5, 1.35
# Signs lie off their place by at most this part of a step.
OFF = 0.16
# A sign of less than this part of the usual height is a dot or a dash: nothing.
SMALL = 0.45
# Steps are this much larger than signs are high, at least and at most.
LEAST_STEP, MOST_STEP = 0.9, 6.0
# So many steps and windows are looked at, and so many rows and columns beyond those where signs are.
MOST_STEPS, MOST_WINDOWS, BEYOND = 6, 5, 4
# A square with fewer of its cells holding a sign is no board.
LEAST_FILLED = 0.15
# Of its cells, so many may hold something else: a pointer, a cursor.
MOST_STRANGE = 0.05
# Of the signs in the same steps, so many are the board's; others are the numbers of its rows and columns.
LEAST_SHARE = 0.6
# Dots whose sizes differ by less than so many pixels are the same sign.
SAME_DOT = 1.6
# A bar is narrower than this part of its height.
BAR = 0.3
# ... and fills so much of its box.
FULL = 0.95


class Sign(NamedTuple):
    """A connected piece of ink: its middle and size in pixels, its number, and how many pixels of its box it has."""

    x: float
    y: float
    width: int
    height: int
    label: int
    area: int


class Board(NamedTuple):
    """A lattice of signs, and the picture with nothing else on it, (H, W, 3) uint8."""

    lattice: Lattice
    clean: Colours


def boards_of_signs(bgr: Colours, grey: Page) -> Iterator[Board]:
    """Squares of signs in equal steps on a page of one colour, the likeliest first. `grey`: the same picture."""
    sample, page = _page(bgr)
    inked = _differing(sample, page, INK)
    if cv2.countNonZero(inked) > (MOST_INK + UNSURE) * inked.size:
        return
    factor = grey.work_factor
    shade = _grey(page[None, None])[0]
    alone = cv2.subtract(inked, _differing(_grey(sample), shade, GLANCE_INK))
    in_grey = cv2.countNonZero(alone) <= COLOUR_ALONE * alone.size
    if not in_grey:
        factor = 1 << (factor - 1).bit_length()  # a power of two, by which colours are reduced in half the time
    small = grey.reduced(factor) if in_grey else averaged(bgr, factor)
    if not _may_hold_rows(_differing(small, shade if in_grey else page, GLANCE_INK), factor):
        return
    ink = _differing(bgr, page, INK)
    if cv2.countNonZero(ink) > MOST_INK * ink.size:
        return
    signs, labels = _signs(ink)
    signs = [sign for sign in signs if not _is_plus(sign, labels)]
    bars = {sign.label for sign in signs if _is_bar(sign)}
    seen: list[Lattice] = []
    # Bars part cells in a terminal, and are ones in some typefaces.
    for some in ([sign for sign in signs if sign.label not in bars], signs) if len(bars) >= LEAST_SIGNS else (signs,):
        usual = _usual_height(some)
        if usual is None:
            continue
        for lattice in _squares(some, usual):
            if any(_same(lattice, other) for other in seen):
                continue
            seen.append(lattice)
            yield Board(lattice, _cleaned(bgr, page, labels, some, lattice, usual))


def _differing(picture: NDArray[np.uint8], page: NDArray[np.uint8], most: int) -> NDArray[np.uint8]:
    """What of a picture, (H, W) or (H, W, 3), differs by more than so much from the colour of the page, in any of its
    channels, 0 and 255."""
    near = cv2.inRange(picture, *(np.clip(page.astype(np.intp) + off, 0, 255) for off in (-most, most)))
    return np.asarray(cv2.bitwise_not(near), np.uint8)


def _grey(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colours (H, W, 3) in grey, (H, W)."""
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.uint8)


def _signs(ink: NDArray[np.uint8]) -> tuple[list[Sign], NDArray[np.int32]]:
    """The connected pieces of ink (H, W), none where there are too few or too many, and which each pixel is part of."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    labels = np.asarray(parts, np.int32)
    if not LEAST_SIGNS < count < MOST_SIGNS:
        return [], labels
    signs = [
        Sign(left + (width - 1) / 2, top + (height - 1) / 2, width, height, label, area)
        for label, (left, top, width, height, area) in enumerate(stats.tolist())
        if label and max(width, height) < min(ink.shape) / 3
    ]
    return signs, labels


def _may_hold_rows(ink: NDArray[np.uint8], factor: int) -> bool:
    """Whether signs of about one height come again in equal steps both ways, whatever bars are left out: a glance that
    takes a part of the time of the full look, and lets through what that may find.

    `ink`: (H, W) of 0 and 255, of the picture reduced by `factor`.
    """
    contours, tree = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [k for k, parent in enumerate(tree[0, :, 3].tolist()) if parent < 0] if tree is not None else []
    if not LEAST_SIGNS < len(outer) + 1 < MOST_SIGNS:
        return False
    least, most = max(LEAST_SPECK, LEAST_HEIGHT / factor), min(ink.shape) / 3
    boxes = [cv2.boundingRect(contours[k]) for k in outer]
    signs = [
        Sign(x + (width - 1) / 2, y + (height - 1) / 2, width, height, 0, 0)
        for x, y, width, height in boxes
        if height >= least and max(width, height) < most
    ]
    signs.sort(key=lambda sign: sign.y)
    wide = [sign for sign in signs if sign.width > BAR * sign.height]
    return _come_again(signs) or (len(wide) < len(signs) and _come_again(wide))


def _come_again(signs: list[Sign]) -> bool:
    """Whether signs of one of the commonest heights come again in equal steps both ways."""
    heights = Counter(sign.height for sign in signs)
    total = {height: sum(heights[height + off] for off in (-1, 0, 1)) for height in heights}
    tried: list[int] = []
    for height in sorted(total, key=lambda height: -total[height])[:MOST_HEIGHTS]:
        if total[height] < LEAST_SIGNS:
            break
        if any(abs(height - other) <= 1 for other in tried):
            continue  # nearly the same signs
        tried.append(height)
        near = max(1.0, (TALLER - 1) * height)
        lines = _lines([sign for sign in signs if abs(sign.height - height) <= near], height)
        # Mostly the lines alone tell, of which there are fewer than signs.
        again = {down for down in _steps_down(lines, height) if next(_blocks(lines, down), None)}
        if again and any(down in again for _, down in _steps(lines, height)):
            return True
    return False


def _squares(signs: list[Sign], usual: float) -> list[Lattice]:
    """The likeliest squares of signs of about one height."""
    tall = [sign for sign in signs if usual / TALLER < sign.height < usual * TALLER]
    found: list[tuple[float, Lattice]] = []
    lines = _lines(tall, usual)
    for step_x, step_y in _steps(lines, usual):
        found += _windows(lines, signs, step_x, step_y, usual)
    found.sort(key=lambda one: -one[0])
    some: list[Lattice] = []
    for _, lattice in found:
        if not any(_same(lattice, other) for other in some):
            some.append(lattice)
    return some[:MOST_WINDOWS]


def _same(one: Lattice, other: Lattice) -> bool:
    off = max(abs(one.x - other.x), abs(one.y - other.y))
    return one.rows == other.rows and off < OFF * other.step_x and abs(one.step_x / other.step_x - 1) < OFF


def _is_bar(sign: Sign) -> bool:
    """Whether a sign is nothing but an upright bar."""
    return sign.width <= BAR * sign.height and sign.area > FULL * sign.width * sign.height


def _is_plus(sign: Sign, labels: NDArray[np.int32]) -> bool:
    """Whether a sign is a plus, where lines drawn with signs cross: all ink is in one row and one column of it."""
    if min(sign.width, sign.height) < LEAST_HEIGHT:
        return False
    third_y, third_x = max(1, sign.height // 3), max(1, sign.width // 3)
    if sign.area > sign.width * sign.height - 4 * third_x * third_y:
        return False  # there is ink in its corners
    left, top = round(sign.x - (sign.width - 1) / 2), round(sign.y - (sign.height - 1) / 2)
    ink = labels[top : top + sign.height, left : left + sign.width] == sign.label
    if np.count_nonzero(ink[sign.height // 2]) <= 0.9 * sign.width:
        return False
    corners = (ink[:third_y, :third_x], ink[:third_y, -third_x:], ink[-third_y:, :third_x], ink[-third_y:, -third_x:])
    return not any(corner.any() for corner in corners)


def _page(bgr: Colours) -> tuple[Colours, NDArray[np.uint8]]:
    """A sample of the pixels, as a picture, and the colour that most of them have, (3,)."""
    down, across = (-(-length // SAMPLE) for length in bgr.shape[:2])
    some = np.ascontiguousarray(bgr[::down, ::across])
    blue, green, red = (np.asarray(channel, np.uint8).ravel() for channel in cv2.split(some))
    coarse = (blue >> 3) | (green >> 3).astype(np.uint16) << 5 | (red >> 3).astype(np.uint16) << 10
    usual = coarse == np.bincount(coarse).argmax()
    return some, np.array([middle_value(channel[usual]) for channel in (blue, green, red)], np.uint8)


def _usual_height(signs: list[Sign]) -> float | None:
    """The height most signs have, dots left out."""
    heights = Counter(sign.height for sign in signs if sign.height >= LEAST_HEIGHT)
    if not heights:
        return None
    total = {height: sum(heights[height + off] for off in (-1, 0, 1)) for height in heights}
    best = max(total, key=lambda height: (total[height], heights[height]))
    return float(best) if total[best] >= LEAST_SIGNS else None


def _steps(lines: list[list[Sign]], usual: float) -> list[tuple[float, float]]:
    """Steps across and down that come again between neighbours, the commonest first."""
    across: Counter[int] = Counter()
    for line in lines:
        xs = sorted(sign.x for sign in line)
        across.update(round(2 * (b - a)) for a, b in pairwise(xs))
    # On a board with few signs, neighbours are mostly two or three places apart.
    commonest = _peaks(across)
    steps_x = [half / 2 / part for part in (1, 2, 3) for half in commonest]
    steps_x = [step for step in steps_x if LEAST_STEP * usual < step < MOST_STEP * usual]
    pairs = [(x, y) for x in steps_x for y in _steps_down(lines, usual) if 0.4 < x / y < 2.5]
    return pairs[:MOST_STEPS]


def _steps_down(lines: list[list[Sign]], usual: float) -> list[float]:
    """Steps that come again from a line to the next, the commonest first."""
    middles = [_middle(line) for line in lines]
    down = Counter(round(2 * (b - a)) for a, b in pairwise(middles))
    return [half / 2 for half in _peaks(down) if LEAST_STEP * usual < half / 2 < MOST_STEP * usual]


def _peaks(counts: Counter[int]) -> list[int]:
    """The four distances (in halves of pixels) that come again most often."""
    smooth = {half: count * 1.01 + counts.get(half - 1, 0) + counts.get(half + 1, 0) for half, count in counts.items()}
    kept: list[int] = []
    for _, half in sorted((-often, half) for half, often in smooth.items() if often >= 2):
        if all(abs(half - other) > 2 for other in kept):
            kept.append(half)
            if len(kept) == 4:
                break
    return kept


def _lines(tall: list[Sign], usual: float) -> list[list[Sign]]:
    """Signs in lines, from above; those of each line as well."""
    lines: list[list[Sign]] = []
    for sign in sorted(tall, key=lambda sign: sign.y):
        if lines and sign.y - lines[-1][-1].y < usual / 2:
            lines[-1].append(sign)
        else:
            lines.append([sign])
    return lines


def _middle(line: list[Sign]) -> float:
    """The median of how far down the signs of a line are, of which they are in order."""
    return (line[(len(line) - 1) // 2].y + line[len(line) // 2].y) / 2


def _windows(
    lines: list[list[Sign]], signs: list[Sign], step_x: float, step_y: float, usual: float
) -> list[tuple[float, Lattice]]:
    """Squares of places in equal steps where signs stand, each with what speaks for it."""
    best: list[tuple[float, Lattice]] = []
    for rows in _blocks(lines, step_y):
        xs = np.array([sign.x for line in rows for sign in line])
        x0, step = _fitted(xs, step_x)
        if x0 is None:
            continue
        ys = np.array([_middle(line) for line in rows])
        index = np.rint((ys - ys[0]) / step_y)
        slope, y0 = line_through(list(zip(index.tolist(), ys.tolist(), strict=True)))
        columns = np.rint((xs - x0) / step).astype(int)
        first, width = int(columns.min()) - BEYOND, int(columns.max() - columns.min()) + 1 + 2 * BEYOND
        height = int(index.max()) + 1 + 2 * BEYOND
        # Rows and columns of nothing but dots are known by their neighbours.
        filled, strange = np.zeros((height, width), np.bool_), np.zeros((height, width), np.bool_)
        dots = np.zeros((height, width, 2))
        symbols: dict[tuple[int, int], Sign] = {}
        for sign in sorted(signs, key=lambda sign: -sign.height):
            r, c = (sign.y - y0) / slope + BEYOND, (sign.x - x0) / step - first
            row, column = round(r), round(c)
            if not (0 <= row < height and 0 <= column < width):
                continue
            on = abs(c - column) < OFF and abs(r - row) < 0.45
            small = sign.height <= SMALL * usual
            if on and usual / TALLER < sign.height < usual * TALLER:
                filled[row, column] = True
                symbols[row, column] = sign
            elif small and on and (row, column) not in symbols:
                filled[row, column] = True
                dots[row, column] = sign.width, sign.height
            elif not small and not _within(sign, symbols.get((row, column))):
                # Of another size, or between two places: no symbol of the board's. Small ones may be marks of clues.
                strange[row, column] = True
        squares = _Squares(_sums(filled), _sums(strange), int(filled.sum()))
        for size in reversed(SIZES):
            if size > min(height, width):
                continue
            places = _filled_squares(squares, size)
            for row, column in places.tolist():
                part = filled[row : row + size, column : column + size]
                if _goes_on(filled, dots, strange, row, column, size):
                    continue
                x, y = x0 + (first + column - 0.5) * step, y0 + (row - BEYOND - 0.5) * slope
                lattice = Lattice(float(x), float(y), float(step), float(slope), size, size)
                best.append((size * size * float(part.mean()) ** 4 + float(part.sum()) / 10, lattice))
    return best


class _Squares(NamedTuple):
    """Which of some places hold a sign, and which something strange, as integrals; how many hold a sign."""

    filled: NDArray[np.int32]
    strange: NDArray[np.int32]
    signs: int


def _filled_squares(places: _Squares, size: int) -> NDArray[np.intp]:
    """Row and column (K, 2) of the squares of so many places a side that hold enough signs, none of their rows and
    columns empty, and hardly anything strange."""
    good = _boxes(places.filled, size, size) >= max(LEAST_FILLED * size * size, LEAST_SHARE * places.signs)
    if not good.any():
        return np.zeros((0, 2), np.intp)
    bare = (_boxes(places.filled, size, 1) == 0, _boxes(places.filled, 1, size) == 0)
    good &= (_boxes(_sums(bare[0]), 1, size) == 0) & (_boxes(_sums(bare[1]), size, 1) == 0)
    good &= _boxes(places.strange, size, size) <= MOST_STRANGE * size * size
    return np.argwhere(good)


def _sums(mask: Mask) -> NDArray[np.int32]:
    """How many places are set above and to the left of each corner of one."""
    return np.asarray(cv2.integral(mask.view(np.uint8)), np.int32)


def _boxes(total: NDArray[np.int32], rows: int, columns: int) -> NDArray[np.int32]:
    """How many places are set in each box of so many rows and columns, from their sums."""
    down = total[rows:] - total[:-rows]
    return down[:, columns:] - down[:, :-columns]


def _within(sign: Sign, other: Sign | None) -> bool:
    """Whether a sign is a part of another: the dot in a ring, the symbol on a tile."""
    if other is None:
        return False
    wide, high = (other.width - sign.width) / 2, (other.height - sign.height) / 2
    return abs(sign.x - other.x) <= wide and abs(sign.y - other.y) <= high


def _goes_on(filled: Mask, dots: Floats, strange: Mask, row: int, column: int, size: int) -> bool:
    """Whether a square is part of a larger board: the line beside it holds signs and gaps, or dots like its own.

    `dots`: (rows, columns, 2), width and height of what is small. Beside a board is nothing, other things, a frame
    of dashes, or a row of numbers or letters with no gap.
    """
    down, across = slice(row, row + size), slice(column, column + size)
    places: list[tuple[int | slice, int | slice]] = []
    if row > 0:
        places.append((row - 1, across))
    if row + size < len(filled):
        places.append((row + size, across))
    if column > 0:
        places.append((down, column - 1))
    if column + size < filled.shape[1]:
        places.append((down, column + size))
    own = dots[down, across][dots[down, across][..., 0] > 0]
    usual = median(own, axis=0) if len(own) else None
    for place in places:
        if strange[place].any():
            continue
        beside = dots[place]
        some = beside[beside[:, 0] > 0]
        same = usual is not None and len(some) > 0 and bool(np.abs(median(some, axis=0) - usual).max() < SAME_DOT)
        if same or (not len(some) and LEAST_FILLED < filled[place].mean() < 1):
            return True
    return False


def _blocks(lines: list[list[Sign]], step_y: float) -> Iterator[list[list[Sign]]]:
    """Of some lines, those that follow each other in equal steps down, as long as there are any."""
    block: list[list[Sign]] = []
    at = 0.0
    for line in lines:
        y = _middle(line)
        if block and abs(y - at - step_y) < OFF * step_y:
            block.append(line)
        elif block and y - at < (1 - OFF) * step_y:
            continue  # a line between two rows
        else:
            if len(block) >= SIZES[0]:
                yield from _without_prose(block)
            block = [line]
        at = y
    if len(block) >= SIZES[0]:
        yield from _without_prose(block)


def _without_prose(block: list[list[Sign]]) -> Iterator[list[list[Sign]]]:
    """A block, and what is left of it without its first lines: a prompt or a title above."""
    for skip in range(min(3, len(block) - SIZES[0] + 1)):
        yield block[skip:]


def _fitted(xs: Floats, step: float) -> tuple[float | None, float]:
    """Where places in equal steps begin, and the step, if nearly all signs stand on them."""
    angles = np.exp(2j * np.pi * xs / step)
    phase = float(np.angle(angles.mean()) / (2 * np.pi) * step)
    for _ in range(3):
        index = np.rint((xs - phase) / step)
        near = np.abs(xs - phase - index * step) < OFF * step
        if near.sum() < 0.8 * len(xs) or len(np.unique(index[near])) < 2:
            return None, step
        step, phase = line_through(list(zip(index[near].tolist(), xs[near].tolist(), strict=True)))
    return phase, step


def _cleaned(
    bgr: Colours, page: NDArray[np.uint8], labels: NDArray[np.int32], signs: list[Sign], lattice: Lattice, usual: float
) -> Colours:
    """The picture with nothing but the signs that stand in the middle of the lattice's cells."""
    kept: Mask = np.zeros(int(labels.max()) + 1, np.bool_)
    for sign in signs:
        c, r = (sign.x - lattice.x) / lattice.step_x - 0.5, (sign.y - lattice.y) / lattice.step_y - 0.5
        middle = abs(c - round(c)) < OFF + 0.1 and abs(r - round(r)) < 0.3
        large = sign.height > SMALL * usual and sign.height < usual * TALLER
        kept[sign.label] = middle and large
    # A pixel more, for soft edges.
    mask = cv2.dilate(kept[labels].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(mask[:, :, None], bgr, page).astype(np.uint8)

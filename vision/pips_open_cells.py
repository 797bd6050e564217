"""Which squares of a window are cells of a board of Pips in unknown looks: bare ones, and those under dominoes.

A bare cell is of one colour that is not the page's and ends where cells end; the squares under a domino are closed all
around and open to each other. Of these the board's are those that hang together with some at a tag. Where the squares
begin is the business of `pips_open_window`, where tags are that of `pips_open_tags`, and which cells are of one region
that of `pips_open_regions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median
from vision.pips_lattice import Grid, off_colour, widest
from vision.pips_open_window import UNIFORM, Window
from vision.pips_spots import TagSpot
from vision.pips_straight import UNIT, cells_of

Cell = tuple[int, int]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Cells whose colours differ by less than this from the page's are no cells; by more than the second from each other, of
# two regions.
PAGE, TWO_FILLS = 7.0, 8.0
# The page begins this near to the line where a cell ends, in cells.
NEAR_LINE = 0.22


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A tag, or what may be one or else a shadow, a frame, the crossing of lines (not `sure`)."""

    spot: TagSpot
    sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Which squares of a window are bare cells, and the colours of all squares; the two under each domino; the page's
    colour; `hollow`: pairs of squares that are holes, or blank dominoes of the page's colour; `odd`: squares that have
    another colour than the page at their upper, lower, left, right side."""

    bare: Mask
    colour: Floats
    page: Floats
    pairs: tuple[tuple[Cell, Cell], ...]
    hollow: tuple[tuple[Cell, Cell], ...]
    odd: Mask

    @property
    def there(self) -> Mask:
        """Which squares are cells, bare or under a domino: (R, C)."""
        found = self.bare.copy()
        for pair in self.pairs:
            for cell in pair:
                found[cell] = True
        return found

    @staticmethod
    def of(window: Window) -> Cells | None:
        """What looks like cells in a window, of this board or not; None where nothing does, or no page is seen."""
        colour, even = _faces(window, 0.25)
        face, _ = _faces(window, 0.14)
        page = _page(colour, even > EVEN)
        if page is None:
            return None
        pairs, hollow = _pairs(window, face, page)
        under = np.zeros_like(even, np.bool_)
        for pair in pairs:
            for cell in pair:
                under[cell] = True
        bare = (even > EVEN) & (widest(colour - page) > PAGE) & ~under
        if bare.any():  # a pointer, a finger's mark
            known = widest(colour[:, :, None] - colour[bare][None, None]).min(axis=2) < SAME_FILL
            bare |= (even > MOSTLY_EVEN) & known & ~under & (widest(colour - page) > PAGE)
        bare = _ending(window, bare, under, colour, page)
        if not bare.any() and not pairs:
            return None
        odd = _odd(window, page)
        return Cells(bare, np.where(under[:, :, None], face, colour), page, pairs, hollow, odd)

    def at(self, spots: list[Spot], grid: Grid) -> Cells | None:
        """The cells that hang together with some at a tag; None where there are others that nothing explains."""
        there = self.there
        labels = cv2.connectedComponents(there.astype(np.uint8), connectivity=8)[1]
        kept = np.zeros_like(there)
        for one in spots:
            x, y = ((one.spot.center[k] - (grid.x, grid.y)[k]) / grid.step for k in (0, 1))
            for r, c in product(
                {int(np.floor(y + k)) for k in (-0.3, 0, 0.3)}, {int(np.floor(x + k)) for k in (-0.3, 0, 0.3)}
            ):
                if one.sure and 0 <= r < there.shape[0] and 0 <= c < there.shape[1] and there[r, c]:
                    kept |= labels == labels[r, c]
        around = np.pad(kept, 1)
        towards = (around[:-2, 1:-1], around[2:, 1:-1], around[1:-1, :-2], around[1:-1, 2:])
        if any((there & ~kept & self.odd[:, :, side]).any() for side, there in enumerate(towards)):
            return None
        pairs = tuple(pair for pair in self.pairs if kept[pair[0]] or kept[pair[1]])
        return Cells(self.bare & kept, self.colour, self.page, pairs, self.hollow, self.odd)


# Beyond the board, and a frame around it, the page is seen on so much of what no tag hides, and on so little where
# something lies that nobody knows.
BESIDE, MOST_ELSE = slice(6, 12), 0.5


def _from_side(blocks: NDArray[Any], side: int) -> NDArray[Any]:
    """Squares turned so that their upper, lower, left or right side (0 to 3) is the first row: (R, C, UNIT, UNIT)."""
    turned = blocks.swapaxes(2, 3) if side > 1 else blocks
    return turned[:, :, ::-1] if side % 2 else turned


def _odd(window: Window, page: Floats) -> Mask:
    """Whether there is something else than the page at the upper, lower, left, right side of squares: (R, C, 4)."""
    rows, columns = window.size
    else_ = cells_of(np.asarray(off_colour(window.pixels, page) > PAGE), rows, columns)
    found = []
    for side in range(4):
        strip, there = (_from_side(picture, side)[:, :, BESIDE, 8:24] for picture in (else_, window.open))
        found.append((strip & there).sum(axis=(2, 3)) > MOST_ELSE * np.maximum(there.sum(axis=(2, 3)), 8))
    return np.stack(found, axis=2)


# So much of a bare cell has its colour; so much where something small lies on it, and its colour is that of another.
EVEN, MOSTLY_EVEN, SAME_FILL = 0.9, 0.72, 3.0


def _faces(window: Window, inset: float) -> tuple[Floats, NDArray[np.float64]]:
    """The colour most of each square has, but for its rim, and how much of it has it (0 where tags hide it)."""
    rows, columns = window.size
    part = slice(round(inset * UNIT), UNIT - round(inset * UNIT))
    middles = window.blocks[:, :, part, part].transpose(0, 1, 4, 2, 3).reshape(rows * columns, 3, -1).astype(np.int32)
    shown = window.open[:, :, part, part].reshape(rows * columns, -1)
    colour = np.zeros((rows * columns, 3), np.float32)
    even = np.zeros(rows * columns)
    whole = shown.all(axis=1)
    if whole.any():
        # Most squares have no tag on them: all at once.
        some = middles[whole]
        colour[whole] = median(some, axis=2)
        even[whole] = (np.abs(some.astype(np.float32) - colour[whole][:, :, None]).max(axis=1) < UNIFORM).mean(axis=1)
    for number in np.flatnonzero(~whole).tolist():
        some = middles[number][:, shown[number]]
        if some.shape[1] >= LEAST_SHOWN:
            colour[number] = median(some, axis=1)
            even[number] = float((np.abs(some - colour[number][:, None]).max(axis=0) < UNIFORM).mean())
    return colour.reshape(rows, columns, 3), even.reshape(rows, columns)


LEAST_SHOWN = 24
# What closes a side of a domino is this far (0..255) off its face, on so much of the side (an open one has at most the
# second), within so many pixels of `UNIT` of the line between cells; of a side so many pixels must be free of tags.
OFF_FACE, CLOSED, OPEN = 18.0, 0.85, 0.5
DEPTH, ALONG, LEAST_ALONG = slice(1, 5), slice(9, 23), 4
# Pips take at least this part of a half's middle, and are this far off its face.
LEAST_PIPS, PIP = 0.012, 45.0
# Of the six outer sides of a domino so many must be seen.
LEAST_SIDES = 4
# Faces of the dominoes of one board that are of one colour differ by less.
ONE_FACE = 8.0


def _pairs(
    window: Window, face: Floats, page: Floats
) -> tuple[tuple[tuple[Cell, Cell], ...], tuple[tuple[Cell, Cell], ...]]:
    """The squares under dominoes, by twos: closed all around, open to each other, with pips on one of them or of the
    colour of dominoes that have some. And those that would be such, had they not the page's colour."""
    rows, columns = window.size
    blocks = window.blocks
    # Colour by colour, so that numpy runs along rows of pixels and not of three colours each.
    off = np.abs(blocks[..., 0] - face[:, :, None, None, 0])
    for k in (1, 2):
        np.maximum(off, np.abs(blocks[..., k] - face[:, :, None, None, k]), out=off)
    seen = window.open
    part = slice(round(0.17 * UNIT), UNIT - round(0.17 * UNIT))
    clear = cv2.erode(window.free.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    free = cells_of(np.asarray(clear), rows, columns)[:, :, part, part]
    pips = ((off[:, :, part, part] > PIP) & free).sum(axis=(2, 3)) >= LEAST_PIPS * np.maximum(
        free.sum(axis=(2, 3)), 200
    )
    shares = np.zeros((rows, columns, 4))
    hidden = np.zeros((rows, columns, 4), np.bool_)
    for side in range(4):
        strip = _from_side(off, side)[:, :, DEPTH, ALONG]
        there = _from_side(seen, side)[:, :, DEPTH, ALONG].all(axis=2)
        barred = (strip > OFF_FACE).any(axis=2) & there
        amount = there.sum(axis=2)
        shares[:, :, side] = barred.sum(axis=2) / np.maximum(amount, 1)
        hidden[:, :, side] = amount < LEAST_ALONG
    scored = []
    known = np.asarray(face.any(axis=2), np.bool_)
    # Whether squares are open to the one on their right, or below: most are not, and of those no more is asked.
    is_open = (shares <= OPEN) & ~hidden & known[:, :, None]
    for near, far, down, across in ((3, 2, 0, 1), (1, 0, 1, 0)):
        both = is_open[: rows - down, : columns - across, near] & is_open[down:, across:, far]
        for r, c in np.argwhere(both).tolist():
            other = (r + down, c + across)
            shown = [
                share
                for cell, side in (((r, c), near), (other, far))
                for k, (share, veil) in enumerate(zip(shares[cell].tolist(), hidden[cell].tolist(), strict=True))
                if k != side and not veil
            ]
            if len(shown) >= LEAST_SIDES and min(shown) >= CLOSED:
                between = (float(shares[r, c, near]) + float(shares[other][far])) / 2
                scored.append((sum(shown) / len(shown) - between, (r, c), other))
    found: list[tuple[Cell, Cell]] = []
    taken: set[Cell] = set()
    plain = []
    for _, one, other in sorted(scored, key=lambda item: (-item[0], item[1], item[2][1] == item[1][1])):
        if not (pips[one] or pips[other]):
            plain.append((one, other))
        elif not taken & {one, other}:
            taken |= {one, other}
            found.append((one, other))
    faces = np.array([face[cell] for pair in found for cell in pair], np.float32).reshape(-1, 3)
    hollow = []
    for one, other in plain:
        if taken & {one, other}:
            continue
        if all(float(widest(face[cell] - page)) <= PAGE for cell in (one, other)):
            hollow.append((one, other))
        elif len(faces) and all(float(widest(faces - face[cell]).min()) < ONE_FACE for cell in (one, other)):
            taken |= {one, other}
            found.append((one, other))
    return tuple(sorted(found)), tuple(hollow)


def _page(colour: Floats, uniform: Mask) -> Floats | None:
    """The colour around a board: what most of the squares along the rim of a window have, or most of all."""
    rim = np.ones_like(uniform)
    rim[1:-1, 1:-1] = False
    for where in (uniform & rim, uniform):
        found = colour[where]
        if len(found) >= 4:
            near = (widest(found[:, None] - found[None]) < PAGE).sum(axis=1)
            one = found[int(near.argmax())]
            return np.asarray(median(found[widest(found - one) < PAGE], axis=0), np.float32)
    return None


def _ending(window: Window, bare: Mask, under: Mask, colour: Floats, page: Floats) -> Mask:
    """Those of the bare squares that may be cells: whose colour ends where cells end."""
    fits = np.zeros_like(bare)
    left = bare.copy()
    while left.any():
        start = tuple(int(value) for value in np.argwhere(left)[0])
        group = _of_one_colour(left, colour, (start[0], start[1]))
        left &= ~group
        if _ends_at_lines(window, group, bare | under, page):
            fits |= group
    return fits


def _of_one_colour(left: Mask, colour: Floats, start: Cell) -> Mask:
    """The squares that hang together with one and have its colour."""
    alike = left & (widest(colour - colour[start]) < TWO_FILLS)
    _, labels = cv2.connectedComponents(alike.astype(np.uint8), connectivity=4)
    return np.asarray(labels == labels[start], np.bool_)


def _ends_at_lines(window: Window, group: Mask, bare: Mask, page: Floats) -> bool:
    """Whether the page begins where the cells of a group end, wherever it is beside them."""
    n = UNIT
    rows, columns = group.shape
    offs = []
    pixels = window.pixels
    for r, c in np.argwhere(group):
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            a, b = r + dr, c + dc
            outside = not (0 <= a < rows and 0 <= b < columns)
            if not outside and bare[a, b]:
                continue
            # Strips from the middle of the cell to that of the next, at several places along the side.
            out, along = np.arange(n) + n // 2, np.array([[int(k * n)] for k in (0.3, 0.4, 0.5, 0.6, 0.7)])
            forth = out if dr + dc > 0 else n - out
            y, x = np.broadcast_arrays(*((forth, along) if dr else (along, forth)))
            strip = (r + 1) * n + y, (c + 1) * n + x
            is_page = widest(pixels[strip].astype(np.float32) - page) <= PAGE
            plain = window.free[strip][:, n // 4 :].all(axis=1) & is_page[:, -4:].all(axis=1)
            ends = n - (~is_page[:, ::-1]).argmax(axis=1)
            found = np.where(is_page.all(axis=1), -0.5, (ends - n / 2) / n)[plain]
            if len(found) >= 2:
                offs.append(float(median(found)))
    if not offs:
        return True
    return float(np.mean(np.abs(offs) < NEAR_LINE)) >= 0.8

"""A board of Queens painted: grounds, lines, frame, crowns and crosses, and what a page draws on cells beside these."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.colours import BLACK, WHITE, Colour, distance, hsl, lightness
from samples.drawn.paint import FINE_BITS, Layer, Mask, blend, disc, fixed, mask, polygon, rounded
from samples.drawn.queens_look import QueensLook
from samples.drawn.regions import CROSS, CROWN, Regions
from samples.drawn.types import Pixels

LIT = 0.4
"""Share of boards with a cell, or a row or a column, that is lighter, darker or framed."""
HINTS = 0.12
"""Share of boards on which cells are framed beside those in error."""


def _pattern(kind: str, side: int, cell: int, rng: Random) -> NDArray[np.bool_]:
    """Where a pattern is painted, (side, side)."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    # Often in step with the cells, each of which then looks alike.
    step = max(3.0, cell * rng.choice((rng.uniform(0.12, 0.4), 1 / rng.randint(2, 8))))
    share = rng.uniform(0.25, 0.5)
    if kind in ("stripes", "back", "rows", "columns"):
        along = {"stripes": x + y, "back": x - y, "rows": y, "columns": x}[kind]
        return np.asarray(along % step < share * step)
    if kind == "hatch":
        return np.asarray(((x + y) % step < share * step / 2) | ((x - y) % step < share * step / 2))
    if kind == "checks":
        return np.asarray((x // step + y // step) % 2 < 1)
    if kind == "zigzag":
        return np.asarray((y + np.abs(x % step - step / 2)) % step < share * step)
    row = y // step
    staggered = (x + (row % 2) * step / 2) % step - step / 2
    down = y % step - step / 2
    if kind == "bricks":  # half as high as wide
        row = 2 * y // step
        return np.asarray((y % (step / 2) < share * step / 4) | ((x + (row % 2) * step / 2) % step < share * step / 4))
    if kind == "ticks":
        lean = rng.choice((-1, 1, 0))
        return np.asarray((np.abs(staggered - lean * down) < share * step / 4) & (np.abs(down) < step * 0.28))
    if kind == "crosses":
        near = np.maximum(np.abs(staggered), np.abs(down)) < step * 0.24
        upright = rng.random() < 0.4
        apart = np.minimum(np.abs(staggered), np.abs(down)) if upright else np.abs(np.abs(staggered) - np.abs(down))
        return np.asarray(near & (apart < share * step / 6))
    if kind == "waves":
        return np.asarray((y + step * 0.2 * np.sin(x * (2 * np.pi / step))) % step < share * step / 2)
    far = np.hypot(x % step - step / 2, y % step - step / 2)
    if kind == "rings":
        return np.asarray(np.abs(far - step * 0.3) < step * 0.1)
    return np.asarray(far < step * 0.28)


def paint_grounds(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """The cells' colours and patterns, and gaps between tiles."""
    size = board.size
    side = size * cell
    here = picture[origin : origin + side, origin : origin + side]
    ids = np.repeat(np.repeat(board.regions, cell, axis=0), cell, axis=1)
    table = np.asarray(look.fills, np.float32)
    colours = table[ids.ravel()].reshape(side, side, 3)
    for region, kind in enumerate(look.patterns):
        if kind:
            fill = look.fills[region]
            paint = np.asarray(BLACK if lightness(fill) > 45 else WHITE, np.float32)
            where = (ids == region) & _pattern(kind, side, cell, rng)
            colours[where] += np.float32(look.pattern_strength) * (paint - colours[where])
    if look.checker:
        odd = np.indices((size, size)).sum(axis=0) % 2 == 1
        shade = np.where(odd, np.float32(1 - look.checker), np.float32(1))
        colours *= np.repeat(np.repeat(shade, cell, axis=0), cell, axis=1)[..., None]
    if not look.gap:
        here[:] = colours.astype(np.uint8)
        return
    under = np.asarray(look.under, np.float32)
    if look.joined:
        share = _patches(ids, look, cell)[..., None].astype(np.float32) / 255
        here[:] = (under + share * (colours - under)).astype(np.uint8)
        return
    half = 0.5 - look.gap / 2
    tile = polygon(mask(cell), rounded(-half, -half, half, half, look.radius * 2 * half))
    share = np.tile(tile, (size, size))[..., None].astype(np.float32) / 255
    here[:] = (under + share * (colours - under)).astype(np.uint8)
    if look.rim:
        edge = np.zeros_like(tile)
        points = fixed(rounded(-half, -half, half, half, look.radius * 2 * half), cell)
        cv2.polylines(edge, [points], True, 255, max(1, round(look.rim_width * cell)), cv2.LINE_AA, FINE_BITS)
        _tinted(here, (slice(None), slice(None)), look.rim, 1.0, np.asarray(np.tile(edge, (size, size)), np.uint8))


def _patches(ids: NDArray[np.int8], look: QueensLook, cell: int) -> Mask:
    """Where the regions are, (side, side), without the gaps between them, their corners rounded."""
    gap = max(1, round(look.gap * cell / 2))
    corner = max(1, round(look.radius * (1 - look.gap) * cell))
    round_one = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1, 2 * corner + 1))
    found = np.zeros(ids.shape, np.uint8)
    for region in np.unique(ids).tolist():
        part = cv2.copyMakeBorder((ids == region).astype(np.uint8) * 255, *(2 * corner + gap,) * 4, cv2.BORDER_CONSTANT)
        part = cv2.erode(part, np.ones((2 * gap + 1, 2 * gap + 1), np.uint8))
        if look.radius:
            part = cv2.morphologyEx(part, cv2.MORPH_OPEN, round_one)
            part = cv2.morphologyEx(part, cv2.MORPH_CLOSE, round_one)
        beyond = 2 * corner + gap
        found |= np.asarray(part, np.uint8)[beyond:-beyond, beyond:-beyond]
    return np.asarray(cv2.blur(found, (2, 2)), np.uint8)


def paint_lines(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """Lines within regions, then those between them."""
    size, regions = board.size, board.regions
    # Widths differ by line, or by each cell's side.
    more = [[rng.uniform(-0.3, 1) * look.uneven * cell for _ in range(size)] for _ in range(2)]
    by_side = rng.random() < 0.4
    for colour, width, wanted in ((look.inner, look.inner_width, True), (look.outer, look.outer_width, False)):
        if colour is None:
            continue
        for row in range(size):
            for column in range(1, size):
                for down in (False, True):
                    by = (
                        0.0
                        if not look.uneven
                        else rng.uniform(-0.3, 1) * look.uneven * cell
                        if by_side
                        else more[down][column]
                    )
                    thick = max(1, round(width * cell + by))
                    low = thick // 2
                    r, c = (column, row) if down else (row, column)
                    before = (r - 1, c) if down else (r, c - 1)
                    if bool(regions[r, c] == regions[before]) != wanted:
                        continue
                    x, y = origin + c * cell, origin + r * cell
                    beyond = 0 if wanted else low
                    if down:
                        box = (
                            (x - beyond, y - low),
                            (x + cell + thick - 1 - low if not wanted else x + cell, y - low + thick - 1),
                        )
                    else:
                        box = (
                            (x - low, y - beyond),
                            (x - low + thick - 1, y + cell + thick - 1 - low if not wanted else y + cell),
                        )
                    if not (wanted and look.dash):
                        cv2.rectangle(picture, *box, colour, -1)
                        continue
                    (x0, y0), (x1, y1) = box
                    dash = max(1, round(look.dash * cell))
                    for start in range(0, cell, 2 * dash):
                        end = min(start + dash, cell) - 1
                        part = ((x0 + start, y0), (x0 + end, y1)) if down else ((x0, y0 + start), (x1, y0 + end))
                        cv2.rectangle(picture, *part, colour, -1)


def paint_frame(picture: Pixels, page: Pixels, look: QueensLook, size: int, cell: int, origin: int) -> None:
    if look.frame is None:
        return
    width = max(1, round(look.frame_width * cell))
    first, last = origin - width / 2 * 0.6, origin + size * cell + width / 2 * 0.6
    radius = look.frame_radius * cell
    points = np.array(rounded(first, first, last, last, radius))
    where = np.rint((points - 0.5) * (1 << FINE_BITS)).astype(np.int32)
    if radius > 1:
        outside = np.full(picture.shape[:2], 255, np.uint8)
        cv2.fillPoly(outside, [where], 0, cv2.LINE_AA, FINE_BITS)
        box = np.zeros_like(outside)
        box[origin : origin + size * cell, origin : origin + size * cell] = 255
        share = cv2.bitwise_and(outside, box)[..., None].astype(np.float32) / 255
        picture[:] = (picture + share * (page.astype(np.float32) - picture)).astype(np.uint8)
    cv2.polylines(picture, [where], True, look.frame, width, cv2.LINE_AA, FINE_BITS)


def _tinted(
    picture: Pixels, where: tuple[slice, slice], colour: Colour, share: float, shape: Mask | None = None
) -> None:
    here = picture[where].astype(np.float32)
    part = np.float32(share) if shape is None else (shape[..., None].astype(np.float32) * np.float32(share / 255))
    picture[where] = (here + part * (np.asarray(colour, np.float32) - here)).astype(np.uint8)


def paint_signs(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """What a page draws on cells beside crowns and crosses: errors, the cell under the mouse, hints."""
    size = board.size

    def place(row: int, column: int) -> tuple[slice, slice]:
        y, x = origin + row * cell, origin + column * cell
        return slice(y, y + cell), slice(x, x + cell)

    if board.wrong and rng.random() < 0.85:
        period, share = max(4.0, cell * rng.uniform(0.15, 0.65)), rng.choice((0.12, rng.uniform(0.08, 0.6)))
        lean = rng.choice((1, 1, -1))
        red, strength = look.wrong_ink, rng.uniform(0.35, 1.0)
        frame = _random_frame(rng, look)
        y, x = np.mgrid[0:cell, 0:cell]
        for where in board.wrong:
            for row, column in np.argwhere(where).tolist():
                spot = place(row, column)
                if look.wrong_sign == "crowns":  # only crowns are marked
                    if board.marks[row, column] != CROWN:
                        continue
                    part = picture[spot]
                    cv2.rectangle(part, (1, 1), (cell - 2, cell - 2), red, max(1, cell // 20))
                if look.wrong_sign in ("stripes", "crowns", "framed stripes"):
                    lines = (x + column * cell + lean * (y + row * cell)) % period < max(1.0, share * period)
                    _tinted(picture, spot, red, strength, np.asarray(lines * 255, np.uint8))
                elif look.wrong_sign == "tint":
                    _tinted(picture, spot, red, 0.5 * strength)
                if look.wrong_sign in ("frame", "framed stripes"):
                    _framed(picture, (row, column), cell, origin, red, frame)
    if rng.random() < LIT:
        row, column = rng.randrange(size), rng.randrange(size)
        kind = rng.choice(("dark", "dark", "dark", "light", "light", "frame", "line"))
        spot = place(row, column)
        inset = round(rng.choice((0.0, 0.0, rng.uniform(0.0, 0.08))) * cell)
        inner = tuple(slice(one.start + inset, one.stop - inset) for one in spot)
        if kind == "dark":
            _tinted(picture, (inner[0], inner[1]), BLACK, rng.uniform(0.08, 0.3))
        elif kind == "light":
            _tinted(picture, (inner[0], inner[1]), WHITE, rng.uniform(0.1, 0.5))
        elif kind == "frame":
            colour = rng.choice((BLACK, WHITE, hsl(rng.uniform(0, 360), 90, 50)))
            part = picture[spot]
            cv2.rectangle(part, (1, 1), (cell - 2, cell - 2), colour, max(1, cell // rng.choice((10, 16, 24))))
        else:
            shade, share = rng.choice((BLACK, WHITE)), rng.uniform(0.06, 0.2)
            for k in range(size):
                _tinted(picture, place(row, k), shade, share)
                if rng.random() < 0.5:
                    _tinted(picture, place(k, column), shade, share)
    if rng.random() < 0.04:  # all but a few cells are dimmed
        before = picture.copy()
        _tinted(picture, (slice(None), slice(None)), BLACK, rng.uniform(0.15, 0.4))
        for _ in range(rng.randint(1, 2 * size)):
            spot = place(rng.randrange(size), rng.randrange(size))
            picture[spot] = before[spot]


def _random_frame(rng: Random, look: QueensLook) -> tuple[float, float, float]:
    """A frame about a cell: by how much it lies within the cell, its width and the radius of its corners, in cells."""
    within = rng.choice((0.0, look.gap / 2, 0.02, rng.uniform(0.0, 0.15)))
    return within, rng.uniform(0.025, 0.1), rng.choice((0.0, look.radius, rng.uniform(0.0, 0.25)))


def _framed(
    picture: Pixels, place: tuple[int, int], cell: int, origin: int, colour: Colour, frame: tuple[float, float, float]
) -> None:
    """A frame about the cell at this row and column, with the measures of `_random_frame`."""
    within, width, radius = frame
    thick = max(1, round(width * cell))
    inset = within * cell + thick / 2
    x, y = origin + place[1] * cell, origin + place[0] * cell
    points = np.array(rounded(x + inset, y + inset, x + cell - inset, y + cell - inset, radius * cell))
    where = np.rint((points - 0.5) * (1 << FINE_BITS)).astype(np.int32)
    cv2.polylines(picture, [where], True, colour, thick, cv2.LINE_AA, FINE_BITS)


def paint_hints(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """Frames of a hint or of an extension about some cells, with or without a badge in a corner."""
    if rng.random() > HINTS:
        return
    size = board.size
    cells = [(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(1, size))]
    if rng.random() < 0.5:  # one in each row
        cells = list(enumerate(rng.sample(range(size), size)))
    colours = [hsl(rng.uniform(0, 360), 90, rng.uniform(35, 60)) for _ in range(2)]
    frame, badge = _random_frame(rng, look), rng.uniform(0.08, 0.17) if rng.random() < 0.4 else 0.0
    for row, column in cells:
        colour = colours[rng.random() < 0.2]
        _framed(picture, (row, column), cell, origin, colour, frame)
        if badge:
            x, y = origin + (column + 0.97 - badge) * cell, origin + (row + 0.03 + badge) * cell
            cv2.circle(picture, (round(x), round(y)), max(1, round(badge * cell)), colour, -1, cv2.LINE_AA)
            cv2.circle(picture, (round(x), round(y)), round(badge * cell * 0.45), BLACK, -1, cv2.LINE_AA)


def paint_marks(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """Crowns and crosses."""
    wrong = np.zeros((board.size, board.size), np.bool_)
    for where in board.wrong:
        wrong |= where
    sprites: dict[tuple[int, Colour, float], Layer] = {}
    fading = rng.random() < 0.04
    for row, column in np.argwhere(board.marks > 0).tolist():
        kind = int(board.marks[row, column])
        fill = look.fills[int(board.regions[row, column])]
        y, x = origin + row * cell, origin + column * cell
        part = picture[y : y + cell, x : x + cell]
        size = look.crown_size if kind == CROWN else look.cross_size
        if kind == CROWN:
            ink = look.wrong_ink if wrong[row, column] and look.wrong_sign != "frame" else look.crown_ink
            if distance(ink, fill) < 18:
                ink = BLACK if lightness(fill) > 40 else WHITE
            if look.badge == "disc":
                _tinted(
                    part,
                    (slice(None), slice(None)),
                    WHITE if lightness(ink) < 50 else BLACK,
                    0.9,
                    disc(mask(cell), 0, 0, 0.42),
                )
            elif look.badge in ("light", "dark"):
                _tinted(part, (slice(None), slice(None)), WHITE if look.badge == "light" else BLACK, 0.25)
            elif look.badge == "frame":
                inset = max(1, cell // 12)
                cv2.rectangle(
                    part, (inset, inset), (cell - 1 - inset, cell - 1 - inset), look.wrong_ink, max(1, cell // 18)
                )
            if look.ticked:
                tick = max(2, round(cell * 0.11))
                cv2.circle(part, (cell - tick - 2, tick + 1), tick, look.wrong_ink, -1, cv2.LINE_AA)
            if fading and rng.random() < 0.3:
                size *= rng.uniform(0.75, 1.25)
        else:
            ink = look.cross_ink or (BLACK if lightness(fill) > 42 else WHITE)
            if distance(ink, fill) < 18:
                ink = BLACK if lightness(fill) > 42 else WHITE
        key = (kind, ink, size)
        if key not in sprites:
            draw = look.crown if kind == CROWN else look.cross
            sprite = draw(cell, size, ink)
            if kind == CROSS and look.cross_opacity < 1:
                sprite = sprite * np.float32(look.cross_opacity)
            sprites[key] = np.asarray(sprite, np.float32)
        blend(picture, sprites[key], x, y + (round(look.crown_low * cell) if kind == CROWN else 0))

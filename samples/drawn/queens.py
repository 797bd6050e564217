"""Boards of Queens drawn in every way: colours, patterns, lines, crowns, crosses, what a page adds; whole and not."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.beside import Place, lay_beside
from samples.drawn.board import page_ground
from samples.drawn.colours import BLACK, WHITE, Colour, distance, grey, hsl, lightness, mix, shifted
from samples.drawn.glyphs import random_font
from samples.drawn.gridlook import GridLook, random_gridlook
from samples.drawn.grids import Grid
from samples.drawn.inside import Box, Lattice, beyond_only, seen, shares, untold
from samples.drawn.look import random_look
from samples.drawn.make import cell_sizes, cropped, scaled
from samples.drawn.margin import surround
from samples.drawn.paint import (
    FINE_BITS,
    Layer,
    Mask,
    blend,
    disc,
    layer,
    mask,
    over,
    polygon,
    rounded,
    star,
    stroke,
)
from samples.drawn.pointers import cover
from samples.drawn.regions import CROSS, CROWN, NOTHING, Regions, random_regions
from samples.drawn.symbols import Draw, characters
from samples.drawn.types import DrawnBoard, Labels, Pixels
from samples.drawn.wear import cut_up, straightened, worn

KNOWN = 0.3
"""Share of boards whose lines and colours are nearly LinkedIn's."""
LINKEDIN = tuple(
    (float(b), float(g), float(r))
    for r, g, b in (
        (187, 163, 226), (255, 201, 146), (150, 190, 255), (179, 223, 160), (223, 223, 223), (255, 123, 96),
        (230, 243, 136), (185, 178, 158), (223, 160, 191), (163, 210, 216), (98, 239, 234),
    )
)  # fmt: skip
"""The colours of its regions, in order."""
KINDS = {"whole": 72, "part": 8, "beyond": 11, "shift": 4, "cut": 5}
LEAST_BOARD = 4
TOLD_APART = 15.0
"""Least distance in CIE L*a*b* between neighbouring regions that nothing but their colours tells apart."""
CROPPED = 0.3
"""Share of boards whose picture ends at the board or within its outer cells."""


@dataclass(slots=True)
class QueensLook:
    """Lengths are in cells. `inner`, `outer`: the lines within regions and between them, None where there are none;
    `tells`: whether lines alone tell where regions end."""

    page: GridLook
    fills: list[Colour]
    patterns: list[str]
    inner: Colour | None
    inner_width: float
    outer: Colour | None
    outer_width: float
    frame: Colour | None
    frame_width: float
    frame_radius: float
    tells: bool
    gap: float
    radius: float
    under: Colour
    crown: Draw
    crown_size: float
    crown_ink: Colour
    crown_low: float
    cross: Draw
    cross_size: float
    cross_ink: Colour | None
    cross_opacity: float
    wrong_ink: Colour
    wrong_sign: str
    badge: str = ""
    pattern_strength: float = 0.3
    special: dict[tuple[int, int], str] = field(default_factory=dict)


def _crown_shape(rng: Random) -> Draw:
    """A crown of three or five points, with or without balls and a band."""
    points, low = rng.choice((3, 3, 5)), rng.uniform(-0.08, 0.12)
    balls, band = rng.random() < 0.5, rng.random() < 0.5
    rim = rng.random() < 0.2
    narrow, tall = rng.uniform(0.0, 0.12), rng.uniform(0.34, 0.48)
    tips = [-0.5 + k / (points - 1) for k in range(points)]
    outline: list[tuple[float, float]] = [(-0.5 + narrow, tall)]
    for k, x in enumerate(tips):
        outline.append((x, -0.45 if abs(x) < 0.1 or points == 5 else rng.choice((-0.3, -0.4))))
        if k < points - 1:
            outline.append(((x + tips[k + 1]) / 2, low))
    outline.append((0.5 - narrow, tall))

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = polygon(mask(side), [(x * size, y * size) for x, y in outline])
        if balls:
            for x, y in [p for p in outline if p[1] < -0.2]:
                disc(shape, x * size, y * size, 0.07 * size)
        if band:
            stroke(shape, [(-0.45 * size, (tall + 0.08) * size), (0.45 * size, (tall + 0.08) * size)], 0.07 * size)
        on = over(layer(side), shape, colour)
        if rim:
            around = cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
            over(on, np.asarray(around, np.uint8), mix(colour, BLACK, 0.7))
        return on

    return draw


def _simple(kind: str) -> Draw:
    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape = mask(side)
        if kind == "star":
            polygon(shape, [(x * size, y * size) for x, y in star(0, 0, 0.55, 0.24, 5)])
        else:
            disc(shape, 0, 0, size / 2)
        if kind == "ring":
            disc(shape, 0, 0, size * 0.34, 0)
        return over(layer(side), shape, colour)

    return draw


def _crown(rng: Random) -> Draw:
    kind = rng.choices(("crown", "sign", "letter", "emoji", "star", "disc", "ring"), (50, 22, 5, 14, 5, 3, 1))[0]
    if kind == "crown":
        return _crown_shape(rng)
    if kind == "sign":
        return characters(rng, rng.choice("♛♕♚♔♛♛"))[0]
    if kind == "letter":
        return characters(rng, "Q")[0]
    if kind == "emoji":
        return _emoji_crown(rng)
    return _simple(kind)


def _emoji_crown(rng: Random) -> Draw:
    from samples.drawn.glyphs import emoji
    from samples.drawn.paint import reduced

    found = emoji(rng.choice("👑👑👸"))
    if found is None:
        return _crown_shape(rng)

    def draw(side: int, size: float, colour: Colour) -> Layer:
        canvas = layer(side)
        small = reduced(found, max(4, round(size * side)))
        first = (side - len(small)) // 2
        low, high = max(0, -first), min(len(small), side - first)
        canvas[first + low : first + high, first + low : first + high] = small[low:high, low:high]
        return canvas

    return draw


def _cross(rng: Random) -> Draw:
    kind = rng.choices(("saltire", "sign", "dot", "plus", "dash", "ring", "square"), (58, 18, 14, 2, 4, 2, 2))[0]
    if kind == "sign":
        return characters(rng, rng.choice("×xX✕✗✖×x"))[0]
    if kind in ("dot", "ring"):
        return _simple("disc" if kind == "dot" else "ring")
    width, half = rng.choice((0.08, 0.12, 0.18, 0.28)), 0.5

    def draw(side: int, size: float, colour: Colour) -> Layer:
        shape, reach, thick = mask(side), half * size, width * size
        if kind == "saltire":
            stroke(shape, [(-reach, -reach), (reach, reach)], thick)
            stroke(shape, [(-reach, reach), (reach, -reach)], thick)
        elif kind == "square":
            polygon(shape, rounded(-reach, -reach, reach, reach, 0.1 * size))
        else:
            stroke(shape, [(-reach, 0), (reach, 0)], thick)
            if kind == "plus":
                stroke(shape, [(0, -reach), (0, reach)], thick)
        return over(layer(side), shape, colour)

    return draw


def _palette(rng: Random, size: int, known: bool) -> list[Colour]:
    """A colour for each region."""
    if known:
        by = rng.choice((0.0, 0.0, 6.0, 14.0))
        some = [(*(min(255.0, max(0.0, v + rng.uniform(-by, by))) for v in colour),) for colour in LINKEDIN]
        more = [hsl(rng.uniform(0, 360), 50, 75) for _ in range(max(0, size - len(some)))]
        return [(c[0], c[1], c[2]) for c in some[:size]] + more
    kind = rng.choices(("hues", "random", "greys", "one"), (58, 34, 3, 5))[0]
    if kind == "one":
        colour = hsl(rng.uniform(0, 360), rng.choice((0, 0, 30)), rng.choice((100, 97, 15, rng.uniform(10, 95))))
        return [colour] * size
    if kind == "greys":
        levels = [grey(60 + 190 * k / max(1, size - 1)) for k in range(size)]
        rng.shuffle(levels)
        return levels
    first, level, full = rng.uniform(0, 360), rng.uniform(28, 86), rng.uniform(25, 100)
    colours = []
    for k in range(size):
        hue = first + 360 * k / size if kind == "hues" else rng.uniform(0, 360)
        wide = 6 if kind == "hues" else 18
        colours.append(hsl(hue + rng.uniform(-8, 8), full + rng.uniform(-15, 15), level + rng.uniform(-wide, wide)))
    if kind == "random" and rng.random() < 0.4:
        colours[rng.randrange(size)] = rng.choice((WHITE, grey(200), grey(120), grey(40)))
    rng.shuffle(colours)
    return colours


def _neighbours(regions: Labels) -> set[tuple[int, int]]:
    pairs = np.concatenate(
        (
            np.stack((regions[:, 1:].ravel(), regions[:, :-1].ravel()), axis=1),
            np.stack((regions[1:].ravel(), regions[:-1].ravel()), axis=1),
        )
    )
    return {(int(a), int(b)) for a, b in pairs.tolist() if a != b}


def _look(rng: Random, board: Regions, cell: int, shown: float) -> QueensLook:
    """A look in which regions, crowns and crosses can be told."""
    size, known = board.size, rng.random() < KNOWN
    page = random_gridlook(rng, cell)
    fills = _palette(rng, size, known)
    near = _neighbours(board.regions)
    # At least a pixel and a half more in the finished picture, or nothing within regions, tells where they end.
    pixel = 1.5 / shown
    style = "linkedin" if known else rng.choices(("thick", "alike", "none", "between", "gaps"), (44, 20, 8, 14, 14))[0]
    line = BLACK if rng.random() < 0.55 else rng.choice((WHITE, grey(rng.uniform(0, 255)), hsl(page.hue, 30, 20)))
    inner: Colour | None = line
    outer: Colour | None = line
    inner_width, outer_width, gap = rng.choice((0.015, 0.02, 0.03, 0.04)), 0.0, 0.0
    if style == "linkedin":
        line = BLACK if rng.random() < 0.85 else grey(30)
        inner = line if rng.random() < 0.8 else mix(line, grey(128), 0.3)
        inner_width, outer_width = rng.uniform(0.012, 0.028), rng.uniform(0.05, 0.085)
        outer = line
    elif style == "thick":
        outer_width = max(inner_width + pixel, rng.uniform(0.05, 0.14))
        if rng.random() < 0.5:
            inner = mix(line, fills[0], rng.uniform(0.2, 0.8)) if rng.random() < 0.6 else grey(rng.uniform(0, 255))
    elif style == "alike":
        inner_width = outer_width = rng.choice((0.015, 0.02, 0.03, 0.05, 0.08))
    elif style == "between":
        inner, outer_width = None, max(pixel, rng.uniform(0.02, 0.12))
    elif style == "none":
        inner = outer = None
    else:
        gap = rng.choice((0.03, 0.05, 0.08, 0.12, 0.2))
        inner = outer = None
        if rng.random() < 0.3:
            outer, outer_width = line, max(pixel, gap * rng.uniform(0.6, 1.2))
    contrast = min((distance(outer, fill) for fill in fills), default=0.0) if outer else 0.0
    tells = outer is not None and contrast > 18 and outer_width >= inner_width * (inner is not None) + pixel * 0.6
    if known and outer_width - inner_width < 1.0 / shown:
        tells = False
    if not tells:
        tries = 0
        while min((distance(fills[a], fills[b]) for a, b in near), default=99.0) < TOLD_APART and tries < 40:
            tries += 1
            close = [a for a, b in near if distance(fills[a], fills[b]) < TOLD_APART]
            fills[rng.choice(close)] = hsl(rng.uniform(0, 360), rng.uniform(20, 100), rng.uniform(25, 90))
    patterns = [""] * size
    if rng.random() < 0.1:
        patterns = [rng.choice(PATTERNS) for _ in range(size)]
    mean = sum(lightness(fill) for fill in fills) / size
    ink = BLACK if mean > 45 else WHITE
    kinds = [ink, ink, ink, mix(ink, grey(128), 0.3)]
    if all(distance(hsl(45, 95, 50), fill) > 30 for fill in fills) or rng.random() < 0.06:
        kinds.append(hsl(45, 95, 50))
    strong = hsl(rng.uniform(0, 360), 80, 20 if mean > 45 else 85)
    crown_ink = rng.choice((*kinds, strong if rng.random() < 0.5 else ink))
    if board.state == "solved" and rng.random() < 0.35:
        crown_ink = hsl(42, 90, 45)
    cross_size = 0.16 if known and rng.random() < 0.6 else rng.uniform(0.14, 0.62)
    cross_size = max(cross_size, 4.2 / shown)
    framed = rng.random() < (0.92 if style in ("linkedin", "thick", "alike") else 0.3)
    return QueensLook(
        page,
        fills,
        patterns,
        inner,
        inner_width,
        outer,
        outer_width,
        (line if rng.random() < 0.8 else mix(line, page.page, 0.4)) if framed else None,
        rng.uniform(0.09, 0.15) if style == "linkedin" else rng.choice((outer_width, 0.02, 0.04, 0.1)),
        rng.choice((0.0, 0.0, 0.1, 0.2, 0.3)),
        tells,
        gap,
        rng.choice((0.0, 0.0, 0.1, 0.2, 0.5)) if gap else 0.0,
        page.page if rng.random() < 0.5 else rng.choice((BLACK, WHITE, grey(rng.uniform(0, 255)))),
        _crown(rng),
        max(rng.uniform(0.4, 0.66) if known else rng.uniform(0.34, 0.85), 7.0 / shown),
        crown_ink,
        rng.uniform(-0.03, 0.08),
        _cross(rng),
        cross_size,
        rng.choice((None, None, BLACK if mean > 45 else WHITE, hsl(0, 80, 45) if mean > 60 else None)),
        rng.choice((1.0, 0.75, 0.75, rng.uniform(0.4, 1.0))),
        hsl(rng.uniform(-12, 8), rng.uniform(70, 95), rng.uniform(35, 55)),
        rng.choice(("stripes", "stripes", "stripes", "tint", "frame", "ink")),
        rng.choices(("", "disc", "light", "dark", "frame"), (82, 6, 5, 3, 4))[0],
        rng.uniform(0.12, 0.5),
    )


PATTERNS = ("", "stripes", "back", "rows", "columns", "dots", "checks", "hatch", "rings", "zigzag")


def _pattern(kind: str, side: int, cell: int, rng: Random) -> NDArray[np.bool_]:
    """Where a pattern is painted, (side, side)."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    step = max(3.0, cell * rng.uniform(0.12, 0.4))
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
    far = np.hypot(x % step - step / 2, y % step - step / 2)
    if kind == "rings":
        return np.asarray(np.abs(far - step * 0.3) < step * 0.1)
    return np.asarray(far < step * 0.28)


def _grounds(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
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
    if not look.gap:
        here[:] = colours.astype(np.uint8)
        return
    half = 0.5 - look.gap / 2
    tile = polygon(mask(cell), rounded(-half, -half, half, half, look.radius * 2 * half))
    share = np.tile(tile, (size, size))[..., None].astype(np.float32) / 255
    under = np.asarray(look.under, np.float32)
    here[:] = (under + share * (colours - under)).astype(np.uint8)


def _lines(picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """Lines within regions, then those between them."""
    size, regions = board.size, board.regions
    for colour, width, wanted in ((look.inner, look.inner_width, True), (look.outer, look.outer_width, False)):
        if colour is None:
            continue
        thick = max(1, round(width * cell))
        low = thick // 2
        for row in range(size):
            for column in range(1, size):
                for down in (False, True):
                    r, c = (column, row) if down else (row, column)
                    before = (r - 1, c) if down else (r, c - 1)
                    if bool(regions[r, c] == regions[before]) != wanted:
                        continue
                    x, y = origin + c * cell, origin + r * cell
                    more = 0 if wanted else low
                    if down:
                        box = (x - more, y - low), (x + cell + thick - 1 - low if not wanted else x + cell, y - low + thick - 1)
                    else:
                        box = (x - low, y - more), (x - low + thick - 1, y + cell + thick - 1 - low if not wanted else y + cell)
                    cv2.rectangle(picture, *box, colour, -1)


def _framed(picture: Pixels, page: Pixels, look: QueensLook, size: int, cell: int, origin: int) -> None:
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


def _tinted(picture: Pixels, where: tuple[slice, slice], colour: Colour, share: float, shape: Mask | None = None) -> None:
    here = picture[where].astype(np.float32)
    part = np.float32(share) if shape is None else (shape[..., None].astype(np.float32) * np.float32(share / 255))
    picture[where] = (here + part * (np.asarray(colour, np.float32) - here)).astype(np.uint8)


def _signs(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
    """What a page draws on cells beside crowns and crosses: errors, the cell under the mouse, hints."""
    size = board.size

    def place(row: int, column: int) -> tuple[slice, slice]:
        y, x = origin + row * cell, origin + column * cell
        return slice(y, y + cell), slice(x, x + cell)

    if board.wrong and rng.random() < 0.85:
        period, share = max(4.0, cell * rng.uniform(0.15, 0.4)), rng.uniform(0.2, 0.6)
        red, strength = look.wrong_ink, rng.uniform(0.35, 1.0)
        y, x = np.mgrid[0:cell, 0:cell]
        for where in board.wrong:
            for row, column in np.argwhere(where).tolist():
                spot = place(row, column)
                if look.wrong_sign == "stripes":
                    lines = (x + column * cell + y + row * cell) % period < share * period
                    _tinted(picture, spot, red, strength, np.asarray(lines * 255, np.uint8))
                elif look.wrong_sign == "tint":
                    _tinted(picture, spot, red, 0.5 * strength)
                elif look.wrong_sign == "frame":
                    thick = max(1, cell // 14)
                    part = picture[spot]
                    cv2.rectangle(part, (1, 1), (cell - 2, cell - 2), red, thick)
    if rng.random() < 0.3:
        row, column = rng.randrange(size), rng.randrange(size)
        kind = rng.choice(("dark", "dark", "dark", "light", "frame", "line"))
        spot = place(row, column)
        if kind == "dark":
            _tinted(picture, spot, BLACK, rng.uniform(0.08, 0.25))
        elif kind == "light":
            _tinted(picture, spot, WHITE, rng.uniform(0.1, 0.4))
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
    if rng.random() < 0.06:  # frames of a hint or of an extension
        colour = hsl(rng.uniform(0, 360), 90, rng.uniform(35, 60))
        for _ in range(rng.randint(1, size)):
            part = picture[place(rng.randrange(size), rng.randrange(size))]
            inset = rng.choice((1, 2, cell // 8))
            cv2.rectangle(part, (inset, inset), (cell - 1 - inset, cell - 1 - inset), colour, max(1, cell // 14))
    if rng.random() < 0.04:  # all but a few cells are dimmed
        shade = picture.copy()
        _tinted(picture, (slice(None), slice(None)), BLACK, rng.uniform(0.15, 0.4))
        for _ in range(rng.randint(1, 2 * size)):
            spot = place(rng.randrange(size), rng.randrange(size))
            picture[spot] = shade[spot]


def _marks(rng: Random, picture: Pixels, look: QueensLook, board: Regions, cell: int, origin: int) -> None:
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
                _tinted(part, (slice(None), slice(None)), WHITE if lightness(ink) < 50 else BLACK, 0.9, disc(mask(cell), 0, 0, 0.42))
            elif look.badge in ("light", "dark"):
                _tinted(part, (slice(None), slice(None)), WHITE if look.badge == "light" else BLACK, 0.25)
            elif look.badge == "frame":
                cv2.rectangle(part, (1, 1), (cell - 2, cell - 2), ink, max(1, cell // 16))
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
                sprite = sprite * np.float32(max(look.cross_opacity, 0.4))
            sprites[key] = np.asarray(sprite, np.float32)
        blend(picture, sprites[key], x, y + (round(look.crown_low * cell) if kind == CROWN else 0))


def _drawn(rng: Random, board: Regions, cell: int, shown: float, margin: float) -> tuple[Pixels, int, QueensLook]:
    """A page with a board, where the board begins, and its look."""
    size = board.size
    look = _look(rng, board, cell, shown)
    origin = int(np.ceil(margin * cell))
    page = page_ground(rng, look.page, size * cell + 2 * origin)
    if rng.random() < 0.08:
        lay_beside(rng, page, random_look(rng, cell, shown), Place(size, cell, origin, 0.1))
    else:
        surround(rng, page, look.page, size, cell, origin)
    picture = page.copy()
    _grounds(rng, picture, look, board, cell, origin)
    below = rng.random() < 0.6
    if below:
        _signs(rng, picture, look, board, cell, origin)
    _lines(picture, look, board, cell, origin)
    if not below:
        _signs(rng, picture, look, board, cell, origin)
    _marks(rng, picture, look, board, cell, origin)
    _framed(picture, page, look, size, cell, origin)
    return picture, origin, look


def _grid(board: Regions) -> Grid:
    """The board as what is laid over it wants it."""
    size = board.size
    none = np.zeros((size, size), np.bool_)
    h, v = np.zeros((size, size - 1), np.int8), np.zeros((size - 1, size), np.int8)
    return Grid((board.marks > 0).astype(np.int8), untold(size), h, v, none, board.state)


def _worn(
    rng: Random, picture: Pixels, lattice: Lattice, size: int, factor: float, look: QueensLook, grid: Grid | None
) -> tuple[Pixels, Lattice]:
    picture, lattice = scaled(rng, picture, lattice, factor)
    least = cover(rng, picture, lattice, size, 0.6, grid)
    return worn(rng, picture, lattice[2], max(least, 0.6), look.tells), lattice


def draw_queens(rng: Random, noise: np.random.Generator, size: int) -> DrawnBoard:
    """A lattice of so many cells on a page with a board of Queens, mostly the board's own."""
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    cell, final = cell_sizes(rng, size)
    shown = min(final, cell)
    if kind == "whole":
        board = random_regions(rng, size)
        picture, origin, look = _drawn(rng, board, cell, shown, rng.choice((0.6, 0.85, 1.2)))
        lattice = float(origin), float(origin), float(cell), float(cell)
        if rng.random() < CROPPED:
            picture, lattice = cropped(rng, picture, lattice, size)
        grid = _grid(board)
        picture, lattice = _worn(rng, picture, lattice, size, final / cell, look, grid)
        image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
        return _whole(image, edges_h, edges_v, board, grid)
    more = {"part": rng.randint(1, 3), "beyond": -rng.choice((1, 1, 2, 2, 3)), "shift": rng.choice((0, 0, 1))}.get(kind, 0)
    if size + more < LEAST_BOARD:
        more = 0
    across = size + more
    board = random_regions(rng, across)
    margin = abs(min(more, 0)) + rng.choice((0.6, 1.0))
    picture, origin, look = _drawn(rng, board, cell, shown, margin)
    x, y = float(origin), float(origin)
    fits = True
    if more:
        x, y = (origin + (1 if more > 0 else -1) * rng.randint(0, abs(more)) * cell for _ in range(2))
    elif kind in ("shift", "beyond", "part"):
        kind = "shift"
        dx, dy = 0.0, 0.0
        while dx == dy == 0:
            dx, dy = (rng.choice((0.0, 0.0, 0.5, -0.5, 1.0, -1.0)) for _ in range(2))
        x, y, fits = x + dx * cell, y + dy * cell, dx == round(dx) and dy == round(dy)
    lattice = float(x), float(y), float(cell), float(cell)
    box: list[float] = [float(origin), float(origin), float(origin + across * cell), float(origin + across * cell)]
    if kind == "cut":
        lost = round(rng.uniform(0.5, min(3.0, size / 2)) * cell)
        side = rng.randrange(4)
        if side < 2:
            cut = picture[origin + lost :] if side == 0 else picture[: origin + size * cell - lost]
        else:
            cut = picture[:, origin + lost :] if side == 2 else picture[:, : origin + size * cell - lost]
        picture = np.ascontiguousarray(cut)
        if side in (0, 2):
            k = 1 if side == 0 else 0
            moved = list(lattice)
            moved[k] -= origin + lost
            lattice = moved[0], moved[1], moved[2], moved[3]
            box[k] -= origin + lost
            box[k + 2] -= origin + lost
        box = [max(0.0, box[0]), max(0.0, box[1]), min(float(picture.shape[1]), box[2]), min(float(picture.shape[0]), box[3])]
    whole: Box = (box[0], box[1], box[2], box[3])
    share = shares(lattice, size, whole)
    inside = seen(share) if fits else beyond_only(share)
    picture, lattice = _worn(rng, picture, lattice, size, final / cell, look, None)
    image, edges_h, edges_v = cut_up(straightened(rng, picture, lattice, size), size)
    nothing = untold(size)
    h, v = nothing[:, 1:], nothing[1:]
    return DrawnBoard(
        image, edges_h, edges_v, nothing, nothing, nothing, h, v, inside, nothing, h, v, 0, f"queens/{kind}",
        nothing, h, v, 0,
    )  # fmt: skip


def _whole(image: Pixels, edges_h: Pixels, edges_v: Pixels, board: Regions, grid: Grid) -> DrawnBoard:
    size, regions = board.size, board.regions
    nothing, inside = untold(size), np.ones((size, size), np.int8)
    h, v = nothing[:, 1:], nothing[1:]
    borders = (regions[:, 1:] != regions[:, :-1]).astype(np.int8), (regions[1:] != regions[:-1]).astype(np.int8)
    covered = grid.covered, grid.covered_h, grid.covered_v
    return DrawnBoard(
        image, edges_h, edges_v, nothing, nothing, nothing, h, v, inside, *covered, 0, f"queens/{board.state}",
        board.marks, *borders, 1,
    )  # fmt: skip

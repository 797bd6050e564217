"""Regions of a board of Pips in unknown looks: cells of one fill that hang together, each with one tag or none.

Cells under dominoes have the fill that looks out around them, or else the one their tint goes with. Joined to regions,
cells are a board's only if no region has two tags, and those without are all of one fill, with nothing where their tag
would be. Cells and tags come from `pips_open_cells` and `pips_open_tags`; which of the cells around it each tag is of,
`pips_open` tries.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.imgproc import median
from vision.pips_lattice import Colours, widest
from vision.pips_open_cells import ONE_FACE, PAGE, TWO_FILLS, Cells
from vision.pips_open_window import Window, free_of_tags
from vision.pips_regions import Area, Areas
from vision.pips_spots import TagSpot
from vision.pips_straight import UNIT

Cell = tuple[int, int]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Cells whose colours differ by less are of one region.
ONE_FILL = 5.0
# Places just inside a cell where its fill or border looks out from under a domino: how far in, and along a side.
OUTSIDE = (0.008, 0.02, 0.032)
DEEPER = (0.045, 0.06, 0.075)
ALONG_SIDE = np.linspace(0.12, 0.88, 24)
# Of these so many must have the fill of one kind, and so many times as many as of the next.
LEAST_FILL, MANY_TIMES, LEAST_RIM = 0.025, 2.5, 0.08
# A pixel is of a fill if it is nearer than this (0..255).
NEAR_FILL = 12.0
# A colour is one that a kind of cells has along its sides if so much of what was looked at there has it, of so many of
# its cells; it is that kind's alone if it is a shade of its fill, not so far off it (0..255; measured 7 to 14), as
# lines and outlines are. Fewer pixels than these tell nothing, and more than those are not compared with each other.
OWN_RIM, MOST_ASKED, OWN_SHADE, LEAST_PIXELS, MOST_PIXELS = 0.12, 6, 24.0, 8, 400
# Faces of tinted halves are of one tint if they differ by less; a board is tinted if they differ by more.
ONE_TINT = 7.0


def kinds_of_fill(
    bgr: Colours, window: Window, cells: Cells, fills: dict[Cell, Floats], free: Mask
) -> dict[Cell, int] | None:
    """Which kind of fill each cell has: bare cells their own, those under dominoes the one that looks out around them,
    or else the one their tint goes with. None where that does not show."""
    kinds: dict[Cell, int] = {}
    known: list[Floats] = []
    for cell, fill in fills.items():
        near = [float(np.abs(fill - other).max()) for other in known]
        if near and min(near) <= ONE_FILL:
            kinds[cell] = int(np.argmin(near))
        else:
            kinds[cell] = len(known)
            known.append(fill)
    if not cells.pairs:
        return kinds
    under = [cell for pair in cells.pairs for cell in pair]
    tints: list[list[Cell]] = []
    for cell in under:
        for tint in tints:
            if float(np.abs(cells.colour[tint[0]] - cells.colour[cell]).max()) < ONE_TINT:
                tint.append(cell)
                break
        else:
            tints.append([cell])
    groups = tints if len(tints) > 1 else [[cell] for cell in under]
    own, common = _rims(bgr, window, cells, kinds, known, free) if known else ([], [])
    # Where a frame ends at a rim, what is between is near to some rims' colours: these are told by themselves alone.
    looks = [(kind, fill, NEAR_FILL) for kind, fill in enumerate(known)]
    looks += [(kind, colour, ONE_FILL) for kind, colours in enumerate(own) for colour in colours]
    votes, rims = _looking_out(bgr, window, cells, under, looks, common, free)
    new: list[Floats] = []
    shares = [np.mean([votes[cell] for cell in group], axis=0) if known else np.zeros(1) for group in groups]
    for group, share in zip(groups, shares, strict=True):
        order = np.argsort(share)[::-1]
        second = float(share[order[1]]) if len(order) > 1 else 0.0
        if known and share[order[0]] >= LEAST_FILL and share[order[0]] >= MANY_TIMES * second:
            kind = int(order[0])
        elif len(tints) > 1:
            kind = len(known) + len(new)
            new.append(cells.colour[group[0]])
        else:
            rim = rims[group[0]]
            if rim is None:
                return None
            near = [float(np.abs(rim - other).max()) for other in new]
            if near and min(near) <= NEAR_FILL:
                kind = len(known) + int(np.argmin(near))
            else:
                kind = len(known) + len(new)
                new.append(rim)
        kinds |= dict.fromkeys(group, kind)
    return kinds


def _rims(
    bgr: Colours, window: Window, cells: Cells, kinds: dict[Cell, int], known: list[Floats], free: Mask
) -> tuple[list[list[Floats]], list[Floats]]:
    """What bare cells have along their sides: for each kind of fill its shades that no other kind has there, or is; and
    the colours that several have, of a frame or of lines."""
    found: list[list[Floats]] = []
    for kind, fill in enumerate(known):
        alike = [cell for cell, other in kinds.items() if other == kind][:MOST_ASKED]
        pixels = np.concatenate([_along_sides(bgr, window, cell, None, free)[0] for cell in alike])
        left = pixels[(widest(pixels - cells.page) > PAGE) & (widest(pixels - fill) > ONE_FILL)]
        colours: list[Floats] = []
        while len(left) >= max(LEAST_PIXELS, OWN_RIM * len(pixels)):
            some = left[:: len(left) // MOST_PIXELS + 1]
            one = some[int((widest(some[:, None] - some[None]) < ONE_FILL).sum(axis=1).argmax())]
            near = widest(left - one) < ONE_FILL
            if near.sum() < OWN_RIM * len(pixels):
                break
            colours.append(np.asarray(median(left[near], axis=0), np.float32))
            left = left[widest(left - one) >= NEAR_FILL]
        found.append(colours)
    own: list[list[Floats]] = [[] for _ in known]
    common = []
    for kind, colours in enumerate(found):
        others = [one for other, some in enumerate(found) if other != kind for one in (known[other], *some)]
        for colour in colours:
            if any(float(np.abs(colour - other).max()) < NEAR_FILL for other in others):
                common.append(colour)
            elif float(np.abs(colour - known[kind]).max()) < OWN_SHADE:
                own[kind].append(colour)
    return own, common


def _along_sides(
    bgr: Colours, window: Window, cell: Cell, partner: Cell | None, free: Mask
) -> tuple[Floats, NDArray[np.bool_]]:
    """The pixels just inside the sides of a cell that no tag hides, but for the side to its `partner`: (N, 3); and
    which of them are nearest to the side."""
    grid, (r, c) = window.grid, cell
    points, outer = [], []
    for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if partner == (r + dr, c + dc):
            continue
        for depth in (*OUTSIDE, *DEEPER):
            across = np.full(len(ALONG_SIDE), depth if (dr or dc) < 0 else 1 - depth)
            outer.append(np.full(len(ALONG_SIDE), depth <= OUTSIDE[-1]))
            points.append(np.stack((ALONG_SIDE, across) if dr else (across, ALONG_SIDE), axis=1))
    places = np.concatenate(points) + np.array((c, r))
    shown = free[((places[:, 1] + 1) * UNIT).astype(np.intp), ((places[:, 0] + 1) * UNIT).astype(np.intp)]
    x = np.clip(np.rint(grid.x + places[shown, 0] * grid.step), 0, bgr.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(grid.y + places[shown, 1] * grid.step), 0, bgr.shape[0] - 1).astype(np.intp)
    return bgr[y, x].astype(np.float32), np.concatenate(outer)[shown]


def _looking_out(
    bgr: Colours,
    window: Window,
    cells: Cells,
    under: list[Cell],
    looks: list[tuple[int, Floats, float]],
    common: list[Floats],
    free: Mask,
) -> tuple[dict[Cell, Floats], dict[Cell, Floats | None]]:
    """For each cell under a domino, how much of what looks out around that looks like each kind of fill, (K,); and the
    colour most of it has that is neither the page's, nor the domino's. `looks`: the number of a
    kind of cells, a colour these have, and how near to that a pixel is of it; `common`: those of several kinds."""
    partner = {cell: other for pair in cells.pairs for cell, other in (pair, pair[::-1])}
    votes: dict[Cell, Floats] = {}
    rims: dict[Cell, Floats | None] = {}
    colours = np.array([colour for _, colour, _ in looks], np.float32).reshape(-1, 3)
    kinds, reach = np.array([kind for kind, _, _ in looks], np.intp), np.array([near for _, _, near in looks])
    for cell in under:
        pixels, outer = _along_sides(bgr, window, cell, partner[cell], free)
        own = (widest(pixels - cells.page) <= PAGE) | (widest(pixels - cells.colour[cell]) <= ONE_FACE)
        if len(colours):
            apart = widest(pixels[:, None] - colours[None])
            nearest = kinds[np.where(apart < reach, apart, np.inf).argmin(axis=1)]
            good = (apart < reach).any(axis=1) & ~own
            votes[cell] = np.array(
                [float((good & (nearest == k)).mean()) if len(pixels) else 0.0 for k in range(int(kinds.max()) + 1)],
                np.float32,
            )
        rest = pixels[~own & outer]
        for colour in common:
            others = rest[widest(rest - colour) >= NEAR_FILL]
            rest = others if len(others) >= LEAST_PIXELS else rest
        rims[cell] = None
        if len(rest) >= LEAST_PIXELS:
            near = (widest(rest[:, None] - rest[None]) < NEAR_FILL).sum(axis=1)
            one = rest[int(near.argmax())]
            if near.max() >= LEAST_RIM * len(pixels):
                rims[cell] = np.asarray(median(rest[widest(rest - one) < NEAR_FILL], axis=0), np.float32)
    return votes, rims


def areas_of(
    kinds: dict[Cell, int],
    fills: dict[Cell, Floats],
    colour: Floats,
    borders: frozenset[tuple[Cell, Cell]],
    tags: dict[Cell, TagSpot],
    unsure: frozenset[Cell],
    side: tuple[int | None, int | None],
) -> Areas | None:
    """Cells joined to regions; None where a region has two tags, or cells without one are not of one kind, or have what
    may be one (`unsure`)."""
    doubts: list[str] = []
    group = {cell: cell for cell in kinds}

    def first(cell: Cell) -> Cell:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    for r, c in kinds:
        for other in ((r, c + 1), (r + 1, c)):
            if other not in kinds or ((r, c), other) in borders:
                continue
            if (r, c) in fills and other in fills:
                apart = float(np.abs(fills[r, c] - fills[other]).max())
                if apart > TWO_FILLS:
                    continue
                if apart > ONE_FILL:
                    doubts.append("whether neighbouring cells of much the same colour are of one region")
            elif kinds[r, c] != kinds[other]:
                continue
            a, b = sorted((first((r, c)), first(other)))
            group[b] = a
    parts: dict[Cell, list[Cell]] = {}
    for cell in sorted(kinds):
        parts.setdefault(first(cell), []).append(cell)
    areas = []
    with_tag: set[int] = set()
    plain: set[int] = set()
    for members in parts.values():
        tagged = [cell for cell in members if cell in tags]
        if len(tagged) > 1 or (not tagged and unsure & set(members)):
            return None
        if tagged and not _is_at_end(tagged[0], members, side):
            return None
        (with_tag if tagged else plain).update(kinds[cell] for cell in members)
        some = [fills[cell] for cell in members if cell in fills] or [colour[cell] for cell in members]
        blue, green, red = (round(float(value)) for value in median(some, axis=0))
        areas.append(Area(tuple(members), tagged[0] if tagged else None, (blue, green, red), bool(tagged)))
    if len(plain) > 1 or plain & with_tag:
        return None
    return Areas(tuple(sorted(areas, key=lambda area: area.cells[0])), tuple(dict.fromkeys(doubts)))


# Where a tag would be, cells and the page beside them are off their colour (0..255) on at most so much; lines, frames
# along cells do not reach farther than this, in cells, and where less than so many pixels lie farther off, nothing is
# to be told.
OFF_BARE, MOST_OFF, LINES, LEAST_INNER = 16.0, 0.08, 0.13, 12


def doubts_without_tags(
    window: Window,
    areas: Areas,
    fills: dict[Cell, Floats],
    tags: dict[Cell, TagSpot],
    side: tuple[int | None, int | None],
    page: Floats,
) -> list[str] | None:
    """What is doubtful of the regions without tags; None where something lies where their tag would be.

    A tag that is hidden is hidden by something: where there is nothing but fills and the page, there is none.
    """
    grid, n = window.grid, UNIT
    places = [
        ((spot.center[0] - grid.x) / grid.step - c, (spot.center[1] - grid.y) / grid.step - r)
        for (r, c), spot in tags.items()
    ]
    x, y = median(places, axis=0)
    under = {cell for area in areas.areas for cell in area.cells if cell not in fills}
    some = next(iter(tags.values()))
    doubts = []
    for area in areas.areas:
        if area.tag is not None:
            continue
        for r, c in area.cells:
            if not _is_at_end((r, c), list(area.cells), side):
                continue
            place = (grid.x + (c + x) * grid.step, grid.y + (r + y) * grid.step)
            tag = ~free_of_tags(window.free.shape, [place], some.width, some.shape, grid) & window.free
            looked = 0
            for a, b in product((r - 1, r, r + 1), (c - 1, c, c + 1)):
                if not (-1 <= a <= window.size[0] and -1 <= b <= window.size[1]):
                    continue
                inner = np.zeros_like(tag)
                edge = round(LINES * n)
                inner[(a + 1) * n + edge : (a + 2) * n - edge, (b + 1) * n + edge : (b + 2) * n - edge] = True
                inner &= tag
                ground = fills.get((a, b), None if (a, b) in under else page)
                if ground is None or int(inner.sum()) < LEAST_INNER:
                    continue
                looked += int(inner.sum())
                if float((widest(window.pixels[inner].astype(np.float32) - ground) > OFF_BARE).mean()) > MOST_OFF:
                    return None
            if not looked:
                doubts.append("whether a region without a tag has none or it is hidden")
    return list(dict.fromkeys(doubts))


def _is_at_end(cell: Cell, members: list[Cell], side: tuple[int | None, int | None]) -> bool:
    """Whether a tag at a corner of its cell is at that end of its region, row by row or column by column."""
    down, across = side
    if down is None and across is None:
        return True
    v = 1 if down == -1 else -1
    h = 1 if across == -1 else -1
    if down is None:
        v = 1
    by_row = max(members, key=lambda one: (v * one[0], h * one[1]))
    by_column = max(members, key=lambda one: (h * one[1], v * one[0]))
    return cell in (by_row, by_column)

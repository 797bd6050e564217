"""Regions of a Pips board: cells of one colour that hang together, with at most one tag.

Bare neighbours are of one region where their fills are alike and no border is drawn between them. What lies under a
domino shows by the tint of its halves, and by the dashes and fill that look out around it: all have the colours of
the region's tag. Cells come from the board, what tags say from elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.board import Board, Cell
from vision.games.pips.rules.lattice import Colours, channels, near_colour, widest
from vision.games.pips.rules.sides import OFF_FILL
from vision.games.pips.rules.straight import UNIT
from vision.imgproc import median, percentile

Floats = NDArray[np.float32]

# Fills nearer to each other than this part of the contrast are one, farther than the second two: of one fill measured
# 0 to 0.02, neighbouring regions differ by 0.124 and more. Between the two, nothing is certain.
ONE_FILL, TWO_FILLS = 0.05, 0.09
# Tags whose colours are nearer than this part of the contrast have one colour.
ONE_TAG = 0.22
# A pixel this near (in parts of the contrast) to a tag's colour is of a dash, this near to a fill of that fill.
NEAR_TAG, NEAR_FILL = 0.2, 0.08
# Dashes make up this part of the rim of a cell at a region's border; of others, and of beige ones, less.
DASHED = 0.035
# A dash leaves its region's fill in the direction of its tag's colour: the cosine between the two ways, measured 0.99.
SAME_WAY = 0.96
# A fill that was guessed is off by less than this part of the contrast.
GUESSED = 0.2
# Around a white domino at least so much shows of its region's fill and dashes: measured 0.01 to 0.2, and 0 to 0.002 of
# other colours where there is nothing to be seen.
SLIVER = 0.008
# Dashes cover this part of the strip inside a side they are drawn along: measured 0.1 to 0.3, and 0 to 0.02 of others.
DASHED_SIDE = 0.06
# A half has a tint if its blue, green and red differ by so much: measured 26 to 62 of tints, 8 to 10 of white halves in
# a warm light.
TINTED = 16.0
# Tints nearer to each other than the former are one, farther than the latter two: different ones are 13 and more apart.
ONE_TINT, OTHER_TINT = 6.0, 12.0
# What looks out around a domino lies so far inside its cell, in cells; there, so many samples a cell are taken.
RIM, FINE = 0.12, 36


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A region as it is drawn: its cells in reading order, the cell with its tag or None, its fill (blue, green, red).

    `coloured`: whether its cells have a colour that tags have; None where that does not show.
    """

    cells: tuple[Cell, ...]
    tag: Cell | None
    fill: tuple[int, int, int]
    coloured: bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """All regions, in the order of their first cells, and whether it was hard to tell them apart."""

    areas: tuple[Area, ...]
    doubts: tuple[str, ...]


def find_areas(bgr: Colours, board: Board) -> Areas:
    """The regions of a board in the picture `bgr`."""
    doubts: list[str] = []
    groups = Groups(board.cells)
    beside = [((r, c), other) for r, c in board.fills for other in ((r, c + 1), (r + 1, c)) if other in board.fills]
    for ((r, c), other), apart in zip(beside, _apart(board, beside), strict=True):
        if ((r, c), other) in board.borders or apart > TWO_FILLS:
            continue
        if apart > ONE_FILL:
            doubts.append(f"whether r{r + 1} c{c + 1} and r{other[0] + 1} c{other[1] + 1} are of one colour")
        groups.join((r, c), other)
    bare: defaultdict[Cell, list[Cell]] = defaultdict(list)
    for cell in board.fills:
        bare[groups.first(cell)].append(cell)
    untagged = [cell for cells in bare.values() if not any(cell in board.tags for cell in cells) for cell in cells]
    rims = _Rims.of(bgr, board, [*(cell for pair in board.pairs for cell in pair), *untagged])
    colours, tints, odd = _colours(rims, board, _palette(board), list(bare.values()))
    doubts += [f"whether the region of r{r + 1} c{c + 1} has a tag" for r, c in odd]
    for (r, c), colour in colours.items():
        for other in ((r, c + 1), (r + 1, c)):
            if colours.get(other) == colour and not ((r, c) in board.fills and other in board.fills):
                groups.join((r, c), other)
    areas = []
    for cells in groups.all():
        tagged = [cell for cell in cells if cell in board.tags]
        if len(tagged) > 1:
            doubts.append(f"where the border between the tags of r{tagged[0][0] + 1} and r{tagged[1][0] + 1} is")
        fills = [board.fills[cell] for cell in cells if cell in board.fills] or [tints[cell] for cell in cells]
        # Of a few values, Python's sorting is quicker than numpy's.
        channels_of = (sorted(values) for values in zip(*(fill.tolist() for fill in fills), strict=True))
        blue, green, red = (
            round((values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2) for values in channels_of
        )
        coloured = any(colours.get(cell, NONE) != NONE for cell in cells) or (
            not tagged and _has_border(rims, board, cells)
        )
        areas.append(Area(cells, tagged[-1] if tagged else None, (blue, green, red), coloured))
    return Areas(tuple(areas), tuple(doubts))


def _apart(board: Board, ways: list[tuple[Cell, Cell]]) -> list[float]:
    """How far the fills of the two cells of each way lie apart, in parts of the contrast."""
    if not ways:
        return []
    one, other = (np.array([board.fills[way[k]] for way in ways]) for k in (0, 1))
    apart: list[float] = (widest(one - other) / max(board.contrast, 1.0)).tolist()
    return apart


def _has_border(rims: _Rims, board: Board, cells: tuple[Cell, ...]) -> bool:
    """Whether dashes of any colour are drawn around bare cells."""
    bare = [cell for cell in cells if cell in board.fills]
    if not bare:
        return False
    fill = median([board.fills[cell] for cell in bare], axis=0)
    pixels, there = rims.at(bare)
    reach = OFF_FILL * board.contrast
    off = there & ~near_colour(pixels, fill, reach) & ~near_colour(pixels, board.page, reach)
    # By side: (N, 4).
    on_sides = (off @ _ON_SIDE / _ON_SIDE.sum(axis=0)).tolist()
    shares = [
        on_sides[number][side]
        for number, (r, c) in enumerate(bare)
        for side, (dr, dc) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1)))
        if (r + dr, c + dc) not in cells
    ]
    return bool(shares) and float(median(shares)) > DASHED_SIDE


class Groups:
    """Cells joined to groups."""

    def __init__(self, cells: set[Cell]) -> None:
        self._of = {cell: cell for cell in cells}

    def first(self, cell: Cell) -> Cell:
        while self._of[cell] != cell:
            cell = self._of[cell]
        return cell

    def join(self, one: Cell, other: Cell) -> None:
        a, b = sorted((self.first(one), self.first(other)))
        self._of[b] = a

    def all(self) -> list[tuple[Cell, ...]]:
        groups: defaultdict[Cell, list[Cell]] = defaultdict(list)
        for cell in sorted(self._of):
            groups[self.first(cell)].append(cell)
        return [tuple(cells) for _, cells in sorted(groups.items())]


def _palette(board: Board) -> Floats:
    """The different colours of tags: (K, 3)."""
    colours = np.array([tag.colour for tag in board.tags.values()], np.float32).reshape(-1, 3)
    other_than = (widest(colours[:, None] - colours) > ONE_TAG * board.contrast).tolist()
    kept: list[int] = []
    for number, others in enumerate(other_than):
        if all(others[one] for one in kept):
            kept.append(number)
    return colours[kept]


def _rim_samples() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Samples just inside the sides of a cell: x and y, in cells, and the side (up, down, left, right) they are at."""
    places = (np.arange(FINE) + 0.5) / FINE
    y, x = np.meshgrid(places, places, indexing="ij")
    away = np.stack([y, 1 - y, x, 1 - x])
    rim = away.min(axis=0) < RIM
    return x[rim], y[rim], away.argmin(axis=0)[rim]


_X, _Y, _SIDE_OF = _rim_samples()
# Which samples are at which side: (S, 4) of 0 and 1.
_ON_SIDE = (_SIDE_OF[:, None] == np.arange(4)).astype(np.float32)


def rims_of(bgr: Colours, board: Board, cells: list[Cell]) -> tuple[Colours, NDArray[np.bool_]]:
    """Samples of the picture just inside the sides of cells, (N, S, 3), and which of them no tag covers, (N, S)."""
    rows, columns = (np.array([cell[k] for cell in cells])[:, None] for k in (0, 1))
    step = board.grid.step
    px = np.clip(np.rint(board.grid.x + (columns + _X) * step), 0, bgr.shape[1] - 1).astype(np.intp)
    py = np.clip(np.rint(board.grid.y + (rows + _Y) * step), 0, bgr.shape[0] - 1).astype(np.intp)
    there = board.free[((rows + 1 + _Y) * UNIT).astype(np.intp), ((columns + 1 + _X) * UNIT).astype(np.intp)]
    pixels = bgr[py, px]
    return pixels, there


@dataclass(frozen=True, slots=True, eq=False)
class _Rims:
    """What `rims_of` gives for some cells, and which of them is where."""

    place: dict[Cell, int]
    pixels: Colours
    there: NDArray[np.bool_]

    @staticmethod
    def of(bgr: Colours, board: Board, cells: list[Cell]) -> _Rims:
        place = {cell: number for number, cell in enumerate(cells)}
        if not cells:
            return _Rims(place, np.zeros((0, len(_X), 3), np.uint8), np.zeros((0, len(_X)), np.bool_))
        return _Rims(place, *rims_of(bgr, board, cells))

    def at(self, cells: list[Cell]) -> tuple[Colours, NDArray[np.bool_]]:
        numbers = [self.place[cell] for cell in cells]
        return self.pixels[numbers], self.there[numbers]


def _nearest_of(rims: _Rims, colours: list[Floats], limits: list[float]) -> NDArray[np.intp]:
    """Which of some colours each sample is nearest to, as `off_colour` says it, of those nearer than their limits:
    (N, S); `NONE` where it is near to none of them, or a tag covers it."""
    if not rims.place:
        return np.zeros(rims.there.shape, np.intp)
    far = 256 * len(colours)
    # What is beyond its limit, and far on top of that, must fit in as well.
    kind = np.int16 if 2 * far <= np.iinfo(np.int16).max else np.int32
    planes = channels(rims.pixels).astype(kind)
    nearest = np.full(planes.shape[1:], far, kind)
    # Colour by colour: what is worked on stays small, and the number of a colour goes along with how near it is.
    whole = map(tuple, np.rint(np.clip(colours, 0, 255)).astype(np.int32).tolist())
    # The last of those that are one would not be nearer than the first.
    asked = {asked: number for number, asked in reversed(list(enumerate(zip(whole, limits, strict=True))))}
    for ((blue, green, red), limit), number in asked.items():
        apart = np.abs(planes[0] - blue)
        np.maximum(apart, np.abs(planes[1] - green), out=apart)
        np.maximum(apart, np.abs(planes[2] - red), out=apart)
        beyond = apart >= min(limit, 255.0)
        apart *= len(colours)
        apart += number
        apart += beyond * kind(far)
        np.minimum(nearest, apart, out=nearest)
    return np.where((nearest < far) & rims.there, nearest % len(colours), NONE)


def _votes(rims: _Rims, nearest: NDArray[np.intp], kinds: list[int]) -> dict[Cell, Floats]:
    """For each cell, how much of the rim inside its sides has the colours of each kind, 0..1: (K,).

    `nearest`: which colour each sample has; `kinds`: of which kind each colour is, `NONE` for those that do not count.
    """
    count = max(kinds, default=NONE) + 1
    if not count or not rims.place:
        return {cell: np.zeros(1, np.float32) for cell in rims.place}
    # One more kind, for what is of none: the last, where `NONE` points to.
    kind_of = np.array([kind % (count + 1) for kind in (*kinds, NONE)])[nearest]
    kind_of += (count + 1) * np.arange(len(nearest))[:, None]
    totals = np.bincount(kind_of.ravel(), minlength=(count + 1) * len(nearest)).reshape(-1, count + 1)
    shares = (totals[:, :count] / nearest.shape[1]).astype(np.float32)
    return dict(zip(rims.place, shares, strict=True))


def _darkest(board: Board) -> Floats:
    """The colour of the outlines of dominoes."""
    n = UNIT
    parts = [board.pixels[(r + 1) * n : (r2 + 2) * n, (c + 1) * n : (c2 + 2) * n] for (r, c), (r2, c2) in board.pairs]
    pixels = np.concatenate([part.reshape(-1, 3) for part in parts]).astype(np.float32)
    total = pixels.sum(axis=1)
    return np.asarray(median(pixels[total <= percentile(total, 3)], axis=0), np.float32)


def tints_of(board: Board) -> dict[Cell, Floats]:
    """The colour of each half on the board, between its pips."""
    n = UNIT
    found = {}
    for r, c in (cell for pair in board.pairs for cell in pair):
        where = (slice((r + 1) * n + 6, (r + 2) * n - 6), slice((c + 1) * n + 6, (c + 2) * n - 6))
        pixels = board.pixels[where][board.free[where]].astype(np.float32)
        if not len(pixels):
            pixels = board.pixels[where].reshape(-1, 3).astype(np.float32)
        light = pixels[pixels.sum(axis=1) >= percentile(pixels.sum(axis=1), 55)]
        found[r, c] = median(light, axis=0).astype(np.float32)
    return found


NONE = -1


def _colours(
    rims: _Rims, board: Board, palette: Floats, bare: list[list[Cell]]
) -> tuple[dict[Cell, int], dict[Cell, Floats], list[Cell]]:
    """Which colour of the palette each cell has, `NONE` for cells without constraint; the tints of halves; and bare
    cells that seem to be without constraint and do not have the colour such cells should have. `bare`: the bare cells
    that hang together; `rims`: of cells under dominoes and of bare ones without a tag."""
    found: dict[Cell, int] = {}
    tagged = dict(zip(board.tags, _nearest(palette, [tag.colour for tag in board.tags.values()]), strict=True))
    known: dict[int, Floats] = {}  # the fill of each colour
    plain: list[list[Cell]] = []
    for cells in bare:
        colour = next((tagged[cell] for cell in cells if cell in tagged), NONE)
        if colour == NONE:
            plain.append(cells)
            continue
        found |= dict.fromkeys(cells, colour)
        known[colour] = board.fills[cells[0]]
    under = [cell for pair in board.pairs for cell in pair]
    fills_of, ground = _all_fills(known, palette)
    others = [board.page, np.full(3, 255, np.float32), *(board.fills[cells[0]] for cells in plain), *ground]
    dark = [_darkest(board)] if board.pairs else []
    others += dark
    limits = [NEAR_TAG] * len(palette) + [NEAR_FILL] * len(fills_of) + [NEAR_TAG] * len(others)
    nearest = _nearest_of(
        rims, [*palette, *(fill for fill, _ in fills_of), *others], [limit * board.contrast for limit in limits]
    )
    tags, nothing = list(range(len(palette))), [NONE] * len(others)
    votes = _votes(rims, nearest, [*tags, *[NONE] * len(fills_of), *nothing])
    odd: list[Cell] = []
    for cells in plain:
        share = np.mean([votes[cell] for cell in cells], axis=0)
        fill = board.fills[cells[0]]
        same = [k for k, other in known.items() if np.abs(other - fill).max() < ONE_FILL * board.contrast]
        if under and same:  # the tag of these is on a cell under a domino
            colour = same[0]
        else:
            colour = int(share.argmax()) if share.max() > (DASHED / 3 if under else DASHED) else NONE
            if under and colour == NONE:
                colour = _like(fill, fills_of, ground, board.contrast)
            if under and colour == NONE:
                colour = _by_way(rims, board, cells, fill, palette, dark)
        found |= dict.fromkeys(cells, colour)
        if colour == NONE and any(np.abs(other - fill).max() > GUESSED * board.contrast for other in ground):
            odd.append(cells[0])
    if not under:
        return found, {}, []
    tints = tints_of(board)
    # White is no more than the brightest there is: screens and pictures of them are dimmed.
    white = max(float(board.page.max()), *(float(tint.max()) for tint in tints.values())) / 255
    lit = {cell: tint / white for cell, tint in tints.items()}
    tinted = sum(float(tint.max() - tint.min()) > TINTED for tint in lit.values()) >= 0.4 * len(lit)
    if tinted:
        return found | _by_tint(tagged, lit, palette, votes, white), tints, odd
    around = _votes(rims, nearest, [*tags, *(kind for _, kind in fills_of), *nothing])
    for cell in under:
        share = around[cell] + 3 * votes[cell]
        found[cell] = int(share.argmax()) if share.max() > SLIVER else NONE
        if cell in tagged:
            found[cell] = tagged[cell]
        elif found[cell] == NONE:  # nothing looks out from under a domino that hides all of its cell
            odd.append(cell)
    return found, tints, odd


def _like(fill: Floats, fills_of: list[tuple[Floats, int]], ground: list[Floats], contrast: float) -> int:
    """The colour whose fill, seen or guessed, is nearest to this one; `NONE` where none is near."""
    apart, colour = min(((float(np.abs(other - fill).max()), kind) for other, kind in fills_of), default=(255.0, NONE))
    bare = min((float(np.abs(other - fill).max()) for other in ground), default=255.0)
    return colour if apart < GUESSED * contrast and apart < 0.7 * bare else NONE


def _by_way(rims: _Rims, board: Board, cells: list[Cell], fill: Floats, palette: Floats, dark: list[Floats]) -> int:
    """The colour of the dashes around bare cells, by their way from the fill; `NONE` where that is not plain.

    Dashes may be darker or more faded than their tag, but they leave the fill towards the same hue. `dark`: the colour
    of the outlines of dominoes.
    """
    pixels, there = rims.at(cells)
    apart = ~near_colour(pixels, fill, OFF_FILL * board.contrast) & there
    for other in (board.page, np.full(3, 255, np.float32), *dark):
        apart &= ~near_colour(pixels, other, NEAR_TAG * board.contrast)
    ways = np.concatenate([pixels[apart].astype(np.float32), palette]) - fill
    ways /= np.maximum(np.linalg.norm(ways, axis=1), 1e-6)[:, None]
    likeness = ways[: -len(palette)] @ ways[-len(palette) :].T
    if not len(likeness):
        return NONE
    votes = np.bincount(likeness.argmax(axis=1)[likeness.max(axis=1) > SAME_WAY], minlength=len(palette))
    order = np.argsort(votes)[::-1]
    others = int(there.sum() * SLIVER + (votes[order[1]] if len(order) > 1 else 0))
    return int(order[0]) if votes[order[0]] > max(DASHED * there.sum(), 3 * others) else NONE


def _by_tint(
    tags: dict[Cell, int], tints: dict[Cell, Floats], palette: Floats, votes: dict[Cell, Floats], white: float
) -> dict[Cell, int]:
    """The colours of tinted halves: halves of one tint are of one colour, the one of their tags where any has one.

    `tags`: the colours of those that are seen; `tints`: as they were if white were 255; `white`: what it is, as a part
    of that.

    A tint is the tag's colour thinned with white, so its way from white tells which it is where none has; dashes that
    look out decide between colours that are much alike. Halves whose colour has plainly another tint elsewhere are of
    one that no tag seen has, beyond the palette: their tag is covered.
    """
    kinds: list[list[Cell]] = []
    for cell, tint in tints.items():
        for kind in kinds:
            if np.abs(tints[kind[0]] - tint).max() < ONE_TINT:
                kind.append(cell)
                break
        else:
            kinds.append([cell])
    away = np.maximum(255 - palette / white, 1)
    ways = away / np.linalg.norm(away, axis=1)[:, None]
    found: dict[Cell, int] = {}
    shown: defaultdict[int, list[Floats]] = defaultdict(list)  # the tints of each colour that a tag tells
    # Those with a tag first: what their colours look like is known then.
    kinds.sort(key=lambda kind: not any(cell in tags for cell in kind))
    for number, kind in enumerate(kinds):
        tagged = Counter(tags[cell] for cell in kind if cell in tags)
        tint = median([tints[cell] for cell in kind], axis=0)
        if tagged:
            colour = tagged.most_common(1)[0][0]
            shown[colour].append(tint)
        elif tint.max() - tint.min() <= TINTED:
            colour = NONE
        else:
            way = np.maximum(255 - tint, 0)
            likeness = ways @ (way / max(float(np.linalg.norm(way)), 1e-6))
            share = np.sum([votes[cell] for cell in kind], axis=0)
            colour = int((likeness + 0.1 * share / max(float(share.max()), DASHED)).argmax())
            if shown[colour] and min(np.abs(other - tint).max() for other in shown[colour]) > OTHER_TINT:
                colour = len(palette) + number
        found |= dict.fromkeys(kind, colour)
    return found


def _all_fills(known: dict[int, Floats], palette: Floats) -> tuple[list[tuple[Floats, int]], list[Floats]]:
    """The fills of all colours, and the ground without any.

    Those that are nowhere to be seen are guessed: a fill is its tag's colour over one ground, so two that are known
    tell the others.
    """
    found = [(fill, colour) for colour, fill in known.items()]
    if len(known) < 2:
        return found, []
    tags = palette[list(known)]
    fills = np.array(list(known.values()), np.float32)
    off = tags - tags.mean(axis=0)
    share = float((off * (fills - fills.mean(axis=0))).sum() / max(float((off**2).sum()), 1e-6))
    ground = fills.mean(axis=0) - share * tags.mean(axis=0)
    found += [(ground + share * palette[k], k) for k in range(len(palette)) if k not in known]
    return found, [np.asarray(ground / max(1 - share, 0.2), np.float32)]


def _nearest(palette: Floats, colours: list[tuple[float, float, float]]) -> list[int]:
    """Which colour of the palette each of some colours is nearest to."""
    nearest: list[int] = widest(np.array(colours, np.float32).reshape(-1, 1, 3) - palette).argmin(axis=1).tolist()
    return nearest


def cut_pairs(board: Board) -> tuple[Floats, NDArray[np.bool_]]:
    """The halves of the dominoes on the board, in the order of `board.pairs`, those of upright ones turned as if they
    lay, and what tags hide of them: (2 N, UNIT, UNIT) grey, and bool."""
    n, inset = UNIT, round(0.11 * UNIT)
    if not board.pairs:
        return np.zeros((0, n, n), np.float32), np.zeros((0, n, n), np.bool_)
    grey = np.asarray(cv2.cvtColor(board.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    # Tags have soft edges.
    hidden = cv2.dilate(np.where(board.free, 0, 255).astype(np.uint8), np.ones((3, 3), np.uint8))
    halves: list[NDArray[np.uint8]] = []
    covers: list[NDArray[np.uint8]] = []
    for (r, c), (r2, c2) in board.pairs:
        where = (
            slice((r + 1) * n + inset, (r2 + 2) * n - inset),
            slice((c + 1) * n + inset, (c2 + 2) * n - inset),
        )
        for picture, kept in ((grey, halves), (hidden, covers)):
            part = picture[where].T if r2 > r else picture[where]
            whole = cv2.resize(np.ascontiguousarray(part), (2 * n, n), interpolation=cv2.INTER_AREA)
            kept += [np.asarray(whole[:, :n], np.uint8), np.asarray(whole[:, n:], np.uint8)]
    return np.array(halves, np.float32), np.array(covers) > 100

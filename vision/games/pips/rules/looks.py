"""Looks of Pips that were learnt, and boards that are read by them: what the reader otherwise takes for granted.

A look says of which shape and colours tags are and where in their cells they sit, which colours cells, the page, the
dominoes, their pips and their outlines have, and how the signs on tags are drawn. By that a board is put together here;
what its tags say, which cells are one region and how many pips lie where is told by the rooms that tell it of any look
(`pips`). How a look is learnt from a labelled picture is the business of `learn`, how it is kept that of `looks`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.board import Board
from vision.games.pips.rules.lattice import LEAST_TAGS, Colours, Grid, off_colour, widest
from vision.games.pips.rules.regions import NONE, Area, Areas, Groups, rims_of, tints_of
from vision.games.pips.rules.search import Family, families_in, is_diamond, levels_of, shape_within
from vision.games.pips.rules.shape import DIAMOND, TagShape
from vision.games.pips.rules.sides import HIDDEN, LEAST_FREE, NO, YES, find_borders, pairs_within
from vision.games.pips.rules.spots import TEXT, WITHIN_TAG, TagSpot, free_of_tags
from vision.games.pips.rules.straight import UNIT, cells_of, straighten
from vision.games.pips.rules.survey import PAGE, UNIFORM, window
from vision.games.pips.rules.tags import SIDE, SIGNS
from vision.imgproc import median
from vision.learnt import KEPT, MOST_TILES, Look, LookError, check_name, strip_of, tiles_in

Cell = tuple[int, int]
Colour = tuple[int, int, int]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# A pixel this near (0..255) to a colour of the look has it. JPEG moves flat colours by up to 6.
NEAR = 12
# What is seen of a tag fills so much of its hull: some are bitten by the round corner of their cell.
SOLID = 0.7
# Tags are as wide, in cells, as those that were learnt, but for this part.
AS_WIDE = 0.12
# So much of a tag's middle, at least and at most, has its text's colour; its own colour lies so far from its cell's.
LEAST_INK, MOST_INK, OFF_CELL = 0.03, 0.75, 20.0
# What is on a tag is neither of its colour nor of its text's if it is so far (0..255) off both.
STRANGE = 48.0
# So much of its middle a cell shows of its own colour where a small thing, as a pointer, lies on it.
MOSTLY = 0.6


@dataclass(frozen=True, eq=False)
class PipsLook(Look):
    """How one site draws Pips. Colours are (blue, green, red), 0..255.

    `outline`: of a tag, `(x, y)` in parts of its width; `width`: of a tag in cells; `place`: of its middle in its cell,
    `(x, y)` in cells from the upper left corner. All that is of what of a tag has its colour, a rim has not.
    `fills`: the colours of cells with a tag in their region; `tags`: those of their tags, one for each; `ink`: of what
    is written on tags. `plain`: the colours of cells without a tag. `rims`: of each of `fills` and then of `plain`, the
    colours that only such cells show along their sides. `pages`: the colours of what is around. `face`, `pip`: of a
    domino and its pips. `signs`, `glyphs`: how signs are drawn, as in the bank of `tags`: (K, SIDE, SIDE) uint8.
    `bordered`: whether borders are drawn between regions alone.
    """

    outline: tuple[tuple[float, float], ...]
    width: float
    place: tuple[float, float]
    tags: tuple[Colour, ...]
    ink: Colour
    fills: tuple[Colour, ...]
    plain: tuple[Colour, ...]
    rims: tuple[tuple[Colour, ...], ...]
    pages: tuple[Colour, ...]
    face: Colour
    pip: Colour
    bordered: bool
    signs: str
    glyphs: NDArray[np.uint8] = field(repr=False)

    @property
    def learnt(self) -> str:
        """See `Look`."""
        return f"tags and dominoes, {len(self.fills) + len(self.plain)} colours of cells, {len(self.signs)} signs"

    def to_files(self) -> dict[str, bytes]:
        """`look.json`, and a strip of pictures of signs."""
        said: dict[str, Any] = {"format": KEPT["pips"].format}
        said |= {name: getattr(self, name) for name in ("name", "game", *SHAPES, *COLOURS, *LISTS)}
        said |= {"rims": self.rims, "bordered": self.bordered, "signs": self.signs}
        files = {"look.json": (json.dumps(said, indent=1) + "\n").encode()}
        return files | {"glyphs.png": strip_of(self.glyphs)}

    @cached_property
    def shape(self) -> TagShape:
        """Of its tags."""
        return tag_shape(np.array(self.outline, np.float64))

    @cached_property
    def bank(self) -> tuple[tuple[int, NDArray[np.uint8]], ...]:
        """Its glyphs, each with which of the signs of `tags` it is."""
        return tuple((SIGNS.index(sign), glyph) for sign, glyph in zip(self.signs, self.glyphs, strict=True))

    @property
    def last(self) -> bool:
        """Whether tags stand at the last cells of their regions, and not at the first."""
        return self.place[0] + self.place[1] > 1

    def whitened(self, bgr: Colours) -> Colours:
        """The picture as if its dominoes were white and their pips black."""
        reach = max(24.0, float(np.abs(np.subtract(self.face, self.pip)).max()))
        dark = np.minimum(off_colour(bgr, self.face).astype(np.float32) * (255 / reach), 255)
        grey = (255 - dark).astype(np.uint8)
        return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def tag_shape(outline: NDArray[np.float64]) -> TagShape:
    """The shape of tags with this outline: (N, 2), in parts of the width, around the middle."""
    return DIAMOND if is_diamond(outline) else shape_within(outline)


# One pixel of so many each way is looked at to see whether a picture has a look's colours; that much of it is page,
# tags, dominoes, at least.
EVERY, LEAST_SHARES = 4, (0.02, 0.0002, 0.001)


def _may_be(look: PipsLook, bgr: Colours) -> bool:
    """Whether a picture has the colours of a look at all."""
    some = np.ascontiguousarray(bgr[::EVERY, ::EVERY])

    def share(colours: Sequence[Colour]) -> float:
        nearest: Any = np.full(some.shape[:2], 255, np.uint8)
        for colour in set(colours):
            nearest = cv2.min(nearest, off_colour(some, colour))
        return float((nearest <= NEAR).mean())

    parts = look.pages, look.tags, (look.face,)
    return all(share(colours) >= least for colours, least in zip(parts, LEAST_SHARES, strict=True))


def boards_by(look: PipsLook, bgr: Colours) -> Iterator[Board]:
    """The boards that may be in a picture, put together by a look, the likeliest first."""
    if not _may_be(look, bgr):
        return
    for family in families_by(look, bgr):
        for grid in family.grids:
            width = family.diamonds[0].width if family.diamonds else 0.0
            if abs(width / grid.step / look.width - 1) > AS_WIDE:
                continue
            corner = Grid(grid.x - look.place[0] * grid.step, grid.y - look.place[1] * grid.step, grid.step)
            board = board_on(look, bgr, corner, _owners(corner, family, look))
            if board is not None:
                yield board


def families_by(look: PipsLook, bgr: Colours) -> list[Family]:
    """The groups of things in a picture that have the colours of a look's tags."""
    return families_in(levels_of(bgr), lambda level: _masks(look, level), SOLID)


def _masks(look: PipsLook, level: Colours) -> Iterator[NDArray[np.uint8]]:
    """Where a picture has the colours of tags: 0 and 1."""
    nearest: Any = np.full(level.shape[:2], 255, np.uint8)
    for colour in set(look.tags):
        nearest = cv2.min(nearest, off_colour(level, colour))
    for near in (NEAR, 2 * NEAR):
        yield (nearest <= near).astype(np.uint8)


def _owners(corner: Grid, family: Family, look: PipsLook) -> list[Cell]:
    """The cells that tags of a family are of, where they lie as the look has them."""
    found = []
    for tag in family.diamonds:
        x = (tag.x - corner.x) / corner.step - look.place[0]
        y = (tag.y - corner.y) / corner.step - look.place[1]
        if max(abs(x - round(x)), abs(y - round(y))) < 0.12:
            found.append((round(y), round(x)))
    return found


def board_on(look: PipsLook, bgr: Colours, corner: Grid, owners: Sequence[Cell]) -> Board | None:
    """The board around the cells `owners` of the lattice `corner`, as the look has it; None where there is none."""
    if len(owners) < LEAST_TAGS:
        return None
    height, width = bgr.shape[:2]
    top, bottom = window([r for r, _ in owners], corner.y, corner.step, height)
    left, right = window([c for _, c in owners], corner.x, corner.step, width)
    rows, columns = bottom - top, right - left
    if rows < 1 or columns < 1:
        return None
    grid = Grid(corner.x + left * corner.step, corner.y + top * corner.step, corner.step)
    pixels = straighten(bgr, grid, rows, columns)
    colour, bare, paper = _bare(look, pixels, rows, columns)
    here = [(r - top, c - left) for r, c in owners]
    tags = _tags(look, bgr, grid, colour, here)
    free = free_of_tags(pixels.shape[:2], tags, grid)
    ends = _ends(bgr, grid, colour, free)
    ends[bare & _of_cells(look, colour)] = NO  # cells may be drawn as smaller squares, and look like halves
    pairs = pairs_within(ends, bare)
    under = {cell for pair in pairs for cell in pair}
    seen = np.zeros((rows, columns), np.bool_)
    for cell in under:
        seen[cell] = True
    seen |= bare
    kept = _connected(seen, [cell for cell in tags if seen[cell]], _of_cells(look, colour) & bare)
    pairs = tuple(pair for pair in pairs if kept[pair[0]] and kept[pair[1]])
    under = {cell for pair in pairs for cell in pair}
    fills = {
        (int(r), int(c)): colour[r, c] for r, c in zip(*np.nonzero(kept & bare), strict=True) if (r, c) not in under
    }
    there = {*fills, *under}
    strays = tuple(sorted(_strays(bgr, grid, there, tags, ends, paper)))
    # Where dominoes have the page's colour, a hole among them is like one without pips.
    strays += tuple(pair[0] for pair in pairs if paper[pair[0]] and paper[pair[1]])
    tags = {cell: tag for cell, tag in tags.items() if cell in there}
    if len(tags) < LEAST_TAGS:
        return None
    apart = [float(np.abs(fills[cell] - np.array(tag.colour)).max()) for cell, tag in tags.items() if cell in fills]
    contrast = float(median(apart)) if apart else 100.0
    borders = find_borders(pixels, fills, contrast, free) if look.bordered else frozenset()
    return Board(
        grid, rows, columns, np.array(look.pages[0], np.float32), fills, pairs, borders, tags, strays, free, pixels,
        contrast,
    )  # fmt: skip


# Where along a side, and how far within it, in cells, a domino may end: clear of round corners, and of pips.
ALONG, WITHIN = np.linspace(0.28, 0.72, 15), np.linspace(0.0, 0.11, 12)
# What is farther than this (0..255) from the colour of a cell's middle, on so much of a line along its side, is another
# thing. Where that begins this far within a side, in cells, something ends: between the halves of one domino, drawn
# lines lie within 0.04 of the cells' side, the gaps between two dominoes with their outlines reach farther than 0.06.
OTHER, MOST_ALONG, GAP = 24.0, 0.6, 0.055


def _ends(bgr: Colours, grid: Grid, colour: Floats, free: Mask) -> NDArray[np.uint8]:
    """At which sides (upper, lower, left, right) what lies on a cell ends before the cell does: `YES`, `NO`, or
    `HIDDEN` by tags, (rows, columns, 4). `colour`: of the cells' middles."""
    rows, columns = colour.shape[:2]
    across, along = (part.ravel() for part in np.meshgrid(WITHIN, ALONG, indexing="ij"))
    ends = []
    for x, y in ((along, across), (along, 1 - across), (across, along), (1 - across, along)):
        x = np.arange(columns)[None, :, None] + x
        y = np.arange(rows)[:, None, None] + y
        px = np.clip(np.rint(grid.x + x * grid.step), 0, bgr.shape[1] - 1).astype(np.intp)
        py = np.clip(np.rint(grid.y + y * grid.step), 0, bgr.shape[0] - 1).astype(np.intp)
        shape = (rows, columns, len(WITHIN), len(ALONG))
        seen = free[((y + 1) * UNIT).astype(np.intp), ((x + 1) * UNIT).astype(np.intp)].reshape(shape)
        off = (widest(bgr[py, px].astype(np.float32) - colour[:, :, None]) > OTHER).reshape(shape) & seen
        shown = seen.sum(axis=3)
        other = (off.sum(axis=3) >= MOST_ALONG * shown) & (shown >= LEAST_FREE)
        hidden = shown[:, :, WITHIN > GAP].max(axis=2) < LEAST_FREE
        ends.append(np.where(other[:, :, WITHIN > GAP].any(axis=2), YES, np.where(hidden, HIDDEN, NO)))
    return np.stack(ends, axis=2).astype(np.uint8)


# --- regions ----------------------------------------------------------------------------------------------------------

# What looks out around a domino has a colour of its region's if it is this near (0..255); so much of the rim of its
# cells must, and so many times what has another region's. Halves of one tint (0..255) are of one region's colour.
OF_RIM, LEAST_RIM, TIMES, ONE_TINT = 7, 0.012, 2.0, 5.0
# Halves whose channels differ by more are tinted.
TINTED = 16.0


def areas_by(look: PipsLook, bgr: Colours, board: Board) -> Areas:
    """The regions of a board, by the colours that the look knows and those of its bare cells. What cannot be told is
    among its doubts; regions with two tags, or none and not the colour of such, are for others to refuse."""
    kinds: list[Colour] = [*look.fills, *look.plain]
    rims = list(look.rims)
    kind_of: dict[Cell, int] = {}
    for cell, fill in board.fills.items():
        off = [float(widest(fill - np.array(kind, np.float32))) for kind in kinds]
        kind = int(np.argmin(off)) if off else NONE
        if kind == NONE or off[kind] > PAGE:
            kind = len(kinds)
            blue, green, red = (round(float(value)) for value in fill)
            kinds.append((blue, green, red))
            rims.append(((blue, green, red),))
        kind_of[cell] = kind
    doubts = []
    top, left = min(r for r, _ in board.cells), min(c for _, c in board.cells)
    for cell, kind in _under(look, bgr, board, kinds, rims).items():
        if kind == NONE:
            doubts.append(f"which region r{cell[0] - top + 1} c{cell[1] - left + 1} is of")
        kind_of[cell] = kind
    groups = Groups(board.cells)
    for (r, c), kind in kind_of.items():
        for other in ((r, c + 1), (r + 1, c)):
            if kind_of.get(other) == kind and ((r, c), other) not in board.borders:
                groups.join((r, c), other)
    areas = []
    first = len(look.fills)
    for cells in groups.all():
        tagged = [cell for cell in cells if cell in board.tags]
        kind = kind_of[cells[0]]
        plain = first <= kind < first + len(look.plain)
        if len(tagged) > 1 or bool(tagged) == plain:
            doubts.append(f"where the region of r{cells[0][0] - top + 1} c{cells[0][1] - left + 1} ends")
        areas.append(Area(cells, tagged[0] if tagged else None, kinds[kind], not plain))
    return Areas(tuple(areas), tuple(doubts))


def _under(
    look: PipsLook, bgr: Colours, board: Board, kinds: Sequence[Colour], rims: Sequence[Sequence[Colour]]
) -> dict[Cell, int]:
    """Of which of the kinds of cells those under dominoes are, `NONE` where that does not show: by their tags, and by
    what looks out around the dominoes, of all halves of one tint together."""
    under = [cell for pair in board.pairs for cell in pair]
    if not under:
        return {}
    pixels, there = rims_of(bgr, board, under)
    nearest = np.full(pixels.shape[:2], OF_RIM + 1, np.uint8)
    kind_at = np.full(pixels.shape[:2], NONE, np.intp)
    for kind, colours in enumerate(rims):
        for colour in colours:
            off = off_colour(pixels, colour)
            nearer = off < nearest
            nearest[nearer], kind_at[nearer] = off[nearer], kind
    kind_at[~there] = NONE
    shares = np.stack([(kind_at == kind).mean(axis=1) for kind in range(len(kinds))], axis=1)
    tints = tints_of(board)
    found: dict[Cell, int] = {}
    for number, cell in enumerate(under):
        alike = [number]
        tint = tints[cell]
        if float(np.ptp(tint)) > TINTED:
            alike = [k for k, other in enumerate(under) if float(np.abs(tints[other] - tint).max()) <= ONE_TINT]
        share = shares[alike].mean(axis=0)
        for k in alike:
            if under[k] in board.tags and (known := _by_tag(look, board.tags[under[k]])) != NONE:
                share[known] += 1
        best = int(share.argmax())
        second = float(np.delete(share, best).max(initial=0.0))
        found[cell] = best if share[best] >= max(LEAST_RIM, TIMES * second) else NONE
    return found


def _by_tag(look: PipsLook, tag: TagSpot) -> int:
    """The one fill whose tags have this tag's colour; `NONE` where there are several, or none."""
    off = [float(np.abs(np.subtract(tag.colour, colour)).max()) for colour in look.tags]
    near = [kind for kind, value in enumerate(off) if value <= NEAR]
    return near[0] if len(near) == 1 else NONE


# What ends at so many sides, as dominoes do, is no words on the page.
LEAST_ENDS = 2


def _strays(
    bgr: Colours, grid: Grid, there: set[Cell], tags: dict[Cell, TagSpot], ends: NDArray[np.uint8], paper: Mask
) -> set[Cell]:
    """The places that are a part of the board which was not made out: under tags, or beside its cells and like halves
    of dominoes."""
    beside = {(r + dr, c + dc) for r, c in there for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))} - there
    rows, columns = paper.shape
    return {cell for cell in tags if cell not in there} | {
        (r, c)
        for r, c in beside
        if 0 <= r < rows
        and 0 <= c < columns
        and not paper[r, c]
        and (ends[r, c] == YES).sum() >= LEAST_ENDS
        and not _is_beyond(bgr, grid, (r, c))
    }


def _is_beyond(bgr: Colours, grid: Grid, cell: Cell) -> bool:
    """Whether most of a place lies beyond the picture."""
    x, y = grid.x + (cell[1] + 0.5) * grid.step, grid.y + (cell[0] + 0.5) * grid.step
    reach = 0.25 * grid.step
    return not (reach < x < bgr.shape[1] - reach and reach < y < bgr.shape[0] - reach)


def _bare(look: PipsLook, pixels: Colours, rows: int, columns: int) -> tuple[Floats, Mask, Mask]:
    """The colour of each place's middle, (rows, columns, 3), which are cells with nothing on them, and where mostly the
    page is to be seen."""
    inner = cells_of(pixels, rows, columns)[:, :, 9:23, 9:23].astype(np.float32)
    inner = inner.reshape(rows, columns, 7, 2, 7, 2, 3).mean(axis=(3, 5)).reshape(rows, columns, 49, 3)
    colour = np.asarray(median(inner, axis=2), np.float32)
    off = widest(inner - colour[:, :, None])
    uniform = np.sort(off, axis=2)[:, :, -3] < UNIFORM
    mostly = (off < UNIFORM).mean(axis=2) > MOSTLY
    known = _of_cells(look, colour)
    blank = _nearest(colour, (look.face,)) <= PAGE
    bare = (uniform | (mostly & known & ~blank)) & (_nearest(colour, look.pages) > PAGE)
    # A domino without pips has its own colour.
    paper = (_nearest(inner, look.pages) <= PAGE).mean(axis=2) > MOSTLY
    return colour, np.asarray(bare & (known | ~blank), np.bool_), np.asarray(paper, np.bool_)


def _of_cells(look: PipsLook, colour: Floats) -> Mask:
    """Which colours are those of cells, as far as the look knows them."""
    return np.asarray(_nearest(colour, (*look.fills, *look.plain)) <= PAGE, np.bool_)


def _nearest(colour: Floats, others: Sequence[Colour]) -> Floats:
    """How far colours (..., 3) lie from the nearest of some others, 0..255; from none of none."""
    if not others:
        return np.full(colour.shape[:-1], 255, np.float32)
    apart = [widest(colour - np.array(other, np.float32)) for other in others]
    return np.asarray(np.min(apart, axis=0), np.float32)


def _tags(look: PipsLook, bgr: Colours, grid: Grid, cells: Floats, owners: Sequence[Cell]) -> dict[Cell, TagSpot]:
    """The tags of the places of a lattice, of whatever colour: where all of a tag's shape but its text has one."""
    width, shape = look.width * grid.step, look.shape
    rows, columns = cells.shape[:2]
    inside = np.array(shape.inside) * width
    text = TEXT * width
    found: dict[Cell, TagSpot] = {}
    ink = np.array(look.ink, np.float32)
    for r in range(rows):
        for c in range(columns):
            x, y = grid.x + (c + look.place[0]) * grid.step, grid.y + (r + look.place[1]) * grid.step
            if not (0 <= x < bgr.shape[1] and 0 <= y < bgr.shape[0]):
                continue
            own = _samples(bgr, inside + np.array((x, y)))
            colour = np.asarray(median(own, axis=0), np.float32)
            known = (r, c) in owners and float(_nearest(colour, look.tags)) <= 2 * NEAR
            if not known and (
                float(np.sort(widest(own - colour))[-2]) > WITHIN_TAG
                or float(np.abs(colour - cells[r, c]).max()) < OFF_CELL
                or float(_nearest(colour, (*look.pages, *look.fills, *look.plain))) < OFF_CELL
            ):
                continue
            middle = _samples(bgr, text + np.array((x, y)))
            way = ink - colour
            length = float((way**2).sum())
            if length < OFF_CELL**2:
                continue
            inked = ((middle - colour) @ way / length > 0.6).mean()
            strange = (
                widest(middle - colour - np.clip((middle - colour) @ way / length, 0, 1)[:, None] * way) > 48
            ).mean()
            if known or (LEAST_INK <= inked <= MOST_INK and strange < 0.1):
                blue, green, red = (float(value) for value in colour)
                found[r, c] = TagSpot((float(x), float(y)), width, (blue, green, red), shape)
    return found


def _samples(bgr: Colours, places: NDArray[np.float64]) -> Floats:
    """The colours at some places `(x, y)`, (N, 3)."""
    x = np.clip(np.rint(places[:, 0]), 0, bgr.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(places[:, 1]), 0, bgr.shape[0] - 1).astype(np.intp)
    return np.asarray(bgr[y, x], np.float32)


def _connected(seen: Mask, seeds: list[Cell], known: Mask) -> Mask:
    """What hangs together with cells that have tags, and what has the very colour of cells."""
    count, labels = cv2.connectedComponents(seen.astype(np.uint8), connectivity=8)
    kept = np.zeros_like(seen)
    tagged = {int(labels[cell]) for cell in seeds}
    for label in range(1, count):
        group = np.asarray(labels == label, np.bool_)
        if label in tagged or known[group].all():
            kept |= group
    return kept


# --- on disk ----------------------------------------------------------------------------------------------------------

SHAPES = ("outline", "width", "place")
COLOURS, LISTS = ("ink", "face", "pip"), ("tags", "fills", "plain", "pages")
MOST_COLOURS, MOST_CORNERS = 60, 400


def look_in(said: dict[str, Any], files: dict[str, bytes]) -> PipsLook:
    """The look of which `look.json` says this. Raises `LookError` where anything is not as `to_files` gives it."""
    outline = [_numbers(one) for one in _list(said, "outline")]
    place, (width,) = _numbers(said.get("place")), _numbers([said.get("width")])
    signs, name = said.get("signs"), said.get("name")
    if len(outline) < 3 or any(len(one) != 2 for one in outline) or len(place) != 2:
        raise LookError("its look.json does not say what its tags look like.")
    if width < 0.1 or np.ptp(np.array(outline), axis=0).min() < 0.1:
        raise LookError("its look.json has tags without a size.")
    if not isinstance(name, str) or not isinstance(said.get("bordered"), bool):
        raise LookError("its look.json lacks a name.")
    if not isinstance(signs, str) or not 0 < len(signs) <= MOST_TILES or set(signs) - set(SIGNS):
        raise LookError("its look.json does not say which signs its glyphs are.")
    ink, face, pip = (_colour(said.get(key)) for key in COLOURS)
    tags, fills, plain, pages = (tuple(map(_colour, _list(said, key))) for key in LISTS)
    rims = tuple(tuple(map(_colour, one)) if isinstance(one, list) else () for one in _list(said, "rims"))
    if len(tags) != len(fills) or len(rims) != len(fills) + len(plain):
        raise LookError("its look.json does not have as many colours of each kind.")
    if not fills or not pages:
        raise LookError("its look.json has no colours of cells, or none of what is around them.")
    return PipsLook(
        name=check_name(name),
        game="pips",
        outline=tuple((x, y) for x, y in outline),
        width=width,
        place=(place[0], place[1]),
        tags=tags,
        ink=ink,
        fills=fills,
        plain=plain,
        rims=rims,
        pages=pages,
        face=face,
        pip=pip,
        bordered=said["bordered"],
        signs=signs,
        glyphs=tiles_in(files, "glyphs.png", len(signs), SIDE, grey=True),
    )


def _list(said: dict[str, Any], key: str) -> list[Any]:
    found = said.get(key)
    if not isinstance(found, list) or len(found) > (MOST_CORNERS if key == "outline" else MOST_COLOURS):
        raise LookError(f"its look.json lacks {key}.")
    return found


def _numbers(found: object) -> tuple[float, ...]:
    """Places and sizes, in cells or parts of a tag: none of them is far away."""
    if not isinstance(found, list) or not all(type(one) in (int, float) and -3 <= one <= 3 for one in found):
        raise LookError("its look.json has a size that is none.")
    return tuple(float(one) for one in found)


def _colour(found: object) -> Colour:
    if not isinstance(found, list) or len(found) != 3 or not all(type(one) is int and 0 <= one <= 255 for one in found):
        raise LookError("its look.json has a colour that is none.")
    blue, green, red = found
    return blue, green, red

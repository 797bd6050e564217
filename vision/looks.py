"""Looks that were learnt: how a site draws its cells and markers, cut from one labelled picture of it.

A look is a handful of small pictures, and what each of them shows. A board of that look is read by them alone: every
cell and every edge is what the likest of them is, whatever shapes and colours they have. They
answer only where nearly everything on the board is as the pictures have it, so that other boards are read as if there
were no looks.

On disk a look is a folder, and to give it away a zip, of PNG and JSON: data alone, checked when it is loaded; all of
them, those of Pips as well, are kept and loaded here. What is not learnt: where a board is (`lattice.py` must find it).
How Pips is learnt and read by a look is in `pips_learn.py` and `pips_looks.py`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.binary.puzzle import BinaryPuzzle
from vision.binary import Cell, Draft, Patch
from vision.image import Image
from vision.lattice import Lattice, find_lattices
from vision.learnt import FORMAT, MOST_BYTES, MOST_TILES, NAME, Look, LookError, check_name, strip_of, tiles_in
from vision.locate.edges import Page
from vision.markers import Mark, read_markers
from vision.patches import CELL_UNIT, EDGE_UNIT, UNIT, CellPatches, cell_patches, edge_patches, shrunk, straighten

__all__ = ["MOST_BYTES", "NAME", "GridLook", "Look", "LookError", "check_name", "from_files", "from_zip", "learn"]
__all__ += ["load", "load_all", "readings", "save", "to_files", "to_zip"]

Colours = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Half the side of the picture of an edge, in pixels of the board at `EDGE_UNIT`: 0.22 of a cell. A board's lattice is
# found to a pixel of that, so that a picture is looked for within so much more on each side.
REACH, SHIFT = 7, 1
# By how much edges are blurred, in the same pixels, that the scale of a picture matters less.
SOFTER = 0.7
# Colours (0..255) that differ by more count no further, as of a pointer over a cell.
CAP = 90.0
# A pixel in which a marker differs by this much from bare edges belongs to markers.
MARKED = 24.0
# ... if it is so in this part of them.
MOSTLY = 0.2
# Pictures of one thing nearer than this, in parts of how far different things are apart, teach the same.
KNOWN = 0.12
# So many pictures are kept of each thing.
MOST_OF_A_KIND = 12
# How much farther nearly every cell (edge) of a picture must be from other things than from its own kind, in the same
# parts, for the picture to teach anything; and from where the ground of cells need not be looked at.
LEAST_APART, PLAINLY_APART, NEARLY_ALL = 0.1, 0.3, 0.05
# A board has a look if of its cells, and of its edges, at least so many are this near to one of its pictures.
NEAR, MOST_CELLS, MOST_EDGES = 0.45, 0.94, 0.9
# Confidence of what no picture is near to: a person should look at it.
DOUBT = 0.45
# Grounds (0..255) up to this apart are one.
SAME_GROUND = 8.0

VALUES = {"tango": ".SM", "takuzu": ".01"}
SIDES = {"cells": CELL_UNIT, "upright": 2 * REACH, "lying": 2 * REACH}
"""The three kinds of places, and the side of their pictures in pixels."""
EDGES = ("upright", "lying")


@dataclass(frozen=True, eq=False)
class Pictures:
    """Small pictures of one kind of place.

    `tiles`: (K, side, side, 3) uint8, BGR; `values`: what they show, a letter each; `mask`: (side, side), the pixels in
    which they are compared, all of them where it is None.
    """

    tiles: Colours
    values: str
    mask: Mask | None = None

    def of(self, value: str) -> Colours:
        """Those that show one thing."""
        return self.tiles[[one == value for one in self.values]]


@dataclass(frozen=True, eq=False)
class GridLook(Look):
    """How one site draws Tango or Takuzu.

    `cells`: pictures of cells, each `.`, `S` or `M` (Takuzu: `.`, `0` or `1`). `upright`, `lying`: of the edges between
    horizontal and between vertical neighbours, each `.`, `=` or `x`. `relief`: whether a symbol is the same on any
    ground; where cells are told by their colour alone it is not.
    """

    relief: bool
    cells: Pictures
    upright: Pictures
    lying: Pictures

    @property
    def learnt(self) -> str:
        """See `Look`."""
        return f"{len(self.cells.values)} pictures of cells"

    def to_files(self) -> dict[str, bytes]:
        """`look.json`, and a strip of pictures for each kind of place."""
        said = {
            "format": FORMAT,
            "name": self.name,
            "game": self.game,
            "relief": self.relief,
            "shows": {part: getattr(self, part).values for part in SIDES},
            "compared": {part: _drawn(getattr(self, part).mask) for part in EDGES},
        }
        files = {"look.json": (json.dumps(said, indent=1) + "\n").encode()}
        return files | {f"{part}.png": strip_of(getattr(self, part).tiles) for part in SIDES}

    @cached_property
    def _cells(self) -> _Cells:
        return _Cells(self.cells, self.relief)

    @cached_property
    def _edges(self) -> tuple[_Edges, _Edges] | None:
        """How both kinds of edges are told; None where the look has no markers."""
        if not set("=x") & set(self.upright.values + self.lying.values):
            return None
        return _Edges(_completed(self.upright, self.lying)), _Edges(_completed(self.lying, self.upright))

    def read(self, bgr: Colours, lattice: Lattice) -> Draft | None:
        """What the cells and edges of a lattice hold, by this look; None where that is no board of this look.

        `bgr`: (H, W, 3) uint8.
        """
        size = lattice.rows
        board = straighten(bgr, lattice)
        small = shrunk(board, UNIT // EDGE_UNIT)
        patches = cell_patches(shrunk(small, EDGE_UNIT // CELL_UNIT), size, size)
        seen = self._cells.told(patches)
        filled = [i for i, one in enumerate(seen) if one.value != "."]
        if _share_near(seen) < MOST_CELLS or not filled:
            return None
        marks = self._marks(board, small, size)
        if marks is None:
            return None
        columns = size - 1
        return Draft(
            self.game,
            lattice,
            {divmod(i, size): one.patch() for i, one in enumerate(seen)},
            {divmod(i, columns): mark for i, mark in enumerate(marks[: size * columns])},
            {divmod(i, size): mark for i, mark in enumerate(marks[size * columns :])},
            clues=None,
            swap=False,
            kinds=len({seen[i].value for i in filled}),
            may_be_clues=_by_ground(patches, filled, size),
            look=self.name,
        )

    def _marks(self, board: Colours, small: Colours, size: int) -> list[Patch] | None:
        """What each edge carries, in the order of `markers.read_markers`; None where edges look otherwise.

        Where no picture is near, an edge is read as those of any look are; where those see the other marker, it is
        doubtful.
        """
        others = [Patch(mark.value, mark.runner_up, mark.confidence) for mark in _read_markers(board, small, size)]
        if self._edges is None:
            return others
        told = [one for kind, some in zip(self._edges, windows(small, size), strict=True) for one in kind.told(some)]
        if _share_near(told) < MOST_EDGES:
            return None
        return [
            _agreed(one.patch(), other)
            if one.near < NEAR
            else Patch(other.value, other.runner_up, min(other.confidence, DOUBT))
            for one, other in zip(told, others, strict=True)
        ]


def _agreed(mine: Patch, other: Patch) -> Patch:
    """A marker as the look has it; doubtful where by its shape it is plainly the other one."""
    if "." in (mine.value, other.value) or mine.value == other.value or other.confidence < DOUBT:
        return mine
    return Patch(mine.value, other.value, min(mine.confidence, DOUBT))


def _read_markers(board: Colours, small: Colours, size: int) -> list[Mark]:
    return read_markers(edge_patches(board, small, size, size))


@dataclass(frozen=True, slots=True)
class _Told:
    """What one place is. `near`: how unlike the likest picture it is, `lead`: by how much the next other thing is more
    unlike; both 0 the same .. about 1 another thing."""

    value: str
    runner_up: str
    near: float
    lead: float

    def patch(self) -> Patch:
        sure = min(1.0, max(0.0, self.lead / 0.6)) * min(1.0, max(0.0, (1.1 - self.near) / 0.6))
        return Patch(self.value, self.runner_up, sure)


def _share_near(some: Sequence[_Told]) -> float:
    return sum(one.near < NEAR for one in some) / len(some)


def _told(distances: Floats, values: str, apart: float) -> list[_Told]:
    """Places by their distances (N, K) to pictures that show `values`."""
    kinds = sorted(set(values))
    if len(kinds) < 2:
        kinds = [*kinds, "." if "." not in kinds else "?"]
    columns = [
        distances[:, [value == kind for value in values]].min(axis=1, initial=np.inf) / np.float32(apart)
        for kind in kinds
    ]
    best = np.stack(columns, axis=1)
    order = np.argsort(best, axis=1)
    return [
        _Told(
            kinds[one],
            kinds[other] if kinds[other] != "?" else "=",
            float(row[one]),
            float(min(row[other], np.float32(9)) - row[one]),
        )
        for row, (one, other) in zip(best, order[:, :2].tolist(), strict=True)
    ]


# --- cells ------------------------------------------------------------------------------------------------------------


class _Cells:
    """Pictures of cells, ready to be compared with."""

    def __init__(self, pictures: Pictures, relief: bool) -> None:
        self.values = pictures.values
        self.relief = relief
        self.patches = _patches_of(pictures.tiles)
        self.apart = _least_between(_cell_distances(self.patches, self.patches, relief), self.values)

    def told(self, patches: CellPatches) -> list[_Told]:
        return _told(_cell_distances(patches, self.patches, self.relief), self.values, self.apart)


def _patches_of(tiles: Colours) -> CellPatches:
    """Pictures of cells as the patches of a board of one row."""
    return cell_patches(np.ascontiguousarray(np.concatenate(list(tiles), axis=1)), 1, len(tiles))


def _cell_distances(some: CellPatches, pictures: CellPatches, relief: bool) -> Floats:
    """How unlike cells are to pictures: (N, K) 0..`CAP`.

    A pixel agrees when its colour does, or, with `relief`, when it stands out from its cell's ground as in the picture.
    """
    columns = []
    for k in range(len(pictures.colours)):
        off = np.abs(some.colours - pictures.colours[k]).max(axis=1)
        if relief:
            off = np.minimum(off, np.abs(some.relief - pictures.relief[k]).max(axis=1))
        columns.append(np.minimum(off, np.float32(CAP)).mean(axis=1))
    return np.stack(columns, axis=1)


def _by_ground(patches: CellPatches, filled: list[int], size: int) -> tuple[frozenset[Cell], ...]:
    """The filled cells in sets of one ground each, of which one may be the clues; () where all have one."""
    sets: list[list[int]] = []
    for i in filled:
        for some in sets:
            if float(np.abs(patches.ground[i] - patches.ground[some[0]]).max()) <= SAME_GROUND:
                some.append(i)
                break
        else:
            sets.append([i])
    sets = [some for some in sets if len(some) > 1]
    return tuple(frozenset(divmod(i, size) for i in some) for some in sets) if 1 < len(sets) <= 3 else ()


# --- edges ------------------------------------------------------------------------------------------------------------


def windows(small: Colours, size: int) -> tuple[Colours, Colours]:
    """The surroundings of the middles of all upright and all lying edges of a board at `EDGE_UNIT`.

    (N, 2 (REACH + SHIFT), the same, 3) uint8 each, row by row.
    """
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), SOFTER), np.uint8)
    unit, wide = EDGE_UNIT, REACH + SHIFT
    half = unit // 2
    upright = [((r * unit + half), (c + 1) * unit) for r in range(size) for c in range(size - 1)]
    lying = [((r + 1) * unit, c * unit + half) for r in range(size - 1) for c in range(size)]

    def cut(middles: list[tuple[int, int]]) -> Colours:
        return np.stack([small[y - wide : y + wide, x - wide : x + wide] for y, x in middles])

    return cut(upright), cut(lying)


class _Edges:
    """Pictures of edges, ready to be compared with: only where markers differ from bare edges."""

    def __init__(self, pictures: Pictures) -> None:
        self.values = pictures.values
        self.mask = _mask(pictures) if pictures.mask is None else pictures.mask
        self.tiles = pictures.tiles[:, self.mask].astype(np.float32)
        framed = np.pad(pictures.tiles, ((0, 0), (SHIFT, SHIFT), (SHIFT, SHIFT), (0, 0)), mode="edge")
        self.apart = _least_between(_edge_distances(framed, self.tiles, self.mask), self.values)

    def told(self, some: Colours) -> list[_Told]:
        return _told(_edge_distances(some, self.tiles, self.mask), self.values, self.apart)


def _mask(pictures: Pictures) -> Mask:
    """The pixels of which markers are made: (2 REACH, 2 REACH); a disc where there are none to learn it from."""
    bare, marked = pictures.of("."), [*pictures.of("="), *pictures.of("x")]
    offset = np.arange(2 * REACH) - REACH + 0.5
    disc = np.asarray(np.hypot(offset[:, None], offset) < 0.75 * REACH, np.bool_)
    if not len(bare) or not marked:
        return disc
    # Bare edges differ themselves, by the grounds on either side: a marker's pixels are as on none of them.
    grounds = bare.astype(np.float32)
    off = np.stack([np.abs(grounds - marker).max(axis=3).min(axis=0) > MARKED for marker in marked])
    mask = np.asarray((off.mean(axis=0) > MOSTLY) & (np.hypot(offset[:, None], offset) < REACH + 1), np.bool_)
    return mask if mask.sum() > 4 else disc


def _edge_distances(some: Colours, tiles: Floats, mask: Mask) -> Floats:
    """How unlike edges are to pictures, wherever within `SHIFT` these lie: (N, K) 0..`CAP`."""
    nearest = np.full((len(some), len(tiles)), CAP, np.float32)
    side = 2 * REACH
    for dy in range(2 * SHIFT + 1):
        for dx in range(2 * SHIFT + 1):
            seen = some[:, dy : dy + side, dx : dx + side][:, mask].astype(np.float32)
            for k, tile in enumerate(tiles):
                off = np.minimum(np.abs(seen - tile).max(axis=2), np.float32(CAP)).mean(axis=1)
                nearest[:, k] = np.minimum(nearest[:, k], off)
    return nearest


def _completed(pictures: Pictures, other: Pictures) -> Pictures:
    """The pictures with those of the other kind of edges for markers of which there is none, as drawn and turned."""
    tiles, values, mask = list(pictures.tiles), pictures.values, pictures.mask
    for value in "=x":
        if value not in pictures.values and value in other.values:
            for tile in other.of(value):
                tiles += [tile, tile.swapaxes(0, 1)]
                values += 2 * value
            if mask is not None and other.mask is not None:
                # Where nothing was marked, the mask says nothing either.
                mask = other.mask | other.mask.T | (mask if set(pictures.values) - {"."} else False)
    return Pictures(np.stack(tiles), values, mask)


def _least_between(distances: Floats, values: str) -> float:
    """How far pictures of different things are apart at least."""
    letters = np.array(list(values))
    different = letters[:, None] != letters[None]
    return max(1.0, float(distances[different].min())) if different.any() else CAP / 2


# --- learning ---------------------------------------------------------------------------------------------------------


def learn(picture: Image, puzzle: BinaryPuzzle, name: str, bbox: Sequence[float] | None = None) -> GridLook:
    """The look of a picture that shows this puzzle, all that is on the board.

    `bbox`: `(x_min, y_min, x_max, y_max)` of the cells in pixels, where it is known. Raises `LookError`.
    """
    check_name(name)
    if not set("".join(puzzle.cells)) - {"."}:
        raise LookError("the label has no symbols, so that none can be learnt; take the picture of a board with some.")
    best: tuple[float, GridLook] | None = None
    lattices = _lattices(picture, puzzle.size, bbox)
    for lattice in lattices:
        with contextlib.suppress(LookError):
            margin, look = _learnt(picture.bgr, lattice, puzzle, name)
            if best is None or margin > best[0]:
                best = margin, look
    if best is None:
        size = f"{puzzle.size}x{puzzle.size}"
        if not lattices:
            raise LookError(f"no board of {size} cells was found in {picture.name}; add its board_bbox to the label.")
        raise LookError(
            f"the cells in {picture.name} that the label calls alike are not; check that the label is the picture's, "
            "and its board_bbox."
        )
    return best[1]


def _lattices(picture: Image, size: int, bbox: Sequence[float] | None) -> list[Lattice]:
    """Where the board may be: as the label says, and as it is found."""
    told = None
    if bbox is not None:
        x0, y0, x1, y1 = bbox
        if not (x1 - x0 >= 4 * size and y1 - y0 >= 4 * size):
            raise LookError(f"board_bbox {list(bbox)} of the label has no room for {size}x{size} cells.")
        told = Lattice(x0, y0, (x1 - x0) / size, (y1 - y0) / size, size, size)
    grey = np.asarray(cv2.cvtColor(picture.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    found: list[Lattice] = []
    for some in find_lattices(Page(grey)):
        found += [one for one in some if one.rows == size and (told is None or _same_place(one, told))]
        if found:
            break
    return [told, *found] if told else found


def _same_place(one: Lattice, other: Lattice) -> bool:
    return max(abs(a - b) for a, b in zip(one.bbox, other.bbox, strict=True)) < 0.2 * other.step_x


def _learnt(bgr: Colours, lattice: Lattice, puzzle: BinaryPuzzle, name: str) -> tuple[float, GridLook]:
    """The look of one lattice, and how far its things are apart. Raises `LookError` where they are not."""
    size = puzzle.size
    small = shrunk(straighten(bgr, lattice), UNIT // EDGE_UNIT)
    tiny = shrunk(small, EDGE_UNIT // CELL_UNIT)
    unit = CELL_UNIT
    tiles = tiny.reshape(size, unit, size, unit, 3).swapaxes(1, 2).reshape(size * size, unit, unit, 3)
    values = "".join(puzzle.cells)
    patches = cell_patches(tiny, size, size)
    by_relief, by_colour = (_cell_distances(patches, patches, relief) for relief in (True, False))
    margins = _margin(by_relief, values), _margin(by_colour, values)
    relief = margins[0] >= min(PLAINLY_APART, margins[1])
    margin, distances = (margins[0], by_relief) if relief else (margins[1], by_colour)
    if margin < LEAST_APART:
        raise LookError("its cells cannot be told apart")
    cells = _chosen(tiles, values, distances)
    edges, plain = [], True
    for some, said in zip(windows(small, size), ("".join(puzzle.h), "".join(puzzle.v)), strict=True):
        inner = some[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
        pictures = Pictures(inner, said)
        mask = _mask(pictures)
        apart = _edge_distances(some, inner[:, mask].astype(np.float32), mask)
        plain &= not set(said) - {"."} or _margin(apart, said) >= LEAST_APART
        edges.append(replace(_chosen(inner, said, apart), mask=mask))
    if not plain:  # they are read as those of any look are
        if any("." not in some.values for some in edges):
            raise LookError("its markers cannot be told apart")
        edges = [Pictures(some.of("."), len(some.of(".")) * ".", some.mask) for some in edges]
    look = GridLook(name, puzzle.game, relief, cells, *edges)
    draft = look.read(bgr, lattice)
    if draft is None or any(draft.cells[divmod(i, size)].value != value for i, value in enumerate(values)):
        raise LookError("what was learnt does not read the picture it was learnt from")
    return margin, look


def _margin(distances: Floats, values: str) -> float:
    """How much farther nearly all places are from other things than from their own kind, as a part of the former."""
    letters = np.array(list(values))
    same = letters[:, None] == letters[None]
    if same.all():
        return 0.0
    other = np.where(same, np.inf, distances).min(axis=1)
    np.fill_diagonal(same, False)
    own = np.where(same, distances, np.inf).min(axis=1)
    paired = np.isfinite(own)
    if not paired.any():
        return 0.0
    return float(np.quantile((other[paired] - own[paired]) / np.maximum(other[paired], 1.0), NEARLY_ALL))


def _chosen(tiles: Colours, values: str, distances: Floats) -> Pictures:
    """Of all places those that teach something, at most `MOST_OF_A_KIND` of each kind."""
    scale = _least_between(distances, values)
    kept: list[int] = []
    for value in sorted(set(values)):
        places = np.array([i for i, one in enumerate(values) if one == value])
        among = distances[np.ix_(places, places)]
        # The most usual one, and then always the one that is least like those.
        mine = [int(among.sum(axis=1).argmin())]
        while len(mine) < MOST_OF_A_KIND:
            off = among[:, mine].min(axis=1)
            if float(off.max()) <= KNOWN * scale:
                break
            mine.append(int(off.argmax()))
        kept += places[mine].tolist()
    return Pictures(np.ascontiguousarray(tiles[kept]), "".join(values[i] for i in kept))


# --- on disk ----------------------------------------------------------------------------------------------------------


def to_files(look: Look) -> dict[str, bytes]:
    """The files of a look."""
    return look.to_files()


def _said(files: dict[str, bytes]) -> dict[str, Any]:
    """What `look.json` says. Raises `LookError`."""
    try:
        said: Any = json.loads(files["look.json"])
    except (KeyError, ValueError, RecursionError) as error:
        raise LookError("it has no look.json that can be read.") from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise LookError("its look.json is not of this program, or of a later version of it.")
    return said


def _pictures_of(files: dict[str, bytes]) -> tuple[str, ...]:
    """The names of the other files of a look, by its `look.json`. Raises `LookError`."""
    return ("glyphs.png",) if _said(files).get("game") == "pips" else tuple(f"{part}.png" for part in SIDES)


def from_files(files: dict[str, bytes]) -> Look:
    """The look in some files, as `to_files` gives them. Raises `LookError` for anything else."""
    said = _said(files)
    if said.get("game") == "pips":
        from vision.pips_looks import look_in

        return look_in(said, files)
    name, game, relief = (said.get(key) for key in ("name", "game", "relief"))
    shows, compared = (said.get(key) for key in ("shows", "compared"))
    if not isinstance(name, str) or not isinstance(game, str) or game not in VALUES or not isinstance(relief, bool):
        raise LookError("its look.json lacks a name or a game.")
    if not isinstance(shows, dict) or not isinstance(compared, dict):
        raise LookError("its look.json does not say what its pictures show.")
    check_name(name)
    parts = [_pictures(files, part, shows.get(part), VALUES[game] if part == "cells" else ".=x") for part in SIDES]
    parts[1:] = [replace(some, mask=_mask_of(compared.get(part))) for some, part in zip(parts[1:], EDGES, strict=True)]
    if not set(parts[0].values) - {"."}:
        raise LookError("it has no pictures of symbols.")
    return GridLook(name, game, relief, *parts)


def _pictures(files: dict[str, bytes], part: str, values: object, letters: str) -> Pictures:
    if not isinstance(values, str) or not 0 < len(values) <= MOST_TILES or set(values) - set(letters):
        raise LookError(f"its look.json does not say what its {part} show.")
    return Pictures(tiles_in(files, f"{part}.png", len(values), SIDES[part]), values)


def _drawn(mask: Mask) -> list[str]:
    """A mask as rows of text, `#` where it holds."""
    return ["".join(".#"[int(pixel)] for pixel in row) for row in mask]


def _mask_of(rows: object) -> Mask:
    side = 2 * REACH
    if (
        not isinstance(rows, list)
        or len(rows) != side
        or any(not isinstance(row, str) or len(row) != side or set(row) - {".", "#"} for row in rows)
        or "#" not in "".join(rows)
    ):
        raise LookError("its look.json does not say in which pixels its markers are compared.")
    return np.array([[pixel == "#" for pixel in row] for row in rows], np.bool_)


def save(look: Look, folder: Path) -> Path:
    """Write a look into the folder of all looks, in place of one of its name; it is there whole or not at all."""
    place, unfinished = folder / look.name, folder / f".{look.name}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for name, data in to_files(look).items():
        (unfinished / name).write_bytes(data)
    if place.exists():
        shutil.rmtree(place)
    os.replace(unfinished, place)
    return place


def load(place: Path) -> Look:
    """The look in a folder. Raises `LookError`."""

    def read(name: str) -> bytes:
        try:
            with (place / name).open("rb") as file:
                return file.read(MOST_BYTES)
        except OSError as error:
            raise LookError(f"its {name} could not be read ({error.strerror}).") from error

    files = {"look.json": read("look.json")}
    return from_files(files | {name: read(name) for name in _pictures_of(files)})


def load_all(folder: Path) -> tuple[tuple[Look, ...], tuple[str, ...]]:
    """All looks in a folder by name, and a sentence for each that is broken."""
    looks, broken = [], []
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for place in sorted(folder.iterdir()):
            if not place.is_dir() or place.name.startswith("."):
                continue
            try:
                looks.append(load(place))
            except LookError as error:
                broken.append(f"the look {place.name} is passed over: {error}")
    return tuple(looks), tuple(broken)


def to_zip(look: Look) -> bytes:
    """A look as one file, to give away."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in to_files(look).items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()


def from_zip(data: bytes) -> Look:
    """The look in such a file, whoever made it. Raises `LookError`.

    Nothing is unpacked to disk, and no more is read than a look has.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:

            def read(name: str) -> bytes:
                with archive.open(name) as file:
                    return file.read(MOST_BYTES)

            files = {"look.json": read("look.json")}
            files |= {name: read(name) for name in _pictures_of(files)}
    except LookError:
        raise
    except (KeyError, OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        raise LookError("it is no look that was exported.") from error
    except Exception as error:  # zlib's and others' own, of damaged data
        raise LookError("it is damaged.") from error
    return from_files(files)


def readings(bgr: Colours, lattice: Lattice, looks: Iterable[Look]) -> list[Draft]:
    """What a lattice holds by each of some looks that fit it."""
    return [draft for look in looks if isinstance(look, GridLook) and (draft := look.read(bgr, lattice)) is not None]

"""Looks that were learnt: how a site draws its cells and markers, from one labelled picture of it.

A look keeps the straightened board of that picture and its label. Each cell and each edge is a labelled template: its
vector of the network's features, and a small picture. A board of the look is read by the nearest templates of each
class, together with what the network says itself. Whether a board has the look is told by the small pictures alone: the
network's features are made to be alike on boards of different looks.

Vectors are not kept: they are computed with the model there is. How looks are kept is in `learnt.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

import solver
from solver.binary.puzzle import BinaryPuzzle
from vision.classify.interpret import AGREEMENT
from vision.classify.network import NAMES, SCALE, Probabilities, Straight, classify, fine_board, straight_from
from vision.classify.templates import Templates, cell_tiles, edge_tiles, off_colours
from vision.confidence import SURE
from vision.games.binary import LETTERS, MARKERS, SymbolsBoard
from vision.games.board import SquareBoard
from vision.image import MAX_PIXELS, Image
from vision.imgproc import Colours, Floats, softmax
from vision.judging import judge
from vision.lattice import Lattice
from vision.learnt import FORMATS, PICTURE, Look, LookError, check_name, picture_in
from vision.locate import proposals
from vision.locate.edges import Page
from vision.rectify import UNIT
from vision.seen import Seen

# A board has a look where this part of its cells differ by less than `LIKE` (mean of 0..CAP) from the nearest template.
# Of 159 boards of 53 random looks, in other states than the learnt one, 97 % do; of boards of the others 1.9 %.
MOST_CELLS, LIKE = 0.9, 24.0
# The network's own probabilities are raised to this; fitted with the constants of `templates.py`.
TRUST = 0.5
# No odds between the two symbols have a larger logarithm.
CERTAIN = 8.0
# What the network must say at least of a whole board that has a look, and as many cells.
MOST_WHOLE = 0.97
# Of what is learnt, so much must be of its class by the other templates: 0.83 and more of 53 looks, 0.46 of others.
LEAST_AGREEMENT = 0.7
# Pictures whose ratios of width to height differ by less may show a board in the same place.
SAME_SHAPE = 0.01


@dataclass(frozen=True, eq=False)
class GridLook(Look):
    """How one site draws Tango or Takuzu.

    `puzzle`: all that is on the labelled board. `board`: (64 (n+1), 64 (n+1), 3) uint8, that board straightened with
    half a cell of margin. `picture`: width and height of the picture it was in, in pixels; `lattice`: where it was.
    """

    puzzle: BinaryPuzzle
    board: Colours
    picture: tuple[int, int]
    lattice: Lattice

    @property
    def learnt(self) -> str:
        size = self.puzzle.size
        return f"{size * size} cells and {2 * size * (size - 1)} edges"

    def to_files(self) -> dict[str, bytes]:
        """`look.json`, and the board as a picture."""
        place = self.lattice
        said = {
            "format": FORMATS[self.game],
            "name": self.name,
            "game": self.game,
            "puzzle": self.puzzle.to_json(),
            "picture": self.picture,
            "lattice": (place.x, place.y, place.step_x, place.step_y),
        }
        return {
            "look.json": (json.dumps(said, indent=1) + "\n").encode(),
            PICTURE: cv2.imencode(".png", self.board)[1].tobytes(),
        }

    @cached_property
    def _straight(self) -> Straight:
        return straight_from(self.board)

    @cached_property
    def _tiles(self) -> Floats:
        return cell_tiles(self._straight)

    @cached_property
    def templates(self) -> tuple[Templates, Templates]:
        """Of cells and of edges."""
        found = classify(self._straight)
        symbols, puzzle = LETTERS[self.game], self.puzzle
        cells = np.array([symbols.index(one) for one in "".join(puzzle.cells)], np.intp)
        edges = np.array([MARKERS.index(one) for one in "".join((*puzzle.h, *puzzle.v))], np.intp)
        return (
            Templates(found.features, self._tiles, cells),
            Templates(found.edge_features, edge_tiles(self._straight), edges),
        )

    def off(self, tiles: Floats) -> float:
        """How much the cells of a board differ from those of the look, 0..CAP; less than `LIKE` where it has the look.

        `tiles`: as of `cell_tiles`.
        """
        return float(np.quantile(off_colours(tiles, self._tiles).min(axis=1), MOST_CELLS))

    def read(self, seen: Seen) -> SymbolsBoard:
        """A board of the look, as the templates and the network have it.

        Of one that the network reads plainly, and they do not, the templates only say what the symbols are called.
        """
        found, size = seen.probabilities, seen.lattice.rows
        cells, edges = self.templates
        said = cells.log_likelihoods(cells.costs(found.features, cell_tiles(seen.straight)))
        chances = softmax(said + TRUST * np.log(_of_network(found)))
        names = np.zeros((size * size, len(NAMES)), np.float32)
        first = NAMES.index("sun" if self.game == "tango" else "zero")
        names[:, first : first + 2] = chances[:, 1:] / chances[:, 1:].sum(axis=1, keepdims=True).clip(1e-6)
        # A square of as many cells, nearly all of them as in the look, is the board.
        whole = max(found.whole, MOST_WHOLE) if size == self.puzzle.size else found.whole
        named = replace(found, names=names.reshape(size, size, -1), whole=whole)
        marked = np.concatenate((found.h.reshape(-1, 3), found.v.reshape(-1, 3)))
        said = edges.log_likelihoods(edges.costs(found.edge_features, edge_tiles(seen.straight)))
        markers = softmax(said + TRUST * np.log(marked.clip(1e-5, 1)))
        # Products of vectors say which cells are of one kind: what the templates say of it joins them. Scaled so that
        # beside cells which are certain, a cell's own logarithm of odds comes out again.
        odds = np.log(chances[:, 1:].clip(np.exp(-CERTAIN))) @ np.array((1, -1), np.float32) * (1 - chances[:, 0])
        classes = (odds * (2 * AGREEMENT * CERTAIN / SCALE) ** -0.5).reshape(size, size, 1).astype(np.float32)
        upright = size * (size - 1)
        probabilities = replace(
            named,
            empty=chances[:, 0].reshape(size, size),
            vectors=np.concatenate((found.vectors, classes), axis=2),
            h=markers[:upright].reshape(size, size - 1, 3),
            v=markers[upright:].reshape(size - 1, size, 3),
        )
        known = SymbolsBoard(replace(seen, probabilities=probabilities, look=self.name))
        plain = SymbolsBoard(seen).checked.confidence > SURE >= known.checked.confidence
        return SymbolsBoard(replace(seen, probabilities=named, look=self.name)) if plain else known

    def proposal(self, bgr: Colours) -> Lattice | None:
        """Where the board is if a picture (H, W, 3) shows the same as the learnt one; None if it has another shape."""
        (width, height), place = self.picture, self.lattice
        across, down = bgr.shape[1] / width, bgr.shape[0] / height
        if abs(across / down - 1) > SAME_SHAPE:
            return None
        return replace(
            place, x=place.x * across, y=place.y * down, step_x=place.step_x * across, step_y=place.step_y * down
        )


def _of_network(found: Probabilities) -> Floats:
    """What the network says each cell holds: (n * n, 3); of symbols that it cannot name, either."""
    empty, names = found.empty.reshape(-1, 1), found.names.reshape(-1, len(NAMES))
    either = names[:, 4:].sum(axis=1) / 2
    first, second = names[:, 0] + names[:, 2] + either, names[:, 1] + names[:, 3] + either
    chances = np.concatenate((empty, (1 - empty) * np.stack((first, second), axis=1)), axis=1)
    return np.asarray(chances.clip(1e-4, 1), np.float32)


def read_by(
    bgr: Colours, tried: Sequence[SquareBoard], looks: Iterable[Look], propose: bool = False
) -> SquareBoard | None:
    """The surest board that has one of some looks, each read by the look nearest to it; None where there is none.

    `tried`: lattices of the picture (H, W, 3). `propose`: whether to try the places of the boards from which the looks
    were learnt, too, where none of those has a look.
    """
    grids = [look for look in looks if isinstance(look, GridLook)]
    boards = [one for one in tried if isinstance(one, SymbolsBoard) and one.lattice.rows in one.SIZES]
    found = [known for one in boards if (known := _read(one.seen, grids)) is not None]
    if propose and not found:
        places = [(look, place) for look in grids if (place := look.proposal(bgr)) is not None]
        found = [known for look, place in places if (known := _read(judge(bgr, place).seen, [look])) is not None]
    return max(found, key=lambda one: one.checked.confidence, default=None)


def _read(seen: Seen, looks: Sequence[GridLook]) -> SymbolsBoard | None:
    if not looks:
        return None
    tiles = cell_tiles(seen.straight)
    off, nearest = min(((look.off(tiles), look) for look in looks), key=lambda one: one[0])
    return nearest.read(seen) if off < LIKE else None


def learn(picture: Image, puzzle: BinaryPuzzle, name: str, bbox: Sequence[float] | None = None) -> GridLook:
    """The look of a picture that shows this puzzle, all that is on the board.

    `bbox`: `(x_min, y_min, x_max, y_max)` of the cells in pixels, where it is known. Raises `LookError`.
    """
    check_name(name)
    if not set("".join(puzzle.cells)) - {"."}:
        raise LookError("the label has no symbols, so that none can be learnt; take the picture of a board with some.")
    told = None if bbox is None else _told(puzzle.size, bbox)
    found = _found(picture, puzzle.size, told)
    shape = picture.bgr.shape[1], picture.bgr.shape[0]
    # Boards are read where they are found: a label may count a frame in.
    for lattices in (found, [told] if told else []):
        looks = [GridLook(name, puzzle.game, puzzle, fine_board(picture.bgr, one), shape, one) for one in lattices]
        rated = ((min(map(_left_out, look.templates)), look) for look in looks)
        agreement, best = max(rated, key=lambda one: one[0], default=(0.0, None))
        if best is not None and agreement > LEAST_AGREEMENT:
            return best
    if not found and told is None:
        size = f"{puzzle.size}x{puzzle.size}"
        raise LookError(f"no board of {size} cells was found in {picture.name}; add its board_bbox to the label.")
    raise LookError(
        f"the cells in {picture.name} that the label calls alike are not; check that the label is the picture's, and "
        "its board_bbox."
    )


def _left_out(templates: Templates) -> float:
    """The mean over classes of the part of templates that are of their class by all other templates."""
    costs = templates.costs(templates.features, templates.tiles)
    np.fill_diagonal(costs, np.inf)
    told = templates.log_likelihoods(costs).argmax(axis=1)
    kinds = [k for k in range(3) if (templates.classes == k).sum() > 1]
    if not kinds:
        return 1.0
    return float(np.mean([(told[templates.classes == k] == k).mean() for k in kinds]))


def _told(size: int, bbox: Sequence[float]) -> Lattice:
    """Where the label says that the board is."""
    x0, y0, x1, y1 = bbox
    if not (x1 - x0 >= 4 * size and y1 - y0 >= 4 * size):
        raise LookError(f"board_bbox {list(bbox)} of the label is too small for {size}x{size} cells.")
    return Lattice(x0, y0, (x1 - x0) / size, (y1 - y0) / size, size, size)


def _found(picture: Image, size: int, told: Lattice | None) -> list[Lattice]:
    """Where boards of so many cells are found; only those in the place that the label tells, if it does."""
    page = Page(np.asarray(cv2.cvtColor(picture.bgr, cv2.COLOR_BGR2GRAY), np.uint8))
    found = [one.lattice for some in proposals(picture.bgr, page) for one in some if one.flat is None]
    found = [one for one in found if one.rows == size]
    return found if told is None else [one for one in found if np.ptp((one.bbox, told.bbox), 0).max() < told.step_x / 5]


def look_in(said: dict[str, Any], files: dict[str, bytes]) -> GridLook:
    """The look of which `look.json` says this. Raises `LookError` where anything is not as `to_files` gives it."""
    name, label = said.get("name"), said.get("puzzle")
    if not isinstance(name, str):
        raise LookError("its look.json lacks a name.")
    try:
        puzzle = solver.load(label if isinstance(label, dict) else {})
    except solver.PuzzleError as error:
        raise LookError(f"its look.json has no puzzle: {error}.") from error
    if not isinstance(puzzle, BinaryPuzzle) or puzzle.game != said["game"]:
        raise LookError("its puzzle is of another game.")
    if not set("".join(puzzle.cells)) - {"."}:
        raise LookError("it has no symbols.")
    size = puzzle.size
    width, height = _numbers(said.get("picture"), 2)
    x, y, step_x, step_y = _numbers(said.get("lattice"), 4)
    if min(width, height, step_x, step_y) < 1:
        raise LookError("its look.json has a board without a size.")
    board = picture_in(files, UNIT * (size + 1))
    place = Lattice(x, y, step_x, step_y, size, size)
    return GridLook(check_name(name), puzzle.game, puzzle, board, (int(width), int(height)), place)


def _numbers(said: object, count: int) -> list[float]:
    """Sizes and places, in pixels."""
    if (
        not isinstance(said, list)
        or len(said) != count
        or not all(type(one) in (int, float) and abs(one) <= MAX_PIXELS for one in said)
    ):
        raise LookError("its look.json does not say where the board was.")
    return said

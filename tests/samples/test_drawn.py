"""Drawn boards: the same for the same seed, labels that fit each other and the picture, every kind of look."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import solver
from samples.drawn import EMPTY, NAMES, UNKNOWN, DrawnBoard, draw, draw_page, glyphs
from samples.drawn.games import GAMES
from samples.drawn.gridlook import random_gridlook
from samples.drawn.grids import random_grid, solution
from samples.drawn.others import KINDS as NO_BOARDS
from samples.drawn.others import random_other
from samples.drawn.pointers import cover
from samples.drawn.proposed import Drawn, draw_proposed, inside_of, rightness
from samples.drawn.sheet import contact_sheet
from samples.drawn.symbols import KINDS, random_pair
from vision.lattice import Lattice

SEED = 20261122
COUNT = 110


@cache
def boards() -> tuple[DrawnBoard, ...]:
    return tuple(draw(SEED, index) for index in range(COUNT))


def test_the_same_seed_draws_the_same_board() -> None:
    for index in range(8):
        first, again = draw(SEED, index), draw(SEED, index)
        for field in ("image", "edges_h", "edges_v", "kinds", "names", "given", "h", "v", "inside"):
            assert np.array_equal(getattr(first, field), getattr(again, field)), field
        assert (first.whole, first.look) == (again.whole, again.look)
    assert not np.array_equal(draw(SEED, 1, 6).image, draw(SEED + 1, 1, 6).image)


@pytest.mark.parametrize("size", [4, 5, 6, 8, 10, 12, 14])
def test_shapes_and_types(size: int) -> None:
    board = draw(SEED, size, size)
    assert board.image.shape == ((size + 1) * 32, (size + 1) * 32, 3)
    assert board.edges_h.shape == (size, size - 1, 32, 32, 3)
    assert board.edges_v.shape == (size - 1, size, 32, 32, 3)
    assert {picture.dtype for picture in (board.image, board.edges_h, board.edges_v)} == {np.dtype(np.uint8)}
    assert board.kinds.shape == board.names.shape == board.given.shape == board.inside.shape == (size, size)
    assert board.h.shape == (size, size - 1)
    assert board.v.shape == (size - 1, size)
    assert {labels.dtype for labels in (board.kinds, board.names, board.given, board.h, board.v)} == {np.dtype(np.int8)}


def test_labels_fit_each_other() -> None:
    for board in boards():
        if not board.whole:
            for labels in (board.kinds, board.names, board.given, board.h, board.v):
                assert (labels == UNKNOWN).all()
            assert set(np.unique(board.inside)) <= {-1, 0, 1}
            continue
        assert (board.inside == 1).all()
        assert set(np.unique(board.kinds)) <= {0, 1, 2}
        assert set(np.unique(board.h)) | set(np.unique(board.v)) <= {UNKNOWN, 0, 1, 2}
        assert set(np.unique(board.given)) <= {-1, 0, 1}
        assert board.names.max() < len(NAMES)
        assert ((board.names == EMPTY) == (board.kinds == 0)).all()
        assert (board.given[board.kinds == 0] == UNKNOWN).all()
        named = {(int(kind), int(name)) for kind, name in zip(board.kinds.flat, board.names.flat, strict=True)}
        assert len({kind for kind, _ in named}) == len(named), "a kind has one name"
        assert not {(1, 2), (2, 1), (1, 4), (2, 3)} & named, "suns and zeros are the first kind"


def test_edge_patches_show_the_edges() -> None:
    for board in boards()[:30]:
        for y, x, patch in ((64, 80, board.edges_h[1, 1]), (80, 64, board.edges_v[1, 1])):
            here = board.image[y - 8 : y + 8, x - 8 : x + 8]
            small = cv2.resize(patch, (16, 16), interpolation=cv2.INTER_AREA)
            assert np.abs(small.astype(int) - here).mean() < 2


def test_filled_cells_look_different_from_empty_ones() -> None:
    """A nearest neighbour by colour tells most cells of most boards."""
    told = []
    for board in boards():
        filled = board.kinds > 0
        if not board.whole or filled.sum() < 4 or (~filled).sum() < 4:
            continue
        size = len(board.kinds)
        cells = board.image[16:-16, 16:-16].reshape(size, 32, size, 32, 3).swapaxes(1, 2)
        features = cv2.resize(cells.reshape(-1, 32, 3)[:, 4:28], (6, size * size * 8), interpolation=cv2.INTER_AREA)
        vectors = features.reshape(size * size, -1).astype(np.float32)
        far = np.abs(vectors[:, None] - vectors[None]).sum(axis=2)
        np.fill_diagonal(far, np.inf)
        nearest = filled.ravel()[far.argmin(axis=1)]
        told.append(float((nearest == filled.ravel()).mean()))
    assert len(told) > 30
    assert np.median(told) > 0.9


def test_solutions_obey_the_rules() -> None:
    for size in (4, 6, 8, 10):
        for seed in range(10):
            values = solution(Random(seed), size).astype(int)
            for lines in (values, values.T):
                assert (lines.sum(axis=1) == size // 2).all()
                runs = lines[:, :-2] + lines[:, 1:-1] + lines[:, 2:]
                assert not np.isin(runs, (0, 3)).any()


def test_states_and_mistakes_vary() -> None:
    noise = np.random.default_rng(1)
    grids = [random_grid(Random(k), noise, 6, marked=k % 2 == 0) for k in range(400)]
    filled = [int((grid.kinds > 0).sum()) for grid in grids]
    assert min(filled) == 0
    assert max(filled) == 36
    assert sum(36 - count in (1, 2, 3) for count in filled) > 20
    assert 30 < sum(bool(grid.wrong.any()) for grid in grids) < 130
    assert all(not grid.h.any() and not grid.v.any() for grid in grids[1::2])
    assert sum(bool(grid.h.any() or grid.v.any()) for grid in grids[::2]) > 150


def test_what_is_inside_a_board_that_is_not_whole() -> None:
    """A larger lattice has the board as a rectangle in it; what is beyond, cut off or covered is told."""
    told: dict[str, list[NDArray[np.int8]]] = {}
    for k in range(260):
        other = random_other(Random(k), np.random.default_rng(k), 6, 16, 16.0)
        told.setdefault(other.look.split("/")[0], []).append(other.inside)
    for inside in told["beyond"]:
        assert set(np.unique(inside)) == {0, 1}
        rows, columns = (inside == 1).any(axis=1), (inside == 1).any(axis=0)
        assert np.array_equal(inside == 1, rows[:, None] & columns)
    assert all((inside == 1).all() for inside in told["part"])
    assert all((inside == -1).all() for inside in told["other"])
    for name in ("cut", "dialog"):
        assert sum(bool((inside == 0).any()) for inside in told[name]) > len(told[name]) / 4
        # A dialog over nearly all of a small board leaves no cell untouched.
        assert sum(bool((inside == 1).any()) for inside in told[name]) > len(told[name]) / 2
    assert any((inside == 0).any() for inside in told["shift"])


def test_what_the_locator_proposes() -> None:
    """Right and wrong proposals are among the boards, the same each time; a right one has all of its board."""
    first = [board for board in boards() if board.look.startswith("proposed/")]
    assert 3 < len(first) < COUNT / 4
    told: dict[str, int] = {}
    for k in range(24):
        board, again = draw_proposed(Random(k), 4), draw_proposed(Random(k), 4)
        assert (board is None) == (again is None)
        if board is None or again is None:
            continue
        assert np.array_equal(board.image, again.image)
        assert np.array_equal(board.inside, again.inside)
        assert board.image.shape == (160, 160, 3)
        assert bool(board.whole) == (board.look == "proposed/right")
        assert not board.whole or (board.inside == 1).all()
        assert bool(board.whole) == bool((board.kinds != UNKNOWN).all())
        told[board.look] = told.get(board.look, 0) + 1
    assert set(told) == {"proposed/right", "proposed/part", "proposed/none"}


def test_where_a_proposal_lies_on_the_board() -> None:
    """A board of 6 with cells of 20 px at (40, 40): lattices on it, beside it, larger, smaller, and of another step."""
    drawn = Drawn(np.zeros((200, 200, 3), np.uint8), "board", 6, (40.0, 40.0, 20.0, 20.0), True)
    assert rightness(Lattice(41, 39, 20, 20, 6, 6), drawn) == 1
    assert rightness(Lattice(44, 40, 20, 20, 6, 6), drawn) == UNKNOWN
    assert rightness(Lattice(60, 40, 20, 20, 6, 6), drawn) == 0
    assert rightness(Lattice(40, 40, 20, 20, 4, 4), drawn) == 0
    assert (inside_of(Lattice(60, 60, 20, 20, 4, 4), drawn) == 1).all()
    larger = inside_of(Lattice(20, 41, 20, 20, 8, 8), drawn)
    assert (larger[:6, 1:7] == 1).all()
    assert (larger == 0).sum() == 64 - 36
    coarse = inside_of(Lattice(0, 0, 40, 40, 4, 4), drawn)
    assert (coarse[0] == 0).all()
    assert (coarse[1:, 1:] == UNKNOWN).all()
    cut = Drawn(drawn.picture[:, :110], "board", 6, drawn.lattice, False)  # half of the fourth column is left
    assert rightness(Lattice(40, 40, 20, 20, 6, 6), cut) == 0
    assert inside_of(Lattice(40, 40, 20, 20, 6, 6), cut)[0].tolist() == [1, 1, 1, UNKNOWN, 0, 0]


def test_every_kind_occurs() -> None:
    """Of grids, of symbols, of pictures without a board."""
    assert {random_gridlook(Random(k), 40).kind for k in range(200)} == {"lines", "tiles", "none"}
    kinds = set(KINDS) - ({"emoji"} if glyphs.emoji_file() is None else set())
    assert {random_pair(Random(k)).look for k in range(400)} >= kinds
    assert {name.split("/")[0] for name in (board.look for board in boards())} >= {"lines", "tiles"}
    assert 0.15 < np.mean([not (board.whole or board.queens) for board in boards()]) < 0.4
    looks = Counter(random_other(Random(k), np.random.default_rng(k), 4, 16, 16.0).look for k in range(600))
    assert {f"other/{game}" for game in GAMES} <= set(looks)
    assert set(NO_BOARDS) - {"game", "page"} <= set(looks)


def test_pages() -> None:
    """The board is where the label says, and the puzzle is one the solver takes."""
    for index in range(4):
        page = draw_page(SEED, index, 6)
        again = draw_page(SEED, index, 6)
        assert np.array_equal(page.picture, again.picture)
        label = page.label()
        puzzle = solver.load(label["puzzle"])
        assert puzzle.game == label["game"]
        x0, y0, x1, y1 = label["board_bbox"]
        height, width = page.picture.shape[:2]
        step = page.lattice[2]
        assert min(x0, y0, width - x1, height - y1) > -0.4 * step
        assert page.picture[max(0, y0) : y1, max(0, x0) : x1].std() > 3


def test_without_typefaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCV's letters and our own pictures are drawn where no fonts are."""
    for cached in (glyphs.fonts, glyphs.emoji_file, glyphs._usual, glyphs._rich, glyphs.emoji):
        cached.cache_clear()
    monkeypatch.setattr(glyphs, "FOLDERS", ())
    assert glyphs.random_font(Random(1), "☀☾").startswith("hershey/")
    assert sum(draw(SEED, index, 4).whole for index in range(40)) > 25
    for cached in (glyphs.fonts, glyphs.emoji_file, glyphs._usual, glyphs._rich, glyphs.emoji):
        cached.cache_clear()


def test_contact_sheet() -> None:
    sheet = contact_sheet(SEED, 3, labels=True, across=2)
    assert sheet.shape[2] == 3
    assert sheet.std() > 10


def test_what_a_pointer_hides_is_told_as_hidden() -> None:
    """A marker under a pointer cannot be seen: as seldom as boards have one, the label has one on a bare edge there."""
    hidden = 0
    for seed in range(400):
        grid = random_grid(Random(5), np.random.default_rng(5), 6, True)
        before = [labels.copy() for labels in (grid.h, grid.v)]
        picture = np.full((260, 260, 3), 200, np.uint8)
        cover(Random(seed), picture, (10.0, 10.0, 40.0, 40.0), 6, 0.5, grid)
        for labels, old, across in zip((grid.h, grid.v), before, (True, False), strict=True):
            for row, column in np.argwhere(labels != old):
                x, y = (column + 1, row + 0.5) if across else (column + 0.5, row + 1)
                near = picture[round(y * 40) : round(y * 40) + 20, round(x * 40) : round(x * 40) + 20]
                assert (near != 200).any()  # something was drawn there
                assert old[row, column] == 0 or labels[row, column] == UNKNOWN
                hidden += labels[row, column] != UNKNOWN
    assert 1 < hidden < 30

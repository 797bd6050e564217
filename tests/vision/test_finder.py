"""The learned finder: boards whose sides nobody draws are found, in looks that geometry does not see."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

import solver
from samples.drawn.finding import DrawnPage, draw_page
from tests.vision.labelled import Colours
from vision.imgproc import reduced
from vision.lattice import Lattice
from vision.locate.finder import boards_found
from vision.reading import read
from vision.types import QueensReading

# Cells by which the corners of a lattice may be off: the network reads boards up to about that.
NEAR = 0.15
# What the shipped finder has on these pages; a later one may only be better. What is drawn depends on the typefaces of
# the machine, so that there are many: it has 146 where a desktop's are installed as well.
PAGES, LEAST_FOUND = 150, 143


def found_on(page: DrawnPage) -> bool:
    """Whether the board of a page is among what the finder sees."""
    x, y, across, down = page.lattice
    true = Lattice(x - 0.5, y - 0.5, across, down, page.size, page.size)
    for one, _ in boards_found(page.picture):
        off = [abs(a - b) for a, b in zip(one.bbox, true.bbox, strict=True)]
        if one.rows == page.size and max(off[0], off[2]) < NEAR * across and max(off[1], off[3]) < NEAR * down:
            return True
    return False


def whole(page: DrawnPage) -> bool:
    """Whether all of a board is in the picture."""
    x, y, across, down = page.lattice
    height, width = page.picture.shape[:2]
    inside = min(x, y) >= 0 and x + page.size * across <= width and y + page.size * down <= height
    return page.kind == 1 and inside


@pytest.mark.slow
def test_drawn_boards_are_found_in_any_look() -> None:
    pages = (draw_page(Random(f"test/{k}"), 5, k)[0] for k in range(1000))
    some = [page for page, _ in zip((page for page in pages if whole(page)), range(PAGES), strict=False)]
    assert len(some) == PAGES
    assert sum(map(found_on, some)) >= LEAST_FOUND


def patches(puzzle: solver.QueensPuzzle, cell: int, gap: int) -> Colours:
    """A board of Queens whose regions are patches, with gaps between them and nothing between cells of one."""
    size = puzzle.size
    picture = np.full((size * cell + 160, size * cell + 260, 3), (40, 20, 10), np.uint8)
    numbers = {letter: number for number, letter in enumerate(sorted(set("".join(puzzle.regions))))}
    hues = np.linspace(0, 170, len(numbers)).astype(np.uint8)
    colours = cv2.cvtColor(
        np.stack((hues, np.full_like(hues, 150), np.full_like(hues, 230)), axis=1)[None], cv2.COLOR_HSV2BGR
    )[0]
    for r, c in np.ndindex(size, size):
        region = puzzle.regions[r][c]

        def apart(row: int, column: int, region: str = region) -> int:
            beyond = not (0 <= row < size and 0 <= column < size)
            return gap if beyond or puzzle.regions[row][column] != region else 0

        x0, y0 = 80 + c * cell + apart(r, c - 1), 60 + r * cell + apart(r - 1, c)
        x1, y1 = 80 + (c + 1) * cell - apart(r, c + 1), 60 + (r + 1) * cell - apart(r + 1, c)
        picture[y0:y1, x0:x1] = colours[numbers[region]]
    return picture


@pytest.mark.parametrize(("size", "cell", "gap"), [(6, 70, 4), (8, 52, 3), (9, 60, 5)])
def test_regions_that_are_patches_make_a_board(size: int, cell: int, gap: int) -> None:
    puzzle = solver.generate("queens", size, seed=size)
    assert isinstance(puzzle, solver.QueensPuzzle)
    reading = read(patches(puzzle, cell, gap))
    assert isinstance(reading, QueensReading)
    assert reading.puzzle.regions == puzzle.regions


@pytest.mark.parametrize("shape", [(1, 50), (3, 3), (50, 2), (1, 1)])
@pytest.mark.parametrize("scale", [0.7, 0.3, 0.01])
def test_pictures_of_any_size_can_be_reduced(shape: tuple[int, int], scale: float) -> None:
    small, across, down = reduced(np.zeros((*shape, 3), np.uint8), scale)
    assert min(small.shape) >= 1
    assert 0 < across <= 1
    assert 0 < down <= 1

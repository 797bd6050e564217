"""Lattices: found at every size, step, offset and look, in the right place; and cells straightened from them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.vision.drawn import NO_BOARDS, Grid, drawn
from tests.vision.labelled import Colours
from vision.lattice import Lattice
from vision.locate import proposals
from vision.locate.edges import Page
from vision.rectify import UNIT, straighten

SIZES = tuple(range(4, 21, 2))
LIGHT, DARK = (255, 255, 255), (38, 34, 29)
LOOKS = {
    "light lines": Grid(6, 40.0, ground=LIGHT, ink=(218, 228, 235), page=(242, 244, 246)),
    "light lines, white page": Grid(6, 40.0, line=1.0, ground=LIGHT, ink=(190, 200, 205), page=LIGHT),
    "dark lines": Grid(6, 40.0, ground=DARK, ink=(90, 77, 63), page=(24, 21, 18)),
    "black lines": Grid(6, 40.0, line=3.0, ground=LIGHT, ink=(0, 0, 0), page=(200, 200, 200)),
    "light tiles": Grid(6, 40.0, line=4.0, tiles=True, ground=LIGHT, page=(170, 180, 190)),
    "dark tiles": Grid(6, 40.0, line=3.0, tiles=True, ground=(90, 80, 70), page=(30, 30, 30)),
    "tiles and wide gaps": Grid(6, 40.0, line=8.0, tiles=True, ground=(240, 240, 240), page=(120, 90, 60)),
}


def grey_of(bgr: Colours) -> Colours:
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def looks_at(bgr: Colours) -> list[list[Lattice]]:
    """What each scan of a picture finds, the likeliest first."""
    return [[one.placed for one in some] for some in proposals(bgr, Page(grey_of(bgr)))]


def candidates(bgr: Colours) -> list[Lattice]:
    """The first lattices found: later scans are only for where these are no board."""
    return next(iter(looks_at(bgr)), [])


def assert_found(grid: Grid) -> Lattice:
    """The likeliest candidate of one of the scans is the board: its size, and its first corner and its last, to a part
    of a pixel or of a cell. The coarse scan may take two cells for one; then a finer one follows."""
    found = [some[0] for some in looks_at(drawn(grid))]
    right = [lattice for lattice in found if (lattice.rows, lattice.columns) == (grid.size, grid.size)]
    assert right, (grid, found)
    best = right[0]
    # A position in a Lattice is counted from the middle of the first pixel, one of a Grid from its edge.
    off = (
        best.x + 0.5 - grid.x,
        best.y + 0.5 - grid.y,
        best.bbox[2] + 0.5 - grid.x - grid.size * grid.step,
        best.bbox[3] + 0.5 - grid.y - grid.size * grid.step,
    )
    # Boards are read whose lattice is off by a twenty-fifth of a cell.
    assert max(map(abs, off)) < 0.8 + 0.022 * grid.step, (grid, off)
    assert best.step_x == pytest.approx(grid.step, rel=0.015, abs=0.05)
    assert best.step_y == pytest.approx(grid.step, rel=0.015, abs=0.05)
    return best


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "size", [size if size % 4 == 2 else pytest.param(size, marks=pytest.mark.thorough) for size in SIZES]
)
def test_every_size(look: str, size: int) -> None:
    assert_found(replace(LOOKS[look], size=size))


@pytest.mark.parametrize("look", [look for look in LOOKS if look != "tiles and wide gaps"])
@pytest.mark.parametrize(
    ("size", "step"), [(4, 200.0), (6, 199.3), (4, 11.0), (6, 11.4), (20, 11.0), (20, 50.0), (14, 100.7)]
)
def test_smallest_and_largest_cells(look: str, size: int, step: float) -> None:
    line = min(LOOKS[look].line, 0.15 * step)
    assert_found(replace(LOOKS[look], size=size, step=step, line=line))


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=70)
@given(
    look=st.sampled_from(sorted(LOOKS)),
    size=st.sampled_from(SIZES),
    step=st.floats(11, 200),
    x=st.floats(3, 90),
    y=st.floats(3, 90),
    line=st.floats(0.03, 0.12),
    margin=st.floats(3, 80),
)
@example(look="light lines", size=6, step=66.0, x=3.5, y=3.5, line=0.03, margin=3.5)
@example(look="dark tiles", size=4, step=11.0, x=3.0, y=13.5, line=0.0625, margin=3.0)
def test_any_step_at_any_fraction_of_a_pixel(
    look: str, size: int, step: float, x: float, y: float, line: float, margin: float
) -> None:
    step = min(step, 1300 / size)
    grid = LOOKS[look]
    least, most = (2.0, 0.2 * step) if grid.tiles else (1.0, 6.0)
    assert_found(replace(grid, size=size, step=step, x=x, y=y, line=min(max(line * step, least), most), margin=margin))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("deviation", [2, 5])
def test_in_noise(look: str, deviation: int) -> None:
    bgr = drawn(LOOKS[look])
    noise = np.random.default_rng(deviation).normal(0, deviation, bgr.shape)
    noisy = np.clip(bgr + noise, 0, 255).astype(np.uint8)
    # A person sees the faintest lines by looking along them; they are drawn stronger where there is much noise.
    best = candidates(noisy)[:1] if deviation == 2 or look != "light lines" else candidates(bgr)[:1]
    assert [(lattice.rows, lattice.columns) for lattice in best] == [(6, 6)]


@pytest.mark.parametrize("look", LOOKS)
def test_symbols_do_not_move_it(look: str) -> None:
    grid = replace(LOOKS[look], step=60.0)
    empty, bgr = assert_found(grid), drawn(grid)
    for number in range(36):
        r, c = divmod(number, 6)
        middle = (round(grid.x + (c + 0.5) * 60), round(grid.y + (r + 0.5) * 60))
        if number % 5 < 2:
            cv2.circle(bgr, middle, 14, (30, 179, 255), -1, cv2.LINE_AA)
        elif number % 5 == 2:
            cv2.rectangle(bgr, (middle[0] - 12, middle[1] - 12), (middle[0] + 12, middle[1] + 12), (216, 134, 74), -1)
    best = candidates(bgr)[0]
    assert best.rows == 6
    assert np.abs(np.subtract(best.bbox, empty.bbox)).max() < 1.5


@pytest.mark.parametrize("look", LOOKS)
def test_cropped_to_the_last_line(look: str) -> None:
    grid = replace(LOOKS[look], x=LOOKS[look].line / 2, y=LOOKS[look].line / 2, margin=LOOKS[look].line / 2)
    best = candidates(drawn(grid))[0]
    assert (best.rows, best.columns) == (6, 6)
    assert best.step_x == pytest.approx(40, rel=0.02)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_in_what_has_no_lines(seed: int) -> None:
    for name in ("gradient", "one colour"):
        assert candidates(NO_BOARDS[name](Random(f"{name} {seed}"))) == []


def test_the_picture_is_left_as_it_was() -> None:
    bgr = drawn(LOOKS["light lines"])
    before = bgr.copy()
    bgr.setflags(write=False)
    assert looks_at(bgr)
    assert np.array_equal(bgr, before)


@pytest.mark.parametrize(
    ("page", "tile"),
    [((225, 200, 205), (152, 241, 152)), ((60, 36, 22), (22, 22, 66)), ((90, 160, 110), (200, 104, 172))],
)
def test_tiles_as_bright_as_the_page_are_found_by_their_colour(
    page: tuple[int, int, int], tile: tuple[int, int, int]
) -> None:
    grid = Grid(8, 40.0, line=4.0, tiles=True, ground=tile, page=page)
    bgr = drawn(grid)
    assert np.ptp(grey_of(bgr)) <= 2
    best = next(one for one in candidates(bgr)[:2] if one.rows == 8)
    assert np.abs(np.array(best.bbox) - (19.5, 19.5, 339.5, 339.5)).max() < 1


def test_geometry() -> None:
    lattice = Lattice(10.0, 20.0, 30.0, 40.0, 4, 6)
    assert lattice.bbox == (10.0, 20.0, 190.0, 180.0)
    assert lattice.center(0, 0) == (25.0, 40.0)
    assert lattice.center(3, 5) == (175.0, 160.0)


# --- straighten ------------------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=40)
@given(size=st.sampled_from((4, 6, 10)), step=st.floats(11, 180), x=st.floats(0, 40), y=st.floats(0, 40))
def test_straightened_cells_are_where_they_belong(size: int, step: float, x: float, y: float) -> None:
    """Every cell has its own colour; the middle of each straightened cell shows it, and its sides are the lines."""
    colours = np.random.default_rng(size).integers(40, 256, (size, size, 3), np.uint8)
    grid = Grid(size, step, x, y, line=max(1.0, 0.06 * step), ink=(0, 0, 0), page=(0, 0, 0))
    bgr = drawn(grid)
    for r in range(size):
        for c in range(size):
            x0, y0 = round(x + c * step + grid.line / 2), round(y + r * step + grid.line / 2)
            x1, y1 = round(x + (c + 1) * step - grid.line / 2), round(y + (r + 1) * step - grid.line / 2)
            bgr[y0:y1, x0:x1] = colours[r, c]
    board = straighten(bgr, Lattice(x - 0.5, y - 0.5, step, step, size, size))
    assert board.shape == (size * UNIT, size * UNIT, 3)
    assert board.dtype == np.uint8
    cells = board.reshape(size, UNIT, size, UNIT, 3).swapaxes(1, 2)
    inner = cells[:, :, UNIT // 4 : -UNIT // 4, UNIT // 4 : -UNIT // 4].astype(int)
    assert np.abs(inner - colours[:, :, None, None]).max() <= 2
    # Lines are dark, in the middle of the seam between two cells.
    if step > 25:
        seams = board[:, UNIT - 1 :: UNIT].astype(int).max(axis=2)[:, :-1]
        assert np.median(seams) < 120


def test_straightening_a_board_that_goes_on_outside() -> None:
    bgr = drawn(Grid(6, 50.0, 0.0, 0.0, margin=0.0))
    board = straighten(bgr, Lattice(-12.0, -8.0, 50.0, 50.0, 6, 6))
    assert board.shape == (6 * UNIT, 6 * UNIT, 3)

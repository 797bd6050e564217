"""The most probable board of Pips that has a solution: what was read is corrected where it has none, and no further."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver.errors import SearchTimeout
from solver.pips.puzzle import PipsPuzzle
from solver.pips.search import first
from vision.games.pips.fills import unlike
from vision.games.pips.network import edge_patch, edges
from vision.games.pips.verify import PLAIN, Evidence, checked, region_of

# Two cells of 6 together over two without constraint of which one was taken for the region's; dominoes 5|1 and 2|3.
CELLS = ((0, 0), (0, 1), (1, 0), (1, 1))
READ = Evidence(
    cells=CELLS,
    edges=((0, 1, 6.0), (0, 2, -0.5), (1, 3, 0.4), (2, 3, -0.4)),
    start=(0, 0, 1, 0),
    owners=(0, 2),
    texts=((("6", 0.0), ("8", 3.0)), (("2", 0.0), ("3", 1.0))),
    halves=((("5", 0.0),), (("1", 0.0),), (("2", 0.0),), (("3", 0.0), ("4", 5.0))),
    laid=(),
    unlike=np.zeros((4, 4)),
)


def test_a_cell_goes_to_another_region_where_that_alone_has_a_solution() -> None:
    found = checked(READ)
    assert found.solvable
    assert found.labels == (0, 0, 1, PLAIN)
    assert (found.texts, found.pips) == (("6", "2"), (5, 1, 2, 3))


def test_what_has_a_solution_stays_as_it_was_read() -> None:
    sound = replace(READ, start=(0, 0, 1, PLAIN), edges=((0, 1, 6.0), (0, 2, -6.0), (1, 3, -6.0), (2, 3, -6.0)))
    sound = replace(sound, texts=((("6", 0.0), ("8", 3.0)), (("2", 0.0),)))
    found = checked(sound)
    assert (found.labels, found.texts, found.pips) == (sound.start, ("6", "2"), (5, 1, 2, 3))
    assert found.share > 0.9


def test_two_boards_as_likely_share_the_confidence() -> None:
    either = replace(READ, owners=(0,), start=(0, 0, PLAIN, PLAIN), edges=((0, 1, 9.0), (0, 2, -9.0), (1, 3, -9.0)))
    either = replace(either, texts=((("6", 0.0), (">5", 0.01)),))
    assert checked(either).share == pytest.approx(0.5, abs=0.05)


def test_cells_without_constraint_have_one_colour() -> None:
    """Two cells that may well be of the tag's region are rather that where their colours differ."""
    fills = np.array([[200.0, 0, 0]] * 2 + [[90, 90, 90], [90, 90, 90]])
    alike = replace(READ, owners=(0,), start=(0, PLAIN, PLAIN, PLAIN), edges=((0, 1, -2.0), (0, 2, -9.0), (1, 3, 0.3)))
    alike = replace(alike, texts=((("5", 0.0),),))
    assert checked(alike).labels == alike.start
    found = checked(replace(alike, unlike=unlike(fills, [False] * 4)))
    assert found.labels == (0, 0, PLAIN, PLAIN)
    assert list(replace(alike, unlike=unlike(fills, [False] * 4)).odd(alike.start)) == [1]
    assert not replace(alike, unlike=unlike(fills, [False, True, False, False])).odd(alike.start)


def test_that_nothing_has_a_solution_is_said() -> None:
    hopeless = replace(READ, texts=((("24", 0.0),), (("2", 0.0),)))
    assert checked(hopeless).solvable is False


def test_dominoes_on_the_board_tell_which_region_is_under_them() -> None:
    laid = replace(READ, laid=((0, 0, 1), (2, 2, 3)), texts=((("6", 0.0),), (("5", 0.0), ("2", 0.2))))
    found = checked(laid)
    as_laid = [((5, 1), CELLS[:2]), ((2, 3), CELLS[2:])]
    assert first(found.puzzle, placed=as_laid) is not None
    assert found.texts[1] == ("5" if found.labels[3] == 1 else "2")


def test_a_search_of_few_steps_gives_up_and_says_so() -> None:
    puzzle = PipsPuzzle([(1, 2), (3, 4)], [region_of("", CELLS)])
    with pytest.raises(SearchTimeout, match="1 steps"):
        first(puzzle, most_steps=1)
    assert first(puzzle, most_steps=50) is not None


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("down", [False, True])
def test_a_close_look_tells_whether_cells_under_a_domino_are_of_one_region(alike: bool, down: bool) -> None:
    """What the domino leaves free of both cells is of one colour, or of two."""
    step = 60
    picture = np.full((3 * step, 4 * step, 3), 245, np.uint8)
    picture[step : 2 * step, step : 3 * step] = (190, 160, 150)
    if not alike:
        picture[step : 2 * step, 2 * step : 3 * step] = (120, 170, 200)
    cv2.rectangle(picture, (step + 5, step + 5), (3 * step - 6, 2 * step - 6), (250, 250, 250), -1)
    cv2.rectangle(picture, (step + 5, step + 5), (3 * step - 6, 2 * step - 6), (40, 40, 40), 1)
    if down:
        picture = np.ascontiguousarray(picture.swapaxes(0, 1))
    x, y = (1.5 * step, 2.0 * step) if down else (2.0 * step, 1.5 * step)
    (odds,) = edges([edge_patch(picture, x, y, step, down)]).tolist()
    assert (odds > 1) if alike else (odds < -1)

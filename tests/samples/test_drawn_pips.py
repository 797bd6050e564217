"""Drawn pages of Pips: what the labels say is what is painted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from samples.drawn.pips.boards import random_board
from samples.drawn.pips.cuts import BARE, LAID, dominoes, said, tags, window
from samples.drawn.pips.page import draw_page, tag_sheet
from vision.games.pips.network import WAYS

PAGES = range(12)


def test_a_page_comes_again() -> None:
    one, other = draw_page(3, 5), draw_page(3, 5)
    assert np.array_equal(one.picture, other.picture)
    assert one.board == other.board
    assert one.marks == other.marks


def test_boards_have_two_cells_for_each_domino_and_every_cell_a_region() -> None:
    for seed in range(40):
        board = random_board(Random(seed), 9, 9)
        cells = [cell for a, b, _, _ in board.dominoes for cell in (a, b)]
        assert len(cells) == len(set(cells)) == len(board.region)
        assert set(cells) == set(board.region)
        assert set(board.region.values()) == set(range(len(board.tags)))


@pytest.mark.parametrize("index", PAGES)
def test_a_window_holds_the_whole_board(index: int) -> None:
    page = draw_page(7, index)
    if page.board is None:
        return
    shown = window(Random(index), page, page.board.rows + 2, page.board.columns + 3)
    covered = len(page.hidden & set(page.board.region))
    assert int((shown.place > 0).sum()) == len(page.board.region) - covered
    assert int(shown.tag.sum()) == len({(round(2 * m.x), round(2 * m.y)) for m in page.marks})
    for row, column in np.argwhere(shown.place == LAID):
        down, across = WAYS[shown.way[row, column]]
        assert shown.place[row + down, column + across] in (LAID, -1)
    assert (shown.pips[shown.place == BARE] == -1).all()


def test_patches_say_what_tags_and_dominoes_say() -> None:
    for index in PAGES:
        for tag in tags(Random(index), draw_page(7, index), 6):
            assert tag.image.shape == (64, 96, 3)
            assert (tag.ones >= 0) == (tag.tens >= 0) <= (tag.sign > 2)
        for domino in dominoes(Random(index), draw_page(7, index), 6):
            assert domino.image.shape == (64, 64, 3)
            assert (domino.first >= 0) == (domino.second >= 0) == (domino.domino == 1)
    assert [said(text) for text in ("=", "<7", "12", ">10")] == [(1, -1, -1), (3, 10, 7), (5, 1, 2), (4, 1, 0)]


def test_a_sheet_has_a_tag_in_every_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samples.drawn.pips.page.POINTED", 0.0)  # nothing lies over any
    page = tag_sheet(Random(4))
    assert page.board is not None
    assert {mark.owner for mark in page.marks} == set(page.board.region)


def test_what_lies_over_a_board_is_told() -> None:
    """Where nothing lies over a board nothing is covered, and of other boards some tags are."""
    covered_tags = 0
    for index in range(400):  # one tag in some 20 pages is
        page = draw_page(11, index)
        if page.board is None:
            continue
        shown = window(Random(index), page, 12, 12)
        if not page.over:
            assert (shown.covered < 1).all()
            assert all(mark.covered == 0 for mark in page.marks)
        covered_tags += sum(tag.covered == 1 for tag in tags(Random(index), page, 40))
    assert covered_tags > 3

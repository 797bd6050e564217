"""Looks of Pips: one labelled picture of a site is enough for its other boards, and changes nothing for other sites."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

import solver
from solver import PipsPuzzle
from tests.vision.drawn_pips_look import bbox_of, flat_site, pips_site
from tests.vision.labelled_pips import SAMPLES_PIPS
from vision import PipsReading, UnreadableError, read
from vision.games.pips.rules.learn import learn, same_board
from vision.games.pips.rules.looks import PipsLook
from vision.image import load
from vision.learnt import LookError, from_files, from_zip, to_zip

BOARDS = ((9, 4), (9, 8), (10, 3), (7, 4))


@cache
def puzzle(number: int) -> PipsPuzzle:
    size, seed = BOARDS[number]
    made = solver.generate("pips", size=size, seed=seed)
    assert isinstance(made, PipsPuzzle)
    return made


def last_cells(made: PipsPuzzle) -> list[tuple[int, int]]:
    return [region.cells[-1] for region in made.regions if region.tag]


@cache
def look() -> PipsLook:
    return learn(pips_site(puzzle(0)), puzzle(0), "site", bbox_of(puzzle(0)))


@pytest.mark.parametrize("number", range(len(BOARDS)))
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5])
def test_one_picture_teaches_the_boards_of_its_look(number: int, scale: float) -> None:
    picture = pips_site(puzzle(number), scale)
    reading = read(picture, looks=[look()])
    assert isinstance(reading, PipsReading)
    assert same_board(reading.puzzle, puzzle(number))
    assert (reading.look, reading.warnings) == ("site", ())
    x0, y0, x1, _ = (value * scale for value in bbox_of(puzzle(number)))
    assert np.abs(np.subtract(reading.bbox[:3], (x0, y0, x1))).max() < 0.06 * reading.step


@pytest.mark.parametrize(("bitten", "laid"), [(False, 0), (False, 3), (True, 3)])
def test_boards_with_flat_tags_are_never_read_wrong_in_silence(bitten: bool, laid: int) -> None:
    """Tags as dark as their cells, partly under them, in a look that nobody has learnt."""
    solution = solver.solve(puzzle(3))
    assert solution is not None
    try:
        reading = read(flat_site(puzzle(3), bitten, solution.places[:laid]))
    except UnreadableError:
        return
    assert isinstance(reading, PipsReading)
    assert reading.warnings or (same_board(reading.puzzle, puzzle(3)) and len(reading.placed) == laid)


@pytest.mark.slow
def test_a_board_that_is_covered_is_still_refused() -> None:
    """A tag under something is not a region without one."""
    silent = []
    for r, c in puzzle(1).cells:
        picture = pips_site(puzzle(1))
        x, y = 50 + round((c + 0.95) * 66), 50 + round((r + 0.95) * 66)
        cv2.circle(picture, (x, y), 24, (120, 120, 240), -1)
        try:
            reading = read(picture, looks=[look()])
        except UnreadableError:
            continue
        assert isinstance(reading, PipsReading)
        if not reading.warnings and not same_board(reading.puzzle, puzzle(1)):
            silent.append((r, c))
    assert silent == []


def test_a_look_comes_back_as_it_was() -> None:
    picture = pips_site(puzzle(2))
    for again in (from_files(look().to_files()), from_zip(to_zip(look()))):
        assert isinstance(again, PipsLook)
        assert again.to_files() == look().to_files()
        assert read(picture, looks=[again]).puzzle == read(picture, looks=[look()]).puzzle
    assert {name.rpartition(".")[2] for name in look().to_files()} == {"json", "png"}


@pytest.mark.slow
def test_other_sites_are_read_as_before() -> None:
    for name in ("candy.png", "harbour.png", "classic-pointer.png", "none-tray.png"):
        path = SAMPLES_PIPS / name
        try:
            before: Any = read(path)
        except UnreadableError as error:
            with pytest.raises(type(error), match=error.message[:40]):
                read(path, looks=[look()])
            continue
        after = read(path, looks=[look()])
        assert isinstance(after, PipsReading)
        assert (after.puzzle, after.warnings, after.look) == (before.puzzle, before.warnings, "")


@pytest.mark.slow
def test_where_the_board_is_need_not_be_said_if_it_is_found() -> None:
    path = SAMPLES_PIPS / "candy.png"
    made = solver.load(json.loads(path.with_suffix(".json").read_text())["puzzle"])
    assert isinstance(made, PipsPuzzle)
    learnt = learn(load(path).bgr, made, "candy")
    assert len(learnt.tags) == len(learnt.fills) >= 3
    assert len(learnt.signs) == sum(len(region.tag) for region in made.regions)


def test_a_label_of_another_board_teaches_nothing() -> None:
    with pytest.raises(LookError, match="check that the label is the picture's"):
        learn(pips_site(puzzle(0)), puzzle(3), "wrong", bbox_of(puzzle(3)))
    with pytest.raises(LookError, match="not that of"):
        learn(pips_site(puzzle(0)), puzzle(0), "wrong", [10, 10, 400, 90])
    with pytest.raises(LookError, match="board_bbox"):
        learn(np.full_like(pips_site(puzzle(0)), 236), puzzle(0), "unknown")


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, bytes]:
    files = look().to_files()
    said = json.loads(files["look.json"])
    change(said)
    return files | {"look.json": json.dumps(said).encode()}


@pytest.mark.parametrize(
    "change",
    [
        lambda said: said.pop("outline"),
        lambda said: said.update(outline=[[0, 0]] * 1000),
        lambda said: said.update(outline=[[0, 0], [0, 0], [0, 0]]),
        lambda said: said.update(width=float("nan")),
        lambda said: said.update(width=10**9),
        lambda said: said.update(width=True),
        lambda said: said.update(place=[0.5]),
        lambda said: said.update(fills=[]),
        lambda said: said.update(fills=[[1, 2, 3]] * 1000),
        lambda said: said.update(ink=[1, 2, 300]),
        lambda said: said.update(ink="black"),
        lambda said: said.update(tags=[]),
        lambda said: said.update(rims=[]),
        lambda said: said.update(rims=[None] * 3),
        lambda said: said.update(signs="abc"),
        lambda said: said.update(signs="0" * 100_000),
        lambda said: said.update(bordered=1),
        lambda said: said.update(name="../up"),
        lambda said: said.update(format=2),
    ],
)
def test_what_is_no_look_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(LookError):
        from_files(changed(change))


def test_pictures_of_signs_are_checked() -> None:
    files = look().to_files()
    for data in (b"", b"\x89PNG\r\n\x1a\n", files["glyphs.png"][:60], b"\x80\x04K\x01."):
        with pytest.raises(LookError, match=r"glyphs\.png"):
            from_files(files | {"glyphs.png": data})

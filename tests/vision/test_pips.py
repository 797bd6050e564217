"""Pips from pictures: golden readings of our own page, what is refused, and the parts one by one."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import solver
from samples.wear import draw_pointer
from solver.pips.puzzle import PipsPuzzle
from tests.vision.drawn_pips_look import PLACES, flat_site
from tests.vision.labelled_pips import Label, differences, placed
from vision import PipsReading, Reading, UnreadableError, read
from vision.errors import OccludedError
from vision.games.pips import locate
from vision.image import load

Colours = NDArray[np.uint8]

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "pips"


@cache
def labels() -> dict[str, Label]:
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(SAMPLES.glob("*.json"))}
    return {name: label for name, label in found.items() if label.get("image")}


def fresh(tag: str = "diamond") -> list[str]:
    """Samples with everything in the tray."""
    return [name for name, label in labels().items() if label.get("puzzle") and _look(label) == (tag, "fresh")]


def _look(label: Label) -> tuple[str | None, str | None]:
    return label["look"].get("tag"), label["look"].get("state")


def pixels(name: str) -> Colours:
    return load(SAMPLES / labels()[name]["image"]).bgr


@cache
def sample(name: str) -> Reading:
    """What is read of a sample."""
    return read(pixels(name))


# --- samples ---------------------------------------------------------------------------------------------------------

OTHER_TAGS = ("candy", "candy-crop", "felt-phone", "harbour-dark", "paper-dark-phone")
"""Pills inside the last cell, squares, discs, hexagons at the first one; without a frame, without gaps, on a felt."""


@pytest.mark.parametrize("name", ["classic-cut-by-line", "classic-islands", "classic-turned", "cream-partial"])
def test_dominoes_much_smaller_than_cells_are_read(name: str) -> None:
    """In large slots; at the scale at which a board is found their pips are less than a pixel."""
    label, picture = labels()[name], pixels(name).copy()
    for x0, y0, x1, y1 in (map(round, box) for box in label["tiles"]):
        by = 0.24 * label["lattice"]["pitch"] / min(x1 - x0, y1 - y0)
        small = cv2.resize(picture[y0:y1, x0:x1], None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
        picture[y0 - 3 : y1 + 3, x0 - 3 : x1 + 3] = picture[y0 - 5, (x0 + x1) // 2]
        top, left = (y0 + y1 - small.shape[0]) // 2, (x0 + x1 - small.shape[1]) // 2
        picture[top : top + small.shape[0], left : left + small.shape[1]] = small
    reading = read(picture)
    assert isinstance(reading, PipsReading)
    assert differences(label, reading) == []


@pytest.mark.parametrize("name", fresh())
def test_fresh_boards_are_read_exactly(name: str) -> None:
    label = labels()[name]
    reading = sample(name)
    assert isinstance(reading, PipsReading)
    assert differences(label, reading) == []
    assert reading.game == reading.puzzle.game == "pips"
    assert reading.placed == ()
    assert [list(tile.values) for tile in reading.tray] == label["tray"]
    assert set(reading.tags) == {k for k, region in enumerate(reading.puzzle.regions) if region.type != "empty"}
    assert set(reading.fills) == set(range(len(reading.puzzle.regions)))
    assert solver.solve(reading.puzzle) is not None


@pytest.mark.parametrize("name", fresh())
def test_cells_and_tiles_are_where_they_are_drawn(name: str) -> None:
    label = labels()[name]
    reading = sample(name)
    assert isinstance(reading, PipsReading)
    where, cells = label["lattice"], [cell for region in label["puzzle"]["regions"] for cell in region["indices"]]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    assert reading.step == pytest.approx(where["pitch"], rel=0.02)
    for (r, c), (x, y) in reading.cells.items():
        assert x == pytest.approx(where["x0"] + (c + left + 0.5) * where["pitch"], abs=0.12 * where["pitch"])
        assert y == pytest.approx(where["y0"] + (r + top + 0.5) * where["pitch"], abs=0.12 * where["pitch"])
    for tile, (x0, y0, x1, y1) in zip(reading.tray, label["tiles"], strict=True):
        assert x0 < tile.center[0] < x1
        assert y0 < tile.center[1] < y1
        assert tile.upright == (y1 - y0 > x1 - x0)


@pytest.mark.parametrize("name", OTHER_TAGS)
def test_tags_of_other_shapes_are_read_exactly(name: str) -> None:
    assert differences(labels()[name], sample(name)) == []


def test_small_cells_are_read_on_a_wide_page() -> None:
    """A large screen has as many pixels as a photograph, and its cells are no larger for it."""
    small = cv2.resize(pixels("candy"), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    page = cv2.copyMakeBorder(small, 0, 1100 - small.shape[0], 400, 404, cv2.BORDER_REPLICATE)
    assert differences(labels()["candy"], read(np.asarray(page, np.uint8))) == []


@pytest.mark.parametrize("name", [name for name, label in labels().items() if label.get("puzzle")])
def test_no_sample_is_wrong_and_silent(name: str) -> None:
    """Other looks, dominoes on the board, pointers: read exactly, or said to be doubtful, or refused."""
    label = labels()[name]
    try:
        reading = sample(name)
    except UnreadableError:
        return
    if not reading.warnings:
        assert differences(label, reading) == []
        assert isinstance(reading, PipsReading)
        assert placed(label) == sorted(sorted(zip(p.cells, p.domino, strict=True)) for p in reading.placed)


def test_most_boards_with_dominoes_on_them_are_read() -> None:
    names = [name for name, label in labels().items() if label.get("placed") and _look(label)[0] == "diamond"]
    good = 0
    for name in names:
        try:
            good += not differences(labels()[name], sample(name))
        except UnreadableError:
            continue
    assert good >= 0.6 * len(names)


def test_the_same_picture_is_read_the_same_again() -> None:
    one, other = read(pixels("classic-crop")), read(pixels("classic-crop"))
    assert (one.puzzle, one.confidence, one.warnings) == (other.puzzle, other.confidence, other.warnings)


# --- what is missing -------------------------------------------------------------------------------------------------


def test_a_board_without_its_dominoes_says_so() -> None:
    for picture in (pixels("none-tray"), _above_the_tray("classic-crop"), _above_the_tray("classic-retina")):
        with pytest.raises(UnreadableError, match="dominoes to lay on it are not in the picture") as caught:
            read(picture)
        assert caught.value.kind == "unsupported"


def _above_the_tray(name: str) -> Colours:
    return pixels(name)[: int(min(y0 for _, y0, _, _ in labels()[name]["tiles"])) - 12]


def test_a_dialog_over_the_board_says_so() -> None:
    with pytest.raises(UnreadableError, match="dialog lies over a dimmed page") as caught:
        read(pixels("none-dialog"))
    assert caught.value.kind == "occluded"


def test_dominoes_without_a_board_say_so() -> None:
    name = "classic-crop"
    top = int(min(y0 for _, y0, _, _ in labels()[name]["tiles"])) - 12
    with pytest.raises(UnreadableError, match="no board of Pips") as caught:
        read(pixels(name)[top:])
    assert caught.value.kind == "no_board"


@pytest.mark.parametrize("name", ["diagonals-6x6", "paint-8x8"])
def test_a_board_of_nameless_symbols_above_dominoes_is_read_as_it_is_or_not(name: str) -> None:
    """Cells of a board of Pips may look like two kinds of symbols, but a board of these is one above a tray, too."""
    board = load(SAMPLES.parent / "takuzu" / f"{name}.png").bgr
    alone = read(board)
    assert alone.game == "takuzu"
    label = labels()["classic-crop"]
    tray = pixels("classic-crop")[int(min(y0 for _, y0, _, _ in label["tiles"])) - 12 :]
    height, width = board.shape[0] + tray.shape[0], max(board.shape[1], tray.shape[1])
    both: Colours = np.full((height, width, 3), board[2, 2], np.uint8)
    both[: board.shape[0], : board.shape[1]] = board
    both[board.shape[0] :, : tray.shape[1]] = tray
    with contextlib.suppress(UnreadableError):
        assert read(both).puzzle == alone.puzzle


@pytest.mark.parametrize("name", ["classic-crop", "classic-retina"])
def test_a_tile_that_is_hidden_is_missed(name: str) -> None:
    picture = pixels(name).copy()
    x0, y0, x1, y1 = (round(v) for v in labels()[name]["tiles"][0])
    picture[y0 - 6 : y1 + 6, x0 - 6 : x1 + 6] = picture[2, 2]
    with pytest.raises(UnreadableError) as caught:
        read(picture)
    assert caught.value.kind == "occluded"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["classic-crop", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("cream-desktop", "classic-retina"))],
)
def test_a_tag_that_is_hidden_is_missed(name: str) -> None:
    """A card of the page's colour over each of the tags in turn: the region must not be taken for a free one."""
    for tag in labels()[name]["tags"]:
        picture = pixels(name).copy()
        x0, y0, x1, y1 = (round(v) for v in tag["box"])
        picture[max(0, y0 - 2) : y1 + 2, max(0, x0 - 2) : x1 + 2] = (250, 250, 250)
        try:
            reading = read(picture)
        except UnreadableError:
            continue
        assert reading.warnings or differences(labels()[name], reading) == [], tag


@pytest.mark.parametrize("name", ["classic-crop", "classic-retina", "candy"])
def test_a_tile_too_many_is_noticed(name: str) -> None:
    """The last tile of the tray once more, beside or below it: refused, or one of the two left out, with a warning."""
    picture = pixels(name).copy()
    x0, y0, x1, y1 = (round(v) for v in labels()[name]["tiles"][-1])
    wide, high = x1 - x0 + 8, y1 - y0 + 8
    tile = picture[y0 - 4 : y0 - 4 + high, x0 - 4 : x0 - 4 + wide].copy()
    left = x0 - 4 + round(1.2 * wide)
    if left + wide > picture.shape[1]:
        left = x0 - 4 - round(1.2 * wide)
    picture[y0 - 4 : y0 - 4 + high, left : left + wide] = tile
    try:
        reading = read(picture)
    except UnreadableError:
        return
    assert isinstance(reading, PipsReading)
    assert reading.warnings
    assert reading.confidence < 0.9
    assert differences(labels()[name], reading) == []


def _with_a_tag_that_says(name: str, tag: int, text: str) -> Colours:
    """A sample with other words on one of its tags."""
    picture = pixels(name).copy()
    x0, y0, x1, y1 = labels()[name]["tags"][tag]["box"]
    x, y, width = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0
    colour = picture[round(y + 0.36 * width), round(x)].tolist()
    across, down = round(0.27 * width), round(0.18 * width)
    picture[round(y) - down : round(y) + down, round(x) - across : round(x) + across] = colour
    scale = 0.0125 * width
    thick = max(1, round(0.05 * width))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    place = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_DUPLEX, scale, (255,) * 3, thick, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("name", ["classic-crop", pytest.param("classic-crop-large", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "text", ["41", *(pytest.param(text, marks=pytest.mark.thorough) for text in ("7", "0", "1", "9"))]
)
def test_a_tag_is_read_as_it_is_or_with_a_warning(name: str, text: str) -> None:
    """Each tag in turn says something else, whatever that does to the solutions: what was there before is not read, and
    a puzzle without a solution is not read without a word."""
    for number in range(len(labels()[name]["tags"])):
        try:
            reading = read(_with_a_tag_that_says(name, number, text))
        except UnreadableError:
            continue
        assert isinstance(reading, PipsReading)
        before = [tag["text"] for tag in labels()[name]["tags"]]
        expected = sorted([*before[:number], text, *before[number + 1 :]])
        if not reading.warnings:
            assert sorted(tag.text for tag in reading.tags.values()) == expected
            assert solver.solve(reading.puzzle) is not None


@pytest.mark.parametrize("name", ["classic-crop", "classic-retina", "cream-desktop"])
def test_a_tag_that_is_true_of_whatever_lies_there_is_hard_to_read(name: str) -> None:
    """No printed one is: words that are not known may look like one."""
    reading = read(_with_a_tag_that_says(name, 0, "<70"))
    assert isinstance(reading, PipsReading)
    assert any("the tag <70, which is true of whatever lies there" in warning for warning in reading.warnings)
    assert reading.confidence < 0.9


CREAM, WHITE, INK = (240, 250, 255), (255, 255, 255), (60, 45, 40)
STEP = 66


def ring(blank: bool) -> Colours:
    """Ten cells around two that are a hole, or hold a `blank` domino; all under white dominoes, on a cream page."""
    picture: Colours = np.full((5 * STEP, 6 * STEP, 3), CREAM, np.uint8)
    fills = [(178, 160, 224), (190, 190, 150)]
    ways = [((0, 0), (0, 1), 3, 5), ((0, 2), (0, 3), 1, 2), ((1, 3), (2, 3), 4, 4), ((2, 1), (2, 2), 6, 2)]
    ways += [((1, 0), (2, 0), 1, 3), *([((1, 1), (1, 2), 0, 0)] if blank else [])]
    for (r, c), (r2, c2), *values in ways:
        for row, column in ((r, c), (r2, c2)):
            x, y = round((column + 1) * STEP), round((row + 1) * STEP)
            fill = fills[1 if (row, column) in ((1, 3), (2, 3)) else 0]
            cv2.rectangle(picture, (x, y), (x + STEP - 1, y + STEP - 1), fill, -1)
        x0, y0 = round((c + 1.09) * STEP), round((r + 1.09) * STEP)
        x1, y1 = round((c2 + 1.91) * STEP), round((r2 + 1.91) * STEP)
        cv2.rectangle(picture, (x0, y0), (x1, y1), WHITE, -1)
        cv2.rectangle(picture, (x0, y0), (x1, y1), INK, 3)
        for (row, column), value in zip(((r, c), (r2, c2)), values, strict=True):
            for i, j in PLACES[value]:
                pip = [round((1.5 + at + 0.22 * (k - 1)) * STEP) for at, k in ((column, j), (row, i))]
                cv2.circle(picture, pip, 5, INK, -1, cv2.LINE_AA)
    for (row, column), colour, text in (((2, 2), (121, 48, 201), "23"), ((2, 3), (145, 128, 56), "8")):
        x, y, half = (column + 2) * STEP, (row + 2) * STEP, round(0.36 * STEP)
        corners = np.array([(x - half, y), (x, y - half), (x + half, y), (x, y + half)])
        cv2.fillConvexPoly(picture, corners, colour, cv2.LINE_AA)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 0.55, 2)
        corner = (round(x - wide / 2), round(y + high / 2))
        cv2.putText(picture, text, corner, cv2.FONT_HERSHEY_DUPLEX, 0.55, WHITE, 2, cv2.LINE_AA)
    return picture


def test_a_hole_among_dominoes_is_no_domino_without_pips() -> None:
    """What lies between dominoes has the page's colour and outlines all around, as a blank domino on a light page."""
    reading = read(ring(blank=False))
    assert isinstance(reading, PipsReading)
    assert len(reading.placed) == 5
    assert {(1, 1), (1, 2)}.isdisjoint(reading.cells)


def test_a_domino_without_pips_among_others_is_no_hole_without_a_word() -> None:
    reading = read(ring(blank=True))
    assert isinstance(reading, PipsReading)
    there = any(one.domino == (0, 0) and set(one.cells) == {(1, 1), (1, 2)} for one in reading.placed)
    assert there or reading.warnings


def test_a_domino_left_over_tells_that_the_board_is_cut() -> None:
    """What is left of the board is covered with dominoes, and one more lies in the tray: refused, or doubted."""
    try:
        reading = read(pixels("classic-desktop-wrong")[351:])
    except OccludedError:
        return
    assert any(warning.startswith("hard to tell") for warning in reading.warnings)


def test_a_domino_in_the_air_is_one_of_the_puzzle_and_that_is_said() -> None:
    reading = sample("classic-held")
    assert differences(labels()["classic-held"], reading) == []
    assert any("held in the air" in warning for warning in reading.warnings)


def with_example(name: str, example: tuple[str, int, int, int, int], scale: float) -> Colours:
    """A sample with an example of the rules on the right: some cells of a solved one (row, column, rows, columns), so
    many times as large as the sample's."""
    solved, row, column, rows, columns = example
    pitch, origin = labels()[solved]["lattice"]["pitch"], labels()[solved]["lattice"]
    left, top, margin = origin["x0"] + column * pitch, origin["y0"] + row * pitch, 0.3 * pitch
    across = slice(round(left - margin), round(left + columns * pitch + margin))
    down = slice(round(top - margin), round(top + rows * pitch + margin))
    step, page = labels()[name]["lattice"]["pitch"], pixels(name)
    by = scale * step / pitch
    shown = cv2.resize(pixels(solved)[down, across], None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    height, width = shown.shape[:2]
    x, y = page.shape[1] + round(3.2 * step), round(0.3 * len(page))
    whole = np.full((len(page), x + width + round(step), 3), page[3, 3], np.uint8)
    whole[:, : page.shape[1]] = page
    whole[y : y + height, x : x + width] = shown
    return whole


LYING = ("classic-desktop-solved", 2, 3, 2, 2)
STACKED = ("cream-solved", 5, 1, 3, 2)


@pytest.mark.parametrize(
    ("name", "example", "scale"),
    [
        ("classic-desktop", LYING, 0.6),
        ("classic-desktop-partial", LYING, 0.95),
        ("felt", STACKED, 0.95),
        ("paper", LYING, 0.6),
        ("paper", LYING, 0.95),
    ],
)
def test_an_example_of_the_rules_beside_a_board_is_none_of_it(
    name: str, example: tuple[str, int, int, int, int], scale: float
) -> None:
    """Its dominoes are of another size than those of the tray, or its cells are further away than an island."""
    assert differences(labels()[name], read(with_example(name, example, scale))) == []


@pytest.mark.parametrize(
    "name",
    [
        "classic-desktop",
        "classic-desktop-partial",
        "felt",
        "paper",
        "candy",
        "cream-retina",
        "classic-app-dark-solved",
    ],
)
def test_dominoes_far_below_the_tray_are_none_of_the_puzzle(name: str) -> None:
    """Those of an example of the rules may be as large as those of the tray."""
    page, reading = pixels(name), sample(name)
    assert isinstance(reading, PipsReading)
    if reading.tray:
        tile = reading.tray[0]
        (x, y), (wide, high) = tile.center, tile.size
    else:  # one that lies on the board, in its first row
        wide, high = 2 * reading.step, reading.step
        x, y = reading.origin[0] + wide / 2, reading.origin[1] + high / 2
    side = min(wide, high)
    across, down = (slice(round(at - 0.55 * size), round(at + 0.55 * size)) for at, size in ((x, wide), (y, high)))
    below = np.full((round(9 * side), *page.shape[1:]), page[-3, 3], np.uint8)
    example = np.hstack([page[down, across]] * 2)
    below[-example.shape[0] - round(side) : -round(side), : example.shape[1]] = example
    assert differences(labels()[name], read(np.vstack([page, below]))) == []


def test_tags_under_a_pointer_are_doubted() -> None:
    """Whatever part of a tag's text a pointer covers: refused, read as it is, or said to be hard to read."""
    label = labels()["classic-crop"]
    for number, tag in enumerate(label["tags"]):
        x0, y0, x1, y1 = tag["box"]
        for kind in ("arrow", "beam"):
            x, y = (x0 + x1) / 2 - 2 + 3 * (number % 3), (y0 + y1) / 2 - 6 * (number % 2)
            try:
                reading = read(draw_pointer(pixels("classic-crop"), x, y, 40, kind))
            except UnreadableError:
                continue
            assert reading.warnings or not differences(label, reading), (tag, kind)


@pytest.mark.parametrize("cells", [0.55, 0.75])
def test_a_hand_over_the_one_tag_of_its_colour_is_noticed(cells: float) -> None:
    """Halves whose tint no tag has are not given to the tag whose colour is the least unlike."""
    label = labels()["classic-desktop-solved"]
    tag = next(tag for tag in label["tags"] if tag["text"] == ">1")
    size = cells * label["lattice"]["pitch"]
    x, y = (sum(tag["box"][k::2]) / 2 - 0.35 * size for k in (0, 1))
    try:
        reading = read(draw_pointer(pixels("classic-desktop-solved"), x, y, size, "hand"))
    except UnreadableError:
        return
    assert reading.warnings or not differences(label, reading)


def test_a_domino_whose_outline_a_hand_breaks_is_not_left_out_without_a_word() -> None:
    """It lies on two cells by themselves, of which nothing else is to be seen."""
    label = labels()["classic-desktop-wrong"]
    lattice = label["lattice"]
    size = lattice["pitch"] / 2
    x, y = lattice["x0"] + 1.9 * lattice["pitch"], lattice["y0"] + 1.3 * lattice["pitch"]
    picture = draw_pointer(pixels("classic-desktop-wrong"), x - 0.35 * size, y - 0.1 * size, size, "hand")
    try:
        reading = read(picture)
    except UnreadableError:
        return
    assert reading.warnings or not differences(label, reading)


@pytest.mark.parametrize("name", ["classic-crop", "classic-retina", "cream-desktop"])
@pytest.mark.parametrize("cells", [0.5, 1.5, *(pytest.param(far, marks=pytest.mark.thorough) for far in (1.0, 2.5))])
def test_a_board_cut_by_the_edge_is_not_taken_for_a_whole_one(name: str, cells: float) -> None:
    lattice = labels()[name]["lattice"]
    picture = pixels(name)[:, round(lattice["x0"] + cells * lattice["pitch"]) :]
    try:
        reading = read(np.ascontiguousarray(picture))
    except UnreadableError:
        return
    assert reading.warnings or not differences(labels()[name], reading)


@pytest.mark.parametrize("white", [215, 175, 150])
def test_halves_on_a_dimmed_screen_keep_their_tints(white: int) -> None:
    """What is under a domino shows by a tint; where white is grey, a weak one must not pass for none."""
    name = "classic-safari-partial"
    reading = read((pixels(name) * (white / 255)).astype(np.uint8))
    assert differences(labels()[name], reading) == []


@pytest.mark.parametrize("seed", range(6))
def test_an_island_under_a_domino_is_not_left_out_without_a_word(seed: int) -> None:
    """In noise, what sees less than was seen before sees a part of the board only."""
    name = "classic-desktop-wrong"
    noise = np.random.default_rng(seed).normal(0, 7, pixels(name).shape)
    reading = read(np.clip(pixels(name) + noise, 0, 255).astype(np.uint8))
    assert reading.warnings or differences(labels()[name], reading) == []


ISLAND = {
    "game": "pips",
    "dominoes": [[4, 6], [1, 2], [3, 3], [0, 5]],
    "regions": [
        {"type": "sum", "target": 3, "indices": [[0, 0], [0, 1]]},
        {"type": "equals", "indices": [[1, 0], [1, 1]]},
        {"type": "sum", "target": 5, "indices": [[2, 0], [2, 1]]},
        {"type": "sum", "target": 10, "indices": [[0, 4], [1, 4]]},
    ],
}


def test_an_island_that_is_not_found_at_first_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A domino lies on it, so there are more dominoes than cells without it."""
    puzzle = solver.load(ISLAND)
    assert isinstance(puzzle, PipsPuzzle)

    def without_island(bgr: Colours, pixels: int) -> locate.Found:
        """The domino on it is taken for one of the tray."""
        found = locate.located(bgr, pixels)
        x, y = found.x + 4.5 * found.step, found.y + found.step
        return replace(found, columns=2, dominoes=(*found.dominoes, locate.Domino(x, y, found.step, True, 1.0)))

    monkeypatch.setattr("vision.games.pips.read.located", without_island)
    reading = read(flat_site(puzzle, True, [((0, 4), (1, 4))]))
    assert isinstance(reading, PipsReading)
    assert differences({"puzzle": ISLAND, "placed": []}, reading) == []
    assert [set(one.cells) for one in reading.placed] == [{(0, 4), (1, 4)}]


@pytest.mark.parametrize("first", [3, 6])
def test_a_row_of_which_two_cells_were_found_is_read_whole(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    row = [(0, [0, 1, 2]), (4, [3]), (6, [4, 5]), (5, [6]), (3, [7])]
    puzzle = solver.load(
        {
            "game": "pips",
            "dominoes": [[0, 0], [0, 4], [1, 5], [5, 3]],
            "regions": [{"type": "sum", "target": n, "indices": [[0, c] for c in columns]} for n, columns in row],
        }
    )
    assert isinstance(puzzle, PipsPuzzle)

    def two_cells(bgr: Colours, pixels: int) -> locate.Found:
        found = locate.located(bgr, pixels)
        return replace(found, x=found.x + first * found.step, columns=2)

    monkeypatch.setattr("vision.games.pips.read.located", two_cells)
    reading = read(flat_site(puzzle, True, []))
    assert isinstance(reading, PipsReading)
    assert differences({"puzzle": puzzle.to_json(), "placed": []}, reading) == []


@pytest.mark.parametrize("width", [264, 268, 272])
def test_cells_that_an_edge_cuts_in_half_are_told(width: int) -> None:
    """What is left of the board and of the dominoes goes together."""
    try:
        reading = read(pixels("classic-wide-left")[:, :width])
    except UnreadableError:
        return
    assert any("beyond the edge" in warning for warning in reading.warnings)


@pytest.mark.parametrize("cells", [0.8, 0.87, 0.93])
def test_an_island_of_which_an_edge_leaves_a_strip_is_told(cells: float) -> None:
    """A domino is on it, so that what is left goes together; the tags on it are cut, too."""
    lattice = labels()["classic-wide-left"]["lattice"]
    try:
        reading = read(pixels("classic-wide-left")[round(lattice["y0"] + cells * lattice["pitch"]) :])
    except UnreadableError:
        return
    assert any("beyond the edge" in warning for warning in reading.warnings)


# --- worn pictures ---------------------------------------------------------------------------------------------------


def worn(random: Random, picture: Colours) -> tuple[Colours, str]:
    """One or two things that happen to pictures."""
    said = []
    for kind in random.sample(["pointer", "scale", "blur", "light", "noise", "jpeg"], random.choice((1, 2))):
        height, width = picture.shape[:2]
        if kind == "pointer":
            x, y = random.uniform(0.05, 0.95) * width, random.uniform(0.2, 0.95) * height
            picture = draw_pointer(picture, x, y, random.uniform(16, 50), random.choice(("arrow", "hand")))
        elif kind == "scale":
            factor = random.uniform(0.6, 1.4)
            size = (round(width * factor), round(height * factor))
            picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        elif kind == "blur":
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), random.uniform(0.3, 1.3)), np.uint8)
        elif kind == "light":
            curve = random.uniform(-10, 40) + random.uniform(160, 215) * (np.arange(256) / 255) ** random.uniform(
                0.8, 1.2
            )
            picture = np.asarray(cv2.LUT(picture, np.clip(curve, 0, 255).astype(np.uint8)), np.uint8)
        elif kind == "noise":
            noise = np.random.default_rng(random.getrandbits(32)).normal(0, random.uniform(1, 8), picture.shape)
            picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
        else:
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)])[1]
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        said.append(kind)
    return picture, " and ".join(said)


@pytest.mark.parametrize("first", [0, pytest.param(24, marks=pytest.mark.thorough)])
def test_worn_pictures_are_never_wrong_and_silent(first: int) -> None:
    names = [name for name in fresh() if pixels(name).size < 6_000_000]
    exact = 0
    cases = range(first, first + 24)
    for number in cases:
        random = Random(f"worn {number}")
        name = random.choice(names)
        picture, done = worn(random, pixels(name))
        try:
            reading = read(picture)
        except UnreadableError:
            continue
        wrong = differences(labels()[name], reading)
        assert not wrong or reading.warnings, f"{number}: {name}, {done}: {wrong}"
        exact += not wrong
    assert exact >= 0.55 * len(cases)


def test_an_island_of_which_only_tags_are_to_be_seen_is_missed() -> None:
    """The page ends between the upper island's pips and its tags: the islands below are not the whole board."""
    picture = load(SAMPLES / "classic-wide-left.png").bgr[152:470, 48:]
    with pytest.raises(OccludedError):
        read(picture)


@pytest.mark.parametrize("row", [4, 5, 7])
def test_of_a_board_that_was_found_in_part_the_rest_is_looked_for(row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a window grows by the last time is not looked at any more: the board is read or refused, as it is."""
    x, y, step = 750.0, 170.8, 60.0  # of the sample; 10 rows of 7 cells
    part = locate.Found(x + 4 * step, y + row * step, step, 3, 3, ())
    monkeypatch.setattr("vision.games.pips.read.located", lambda bgr, pixels: part)
    with contextlib.suppress(UnreadableError):
        assert isinstance(read(load(SAMPLES / "classic-wide.png")), PipsReading)

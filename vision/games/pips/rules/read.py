"""A picture of Pips -> its parts: board, regions with their tags, dominoes in the tray and on the board.

This module leads: where the board is (`lattice`), what its cells are (`board`), which of them are a region
(`regions`), what tags say (`tags`), which dominoes there are (`tiles`), and whether all that makes a
puzzle (`check`). `read_pips` gives None where there is no such board at all: other games are read elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.errors import AmbiguousError, IslandError, OccludedError, UnreadableError, UnsupportedError
from vision.games.pips.parts import PipsDraft, Placed, Tag, Tile
from vision.games.pips.rules.board import Board, find_board, own_sides
from vision.games.pips.rules.check import Doubt, checked
from vision.games.pips.rules.lattice import LEAST_TAGS, Colours, Diamond, find_grids, widest
from vision.games.pips.rules.regions import ONE_FILL, Areas, cut_pairs, find_areas
from vision.games.pips.rules.straight import UNIT
from vision.games.pips.rules.survey import FIRST, LAST, PAGE
from vision.games.pips.rules.tags import TagText, read_tags
from vision.games.pips.rules.tiles import Box, Half, cut_halves, find_tiles, halves_beyond, lightest, read_halves
from vision.games.pips.rules.tray import find_held, find_tray, have_plain_pips, inverted
from vision.imgproc import median
from vision.lattice import Lattice

if TYPE_CHECKING:
    from vision.games.pips.rules.looks import PipsLook

__all__ = ["PipsDraft", "Placed", "Tag", "Tile", "dominoes_without_board", "read_pips", "read_pips_by"]

Cell = tuple[int, int]
Point = tuple[float, float]

# A board is taken for one only if so many of its tags say what tags say, with this confidence.
SAID = 0.2
# What is read with less confidence than this is warned of.
UNSURE_TAG, UNSURE_HALF = 0.3, 0.35
# So many things like dominoes are no accident.
LEAST_DOMINOES = 3
# Cells without constraint have one fill; of the contrast, measured 0 to 0.02.
ONE_GROUND = 0.12
# What is said where most of a domino's outline, and pips, are around cells that are none.
TORN = "whether a domino lies on"
# So many tags that say something, at the corners of cells, are a board's.
BEYOND_DOUBT = 4
# No other game has so many diamonds on which numbers are read with this confidence.
CERTAIN = 0.6


def read_pips(bgr: Colours, diamonds: list[Diamond]) -> PipsDraft | None:
    """The board of Pips in a picture, or None where there is none; `diamonds`: what may be its tags.

    Raises `OccludedError` where a part of it is covered or cut off, `UnsupportedError` where its dominoes are missing.
    """
    board = find_board(bgr, find_grids(diamonds), diamonds)
    if board is None or len(board.tags) + len(board.lost) < LEAST_TAGS:
        return None
    texts = _texts(bgr, board)
    try:
        return _read_board(bgr, board, texts)
    except UnreadableError as error:
        error.certain = sum(text.confidence >= CERTAIN for text in texts.values()) >= BEYOND_DOUBT
        grid = board.grid
        error.lattices = (Lattice(grid.x, grid.y, grid.step, grid.step, board.rows, board.columns),)
        raise


def read_pips_by(bgr: Colours, look: PipsLook) -> PipsDraft | None:
    """The board of Pips in a picture as a look that was learnt has it; None where there is none that can be read."""
    from vision.games.pips.rules.looks import boards_by

    for board in boards_by(look, bgr):
        try:
            draft = _read_board(bgr, board, _texts(bgr, board, look), LAST if look.last else FIRST, look)
        except UnreadableError:
            continue
        if draft is not None:
            return replace(draft, look=look.name)
    return None


def _texts(bgr: Colours, board: Board, look: PipsLook | None = None) -> dict[Cell, TagText]:
    """What the tags of a board say. `look`: the learnt one by which it was found."""
    owners = sorted(board.tags)
    texts = read_tags(bgr, [board.tags[cell] for cell in owners], look.bank if look else ())
    return dict(zip(owners, texts, strict=True))


def _read_board(
    bgr: Colours,
    board: Board,
    texts: dict[Cell, TagText],
    anchor: Cell | None = None,
    look: PipsLook | None = None,
) -> PipsDraft | None:
    """What is on a board whose tags say this. `anchor`: where tags must stand in their regions; None where they need
    not. `look`: the learnt one by which it was found."""
    lost = sum(text.confidence >= SAID for text in read_tags(bgr, list(board.lost)))
    if sum(text.confidence >= SAID for text in texts.values()) + lost < LEAST_TAGS:
        return None
    blank = [cell for cell, text in texts.items() if not text.text]
    if blank:
        raise AmbiguousError(
            f"A board of Pips is there, but what the tag at {_named(blank[0], board)} says cannot be read. "
            "Take a sharper picture, with nothing over the board."
        )
    if lost:
        raise IslandError(
            "A board of Pips is there, but of a part of it only tags are to be seen: it is cut off by the edge of the "
            "picture, or covered. Take a picture of the whole board.",
            len(board.tags) + len(board.lost),
        )
    if look is None:
        board = _without_holes(bgr, board)
        _check_strays(board)
        areas = find_areas(bgr, board)
        _check_areas(board, areas)
    else:
        areas = _areas_by(look, bgr, board)
    if _is_cut(bgr, board):
        areas = replace(areas, doubts=(*areas.doubts, "whether more of the board is beyond the edge of the picture"))
    if anchor is not None:
        _check_anchors(areas, anchor)
    if anchor is not None and look is None:
        # In a look that is not known, a tag that something hides is like one that is not there.
        plain = [_named(area.cells[0], board) for area in areas.areas if area.tag is None]
        said = f"whether the tags of {', '.join(plain[:4])} are hidden or the cells there are without constraint"
        areas = replace(areas, doubts=(*areas.doubts, said) if plain else areas.doubts)
    if look is not None:
        bgr, board = look.whitened(bgr), replace(board, pixels=look.whitened(board.pixels))
    boxes, dark = find_tray(bgr, board, anchor is not None)
    held = find_held(bgr, board, boxes)
    boxes = [*boxes, *held]
    if look is not None:
        _check_left_over(look, board, boxes)
    # What is cut off by the picture's edge is torn as well: the count says it better.
    _check_count(board, boxes)
    if look is None:
        torn = _torn(board, boxes)
        if torn and anchor is None:
            raise OccludedError(
                f"A board of Pips is there, but something lies over the domino on {torn}. "
                "Move the pointer away and take the picture again."
            )
        areas = replace(areas, doubts=(*areas.doubts, f"{TORN} {torn}")) if torn else areas
    halves, upright = cut_halves(inverted(bgr) if dark else bgr, boxes)
    in_tray = read_halves(halves, halves_beyond(bgr, boxes))
    on_board = _halves_on(board)
    return _draft(board, areas, texts, boxes, upright, in_tray, on_board, bool(held))


def _areas_by(look: PipsLook, bgr: Colours, board: Board) -> Areas:
    """The regions by a look; in colours that are known nothing may be doubtful. Raises `AmbiguousError`."""
    from vision.games.pips.rules.looks import areas_by

    areas = areas_by(look, bgr, board)
    if areas.doubts:
        raise AmbiguousError(
            f"A board of the look {look.name} is there, but {areas.doubts[0]} cannot be told. "
            "Take a picture of the whole board, with nothing over it."
        )
    return areas


def _check_left_over(look: PipsLook, board: Board, boxes: list[Box]) -> None:
    """Nothing like a part of the board is left over but the tray. Raises `AmbiguousError`."""
    grid = board.grid
    for r, c in board.strays:
        x, y = grid.x + (c + 0.5) * grid.step, grid.y + (r + 0.5) * grid.step
        reach = grid.step / 2
        if not any(x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach for x0, y0, x1, y1 in boxes):
            raise AmbiguousError(
                f"A board of the look {look.name} is there, but what lies on {_named((r, c), board)} cannot be told. "
                "Take a picture of the whole board, with nothing over it."
            )


def _torn(board: Board, boxes: list[Box]) -> str:
    """The first two cells of what is like a domino with something over it, and lies nowhere in the tray; "" if none."""
    grid = board.grid
    for one, other in board.torn:
        x = grid.x + (one[1] + other[1] + 1) / 2 * grid.step
        y = grid.y + (one[0] + other[0] + 1) / 2 * grid.step
        # Within all of its tiles together: what seems to be a domino may be parts of two.
        if not boxes or not (
            min(box[0] for box in boxes) <= x <= max(box[2] for box in boxes)
            and min(box[1] for box in boxes) <= y <= max(box[3] for box in boxes)
        ):
            return f"{_named(one, board)} and {_named(other, board)}"
    return ""


def dominoes_without_board(grey: NDArray[np.uint8]) -> int:
    """How many dominoes lie in a grey picture (H, W) that shows no board: to say what is missing; 0 where there are
    none."""
    boxes = find_tiles(grey, (0, 0, grey.shape[1], grey.shape[0]), lightest(grey))
    if len(boxes) < LEAST_DOMINOES:
        return 0
    return len(boxes) if have_plain_pips(grey, boxes) else 0


def _named(cell: Cell, board: Board) -> str:
    """A cell as people count it, from the upper left of the board."""
    top, left = board.corner
    return f"r{cell[0] - top + 1} c{cell[1] - left + 1}"


def _check_strays(board: Board) -> None:
    """Every tag has a cell. Raises `OccludedError`."""
    if board.strays:
        raise OccludedError(
            "A board of Pips is there, but the cell of one of its tags is not to be seen: something lies over it. "
            "Move the pointer away, close what covers the board, and take the picture again."
        )


def _check_areas(board: Board, areas: Areas) -> None:
    """Every region has one tag, or is of those without constraint. Raises `OccludedError`."""
    plain = [area for area in areas.areas if area.tag is None]
    for area in plain:
        if area.coloured:
            raise OccludedError(
                f"A board of Pips is there, but no tag is to be seen for the region of {_named(area.cells[0], board)}: "
                "it is covered or cut off. Take a picture of the whole board."
            )
    grounds = np.array([area.fill for area in plain if any(cell in board.fills for cell in area.cells)], np.float32)
    tagged = np.array([area.fill for area in areas.areas if area.tag is not None], np.float32)
    if len(grounds) and (
        np.ptp(grounds, axis=0).max() > ONE_GROUND * board.contrast
        or np.abs(grounds[:, None] - tagged[None]).max(axis=2).min() < ONE_FILL * board.contrast
    ):
        raise OccludedError(
            "A board of Pips is there, but cells without a tag have the colour of cells with one, or several: "
            "a tag is covered or cut off. Take a picture of the whole board."
        )
    if sum(area.tag is not None for area in areas.areas) < len(board.tags):
        raise OccludedError(
            "A board of Pips is there, but where one region ends and the next begins is not to be seen. "
            "Take a sharper picture, with nothing over the board."
        )


# Around a whole board there is its frame; a cell this far beyond the picture's edge, in cells, is cut, and others may
# be cut off.
CUT_CELL = 0.03


def _is_cut(bgr: Colours, board: Board) -> bool:
    """Whether cells reach beyond the picture."""
    height, width = bgr.shape[:2]
    grid = board.grid
    rows, columns = [r for r, _ in board.cells], [c for _, c in board.cells]
    margins = (
        grid.x + min(columns) * grid.step,
        grid.y + min(rows) * grid.step,
        width - grid.x - (max(columns) + 1) * grid.step,
        height - grid.y - (max(rows) + 1) * grid.step,
    )
    return bool(min(margins) < -CUT_CELL * grid.step)


def _check_anchors(areas: Areas, anchor: Cell) -> None:
    """All tags stand at the last cells of their regions, or all at the first, row by row or column by column: else they
    are other regions' tags."""
    choose = max if anchor == LAST else min
    tagged = [area for area in areas.areas if area.tag is not None]
    by_row = all(area.tag == choose(area.cells) for area in tagged)
    by_column = all(area.tag == choose(area.cells, key=lambda cell: cell[::-1]) for area in tagged)
    if not by_row and not by_column:
        raise AmbiguousError(
            "A board of Pips is there, but which of its tags belongs to which region is not to be told. "
            "Take a picture of the whole board, with nothing over it."
        )


# A domino has an outline of its own along so many of its six outer sides (tags hide some), a hole along none or one.
DOMINO_SIDES, HOLE_SIDES = 4, 1


def _without_holes(bgr: Colours, board: Board) -> Board:
    """The board without holes of two cells among dominoes, which look like dominoes without pips where those have the
    page's colour: their outlines tell. Raises `AmbiguousError` where these do not."""
    suspects = _blank_as_the_page(board)
    if not suspects:
        return board
    sides = own_sides(bgr, board)
    others = [count for number, count in enumerate(sides) if number not in suspects]
    outlined = bool(others) and float(median(others)) >= DOMINO_SIDES
    holes = {number for number in suspects if outlined and sides[number] <= HOLE_SIDES}
    for number in suspects - holes:
        if not outlined or sides[number] < DOMINO_SIDES:
            one, other = board.pairs[number]
            raise AmbiguousError(
                f"A board of Pips is there, but whether a domino without pips lies on {_named(one, board)} and "
                f"{_named(other, board)} or a hole is there cannot be told. Take the picture before it is filled."
            )
    return replace(board, pairs=tuple(pair for number, pair in enumerate(board.pairs) if number not in holes))


def _blank_as_the_page(board: Board) -> set[int]:
    """Which dominoes on the board have no pips and the page's colour."""
    found = set()
    for number, pair in enumerate(board.pairs):
        middles = [
            board.pixels[(r + 1) * UNIT + UNIT // 4 : (r + 2) * UNIT - UNIT // 4, (c + 1) * UNIT + UNIT // 4 :][
                :, : UNIT // 2
            ]
            for r, c in pair
        ]
        if all(float(median(widest(middle - board.page))) <= PAGE for middle in middles):
            found.add(number)
    if not found:
        return found
    halves = _halves_on(board)
    return {number for number in found if not halves[2 * number].value and not halves[2 * number + 1].value}


def _halves_on(board: Board) -> list[Half]:
    """The halves of the dominoes on a board."""
    halves, hidden = cut_pairs(board)
    return read_halves(255 - halves if board.dark else halves, hidden)


def _check_count(board: Board, boxes: list[Box]) -> None:
    """Twice as many cells as dominoes."""
    cells, there = len(board.cells), len(boxes) + len(board.pairs)
    if cells == 2 * there:
        return
    if not board.pairs and 4 * len(boxes) < cells:  # a button may look like a domino
        raise UnsupportedError(
            f"A board of Pips with {cells} cells is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    raise OccludedError(
        f"A board of Pips is there, but {cells} cells and {there} dominoes do not go together: a part of the board or "
        "of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )


def _draft(
    board: Board,
    areas: Areas,
    texts: dict[Cell, TagText],
    boxes: list[Box],
    upright: list[bool],
    in_tray: list[Half],
    on_board: list[Half],
    held: bool,
) -> PipsDraft:
    """The puzzle of all parts, checked and where need be repaired."""
    top, left = board.corner
    said = [(area, texts[area.tag] if area.tag is not None else None) for area in areas.areas]
    doubts = [
        *(
            Doubt("tag", number, text.text, text.runner_up, text.confidence)
            for number, (_, text) in enumerate(said)
            if text
        ),
        *(
            Doubt("half", number, str(half.value), str(half.runner_up), half.confidence)
            for number, half in enumerate([*in_tray, *on_board])
        ),
    ]
    cells = [tuple((r - top, c - left) for r, c in area.cells) for area, _ in said]
    result = checked(cells, doubts, len(in_tray) + len(on_board))
    warnings = list(result.warnings)
    warnings += [f"hard to tell {doubt}" for doubt in areas.doubts]
    if held:
        warnings.append("a domino beside the board was taken for one of the puzzle's, held in the air")
    unsure = [d for d in doubts if d.confidence < (UNSURE_TAG if d.kind == "tag" else UNSURE_HALF)]
    if unsure:
        warnings.append("hard to read: " + ", ".join(d.where(len(in_tray)) for d in unsure[:6]))
    values = result.halves
    tray = tuple(
        Tile(
            (values[2 * k], values[2 * k + 1]),
            ((box[0] + box[2] - 1) / 2, (box[1] + box[3] - 1) / 2),
            (box[2] - box[0], box[3] - box[1]),
            upright[k],
        )
        for k, box in enumerate(boxes)
    )
    placed = tuple(
        Placed(
            (values[len(in_tray) + 2 * k], values[len(in_tray) + 2 * k + 1]),
            ((r - top, c - left), (r2 - top, c2 - left)),
        )
        for k, ((r, c), (r2, c2)) in enumerate(board.pairs)
    )
    tags = {
        number: Tag(
            board.tags[area.tag].center,
            result.texts[number],
            text.runner_up if result.texts[number] == text.text else text.text,
            text.confidence,
        )
        for number, (area, text) in enumerate(said)
        if area.tag is not None and text is not None
    }
    worst = min((d.confidence for d in doubts), default=1.0)
    confidence = result.confidence * (0.5 + 0.5 * worst) * (0.7 if areas.doubts else 1.0)
    step = board.grid.step
    return PipsDraft(
        puzzle=result.puzzle,
        confidence=confidence,
        warnings=tuple(warnings),
        step=step,
        origin=(board.grid.x + left * step, board.grid.y + top * step),
        placed=placed,
        tray=tray,
        tags=tags,
        fills={number: area.fill for number, (area, _) in enumerate(said)},
    )

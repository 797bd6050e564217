"""A Pips board and its solution as lines of text: box drawing, the regions tinted where there is colour.

What is not here: the drawing of the lines, which is the puzzle's own (`solver.pips.puzzle`); this module puts the two
beside one another and paints them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from solve_screenshot.result import Answer, Cell
from solve_screenshot.style import BECAUSE, BOLD, FILLED, UNSURE, WRONG, Style, beside, plain
from solver import PipsPuzzle, PipsSolution
from solver.drawing import drawing

TINTS = ("182", "218", "152", "223", "146", "187")
"""Grounds of regions in a terminal of 256 colours, in the order in which the game gives them out: purple, pink, teal,
orange, navy, olive."""
BLACK = "38;5;16"

WIDEST = 100
"""Where the two would be wider together, they stand one below the other."""


def boards(answer: Answer, puzzle: PipsPuzzle, style: Style) -> list[str]:
    """The dominoes, the board with its tags, and the solution with its dominoes."""
    lines = textwrap.wrap("dominoes " + " ".join(f"{a}|{b}" for a, b in puzzle.dominoes), 80)
    placed = answer.placed
    if placed:
        lines.append("on the board already: " + " ".join("|".join(map(str, one.domino)) for one in placed))
    left = plain(str(puzzle), style).splitlines()[1:]
    width = max(map(len, left))
    board = [line + " " * (width - len(raw)) for line, raw in zip(_painted(left, puzzle, style), left, strict=True)]
    if answer.reasons is not None and answer.reasons.asked == "hint":
        name, right = "next step", _hint_board(answer, puzzle, style)
    elif isinstance(answer.shown, PipsSolution):
        wrong = {cell for place in answer.wrong_places for cell in place}
        drawn = plain(str(answer.shown), style).splitlines()
        name, right = "solution", _painted(drawn, puzzle, style, dict.fromkeys(wrong, WRONG))
    else:
        return [*lines, "board", *board]
    if 2 * width + 6 > WIDEST:
        return [*lines, "board", *board, name, *right]
    return [*lines, *beside(["board", *board], [name, *right], width)]


def _hint_board(answer: Answer, puzzle: PipsPuzzle, style: Style) -> list[str]:
    """The dominoes on the board and the next one, with the cells that justify it marked."""
    from solve_screenshot.result import CONTRADICTION, SEVERAL
    from solve_screenshot.result import WRONG as WRONG_ENTRY

    step = answer.reasons.hint if answer.reasons is not None else None
    placed = [(one.domino, one.cells) for one in answer.placed]
    new = list(step.placed) if step is not None else []
    owners: dict[Cell, object] = {cell: i for i, region in enumerate(puzzle.regions) for cell in region.cells}
    texts = dict.fromkeys(puzzle.cells, "·") | {r.cells[-1]: r.tag for r in puzzle.regions if r.tag}
    for domino, cells in [*placed, *new]:
        owners |= dict.fromkeys(cells, cells)
        texts |= dict(zip(cells, map(str, domino), strict=True))
    marked: dict[Cell, str] = {}
    if step is not None:
        ground = {WRONG_ENTRY: WRONG, CONTRADICTION: WRONG, SEVERAL: UNSURE}.get(step.rule, BECAUSE)
        marked |= dict.fromkeys(step.because, ground)
        marked |= dict.fromkeys((cell for cell, _ in step.filled), FILLED)
    return _painted(plain(drawing(owners, texts), style).splitlines(), puzzle, style, marked)


def _painted(lines: list[str], puzzle: PipsPuzzle, style: Style, marked: Mapping[Cell, str] = {}) -> list[str]:
    """The lines of a drawing with each region on its own ground, lines within a region too; what stands in the cells
    that are `marked` in those colours."""
    if not style.colour:
        return lines
    grounds = _grounds(puzzle)
    top = min(r for r, _ in puzzle.cells)
    left = min(c for _, c in puzzle.cells)
    columns = max(c for _, c in puzzle.cells) - left + 1
    pitch = (max(map(len, lines)) - 1) // columns
    painted = []
    for y, line in enumerate(lines):
        out, run = "", ""
        codes: tuple[str, ...] = ()
        for x, symbol in enumerate(line):
            around = _cells_at(top + y // 2, left + x // pitch, y % 2 == 0, x % pitch == 0)
            now = _codes(around, puzzle, grounds, marked, symbol)
            if now != codes:
                out, run, codes = out + style.paint(run, *codes), "", now
            run += symbol
        painted.append(out + style.paint(run, *codes))
    return painted


def _cells_at(r: int, c: int, on_line: bool, on_column: bool) -> list[Cell]:
    """The cells that meet at a character of the drawing: one inside a cell, two along its border, four at corners."""
    rows, columns = ((r - 1, r) if on_line else (r,)), ((c - 1, c) if on_column else (c,))
    return [(row, column) for row in rows for column in columns]


def _codes(
    around: list[Cell], puzzle: PipsPuzzle, grounds: dict[Cell, str], marked: Mapping[Cell, str], symbol: str
) -> tuple[str, ...]:
    if symbol == " " and len(around) == 2:
        around = around[:1]  # between the halves of a domino on two regions: where there is a line, it parts the two
    regions = {id(puzzle.region_of.get(cell)) for cell in around}
    if len(around) == 1 and around[0] in marked and symbol != " ":
        return (marked[around[0]],)
    if len(regions) > 1 or around[0] not in grounds:
        return (BOLD,) if len(around) == 1 and symbol.strip(" ·.") else ()
    return (f"48;5;{grounds[around[0]]}", BLACK, *([BOLD] if len(around) == 1 else []))


def _grounds(puzzle: PipsPuzzle) -> dict[Cell, str]:
    """The ground of each cell that something is asked of."""
    return {cell: TINTS[turn] for i, turn in turns(puzzle, len(TINTS)).items() for cell in puzzle.regions[i].cells}


def turns(puzzle: PipsPuzzle, colours: int) -> dict[int, int]:
    """For each region that something is asked of, by its index, which of so many colours it has: they are given out in
    turn, as in the game, but for one that touches the region already."""
    given: dict[int, int] = {}
    colour_of: dict[Cell, int] = {}
    turn = 0
    for index, region in sorted(enumerate(puzzle.regions), key=lambda item: item[1].cells[0]):
        if region.type == "empty":
            continue
        around = {(r + dr, c + dc) for r, c in region.cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        taken = {colour_of.get(cell) for cell in around}
        free = [step for step in range(colours) if (turn + step) % colours not in taken]
        turn += free[0] if free else 0
        given[index] = turn % colours
        colour_of.update(dict.fromkeys(region.cells, turn % colours))
        turn += 1
    return given

"""Tango and Takuzu as the command line shows them: boards as text, wrong entries, steps.

What is not here: how they look on paper (`binary_paper`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import solver
from solve_screenshot.games import Compared, Page, Paper, Pictures, entries
from solve_screenshot.result import CONTRADICTION, SEVERAL, WRONG, Answer, Clock
from solve_screenshot.style import BECAUSE, BOLD, COLOURS, DIM, FILLED, UNSURE, Marks, Style, beside
from solve_screenshot.style import WRONG as RED
from solver import BinaryPuzzle, Puzzle, Solution
from solver.steps import Cell, Step

if TYPE_CHECKING:
    from vision.image import Image
    from vision.learnt import Look

HAS_ENTRIES = True


def size_said(puzzle: BinaryPuzzle) -> str:
    return f"{puzzle.size}x{puzzle.size}"


def is_full(answer: Answer, puzzle: BinaryPuzzle) -> bool:
    return len(puzzle.filled()) == puzzle.size**2


def paper() -> Paper:
    from solve_screenshot.games import binary_paper

    return binary_paper


def pictures() -> Pictures:
    from solve_screenshot.games.square_pictures import SquarePictures
    from vision.draw.binary import BinaryDrawing

    return SquarePictures(BinaryDrawing)


def page() -> Page:
    from solve_screenshot.games import binary_page

    return binary_page


def compared() -> Compared:
    from solve_screenshot.games import square_compared

    return square_compared


def learnt(picture: Image, puzzle: BinaryPuzzle, name: str, bbox: list[float] | None) -> Look:
    from vision.looks import learn

    return learn(picture, puzzle, name, bbox)


# --- text ------------------------------------------------------------------------------------------------------------


def boards(answer: Answer, puzzle: BinaryPuzzle, style: Style) -> list[str]:
    if answer.reasons is not None and answer.reasons.asked == "hint":
        return _hint_boards(answer, puzzle, style)
    return _grids(answer, puzzle, style)


def _grids(answer: Answer, puzzle: BinaryPuzzle, style: Style) -> list[str]:
    wrong = dict.fromkeys(answer.wrong_entries, RED)
    left = _board(puzzle, puzzle.cells, style, Marks(puzzle.filled(), wrong))
    if not isinstance(answer.shown, Solution):
        return ["board", *left]
    given = puzzle.filled() - wrong.keys()
    right = _board(puzzle, answer.shown.cells, style, Marks(given, dict.fromkeys(answer.unsure, UNSURE) | wrong))
    return beside(["board", *left], ["solution", *right], 2 * puzzle.size - 1)


def _board(puzzle: BinaryPuzzle, cells: Sequence[str], style: Style, marks: Marks) -> list[str]:
    """One line per row and, where there are markers between two rows, one for those; all `2 * size - 1` wide."""
    lines = []
    for r, row in enumerate(cells):
        line = []
        for c, symbol in enumerate(row):
            if c:
                line.append(_marker(puzzle.h[r][c - 1], style))
            line.append(_symbol(symbol, (r, c), style, marks))
        lines.append("".join(line))
        if r + 1 < puzzle.size and puzzle.v[r].strip("."):
            lines.append(" ".join(_marker(marker, style) for marker in puzzle.v[r]))
    return lines


def _symbol(symbol: str, cell: Cell, style: Style, marks: Marks) -> str:
    glyph = style.glyph(symbol)
    if cell in marks.marked:
        return style.paint(glyph, marks.marked[cell])
    if symbol == ".":
        return style.paint(glyph, DIM)
    return style.paint(glyph, *([BOLD] if cell in marks.given else []), COLOURS[symbol])


def _marker(marker: str, style: Style) -> str:
    return " " if marker == "." else style.paint(style.glyph(marker), DIM)


def _hint_boards(answer: Answer, puzzle: BinaryPuzzle, style: Style) -> list[str]:
    """The board as it stands and, where a step fills something, the same with that beside it."""
    reasons = answer.reasons
    step = reasons.hint if reasons is not None else None
    given = puzzle.filled()
    if step is None:
        return ["board", *_board(puzzle, puzzle.cells, style, Marks(given))]
    because = dict.fromkeys(step.because, RED if step.rule in (WRONG, CONTRADICTION) else BECAUSE)
    if step.rule == SEVERAL:
        because = dict.fromkeys(step.because, UNSURE)
    left = _board(puzzle, puzzle.cells, style, Marks(given, because))
    if not step.filled:
        return ["board", *left]
    filled = dict(step.filled)
    cells = ["".join(filled.get((r, c), s) for c, s in enumerate(row)) for r, row in enumerate(puzzle.cells)]
    marks: dict[Cell, str] = because | dict.fromkeys(filled, FILLED)
    right = _board(puzzle, cells, style, Marks(given, marks))
    return beside(["board", *left], ["next step", *right], 2 * puzzle.size - 1)


# --- entries and steps -----------------------------------------------------------------------------------------------


def checked(answer: Answer, puzzle: BinaryPuzzle, clock: Clock) -> Answer:
    """Where the board as it stands has no solution: what its clues say, if they have one."""
    clues = answer.clues
    if answer.witnesses or answer.late or not clues:
        return answer
    return entries.blaming(answer, puzzle, clues & puzzle.filled(), clock)


def hint(answer: Answer, puzzle: BinaryPuzzle, clock: Clock) -> tuple[Step, ...]:
    wrong = _wrong(answer, puzzle, clock)
    if wrong is not None:
        return (wrong,)
    step = solver.hint(puzzle, time_limit=clock.left)
    if step is None and len(puzzle.filled()) < puzzle.size**2:
        step = _one_way(_several(puzzle, puzzle.filled()), answer)
    return (step,) if step is not None else ()


def explanation(answer: Answer, puzzle: BinaryPuzzle, clock: Clock) -> tuple[Step, ...]:
    wrong = _wrong(answer, puzzle, clock)
    if wrong is None:
        steps = solver.explain(puzzle, time_limit=clock.left)
    elif answer.clues_solution is None:
        return (wrong,)
    else:
        sound = puzzle.filled() - {*answer.wrong_entries, *answer.conflict}
        puzzle = entries.only(puzzle, sound)
        steps = (wrong, *solver.explain(puzzle, time_limit=clock.left))
    filled = puzzle.filled() | {cell for step in steps for cell, _ in step.filled}
    return steps if len(filled) == puzzle.size**2 else (*steps, _several(puzzle, filled))


def _wrong(answer: Answer, puzzle: BinaryPuzzle, clock: Clock) -> Step | None:
    """What is wrong with a board that has no solution; None where it has one, or nobody knows.

    Where entries can be told from clues, that is the entries the clues contradict. Else it is symbols that no solution
    has together.
    """
    if answer.solutions != "none":
        return None
    clues = _clues(answer, puzzle)
    for given in (clues, frozenset[Cell]()):
        step = None if given is None else solver.hint(puzzle, given, time_limit=clock.left)
        if step is not None and step.rule == WRONG:
            return step
    return Step(CONTRADICTION, "the puzzle has no solution, whatever is put into it")


def _several(puzzle: BinaryPuzzle, filled: frozenset[Cell]) -> Step:
    """Said of a grid whose other cells follow from nothing."""
    cells = tuple((r, c) for r in range(puzzle.size) for c in range(puzzle.size) if (r, c) not in filled)
    names = ", ".join(f"r{r + 1} c{c + 1}" for r, c in cells[:6]) + (", ..." if len(cells) > 6 else "")
    return Step(SEVERAL, f"nothing more follows: {names} can be either, in one solution or another", cells)


def _one_way(step: Step, answer: Answer) -> Step:
    """Where nothing follows any more: what comes next in one of the solutions."""
    shown, left = answer.shown, set(step.because)
    if isinstance(shown, Solution) and left:
        r, c = min(left)
        symbol = shown.cells[r][c]
        word = {"S": "a sun", "M": "a moon"}.get(symbol, symbol)
        said = f"{step.sentence}; one of the solutions has {word} at r{r + 1} c{c + 1}"
        return dataclasses.replace(step, sentence=said, filled=(((r, c), symbol),))
    return step


def _clues(answer: Answer, puzzle: BinaryPuzzle) -> frozenset[Cell] | None:
    """The cells the puzzle gave, where the look tells them from entries."""
    clues = answer.clues
    return None if clues is None else frozenset(clues & puzzle.filled())


def graded_boards(answer: Answer, puzzle: BinaryPuzzle) -> Iterator[tuple[str, Puzzle]]:
    clues = _clues(answer, puzzle)
    if clues and (answer.solutions != "none" or answer.clues_solution):
        yield "clues", entries.only(puzzle, clues)
    if answer.solutions != "none" and (clues is None or clues != puzzle.filled()):
        yield "clues" if answer.reading is None and answer.told is None else "board", puzzle

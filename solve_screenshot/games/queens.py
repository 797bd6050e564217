"""Queens as the command line shows it: boards as text, wrong entries, steps.

What is not here: how it looks on paper (`queens_paper`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import solver
from solve_screenshot.games import Compared, Page, Paper, Pictures, entries
from solve_screenshot.result import CONTRADICTION, SEVERAL, WRONG, Answer, Clock
from solve_screenshot.style import BECAUSE, BOLD, FILLED, UNSURE, Style, beside, plain
from solve_screenshot.style import WRONG as RED
from solver import Puzzle, QueensPuzzle, QueensSolution
from solver.drawing import drawing
from solver.steps import Cell, Step

if TYPE_CHECKING:
    from vision.image import Image
    from vision.learnt import Look

HAS_ENTRIES = True

TINTS = ("183", "223", "111", "151", "188", "209", "192", "144", "175", "152", "123")
"""Backgrounds of regions in a terminal of 256 colours, in the order in which the game gives them out."""
BLACK = "38;5;16"

WIDEST = 100
"""Where board and solution would be wider together, they stand one below the other."""


def size_said(puzzle: QueensPuzzle) -> str:
    return f"{puzzle.size}x{puzzle.size}"


def is_full(answer: Answer, puzzle: QueensPuzzle) -> bool:
    return len(puzzle.crowns) == puzzle.size


def paper() -> Paper:
    from solve_screenshot.games import queens_paper

    return queens_paper


def pictures() -> Pictures:
    from solve_screenshot.games.square_pictures import SquarePictures
    from vision.draw.queens import QueensDrawing

    return SquarePictures(QueensDrawing)


def page() -> Page:
    from solve_screenshot.games import queens_page

    return queens_page


def compared() -> Compared:
    from solve_screenshot.games import square_compared

    return square_compared


def learnt(picture: Image, puzzle: QueensPuzzle, name: str, bbox: list[float] | None) -> Look:
    from vision.learnt import LookError

    raise LookError(f"looks of {puzzle.game} are not learnt; it is read by its regions")


# --- text ------------------------------------------------------------------------------------------------------------


def boards(answer: Answer, puzzle: QueensPuzzle, style: Style) -> list[str]:
    reasons = answer.reasons
    marked: dict[Cell, str] = dict.fromkeys(answer.wrong_entries, RED)
    if reasons is not None and reasons.asked == "hint":
        name = "next step"
        cells, marked, right_marks = _hinted(puzzle, reasons.hint)
    else:
        name, right_marks = "solution", dict.fromkeys(answer.unsure, UNSURE)
        cells = answer.shown.cells if isinstance(answer.shown, QueensSolution) else None
    left = _drawn(puzzle, puzzle.cells, style, marked)
    if cells is None:
        return ["board", *left]
    right = _drawn(puzzle, cells, style, right_marks)
    width = 4 * puzzle.size + 1
    if 2 * width + 6 > WIDEST:
        return ["board", *left, name, *right]
    return beside(["board", *left], [name, *right], width)


def _hinted(puzzle: QueensPuzzle, step: Step | None) -> tuple[tuple[str, ...] | None, dict[Cell, str], dict[Cell, str]]:
    """The board with what a step fills, or None where it fills nothing; the marks of the board without and with it."""
    if step is None:
        return None, {}, {}
    colour = {WRONG: RED, CONTRADICTION: RED, SEVERAL: UNSURE}.get(step.rule, BECAUSE)
    because = dict.fromkeys(step.because, colour)
    if not step.filled:
        return None, because, {}
    filled = dict(step.filled)
    cells = ["".join(filled.get((r, c), s) for c, s in enumerate(row)) for r, row in enumerate(puzzle.cells)]
    return tuple(cells), because, because | dict.fromkeys(filled, FILLED)


def _drawn(puzzle: QueensPuzzle, cells: Sequence[str], style: Style, marked: Mapping[Cell, str]) -> list[str]:
    """Lines of `4 * size + 1` characters; regions on backgrounds of their own where there is colour."""
    texts = {(r, c): style.glyph(s) if s != "." else "·" for r, row in enumerate(cells) for c, s in enumerate(row)}
    lines = plain(drawing(puzzle.region_of, texts), style).splitlines()
    return [_painted(puzzle, y, line, style, marked) for y, line in enumerate(lines)] if style.colour else lines


def _painted(puzzle: QueensPuzzle, y: int, line: str, style: Style, marked: Mapping[Cell, str]) -> str:
    out, run = "", ""
    codes: tuple[str, ...] = ()
    for x, symbol in enumerate(line):
        now = _codes(puzzle, y, x, symbol, marked)
        if now != codes:
            out, run, codes = out + style.paint(run, *codes), "", now
        run += symbol
    return out + style.paint(run, *codes)


def _codes(puzzle: QueensPuzzle, y: int, x: int, symbol: str, marked: Mapping[Cell, str]) -> tuple[str, ...]:
    """How a character is painted: in the colour of the region that all cells meeting there are of."""
    rows = (y // 2 - 1, y // 2) if y % 2 == 0 else (y // 2,)
    columns = (x // 4 - 1, x // 4) if x % 4 == 0 else (x // 4,)
    around = [(r, c) for r in rows for c in columns]
    regions = {puzzle.region_of.get(cell) for cell in around}
    region = regions.pop()
    if regions or region is None:
        return ()
    if len(around) == 1 and around[0] in marked:
        return (marked[around[0]],)
    ground = TINTS[(ord(region) - ord("A")) % len(TINTS)]
    return (f"48;5;{ground}", BLACK, *([BOLD] if symbol not in " ·." else []))


# --- entries and steps -----------------------------------------------------------------------------------------------


def checked(answer: Answer, puzzle: QueensPuzzle, clock: Clock) -> Answer:
    """Where the board as it stands has no solution: what its regions say, if they have one."""
    if answer.witnesses or answer.late:
        return answer
    answer = entries.blaming(answer, puzzle, _clues(answer, puzzle), clock, "regions")
    conflicts = [str(conflict) for conflict in puzzle.conflicts()]
    return dataclasses.replace(answer, warnings=(*answer.warnings, *conflicts))


def hint(answer: Answer, puzzle: QueensPuzzle, clock: Clock) -> tuple[Step, ...]:
    step = solver.hint(puzzle, _clues(answer, puzzle), time_limit=clock.left)
    if step is None:
        return ()
    return (_one_way(step, answer) if step.rule == SEVERAL else step,)


def explanation(answer: Answer, puzzle: QueensPuzzle, clock: Clock) -> tuple[Step, ...]:
    if not answer.wrong_entries and not answer.conflict:
        return solver.explain(puzzle, time_limit=clock.left)
    wrong = solver.hint(puzzle, _clues(answer, puzzle), time_limit=clock.left)
    sound = puzzle.filled() - {*answer.wrong_entries, *answer.conflict}
    steps = solver.explain(puzzle.only(sound), time_limit=clock.left)
    return steps if wrong is None else (wrong, *steps)


def _one_way(step: Step, answer: Answer) -> Step:
    """Where nothing follows any more: what comes next in one of the solutions."""
    if not isinstance(answer.shown, QueensSolution):
        return step
    crowns = [cell for cell in answer.shown.crowns if cell in step.because]
    if not crowns:
        return step
    (r, c) = crowns[0]
    said = f"{step.sentence}; one of the solutions has a crown on r{r + 1} c{c + 1}"
    return dataclasses.replace(step, sentence=said, filled=(((r, c), "Q"),))


def _clues(answer: Answer, puzzle: QueensPuzzle) -> frozenset[Cell]:
    """The cells the puzzle gave, beside its regions."""
    return frozenset((answer.clues or frozenset()) & puzzle.filled())


def graded_boards(answer: Answer, puzzle: QueensPuzzle) -> Iterator[tuple[str, Puzzle]]:
    if answer.solutions != "none" or answer.clues_solution:
        yield "clues", puzzle.only(_clues(answer, puzzle))
    if answer.solutions != "none" and puzzle.filled():
        yield "board", puzzle

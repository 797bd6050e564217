"""What the processes of the server do: read, solve, explain, generate, draw, learn, keep. One function for each.

All of them take and give plain values, and raise `BadRequestError` where a request is at fault. Nothing here knows of
HTTP, nor of other processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import solver
from solve_screenshot import games
from solve_screenshot.answer import of_picture, of_puzzle, of_reading
from solve_screenshot.result import Answer, Question, Told
from solver import BinaryPuzzle, PipsPuzzle, Puzzle, PuzzleError, QueensPuzzle

if TYPE_CHECKING:
    from pathlib import Path

    from vision.readings import GridReading, PipsReading, QueensReading, Reading

SOLVE_SECONDS = 8.0
"""For everything that is asked about one puzzle. Published puzzles take milliseconds."""
GENERATE_SECONDS = 20.0
PLACED_SHAPE = "placed is [[r, c], [r, c], [pips, pips]] for each domino on the board"


class BadRequestError(ValueError):
    """A request that cannot be answered; the message is a sentence that says why."""


def ready() -> None:
    """Load all that reading needs, so that the first picture does not wait for it."""
    import contextlib

    import numpy as np

    import vision
    from vision.by_hand import read_by_hand
    from vision.errors import UnreadableError
    from vision.image import Image

    blank = Image(np.full((200, 200, 3), 255, np.uint8), "blank")
    with contextlib.suppress(UnreadableError):
        vision.read(blank)
    read_by_hand(blank, [(20.0, 20.0), (180.0, 20.0), (180.0, 180.0), (20.0, 180.0)], 4)


# --- pictures --------------------------------------------------------------------------------------------------------


def read(data: bytes, name: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The Result of a picture. `asked`: `hint` or `explain`; `corners` and `size`, where the board was marked by hand;
    `layout`: whether to say where things are in the picture, too."""
    question = replace(_question(asked), difficulty=asked.get("difficulty", True) is not False)
    answer = _answer(data, name, asked, question)
    result = answer.to_json()
    if asked.get("layout"):
        from solve_screenshot.web.layout import layout

        result["layout"] = layout(answer)
    return result


def _answer(data: bytes, name: str, asked: Mapping[str, Any], question: Question) -> Answer:
    """The answer to a picture, wherever its board is, or where it was marked."""
    if asked.get("corners") is None:
        return of_picture(name, question, data=data)
    from solve_screenshot.result import Failure
    from vision.by_hand import read_by_hand
    from vision.errors import UnreadableError
    from vision.image import load

    corners, size = _corners(asked["corners"]), asked.get("size")
    if isinstance(size, bool) or not isinstance(size, int):
        raise BadRequestError("size is the number of cells on a side of the board that was marked")
    try:
        picture = load(data, name)
    except UnreadableError as error:
        return Answer(name, error=Failure(error.kind, error.message))
    try:
        reading = read_by_hand(picture, corners, size)
    except ValueError as error:
        raise BadRequestError(str(error)) from error
    return of_reading(name, picture, reading, question, {**reading.milliseconds, "solve": 0.0})


def drawn(data: bytes, name: str, asked: Mapping[str, Any]) -> bytes:
    """A PNG of the picture with the solution in it, or the next step, or nothing (`what`: solution, hint, picture).

    `asked`: as of `read`, and `puzzle`, `clues`, `placed` where what was read was mended.
    """
    import cv2

    from solve_screenshot.output import hint_picture, solved_picture

    what = asked.get("what", "solution")
    if what not in ("solution", "hint", "picture"):
        raise BadRequestError("what is solution, hint or picture")
    answer = _mended_answer(data, name, asked, Question(time_limit=SOLVE_SECONDS, hint=what == "hint"))
    if answer.picture is None or (what != "picture" and answer.error is not None):
        raise BadRequestError(answer.error.message if answer.error else "there is no picture")
    bgr: Any = answer.picture.bgr
    if what != "picture":
        bgr = hint_picture(answer) if what == "hint" else solved_picture(answer)
    if bgr is None:
        raise BadRequestError(f"there is no {'next step' if what == 'hint' else 'solution'} to draw")
    return cv2.imencode(".png", bgr)[1].tobytes()


def _mended_answer(data: bytes, name: str, asked: Mapping[str, Any], question: Question) -> Answer:
    """The answer to a picture, with what was read mended where that is asked."""
    from solve_screenshot.learn import LearntLooks

    question = replace(question, looks=LearntLooks())
    if asked.get("puzzle") is None:
        return _answer(data, name, asked, question)
    puzzle = _puzzle(asked["puzzle"])
    answer = _answer(data, name, asked, replace(question, hint=False))
    if answer.reading is None or answer.picture is None:
        return answer
    reading = _mended(answer.reading, puzzle, _told(puzzle, asked))
    return of_reading(name, answer.picture, reading, question, answer.milliseconds)


def _mended(reading: Reading, puzzle: Puzzle, told: Told) -> Reading:
    """The reading with another puzzle, on the same cells."""
    from vision.readings import GridReading, PipsReading, QueensReading

    if isinstance(reading, GridReading) and isinstance(puzzle, BinaryPuzzle):
        if puzzle.size == reading.puzzle.size:
            return _mended_grid(reading, puzzle, told)
    elif isinstance(reading, QueensReading) and isinstance(puzzle, QueensPuzzle):
        if puzzle.size == reading.puzzle.size:
            return _mended_queens(reading, puzzle)
    elif isinstance(reading, PipsReading) and isinstance(puzzle, PipsPuzzle):
        return _mended_pips(reading, puzzle, told)
    raise BadRequestError("the puzzle is of another game or size than the board in the picture")


def _mended_grid(reading: GridReading, puzzle: BinaryPuzzle, told: Told) -> GridReading:
    return replace(
        reading,
        game=puzzle.game,
        puzzle=puzzle,
        clues=told.clues,
        cell_patches=_patched(reading.cell_patches, puzzle.cells),
        h_patches=_patched(reading.h_patches, puzzle.h),
        v_patches=_patched(reading.v_patches, puzzle.v),
    )


def _mended_queens(reading: QueensReading, puzzle: QueensPuzzle) -> QueensReading:
    rows = puzzle.regions
    return replace(
        reading,
        puzzle=puzzle,
        cell_patches=_patched(reading.cell_patches, puzzle.cells),
        h_patches=_patched(reading.h_patches, [_borders(row, row[1:]) for row in rows]),
        v_patches=_patched(reading.v_patches, [_borders(*two) for two in pairwise(rows)]),
    )


def _borders(one: str, other: str) -> str:
    """`|` where two rows of cells are of different regions, `.` elsewhere."""
    return "".join("|" if a != b else "." for a, b in zip(one, other, strict=False))


def _patched(patches: Mapping[tuple[int, int], Any], rows: Sequence[str]) -> dict[tuple[int, int], Any]:
    """What a person says is certain."""
    return {
        (r, c): patch if patch.value == rows[r][c] else replace(patch, value=rows[r][c], confidence=1.0)
        for (r, c), patch in patches.items()
    }


def _mended_pips(reading: PipsReading, puzzle: PipsPuzzle, told: Told) -> PipsReading:
    """Regions keep the tag and the colour of the region of most of their cells."""
    was = {cell: index for index, region in enumerate(reading.puzzle.regions) for cell in region.cells}
    old = [next((was[cell] for cell in region.cells if cell in was), None) for region in puzzle.regions]
    return replace(
        reading,
        puzzle=puzzle,
        placed=told.placed,
        tags={i: reading.tags[index] for i, index in enumerate(old) if index is not None and index in reading.tags},
        fills={i: reading.fills[index] for i, index in enumerate(old) if index is not None and index in reading.fills},
    )


def remember(data: bytes, name: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Learn the look of a picture that shows `puzzle` under the name `look`, as the command `learn` does."""
    import click

    from solve_screenshot.learn import check_new, taught
    from vision.learnt import LookError

    look = asked.get("look")
    if not isinstance(look, str):
        raise BadRequestError("look is the name under which to remember it")
    answer = _mended_answer(data, name, asked, Question(time_limit=SOLVE_SECONDS))
    if answer.picture is None or answer.reading is None or answer.puzzle is None:
        raise BadRequestError(answer.error.message if answer.error else "there is no board to learn from")
    if isinstance(answer.puzzle, QueensPuzzle):
        raise BadRequestError("looks are learnt of Tango, Takuzu and Pips only")
    if getattr(getattr(answer.reading, "lattice", None), "plane", None) is not None:
        raise BadRequestError("a look is learnt from a screenshot, not from a photo taken at an angle")
    try:
        check_new(look)
        placed = [one.cells for one in answer.placed]
        said = taught(answer.picture, answer.puzzle, look, [float(value) for value in answer.reading.bbox], placed)
    except click.UsageError as error:
        raise BadRequestError(error.message) from error
    except LookError as error:
        raise BadRequestError(f"nothing was learnt: {error}") from error
    return {"message": said}


def keep(data: bytes, name: str, asked: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Write a picture and its label, in the form of `samples/label.schema.json`, into a folder."""
    import hashlib

    from samples.labels import write

    answer = _mended_answer(data, name, asked, Question(time_limit=SOLVE_SECONDS))
    if answer.picture is None or answer.reading is None or answer.puzzle is None:
        raise BadRequestError(answer.error.message if answer.error else "there is no board to label")
    stem = folder / f"{answer.puzzle.game}-{hashlib.sha256(data).hexdigest()[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(answer.picture.bgr, label_of(answer), stem)
    except OSError as error:
        raise BadRequestError(f"{folder} could not be written ({error.strerror})") from error
    return {"message": f"Saved as {stem.name}.png and {stem.name}.json.", "name": stem.name}


def label_of(answer: Answer) -> dict[str, Any]:
    """The label of a picture, of all that is known of its board."""
    reading, picture, puzzle = answer.reading, answer.picture, answer.puzzle
    assert reading is not None
    assert picture is not None
    assert puzzle is not None
    x0, y0, x1, y1 = (round(float(value), 2) for value in reading.bbox)
    label: dict[str, Any] = {
        "image": answer.source,
        "game": puzzle.game,
        "puzzle": puzzle.to_json(),
        "width": picture.size[0],
        "height": picture.size[1],
        "board_bbox": [x0, y0, x1, y1],
        "cells": {f"{r},{c}": [round(float(x), 2), round(float(y), 2)] for (r, c), (x, y) in reading.cells.items()},
    }
    if isinstance(puzzle, PipsPuzzle):
        label["placed"] = [[*map(list, one.cells), list(one.domino)] for one in answer.placed]
        label["tray"] = [list(one) for one in _in_tray(puzzle, answer)]
    elif answer.clues is not None:
        label["clues"] = [list(cell) for cell in sorted(answer.clues & puzzle.filled())]
    return label | {"notes": "read by the program, and mended by hand"}


def _in_tray(puzzle: PipsPuzzle, answer: Answer) -> list[tuple[int, int]]:
    """The dominoes that are not on the board."""
    left = list(puzzle.dominoes)
    for one in answer.placed:
        same = next((domino for domino in left if sorted(domino) == sorted(one.domino)), None)
        if same is not None:
            left.remove(same)
    return left


# --- puzzles ---------------------------------------------------------------------------------------------------------


def solve(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The Result of a puzzle. `asked`: `puzzle`; `clues`, `placed` where they are known; `hint` or `explain`;
    `difficulty`, which is told unless that is false."""
    puzzle = _puzzle(asked.get("puzzle"))
    question = replace(_question(asked), difficulty=asked.get("difficulty", True) is not False)
    return of_puzzle("puzzle", puzzle, question, _told(puzzle, asked)).to_json()


def text(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle and its solution as text, as the terminal shows them."""
    from solve_screenshot.text import Style, boards

    puzzle = _puzzle(asked.get("puzzle"))
    answer = of_puzzle("puzzle", puzzle, Question(time_limit=SOLVE_SECONDS), _told(puzzle, asked))
    solution = str(answer.shown) if answer.shown is not None else None
    board = "\n".join(line.rstrip() for line in boards(answer, puzzle, Style(colour=False, pretty=False)))
    return {"text": board, "solution": solution, "notation": puzzle.notation()}


def generate(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A new puzzle, as `generate --json --solutions` prints it. `asked`: `game`, `size`, `difficulty`, `symmetry`,
    `seed`."""
    from random import SystemRandom

    from solve_screenshot.generate import new_puzzles
    from solver.errors import NotGenerated

    game = asked.get("game", "tango")
    if not isinstance(game, str) or game not in games.GAMES:
        raise BadRequestError(f"game is one of {', '.join(games.GAMES)}")
    size = asked.get("size") or games.GAMES[game].size
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= games.GAMES[game].largest:
        raise BadRequestError(f"size is a whole number, for {game} at most {games.GAMES[game].largest}")
    seed = asked.get("seed")
    if seed is None:
        seed = SystemRandom().randrange(10**9)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise BadRequestError("seed is a whole number from 0")
    difficulty, symmetry = asked.get("difficulty", "medium"), asked.get("symmetry", "none")
    if not isinstance(difficulty, str) or not isinstance(symmetry, str):
        raise BadRequestError("difficulty and symmetry are words")
    try:
        made = next(new_puzzles(game, size, difficulty, symmetry, seed, GENERATE_SECONDS, None))
    except NotGenerated as error:
        raise BadRequestError(f"{error}; try again, or take another size or difficulty") from error
    except PuzzleError as error:
        raise BadRequestError(str(error)) from error
    return made.to_json(with_solution=True)


# --- what requests say -----------------------------------------------------------------------------------------------


def _question(asked: Mapping[str, Any]) -> Question:
    from solve_screenshot.learn import LearntLooks

    hint, explain = bool(asked.get("hint")), bool(asked.get("explain"))
    if hint and explain:
        raise BadRequestError("hint is the first of the steps that explain lists; ask for one of them")
    return Question(time_limit=SOLVE_SECONDS, hint=hint, explain=explain, looks=LearntLooks())


def _puzzle(said: object) -> Puzzle:
    if said is None:
        raise BadRequestError("there is no puzzle in the request")
    try:
        return solver.load(said)
    except PuzzleError as error:
        raise BadRequestError(f"this is not a puzzle: {error}") from error


def _told(puzzle: Puzzle, asked: Mapping[str, Any]) -> Told:
    """What a request says of a board beside its puzzle."""
    if not isinstance(puzzle, PipsPuzzle):
        clues = asked.get("clues")
        if clues is None:
            return Told()
        if not isinstance(clues, list) or not all(map(_is_pair, clues)):
            raise BadRequestError("clues is [r, c] for each cell that the puzzle gave")
        return Told(clues=frozenset((r, c) for r, c in clues) & puzzle.filled())
    placed = asked.get("placed") or []
    return Told(placed=tuple(_placed(one, puzzle) for one in _list(placed)))


def _placed(one: object, puzzle: PipsPuzzle) -> Any:
    from vision.pips_parts import Placed

    if not isinstance(one, list) or len(one) != 3 or not all(map(_is_pair, one)):
        raise BadRequestError(PLACED_SHAPE)
    a, b, (low, high) = one
    cells = ((a[0], a[1]), (b[0], b[1]))
    if not set(cells) <= set(puzzle.cells) or abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise BadRequestError("a domino lies on two neighbouring cells of the board")
    if not any(sorted((low, high)) == sorted(domino) for domino in puzzle.dominoes):
        raise BadRequestError(f"the puzzle has no domino {low}-{high}")
    return Placed((low, high), cells)


def _list(said: object) -> list[Any]:
    if not isinstance(said, list) or len(said) > 200:
        raise BadRequestError(PLACED_SHAPE)
    return said


def _is_pair(said: object) -> bool:
    return isinstance(said, list) and len(said) == 2 and all(type(one) is int for one in said)


def _corners(said: object) -> list[tuple[float, float]]:
    if not isinstance(said, list) or not all(
        isinstance(one, list) and len(one) == 2 and all(type(value) in (int, float) for value in one) for one in said
    ):
        raise BadRequestError("corners is [x, y] for each of four, clockwise from the top left")
    return [(float(x), float(y)) for x, y in said]

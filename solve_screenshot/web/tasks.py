"""What the processes of the server do: read, solve, explain, generate, draw, learn, keep. One function for each.

All of them take and give plain values, and raise `BadRequestError` where a request is at fault. Nothing here knows of
HTTP, nor of other processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import solver
from solve_screenshot import games
from solve_screenshot.answer import of_picture, of_puzzle, of_reading
from solve_screenshot.result import Answer, Failure, Question
from solve_screenshot.web.asked import BadRequestError
from solve_screenshot.web.asked import corners as corners_said
from solver import Puzzle, PuzzleError

if TYPE_CHECKING:
    from pathlib import Path

    from vision.image import Image
    from vision.types import Reading

SOLVE_SECONDS = 8.0
"""For everything that is asked about one puzzle. Published puzzles take milliseconds."""
GENERATE_SECONDS = 20.0


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
    from solve_screenshot.games.square_page import read_there

    return _by_hand(data, name, question, lambda picture: read_there(picture, corners_said(asked["corners"]), asked))


def _by_hand(data: bytes, name: str, question: Question, read: Callable[[Image], Reading]) -> Answer:
    """The answer to what `read` makes of the picture."""
    from vision.errors import UnreadableError
    from vision.image import load

    try:
        picture = load(data, name)
    except UnreadableError as error:
        return Answer(name, error=Failure(error.kind, error.message))
    reading = read(picture)
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
    page = games.of(puzzle).page()
    told = page.told(puzzle, asked)
    if asked.get("corners") is not None:
        corners = corners_said(asked["corners"])
        return _by_hand(data, name, question, lambda picture: page.marked(picture, corners, asked, puzzle, told))
    answer = _answer(data, name, asked, replace(question, hint=False))
    if answer.reading is None or answer.picture is None:
        return answer
    if games.of(answer.reading.puzzle) is not games.of(puzzle):
        raise BadRequestError("the puzzle is of another game than the board in the picture")
    reading = page.mended(answer.reading, puzzle, told)
    return of_reading(name, answer.picture, reading, question, answer.milliseconds)


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
    if getattr(getattr(answer.reading, "lattice", None), "plane", None) is not None:
        raise BadRequestError("a look is learnt from a screenshot, not from a photo taken at an angle")
    try:
        check_new(look)
        said = taught(answer.picture, answer.puzzle, look, [float(value) for value in answer.reading.bbox])
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
    return label | games.of(puzzle).page().label(answer) | {"notes": "read by the program, and mended by hand"}


# --- puzzles ---------------------------------------------------------------------------------------------------------


def solve(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The Result of a puzzle. `asked`: `puzzle`; `clues`, `placed` where they are known; `hint` or `explain`;
    `difficulty`, which is told unless that is false."""
    puzzle = _puzzle(asked.get("puzzle"))
    question = replace(_question(asked), difficulty=asked.get("difficulty", True) is not False)
    told = games.of(puzzle).page().told(puzzle, asked)
    return of_puzzle("puzzle", puzzle, question, told).to_json()


def text(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle and its solution as text, as the terminal shows them."""
    from solve_screenshot.text import Style, boards

    puzzle = _puzzle(asked.get("puzzle"))
    told = games.of(puzzle).page().told(puzzle, asked)
    answer = of_puzzle("puzzle", puzzle, Question(time_limit=SOLVE_SECONDS), told)
    solution = str(answer.shown) if answer.shown is not None else None
    board = "\n".join(line.rstrip() for line in boards(answer, puzzle, Style(colour=False, pretty=False)))
    return {"text": board, "solution": solution, "notation": puzzle.notation()}


def generate(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A new puzzle, as `generate --json --solutions` prints it. `asked`: `game`, `size`, `difficulty`, `symmetry`,
    `seed`."""
    from random import SystemRandom

    from solve_screenshot.generate import new_puzzles
    from solver.errors import NotGenerated

    game = asked.get("game", next(iter(games.GAMES)))
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

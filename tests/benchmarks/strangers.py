"""Games on pages that behave as strangers' pages do, in random looks: what `bench_play` plays on `tests/e2e/pages`.

Each way of behaving has a name, what it asks of the page, and how a game on it is to end.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import solver
from samples.boards import make_board
from samples.queens_boards import make_board as make_queens
from solver.binary.puzzle import BinaryPuzzle, Solution
from solver.pips.puzzle import PipsPuzzle

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
# A game that cannot be won is to end with one of these; a word that its message must have is beside it.
STOPPED = ("cannot_play", "no_progress")


@dataclass(frozen=True)
class Way:
    """One way to behave. `boards`: the kind of boards, a key of `BOARDS`. `word`: where no game can be won, what the
    message that ends it must say; empty where all are to be won."""

    boards: str
    asks: dict[str, str] = field(default_factory=dict)
    word: str = ""


WAYS = {
    # grids
    "plain": Way("tango"),
    "first click selects": Way("takuzu", {"way": "select", "outline": "1"}),
    "keys fill what is selected": Way("takuzu", {"way": "keys", "outline": "1", "symbols": "digits"}),
    "two buttons": Way("takuzu", {"way": "buttons"}),
    "two buttons, browser's menu": Way("takuzu", {"way": "buttons", "menu": "browser"}),
    "second click at once": Way("takuzu", {"way": "quick"}),
    "a double click puts the other": Way("takuzu", {"way": "both"}),
    "halves of a cell": Way("takuzu", {"way": "halves"}),
    "page's own menu": Way("tango", {"way": "buttons", "menu": "own"}),
    "error marks": Way("takuzu", {"errors": "mark"}),
    "error frames": Way("takuzu", {"errors": "frame", "way": "reverse"}),
    "error stripes": Way("tango", {"errors": "stripes"}),
    "20 ms a click, 14x14": Way("large", {"work": "20", "cell": "44", "symbols": "digits"}),
    "60 ms a click": Way("tango", {"work": "60"}),
    "several solutions": Way("loose"),
    "several, one taken": Way("one of several"),
    "several, others said wrong": Way("one of several", {"refusal": "toast"}),
    "says that it is solved and goes on": Way("unlike", {"stays": "1"}),
    "one kind of symbol": Way("one kind"),
    "one kind, pencil marks": Way("one kind", {"way": "notes"}),
    "one kind of 0 and 1": Way("one kind of 0 and 1"),
    "one kind, several solutions": Way("one kind, loose"),
    "single specimen": Way("specimen"),
    "text that is selected": Way("takuzu", {"text": "1", "symbols": "digits", "way": "double"}),
    "browser says it is won": Way("tango", {"alert": "1"}),
    "symbols beside the board fill a cell": Way("takuzu", {"way": "palette", "icons": "0.7"}),
    "symbols beside the board are chosen": Way("tango", {"way": "brush", "icons": "0.7"}),
    "a menu at the cell": Way("takuzu", {"way": "popup"}),
    "letters beside the board fill a cell": Way("takuzu", {"way": "palette", "symbols": "xo"}),
    "letters beside the board are chosen": Way("takuzu", {"way": "brush", "symbols": "xo"}),
    "signs beside the board fill a cell": Way("queens", {"way": "put"}),
    "signs and words, lines lit": Way("queens", {"way": "put", "words": "1", "lines": "1", "veil": "1"}),
    "signs beside the board are chosen": Way("queens", {"way": "pick"}),
    # dominoes
    "dominoes": Way("pips"),
    "16 dominoes": Way("many"),
    "selected one grows": Way("pips", {"turn": "select", "lift": "1"}),
    "selected one grows, tint": Way("pips", {"turn": "select", "lift": "1", "tint": "1", "tray": "stays"}),
    "deselect first": Way("pips", {"turn": "select", "lift": "1", "deselect": "1", "tray": "stays"}),
    "tinted, dashed": Way("pips", {"tint": "1"}),
    "pale copies in the tray": Way("pips", {"turn": "select", "tray": "stays", "copies": "1"}),
    "laid ones turn": Way("wrong ones", {"laid": "turn"}),
    "turned by the wheel": Way("pips", {"turn": "wheel"}),
    "turned in the hand by the wheel": Way("pips", {"turn": "hand", "snap": "half"}),
    "turned in the hand by the right button": Way("pips", {"drag": "mouse", "turn": "press", "snap": "half"}),
    "turned by a key": Way("pips", {"turn": "key", "lift": "1"}),
    "turned by a badge": Way("pips", {"turn": "badge"}),
    "turned by one of three buttons": Way("pips", {"turn": "bar"}),
    "a second click takes the badge away": Way("pips", {"turn": "badge", "unselect": "1"}),
    "dropped by the browser, on cells alone": Way("pips", {"drag": "cells"}),
    "turned by a button that comes up": Way("pips", {"turn": "button", "shows": "1"}),
    "turned by a button far off, pale at first": Way("pips", {"turn": "button", "pale": "1"}),
    "turned by dragging it off": Way("pips", {"turn": "edge"}),
    "turned by a button far off": Way("pips", {"turn": "button"}, word="by hand"),
    "turned ones lie aside": Way("pips", {"origin": "first"}),
    "drags that hang": Way("pips", {"stick": "90"}),
    "two cells are clicked": Way("pips", {"drag": "pairs", "turn": "none", "back": "click"}),
    "a half and two cells are clicked": Way("pips", {"drag": "pairs", "turn": "none", "half": "1"}),
    "laid across the side that is clicked": Way("pips", {"drag": "sides", "turn": "none", "back": "click"}),
    "a half laid across the side that is clicked": Way("pips", {"drag": "sides", "turn": "none", "half": "1"}),
    "in the hand, on the pointer": Way("pips", {"drag": "hands", "turn": "none"}),
    "in the hand, all drawn anew at each movement": Way("pips", {"drag": "hands", "turn": "none", "fresh": "1"}),
    "in the hand, in a field": Way("pips", {"drag": "hands", "turn": "none", "in": "field"}),
    "in the hand, in the tray and in a field": Way("pips", {"drag": "shown", "turn": "none", "whirl": "250"}),
    "turned on the board only": Way("pips", {"turn": "board"}, word="turn"),
}


def games(name: str, count: int, seed: int) -> Iterator[str]:
    """The addresses, below `tests/e2e/pages`, of so many games on the page that behaves in this way."""
    way = WAYS[name]
    page, make = BOARDS[way.boards]
    for number in range(count):
        rng = Random(f"{seed} {number} {name}")
        asks = make(number, rng)
        if page == "grid":
            symbols = ("sky", "xo", "discs") if json.loads(asks["puzzle"])["game"] == "tango" else GRIDS
            look = {"symbols": rng.choice(symbols), "cell": str(rng.randint(40, 64)), "round": rng.choice(("0", "6"))}
            look["gap"] = rng.choice(("0", "0", "4"))
        else:
            look = {"cell": str(rng.randint(44, 60))}
        if page == "regions":
            look |= {"order": "".join(rng.sample("Qx.", 3)), "crown": rng.choice(("drawing", "letter"))}
            look |= {"place": rng.choice(("below", "right"))} | rng.choice(({}, {"undo": "1"}))
        look |= {"theme": rng.choice(("light", "dark")), "hue": str(rng.randrange(360))}
        yield f"{page}.html?" + urlencode(look | asks | way.asks)


GRIDS = ("digits", "xo", "tiles", "discs")


def _tango(number: int, rng: Random) -> dict[str, str]:
    board = make_board(6, rng)
    return {"puzzle": json.dumps(board.with_cells(board.clues)), "symbols": "sky"}


def _takuzu(number: int, rng: Random, size: int = 6) -> dict[str, str]:
    return {"puzzle": json.dumps(solver.generate("takuzu", size=size, seed=rng.randrange(10**6)).to_json())}


def _queens(number: int, rng: Random) -> dict[str, str]:
    board = make_queens(rng.randint(6, 9), rng)
    return {"puzzle": json.dumps(board.with_cells(board.empty))}


def _large(number: int, rng: Random) -> dict[str, str]:
    return _takuzu(number, rng, 14)


def _loose(number: int, rng: Random) -> dict[str, str]:
    """Takuzu with two to six solutions."""
    puzzle = _made(rng)
    while True:
        cells = rng.sample(sorted(puzzle.filled()), len(puzzle.filled()) - 1)
        fewer = _kept(puzzle, set(cells))
        if solver.count(fewer, limit=7) > 6:
            puzzle = _made(rng)
        elif len(_solutions(fewer)) > 1:
            return {"puzzle": json.dumps(fewer.to_json())}
        else:
            puzzle = fewer


def _one_of_several(number: int, rng: Random) -> dict[str, str]:
    asks = _loose(number, rng)
    return asks | {"answer": ",".join(rng.choice(_solutions(_loaded(asks))).cells)}


def _unlike(number: int, rng: Random) -> dict[str, str]:
    """Takuzu with several solutions, of which the page takes the one without equal lines."""
    while True:
        asks = _loose(number, rng)
        unlike = list(solver.solutions(_loaded(asks).variant(unique_lines=True)))
        if len(unlike) == 1:
            return asks | {"answer": ",".join(unlike[0].cells)}


def _one_kind(number: int, rng: Random, others: int = 0) -> dict[str, str]:
    """Tango whose clues are all suns, or all moons, but so many."""
    board = make_board(6, rng)
    puzzle = solver.load(board.with_cells(board.solution))
    assert isinstance(puzzle, BinaryPuzzle)
    return _of_one_kind(puzzle, rng, others) | {"symbols": rng.choice(("sky", "sky", "xo"))}


def _of_one_kind(solved: BinaryPuzzle, rng: Random, others: int = 0) -> dict[str, str]:
    """As few clues of one kind as have one solution, and so many of the other."""
    cells, symbol = solved.cells, rng.choice(solved.symbols)
    kept = {(r, c) for r, c in solved.filled() if cells[r][c] == symbol}
    for cell in rng.sample(sorted(kept), len(kept) - 2):
        if len(_solutions(_kept(solved, kept - {cell}))) == 1:
            kept.remove(cell)
    kept |= set(rng.sample([(r, c) for r, c in solved.filled() if cells[r][c] != symbol], others))
    return {"puzzle": json.dumps(_kept(solved, kept).to_json())}


def _one_of_two_digits(number: int, rng: Random) -> dict[str, str]:
    while True:
        puzzle = _made(rng)
        solved = puzzle.with_cells(_solutions(puzzle)[0].cells)
        if any(
            len(_solutions(_kept(solved, {(r, c) for r, c in solved.filled() if solved.cells[r][c] == symbol}))) == 1
            for symbol in solved.symbols
        ):
            asks = _of_one_kind(solved, rng)
            if len(_solutions(_loaded(asks))) == 1:
                return asks


def _one_kind_loose(number: int, rng: Random) -> dict[str, str]:
    """Tango with markers whose clues are of one kind, with two to six solutions, of which the page takes one."""
    while True:
        asks = _one_kind(number, rng)
        puzzle = _loaded(asks)
        fewer = _kept(puzzle, set(puzzle.filled()) - {rng.choice(list(puzzle.filled()))})
        if 1 < len(_solutions(fewer)) <= 6 and any("x" in row or "=" in row for row in (*puzzle.h, *puzzle.v)):
            taken = rng.choice(_solutions(fewer)).cells
            return asks | {"puzzle": json.dumps(fewer.to_json()), "answer": ",".join(taken)}


def _loaded(asks: dict[str, str]) -> BinaryPuzzle:
    puzzle = solver.load(asks["puzzle"])
    assert isinstance(puzzle, BinaryPuzzle)
    return puzzle


def _specimen(number: int, rng: Random) -> dict[str, str]:
    return _one_kind(number, rng, others=1)


def _made(rng: Random) -> BinaryPuzzle:
    puzzle = solver.generate("takuzu", size=6, seed=rng.randrange(10**6))
    assert isinstance(puzzle, BinaryPuzzle)
    return puzzle.variant(unique_lines=False)


def _kept(puzzle: BinaryPuzzle, cells: set[tuple[int, int]]) -> BinaryPuzzle:
    rows = ["".join(s if (r, c) in cells else "." for c, s in enumerate(row)) for r, row in enumerate(puzzle.cells)]
    return puzzle.with_cells(rows)


def _solutions(puzzle: BinaryPuzzle) -> list[Solution]:
    return list(itertools.islice(solver.solutions(puzzle.variant(unique_lines=False)), 7))


@cache
def _dominoes() -> list[dict[str, object]]:
    labels = [json.loads(path.read_text()) for path in sorted((SAMPLES / "pips").glob("*.json"))]
    return [label["puzzle"] for label in labels if label.get("puzzle")]


def _pips(number: int, rng: Random) -> dict[str, str]:
    """Five to eight dominoes."""
    few = [puzzle for puzzle in _dominoes() if 5 <= len(puzzle["dominoes"]) <= 8]  # type: ignore[arg-type]
    return {"puzzle": json.dumps(rng.choice(few))}


def _wrong_ones(number: int, rng: Random) -> dict[str, str]:
    """Two dominoes lie in each other's places."""
    asks = _pips(number, rng)
    puzzle = solver.load(asks["puzzle"])
    assert isinstance(puzzle, PipsPuzzle)
    solved = solver.solve(puzzle)
    assert solved is not None
    one, other = rng.sample(range(len(puzzle.dominoes)), 2)
    lying = [[one, *map(list, solved.places[other])], [other, *map(list, solved.places[one])]]
    return asks | {"state": json.dumps(lying)}


def _many(number: int, rng: Random) -> dict[str, str]:
    puzzle = solver.generate("pips", size=16, seed=rng.randrange(10**6), difficulty="easy")
    return {"puzzle": json.dumps(puzzle.to_json()), "cell": "40"}


BOARDS: dict[str, tuple[str, Callable[[int, Random], dict[str, str]]]] = {
    "tango": ("grid", _tango),
    "takuzu": ("grid", _takuzu),
    "queens": ("regions", _queens),
    "large": ("grid", _large),
    "loose": ("grid", _loose),
    "one of several": ("grid", _one_of_several),
    "unlike": ("grid", _unlike),
    "one kind": ("grid", _one_kind),
    "one kind of 0 and 1": ("grid", _one_of_two_digits),
    "one kind, loose": ("grid", _one_kind_loose),
    "specimen": ("grid", _specimen),
    "pips": ("dominoes", _pips),
    "wrong ones": ("dominoes", _wrong_ones),
    "many": ("dominoes", _many),
}

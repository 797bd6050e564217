"""The Tango pictures: the list, random looks, and the camera that takes them of `pages/tango.html`.

    python samples/render.py                          every picture of the list, into samples/tango
    python samples/render.py --only 'classic-*'       some of them

What is not here: how a page is shown and a picture taken (`camera.py`), the boards (`boards.py`), the random looks
(`looks.py`), and what else is random about a picture of a data set (`dataset_shots.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import solver
from samples.boards import Board, Grid, breaks_a_rule, generated, make_board
from samples.camera import CELL_LEAST, CELL_MOST, Camera, Exposure, Placing, Shot, located, look_label
from samples.looks import Look, random_look

MISPLAYS_TRIED = 20
STATES = ("fresh", "partial", "wrong", "solved", "win", "hint", "fade")

# ---------------------------------------------------------------- the list

PHONE = (390, 844)
PHONE_PARTS = {"parts": "phone,timer,buttons,rules"}
DESKTOP = (1280, 800)
WIDE = (1920, 1080)

SHOTS: tuple[Shot, ...] = (
    # the daily game as it is: windows, densities, themes, states
    Shot("classic-desktop", seed=1),
    Shot("classic-desktop-partial", seed=2, state="partial", extra={"pointer": "2.4,3.3"}),
    Shot("classic-desktop-dark", theme="dark", seed=3, extra={"lang": "it"}),
    Shot("classic-wide", window=WIDE, seed=4, style="block", extra={"lang": "de"}),
    Shot("classic-wide-solved", window=WIDE, seed=5, state="solved"),
    Shot("classic-desktop-125", density=1.25, seed=6, state="partial"),
    Shot("classic-desktop-150-dark", density=1.5, theme="dark", seed=7, state="partial"),
    Shot("classic-retina", density=2, seed=8, window=(1100, 700), extra={"lang": "es"}),
    Shot(
        "classic-pointer-on-line", seed=9, style="few", extra={"pointer": "3.0,1.5"}, notes="pointer over a grid line"
    ),
    Shot("classic-stripes", seed=105, state="wrong"),
    Shot("classic-stripes-dark", seed=11, theme="dark", state="wrong", density=1.5),
    Shot("classic-hint", seed=101, state="hint"),
    Shot("classic-fade", seed=13, state="fade"),
    Shot("classic-phone", window=PHONE, density=3, seed=103, extra=PHONE_PARTS),
    Shot(
        "classic-phone-dark-solved", window=PHONE, density=2, theme="dark", seed=15, state="solved", extra=PHONE_PARTS
    ),
    Shot(
        "classic-phone-partial", window=PHONE, density=2, seed=16, state="partial", extra={**PHONE_PARTS, "lang": "it"}
    ),
    Shot("classic-crop", crop=12, seed=17, style="diagonal"),
    Shot("classic-crop-tight", crop=0, seed=18, state="partial"),
    Shot("classic-crop-dark", crop=6, theme="dark", density=2, seed=19, state="partial"),
    Shot("classic-crop-small", crop=5, seed=20, extra={"cell": "30"}),
    Shot("classic-crop-tiny", crop=5, seed=21, state="partial", extra={"cell": "21"}),
    Shot("classic-crop-large", crop=4, density=2, seed=22, extra={"cell": "92"}, style="few"),
    Shot("classic-win-moon", crop=8, seed=23, state="win", extra={"stage": "moon"}),
    Shot("classic-win-dark", crop=2, theme="dark", density=2, seed=24, state="win", extra={"stage": "both"}),
    Shot("classic-win-sun", seed=25, theme="dark", state="win", extra={"stage": "sun"}),
    Shot("classic-4x4", size=4, seed=26, density=1.25),
    Shot("classic-8x8", size=8, seed=27, state="partial"),
    Shot("classic-8x8-dark", size=8, seed=28, theme="dark", density=1.5),
    Shot("classic-10x10", size=10, seed=29, window=WIDE),
    Shot("classic-14x14-phone", size=14, seed=30, window=PHONE, density=3, state="partial", extra=PHONE_PARTS),
    Shot("season-halloween", symbols="halloween", seed=118, state="partial"),
    Shot("season-winter", symbols="winter", seed=32, state="partial", density=1.5),
    Shot(
        "season-hearts-dark",
        symbols="hearts",
        theme="dark",
        seed=33,
        state="partial",
        window=PHONE,
        density=2,
        extra=PHONE_PARTS,
    ),
    Shot("season-newyear", symbols="newyear", seed=34, style="block", crop=10),
    Shot("season-flags", symbols="flags", seed=35, state="solved", crop=10, density=1.25),
    Shot(
        "season-pointers", symbols="pointers", seed=36, state="partial", notes="a mouse pointer is one of the symbols"
    ),
    Shot("season-cats-dark", symbols="cats", seed=120, theme="dark", crop=10, density=2),
    Shot("season-music", symbols="music", seed=124, state="wrong", crop=16),
    # other sites
    Shot("rings-phone", look="rings", seed=41, window=PHONE, density=2, state="partial"),
    Shot("rings-stripes", look="rings", seed=42, state="wrong"),
    Shot("slate", look="slate", seed=43, state="partial", extra={"cell": "52"}),
    Shot("slate-small", look="slate", seed=44, window=WIDE, extra={"cell": "34"}),
    Shot("cards", look="cards", seed=45, state="partial", density=1.25),
    Shot("cards-8x8", look="cards", size=8, symbols="spring", seed=46, state="partial"),
    Shot("bolt-phone", look="bolt", size=8, seed=47, window=PHONE, density=3, state="partial"),
    Shot("bolt-10x10", look="bolt", size=10, seed=48, state="partial", extra={"cell": "44"}),
    Shot("wood", look="wood", seed=49, state="partial"),
    Shot("contrast", look="contrast", seed=106, state="partial", crop=10),
    Shot("paper", look="paper", seed=113, state="partial", density=1.5, window=(1000, 700)),
    Shot("pastel", look="pastel", seed=52, state="partial", density=1.25, window=(1024, 700)),
    Shot("neon", look="neon", seed=53, state="partial"),
    Shot("blocks", look="blocks", seed=54, state="partial"),
    Shot("stones", look="stones", size=8, seed=55, state="partial", extra={"cell": "50"}),
    Shot("keys", look="keys", seed=56, state="partial", density=1.5, window=(1000, 640)),
    Shot("night-crop", look="night", seed=57, state="partial", crop=12),
    Shot("mint", look="mint", seed=58, state="partial"),
    Shot("mint-fresh-4x4", look="mint", size=4, seed=59, crop=20, extra={"cell": "110"}),
    Shot("terminal", look="terminal", seed=60, state="partial"),
    # nothing to read
    Shot("none-dialog", seed=71, state="solved", extra={"dialog": "1"}, expect="occluded"),
    Shot(
        "none-dialog-phone",
        seed=72,
        state="solved",
        theme="dark",
        window=PHONE,
        density=2,
        extra={**PHONE_PARTS, "dialog": "1"},
        expect="occluded",
    ),
    Shot("none-rules", extra={"view": "rules"}, expect="no_board", notes="symbols on a page without a board"),
    Shot("none-zip", page="others.html", extra={"kind": "zip"}, expect="no_board"),
    Shot("none-mines-dark", page="others.html", theme="dark", extra={"kind": "mines", "size": "8"}, expect="no_board"),
    Shot("none-calendar", page="others.html", extra={"kind": "calendar"}, expect="no_board"),
    Shot("none-prose", page="others.html", extra={"kind": "prose"}, expect="no_board"),
)


# ---------------------------------------------------------------- random pictures

WINDOWS = (
    ((1280, 800), (1.0, 1.25, 1.5, 2.0), 30),
    ((1920, 1080), (1.0, 1.0, 1.25), 16),
    ((1366, 768), (1.0,), 12),
    ((1440, 900), (1.0, 2.0), 8),
    ((390, 844), (2.0, 3.0), 14),
    ((360, 740), (3.0, 2.0), 6),
    ((820, 1180), (1.0, 2.0), 6),
    ((800, 600), (1.0,), 8),
)
"""Window, its usual device scale factors, how often."""


KNOWN = tuple(sorted({shot.look for shot in SHOTS if isinstance(shot.look, str) and not shot.expect}))
SEASONS = (None, None, "halloween", "winter", "hearts", "fruit", "newyear", "cats", "spring", "flags", "space", "music")

OWN_STATES = {"hint": 4, "fade": 4}
NARROW_PARTS: dict[str, str] = PHONE_PARTS


def wild_extra(state: str, rng: Random) -> dict[str, str]:
    """Parameters of the page that go with a state of a random shot."""
    return {"stage": rng.choice(("moon", "sun", "both"))} if state == "win" else {}


def wild_symbols(look: str, rng: Random) -> str | None:
    """The symbols of a look of the page in a random shot; None for its own."""
    return rng.choice(SEASONS) if look == "classic" else None


def wild_shot(index: int, rng: Random) -> Shot:
    """A random picture. A seventh show a look from the list, the others one that nobody has seen."""
    look: str | Look = random_look(rng)
    size = rng.choices((4, 6, 8, 10, 12, 14), (8, 60, 16, 10, 3, 3))[0]
    window, densities, _ = rng.choices(WINDOWS, [w[2] for w in WINDOWS])[0]
    density = rng.choice(densities)
    theme = rng.choice(("light", "light", "dark"))
    symbols = None
    if rng.random() < 1 / 7:
        look = rng.choice(("classic", "classic", "rings", "slate", "cards", "bolt", "pastel", "keys", "mint"))
        symbols = rng.choice((None, "halloween", "space", "hearts", "fruit", "cats")) if look == "classic" else None
    crop = rng.choice((0, 2, 4, 8, 15, 30)) if rng.random() < 0.3 else None
    extra = {"seed": str(rng.randrange(1000)), "lang": rng.choice(("en", "it", "de", "es"))}
    if rng.random() < 0.35:  # an unusual size of board; the page else takes what fits
        most = min(window) / (size + 3)
        if most * density > CELL_LEAST:
            extra["cell"] = f"{rng.uniform(CELL_LEAST / density, min(most, CELL_MOST / density)):.1f}"
    if rng.random() < 0.15:
        extra["pointer"] = f"{rng.uniform(0, size):.2f},{rng.uniform(0, size):.2f}"
    if window[0] < 600:
        extra["parts"] = "phone,timer,buttons,rules"
    state = rng.choices(STATES, (34, 36, 8, 9, 4, 5, 4))[0]
    if state == "win":
        extra["stage"] = rng.choice(("moon", "sun", "both"))
    return Shot(
        f"wild-{index:04d}",
        look=look,
        theme=theme,
        symbols=symbols,
        size=size,
        seed=rng.randrange(10**6),
        state=state,
        window=window,
        density=density,
        crop=crop,
        extra=extra,
    )


def wild_shots(seed: int) -> Iterator[Shot]:
    """Random shots without end; the n-th depends on `seed` and n alone."""
    index = 0
    while True:
        yield wild_shot(index, Random(f"{seed}/{index}"))
        index += 1


# ---------------------------------------------------------------- what is on the board


def played(board: Board, state: str, rng: Random) -> tuple[Grid, list[list[int]]]:
    """The cells in this state of play, and which of them are wrong."""
    size = board.size
    empty = [(r, c) for r in range(size) for c in range(size) if board.clues[r][c] == "."]
    rows = [list(row) for row in board.clues]
    share = {"fresh": 0.0, "solved": 1.0, "win": 1.0}.get(state, rng.uniform(0.2, 0.75))
    filled = rng.sample(empty, round(share * len(empty)))
    if state == "fade":
        filled = filled or empty[:1]
    for r, c in filled:
        rows[r][c] = board.solution[r][c]
    if state == "wrong":
        return _misplayed(board, rows, filled or empty, rng)
    return tuple("".join(row) for row in rows), []


def _misplayed(
    board: Board, rows: list[list[str]], filled: list[tuple[int, int]], rng: Random
) -> tuple[Grid, list[list[int]]]:
    """Some entries turned into the other symbol, so that a rule is broken where a few attempts find such entries."""
    for _ in range(MISPLAYS_TRIED):
        wrong = rng.sample(filled, min(len(filled), rng.choice((1, 1, 2, 3))))
        turned = [list(row) for row in rows]
        for r, c in wrong:
            turned[r][c] = "SM"[board.solution[r][c] == "S"]
        cells = tuple("".join(row) for row in turned)
        if breaks_a_rule(board.with_cells(cells)):
            break
    return cells, [[r, c] for r, c in wrong]


# ---------------------------------------------------------------- the camera


class TangoCamera(Camera):
    """Takes the shots of the Tango page, and of pages that hold no board."""

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Any, dict[str, str]]:
        """See `Camera.query`."""
        query = {"theme": shot.theme, "time": "1:23", "seed": str(shot.seed)} | shot.extra
        if shot.page != "tango.html":
            return shot, None, query
        if shot.level:
            puzzle, solution, level = generated("tango", shot.size, rng.randrange(2**32), shot.level)
            shot, board = replace(shot, level=level), Board(puzzle.size, puzzle.cells, puzzle.h, puzzle.v, solution)
        else:
            board = make_board(shot.size, rng, shot.style)
        cells, wrong = played(board, "wrong" if shot.state == "unmarked" else shot.state, rng)
        query["puzzle"] = json.dumps(board.with_cells(board.clues), separators=(",", ":"))
        query["look"] = shot.look if isinstance(shot.look, str) else json.dumps(shot.look, separators=(",", ":"))
        if shot.symbols:
            query["symbols"] = shot.symbols
        if cells != board.clues:
            query["state"] = ",".join(cells)
        if shot.state == "win":
            query["freeze"] = "win"
        if shot.state == "unmarked":
            query["stripes"] = "0"
        if shot.state == "hint":
            query["hint"] = "1"
        if shot.state == "fade":
            new = next((r, c) for r in range(shot.size) for c in range(shot.size) if cells[r][c] != board.clues[r][c])
            query["fade"] = f"{new[0]},{new[1]},{rng.uniform(0.4, 0.8):.2f}"
        if wrong and not shot.notes:
            shot = replace(shot, notes=f"wrong entries: {wrong}")
        return shot, board, query

    def label(self, exposure: Exposure, placing: Placing) -> dict[str, Any]:
        """See `Camera.label`."""
        shot, board, state = exposure.shot, exposure.board, exposure.state
        puzzle = board.with_cells(tuple(state["cells"]))
        symbols = state["symbols"]
        where = located(exposure, placing)
        return {
            "game": "tango",
            "puzzle": puzzle,
            "board_bbox": where.pop("board_bbox"),
            "look": look_label(shot, state["look"]) | {"symbols": symbols["name"]},
            "swap_ok": symbols["swap_ok"],
            "clues": board.clue_cells(),
            "solutions": solver.count(solver.load(puzzle), limit=2),
            "notes": shot.notes or shot.state,
            **where,
        }


CAMERA = TangoCamera

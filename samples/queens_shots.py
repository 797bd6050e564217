"""The Queens pictures: which are taken of `pages/queens.html`, what is on the board, and what the label says.

    python samples/render.py --game queens                                   the list, into samples/queens
    python samples/render.py --game queens --wild 300 --seed 1 --out DIR     random looks that no site has

What is not here: how a page is shown and a picture taken (`camera.py`), the boards (`queens_boards.py`), the random
looks (`queens_looks.py`), how a page looks in a photo (`photos.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from samples.camera import Camera, Exposure, Placing, Shot, Wear, located, look_label
from samples.photos import Photo, as_photo
from samples.queens_boards import Board, Cell, Grid, excluded, generated, make_board, solutions
from samples.queens_looks import describe, random_queens_look
from samples.tango_shots import WINDOWS
from samples.wear import Pixels

GENERATED_MOST = {"easy": 9, "medium": 10}
"""The largest boards of a level that the solver's generator makes in a few tenths of a second; others are made here."""


@dataclass(frozen=True)
class QueensShot(Shot):
    """One picture to take."""

    page: str = "queens.html"
    size: int = 8
    patterns: bool = False
    """Regions have patterns besides their colours."""
    photo: Photo | None = None
    """The page is printed and photographed instead."""


PHONE = (390, 844)
PHONE_PARTS = {"parts": "phone,timer,buttons,rules"}
APP_PARTS = {"parts": "phone,timer,toolbar"}
WIDE = (1920, 1080)
SMALL = (1024, 720)
S = QueensShot

SHOTS: tuple[QueensShot, ...] = (
    # the daily game as it is: windows, densities, themes, states
    S("classic-desktop", size=8, seed=1),
    S("classic-desktop-partial", size=9, seed=2, state="partial", extra={"pointer": "2.4,3.3"}),
    S("classic-desktop-dark", size=8, theme="dark", seed=3, extra={"lang": "it"}),
    S("classic-wide-11x11", size=11, window=WIDE, seed=4, extra={"lang": "de"}),
    S("classic-150-crosses", size=7, density=1.5, window=SMALL, seed=5, state="crosses"),
    S("classic-retina-dark", size=10, density=2, window=SMALL, theme="dark", seed=6, state="auto"),
    S("classic-stripes", size=8, seed=7, state="wrong"),
    S(
        "classic-stripes-dark-phone",
        size=9,
        seed=8,
        theme="dark",
        state="wrong",
        window=PHONE,
        density=2,
        extra=PHONE_PARTS,
    ),
    S("classic-unmarked-crop", size=9, seed=9, state="unmarked", crop=10),
    S("classic-hover", size=9, seed=10, state="hover"),
    S("classic-hover-crop", size=7, seed=11, state="hover", crop=6, density=2),
    S("classic-solved-crop", size=10, seed=12, state="solved", crop=4),
    S("classic-win", size=8, seed=13, state="win"),
    S("classic-win-dark-crop", size=9, seed=14, state="win", theme="dark", crop=8, density=2),
    S("classic-win-phone", size=11, seed=15, state="win", window=PHONE, density=3, extra=PHONE_PARTS),
    S("classic-phone", size=8, seed=16, window=PHONE, density=2, extra=PHONE_PARTS | {"lang": "es"}),
    S(
        "classic-phone-jpeg",
        size=10,
        seed=17,
        state="auto",
        window=PHONE,
        density=3,
        wear=Wear(0.6, 72),
        extra=PHONE_PARTS,
    ),
    S("classic-crop", size=8, seed=18, crop=12),
    S("classic-crop-tight", size=9, seed=19, crop=0, state="partial"),
    S("classic-crop-scaled", size=10, seed=20, crop=3, wear=Wear(scale=0.62)),
    S("classic-patterns", size=8, seed=21, state="partial", patterns=True),
    S("classic-patterns-crop", size=7, seed=22, state="auto", patterns=True, crop=5, density=2),
    S("classic-5x5", size=5, seed=23, state="partial", crop=20),
    S("classic-fade", size=8, seed=24, state="fade", crop=16),
    # palettes and lines of other sites
    S("archive", look="archive", size=9, seed=31),
    S("archive-jpeg", look="archive", size=8, seed=32, state="partial", crop=14, wear=Wear(jpeg=60)),
    S("vivid", look="vivid", size=9, seed=33, state="partial", crop=12),
    S("heavy", look="heavy", size=11, seed=34, crop=6),
    S("ember", look="ember", size=6, seed=35, state="auto", window=PHONE, density=2, extra=APP_PARTS),
    S("ember-stripes", look="ember", size=5, seed=36, state="wrong", crop=10),
    S("court-phone", look="court", size=9, seed=37, state="partial", window=PHONE, density=2, extra=APP_PARTS),
    S("chess-solved", look="chess", size=8, seed=38, state="solved", window=SMALL),
    S("widgets", look="widgets", size=8, seed=39, state="partial", window=SMALL),
    S("pale", look="pale", size=10, seed=40, state="crosses", window=SMALL),
    S("toys", look="toys", size=7, seed=41, state="partial", window=SMALL),
    S("snow-dark", look="snow", theme="dark", size=9, seed=42, state="auto", window=SMALL),
    S("print", look="print", size=10, seed=43, window=SMALL),
    S(
        "print-photo",
        look="print",
        size=8,
        seed=44,
        state="partial",
        window=(640, 700),
        extra={"parts": "footer", "cell": "44"},
        photo=Photo(0.08, -3.0),
        wear=Wear(jpeg=74),
    ),
    S("classic-photo", size=8, seed=45, window=(640, 760), photo=Photo(0.12, 5.0, 0.2), wear=Wear(jpeg=74)),
    # nothing to read
    S("none-dialog", size=8, seed=71, state="win", extra={"dialog": "1"}, window=SMALL, expect="occluded"),
    S("none-rules", extra={"view": "rules"}, window=SMALL, expect="no_board", notes="example boards too small to play"),
)


# ---------------------------------------------------------------- random pictures

KNOWN = tuple(sorted({shot.look for shot in SHOTS if isinstance(shot.look, str) and not shot.expect}))
STATES = {
    "fresh": 26,
    "partial": 20,
    "crosses": 6,
    "auto": 12,
    "wrong": 8,
    "unmarked": 4,
    "hover": 6,
    "fade": 3,
    "solved": 6,
    "win": 9,
}
SIZES = {5: 6, 6: 6, 7: 16, 8: 26, 9: 20, 10: 12, 11: 10, 12: 4}

OWN_STATES = {"crosses": 6, "auto": 12, "hover": 6, "fade": 3}
NARROW_PARTS: dict[str, str] = PHONE_PARTS


def wild_extra(state: str, rng: Random) -> dict[str, str]:
    """Parameters of the page that go with a state of a random shot."""
    return {}


def wild_symbols(look: str, rng: Random) -> str | None:
    """The symbols of a look of the page in a random shot; None for its own."""
    return None


def wild_shot(index: int, rng: Random) -> QueensShot:
    """A random picture. A fifth show a look of the page, the others one that nobody has seen."""
    known = rng.random() < 0.2
    window, densities, _ = rng.choices(WINDOWS, [w[2] for w in WINDOWS])[0]
    extra = {"seed": str(rng.randrange(1000)), "lang": rng.choice(("en", "it", "de", "es"))}
    if rng.random() < 0.12:
        extra["pointer"] = f"{rng.uniform(0, 7):.2f},{rng.uniform(0, 7):.2f}"
    if window[0] < 600:
        extra["parts"] = PHONE_PARTS["parts"]
    return QueensShot(
        f"wild-{index:04d}",
        look=rng.choice(("classic", "classic", *KNOWN)) if known else random_queens_look(rng),
        theme=rng.choice(("light", "light", "dark")) if known else "light",
        size=rng.choices(list(SIZES), list(SIZES.values()))[0],
        seed=rng.randrange(10**6),
        state=rng.choices(list(STATES), list(STATES.values()))[0],
        window=window,
        density=rng.choice(densities),
        crop=rng.choice((0, 2, 4, 8, 15, 30)) if rng.random() < 0.35 else None,
        patterns=rng.random() < 0.08,
        extra=extra,
    )


def wild_shots(seed: int) -> Iterator[QueensShot]:
    """Random shots without end; the n-th depends on `seed` and n alone."""
    index = 0
    while True:
        yield wild_shot(index, Random(f"queens/{seed}/{index}"))
        index += 1


# ---------------------------------------------------------------- what is on the board


def played(board: Board, state: str, rng: Random) -> tuple[Grid, list[Cell]]:
    """What the player has put on the board in this state of play, and which of it is wrong."""
    crowns = list(board.crowns)
    share = {"fresh": 0.0, "crosses": 0.0, "solved": 1.0, "win": 1.0}.get(state, rng.uniform(0.1, 0.85))
    if state == "hover" and rng.random() < 0.4:
        share = 0.0
    kept = rng.sample(crowns, max(round(share * board.size), state in ("partial", "auto", "wrong", "fade")))
    if len(kept) == board.size and state not in ("solved", "win"):
        kept.pop()
    if state == "fresh" or (state == "hover" and not kept) or state == "auto":
        return _drawn(board, kept, set()), []
    gone = set().union(*(excluded(board.regions, crown) for crown in kept))
    if state == "crosses":
        gone = {(r, c) for r in range(board.size) for c in range(board.size)} - set(crowns)
    often = rng.choice((1.0, 1.0, 0.5, 0.0)) if state in ("solved", "win") else rng.choice((1.0, 0.6, 0.3, 0.0))
    if state == "crosses":
        often = rng.uniform(0.1, 0.9)
    crossed = {cell for cell in sorted(gone) if rng.random() < often}
    wrong: list[Cell] = []
    if state in ("wrong", "unmarked"):
        others = [(r, c) for r in range(board.size) for c in range(board.size) if (r, c) not in crowns]
        if state == "wrong":  # so that a rule is broken
            others = [cell for cell in others if cell in gone]
        wrong = rng.sample(others, rng.choice((1, 1, 2)))
        crossed -= set(wrong)
        kept += wrong
        left = [crown for crown in crowns if crown not in kept]
        if left and rng.random() < 0.3:
            wrong.append(rng.choice(left))
            crossed.add(wrong[-1])
    return _drawn(board, kept, crossed), wrong


def _drawn(board: Board, crowns: list[Cell], crosses: set[Cell]) -> Grid:
    span = range(board.size)
    return tuple("".join("Q" if (r, c) in crowns else "x" if (r, c) in crosses else "." for c in span) for r in span)


# ---------------------------------------------------------------- the camera


class QueensCamera(Camera):
    """Takes the shots of the Queens page."""

    def take(self, shot: Shot) -> tuple[Pixels, dict[str, Any]] | None:
        """See `Camera.take`. The label of a photo has the `corners` of the board too, clockwise from its top left."""
        assert isinstance(shot, QueensShot)
        if shot.photo is None:
            return super().take(shot)
        taken = super().take(replace(shot, wear=Wear()))
        return None if taken is None else as_photo(*taken, shot.photo, shot.seed)

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Board | None, dict[str, str]]:
        """See `Camera.query`."""
        assert isinstance(shot, QueensShot)
        query = {"theme": shot.theme, "time": "1:23", "seed": str(shot.seed), "shuffle": str(shot.seed)} | shot.extra
        if shot.size <= GENERATED_MOST.get(shot.level or "", 0):
            board = generated(shot.size, rng.randrange(2**32), shot.level or "")
        else:
            shot, board = replace(shot, level=None), make_board(shot.size, rng)
        cells, wrong = played(board, shot.state, rng)
        query["puzzle"] = json.dumps(board.with_cells(board.empty), separators=(",", ":"))
        query["look"] = shot.look if isinstance(shot.look, str) else json.dumps(shot.look, separators=(",", ":"))
        if cells != board.empty:
            query["state"] = ",".join(cells)
        if shot.patterns:
            query["patterns"] = "1"
        if shot.state == "unmarked":
            query["stripes"] = "0"
        if shot.state == "solved":
            query["gold"] = "0"
        if shot.state == "auto":
            query["auto"] = "1"
        if shot.state == "hover":
            query["hover"] = f"{rng.randrange(shot.size)},{rng.randrange(shot.size)}"
        if shot.state == "fade":
            new = next((r, c) for r in range(shot.size) for c in range(shot.size) if cells[r][c] != ".")
            query["fade"] = f"{new[0]},{new[1]},{rng.uniform(0.4, 0.8):.2f}"
        if wrong and not shot.notes:
            shot = replace(shot, notes=f"wrong entries: {[list(cell) for cell in sorted(wrong)]}")
        return shot, board, query

    def label(self, exposure: Exposure, placing: Placing) -> dict[str, Any]:
        """See `Camera.label`. `grid` is the box of the lattice, in pixels."""
        shot, board, state = exposure.shot, exposure.board, exposure.state
        assert isinstance(shot, QueensShot)
        cells: Grid = tuple(state["cells"])
        where = located(exposure, placing)
        x0, y0, pitch = (where["lattice"][key] for key in ("x0", "y0", "pitch"))
        far = pitch * board.size
        look = look_label(shot, {}) | describe(state["look"])
        return {
            "game": "queens",
            "puzzle": board.with_cells(cells),
            "board_bbox": where.pop("board_bbox"),
            "grid": [round(v, 1) for v in (x0, y0, x0 + far, y0 + far)],
            "look": look | ({"patterns": True} if shot.patterns else {}),
            "solutions": len(list(islice(solutions(board.regions, cells), 2))),
            "notes": shot.notes or shot.state,
            **where,
        }


CAMERA = QueensCamera

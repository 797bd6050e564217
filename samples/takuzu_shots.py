"""The Takuzu pictures: which are taken of `pages/takuzu.html`, what is on the board, and what the label says.

    python samples/render.py --game takuzu                                   the list, into samples/takuzu
    python samples/render.py --game takuzu --wild 300 --seed 1 --out DIR     random looks that no site has

What is not here: how a page is shown and a picture taken (`camera.py`), the boards (`takuzu_boards.py`), pictures of
terminals (`terminals.py`), how a printed page looks in a photo (`photos.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

import solver
from samples.boards import generated
from samples.camera import Camera, Exposure, Placing, Shot, Wear, located, look_label
from samples.looks import FONTS, LIGHTER, distance, hsl, lab
from samples.photos import Photo, as_photo
from samples.takuzu_boards import Board, Grid, breaks_a_rule, make_board

MISPLAYS_TRIED = 30


@dataclass(frozen=True)
class TakuzuShot(Shot):
    """One picture to take."""

    look: Any = "circles"
    page: str = "takuzu.html"
    unique_lines: bool = True
    signs: int = 0
    clues: float | None = None
    """The share of the cells that are clues, at the least; by chance if not given."""
    photo: Photo | None = None
    """The page is printed and photographed instead."""


PHONE = (390, 844)
WIDE = (1920, 1080)
S = TakuzuShot
PRINTED = Wear(jpeg=76)

SHOTS: tuple[TakuzuShot, ...] = (
    # thin circles on thin lines
    S("circles-8x8", size=8, seed=1),
    S("circles-14x14-partial", size=14, seed=2, state="partial", window=(700, 860), extra={"cell": "31"}),
    S("circles-dark", size=10, seed=3, theme="dark", state="partial", density=1.25),
    S(
        "circles-20x20-crop",
        clues=0.38,
        look="rings",
        size=20,
        seed=4,
        crop=6,
        extra={"cell": "38", "counters": "none"},
        window=WIDE,
    ),
    S(
        "plus-6x6",
        look="plus",
        size=6,
        seed=5,
        signs=9,
        clues=0.1,
        unique_lines=False,
        crop=24,
        density=2,
        extra={"counters": "none"},
        window=(800, 700),
    ),
    S(
        "plus-14x14",
        look="plus",
        size=14,
        seed=6,
        signs=40,
        unique_lines=False,
        crop=8,
        extra={"cell": "60", "counters": "none"},
        window=WIDE,
    ),
    S("circles-wrong", size=8, seed=7, state="wrong", extra={"cell": "44"}),
    S("circles-solved-phone", size=8, seed=8, state="solved", window=PHONE, density=2),
    S("rings", look="rings", size=10, seed=9, state="partial", window=(1024, 768)),
    # coloured tiles
    S(
        "tiles-6x6-desktop",
        look="tiles",
        theme="dark",
        size=6,
        seed=10,
        clues=0.3,
        window=(3840, 2160),
        extra={"cell": "110", "parts": "browser,title,percent,toolbar,taskbar"},
    ),
    S(
        "tiles-locked",
        look="tiles",
        theme="dark",
        size=8,
        seed=11,
        state="partial",
        extra={"locks": "1"},
        window=(800, 760),
    ),
    S("tiles-solved", look="tiles", theme="dark", size=6, seed=12, state="solved", window=(600, 690)),
    S(
        "tiles-light-12x12",
        look="tiles",
        theme="light",
        size=12,
        seed=13,
        state="partial",
        density=1.5,
        window=(1000, 800),
    ),
    S("soft-10x10", look="soft", size=10, seed=14, state="fade"),
    S("soft-dark-phone", look="soft", theme="dark", size=6, seed=15, state="partial", window=PHONE, density=3),
    S("padded-4x4", wear=Wear(jpeg=88), look="padded", size=4, seed=16, window=(1024, 768), extra={"cell": "82"}),
    S("padded-12x12-jpeg", look="padded", size=12, seed=17, density=2, window=(1024, 768), wear=Wear(jpeg=82)),
    S(
        "flatblocks-14x14-wrong",
        look="flatblocks",
        size=14,
        seed=18,
        state="wrong",
        window=(1026, 717),
        extra={"cell": "38"},
    ),
    S("flatblocks-6x6", look="flatblocks", size=6, seed=19, clues=0.2, window=(1026, 717)),
    # bevelled, white, black and grey
    S("bevel-icon", look="bevel", size=6, seed=20, state="partial", crop=6, unique_lines=False, extra={"cell": "40"}),
    S(
        "bevel-dark-16x16",
        look="bevel",
        theme="dark",
        size=16,
        seed=21,
        state="partial",
        unique_lines=False,
        extra={"cell": "34"},
    ),
    S("raised-8x8", look="raised", size=8, seed=22, state="partial", window=(640, 640)),
    S("pieces-8x8", look="pieces", size=8, seed=23, state="partial", window=(574, 734)),
    S(
        "blocks-6x6",
        look="blocks",
        size=6,
        seed=24,
        state="partial",
        clues=0.4,
        window=(462, 622),
        extra={"cell": "41"},
    ),
    # digits
    S("dusk-6x6", look="dusk", size=6, seed=25, state="partial", window=(1196, 800), extra={"cell": "88"}),
    S("dusk-8x8-wrong", look="dusk", size=8, seed=26, state="wrong", window=(1000, 760), extra={"cell": "50"}),
    S("digits-10x10", look="digits", size=10, seed=27, state="partial", extra={"pointer": "4.2,6.0"}),
    S("digits-dark-8x8", look="digits", theme="dark", size=8, seed=28, state="partial", density=2, window=(900, 640)),
    S(
        "digits-plus-8x8",
        look="digits",
        size=8,
        seed=29,
        signs=14,
        clues=0.12,
        unique_lines=False,
        state="partial",
        window=(800, 700),
    ),
    S("bookman-8x8", look="bookman", size=8, seed=30, state="partial", density=1.25, window=(900, 760)),
    S("gothic-phone", look="gothic", size=6, seed=31, state="partial", window=PHONE, density=2),
    S("grid-11px", look="grid", size=10, seed=32, crop=1, extra={"cell": "11"}),
    S("grid-15px", look="grid", size=14, seed=33, crop=4, extra={"cell": "15"}, state="partial"),
    S("grid-20x20", clues=0.4, look="grid", size=20, seed=34, extra={"cell": "24"}, window=(1024, 768)),
    S("keypad-10x10", look="keypad", size=10, seed=35, state="partial"),
    S("bits-12x12", look="bits", size=12, seed=36, state="partial", window=(900, 760)),
    S("segments-8x8", look="segments", size=8, seed=37, state="partial", window=(800, 700)),
    S("arcade-6x6", look="arcade", size=6, seed=38, state="partial", density=1.5, window=(640, 640)),
    S("sheet-10x10", look="sheet", size=10, seed=39, state="partial", extra={"cell": "36"}, window=(1024, 700)),
    S("sheet-14x14-crop", look="sheet", size=14, seed=40, crop=0, extra={"cell": "26"}),
    S("exam-8x8", look="exam", size=8, seed=41, window=(900, 1000)),
    S("exam-12x12-pencilled", look="workbook", size=12, seed=42, state="partial", window=(900, 1000)),
    S("news-10x10", look="news", size=10, seed=43, state="partial", window=(1100, 760)),
    S("notebook-8x8", look="notebook", size=8, seed=44, state="partial", window=(900, 700), extra={"cell": "44"}),
    # X and O, stones, and looks of no site
    S("xo-6x6", look="xo", size=6, seed=45, state="partial", window=(640, 640)),
    S("xo-dark-10x10", look="xo", theme="dark", size=10, seed=46, state="partial", signs=8),
    S("letters-12x12", look="letters", size=12, seed=47, state="partial", window=(800, 800)),
    S("stones-10x10", wear=Wear(jpeg=90), look="stones", size=10, seed=48, state="partial", window=(1000, 800)),
    S("goban-8x8", wear=Wear(jpeg=90), look="goban", size=8, seed=49, state="partial", crop=20),
    S("marbles-6x6", look="marbles", size=6, seed=50, state="partial", window=(640, 700), density=1.25),
    S("lamps-8x8", wear=Wear(jpeg=85), look="lamps", size=8, seed=51, state="partial", window=(800, 760)),
    S("paint-8x8", look="paint", size=8, seed=52, state="partial"),
    S("mono-14x14", look="mono", size=14, seed=53, state="partial", window=(800, 800), extra={"cell": "34"}),
    S("arrows-8x8", look="arrows", size=8, seed=54, state="partial", window=(800, 700)),
    S("diagonals-6x6", look="diagonals", size=6, seed=55, state="partial", crop=12, density=2),
    S("lozenges-10x10", look="lozenges", size=10, seed=56, state="partial", window=(800, 800)),
    S("dice-6x6-huge", look="dice", size=6, seed=57, state="partial", crop=10, density=2, extra={"cell": "75"}),
    S("hearts-8x8", wear=Wear(jpeg=85), look="hearts", size=8, seed=58, state="partial", window=(820, 1180)),
    # photos of printed pages
    S(
        "photo-exam-8x8",
        look="exam",
        size=8,
        seed=61,
        window=(800, 900),
        density=2,
        wear=PRINTED,
        photo=Photo(tilt=0.06, turn=3),
    ),
    S(
        "photo-workbook-12x12",
        look="workbook",
        size=12,
        seed=62,
        state="partial",
        window=(800, 1000),
        density=2,
        wear=PRINTED,
        photo=Photo(tilt=0.12, turn=-5),
    ),
    S(
        "photo-news-10x10",
        look="news",
        size=10,
        seed=63,
        state="partial",
        window=(1000, 760),
        density=2,
        wear=PRINTED,
        photo=Photo(tilt=0.1, turn=8, shadow=0.5),
    ),
    S(
        "photo-notebook-8x8",
        look="notebook",
        size=8,
        seed=64,
        state="partial",
        window=(700, 620),
        density=2,
        wear=PRINTED,
        extra={"cell": "44"},
        photo=Photo(tilt=0.08, turn=-2, blur=1.1),
    ),
    S(
        "photo-grid-14x14",
        look="grid",
        size=14,
        seed=65,
        window=(700, 700),
        density=2,
        wear=PRINTED,
        photo=Photo(tilt=0.16, turn=1, shadow=0.45),
    ),
)


KNOWN = tuple(sorted({shot.look for shot in SHOTS if isinstance(shot.look, str)} - {"sheet", "exam", "workbook"}))
"""Looks of the page that fit any window."""


# ---------------------------------------------------------------- random pictures

TELLS = 40.0
"""Least distance in CIE L*a*b* between two of empty, 0 and 1 where colour alone tells them apart."""
GLYPHS = ("cross", "arrows", "diagonals", "lozenges", "hearts", "segments", "bars", "pencil", "pen")


def _colours(rng: Random, count: int) -> list[str]:
    """Colours a person tells apart at a glance; the first is what the others lie on."""
    while True:
        found = [hsl(rng.uniform(0, 360), rng.choice((0, 30, 60, 90)), rng.uniform(8, 97)) for _ in range(count)]
        apart = all(distance(a, b) >= TELLS for k, a in enumerate(found) for b in found[:k])
        if apart and all(abs(lab(found[0])[0] - lab(other)[0]) >= LIGHTER for other in found[1:]):
            return found


def random_look(rng: Random) -> dict[str, Any]:
    """A look for the page's `look` parameter that no site has and a person can read."""
    empty, first, second = _colours(rng, 3)
    page = empty if rng.random() < 0.4 else hsl(rng.uniform(0, 360), rng.uniform(0, 50), rng.choice((10, 25, 85, 97)))
    text = "#111111" if distance(page, "#000000") > 55 else "#f2f2f2"
    dark_page = text != "#111111"
    look: dict[str, Any] = {"page": page, "text": text, "label": text, "cell": empty, "font": rng.choice(FONTS)}
    look |= {"button": "#3c3f46" if dark_page else "#ececec", "edge": "#888888", "muted": "#888888"}
    line = max((hsl(0, 0, v) for v in (5, 30, 55, 80, 98)), key=lambda c: distance(c, empty) * rng.uniform(0.4, 1))
    gap = rng.choice((0.0, 0.0, 0.04, 0.08, 0.12, 0.2))
    look |= {"gap": gap, "radius": rng.choice((0, 0.08, 0.2, 0.5)) if gap else 0}
    look["line"] = {"color": line, "width": rng.choice((1, 1, 2, 3)), "mid": 0}
    look["frame"] = {"color": line, "width": rng.choice((0, 1, 3, 6)), "radius": 0}
    if gap and distance(page, empty) < 12:
        look["border"] = f"1px solid {line}"
    kind = rng.choice(("fill", "piece", "text", "drawn"))
    if kind == "fill":
        look |= {"fill": [first, second], "relief": rng.choice(("none", "raised", "ledge", "gradient"))}
    elif kind == "piece":
        shape = rng.choice(("disc", "disc", "square", "diamond"))
        size = rng.uniform(0.45, 0.85) * (1 - gap)
        look["piece"] = {"shape": shape, "size": size, "fill": [first, second], "edge": [line, line], "width": 1.5}
    else:
        ink = [first, second] if rng.random() < 0.5 else [first, first]
        chars = ["0", "1"] if kind == "text" else rng.choice(GLYPHS)
        look["glyph"] = {"chars": chars, "font": rng.choice(FONTS), "weight": rng.choice((400, 700)), "colors": ink}
        look["glyph"] |= {"size": rng.uniform(0.4, 0.75) * (1 - gap), "jitter": 4}
    mark = rng.choice(("none", "none", "dot", "corner", "lock", "under"))
    look |= {"clueMark": mark, "told": mark, "markColor": "#d0479a", "marker": {"color": line}}
    look["counters"] = rng.choice(("none", "none", "none", "fraction", "boxes", "right"))
    if look["counters"] != "fraction":  # it stands where they would
        look["coordinates"] = rng.choice(("none", "none", "letters", "numbers"))
    furniture = ("title", "timer", "toolbar", "buttons", "rules", "patterns", "sidebar", "hearts", "browser", "taskbar")
    look["parts"] = ",".join(rng.sample(furniture, rng.randint(1, 5)))
    return look

OWN_STATES = {"fade": 6}
NARROW_PARTS: dict[str, str] = {}


def wild_extra(state: str, rng: Random) -> dict[str, str]:
    """Parameters of the page that go with a state of a random shot."""
    return {"notice": "none"} if state == "solved" else {}


def wild_symbols(look: str, rng: Random) -> str | None:
    """The symbols of a look of the page in a random shot; None for its own."""
    return None


def wild_shot(index: int, rng: Random) -> TakuzuShot:
    """A random picture. A fifth show a look of the page, the others one that nobody has seen."""
    known = rng.random() < 0.2
    window, densities = rng.choice((((1280, 800), (1.0, 1.25, 2.0)), (WIDE, (1.0,)), (PHONE, (2.0, 3.0))))
    return TakuzuShot(
        f"wild-{index:04d}",
        look=rng.choice(KNOWN) if known else random_look(rng),
        theme=rng.choice(("light", "dark")) if known else "light",
        size=rng.choices((4, 6, 8, 10, 12, 14), (4, 30, 26, 20, 12, 8))[0],
        seed=rng.randrange(10**6),
        state=rng.choice(("fresh", "partial", "partial", "wrong", "solved")),
        window=window,
        density=rng.choice(densities),
        crop=rng.choice((None, None, 0, 4, 16)),
        unique_lines=rng.random() < 0.6,
        signs=rng.choice((0, 0, 0, 5)),
    )


def wild_shots(seed: int) -> Iterator[TakuzuShot]:
    """Random shots without end; the n-th depends on `seed` and n alone."""
    index = 0
    while True:
        yield wild_shot(index, Random(f"takuzu/{seed}/{index}"))
        index += 1


# ---------------------------------------------------------------- what is on the board


def played(board: Board, state: str, rng: Random) -> tuple[Grid, list[list[int]]]:
    """The cells in this state of play, and which of them are wrong."""
    size = board.size
    empty = [(r, c) for r in range(size) for c in range(size) if board.clues[r][c] == "."]
    rows = [list(row) for row in board.clues]
    share = {"fresh": 0.0, "solved": 1.0}.get(state, rng.uniform(0.2, 0.7))
    filled = rng.sample(empty, max(round(share * len(empty)), state != "fresh"))
    for r, c in filled:
        rows[r][c] = board.solution[r][c]
    if state == "wrong":
        return _misplayed(board, rows, filled, rng)
    return tuple("".join(row) for row in rows), []


def _misplayed(
    board: Board, rows: list[list[str]], filled: list[tuple[int, int]], rng: Random
) -> tuple[Grid, list[list[int]]]:
    """Some entries turned into the other symbol, so that a rule is broken where a few attempts find such entries."""
    for _ in range(MISPLAYS_TRIED):
        wrong = rng.sample(filled, min(len(filled), rng.choice((1, 1, 2, 3))))
        turned = [list(row) for row in rows]
        for r, c in wrong:
            turned[r][c] = "01"[board.solution[r][c] == "0"]
        cells = tuple("".join(row) for row in turned)
        if breaks_a_rule(board.with_cells(cells)):
            break
    return cells, [[r, c] for r, c in wrong]


def counted(puzzle: dict[str, Any]) -> dict[str, int]:
    """How many solutions, without and with the rule that no two lines are alike; 2 stands for more."""
    return {
        "solutions": solver.count(solver.load(puzzle | {"unique_lines": False}), limit=2),
        "solutions_unique_lines": solver.count(solver.load(puzzle | {"unique_lines": True}), limit=2),
    }


class TakuzuCamera(Camera):
    """Takes shots of the Takuzu page."""

    def take(self, shot: Shot) -> tuple[np.ndarray, dict[str, Any]] | None:
        """See `Camera.take`. The label of a photo has the `corners` of the board too, clockwise from its top left."""
        assert isinstance(shot, TakuzuShot)
        if shot.photo is None:
            return super().take(shot)
        taken = super().take(replace(shot, wear=Wear()))
        if taken is None:
            return None
        return as_photo(*taken, shot.photo, shot.seed)

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Board | None, dict[str, str]]:
        """See `Camera.query`."""
        assert isinstance(shot, TakuzuShot)
        query = {"theme": shot.theme, "time": "1:23", "seed": str(shot.seed)} | shot.extra
        if shot.level and not shot.signs:  # the generator makes none with signs between the cells
            rules = {"unique_lines": shot.unique_lines}
            puzzle, solution, level = generated("takuzu", shot.size, rng.randrange(2**32), shot.level, **rules)
            grids = puzzle.cells, puzzle.h, puzzle.v, solution
            shot, board = replace(shot, level=level), Board(shot.size, *grids, shot.unique_lines)
        else:
            board = make_board(shot.size, rng, shot.unique_lines, shot.signs, shot.clues)
        cells, wrong = played(board, {"unmarked": "wrong", "win": "solved"}.get(shot.state, shot.state), rng)
        query["puzzle"] = json.dumps(board.with_cells(board.clues), separators=(",", ":"))
        query["look"] = shot.look if isinstance(shot.look, str) else json.dumps(shot.look, separators=(",", ":"))
        if cells != board.clues:
            query["state"] = ",".join(cells)
        if shot.state == "unmarked":
            query["marks"] = "0"
        if shot.state == "fade":
            new = next((r, c) for r in range(shot.size) for c in range(shot.size) if cells[r][c] != board.clues[r][c])
            query["fade"] = f"{new[0]},{new[1]},{rng.uniform(0.4, 0.8):.2f}"
        if wrong and not shot.notes:
            shot = replace(shot, notes=f"wrong entries: {wrong}")
        return shot, board, query

    def label(self, exposure: Exposure, placing: Placing) -> dict[str, Any]:
        """See `Camera.label`. `look.clue` says how clues are told from entries, `none` where the look does not."""
        shot, board, state = exposure.shot, exposure.board, exposure.state
        puzzle = board.with_cells(tuple(state["cells"]))
        symbols, look, where = state["symbols"], state["look"], located(exposure, placing)
        described = look_label(shot, {}) | {
            "grid": "tiles" if look["gap"] else "lines",
            "symbols": symbols["name"],
            "clue": look["told"],
            "beside": [name for name in (look["counters"], look["coordinates"]) if name != "none"],
        }
        return {
            "game": "takuzu",
            "puzzle": puzzle,
            "board_bbox": where.pop("board_bbox"),
            "look": described,
            "swap_ok": symbols["swap_ok"],
            "clues": board.clue_cells(),
            **counted(puzzle),
            "notes": shot.notes or shot.state,
            **where,
        }


CAMERA = TakuzuCamera

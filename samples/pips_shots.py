"""The Pips pictures: the list, and the camera that takes them off `pages/pips.html`.

    python samples/render.py --game pips                          into samples/pips
    python samples/render.py --game pips --wild 300 --seed 1 --out /tmp/wild

A shot's `size` is its number of dominoes. Boards come from `pips_boards.py`, random looks from `pips_looks.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import cv2
import numpy as np

import solver
from samples.camera import Camera, Exposure, Placing, Shot, Wear, boxed, located, look_label
from samples.pips_boards import Placement, broken, make_board, played
from samples.pips_looks import random_pips_look
from samples.tango_shots import WINDOWS
from samples.wear import Pixels
from solver.pips.puzzle import PipsSolution


@dataclass(frozen=True)
class PipsShot(Shot):
    """One picture of the Pips page. States: fresh, partial, wrong, solved; `held` is partial with one in the air."""

    page: str = "pips.html"
    islands: int | None = None
    turned: int = 0
    """How many tiles of the tray stand upright."""
    held_at: tuple[float, float] = (0.0, 0.0)
    """With state `held`: the middle of that domino, in cells from the board's corner, across and down."""
    framed: bool = False
    """A picture of the picture, as a phone's viewer shows it: smaller, with other things and thumbnails around."""


# ---------------------------------------------------------------- the list

APP = (390, 844)
APP_LARGE = (430, 932)
DESKTOP = (1280, 800)
WIDE = (1920, 1080)
VAST = (2560, 1440)
IN_APP = {"parts": "phone,home,tools,prompt"}
IN_SAFARI = {"parts": "phone,url,tools,line,subscribe,prompt"}
ON_WEB = {"parts": "bar,tools,prompt"}
TITLE = {"parts": "title"}


def _shot(name: str, count: int, seed: int, look: str = "classic", **more: Any) -> PipsShot:
    return PipsShot(name, look=look, size=count, seed=seed, **more)


SHOTS: tuple[PipsShot, ...] = (
    # the daily game: in its app, on the web, cropped
    _shot("classic-app-easy", 5, 1, "vivid", window=APP, density=3, extra=IN_APP),
    _shot("classic-app-medium", 8, 2, "vivid", window=APP, density=3, extra=IN_APP, state="partial"),
    _shot("classic-app-hard", 13, 3, "vivid", window=APP, density=2, extra=IN_APP),
    _shot("classic-app-16", 16, 4, "vivid", window=APP, density=2, extra=IN_APP),
    _shot("classic-app-dark", 7, 5, "vivid", theme="dark", window=APP_LARGE, density=3, extra=IN_APP),
    _shot("classic-app-dark-solved", 9, 6, theme="dark", window=APP, density=2, state="solved", extra=IN_APP),
    _shot("classic-app-wrong", 6, 7, "vivid", window=APP, density=2, state="wrong", extra=IN_APP),
    _shot("classic-safari", 15, 8, window=APP, density=3, extra=IN_SAFARI),
    _shot("classic-safari-partial", 10, 9, window=APP, density=2, state="partial", extra=IN_SAFARI | {"lang": "it"}),
    _shot("classic-small-phone", 11, 10, window=(360, 740), density=2, extra=IN_SAFARI),
    _shot("classic-desktop", 9, 11, extra=ON_WEB),
    _shot("classic-desktop-partial", 12, 12, state="partial"),
    _shot("classic-desktop-dark", 10, 13, theme="dark", extra=ON_WEB),
    _shot("classic-desktop-solved", 8, 14, state="solved"),
    _shot("classic-desktop-wrong", 7, 15, state="wrong", density=1.25),
    _shot("classic-desktop-150", 6, 16, density=1.5, window=(1100, 720), extra={"perrow": "3"}),
    _shot("classic-retina", 10, 17, density=2, window=(1440, 760), extra=ON_WEB),
    _shot("classic-wide", 14, 18, window=WIDE, extra={"perrow": "5", "lang": "de"}),
    _shot("classic-wide-left", 8, 19, window=WIDE, state="partial", extra={"align": "left", "parts": "bar,tools,side"}),
    _shot("classic-vast-browser", 11, 20, window=VAST, extra={"parts": "browser,bar,tools,prompt"}),
    _shot("classic-crop", 7, 21, crop=20, density=2),
    _shot("classic-crop-tight", 10, 22, crop=0, density=2, state="partial"),
    _shot("classic-crop-dark", 13, 23, theme="dark", crop=8, density=1.5),
    _shot("classic-crop-small", 12, 24, crop=10, extra={"cell": "42", "tile": "58"}),
    _shot("classic-crop-large", 4, 25, crop=30, density=3, window=(900, 900), extra={"cell": "70"}),
    _shot("classic-before", 9, 26, "before", crop=24, density=2, state="partial"),
    _shot("classic-before-wide", 12, 27, "before", window=(1600, 900), extra=ON_WEB),
    _shot("classic-islands", 12, 28, window=(1366, 768), islands=3, state="partial", extra={"lang": "es"}),
    _shot("classic-turned", 9, 29, state="partial", turned=2, density=1.25),
    _shot("classic-held", 6, 30, state="held", held_at=(-2.1, 1.3), notes="one domino in the air, beside the board"),
    _shot("classic-pointer", 8, 31, density=1.5, extra={"pointer": "1.2,1.4"}, window=(1000, 760)),
    _shot("classic-cut-by-line", 11, 32, window=(1366, 768), density=1.5, extra=ON_WEB | {"crowd": "1"}),
    _shot("classic-clipped", 5, 30, "vivid", window=APP, density=2, extra=IN_APP | {"cell": "71"}),
    _shot("classic-viewer", 10, 34, window=APP, density=2, state="partial", extra=IN_SAFARI, framed=True),
    _shot("classic-viewer-dark", 5, 35, theme="dark", window=APP, density=2, extra=IN_APP, framed=True),
    _shot("classic-reduced", 13, 36, window=WIDE, extra=ON_WEB, wear=Wear(scale=0.8), density=1.25),
    # a page of white dominoes, where used places stay
    _shot("cream-desktop", 9, 41, "cream", extra=TITLE),
    _shot("cream-partial", 12, 42, "cream", window=(1280, 1000), state="partial", extra=TITLE),
    _shot("cream-retina", 6, 43, "cream", density=2, window=(1100, 800), state="partial", extra=TITLE),
    _shot("cream-solved", 10, 44, "cream", window=(1280, 1000), state="solved", extra=TITLE),
    _shot("cream-dark", 12, 45, "cream", theme="dark", window=WIDE, extra=TITLE),
    _shot("cream-phone", 8, 46, "cream", window=APP, density=2, extra=TITLE | {"tile": "72"}),
    # looks of our own
    _shot("harbour", 9, 51, "harbour", state="partial"),
    _shot("harbour-dark", 12, 52, "harbour", theme="dark", density=1.5, window=(1000, 760)),
    _shot("harbour-phone-solved", 7, 53, "harbour", window=APP, density=2, state="solved", extra={"parts": "tools"}),
    _shot("felt", 10, 54, "felt", state="partial", density=1.25, window=(1100, 720)),
    _shot("felt-dark", 13, 55, "felt", theme="dark", window=WIDE),
    _shot("felt-phone", 6, 56, "felt", window=APP, density=2, extra={"parts": "tools"}),
    _shot("candy", 9, 57, "candy"),
    _shot("candy-dark-wrong", 8, 58, "candy", theme="dark", density=1.5, window=(1000, 760), state="wrong"),
    _shot("candy-crop", 12, 59, "candy", crop=16, density=2, state="partial"),
    _shot("paper", 10, 60, "paper", state="partial"),
    _shot("paper-dark-phone", 8, 61, "paper", theme="dark", window=APP, density=2, extra={"parts": "tools"}),
    # nothing to read
    _shot("none-tray", 8, 71, extra={"tray": "0"}, expect="unsupported", notes="a board without its dominoes"),
    _shot("none-dialog", 7, 72, extra={"dialog": "1"}, expect="occluded"),
)


# ---------------------------------------------------------------- random pictures

CELL_LEAST = 40.0
"""Cells of the pictures, in image pixels: the smallest of the real ones."""
STATES = (("fresh", 42), ("partial", 36), ("wrong", 8), ("solved", 14))
KNOWN = ("classic", "vivid", "before", "cream", "harbour", "felt", "candy", "paper")

OWN_STATES = {"held": 6}
NARROW_PARTS: dict[str, str] = IN_APP


def wild_extra(state: str, rng: Random) -> dict[str, str]:
    """Parameters of the page that go with a state of a random shot."""
    return {"notice": "none"} if state == "solved" else {}


def wild_symbols(look: str, rng: Random) -> str | None:
    """The symbols of a look of the page in a random shot; None for its own."""
    return None


def wild_shot(index: int, rng: Random) -> PipsShot:
    """A random picture. A sixth show a look from the page, the others one that nobody has seen."""
    look = rng.choice(KNOWN) if rng.random() < 1 / 6 else random_pips_look(rng)
    window, densities, _ = rng.choices(WINDOWS, [w[2] for w in WINDOWS])[0]
    narrow = window[0] < 600
    state = rng.choices([name for name, _ in STATES], [weight for _, weight in STATES])[0]
    extra = {"lang": rng.choice(("en", "it", "de", "es"))}
    extra["parts"] = rng.choice(
        ("phone,home,tools,prompt", "phone,url,tools,line,subscribe,prompt", "title", "tools,timer")
        if narrow
        else ("bar,tools,prompt", "bar,tools,undo,prompt", "title", "browser,bar,tools,side", "tools,timer,footer")
    )
    if not narrow and rng.random() < 0.3:
        extra["zoom"] = f"{rng.uniform(0.8, 1.6):.2f}"
    if not narrow and rng.random() < 0.2:
        extra["align"] = rng.choice(("left", "right"))
    if rng.random() < 0.1:
        extra["pointer"] = f"{rng.uniform(-1, 6):.2f},{rng.uniform(0, 6):.2f}"
    count = rng.choices(range(4, 17), (6, 8, 8, 9, 9, 9, 9, 8, 8, 6, 5, 4, 4))[0]
    return PipsShot(
        f"wild-{index:04d}",
        look=look,
        theme=rng.choice(("light", "light", "dark")),
        size=count,
        seed=rng.randrange(10**6),
        state=state,
        window=window,
        density=rng.choice(densities),
        crop=rng.choice((0, 4, 10, 30)) if rng.random() < 0.3 else None,
        extra=extra,
        turned=rng.choice((1, 2)) if rng.random() < 0.08 else 0,
    )


def wild_shots(seed: int) -> Iterator[PipsShot]:
    """Random shots without end; the n-th depends on `seed` and n alone."""
    index = 0
    while True:
        yield wild_shot(index, Random(f"{seed}/{index}"))
        index += 1


# ---------------------------------------------------------------- the camera


QUICKLY_MADE, MOST_GENERATED = ("easy", "medium"), 12
"""Boards of the solver's generator: these it makes in less time than a picture takes. Harder and larger ones are our
own, which may have several solutions."""
VIEWED = 0.7
"""How much of its size a picture has in a viewer."""


class PipsCamera(Camera):
    """Takes the shots of the Pips page."""

    cell_least = least_shown = CELL_LEAST

    def take(self, shot: Shot) -> tuple[Pixels, dict[str, Any]] | None:
        """The picture (BGR) and its label; None if the board does not fit the window or its cells are too small."""
        taken = super().take(shot)
        return in_a_viewer(*taken) if taken and isinstance(shot, PipsShot) and shot.framed else taken

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Any, dict[str, str]]:
        """The shot with notes, its board, and the page's parameters."""
        assert isinstance(shot, PipsShot)
        query = {"theme": shot.theme, "time": "1:23", "seed": str(shot.seed), "ease": "0"} | shot.extra
        if shot.level in QUICKLY_MADE and shot.size <= MOST_GENERATED:
            puzzle = solver.generate("pips", shot.size, rng.randrange(2**32), difficulty=shot.level)
            board = solver.solve(puzzle)
            assert isinstance(board, PipsSolution)
        else:
            shot, board = replace(shot, level=None), make_board(shot.size, rng, shot.islands)
        states = {"held": "partial", "unmarked": "wrong", "win": "solved"}
        placed = played(board, states.get(shot.state, shot.state), rng)
        query["puzzle"] = _compact(board.puzzle.to_json())
        query["look"] = shot.look if isinstance(shot.look, str) else _compact(shot.look)
        if shot.state == "unmarked":
            query["notice"] = "none"
        if placed:
            query["state"] = _compact(placed)
        in_tray = _in_tray(board, placed)
        if shot.state == "held":
            index = in_tray.pop(rng.randrange(len(in_tray)))
            query["drag"] = f"{index},{shot.held_at[0]:.2f},{shot.held_at[1]:.2f},{rng.randrange(4)}"
        turned = rng.sample(in_tray, min(shot.turned, len(in_tray)))
        if turned:
            query["turns"] = ",".join(f"{index}:{rng.choice((1, 3))}" for index in sorted(turned))
        wrong = [list(region.cells[0]) for region in broken(board, placed)]
        if wrong and not shot.notes:
            shot = replace(shot, notes=f"rules broken in the regions from {wrong}")
        return shot, board, query

    def shape(self, board: Any) -> tuple[int, int]:
        """See `Camera.shape`."""
        cells = board.puzzle.cells
        return 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)

    def label(self, exposure: Exposure, placing: Placing) -> dict[str, Any]:
        """What is in the picture, and where: boxes `[x0, y0, x1, y1]` and the lattice in pixels of the picture."""
        shot, board, state = exposure.shot, exposure.board, exposure.state
        geometry, look, held, where = state["geometry"], state["look"], state["held"], located(exposure, placing)
        return {
            "game": "pips",
            "puzzle": board.puzzle.to_json(),
            "solution": board.to_json(),
            "placed": state["placed"],
            "tray": state["tray"],
            **({"held": held} if held else {}),
            "board_bbox": where.pop("board_bbox"),
            "lattice": where.pop("lattice"),
            "tags": [{"text": tag["text"], "box": boxed(placing, tag["box"])} for tag in geometry["tags"]],
            "tiles": [boxed(placing, tile["box"]) for tile in geometry["tray"]],
            "look": look_label(shot, {}) | {"tag": look["tag"]["shape"], "tray": look["tray"]["side"]},
            "notes": shot.notes or shot.state,
            **where,
        }


def in_a_viewer(picture: Pixels, label: dict[str, Any]) -> tuple[Pixels, dict[str, Any]]:
    """The picture on a page of the same size that shows it reduced, over thumbnails; the label goes along."""
    height, width = picture.shape[:2]
    dark = label["look"]["theme"] == "dark"
    page, ink = ((16, 16, 16), (235, 235, 235)) if dark else ((248, 247, 247), (40, 40, 40))
    out = np.full_like(picture, page)
    small = cv2.resize(picture, None, fx=VIEWED, fy=VIEWED, interpolation=cv2.INTER_AREA)
    x, y = (width - small.shape[1]) // 2, round(0.12 * height)
    out[y : y + small.shape[0], x : x + small.shape[1]] = small
    cv2.rectangle(out, (x - 1, y - 1), (x + small.shape[1], y + small.shape[0]), (200, 200, 200), 2)
    rng, side, strip = Random(label["look"]["name"]), width // 18, round(0.87 * height)
    for k in range(9):
        left = round((k + 4.5) * width / 18)
        thumb = cv2.resize(picture[height // 5 : height // 5 + width], (side, round(1.4 * side)))
        if k % 3:
            thumb = np.full_like(thumb, [rng.randrange(256) for _ in range(3)])
        out[strip : strip + thumb.shape[0], left : left + side] = thumb
    for at in (0.12, 0.37, 0.62, 0.88):
        cv2.circle(out, (round(at * width), round(0.95 * height)), width // 30, ink, 4, cv2.LINE_AA)
    cv2.circle(out, (width // 10, round(0.06 * height)), width // 22, ink, 4, cv2.LINE_AA)
    cv2.putText(out, "Today", (round(0.44 * width), round(0.065 * height)), 0, width / 900, ink, 4, cv2.LINE_AA)

    def moved(box: list[float]) -> list[float]:
        return [round(v * VIEWED + (x, y)[i % 2], 1) for i, v in enumerate(box)]

    corner = moved([label["lattice"]["x0"], label["lattice"]["y0"]])
    return out, label | {
        "board_bbox": [round(v) for v in moved(label["board_bbox"])],
        "lattice": {"x0": corner[0], "y0": corner[1], "pitch": round(label["lattice"]["pitch"] * VIEWED, 3)},
        "tags": [tag | {"box": moved(tag["box"])} for tag in label["tags"]],
        "tiles": [moved(tile) for tile in label["tiles"]],
        "cells": {key: moved(place) for key, place in label["cells"].items()},
        "look": label["look"] | {"kind": "picture of a picture"},
    }


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def _in_tray(board: PipsSolution, placed: list[Placement]) -> list[int]:
    """The dominoes not on the board, by index; of two alike the earlier is the one placed, as on the page."""
    left = [domino for _, _, domino in placed]
    unplaced = []
    for index, domino in enumerate(board.puzzle.dominoes):
        if domino in left:
            left.remove(domino)
        else:
            unplaced.append(index)
    return unplaced


CAMERA = PipsCamera

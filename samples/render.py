"""Takes the sample screenshots: our own pages, in a real browser, with a label for each picture.

    python samples/render.py                          every picture of the list, into samples/tango
    python samples/render.py --only 'classic-*'       some of them
    python samples/render.py --wild 300 --seed 1 --out /tmp/wild
                                                      random looks, sizes, windows and wear, to measure a reader on
    python samples/render.py --game GAME              the same for another game: its list is in GAME_shots.py

The list is fixed and every random choice is seeded, so a second run gives the same boards and, with the same browser
and fonts, the same pictures. `looks.py` makes the random looks, `boards.py` the boards, `pages/` are the pages.

A room GAME_shots.py has `SHOTS`, `wild_shots(seed)` and, as `CAMERA`, the `Camera` that takes them; this one's are
Tango's. What a camera of another game changes is `query` (what is on the board, as parameters of its page) and `label`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # run as a script, the packages are not installed
    sys.path.insert(0, str(HERE.parent))

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402

import solver  # noqa: E402
from samples.boards import Board, Grid, breaks_a_rule, make_board  # noqa: E402
from samples.looks import Look, random_look  # noqa: E402

PAGES = HERE / "pages"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
GAMES = ("tango", "takuzu", "pips")
MISPLAYS_TRIED = 20
STATES = ("fresh", "partial", "wrong", "solved", "win", "hint", "fade")


@dataclass(frozen=True)
class Wear:
    """What happens to a picture after it was taken: sent through a chat, filmed, photographed from a stream."""

    scale: float = 1.0
    jpeg: int | None = None
    blur: float = 0.0
    noise: float = 0.0
    gain: float = 1.0


@dataclass(frozen=True)
class Shot:
    """One picture to take. `look` is a name of the page's or a whole theme object."""

    name: str
    look: str | Look = "classic"
    theme: str = "light"
    symbols: str | None = None
    size: int = 6
    seed: int = 1
    style: str | None = None
    state: str = "fresh"
    window: tuple[int, int] = (1280, 800)
    density: float = 1.0
    crop: int | None = None
    """Only the board and this many CSS pixels around it, instead of the window."""
    extra: dict[str, str] = field(default_factory=dict)
    page: str = "tango.html"
    expect: str | None = None
    """For pictures with no readable board: the kind of error that is right."""
    notes: str = ""
    wear: Wear = Wear()


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
    Shot(
        "none-queens-dark", page="others.html", theme="dark", extra={"kind": "queens", "size": "8"}, expect="no_board"
    ),
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
CELL_LEAST, CELL_MOST = 20.0, 200.0
"""Cells of the pictures, in image pixels: what the reader promises and what a large phone shows."""


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
        wear=wild_wear(rng),
    )


def wild_wear(rng: Random) -> Wear:
    """What a random picture went through; a little more than half of them nothing."""
    if rng.random() < 0.55:
        return Wear()
    return Wear(
        scale=rng.choice((1.0, rng.uniform(0.55, 1.0), rng.uniform(1.0, 1.6))),
        jpeg=rng.choice((None, rng.randint(50, 95), rng.randint(70, 95))),
        blur=rng.choice((0.0, 0.0, rng.uniform(0.3, 0.8))),
        noise=rng.choice((0.0, 0.0, rng.uniform(1, 5))),
        gain=rng.choice((1.0, rng.uniform(0.85, 1.04))),
    )


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


# ---------------------------------------------------------------- the browser


def find_browser() -> str | None:
    """The browser to use: `$CHROMIUM`, or the first of the usual names on the path."""
    return os.environ.get("CHROMIUM") or next((path for name in BROWSERS if (path := shutil.which(name))), None)


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path = PAGES) -> Iterator[str]:
    """The address of a server for `folder`, on this machine only."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A fresh browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(BROWSER_ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class Camera:
    """Takes shots; keeps one browser page per window and density, because opening them is what takes time."""

    cell_least = CELL_LEAST

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._contexts: dict[tuple[tuple[int, int], float], tuple[BrowserContext, Page]] = {}

    def take(self, shot: Shot) -> tuple[np.ndarray, dict[str, Any]] | None:
        """The picture (BGR) and its label; None if the board does not fit the window."""
        rng = Random(shot.seed)
        shot, board, query = self.query(shot, rng)
        page = self._page(shot.window, shot.density)
        page.goto(f"{self._address}/{shot.page}?{urlencode(query)}")
        page.wait_for_selector("body[data-ready]")
        label: dict[str, Any] = {"image": "", "game": None, "puzzle": None}
        if board is None or shot.expect:
            label |= {"expect": shot.expect, "look": look_label(shot, {}), "notes": shot.notes}
            return _decode(page.screenshot(type="png")), label
        geometry = self._in_view(page, shot)
        if geometry is None:
            return None
        clip = clip_of(geometry["wrap"], shot)
        picture = _decode(page.screenshot(type="png", clip=clip) if clip else page.screenshot(type="png"))
        x, y = (clip["x"], clip["y"]) if clip else (0, 0)
        bbox = [(v - o) * shot.density for v, o in zip(geometry["bbox"], (x, y, x, y), strict=True)]
        cell = geometry["pitch"] * shot.density
        scale = (
            min(max(shot.wear.scale, self.cell_least / cell), max(1.0, CELL_MOST / cell))
            if shot.wear.scale != 1
            else 1.0
        )
        shot = replace(shot, wear=replace(shot.wear, scale=scale))
        picture, bbox = worn(picture, bbox, shot.wear, rng)
        height, width = picture.shape[:2]
        bbox = [min(max(v, 0), most) for v, most in zip(bbox, (width, height, width, height), strict=True)]
        return picture, label | self.label(shot, board, page, [round(v) for v in bbox])

    def label(self, shot: Shot, board: Any, page: Page, bbox: list[int]) -> dict[str, Any]:
        """What is in the picture: the page has been opened and shows `board`, as `query` gave it.

        `shot.wear.scale` is the scale the picture was brought to.
        """
        puzzle = board.with_cells(tuple(page.evaluate("game.cells()")))
        symbols = page.evaluate("game.symbols")
        return {
            "game": "tango",
            "puzzle": puzzle,
            "board_bbox": bbox,
            "look": look_label(shot, page.evaluate("game.look")) | {"symbols": symbols["name"]},
            "swap_ok": symbols["swap_ok"],
            "clues": board.clue_cells(),
            "solutions": solver.count(solver.load(puzzle), limit=2),
            "notes": shot.notes or shot.state,
        }

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Any, dict[str, str]]:
        """The shot (with notes, if it had none), the board or None where there is none, and the page's parameters."""
        query = {"theme": shot.theme, "time": "1:23", "seed": str(shot.seed)} | shot.extra
        if shot.page != "tango.html":
            return shot, None, query
        board = make_board(shot.size, rng, shot.style)
        cells, wrong = played(board, shot.state, rng)
        query["puzzle"] = json.dumps(board.with_cells(board.clues), separators=(",", ":"))
        query["look"] = shot.look if isinstance(shot.look, str) else json.dumps(shot.look, separators=(",", ":"))
        if shot.symbols:
            query["symbols"] = shot.symbols
        if cells != board.clues:
            query["state"] = ",".join(cells)
        if shot.state == "win":
            query["freeze"] = "win"
        if shot.state == "hint":
            query["hint"] = "1"
        if shot.state == "fade":
            new = next((r, c) for r in range(shot.size) for c in range(shot.size) if cells[r][c] != board.clues[r][c])
            query["fade"] = f"{new[0]},{new[1]},{rng.uniform(0.4, 0.8):.2f}"
        if wrong and not shot.notes:
            shot = replace(shot, notes=f"wrong entries: {wrong}")
        return shot, board, query

    def _page(self, window: tuple[int, int], density: float) -> Page:
        key = (window, density)
        if key not in self._contexts:
            size: Any = {"width": window[0], "height": window[1]}
            context = self._browser.new_context(viewport=size, device_scale_factor=density, reduced_motion="reduce")
            self._contexts[key] = context, context.new_page()
        return self._contexts[key][1]

    @staticmethod
    def _in_view(page: Page, shot: Shot) -> dict[str, Any] | None:
        """Where the board is, after scrolling it into the window; None if it does not fit."""
        geometry: dict[str, Any] = page.evaluate("game.geometry()")
        width, height = shot.window
        if geometry["wrap"][3] > height or geometry["wrap"][1] < 0:
            page.evaluate("document.querySelector('.wrap').scrollIntoView({block: 'center', inline: 'center'})")
            geometry = page.evaluate("game.geometry()")
        x0, y0, x1, y1 = geometry["wrap"]
        return geometry if x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height else None


def clip_of(wrap: list[float], shot: Shot) -> Any:
    """The whole CSS pixels to cut out, or None for the window."""
    if shot.crop is None:
        return None
    x0, y0 = (max(0, int(v - shot.crop)) for v in wrap[:2])
    x1, y1 = (min(most, int(v + shot.crop + 0.999)) for v, most in zip(wrap[2:], shot.window, strict=True))
    return {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}


def look_label(shot: Shot, look: Look) -> dict[str, Any]:
    """What a label says of the look: its name, and the axes a measurement is grouped by."""
    kind = "crop" if shot.crop is not None else "phone-web" if shot.window[0] < 600 else "desktop-web"
    label: dict[str, Any] = {
        "kind": kind,
        "name": shot.look if isinstance(shot.look, str) else "random",
        "theme": shot.theme,
    }
    if look:
        label |= {
            "seasonal": bool(shot.symbols) and shot.look == "classic",
            "grid": "tiles" if look["gap"] else "lines",
            "clue": "background" if look["clue"] != look["cell"] else look["clueMark"],
            "marker": look["marker"]["on"],
        }
    return label | {"density": shot.density, "state": shot.state}


def _decode(data: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))


def worn(picture: np.ndarray, bbox: list[float], wear: Wear, rng: Random) -> tuple[np.ndarray, list[float]]:
    """The picture after `wear`, and where its board then is. Loss by JPEG is part of the pixels."""
    if wear.scale != 1:
        way = cv2.INTER_AREA if wear.scale < 1 else cv2.INTER_CUBIC
        height, width = picture.shape[:2]
        picture = cv2.resize(picture, (round(width * wear.scale), round(height * wear.scale)), interpolation=way)
        bbox = [v * wear.scale for v in bbox]
    if wear.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), wear.blur)
    if wear.gain != 1 or wear.noise:
        noise = np.random.default_rng(rng.randrange(2**32)).normal(0, wear.noise or 1e-6, picture.shape)
        picture = np.clip(picture * wear.gain + noise, 0, 255).astype(np.uint8)
    if wear.jpeg:
        picture = _decode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, wear.jpeg])[1].tobytes())
    return picture, bbox


# ---------------------------------------------------------------- writing


def write(picture: np.ndarray, label: dict[str, Any], stem: Path, jpeg: int | None = None, small: bool = True) -> None:
    """`stem`.png (or .jpg, for pictures that went through it anyway) and `stem`.json. `small` takes its time."""
    rgb = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    path = stem.with_suffix(".jpg" if jpeg else ".png")
    if jpeg:
        rgb.save(path, quality=jpeg)
    else:
        rgb.save(path, optimize=small, compress_level=6 if small else 3)
    stem.with_suffix(".json").write_text(
        json.dumps(label | {"image": path.name}, indent=1, ensure_ascii=False) + "\n", "utf-8"
    )


def render(
    shots: Iterator[Shot], out: Path, wanted: int, small: bool = True, camera_type: type[Camera] = Camera
) -> int:
    """Takes shots until `wanted` pictures are written; returns how many did not fit their window."""
    out.mkdir(parents=True, exist_ok=True)
    misfits = done = 0
    began = time.monotonic()
    with serving() as address, browsing() as browser:
        camera = camera_type(browser, address)
        for shot in shots:
            taken = camera.take(shot)
            if taken is None:
                misfits += 1
                print(f"{shot.name}: the board does not fit the window", file=sys.stderr)
                continue
            write(*taken, out / shot.name, shot.wear.jpeg, small)
            done += 1
            if done % 25 == 0:
                print(f"{done} of {wanted}, {time.monotonic() - began:.0f} s", flush=True)
            if done == wanted:
                break
    print(f"{done} pictures in {out}, {time.monotonic() - began:.0f} s")
    return misfits


def wild_shots(seed: int) -> Iterator[Shot]:
    """Random shots without end; the n-th depends on `seed` and n alone."""
    index = 0
    while True:
        yield wild_shot(index, Random(f"{seed}/{index}"))
        index += 1


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Take the sample screenshots.")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="names of the list to take, e.g. 'season-*'")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="whose list or random looks (tango)")
    parser.add_argument("--out", type=Path, help="folder to write to (samples/GAME)")
    parser.add_argument("--wild", type=int, metavar="N", help="N random pictures instead of the list")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random pictures")
    options = parser.parse_args(arguments)
    game = sys.modules[__name__] if options.game == "tango" else import_module(f"samples.{options.game}_shots")
    if options.wild:
        if not options.out:
            parser.error("--wild needs --out: its pictures are not part of the project")
        render(game.wild_shots(options.seed), options.out, options.wild, small=False, camera_type=game.CAMERA)
        return 0
    shots = [shot for shot in game.SHOTS if fnmatch(shot.name, options.only)]
    if not shots:
        parser.error(f"no sample is called {options.only}")
    return 1 if render(iter(shots), options.out or HERE / options.game, len(shots), camera_type=game.CAMERA) else 0


CAMERA = Camera

if __name__ == "__main__":  # as samples.render, so that the other games' rooms do not load this one a second time
    sys.exit(import_module("samples.render").main())

"""The camera: a `Shot` says what is to be seen, and out come the picture and a label that is true of it.

No page is loaded for a shot: style and script of its page are put into the emptied document of one that is open, a
`Stage`, which takes a fifth of the time and shows the same. While the picture of one stage is taken, another may show
the next shot: `begin` and `finish`. The label is made of what the page itself says of its state and of where everything
is; where a picture is cut, scaled or moved afterwards, a `Placing` takes the label along.

What is not here: which shots are taken (`GAME_shots.py`, `dataset_shots.py`), how they are worn (`wear.py`) and written
(`labels.py`, `dataset.py`).
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from samples.browser import PAGES
from samples.looks import Look
from samples.wear import Box, Pixels, View, decoded, resized, through_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

CELL_LEAST, CELL_MOST = 20.0, 200.0
"""Cells of the pictures, in image pixels: what the reader promises and what a large phone shows."""
SHOTS_BEFORE_RELOAD = 300
"""A document is loaded anew after so many runs of its script: each leaves a few listeners behind."""
SHOTS_BEFORE_SECOND = 10
"""Where a page is wanted twice at a time, a second one pays after so many shots: opening it takes as long as three."""
SECONDS_TO_SHOW = 20.0


@dataclass(frozen=True)
class Wear:
    """What happens to a picture of the list after it was taken. `jpeg`: the quality it is saved with."""

    scale: float = 1.0
    jpeg: int | None = None


@dataclass(frozen=True)
class Scene:
    """What stands around the page. `kind`: `desktop` (our browser among other windows) or `phone` (one on a table)."""

    kind: str
    seed: int
    size: tuple[int, int]
    """Of the whole scene, in CSS pixels; the shot's `window` is then that of the page in it."""


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
    level: str | None = None
    """How hard the board is, made by `solver.generate`; None: one of our own boards, which stay the same for ever."""
    zoom: float = 1.0
    """The browser's: a window of fewer and larger CSS pixels."""
    scroll: float | None = None
    """How far the page is scrolled, from 0 to 1 of what leaves the board in view; None: no more than it must be."""
    scene: Scene | None = None

    @property
    def pixels(self) -> float:
        """Pixels of the picture, before wear, for one CSS pixel."""
        return self.density * self.zoom


@dataclass(frozen=True, slots=True)
class Placing:
    """From CSS pixels of the viewport to pixels of a picture: times `scale`, then shifted."""

    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def point(self, place: list[float] | tuple[float, float]) -> tuple[float, float]:
        return place[0] * self.scale + self.dx, place[1] * self.scale + self.dy

    def box(self, corners: list[float] | Box) -> Box:
        return *self.point((corners[0], corners[1])), *self.point((corners[2], corners[3]))

    def then(self, after: Placing) -> Placing:
        """This one, and another behind it."""
        return Placing(self.scale * after.scale, *after.point((self.dx, self.dy)))


@dataclass(frozen=True, eq=False, slots=True)
class Exposure:
    """A picture as it came out of the browser, and what the page says of it. Needs no browser any more.

    `board`: None where there is none to be read. `state`: as `pages/camera.js` gives it. `placing`: of the picture in
    `png`.
    """

    shot: Shot
    board: Any
    state: dict[str, Any]
    png: bytes
    placing: Placing


Plan = tuple[Shot, Any, dict[str, str]]
"""A shot with notes, its board or None where there is none, and the page's parameters."""


@dataclass(eq=False, slots=True)
class Stage:
    """One page of the browser. `used`: how many shots it has shown; `busy`: it shows one that was not taken yet."""

    page: Page
    session: CDPSession
    used: int = 0
    busy: bool = False

    def ask(self, script: str) -> Any:
        """What a script in the page comes to, as JSON. Raises Playwright's `Error` where the script does."""
        from playwright.sync_api import Error

        # Playwright's own `evaluate` packs and unpacks every value in the page, which takes longer than our script.
        wanted = {"expression": script, "awaitPromise": True, "returnByValue": True}
        said = self.session.send("Runtime.evaluate", wanted)
        if "exceptionDetails" in said:
            raise Error(said["result"].get("description", said["exceptionDetails"]["text"]))
        return said["result"].get("value")


class Stages:
    """The browser's pages. They are kept, because opening them is what takes time: each has a window of its own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._stages: dict[tuple[bool, bool], list[Stage]] = {}

    def _kind(self, shot: Shot) -> list[Stage]:
        """The pages for shots of this kind.

        Chromium places letters between pixels or not, as the density was when the page was opened: above 1 it does. So
        that what a picture looks like does not depend on those before it, there are pages for both."""
        return self._stages.setdefault((shot.scene is not None, shot.pixels > 1), [])

    def pays(self, shot: Shot) -> bool:
        """Whether the shot had better be begun at once than when a page is free."""
        kept = self._kind(shot)
        return (
            not kept
            or not all(stage.busy for stage in kept)
            or sum(stage.used for stage in kept) >= SHOTS_BEFORE_SECOND
        )

    def free(self, shot: Shot, metrics: dict[str, Any]) -> Stage:
        """A page for the shot with these metrics, now busy; a new one if all are."""
        kept = self._kind(shot)
        stage = next((stage for stage in kept if not stage.busy), None)
        if stage is None:
            page = self._browser.new_context(reduced_motion="reduce").new_page()
            page.add_init_script(path=PAGES / "camera.js")
            stage = Stage(page, page.context.new_cdp_session(page))
            kept.append(stage)
        stage.busy = True
        stage.session.send("Emulation.setDeviceMetricsOverride", metrics)
        if stage.used % SHOTS_BEFORE_RELOAD == 0:
            stage.page.goto(f"{self._address}/{'scenes.html?stage.html' if shot.scene else 'stage.html'}")
            stage.page.wait_for_selector("body[data-ready]", state="attached")
        stage.used += 1
        return stage


@dataclass(frozen=True, eq=False, slots=True)
class Begun:
    """A shot that is being shown, in a `viewport` of CSS pixels."""

    shot: Shot
    board: Any
    stage: Stage
    viewport: dict[str, int]


class Camera:
    """Takes shots. Cameras of one browser may share its `stages`.

    A game's camera says what is on the board (`query`, `shape`) and what is written of it (`label`).
    """

    cell_least = CELL_LEAST

    def __init__(self, browser: Browser, address: str, stages: Stages | None = None) -> None:
        self._stages = stages or Stages(browser, address)

    # --- what a game's camera says ---

    def query(self, shot: Shot, rng: Random) -> tuple[Shot, Any, dict[str, str]]:
        """The shot (with notes, if it had none), the board or None where there is none, and the page's parameters."""
        raise NotImplementedError

    def shape(self, board: Any) -> tuple[int, int]:
        """Rows and columns of a board."""
        return board.size, board.size

    def label(self, exposure: Exposure, placing: Placing) -> dict[str, Any]:
        """What is in the picture that `placing` leads to, but for its size and its name."""
        raise NotImplementedError

    # --- taking ---

    def take(self, shot: Shot) -> tuple[Pixels, dict[str, Any]] | None:
        """The picture (BGR) and its label; None if the board does not fit the window."""
        exposure = self.expose(shot)
        return None if exposure is None else self.develop(exposure, self.worn)

    def planned(self, shot: Shot) -> Plan:
        """All that can be made up without the browser. Another thread may do it while the browser draws."""
        return self.query(shot, Random(shot.seed))

    def expose(self, shot: Shot, plan: Plan | None = None) -> Exposure | None:
        """The picture as the browser gives it; None if the board does not fit the window. `plan`: of this shot."""
        return self.finish(self.begin(plan or self.planned(shot)))

    def begin(self, plan: Plan) -> Begun:
        """Has a page show the shot, and does not wait until it does."""
        shot, board, query = plan
        around = shot.scene
        width, height = around.size if around else shot.window
        viewport = {"width": round(width / shot.zoom), "height": round(height / shot.zoom)}
        stage = self._stages.free(shot, viewport | {"deviceScaleFactor": shot.pixels, "mobile": False})
        inner = [round(v / shot.zoom) for v in shot.window]
        given = {
            "scene": around and {"kind": around.kind, "seed": around.seed, "inner": inner},
            "page": shot.page,
            "search": f"?{urlencode(query)}",
            "patience": 1000 * SECONDS_TO_SHOW,
            "scroll": None if board is None or shot.expect else {"share": shot.scroll, "inside": around is not None},
        }
        stage.ask(f"camera.begin({json.dumps(given)})")
        return Begun(shot, board, stage, viewport)

    def finish(self, begun: Begun) -> Exposure | None:
        """The picture of what is shown; None if the board does not fit the window."""
        try:
            return self._finish(begun)
        finally:
            begun.stage.busy = False

    def _finish(self, begun: Begun) -> Exposure | None:
        shot, stage = begun.shot, begun.stage
        state = stage.ask("camera.shown()")
        if begun.board is None or shot.expect:
            return Exposure(shot, None, state, self._shoot(stage, None), Placing(shot.pixels))
        state = in_viewport(state)
        x0, y0, x1, y1 = state["geometry"]["wrap"]
        left, top, right, bottom = state["room"]
        if x0 < left or y0 < top or x1 > right or y1 > bottom:
            return None
        if state["geometry"]["pitch"] * shot.pixels < self.least_shown:
            return None
        clip = clip_of([x0, y0, x1, y1], shot, begun.viewport)
        x, y = (clip["x"], clip["y"]) if clip else (0, 0)
        placing = Placing(shot.pixels, -x * shot.pixels, -y * shot.pixels)
        right_by, down_by = state["scrolled"]
        cut = clip and clip | {"x": x + right_by, "y": y + down_by}  # Chromium cuts in pixels of the document
        return Exposure(shot, begun.board, state, self._shoot(stage, cut), placing)

    least_shown = 0.0
    """Boards of cells smaller than this, in pixels, are not shown at all."""

    def develop(
        self, exposure: Exposure, wear: Callable[[Exposure, View], View] | None = None
    ) -> tuple[Pixels, dict[str, Any]]:
        """The picture (BGR) after `wear`, and its label. Touches no browser: another thread may do it meanwhile."""
        shot, bgr = exposure.shot, decoded(exposure.png)
        if exposure.board is None:
            label: dict[str, Any] = {"image": "", "game": None, "puzzle": None, "expect": shot.expect}
            return bgr, label | {"look": look_label(shot, {}), "notes": shot.notes}
        placing, geometry = exposure.placing, exposure.state["geometry"]
        rows, columns = self.shape(exposure.board)
        before = View(
            bgr,
            placing.box(geometry["bbox"]),
            rows,
            columns,
            tuple(_edge(marker["at"]) for marker in geometry.get("markers", ())),
            placing.box(geometry["wrap"]),
        )
        after = wear(exposure, before) if wear else before
        scale = (after.bbox[2] - after.bbox[0]) / (before.bbox[2] - before.bbox[0])
        moved = Placing(scale, after.bbox[0] - before.bbox[0] * scale, after.bbox[1] - before.bbox[1] * scale)
        height, width = after.bgr.shape[:2]
        label = self.label(exposure, placing.then(moved))
        bbox = [min(max(round(v), 0), most) for v, most in zip(label["board_bbox"], (width, height) * 2, strict=True)]
        return after.bgr, {"image": ""} | label | {"board_bbox": bbox}

    def worn(self, exposure: Exposure, view: View) -> View:
        """The wear of a shot of the list."""
        wear = exposure.shot.wear
        if wear.scale != 1:
            cell = exposure.state["geometry"]["pitch"] * exposure.shot.pixels
            view = resized(view, min(max(wear.scale, self.cell_least / cell), max(1.0, CELL_MOST / cell)))
        return replace(view, bgr=through_file(view.bgr, ".jpg", wear.jpeg)) if wear.jpeg else view

    @staticmethod
    def _shoot(stage: Stage, clip: dict[str, float] | None) -> bytes:
        wanted: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        if clip:
            wanted["clip"] = clip | {"scale": 1}
        return b64decode(stage.session.send("Page.captureScreenshot", wanted)["data"])


def in_viewport(state: dict[str, Any]) -> dict[str, Any]:
    """The state with its geometry, which is that of the window the page is in, in CSS pixels of the whole viewport."""
    dx, dy = state["offset"]
    if not dx and not dy:
        return state
    by = Placing(1.0, dx, dy)
    return state | {"geometry": _shifted(state["geometry"], by)}


def _shifted(geometry: dict[str, Any], by: Placing) -> dict[str, Any]:
    def boxed(one: dict[str, Any]) -> dict[str, Any]:
        return one | {"box": by.box(one["box"])}

    moved = geometry | {key: by.box(geometry[key]) for key in ("bbox", "wrap")}
    if "lattice" in geometry:
        x0, y0 = by.point((geometry["lattice"]["x0"], geometry["lattice"]["y0"]))
        moved["lattice"] = geometry["lattice"] | {"x0": x0, "y0": y0}
    moved["cells"] = {key: by.point(place) for key, place in geometry["cells"].items()}
    for key in ("markers", "tags", "tray", "placed", "held"):
        if key in geometry:
            moved[key] = [boxed(one) for one in geometry[key]]
    return moved


def _edge(at: list[Any]) -> tuple[float, float]:
    """`(row, column)` in cells of the middle of a marked edge, `["h", r, c]` or `["v", r, c]`."""
    kind, r, c = at
    return (r + 0.5, c + 1.0) if kind == "h" else (r + 1.0, c + 0.5)


def clip_of(wrap: list[float], shot: Shot, viewport: dict[str, int]) -> Any:
    """The whole CSS pixels to cut out, or None for the window."""
    if shot.crop is None:
        return None
    x0, y0 = (max(0, int(v - shot.crop)) for v in wrap[:2])
    x1 = min(viewport["width"], int(wrap[2] + shot.crop + 0.999))
    y1 = min(viewport["height"], int(wrap[3] + shot.crop + 0.999))
    return {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}


def located(exposure: Exposure, placing: Placing) -> dict[str, Any]:
    """Where the board is, for a label: the box, the lattice, the middle of each cell, and the marked edges."""
    geometry = exposure.state["geometry"]
    corner = geometry.get("lattice")
    if corner is None:
        x, y = geometry["cells"]["0,0"]
        corner = {"x0": x - geometry["pitch"] / 2, "y0": y - geometry["pitch"] / 2}
    x0, y0 = placing.point((corner["x0"], corner["y0"]))
    where: dict[str, Any] = {
        "board_bbox": list(placing.box(geometry["bbox"])),
        "lattice": {"x0": round(x0, 1), "y0": round(y0, 1), "pitch": round(geometry["pitch"] * placing.scale, 3)},
        "cells": {key: [round(v, 1) for v in placing.point(place)] for key, place in geometry["cells"].items()},
    }
    if geometry.get("markers"):
        where["markers"] = [
            {"at": marker["at"], "text": marker["text"], "box": boxed(placing, marker["box"])}
            for marker in geometry["markers"]
        ]
    return where


def boxed(placing: Placing, corners: list[float] | Box) -> list[float]:
    """A box of a label, to a tenth of a pixel."""
    return [round(v, 1) for v in placing.box(corners)]


def look_label(shot: Shot, look: Look) -> dict[str, Any]:
    """What a label says of the look: its name, and the axes a measurement is grouped by."""
    kind = "crop" if shot.crop is not None else "phone-web" if shot.window[0] < 600 else "desktop-web"
    if shot.scene and shot.crop is None:
        kind = f"{shot.scene.kind}-scene"
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
    label |= {"density": shot.density, "state": shot.state}
    if shot.zoom != 1:
        label["zoom"] = shot.zoom
    if "font" in shot.extra:
        label["font"] = shot.extra["font"]
    return label

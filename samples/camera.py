"""The camera: a `Shot` says what is to be seen, and out come the picture and a label that is true of it.

A page is loaded once. For each shot its script is run again in the emptied document, which takes a fifth of the time
that loading takes, and shows the same. The label is made of what the page itself says of its state and of where
everything is; where a picture is cut, scaled or moved afterwards, a `Placing` takes the label along.

What is not here: which shots are taken (`tango_shots.py`, `takuzu_shots.py`, `pips_shots.py`, `wild.py`), how they are
worn (`wear.py`) and written (`labels.py`, `dataset.py`).
"""

from __future__ import annotations

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


class Camera:
    """Takes shots; keeps its browser pages open, because opening them is what takes time.

    A game's camera says what is on the board (`query`, `shape`) and what is written of it (`label`).
    """

    cell_least = CELL_LEAST

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._pages: dict[tuple[str, bool, bool], tuple[Page, CDPSession, int]] = {}

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
        shot, board, query = plan or self.planned(shot)
        around = shot.scene
        width, height = around.size if around else shot.window
        viewport = {"width": round(width / shot.zoom), "height": round(height / shot.zoom)}
        metrics = viewport | {"deviceScaleFactor": shot.pixels, "mobile": False}
        page, session = self._page(shot, metrics)
        inner = [round(v / shot.zoom) for v in shot.window]
        given = {
            "scene": around and {"kind": around.kind, "seed": around.seed, "inner": inner},
            "page": shot.page,
            "search": f"?{urlencode(query)}",
            "patience": 1000 * SECONDS_TO_SHOW,
        }
        if board is None or shot.expect:
            state = page.evaluate("given => camera.show(given)", given)
            return Exposure(shot, None, state, self._shoot(session, None), Placing(shot.pixels))
        given["scroll"] = {"share": shot.scroll, "inside": around is not None}
        state = in_viewport(page.evaluate("given => camera.show(given).then(() => camera.scroll(given.scroll))", given))
        x0, y0, x1, y1 = state["geometry"]["wrap"]
        left, top, right, bottom = state["room"]
        if x0 < left or y0 < top or x1 > right or y1 > bottom:
            return None
        if state["geometry"]["pitch"] * shot.pixels < self.least_shown:
            return None
        clip = clip_of([x0, y0, x1, y1], shot, viewport)
        x, y = (clip["x"], clip["y"]) if clip else (0, 0)
        placing = Placing(shot.pixels, -x * shot.pixels, -y * shot.pixels)
        right_by, down_by = state["scrolled"]
        cut = clip and clip | {"x": x + right_by, "y": y + down_by}  # Chromium cuts in pixels of the document
        return Exposure(shot, board, state, self._shoot(session, cut), placing)

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

    def _page(self, shot: Shot, metrics: dict[str, Any]) -> tuple[Page, CDPSession]:
        """A page for the shot with these metrics. Chromium places letters between pixels or not, as the density was
        when the page was opened: above 1 it does. So that what a picture looks like does not depend on those before
        it, there are pages for both."""
        key = (shot.page, shot.scene is not None, shot.pixels > 1)
        kept = self._pages.get(key)
        if kept is None or kept[2] >= SHOTS_BEFORE_RELOAD:
            if kept is None:
                page = self._browser.new_context(reduced_motion="reduce").new_page()
                page.add_init_script(path=PAGES / "camera.js")
                session = page.context.new_cdp_session(page)
            else:
                page, session, _ = kept
            session.send("Emulation.setDeviceMetricsOverride", metrics)
            page.goto(f"{self._address}/scenes.html?{shot.page}" if shot.scene else f"{self._address}/{shot.page}")
            page.wait_for_selector("body[data-ready]")
            kept = page, session, 0
        page, session, used = kept
        self._pages[key] = page, session, used + 1
        if used:
            session.send("Emulation.setDeviceMetricsOverride", metrics)
        return page, session

    @staticmethod
    def _shoot(session: CDPSession, clip: dict[str, float] | None) -> bytes:
        from base64 import b64decode

        wanted: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        if clip:
            wanted["clip"] = clip | {"scale": 1}
        return b64decode(session.send("Page.captureScreenshot", wanted)["data"])


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

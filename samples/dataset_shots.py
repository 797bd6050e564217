"""What is random about the pictures of a data set: picture `index` of a seed is always the same shot.

A game's own module gives a random look (`wild_shot`); here it gets a board of the generator, a state of play, a window
of any size, the browser's zoom, scrolling, a typeface, and now and then a desktop or a phone around it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from samples.boards import LEVELS
from samples.camera import Scene, Shot
from samples.games import shots_of
from samples.looks import FONTS

STATES = {"fresh": 28, "partial": 32, "wrong": 9, "unmarked": 8, "solved": 10, "win": 8}
"""How often each. `wrong`: entries that break a rule, marked where the page marks them; `unmarked`: the same before it
does; `solved`: the last entry is in; `win`: and the page says so."""
KNOWN_LOOKS = 0.35
"""The share of pictures in a look that the page has; most of the others are in looks that no site has."""
ANY_WIDTH, ANY_HEIGHT = (360, 1920), (620, 1200)
"""CSS pixels of a window of any size, from and to. Most windows are those of `WINDOWS` in the game's own module."""
DESKTOPS = ((1280, 800), (1366, 768), (1440, 900), (1600, 900), (1920, 1080))
PHONES = ((360, 660), (375, 640), (390, 720), (412, 760), (430, 780))
"""Of a screen with a window on it, and of a page on a phone."""
ZOOMS = (0.8, 0.9, 1.1, 1.25, 1.5)
DENSITIES = (1.0, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
PIXELS_MOST = 4_200_000
"""Of a picture: a laptop's screen of high density."""
NARROW = 600
"""CSS pixels: pages of this width or less are laid out as for a phone."""
TRIES = 10
"""Shots made up for one picture, until the board fits its window; the last ones are plain and always do."""


def random_shot(game: str, seed: int, index: int, attempt: int = 0) -> Shot:
    """The shot for picture `index`; `attempt` counts those before it whose board did not fit."""
    rng = Random(f"{game}/{seed}/{index}/{attempt}")
    shots = shots_of(game)
    shot: Shot = shots.wild_shot(index, rng)
    states = STATES | shots.OWN_STATES
    state = rng.choices(list(states), list(states.values()))[0]
    if rng.random() < KNOWN_LOOKS:
        look = rng.choice(shots.KNOWN)
        symbols = shots.wild_symbols(look, rng)
        shot = replace(shot, look=look, theme=rng.choice(("light", "dark")), symbols=symbols)
    shot = replace(shot, name=f"{game}-{index:06d}", state=state, level=rng.choice(LEVELS))
    if attempt >= TRIES // 2:
        return _plain(shot, attempt)
    extra = shot.extra | shots.wild_extra(state, rng)
    if isinstance(shot.look, str) and rng.random() < 0.5:
        extra["font"] = rng.choice(FONTS)
    shot = replace(shot, extra=extra)
    kind = rng.choices(("window", "any window", "desktop", "phone"), (45, 30, 15, 10))[0]
    if kind == "any window":
        shot = _in_window(shots.NARROW_PARTS, shot, (rng.randint(*ANY_WIDTH), rng.randint(*ANY_HEIGHT)), rng)
    elif kind == "desktop":
        size = rng.choice(DESKTOPS)
        inner = (round(size[0] * rng.uniform(0.55, 0.9)), round(size[1] * rng.uniform(0.68, 0.84)))
        scene = Scene("desktop", rng.randrange(10**6), size)
        shot = _in_window(shots.NARROW_PARTS, replace(shot, scene=scene, crop=None), inner, rng)
    elif kind == "phone":
        inner = rng.choice(PHONES)
        outer = (inner[0] + rng.randint(60, 700), inner[1] + rng.randint(70, 260))
        scene = Scene("phone", rng.randrange(10**6), outer)
        shot = _in_window(shots.NARROW_PARTS, replace(shot, scene=scene, crop=None), inner, rng)
    wide = shot.window[0] / 1.5 > NARROW
    if wide and rng.random() < 0.22:
        shot = replace(shot, zoom=rng.choice(ZOOMS))
    if rng.random() < 0.35:
        shot = replace(shot, scroll=round(rng.random(), 3))
    return replace(shot, density=_density(shot))


def _in_window(narrow_parts: dict[str, str], shot: Shot, window: tuple[int, int], rng: Random) -> Shot:
    """The same shot in another window: what was fitted to the old one is left out."""
    extra = {key: value for key, value in shot.extra.items() if key not in ("cell", "zoom", "align")}
    narrow = window[0] <= NARROW
    if narrow != (shot.window[0] <= NARROW):
        extra.pop("parts", None)
        if narrow:
            extra |= narrow_parts
    if shot.scene and narrow and "parts" in extra:
        extra["parts"] = ",".join(part for part in extra["parts"].split(",") if part != "phone")  # the scene has one
    return replace(shot, window=window, extra=extra, density=rng.choice(DENSITIES))


def _density(shot: Shot) -> float:
    """The shot's density, or the next lower one that keeps the picture from being too large."""
    width, height = shot.scene.size if shot.scene else shot.window
    fitting = [d for d in (1.0, *DENSITIES) if d <= shot.density and width * height * d * d <= PIXELS_MOST]
    return max(fitting, default=1.0)


def _plain(shot: Shot, attempt: int) -> Shot:
    """A shot whose board fits its window: on a wide, plain page."""
    size = shot.size if attempt < TRIES - 2 else min(shot.size, 6)
    extra = {key: value for key, value in shot.extra.items() if key in ("lang", "seed", "stage", "notice")}
    return replace(shot, size=size, window=(1600, 1000), density=1.0, crop=None, extra=extra)

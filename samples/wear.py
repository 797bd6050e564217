"""What happens to a screenshot on its way: sent through a chat, cropped by hand, filmed, scaled, pointed at, covered.

Each kind of wear takes a `View` and says in a few words what it did. A view knows where its board is, so whoever labels
a worn picture can tell from the box before and the box after where everything else has gone: all wear moves and scales,
none turns or bends (photos of paper are `photos.py`'s). What is on the board is not this module's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""`(height, width, 3)`, BGR."""
Box = tuple[float, float, float, float]
"""`x0, y0, x1, y1` in pixels."""

SMALLEST_CELL = 20.0
"""Pixels; boards of smaller cells need not be read, so nothing is scaled below."""


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """A picture and where its board is, of `rows` by `columns` square cells.

    `markers`: `(row, column)` in cells, of the
    middles of the marked edges. `keep`: what belongs to the board, tray and counters too; None: the board alone."""

    bgr: Pixels
    bbox: Box
    rows: int
    columns: int
    markers: tuple[tuple[float, float], ...] = ()
    keep: Box | None = None

    @property
    def step(self) -> float:
        return (self.bbox[2] - self.bbox[0]) / self.columns

    @property
    def least(self) -> int:
        return min(self.rows, self.columns)

    def at(self, row: float, column: float) -> tuple[float, float]:
        """`(x, y)` in pixels of a place given in cells from the board's corner."""
        return self.bbox[0] + column * self.step, self.bbox[1] + row * (self.bbox[3] - self.bbox[1]) / self.rows


Perturbation = Callable[[Random, View], tuple[View, str]]


def _moved(view: View, scale: float, dx: float, dy: float) -> View:
    """The same pixels with their boxes scaled, then shifted."""

    def moved(box: Box) -> Box:
        x0, y0, x1, y1 = (v * scale for v in box)
        return x0 + dx, y0 + dy, x1 + dx, y1 + dy

    return replace(view, bbox=moved(view.bbox), keep=moved(view.keep) if view.keep else None)


def resized(view: View, factor: float, way: int | None = None) -> View:
    """Scaled by exactly `factor` both ways; `way`: OpenCV's interpolation, area or cubic if not given."""
    way = way if way is not None else cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    bgr = cv2.resize(view.bgr, None, fx=factor, fy=factor, interpolation=way)
    return _moved(replace(view, bgr=np.asarray(bgr, np.uint8)), factor, 0, 0)


QUALITY = {".jpg": cv2.IMWRITE_JPEG_QUALITY, ".webp": cv2.IMWRITE_WEBP_QUALITY}
FLAT: list[int] = []
"""How PNGs are written: unfiltered. Screens are mostly flat, which takes two thirds of the time and of the bytes of
OpenCV's own way, and half the time to read (30 pictures: 21 for 33 ms, 243 for 356 kB, 12 for 25 ms)."""
if hasattr(cv2, "IMWRITE_PNG_FILTER"):  # from OpenCV 4.12
    FLAT += [cv2.IMWRITE_PNG_COMPRESSION, 1, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_DEFAULT]
    FLAT += [cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]


def encoded(bgr: Pixels, suffix: str, quality: int | None = None) -> bytes:
    """The bytes of a file: `.png`, or `.jpg` and `.webp` with a quality from 1 to 100."""
    good, data = cv2.imencode(suffix, bgr, FLAT if quality is None else [QUALITY[suffix], quality])
    assert good, f"OpenCV cannot write {suffix}"
    return data.tobytes()


def decoded(data: bytes) -> Pixels:
    """The picture in a file's bytes."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def through_file(bgr: Pixels, suffix: str, quality: int) -> Pixels:
    """What is left of a picture after it was saved with loss."""
    return decoded(encoded(bgr, suffix, quality))


# --- kinds of wear: each takes a view and says what it did -----------------------------------------------------------


def scaled(random: Random, view: View) -> tuple[View, str]:
    """Half to twice the size, by any of the usual ways."""
    least = max(0.5, min(1.0, SMALLEST_CELL / view.step))
    factor = random.uniform(least, 1) if random.random() < 0.5 else random.uniform(1, 2)
    ways = {"linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC, "nearest": cv2.INTER_NEAREST}
    if factor < 1:
        ways = {"area": cv2.INTER_AREA, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}
    way = random.choice(sorted(ways))
    return resized(view, factor, ways[way]), f"scaled {factor:.3f} {way}"


def jpeg(random: Random, view: View) -> tuple[View, str]:
    quality = random.randint(50, 95)
    return replace(view, bgr=through_file(view.bgr, ".jpg", quality)), f"JPEG {quality}"


def webp(random: Random, view: View) -> tuple[View, str]:
    quality = random.randint(50, 95)
    return replace(view, bgr=through_file(view.bgr, ".webp", quality)), f"WebP {quality}"


def blurred(random: Random, view: View) -> tuple[View, str]:
    """Gaussian, up to a fiftieth of a cell, so that a marker's strokes can still be told apart."""
    sigma = random.uniform(0.3, max(0.4, min(2.0, 0.02 * view.step)))
    return replace(view, bgr=np.asarray(cv2.GaussianBlur(view.bgr, (0, 0), sigma), np.uint8)), f"blur {sigma:.2f}"


def noisy(random: Random, view: View) -> tuple[View, str]:
    deviation = random.uniform(1, 9)
    noise = np.random.default_rng(random.getrandbits(32)).standard_normal(view.bgr.shape, np.float32)
    bgr = np.clip(view.bgr + noise * np.float32(deviation), 0, 255).astype(np.uint8)
    return replace(view, bgr=bgr), f"noise {deviation:.1f}"


def relit(random: Random, view: View) -> tuple[View, str]:
    """Brightness, contrast, gamma, and a little warmer or cooler; not so bright that light lines turn white."""
    black, white, gamma = random.uniform(-12, 50), random.uniform(165, 262), random.uniform(0.8, 1.25)
    tint = [random.uniform(0.93, 1.0) for _ in range(3)]
    levels = np.arange(256) / 255
    curves = np.stack([black + (white - black) * part * levels**gamma for part in tint], axis=1)
    bgr = np.asarray(cv2.LUT(view.bgr, np.clip(np.rint(curves), 0, 255).astype(np.uint8)[None]), np.uint8)
    return replace(view, bgr=bgr), f"black {black:.0f} white {white:.0f} gamma {gamma:.2f}"


def _cropped(view: View, left: int, top: int, right: int, bottom: int) -> View:
    height, width = view.bgr.shape[:2]
    bgr = np.ascontiguousarray(view.bgr[top : height - bottom, left : width - right])
    return _moved(replace(view, bgr=bgr), 1.0, -left, -top)


def cropped(random: Random, view: View) -> tuple[View, str]:
    """1 to 30 pixels off some sides; where that goes into the board, no symbol loses more than an edge."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    sides = random.sample(range(4), random.randint(1, 4))
    most = [int(margin + 0.3 * view.step) if k in sides else 0 for k, margin in enumerate(margins)]
    cuts = [min(random.randint(1, 30), limit) for limit in most]
    return _cropped(view, *cuts), f"cropped {cuts}"


def to_the_board(random: Random, view: View) -> tuple[View, str]:
    """Cropped to the board, by hand: up to a third of a cell too much or too little on each side."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    cuts = [max(0, int(margin - random.uniform(-0.15, 0.35) * view.step)) for margin in margins]
    return _cropped(view, *cuts), f"cropped to the board {cuts}"


def cut(random: Random, view: View) -> tuple[View, str]:
    """Through the board, with one to three lines of it lost: this cannot be read, and must not seem to."""
    height, width = view.bgr.shape[:2]
    margins = (view.bbox[0], view.bbox[1], width - view.bbox[2], height - view.bbox[3])
    side = random.randrange(4)
    cells = random.uniform(0.8, 2.6)
    cuts = [int(margin + cells * view.step) if k == side else 0 for k, margin in enumerate(margins)]
    return _cropped(view, *cuts), f"cut {cells:.2f} cells off the {('left', 'top', 'right', 'bottom')[side]}"


def padded(random: Random, view: View) -> tuple[View, str]:
    """A border of one colour on some sides, as when a picture lies in another."""
    widths = [random.choice((0, random.randint(1, 30), random.randint(30, 200))) for _ in range(4)]
    colour = random.choice([(255.0,) * 3, (0.0,) * 3, (128.0,) * 3, tuple(float(random.randrange(256)) for _ in "bgr")])
    left, top, right, bottom = widths
    bgr = cv2.copyMakeBorder(view.bgr, top, bottom, left, right, cv2.BORDER_CONSTANT, value=colour)
    padded = replace(view, bgr=np.asarray(bgr, np.uint8))
    return _moved(padded, 1.0, left, top), f"padded {widths} with {colour}"


# Outlines in units of the pointer's height, from its hot spot. Drawn by us.
ARROW = ((0, 0), (0, 0.83), (0.19, 0.66), (0.31, 0.95), (0.44, 0.89), (0.32, 0.61), (0.57, 0.59))
HAND = (
    (0.0, 0.0), (0.09, 0.02), (0.12, 0.1), (0.13, 0.4), (0.3, 0.42), (0.34, 0.47), (0.5, 0.5), (0.52, 0.78),
    (0.42, 1.0), (0.02, 1.0), (-0.06, 0.86), (-0.24, 0.64), (-0.22, 0.55), (-0.1, 0.6), (-0.07, 0.66), (-0.05, 0.1),
)  # fmt: skip
BEAM = (
    (-0.14, -0.5), (0.14, -0.5), (0.14, -0.44), (0.03, -0.42), (0.03, 0.42), (0.14, 0.44), (0.14, 0.5), (-0.14, 0.5),
    (-0.14, 0.44), (-0.03, 0.42), (-0.03, -0.42), (-0.14, -0.44),
)  # fmt: skip
POINTERS = {"arrow": ARROW, "hand": HAND, "beam": BEAM}


def draw_pointer(bgr: Pixels, x: float, y: float, height: float, kind: str = "arrow", dark: bool = False) -> Pixels:
    """A copy of the picture with a mouse pointer, its hot spot at `(x, y)`, white with a dark rim or the reverse."""
    fine = 4  # bits of a fraction of a pixel
    points = np.rint((np.array(POINTERS[kind]) * height + (x, y)) * (1 << fine)).astype(np.int32)
    fill, rim = ((20, 20, 20), (250, 250, 250)) if dark else ((250, 250, 250), (20, 20, 20))
    picture = bgr.copy()
    thick = max(1, round(height / 14))
    cv2.fillPoly(picture, [points], fill, cv2.LINE_AA, fine)
    cv2.polylines(picture, [points], True, rim, thick, cv2.LINE_AA, fine)
    return picture


def _pointer(random: Random, view: View, row: float, column: float, where: str) -> tuple[View, str]:
    x, y = view.at(row, column)
    height = max(12.0, random.uniform(0.22, 0.5) * view.step)
    kind, dark = random.choice(("arrow", "arrow", "hand", "beam")), random.random() < 0.4
    done = f"{'dark' if dark else 'light'} {kind} of {height:.0f} px {where} at cells ({row:.2f}, {column:.2f})"
    return replace(view, bgr=draw_pointer(view.bgr, x, y, height, kind, dark)), done


def pointer_anywhere(random: Random, view: View) -> tuple[View, str]:
    return _pointer(random, view, random.uniform(-0.3, view.rows), random.uniform(-0.3, view.columns), "anywhere")


def pointer_on_line(random: Random, view: View) -> tuple[View, str]:
    along, line = random.uniform(0, view.least), random.randint(0, view.least) + random.uniform(-0.25, 0.05)
    row, column = (along, line) if random.random() < 0.5 else (line, along)
    return _pointer(random, view, row, column, "on a line")


def pointer_on_edge(random: Random, view: View) -> tuple[View, str]:
    """Over the middle of an edge, where a marker would be."""
    first, second = random.randrange(view.least) + 0.5, random.randrange(1, view.least)
    row, column = (first, second) if random.random() < 0.5 else (second, first)
    return _pointer(random, view, row - random.uniform(0, 0.35), column - random.uniform(0, 0.2), "on an edge's middle")


def pointer_on_marker(random: Random, view: View) -> tuple[View, str]:
    if not view.markers:
        return pointer_on_edge(random, view)
    row, column = random.choice(view.markers)
    return _pointer(random, view, row - random.uniform(-0.1, 0.3), column + random.uniform(-0.2, 0.1), "on a marker")


# --- what a random picture of a data set goes through ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kept:
    """How a picture is saved: with loss, or as it is (`.png`, quality None)."""

    suffix: str = ".png"
    quality: int | None = None


def trimmed(random: Random, view: View) -> tuple[View, str]:
    """Cropped on some sides, up to what belongs to the board."""
    height, width = view.bgr.shape[:2]
    left, top, right, bottom = view.keep or view.bbox
    margins = (left, top, width - right, height - bottom)
    cuts = [int(random.uniform(0, max(0.0, margin))) if random.random() < 0.7 else 0 for margin in margins]
    return _cropped(view, *cuts), f"cropped {cuts}"


NOTES = (
    ("Mail", "3 new messages"),
    ("Calendar", "Lunch in 15 minutes"),
    ("Updates", "Restart to finish"),
    ("Anna", "see you at 8?"),
)


def notified(random: Random, view: View) -> tuple[View, str]:
    """A notification slides in at an edge, beside the board; none where there is no room for it."""
    height, width = view.bgr.shape[:2]
    unit = max(14.0, min(width, height) / random.uniform(24, 34))
    w, h = round(min(width - 4, random.uniform(9, 14) * unit)), round(random.uniform(2.6, 3.6) * unit)
    gap = round(unit / 2)
    places = [
        (width - w - gap, gap),
        ((width - w) // 2, gap),
        (width - w - gap, height - h - gap),
        (gap, height - h - gap),
    ]
    left, top, right, bottom = view.keep or view.bbox
    free = [(x, y) for x, y in places if x >= right or x + w <= left or y >= bottom or y + h <= top]
    free = [(x, y) for x, y in free if x >= 0 and y >= 0 and y + h <= height]
    title, text = random.choice(NOTES)
    dark, tint = random.random() < 0.4, [random.randrange(60, 256) for _ in "bgr"]
    if not free:
        return view, "no room for a notification"
    x, y = random.choice(free)
    ground, ink, faint = (
        ((44, 40, 38), (245, 245, 245), (190, 190, 190)) if dark else ((252, 252, 252), (25, 25, 25), (110, 110, 110))
    )
    bgr = view.bgr.copy()
    shade = bgr[y : y + h + gap // 2, x : x + w]
    shade[:] = (shade * np.float32(0.82)).astype(np.uint8)
    cv2.rectangle(bgr, (x, y), (x + w, y + h), ground, -1)
    cv2.circle(bgr, (x + h // 2, y + h // 2), round(0.28 * h), tint, -1, cv2.LINE_AA)
    size = unit / 30
    cv2.putText(bgr, title, (x + h, y + round(0.42 * h)), 0, size, ink, max(1, round(unit / 12)), cv2.LINE_AA)
    cv2.putText(bgr, text, (x + h, y + round(0.75 * h)), 0, size * 0.9, faint, 1, cv2.LINE_AA)
    return replace(view, bgr=bgr), f"notification at {[x, y, x + w, y + h]}"


def brought_to(random: Random, view: View, least: float, most: float) -> tuple[View, str]:
    """Half to nearly twice the size; cells get no smaller than `least` pixels by it, and no larger than `most`."""
    low, high = max(0.5, min(1.0, least / view.step)), min(1.8, max(1.0, most / view.step))
    factor = random.uniform(low, 1) if random.random() < 0.65 else random.uniform(1, high)
    return resized(view, factor), f"scaled {factor:.3f}"


POINTED = (pointer_anywhere, pointer_anywhere, pointer_on_line, pointer_on_edge, pointer_on_marker)


def aged(random: Random, view: View, least: float, most: float) -> tuple[View, tuple[str, ...], Kept]:
    """All that happened to one picture, in the order in which it happens; and how it is saved in the end.

    `least`, `most`: pixels a cell may have. A third of the pictures come through as they are.
    """
    if random.random() < 1 / 3:
        return view, (), Kept()

    def scaled_within(random: Random, view: View) -> tuple[View, str]:
        return brought_to(random, view, least, most)

    done: list[str] = []
    chances: tuple[tuple[float, Perturbation], ...] = (
        (0.25, random.choice(POINTED)),
        (0.1, notified),
        (0.25, trimmed),
        (0.4, scaled_within),
        (0.2, blurred),
        (0.25, relit),
        (0.15, noisy),
        (0.1, jpeg),
    )
    for chance, wear in chances:
        if random.random() < chance:
            view, said = wear(random, view)
            done.append(said)
    suffix = random.choices((".png", ".jpg", ".webp"), (50, 35, 15))[0]
    if suffix == ".png":
        return view, tuple(done), Kept()
    kept = Kept(suffix, random.randint(50, 95))
    return view, (*done, f"saved as {'JPEG' if suffix == '.jpg' else 'WebP'} {kept.quality}"), kept

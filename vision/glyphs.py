"""Template matching of one small patch against the template bank.

A patch comes as ink: how much each pixel stands out of the patch's ground. The glyph in it is cut out, brought to one
size and compared with every template by normalised correlation. So neither colour nor scale nor weight of a stroke
matters much, and a template names a shape. The bank is cut from `samples/` by `samples/cut_templates.py`.

What stands where, and whether it may, is not decided here.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patches import circle

Floats = NDArray[np.float32]

# Side of a template and of a glyph brought to size, in pixels.
SIDE = 16
# Ink of this part of the strongest ink belongs to the glyph.
STROKE = 0.45
# The least inked corner of a cross has at least this part of the ink of the most inked one, or it loses by it.
EVEN = 0.12
# A glyph's middle lies at most this part of the square off the square's middle.
OFF_CENTRE = 0.27
# Shapes that sites draw facing either way.
MIRRORED = ("moon.png", "bolt.png")
# Glyphs of less ink (0..255) than this cannot be told from noise.
LEAST_INK = 14.0


@dataclass(frozen=True, slots=True)
class Match:
    """What a glyph looks like: the best name, how alike it is (correlation, -1..1), and the next other name."""

    name: str
    score: float
    runner_up: str
    runner_up_score: float


NOTHING = Match("", 0.0, "", 0.0)


@dataclass(frozen=True, eq=False, slots=True)
class Bank:
    """Templates of one kind: `shapes` (T, SIDE * SIDE) float32, each of mean 0 and length 1; `names`: T names."""

    shapes: Floats
    names: tuple[str, ...]

    def match(self, glyphs: Floats) -> list[Match]:
        """Compare glyphs (N, SIDE, SIDE) with all templates."""
        flat = _normalised(glyphs.reshape(len(glyphs), -1))
        scores = flat @ self.shapes.T
        kinds = list(dict.fromkeys(self.names))
        # A cross has ink in all four corners; a stripe, an arrow or half a letter has not.
        near, far = slice(0, SIDE * 3 // 8), slice(SIDE - SIDE * 3 // 8, SIDE)
        corners = np.stack([glyphs[:, y, x].mean(axis=(1, 2)) for y in (near, far) for x in (near, far)])
        full = np.clip(corners.min(axis=0) / np.maximum(corners.max(axis=0), 1e-6) / EVEN, 0, 1)
        for column, name in enumerate(self.names):
            if name == "cross":
                scores[:, column] *= full
        columns = [[i for i, name in enumerate(self.names) if name == kind] for kind in kinds]
        best = np.stack([scores[:, column].max(axis=1) for column in columns], axis=1)
        order = np.argsort(-best, axis=1)
        return [
            Match(kinds[first], float(row[first]), kinds[second], float(row[second]))
            for row, (first, second) in zip(best, order[:, :2], strict=True)
        ]


def _normalised(vectors: Floats) -> Floats:
    centred = vectors - vectors.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6), np.float32)


@cache
def bank(kind: str) -> Bank:
    """The templates in `templates/<kind>/`: one picture per name, its variants side by side, white ink on black."""
    shapes: list[Floats] = []
    names: list[str] = []
    folder = os.path.join(os.path.dirname(__file__), "templates", kind)
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".png"):
            continue
        strip = cv2.imread(os.path.join(folder, file), cv2.IMREAD_GRAYSCALE)
        if strip is None:
            raise RuntimeError(f"the template {file} is broken: install the package again")
        variants = np.asarray(strip, np.float32).reshape(SIDE, -1, SIDE).swapaxes(0, 1)
        if file in MIRRORED:
            variants = np.concatenate([variants, variants[:, :, ::-1], variants[:, ::-1], variants[:, ::-1, ::-1]])
        shapes.extend(variants.reshape(len(variants), -1))
        names.extend([file.removesuffix(".png")] * len(variants))
    return Bank(_normalised(np.stack(shapes)), tuple(names))


def cut_glyph(ink: Floats, core: float) -> Floats | None:
    """The glyph in the middle of a square of ink (E, E) 0..255, brought to (SIDE, SIDE) 0..1; None if there is none.

    `core`: radius in pixels around the middle which every stroke of the glyph reaches; strokes that stay outside (a
    ring around the glyph, the ends of a grid line) do not belong to it.
    """
    inside = circle(ink.shape[0], core)
    peak = float(ink[inside].max())
    if peak < LEAST_INK:
        return None
    strokes = (ink > STROKE * peak).astype(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(strokes, connectivity=8)
    touches = np.bincount(parts[inside], minlength=len(stats)) > 0
    touches[0] = False
    inner = np.flatnonzero(touches)
    if len(inner) > 1:
        boxes = [tuple(int(value) for value in stats[part][:4]) for part in inner]
        side = ink.shape[0]
        for part, box in zip(inner, boxes, strict=True):
            ring = all(other == box or _encloses(box, other) for other in boxes)
            # A pointer that comes in from outside is another thing than the glyph beside it.
            goes_on = min(box[:2]) == 0 or box[0] + box[2] == side or box[1] + box[3] == side
            touches[part] = not ring and not goes_on
    glyph = touches[parts]
    ys, xs = np.flatnonzero(glyph.any(axis=1)), np.flatnonzero(glyph.any(axis=0))
    if min(len(ys), len(xs)) == 0 or min(ys[-1] - ys[0], xs[-1] - xs[0]) < 2:
        return None
    last = ink.shape[0] - 1
    if min(ys[0], xs[0]) == 0 or max(ys[-1], xs[-1]) == last:
        return None  # it goes on outside: part of something larger
    if max(abs(ys[0] + ys[-1] - last), abs(xs[0] + xs[-1] - last)) > 2 * OFF_CENTRE * last:
        return None
    # Half a pixel of the glyph's soft edge belongs to it.
    near = cv2.dilate(glyph.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    soft = np.where(near, np.minimum(ink / peak, 1), 0).astype(np.float32)
    top, bottom = max(0, ys[0] - 1), min(ink.shape[0], ys[-1] + 2)
    left, right = max(0, xs[0] - 1), min(ink.shape[1], xs[-1] + 2)
    return np.asarray(cv2.resize(soft[top:bottom, left:right], (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def _encloses(box: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a stroke's box `(left, top, width, height)` runs around another's, as a ring around a glyph."""
    left, top, width, height = box
    return (
        left < other[0] and top < other[1] and other[0] + other[2] < left + width and other[1] + other[3] < top + height
    )

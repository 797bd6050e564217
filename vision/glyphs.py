"""Template matching of one small patch against the template bank.

A patch comes as ink: how much each pixel stands out of the patch's ground. The glyph in it is cut out, brought to one
size and compared with every template by normalised correlation. So neither colour nor scale nor weight of a stroke
matters much, and a template names a shape. The bank is cut from `samples/` by `samples/cut_templates.py`.

What stands where, and whether it may, is not decided here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from math import inf
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patches import circle

Floats = NDArray[np.float32]
Ink = NDArray[np.uint8] | NDArray[np.float32]

# Side of a template and of a glyph brought to size, in pixels.
SIDE = 16
# Ink of this part of the strongest ink belongs to the glyph.
STROKE = 0.45
# The least inked corner of a cross has at least this part of the ink of the most inked one, or it loses by it.
EVEN = 0.12
# The gap between two bars has at most this part of their ink, and the paler one at least that part of the other's.
GAP, EVEN_BARS = 0.85, 0.6
# A glyph's middle lies at most this part of the square off the square's middle.
OFF_CENTRE = 0.27
# Shapes that sites draw facing either way.
MIRRORED = ("moon.png", "bolt.png")
# A bar is at least so many times as long as it is thick.
BAR = 2.0
# Glyphs of less ink (0..255) than this cannot be told from noise.
LEAST_INK = 14.0


class Match(NamedTuple):
    """What a glyph looks like: the best name, how alike it is (correlation, -1..1), and the next other name."""

    name: str
    score: float
    runner_up: str
    runner_up_score: float


NOTHING = Match("", 0.0, "", 0.0)


class Bank(NamedTuple):
    """Templates of one kind: `shapes` (T, SIDE * SIDE) float32, each of mean 0 and length 1; `names`: T names.

    Templates of one name stand together.
    """

    shapes: Floats
    names: tuple[str, ...]

    def match(self, glyphs: Floats, only: Mapping[str, NDArray[np.bool_]] | None = None) -> list[Match]:
        """Compare glyphs (N, SIDE, SIDE) with all templates; `only`: names that no others than those (N,) may have."""
        kinds, first = _kinds(self.names)
        vectors = glyphs.reshape(len(glyphs), SIDE * SIDE)
        scores = _normalised(vectors) @ self.shapes.T
        best = np.maximum.reduceat(scores, first, axis=1)
        if "cross" in kinds:
            # A cross has ink in all four corners; a stripe, an arrow or half a letter has not.
            corners = vectors @ _CORNERS
            full = corners.min(axis=1) / np.maximum(corners.max(axis=1), 1e-6) / EVEN
            best[:, kinds.index("cross")] *= np.minimum(full, 1)
        for name, those in (only or {}).items():
            best[:, kinds.index(name)] *= those
        return [_match(kinds, row) for row in best.tolist()]


@cache
def _kinds(names: tuple[str, ...]) -> tuple[list[str], list[int]]:
    """The different names, and where each begins."""
    kinds = list(dict.fromkeys(names))
    return kinds, [names.index(kind) for kind in kinds]


def _match(kinds: list[str], scores: list[float]) -> Match:
    """The two best of some names; `scores` is used up."""
    score = max(scores)
    best = scores.index(score)
    scores[best] = -inf
    second = max(scores)
    return Match(kinds[best], score, kinds[scores.index(second)], second)


# What takes the means of the four corners, three eighths of the side each: (SIDE * SIDE, 4).
_ENDS = np.zeros((2, SIDE), np.float32)
_ENDS[0, : SIDE * 3 // 8] = 8 / 3 / SIDE
_ENDS[1, -(SIDE * 3 // 8) :] = 8 / 3 / SIDE
_CORNERS = np.ascontiguousarray((_ENDS[:, None, :, None] * _ENDS[:, None]).reshape(4, SIDE * SIDE).T)


def _normalised(vectors: Floats) -> Floats:
    # Products take a third of the time of numpy's sums.
    ones = np.ones((vectors.shape[1], 1), np.float32)
    centred = vectors - vectors @ ones / np.float32(len(ones))
    centred /= np.maximum(np.sqrt(np.square(centred) @ ones), 1e-6)
    return np.asarray(centred, np.float32)


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


def two_bars(glyph: Floats, along: int) -> float:
    """How much a glyph (SIDE, SIDE) is like two bars, as thick and as blurred as they may be: 0..1.

    That is its correlation with what its ink is when it is spread out evenly along the bars. `along`: the axis along
    which they run, 1 where they lie, 0 where they stand.
    """
    profile = glyph.mean(axis=along)
    first, second = int(profile[: SIDE // 2].argmax()), SIDE // 2 + int(profile[SIDE // 2 :].argmax())
    paler, bolder = sorted((float(profile[first]), float(profile[second])))
    if float(profile[first:second].min()) > GAP * paler or paler < EVEN_BARS * bolder:
        return 0.0
    return float(np.sqrt(profile.var() / max(float(glyph.var()), 1e-6)))


def cut_glyph(ink: Ink, core: float) -> Floats | None:
    """The glyph in the middle of a square of ink, as `cut_glyphs` gives it; None if there is none."""
    _, glyphs = cut_glyphs(ink[None], core)
    return glyphs[0] if len(glyphs) else None


def cut_glyphs(inks: Ink, core: float) -> tuple[list[int], Floats]:
    """The glyphs in the middles of squares of ink (N, E, E) 0..255, where there is one.

    `core`: radius in pixels around the middle which every stroke of a glyph reaches; strokes that stay outside (a
    ring around the glyph, the ends of a grid line) do not belong to it, but for the other one of two bars.
    Returns the numbers of the K squares that have a glyph, and the glyphs, (K, SIDE, SIDE) float32 of 0..1.
    """
    side = inks.shape[1]
    inside = near_middle(side, core)
    peaks = inks.reshape(len(inks), side * side).take(inside, axis=1).max(axis=1).tolist()
    inked = [number for number, peak in enumerate(peaks) if peak >= LEAST_INK]
    if not inked:
        return [], np.zeros((0, SIDE, SIDE), np.float32)
    count = len(inked)
    if count < len(inks):
        inks = inks[inked]
    parts_of_peak = inks.astype(np.float32)
    parts_of_peak *= (np.float32(1) / np.array([peaks[number] for number in inked], np.float32))[:, None, None]
    # All squares in one picture, with a gap between them: the strokes of all are told apart at once.
    pitch = side + 1
    strip = np.zeros((count, pitch, side), np.uint8)
    np.greater(parts_of_peak, STROKE, out=strip[:, :side].view(np.bool_))
    picture = strip.reshape(count * pitch, side)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(picture, connectivity=8, ltype=label_type(strip.size // 3))
    parts: NDArray[np.intp] = np.asarray(labels, np.intp)
    belongs = np.zeros(len(stats), np.uint8)
    belongs[parts.reshape(count, pitch * side).take(inside, axis=1)] = 1
    belongs[0] = 0
    strokes = _by_squares(stats, belongs.nonzero()[0], pitch, count)
    others: list[list[_Stroke]] | None = None
    cut: list[tuple[int, _Box]] = []
    for square, some in enumerate(strokes):
        kept = some
        if len(some) > 1:
            kept = _own_strokes(some, side)
            if kept is not some:
                belongs[[stroke[4] for stroke in some if stroke not in kept]] = 0
        elif some and _is_bar(some[0]):
            if others is None:
                others = _by_squares(stats, (belongs == 0).nonzero()[0][1:], pitch, count)
            if twin := _twin(some[0], others[square]):
                kept = [*some, twin]
                belongs[twin[4]] = 1
        if kept and _is_glyph(box := _box(kept), side):
            cut.append((square, box))
    if not cut:
        return [], np.zeros((0, SIDE, SIDE), np.float32)
    # Half a pixel of the glyph's soft edge belongs to it: to the left and right, then above and below. That leads to no
    # other row, since no glyph comes up to the border.
    around = belongs.take(parts.ravel())
    for by in (1, side):
        own = around.copy()
        around[by:] |= own[:-by]
        around[:-by] |= own[by:]
    whole = around.reshape(count, pitch, side)[:, :side].astype(np.float32)
    soft = np.minimum(parts_of_peak, whole, out=parts_of_peak)
    glyphs = np.empty((len(cut), SIDE, SIDE), np.float32)
    for glyph, (square, (left, top, right, bottom)) in zip(glyphs, cut, strict=True):
        # The box of a glyph leaves a pixel free all around.
        crop = soft[square, top - 1 : bottom + 1, left - 1 : right + 1]
        cv2.resize(crop, (SIDE, SIDE), glyph, 0, 0, cv2.INTER_AREA)
    return [inked[square] for square, _ in cut], glyphs


def label_type(most: int) -> int:
    """The kind of labels in which OpenCV should number at most so many parts: those of 16 bits take half the time.

    No more than about a fourth of all pixels are parts by themselves where corners touch, half of them where they do
    not.
    """
    return cv2.CV_16U if most < 1 << 16 else cv2.CV_32S


@cache
def near_middle(side: int, radius: float) -> NDArray[np.intp]:
    """Which pixels of a square lie within a circle around its middle, as flat indices."""
    return np.flatnonzero(circle(side, radius))


# A box in pixels, `(left, top, right, bottom)`, the latter two just outside; and a connected part of the ink of a
# square: its box, and its number. Plain tuples, since there are many.
_Box: TypeAlias = tuple[int, int, int, int]
_Stroke: TypeAlias = tuple[int, int, int, int, int]


def _by_squares(stats: cv2.typing.MatLike, parts: NDArray[np.intp], pitch: int, count: int) -> list[list[_Stroke]]:
    """Some parts of the ink of so many squares, one above the other in steps of `pitch`, by the squares they are in."""
    strokes: list[list[_Stroke]] = [[] for _ in range(count)]
    for part, (left, top, width, height, _) in zip(parts.tolist(), stats[parts].tolist(), strict=True):
        square, top = divmod(top, pitch)
        strokes[square].append((left, top, left + width, top + height, part))
    return strokes


def _is_bar(stroke: _Stroke) -> bool:
    left, top, right, bottom, _ = stroke
    return max(right - left, bottom - top) >= BAR * min(right - left, bottom - top)


def _twin(bar: _Stroke, others: list[_Stroke]) -> _Stroke | None:
    """The other one of two bars of which one alone comes near to the middle of a square; None where there is none."""
    left, top, right, bottom, _ = bar
    length = max(right - left, bottom - top)
    lying = right - left == length
    for other in others:
        off = (other[0] - left, other[2] - right), (other[1] - top, other[3] - bottom)
        along, across = off if lying else off[::-1]
        same = max(abs(along[0]), abs(along[1]), abs(across[0] - across[1])) <= 1
        if same and abs(across[0]) <= length:
            return other
    return None


def _own_strokes(strokes: list[_Stroke], side: int) -> list[_Stroke]:
    """Of several strokes that come near the middle of a square, those of the glyph there."""
    box = left, top, right, bottom = _box(strokes)
    if left > 0 and top > 0 and right < side and bottom < side and box not in [one[:4] for one in strokes]:
        return strokes  # none comes in from outside, none is around all others
    return [
        one
        for one in strokes
        # A pointer that comes in from outside is another thing than the glyph beside it.
        if min(one[:2]) > 0
        and max(one[2:4]) < side
        and not all(other is one or _encloses(one, other) for other in strokes)
    ]


def _box(strokes: list[_Stroke]) -> _Box:
    """The box of all strokes."""
    if len(strokes) == 1:
        return strokes[0][:4]
    left, top, right, bottom, _ = zip(*strokes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _is_glyph(box: _Box, side: int) -> bool:
    """Whether a box is large enough for a glyph, ends within the square (what goes on outside is part of something
    larger) and lies in its middle."""
    left, top, right, bottom = box
    most = 2 * OFF_CENTRE * (side - 1)
    return (
        right - left > 2
        and bottom - top > 2
        and left > 0
        and top > 0
        and right < side
        and bottom < side
        and abs(left + right - side) <= most
        and abs(top + bottom - side) <= most
    )


def _encloses(stroke: _Stroke, other: _Stroke) -> bool:
    """Whether a stroke's box runs around another's, as a ring around a glyph."""
    return stroke[0] < other[0] and stroke[1] < other[1] and other[2] < stroke[2] and other[3] < stroke[3]

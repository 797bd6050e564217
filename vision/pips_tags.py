"""What the tags of a Pips board say: `7`, `12`, `>10`, `<3`, `=`, `≠`.

The text of a tag is whatever on it is lighter than its colour. It is cut into glyphs, every glyph brought to one size
and compared by correlation with the bank in `templates/tags`, which holds the fourteen signs in many typefaces, cut
from our own renderings by `samples/cut_tags.py`. Where tags are, the board says.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pips_lattice import Colours, widest
from vision.pips_shape import TagShape
from vision.pips_spots import TagSpot

Floats = NDArray[np.float32]

SIGNS = "0123456789<>=≠"
# Pixels to which a tag is brought, and the part of it, in |x| + |y| from its middle, in which its text lies.
TAG = 64
CORE = 0.455
# Pixels of a glyph in the bank, with a margin around that makes up for how exactly it was cut out.
SIDE, MARGIN = 20, 2
# Text is at least so light, between the tag's colour (0) and the text's (1).
LIGHT = 0.58
# Smaller blobs, in parts of the tag, are no glyphs: a thin `1` has 0.008.
LEAST_BLOB = 0.0035
# Glyphs at the ends of a long text lie no farther than this above or below the middle, and are at least so high.
MIDST, TALL = 0.1, 0.14
# A glyph wider than this part of its height may be two that touch.
WIDE = 1.02
# Where the best sign for a glyph leads the next by so much (correlation), there is no doubt.
CLEAR = 0.07
# Text read with less confidence is cut into glyphs at these other levels as well, and compared with glyphs that are
# blurred by these deviations, in pixels of the bank.
WEAK, OTHER_LEVELS = 0.4, (0.44, 0.74)
SOFT = (1.3, 2.1)
# Text is centred in its tag: of 733 tags its middle lies at most 0.04 of the width to a side and 0.062 above or below,
# and where a glyph was lost 0.07 and more.
CENTRED, NOT_CENTRED = 0.045, 0.075
MORE_UP_AND_DOWN = 0.04
# A text that is off its tag's middle counts as so much less like its signs for each part of the width.
OFF_CENTRE = 3.0
# What is on a tag has its colour, its text's, or lies between. So much of it may be off that (in parts of how far the
# two lie apart), on so much of it: a clean tag has 0 to 0.005, under JPEG 0.01, one that
# something lies over 0.02 and more.
FOREIGN, SOME_FOREIGN, MOST_FOREIGN = 0.34, 0.008, 0.025


@dataclass(frozen=True, slots=True)
class TagText:
    """What a tag says. `runner_up`: what it may say instead, or ""; `confidence`: 0..1, how far the two lie apart."""

    text: str
    runner_up: str
    confidence: float


def glyph_of(ink: Floats) -> Floats:
    """A glyph, cut out, at the size of the bank: (SIDE, SIDE), its pixels with mean 0 and length 1."""
    height, width = ink.shape
    room = SIDE - 2 * MARGIN
    scale = room / max(height, width)
    h, w = max(2, round(height * scale)), max(2, round(width * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    out = np.zeros((SIDE, SIDE), np.float32)
    y, x = (SIDE - h) // 2, (SIDE - w) // 2
    out[y : y + h, x : x + w] = cv2.resize(ink, (w, h), interpolation=way)
    return normal(out)


def normal(glyph: Floats) -> Floats:
    """A little blurred, with mean 0 and length 1, so that the product of two is their correlation."""
    soft = np.asarray(cv2.GaussianBlur(glyph, (3, 3), 0.8), np.float32)
    soft = soft - soft.mean()
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6), np.float32)


@cache
def _bank() -> tuple[Floats, NDArray[np.intp]]:
    """The templates, in the order of `SIGNS`: (T, SIDE * SIDE), and the first of each sign, (14,)."""
    return _in_order([(sign, normal(glyph.astype(np.float32)).ravel()) for sign, glyph in _sheet()])


def _in_order(templates: list[tuple[int, Floats]]) -> tuple[Floats, NDArray[np.intp]]:
    """Templates sorted by their signs, and where each sign's begin."""
    templates = sorted(templates, key=lambda item: item[0])
    first = np.searchsorted(np.array([sign for sign, _ in templates]), np.arange(len(SIGNS)))
    return np.array([glyph for _, glyph in templates], np.float32), first


def _sheet() -> list[tuple[int, NDArray[np.uint8]]]:
    """The glyphs of the bank, (SIDE, SIDE) each, and which of `SIGNS` each is."""
    path = os.path.join(os.path.dirname(__file__), "templates", "tags", "glyphs.png")
    sheet = np.asarray(cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    rows, columns = sheet.shape[0] // SIDE, sheet.shape[1] // SIDE
    found = []
    for sign in range(rows):
        for column in range(columns):
            glyph = sheet[sign * SIDE : (sign + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
            if glyph.any():
                found.append((sign, glyph))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Ink:
    """A tag's text. `ink`: how light each pixel is, 0..1 between the tag's colour and its text's, (TAG, TAG);
    `core`, `edge`: where text can be, and the rim of that; `foreign`: how much of it is neither, 0..1."""

    ink: Floats
    core: NDArray[np.bool_]
    edge: NDArray[np.bool_]
    foreign: float


def _straight(bgr: Colours, spot: TagSpot) -> tuple[Floats, NDArray[np.bool_]]:
    """A tag at TAG pixels: (TAG, TAG, 3), and which of them lie in the picture."""
    half = spot.width / 2
    scale = TAG / spot.width
    x, y = spot.center
    if scale < 0.6:  # average first
        factor = int(1 / scale)
    else:
        factor = 1
    reach = int(half) + factor + 1
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    part = bgr[top : round(y) + reach + 1, left : round(x) + reach + 1]
    if factor > 1:
        size = (max(1, part.shape[1] // factor), max(1, part.shape[0] // factor))
        part = np.asarray(
            cv2.resize(part[: size[1] * factor, : size[0] * factor], size, interpolation=cv2.INTER_AREA), np.uint8
        )
    step = 1 / (scale * factor)
    matrix = np.array(
        [
            [step, 0, (x - left + 0.5) / factor - 0.5 - step * (TAG - 1) / 2],
            [0, step, (y - top + 0.5) / factor - 0.5 - step * (TAG - 1) / 2],
        ]
    )
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    tag = cv2.warpAffine(part, matrix, (TAG, TAG), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    places = (np.arange(TAG) - (TAG - 1) / 2) / scale
    across, down = (x + places >= 0) & (x + places < bgr.shape[1]), (y + places >= 0) & (y + places < bgr.shape[0])
    return tag, down[:, None] & across[None]


def _inked(bgr: Colours, spot: TagSpot) -> _Ink:
    """The text of a tag."""
    tag, there = _straight(bgr, spot)
    core, edge = _core(spot.shape)
    off = (tag - np.array(spot.colour, np.float32)).reshape(-1, 3)
    # The lightest of the lower half is text, not the region that shows where the newspaper's tags are bitten.
    below = off[np.flatnonzero((core & there & _BELOW).ravel())]
    if len(below) < 24:  # hardly any of the tag is in the picture
        return _Ink(np.zeros((TAG, TAG), np.float32), core, core, 1.0)
    reach_of = np.abs(below) @ np.ones(3, np.float32)
    text = below[np.argpartition(reach_of, -12)[-12:]].mean(axis=0)
    length = max(float((text**2).sum()), 1.0)
    ink = np.clip((off @ (text / length)).reshape(TAG, TAG), 0, 1).astype(np.float32)
    strange = widest(off - ink.reshape(-1, 1) * text).reshape(TAG, TAG) > FOREIGN * float(np.abs(text).max())
    looked = core & ~edge
    if spot.shape.bitten and float(ink[_BITTEN].mean()) > 0.15:
        # The newspaper's tags are bitten: a rounded corner of the cell shows there.
        ink = np.where(_BITE, 0, ink)
        looked = looked & ~_BITE
    hidden = float((looked & ~there).sum()) / max(int(looked.sum()), 1)
    foreign = float(strange[looked & there].mean()) + hidden
    return _Ink(np.asarray(np.where(core & there, ink, 0), np.float32), core, edge, foreign)


@cache
def _core(shape: TagShape) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where in a tag text can be, and the rim of that: (TAG, TAG)."""
    core = shape.core(TAG, CORE)
    return core, core & ~np.asarray(cv2.erode(core.astype(np.uint8), np.ones((5, 5), np.uint8)), np.bool_)


_Y, _X = np.mgrid[:TAG, :TAG].astype(np.float32) - np.float32((TAG - 1) / 2)
_BELOW = _Y > -0.05 * TAG
_BITE = (_X < -0.06 * TAG) & (_Y < -0.1 * TAG)
_BITTEN = (np.abs(_X + 0.19 * TAG) < 0.03 * TAG) & (np.abs(_Y + 0.19 * TAG) < 0.03 * TAG)


def read_tags(bgr: Colours, spots: list[TagSpot]) -> list[TagText]:
    """What some tags say."""
    inks = [_inked(bgr, spot) for spot in spots]
    found = _read(inks, (LIGHT,), _bank())
    weak = [number for number, text in enumerate(found) if text.confidence < WEAK]
    if weak:
        again = _read([inks[number] for number in weak], (LIGHT, *OTHER_LEVELS), _soft_bank())
        for number, text in zip(weak, again, strict=True):
            found[number] = text
    return [_doubted(text, ink.foreign) for text, ink in zip(found, inks, strict=True)]


def _doubted(text: TagText, foreign: float) -> TagText:
    """What is read on a tag under something is not certain."""
    sure = 1 - float(np.clip((foreign - SOME_FOREIGN) / (MOST_FOREIGN - SOME_FOREIGN), 0, 1))
    return TagText(text.text, text.runner_up, min(text.confidence, sure))


def _read(inks: list[_Ink], levels: tuple[float, ...], bank: tuple[Floats, NDArray[np.intp]]) -> list[TagText]:
    """What some tags say, their text cut into glyphs at these levels."""
    glyphs: list[Floats] = []
    words: list[dict[tuple[Box, ...], tuple[range, float]]] = []  # for each tag, its readings: glyphs, how far off
    for one in inks:
        readings: dict[tuple[Box, ...], tuple[range, float]] = {}
        for boxes in (tuple(way) for level in levels for way in _segmentations(one, level)):
            if boxes not in readings:
                readings[boxes] = range(len(glyphs), len(glyphs) + len(boxes)), _off_middle(boxes)
                glyphs += [glyph_of(np.asarray(one.ink[y0:y1, x0:x1])) for x0, y0, x1, y1 in boxes]
        words.append(readings)
    if not glyphs:
        return [TagText("", "", 0.0) for _ in inks]
    likeness = _likeness(np.array([glyph.ravel() for glyph in glyphs], np.float32), bank)
    return [_best([(likeness[list(which)], off) for which, off in readings.values()]) for readings in words]


def _off_middle(boxes: tuple[Box, ...]) -> float:
    """How far a text lies off its tag's middle, in parts of the width."""
    across = (boxes[0][0] + boxes[-1][2] - TAG) / 2 / TAG
    down = (min(box[1] for box in boxes) + max(box[3] for box in boxes) - TAG) / 2 / TAG
    return max(abs(across), abs(down) - MORE_UP_AND_DOWN)


@cache
def _soft_bank() -> tuple[Floats, NDArray[np.intp]]:
    """The bank, and the same glyphs as they are cut out of a picture that is not sharp."""
    fine = 2
    found = []
    for sign, glyph in _sheet():
        found.append((sign, normal(glyph.astype(np.float32)).ravel()))
        large = cv2.resize(glyph, None, fx=fine, fy=fine, interpolation=cv2.INTER_LINEAR).astype(np.float32)
        large = np.asarray(cv2.copyMakeBorder(large, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=0.0), np.float32)
        for sigma in SOFT:
            soft = np.asarray(cv2.GaussianBlur(large, (0, 0), sigma * fine), np.float32)
            soft = np.asarray(soft / max(float(soft.max()), 1.0), np.float32)
            y, x = np.nonzero(soft > LIGHT)
            part = np.asarray(soft[y.min() : y.max() + 1, x.min() : x.max() + 1], np.float32)
            found.append((sign, glyph_of(part).ravel()))
    return _in_order(found)


Box = tuple[int, int, int, int]


def _segmentations(tag: _Ink, level: float) -> list[list[Box]]:
    """The ways in which a tag's text may be cut into glyphs, from left to right."""
    ink = tag.ink
    mask = (ink > level).astype(np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    outer = set(labels[tag.edge].tolist())
    aside = np.abs(centres - (TAG - 1) / 2) / TAG
    boxes: list[list[int]] = []
    for label in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[label])
        # What reaches the rim is no text, but for the ends of a long one.
        end = aside[label, 1] < MIDST and h > TALL * TAG
        if (label in outer and aside[label].sum() > 0.25 and not end) or area < LEAST_BLOB * TAG * TAG:
            continue
        boxes.append([x, y, x + w, y + h])
    boxes.sort()
    merged: list[list[int]] = []
    for box in boxes:  # what stands one above the other is one sign: the bars of `=`
        last = merged[-1] if merged else None
        if last and min(last[2], box[2]) - max(last[0], box[0]) > 0.5 * min(last[2] - last[0], box[2] - box[0]):
            last[:] = [min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3])]
        else:
            merged.append(box)
    plain = [(a, b, c, d) for a, b, c, d in merged]
    if not plain or len(plain) > 6:
        return []
    whole = (plain[0][0], min(b for _, b, _, _ in plain), max(c for _, _, c, _ in plain), max(d for *_, d in plain))
    ways: list[list[Box]] = [[]]
    for part in plain:
        ways = [[*way, *parts] for way in ways for parts in _parts(ink, part, level)]
    ways = [way for way in ways if len(way) <= 3]
    if len(plain) > 1 and whole[2] - whole[0] < 1.5 * (whole[3] - whole[1]):
        ways.append([whole])  # the stroke of `≠` may cut its bars
    return ways


def _parts(ink: Floats, box: Box, level: float) -> list[list[Box]]:
    """A box as one glyph, and, where it is so wide that it may be two or three that touch, cut where that may be."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if width <= WIDE * height or height < 0.1 * TAG:
        return [[box]]
    column = ink[y0:y1, x0:x1].sum(axis=0)
    ways = [[box]]
    edge = max(3, round(0.3 * height))
    inner = np.arange(edge, width - edge)
    low = [int(x) for x in inner if column[x] == column[max(0, x - 2) : x + 3].min()]
    low = sorted(low, key=lambda x: column[x])[:3]
    for cut in low:
        left, right = (x0, y0, x0 + cut, y1), (x0 + cut, y0, x1, y1)
        ways.append([_trimmed(ink, left, level), _trimmed(ink, right, level)])
        for other in low:
            if other > cut + edge:
                middle, last = (x0 + cut, y0, x0 + other, y1), (x0 + other, y0, x1, y1)
                ways.append([_trimmed(ink, left, level), _trimmed(ink, middle, level), _trimmed(ink, last, level)])
    return ways


def _trimmed(ink: Floats, box: Box, level: float) -> Box:
    """The box without what is empty around its glyph."""
    x0, y0, x1, y1 = box
    y, x = np.nonzero(ink[y0:y1, x0:x1] > level)
    if len(y) == 0:
        return box
    return x0 + int(x.min()), y0 + int(y.min()), x0 + int(x.max()) + 1, y0 + int(y.max()) + 1


def _likeness(glyphs: Floats, templates: tuple[Floats, NDArray[np.intp]]) -> Floats:
    """How like each glyph is to each sign: (N, 14) of -1..1."""
    bank, first = templates
    return np.asarray(np.maximum.reduceat(glyphs @ bank.T, first, axis=1), np.float32)


def _best(readings: list[tuple[Floats, float]]) -> TagText:
    """The likeliest text that a tag can say, and the next. For each reading: how like its glyphs are to each sign, and
    how far the middle of them all lies off the tag's, in parts of its width."""
    texts: dict[str, tuple[float, float]] = {}
    lost: dict[str, float] = {}
    for likeness, off in readings:
        penalty = OFF_CENTRE * max(0.0, off - CENTRED)
        for text, worst, mean in _texts(likeness):
            if (worst - penalty, mean - penalty) > texts.get(text, (-9.0, -9.0)):
                texts[text] = worst - penalty, mean - penalty
                lost[text] = off
    if not texts:
        return TagText("", "", 0.0)
    (text, (worst, mean)), *others = sorted(texts.items(), key=lambda item: -min(item[1][1], item[1][0] + 0.04))
    centred = 1 - float(np.clip((lost[text] - CENTRED) / (NOT_CENTRED - CENTRED), 0, 1))
    like = float(np.clip((worst - 0.6) / 0.25, 0, 1)) * centred
    if not others:
        return TagText(text, "", like)
    runner_up, (_, second) = others[0]
    return TagText(text, runner_up, like * float(np.clip((mean - second) * len(text) / CLEAR, 0, 1)))


def _texts(likeness: Floats) -> list[tuple[str, float, float]]:
    """Texts these glyphs may be, each with the likeness of its least likely glyph and the mean of all. The best for
    every glyph, and those with one glyph read as its runner-up."""
    order = np.argsort(-likeness, axis=1)[:, :5]
    found = {}
    first = [int(choice) for choice in order[:, 0]]
    for number in range(len(likeness)):
        for choice in order[number]:
            signs = [*first[:number], int(choice), *first[number + 1 :]]
            text = "".join(SIGNS[sign] for sign in signs)
            if is_tag(text):
                values = [float(likeness[k, sign]) for k, sign in enumerate(signs)]
                found[text] = (text, min(values), sum(values) / len(values))
    return list(found.values())


def is_tag(text: str) -> bool:
    """Whether a tag can say this.

    >>> [is_tag(text) for text in ("=", "7", ">10", "07", "=3", "<")]
    [True, True, True, False, False, False]
    """
    if text in ("=", "≠"):
        return True
    digits = text[1:] if text[:1] in ("<", ">") else text
    return digits.isdecimal() and len(digits) <= 2 and (digits == "0" or not digits.startswith("0"))

"""What the tags of a Pips board say: `7`, `12`, `>10`, `<3`, `=`, `≠`.

The text of a tag is whatever on it is lighter than its colour. It is cut into glyphs, every glyph brought to one size
and compared by correlation with the bank in `templates/tags.png`, which holds the fourteen signs in many typefaces, cut
from our own renderings by `samples/cut_tags.py`. Where tags are, the board says.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, channels
from vision.games.pips.rules.shape import TagShape
from vision.games.pips.rules.spots import TagSpot
from vision.imgproc import label_type

Floats = NDArray[np.float32]

SIGNS = "0123456789<>=≠"
# Pixels to which a tag is brought, and the part of it, in |x| + |y| from its middle, in which its text lies.
TAG = 64
CORE = 0.455
# Pixels of a glyph in the bank, with a margin around that makes up for how exactly it was cut out.
SIDE, MARGIN = 20, 2
# Text is at least so light, between the tag's colour (0) and the text's (1).
LIGHT = 0.58
# A text has at most so many signs.
MOST_SIGNS = 3
# Smaller blobs, in parts of the tag, are no glyphs: a thin `1` has 0.008.
LEAST_BLOB = 0.0035
# Glyphs at the ends of a long text lie no farther than this above or below the middle, and are at least so high.
MIDST, TALL = 0.1, 0.14
# A glyph wider than this part of its height may be two that touch.
WIDE = 1.02
# Where the best sign for a glyph leads the next by so much (correlation), there is no doubt.
CLEAR = 0.07
# A text whose glyphs, as they hang together, all are so like signs, and with this confidence, needs not be cut in other
# ways: of 1,100 such tags, in 190 looks, none was read otherwise for it.
PLAIN_LIKENESS, PLAIN = 0.9, 0.9
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


def glyphs_of(inks: list[Floats]) -> Floats:
    """Glyphs, each cut out of a picture, at the size of the bank: (N, SIDE * SIDE), each with mean 0 and length 1."""
    room = SIDE - 2 * MARGIN
    out = np.zeros((len(inks), SIDE, SIDE), np.float32)
    for glyph, ink in zip(out, inks, strict=True):
        height, width = ink.shape
        scale = room / max(height, width)
        h, w = max(2, round(height * scale)), max(2, round(width * scale))
        y, x = (SIDE - h) // 2, (SIDE - w) // 2
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        glyph[y : y + h, x : x + w] = cv2.resize(ink, (w, h), interpolation=way)
    return normal(out)


def normal(glyphs: Floats) -> Floats:
    """Glyphs (N, SIDE, SIDE), each with its margin, a little blurred, with mean 0 and length 1, so that the product of
    two is their correlation: (N, SIDE * SIDE)."""
    if not len(glyphs):
        return np.zeros((0, SIDE * SIDE), np.float32)
    # One above the other: their margins keep them apart.
    soft = cv2.GaussianBlur(glyphs.reshape(-1, SIDE), (3, 3), 0.8).reshape(len(glyphs), SIDE * SIDE)
    soft = soft - soft.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", soft, soft))[:, None]
    return np.asarray(soft / np.maximum(length, 1e-6), np.float32)


@cache
def _bank() -> tuple[Floats, NDArray[np.intp]]:
    """The templates, in the order of `SIGNS`: (T, SIDE * SIDE), and the first of each sign, (14,)."""
    signs, glyphs = _sheet()
    return normal(glyphs.astype(np.float32)), _firsts(signs)


def _firsts(signs: NDArray[np.intp]) -> NDArray[np.intp]:
    """Where each sign's templates begin, among the signs of templates in their order."""
    return np.searchsorted(signs, np.arange(len(SIGNS)))


def _with(
    bank: tuple[Floats, NDArray[np.intp]], glyphs: Sequence[tuple[int, NDArray[np.uint8]]]
) -> tuple[Floats, NDArray[np.intp]]:
    """A bank, and some glyphs more."""
    if not glyphs:
        return bank
    there = np.searchsorted(bank[1], np.arange(len(bank[0])), side="right") - 1
    signs = np.concatenate([there, [sign for sign, _ in glyphs]])
    order = np.argsort(signs, kind="stable")
    more = normal(np.array([glyph for _, glyph in glyphs], np.float32))
    return np.concatenate([bank[0], more])[order], _firsts(signs[order])


def _sheet() -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Which of `SIGNS` each glyph of the bank is, in their order, (T,), and the glyphs, (T, SIDE, SIDE)."""
    path = os.path.join(os.path.dirname(__file__), "templates", "tags.png")
    sheet = np.asarray(cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    rows, columns = sheet.shape[0] // SIDE, sheet.shape[1] // SIDE
    glyphs = sheet.reshape(rows, SIDE, columns, SIDE).swapaxes(1, 2)
    signs, places = np.nonzero(glyphs.any(axis=(2, 3)))
    return signs, glyphs[signs, places]


@dataclass(frozen=True, slots=True, eq=False)
class _Inks:
    """The texts of some tags. `ink`: how light each pixel is, 0..1 between the tag's colour and its text's,
    (N, TAG, TAG); `edge`: the rim of where text can be, the same; `foreign`: how much of each is neither, (N,) 0..1."""

    ink: Floats
    edge: NDArray[np.bool_]
    foreign: list[float]

    def some(self, numbers: list[int]) -> _Inks:
        return _Inks(self.ink[numbers], self.edge[numbers], [self.foreign[number] for number in numbers])


def _straight(bgr: Colours, spot: TagSpot, there: NDArray[np.bool_]) -> Colours:
    """A tag at TAG pixels: (TAG, TAG, 3). Cut out to the next pixel of that size: fractions of pixels cost five times
    as much, and text lies where it lies by more than one. Those that do not lie in the picture are taken out of
    `there`, (TAG, TAG)."""
    half = spot.width / 2
    scale = TAG / spot.width
    x, y = spot.center
    factor = int(1 / scale) if scale < 0.6 else 1  # average first
    reach = int(half) + factor + 1
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    part = bgr[top : round(y) + reach + 1, left : round(x) + reach + 1]
    if factor > 1:
        size = (max(1, part.shape[1] // factor), max(1, part.shape[0] // factor))
        part = np.asarray(
            cv2.resize(part[: size[1] * factor, : size[0] * factor], size, interpolation=cv2.INTER_AREA), np.uint8
        )
    fine = scale * factor
    part = np.asarray(cv2.resize(part, None, fx=fine, fy=fine, interpolation=cv2.INTER_CUBIC), np.uint8)
    cut_x, cut_y = round((x - left + 0.5) * scale - TAG / 2), round((y - top + 0.5) * scale - TAG / 2)
    around = max(0, -cut_y), max(0, cut_y + TAG - part.shape[0]), max(0, -cut_x), max(0, cut_x + TAG - part.shape[1])
    if any(around):
        above, below, before, behind = around
        part = np.asarray(cv2.copyMakeBorder(part, above, below, before, behind, cv2.BORDER_REPLICATE), np.uint8)
        cut_x, cut_y = cut_x + before, cut_y + above
        there[:above] = there[TAG - below :] = there[:, :before] = there[:, TAG - behind :] = False
    return part[cut_y : cut_y + TAG, cut_x : cut_x + TAG]


# The text's colour is that of so many of its lightest pixels, if so many of the lower half are in the picture.
LIGHTEST, LEAST_SEEN = 12, 24
# A tag is bitten where its upper left has so much of the text's colour.
BITTEN = 0.15


def _inked(bgr: Colours, spots: list[TagSpot]) -> _Inks:
    """The texts of some tags."""
    count = len(spots)
    inks = _Inks(np.zeros((count, TAG, TAG), np.float32), np.zeros((count, TAG, TAG), np.bool_), [1.0] * count)
    for shape in dict.fromkeys(spot.shape for spot in spots):
        alike = [number for number, spot in enumerate(spots) if spot.shape == shape]
        _ink_alike(bgr, [spots[number] for number in alike], alike, inks)
    return inks


def _ink_alike(bgr: Colours, spots: list[TagSpot], numbers: list[int], inks: _Inks) -> None:
    """Fill in the texts of tags of one shape. `numbers`: which of all they are."""
    shape = spots[0].shape
    area = _core(shape)
    whole = np.ones((len(spots), TAG, TAG), np.bool_)
    straight = [_straight(bgr, spot, there) for spot, there in zip(spots, whole, strict=True)]
    colours = np.array([spot.colour for spot in spots], np.float32)
    # Text is in the core: nothing else is looked at from here on. (3, N, pixels), and which lie in the picture.
    planes = channels(np.concatenate(straight)).reshape(3, len(spots), -1)
    off = planes.take(area.core, axis=2).astype(np.float32) - colours.T[:, :, None]
    there = whole.reshape(len(spots), -1).take(area.core, axis=1)
    # The lightest of the lower half is text, not the region that shows where the newspaper's tags are bitten.
    below = there.take(area.below, axis=1)
    off_below = off.take(area.below, axis=2)
    reach = np.abs(off_below).sum(axis=0)
    reach[~below] = -1
    least = np.partition(reach, -LIGHTEST, axis=1)[:, -LIGHTEST, None]
    lightest = (reach >= least).astype(np.float32)
    text = np.einsum("cnp,np->cn", off_below, lightest) / lightest.sum(axis=1)  # (3, N)
    along = text / np.maximum((text**2).sum(axis=0), 1.0)
    ink = np.einsum("cnp,cn->np", off, along)
    np.clip(ink, 0, 1, out=ink)
    strange = np.zeros(ink.shape, np.bool_)
    most = FOREIGN * np.abs(text).max(axis=0)[:, None]
    for plane, value in zip(off, text, strict=True):
        plane -= ink * value[:, None]
        strange |= np.abs(plane, out=plane) > most
    bitten = np.zeros(len(spots), np.bool_)
    if shape.bitten:
        bitten = ink[:, area.bitten].mean(axis=1) > BITTEN
    # The newspaper's tags are bitten: a rounded corner of the cell shows there.
    bite = bitten[:, None] & area.bite
    looked = area.inner & ~bite
    seen = looked & there
    foreign = (strange & seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    foreign += (looked & ~there).sum(axis=1) / np.maximum(looked.sum(axis=1), 1)
    readable = below.sum(axis=1) >= LEAST_SEEN  # else hardly any of the tag is in the picture
    ink[~there | bite | ~readable[:, None]] = 0
    for k, number in enumerate(numbers):
        inks.ink[number].reshape(-1)[area.core] = ink[k]
        inks.edge[number].reshape(-1)[area.edge] = True
        if readable[k]:
            inks.foreign[number] = float(foreign[k])


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """Where in a tag text can be. `core`: those pixels of the (TAG, TAG), flat; `edge`: those of its rim. Of the
    core's, as numbers: those `below` the middle, and where a `bitten` tag shows it; as a mask: the `inner` ones, off
    the rim, and those that may be bitten off, `bite`."""

    core: NDArray[np.intp]
    edge: NDArray[np.intp]
    below: NDArray[np.intp]
    bitten: NDArray[np.intp]
    inner: NDArray[np.bool_]
    bite: NDArray[np.bool_]


@cache
def _core(shape: TagShape) -> _Area:
    """Where in tags of a shape text can be."""
    core = shape.core(TAG, CORE)
    inner = core & np.asarray(cv2.erode(core.astype(np.uint8), np.ones((5, 5), np.uint8)), np.bool_)
    y, x = np.mgrid[:TAG, :TAG].astype(np.float32) - np.float32((TAG - 1) / 2)
    bitten = (np.abs(x + 0.19 * TAG) < 0.03 * TAG) & (np.abs(y + 0.19 * TAG) < 0.03 * TAG)
    return _Area(
        core=np.flatnonzero(core),
        edge=np.flatnonzero(core & ~inner),
        below=np.flatnonzero((y > -0.05 * TAG)[core]),
        bitten=np.flatnonzero(bitten[core]),
        inner=inner[core],
        bite=((x < -0.06 * TAG) & (y < -0.1 * TAG))[core],
    )


def read_tags(
    bgr: Colours, spots: list[TagSpot], glyphs: Sequence[tuple[int, NDArray[np.uint8]]] = ()
) -> list[TagText]:
    """What some tags say. `glyphs`: some besides those of the bank, (SIDE, SIDE), and which of `SIGNS` each is."""
    if not spots:
        return []
    inks = _inked(bgr, spots)
    found = _read_plainly(inks, _with(_bank(), glyphs))
    weak = [number for number, text in enumerate(found) if text.confidence < WEAK]
    if weak:
        again = _read(inks.some(weak), (LIGHT, *OTHER_LEVELS), _with(_soft_bank(), glyphs))
        for number, text in zip(weak, again, strict=True):
            found[number] = text
    return [_doubted(text, foreign) for text, foreign in zip(found, inks.foreign, strict=True)]


def _doubted(text: TagText, foreign: float) -> TagText:
    """What is read on a tag under something is not certain."""
    sure = 1 - _part(foreign, SOME_FOREIGN, MOST_FOREIGN)
    return TagText(text.text, text.runner_up, min(text.confidence, sure))


def _part(value: float, low: float, high: float) -> float:
    """How far a value is on the way from one to another: 0..1."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


def _read_plainly(inks: _Inks, bank: tuple[Floats, NDArray[np.intp]]) -> list[TagText]:
    """What some tags say, their text as its glyphs hang together, and cut otherwise only where that is not plain."""
    boxes = _boxes(inks, LIGHT)
    read = _likened(inks, [[tuple(plain)] if 0 < len(plain) <= MOST_SIGNS else [] for plain in boxes], bank)
    found = [_best(readings) for readings in read]
    others: dict[int, list[tuple[Box, ...]]] = {}
    for number, (text, readings) in enumerate(zip(found, read, strict=True)):
        least = min((max(glyph) for glyphs, _ in readings for glyph in glyphs), default=0.0)
        if text.confidence < PLAIN or least < PLAIN_LIKENESS:
            ways = map(tuple, _segmentations(inks.ink[number], boxes[number], LIGHT))
            others[number] = [way for way in ways if way != tuple(boxes[number])]
    unclear = [number for number, ways in others.items() if ways]
    for number, readings in zip(
        unclear, _likened(inks.some(unclear), [others[number] for number in unclear], bank), strict=True
    ):
        found[number] = _best([*read[number], *readings])
    return found


def _read(inks: _Inks, levels: tuple[float, ...], bank: tuple[Floats, NDArray[np.intp]]) -> list[TagText]:
    """What some tags say, their text cut into glyphs at these levels in whatever way it may."""
    boxes_of = [(level, _boxes(inks, level)) for level in levels]
    ways = [
        [tuple(way) for level, boxes in boxes_of for way in _segmentations(ink, boxes[number], level)]
        for number, ink in enumerate(inks.ink)
    ]
    return [_best(readings) for readings in _likened(inks, [list(dict.fromkeys(some)) for some in ways], bank)]


# How like each glyph of a text is to each sign, and how far the text lies off its tag's middle.
_Reading = tuple[list[list[float]], float]


def _likened(
    inks: _Inks, ways: list[list[tuple[Box, ...]]], bank: tuple[Floats, NDArray[np.intp]]
) -> list[list[_Reading]]:
    """How like the glyphs of some tags are to signs, in each of the ways in which each tag's text is cut."""
    glyphs = [
        ink[y0:y1, x0:x1] for ink, some in zip(inks.ink, ways, strict=True) for way in some for x0, y0, x1, y1 in way
    ]
    likeness = iter(_likeness(glyphs_of(glyphs), bank).tolist() if glyphs else ())
    return [[([next(likeness) for _ in way], _off_middle(way)) for way in some] for some in ways]


def _off_middle(boxes: tuple[Box, ...]) -> float:
    """How far a text lies off its tag's middle, in parts of the width."""
    across = (boxes[0][0] + boxes[-1][2] - TAG) / 2 / TAG
    down = (min(box[1] for box in boxes) + max(box[3] for box in boxes) - TAG) / 2 / TAG
    return max(abs(across), abs(down) - MORE_UP_AND_DOWN)


@cache
def _soft_bank() -> tuple[Floats, NDArray[np.intp]]:
    """The bank, and the same glyphs as they are cut out of a picture that is not sharp."""
    fine, gap = 2, 6
    signs, glyphs = _sheet()
    count, side = len(glyphs), fine * SIDE
    # One above the other, so far apart that none is blurred into the next.
    column = cv2.resize(glyphs.reshape(-1, SIDE), None, fx=fine, fy=fine, interpolation=cv2.INTER_LINEAR)
    large = np.pad(column.reshape(count, side, side).astype(np.float32), ((0, 0), (gap, gap), (gap, gap)))
    banks = [normal(glyphs.astype(np.float32))]
    for sigma in SOFT:
        soft = np.asarray(cv2.GaussianBlur(large.reshape(-1, side + 2 * gap), (0, 0), sigma * fine), np.float32)
        soft = soft.reshape(large.shape)
        soft /= np.maximum(soft.max(axis=(1, 2), keepdims=True), 1.0)
        inked = soft > LIGHT
        spans = [_span(np.asarray(inked.any(axis=axis))) for axis in (2, 1)]
        banks.append(
            glyphs_of(
                [
                    one[y0:y1, x0:x1]
                    for one, (y0, y1), (x0, x1) in zip(soft, *map(np.ndarray.tolist, spans), strict=True)
                ]
            )
        )
    order = np.argsort(np.tile(signs, len(banks)), kind="stable")
    return np.concatenate(banks)[order], _firsts(np.tile(signs, len(banks))[order])


def _span(inked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The first and the last but one of the places that are inked in each of some rows: (N, 2)."""
    return np.stack([inked.argmax(axis=1), inked.shape[1] - inked[:, ::-1].argmax(axis=1)], axis=1)


Box = tuple[int, int, int, int]


def _boxes(inks: _Inks, level: float) -> list[list[Box]]:
    """The glyphs of each of some tags, from left to right, as they hang together at a level of ink."""
    count, pitch = len(inks.ink), TAG + 1
    found: list[list[list[int]]] = [[] for _ in range(count)]
    # All in one picture, with a gap between them.
    column = np.zeros((count, pitch, TAG), np.uint8)
    np.greater(inks.ink, level, out=column[:, :TAG].view(np.bool_))
    kind = label_type(column.size // 4)
    _, labels, stats, centres = cv2.connectedComponentsWithStats(column.reshape(-1, TAG), connectivity=8, ltype=kind)
    at_rim = np.zeros(len(stats), np.bool_)
    at_rim[labels.reshape(count, pitch, TAG)[:, :TAG][inks.edge]] = True
    outer = at_rim.tolist()
    for label, ((x, y, w, h, area), (across, down)) in enumerate(zip(stats.tolist(), centres.tolist(), strict=True)):
        if label == 0 or area < LEAST_BLOB * TAG * TAG:
            continue
        number, y = divmod(y, pitch)
        across, down = abs(across - (TAG - 1) / 2) / TAG, abs(down - number * pitch - (TAG - 1) / 2) / TAG
        # What reaches the rim is no text, but for the ends of a long one.
        end = down < MIDST and h > TALL * TAG
        if not outer[label] or across + down <= 0.25 or end:
            found[number].append([x, y, x + w, y + h])
    return [_merged(sorted(boxes)) for boxes in found]


def _merged(boxes: list[list[int]]) -> list[Box]:
    """Boxes from left to right; what stands one above the other is one sign: the bars of `=`."""
    merged: list[list[int]] = []
    for box in boxes:
        last = merged[-1] if merged else None
        if last and min(last[2], box[2]) - max(last[0], box[0]) > 0.5 * min(last[2] - last[0], box[2] - box[0]):
            last[:] = [min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3])]
        else:
            merged.append(box)
    return [(a, b, c, d) for a, b, c, d in merged]


def _segmentations(ink: Floats, plain: list[Box], level: float) -> list[list[Box]]:
    """The ways in which a tag's text may be cut into glyphs, from left to right. `plain`: as it hangs together."""
    if not plain or len(plain) > 6:
        return []
    whole = (plain[0][0], min(b for _, b, _, _ in plain), max(c for _, _, c, _ in plain), max(d for *_, d in plain))
    ways: list[list[Box]] = [[]]
    for part in plain:
        ways = [[*way, *parts] for way in ways for parts in _parts(ink, part, level)]
    ways = [way for way in ways if len(way) <= MOST_SIGNS]
    if len(plain) > 1 and whole[2] - whole[0] < 1.5 * (whole[3] - whole[1]):
        ways.append([whole])  # the stroke of `≠` may cut its bars
    return ways


def signs_on(bgr: Colours, spot: TagSpot, text: str) -> list[tuple[int, NDArray[np.uint8]]]:
    """How the signs of a tag that says `text` are drawn on it, as `read_tags` takes them; none where they cannot be cut
    apart so that there are as many."""
    inks = _inked(bgr, [spot])
    ink = inks.ink[0]
    best: tuple[float, list[Floats]] = (-1.0, [])
    for level in (LIGHT, *OTHER_LEVELS):
        for way in _segmentations(ink, _boxes(inks, level)[0], level):
            if len(way) == len(text):
                cut = [np.asarray(ink[y0:y1, x0:x1]) for x0, y0, x1, y1 in way]
                like = _likeness(glyphs_of(cut), _bank())
                sure = min(float(row[SIGNS.index(sign)]) for row, sign in zip(like, text, strict=True))
                if sure > best[0]:
                    best = sure, cut
    return [(SIGNS.index(sign), _picture(glyph)) for sign, glyph in zip(text, best[1], strict=False)]


def _picture(ink: Floats) -> NDArray[np.uint8]:
    """A glyph, cut out, as it is kept: (SIDE, SIDE)."""
    room = SIDE - 2 * MARGIN
    scale = room / max(ink.shape)
    h, w = (max(2, round(length * scale)) for length in ink.shape)
    out = np.zeros((SIDE, SIDE), np.uint8)
    y, x = (SIDE - h) // 2, (SIDE - w) // 2
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    out[y : y + h, x : x + w] = np.rint(255 * cv2.resize(ink, (w, h), interpolation=way))
    return out


def _parts(ink: Floats, box: Box, level: float) -> list[list[Box]]:
    """A box as one glyph, and, where it is so wide that it may be two or three that touch, cut where that may be."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if width <= WIDE * height or height < 0.1 * TAG:
        return [[box]]
    column = ink[y0:y1, x0:x1].sum(axis=0).tolist()
    ways = [[box]]
    edge = max(3, round(0.3 * height))
    low = [x for x in range(edge, width - edge) if column[x] == min(column[max(0, x - 2) : x + 3])]
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
    x, y, w, h = cv2.boundingRect((ink[y0:y1, x0:x1] > level).view(np.uint8))
    return (x0 + x, y0 + y, x0 + x + w, y0 + y + h) if w else box


def _likeness(glyphs: Floats, templates: tuple[Floats, NDArray[np.intp]]) -> Floats:
    """How like each glyph is to each sign: (N, 14) of -1..1."""
    bank, first = templates
    # This way round the product takes half the time.
    return np.asarray(np.maximum.reduceat(bank @ glyphs.T, first, axis=0).T, np.float32)


def _best(readings: list[_Reading]) -> TagText:
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
    centred = 1 - _part(lost[text], CENTRED, NOT_CENTRED)
    like = _part(worst, 0.6, 0.85) * centred
    if not others:
        return TagText(text, "", like)
    runner_up, (_, second) = others[0]
    return TagText(text, runner_up, like * _part((mean - second) * len(text), 0, CLEAR))


def _texts(likeness: list[list[float]]) -> list[tuple[str, float, float]]:
    """Texts these glyphs may be, each with the likeness of its least likely glyph and the mean of all. The best for
    every glyph, and those with one glyph read as its runner-up."""
    orders = [sorted(range(len(SIGNS)), key=row.__getitem__, reverse=True)[:5] for row in likeness]
    signs = [SIGNS[order[0]] for order in orders]
    values = [row[order[0]] for row, order in zip(likeness, orders, strict=True)]
    found = {}
    for number, (row, order) in enumerate(zip(likeness, orders, strict=True)):
        before, after = "".join(signs[:number]), "".join(signs[number + 1 :])
        for choice in order:
            text = before + SIGNS[choice] + after
            if is_tag(text):
                values[number] = row[choice]
                found[text] = (text, min(values), sum(values) / len(values))
        values[number] = row[order[0]]
    return list(found.values())


def is_tag(text: str) -> bool:
    """Whether a tag can say this.

    >>> [is_tag(text) for text in ("=", "7", ">10", "07", "=3", "<")]
    [True, True, True, False, False, False]
    """
    return text in _TEXTS


_TEXTS = frozenset(("=", "≠", *(f"{sign}{number}" for sign in ("", "<", ">") for number in range(100))))

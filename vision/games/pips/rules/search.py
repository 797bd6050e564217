"""Groups of things like tags, of the shape and the colours of a look that was learnt.

Tags of a board are compact, alike, with text within, and lie on a lattice. What the cells hold, and what tags say, is
not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import LEAST_TAGS, Colours, Diamond, Grid, find_grids
from vision.games.pips.rules.shape import DIAMOND, Blob, TagShape
from vision.imgproc import median

Mask = NDArray[np.uint8]

# The picture is reduced by each of these factors, so that cells of 36 to 320 pixels have 36 to 64 in one of them; a
# level with more pixels than this is not looked at: that of a screen of 2560 by 1600 still is. On levels with more
# pixels than usual there are many small things that no tag is: they do not crowd out what is found on others.
LEVELS = (1.0, 1.78, 3.16, 5.6)
MOST_PIXELS, USUAL_PIXELS = 4_200_000, 1_600_000
# Holes up to so wide are text, lines up to so wide are borders; tags are so wide.
WIDEST_TEXT, LINE = 26, 5
NARROWEST, WIDEST = 11, 54
# The width of a tag by its height.
ASPECT = (0.82, 2.4)
# How much of a tag is text.
TEXT = (0.03, 0.6)
# Tags of one board differ by less in width and height.
ALIKE = 0.16
MOST_GROUPS, MOST_OF_LARGE = 4, 2
# A diamond's outline reaches |x| + |y| of at most this, where its corners are at 1.
DIAMOND_REACH = 1.3


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Things like tags, of one shape, and the lattices they may lie on, the likeliest first."""

    diamonds: list[Diamond]
    shape: TagShape
    grids: list[Grid]


def families_in(
    levels: Iterable[tuple[float, Colours]], masks: Callable[[Colours], Iterator[Mask]], solid: float
) -> list[Family]:
    """The groups of things like tags in a picture, those of which most lie on a lattice first. `levels`: the picture as
    `levels_of` gives it; `masks` says in which pixels of one, 0 or 1, tags may be: once or several times; `solid`: how
    much of its hull a tag fills."""
    found: list[tuple[int, bool, Family]] = []
    for factor, level in levels:
        large = level.size > 3 * USUAL_PIXELS
        for mask in masks(level):
            for group in _groups(_blobs(mask, solid))[:2]:
                family = _family(group, level, factor)
                if family is not None:
                    found.append((_fitting(family), large, family))
    found.sort(key=lambda item: (item[1], -item[0]))
    kept: list[Family] = []
    room = {False: MOST_GROUPS, True: MOST_OF_LARGE}
    for many, large, family in found:
        if many >= LEAST_TAGS and room[large] and not any(_same(family, other) for other in kept):
            kept.append(family)
            room[large] -= 1
    return kept


def levels_of(bgr: Colours) -> Iterator[tuple[float, Colours]]:
    """A picture as it is looked at for tags: by what factors it is reduced, and how it is then."""
    height, width = bgr.shape[:2]
    base, halved = bgr, 1
    for factor in LEVELS:
        while factor >= 2 * halved:  # averaging by halves is several times as fast as by fractions
            size = (base.shape[1] // 2, base.shape[0] // 2)
            whole = base[: 2 * size[1], : 2 * size[0]]
            base, halved = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8), 2 * halved
        size = (round(width / factor), round(height / factor))
        if size[0] * size[1] > MOST_PIXELS or min(size) < 4 * NARROWEST:
            continue
        level = bgr if factor == 1 else cv2.resize(base, size, interpolation=cv2.INTER_AREA)
        yield factor, np.asarray(level, np.uint8)


def _blobs(mask: Mask, solid: float) -> list[Blob]:
    """What in a mask may be a tag."""
    filled = mask.copy()
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for number, contour in enumerate(contours):
        if tree[0][number][3] >= 0 and max(cv2.boundingRect(contour)[2:]) <= WIDEST_TEXT:
            cv2.drawContours(filled, [contour], 0, 1, cv2.FILLED)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LINE, LINE))
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
    found = []
    for contour in cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        x, y, w, h = cv2.boundingRect(contour)
        if min(w, h) < NARROWEST or max(w, h) > WIDEST or not ASPECT[0] <= w / h <= ASPECT[1]:
            continue
        hull = cv2.convexHull(contour)
        if cv2.contourArea(contour) < solid * cv2.contourArea(hull):
            continue
        inside = np.zeros((h, w), np.uint8)
        cv2.drawContours(inside, [contour - np.array([[x, y]], np.int32)], 0, 1, cv2.FILLED)
        text = 1 - float(mask[y : y + h, x : x + w][inside > 0].mean())
        if TEXT[0] <= text <= TEXT[1]:
            found.append(Blob(x, y, w, h, np.asarray(hull[:, 0], np.int32)))
    return found


def _groups(blobs: list[Blob]) -> list[list[Blob]]:
    """Blobs of about one size, the largest groups first."""
    if len(blobs) < LEAST_TAGS:
        return []
    sizes = np.array([(blob.width, blob.height) for blob in blobs], np.float64)
    near = np.asarray((np.abs(sizes[:, None] - sizes[None]) <= ALIKE * sizes[None] + 1).all(axis=2), np.bool_)
    groups: list[list[Blob]] = []
    taken = np.zeros(len(blobs), np.bool_)
    for number in np.argsort(-near.sum(axis=1), kind="stable"):
        if not taken[number] and near[number].sum() >= LEAST_TAGS:
            groups.append([blobs[k] for k in np.flatnonzero(near[number])])
            taken |= near[number]
    return groups


def _family(group: list[Blob], level: Colours, factor: float) -> Family | None:
    shape = _shape(group)
    width = float(median([blob.width for blob in group]))
    diamonds = []
    for blob in group:
        x, y = blob.x + (blob.width - 1) / 2, blob.y + (blob.height - 1) / 2
        colour = _colour(level, x, y, width, shape)
        diamonds.append(Diamond((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5, width * factor, colour))
    grids = find_grids(diamonds, (0.3, 0.95))
    return Family(diamonds, shape, grids) if grids else None


def _colour(level: Colours, x: float, y: float, width: float, shape: TagShape) -> tuple[int, int, int]:
    """The colour of a tag, where there is no text."""
    places = np.array(shape.inside) * width + (x, y)
    px = np.clip(np.rint(places[:, 0]), 0, level.shape[1] - 1).astype(np.intp)
    py = np.clip(np.rint(places[:, 1]), 0, level.shape[0] - 1).astype(np.intp)
    blue, green, red = (int(value) for value in median(level[py, px], axis=0))
    return blue, green, red


# Pixels in which the blobs of a group are laid over one another.
FINE = 48
# In which directions (degrees, clockwise from the right) a tag is looked at: text, and the borders that end at it, lie
# in others. How far within its outline, and how far beyond.
ANGLES = (38, 62, 118, 142, 242, 298)
WITHIN, BEYOND = 0.8, 1.3


def _shape(group: list[Blob]) -> TagShape:
    """What most blobs of a group cover."""
    total = np.zeros((FINE, FINE), np.float32)
    for blob in group:
        scale = np.array([(FINE - 1) / (blob.width - 1), (FINE - 1) / (blob.height - 1)])
        points = np.rint((blob.outline - (blob.x, blob.y)) * scale).astype(np.int32)
        one = np.zeros((FINE, FINE), np.uint8)
        cv2.fillConvexPoly(one, points, 1)
        total += one
    contours = cv2.findContours((total > len(group) / 2).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(contours[0], key=cv2.contourArea))[:, 0].astype(np.float64)
    flat = float(median([blob.height / blob.width for blob in group]))
    half = (hull - (FINE - 1) / 2) / (FINE - 1)
    outline = half * (1, flat)
    return DIAMOND if is_diamond(outline) else shape_within(outline)


def is_diamond(outline: NDArray[np.float64]) -> bool:
    """Whether this outline, (N, 2) in parts of the width, around the middle, is a diamond's."""
    flat = float(np.ptp(outline[:, 1]) / np.ptp(outline[:, 0]))
    return bool(np.abs(2 * outline / (1, flat)).sum(axis=1).max() <= DIAMOND_REACH and 0.85 < flat < 1.15)


def shape_within(outline: NDArray[np.float64]) -> TagShape:
    """The shape with this convex outline: (N, 2), in parts of the width, around the middle."""
    inside, outside = [], []
    for angle in np.deg2rad(ANGLES):
        way = np.array([np.cos(angle), np.sin(angle)])
        reach = _reach(outline, way)
        inside.append(tuple(float(value) for value in WITHIN * reach * way))
        if way[1] > 0 or way[0] > 0:
            outside.append(tuple(float(value) for value in (reach + (BEYOND - 1) / 2) * way))
    return TagShape(
        tuple((float(x), float(y)) for x, y in outline),
        tuple((x, y) for x, y in inside),
        tuple((x, y) for x, y in outside),
    )


def _reach(outline: NDArray[np.float64], way: NDArray[np.float64]) -> float:
    """How far a convex outline around the origin lies in a direction."""
    nearest = np.inf
    for one, other in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        side = other - one
        across = way[0] * side[1] - way[1] * side[0]
        if abs(across) > 1e-9:
            far = (one[0] * side[1] - one[1] * side[0]) / across
            along = (one[0] * way[1] - one[1] * way[0]) / across
            if far > 0 and -1e-6 <= along <= 1 + 1e-6:
                nearest = min(nearest, far)
    return float(nearest) if np.isfinite(nearest) else 0.4


def _fitting(family: Family) -> int:
    """How many of a family lie on its best lattice."""
    grid = family.grids[0]
    off = [
        max(abs(value - round(value)) for value in ((one.x - grid.x) / grid.step, (one.y - grid.y) / grid.step))
        for one in family.diamonds
    ]
    return sum(value < 0.1 for value in off)


def _same(one: Family, other: Family) -> bool:
    """Whether two families are the same things, seen in two masks."""
    first, second = one.diamonds, other.diamonds
    if abs(first[0].width / second[0].width - 1) > 0.2:
        return False
    near = sum(any(abs(a.x - b.x) + abs(a.y - b.y) < 0.2 * a.width for b in second) for a in first)
    return near >= 0.8 * len(first)

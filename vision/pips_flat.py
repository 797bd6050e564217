"""Tags of flat colour, whatever theirs and that of what is around them: parts of a picture that edges enclose.

Of tags no lighter, darker, or fuller of colour than what they stand on, edges are all there is to see; and edges alone
part a tag from a shadow, a border that ends at it, or a fill of its own colour close by. Which of the things found are
a board's tags is the business of `pips_search`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pips_lattice import Colours, channels
from vision.pips_shape import Blob

Mask = NDArray[np.uint8]

# Where neighbouring pixels differ by less (0..255), there is no edge.
FLAT = 18
# Width and height of a tag, in pixels, and the one by the other; the least part of its box that is of its own colour.
NARROWEST, WIDEST = 11, 54
ASPECT, LEAST_OWN = (0.82, 2.4), 0.2
# How much of its hull a tag fills, and how much of that is text, with its edges.
LEAST_SOLID, TEXT = 0.86, (0.03, 0.75)
# Of a diamond that is bitten, the upper left fills less of its quarter than this, every other at least so much, and
# hardly anything is beyond its sides.
BITTEN, WHOLE, BEYOND = 0.8, 0.6, 0.25
_NINE: Mask = np.ones((3, 3), np.uint8)
_FOUR: Mask = np.ones((2, 2), np.uint8)
# An edge takes one pixel from either side of it; room for that around what is cut out.
RIM = 2


def flat_blobs(level: Colours) -> list[Blob]:
    """What may be a tag in a picture (H, W, 3) uint8, by the edges around it."""
    steep = channels(np.asarray(cv2.morphologyEx(level, cv2.MORPH_GRADIENT, _FOUR), np.uint8))
    flat = (cv2.max(cv2.max(steep[0], steep[1]), steep[2]) < FLAT).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    left, top, width, height, area = stats[1:].T
    least, most = np.minimum(width, height), np.maximum(width, height)
    like = (least >= NARROWEST - 2) & (most <= WIDEST - 2) & (area >= LEAST_OWN * width * height)
    like &= (width >= ASPECT[0] * height) & (width <= ASPECT[1] * height)
    found = []
    for number in np.flatnonzero(like).tolist():
        x, y = int(left[number]), int(top[number])
        part = labels[y : y + height[number], x : x + width[number]] == number + 1
        own = np.pad(part.view(np.uint8), RIM)
        if (hull := _hull(own)) is None:
            continue
        bx, by, bw, bh = cv2.boundingRect(hull)
        inside = np.zeros_like(own)
        cv2.drawContours(inside, [hull], 0, 1, cv2.FILLED)
        text = 1 - float(own[inside > 0].mean())
        if ASPECT[0] <= bw / bh <= ASPECT[1] and TEXT[0] <= text <= TEXT[1]:
            x, y = x - RIM, y - RIM
            found.append(Blob(x + bx, y + by, bw, bh, np.asarray(hull[:, 0] + (x, y), np.int32)))
    return found


def _hull(own: Mask) -> NDArray[np.int32] | None:
    """The hull of a part of a picture, with the edge around it: (N, 1, 2); None where it is none of a tag."""
    whole = np.zeros_like(own)
    cv2.drawContours(whole, cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0], -1, 1, cv2.FILLED)
    whole = np.asarray(cv2.dilate(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _NINE), _FOUR, anchor=(0, 0)), np.uint8)
    contours = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not contours:
        return None
    contour = np.asarray(max(contours, key=cv2.contourArea), np.int32)
    hull = cv2.convexHull(contour)
    if cv2.contourArea(contour) >= LEAST_SOLID * cv2.contourArea(hull) or _is_bitten(contour):
        return np.asarray(hull, np.int32)
    return None


def _is_bitten(contour: NDArray[np.int32]) -> bool:
    """Whether an outline is a diamond's whose upper left lies under its cell, as in the newspaper."""
    x, y, w, h = cv2.boundingRect(contour)
    inside = np.zeros((h, w), np.uint8)
    cv2.drawContours(inside, [contour], 0, 1, cv2.FILLED, offset=(-x, -y))
    across = np.abs(2 * np.arange(w) - (w - 1)) / w
    down = np.abs(2 * np.arange(h) - (h - 1)) / h
    diamond = down[:, None] + across[None] <= 1
    if float(inside[~diamond].mean()) > BEYOND:
        return False
    shares = []
    for rows in (slice(0, h // 2), slice(h // 2, h)):
        for columns in (slice(0, w // 2), slice(w // 2, w)):
            shares.append(float(inside[rows, columns][diamond[rows, columns]].mean()))
    return shares[0] < BITTEN and min(shares[1:]) > WHOLE

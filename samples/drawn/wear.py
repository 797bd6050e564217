"""What happens to a drawn picture: scaling, light, blur, compression; then it is straightened as a reader would.

Strong wear goes to large cells only: what a person can no longer read is not drawn.
"""

from __future__ import annotations

from functools import cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.drawn.types import CELL, FINE, Pixels

LATTICE_ERROR = 0.04
"""Cells by which a corner of the lattice may be off."""
NOISE_SIDE = 640


@cache
def _noise() -> NDArray[np.int8]:
    """Normal noise with a deviation of 24, enough for any picture when rolled."""
    values = np.random.default_rng(7).standard_normal((NOISE_SIDE, NOISE_SIDE, 3), np.float32)
    return np.clip(values * 24, -127, 127).astype(np.int8)


def resized(picture: Pixels, width: int, height: int, way: int) -> Pixels:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)


def add_noise(rng: Random, picture: Pixels, deviation: float) -> Pixels:
    height, width = picture.shape[:2]
    noise = _noise()
    repeat = -(-height // NOISE_SIDE), -(-width // NOISE_SIDE)
    if max(repeat) > 1:
        noise = np.tile(noise, (*repeat, 1))
    y, x = rng.randint(0, noise.shape[0] - height), rng.randint(0, noise.shape[1] - width)
    here = noise[y : y + height, x : x + width].astype(np.float32)
    if rng.random() < 0.4:
        here = here[..., :1]
    return np.asarray(np.clip(picture + here * np.float32(deviation / 24), 0, 255), np.uint8)


def relit(rng: Random, picture: Pixels, least: float) -> Pixels:
    """Brightness, contrast, gamma and tint; `least`: the share of contrast that must be left."""
    black, white, gamma = rng.uniform(-10, 45), rng.uniform(150, 262), rng.uniform(0.75, 1.3)
    if white - black < 255 * least:
        black, white = rng.uniform(-8, 8), 255.0
    levels = np.arange(256) / 255
    tints = [rng.uniform(0.9, 1.0) for _ in range(3)]
    if rng.random() < 0.15 and least < 0.8:  # a screen at night
        tints = [rng.uniform(0.55, 0.85), rng.uniform(0.8, 0.95), 1.0]
    curves = np.stack([black + (white - black) * tint * levels**gamma for tint in tints], axis=1)
    return np.asarray(cv2.LUT(picture, np.clip(np.rint(curves), 0, 255).astype(np.uint8)[None]), np.uint8)


def uneven(rng: Random, picture: Pixels) -> Pixels:
    """Light that falls off to a side or from a spot."""
    height, width = picture.shape[:2]
    small = np.empty((4, 4), np.float32)
    for k in range(16):
        small[k // 4, k % 4] = rng.uniform(0.7, 1.08)
    field = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(picture * np.asarray(field, np.float32)[..., None], 0, 255), np.uint8)


def jpeg(picture: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def chroma(rng: Random, picture: Pixels) -> Pixels:
    """Colours smeared sideways, as in video."""
    ycc = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    factor = rng.choice((2, 3, 4))
    height, width = picture.shape[:2]
    for k in (1, 2):
        small = cv2.resize(
            ycc[..., k], (max(1, width // factor), max(1, height // factor)), interpolation=cv2.INTER_AREA
        )
        ycc[..., k] = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(ycc, cv2.COLOR_YCrCb2BGR), np.uint8)


def worn(rng: Random, picture: Pixels, cell: float, least: float = 0.5, grey_tells: bool = True) -> Pixels:
    """A random picture's wear; a good third stays as it is.

    `cell`: pixels per cell; `least`: see `relit`; `grey_tells`: without colours, it could still be read.
    """
    if rng.random() < 0.38:
        return picture
    if rng.random() < 0.2:
        picture = relit(rng, picture, least)
    if rng.random() < 0.07 and least < 0.85:
        picture = uneven(rng, picture)
    if rng.random() < 0.2:
        picture = np.asarray(
            cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, max(0.45, min(1.8, 0.02 * cell)))), np.uint8
        )
    if rng.random() < 0.12:
        picture = add_noise(rng, picture, rng.uniform(1, 10))
    if rng.random() < 0.1:
        picture = chroma(rng, picture)
    if rng.random() < 0.02:
        picture = np.asarray(255 - picture, np.uint8)
    if grey_tells and rng.random() < 0.05:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if rng.random() < 0.03:
        levels = rng.choice((16, 24, 32))
        picture = (picture // levels * levels + levels // 2).astype(np.uint8)
    if rng.random() < 0.35:
        picture = jpeg(picture, rng.randint(45 if cell > 30 else 70, 95))
    return picture


def straightened(
    rng: Random,
    picture: Pixels,
    lattice: tuple[float, float, float, float],
    size: int,
    error: float = LATTICE_ERROR,
) -> Pixels:
    """The board at `FINE` pixels a cell with half a cell of margin, by a lattice that is a little off.

    `lattice`: x, y of its corner and the steps across and down, in pixels; `error`: cells by which a corner may be off.
    """
    x, y, across, down = lattice
    off = [rng.uniform(-1, 1) * error * 0.6 for _ in range(2)]
    scale = [rng.uniform(-1, 1) * error * 0.4 for _ in range(2)]
    bend = error * 0.8 if rng.random() < 0.08 else 0.0
    corners = []
    for cx, cy in ((0, 0), (1, 0), (1, 1), (0, 1)):
        ex = off[0] + scale[0] * (2 * cx - 1) + bend * rng.uniform(-1, 1)
        ey = off[1] + scale[1] * (2 * cy - 1) + bend * rng.uniform(-1, 1)
        corners.append((x + across * (cx * size + ex) - 0.5, y + down * (cy * size + ey) - 0.5))
    border = cv2.BORDER_REPLICATE if rng.random() < 0.9 else cv2.BORDER_CONSTANT
    if not bend:
        return _stretched(picture, corners[0], corners[2], size, border)
    half, end = FINE / 2 - 0.5, FINE / 2 + size * FINE - 0.5
    target = np.array([(half, half), (end, half), (end, end), (half, end)], np.float32)
    side = (size + 1) * FINE
    move = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=border), np.uint8
    )


def _stretched(
    picture: Pixels, first: tuple[float, float], last: tuple[float, float], size: int, border: int
) -> Pixels:
    """The square between two corners of the lattice and half a cell more, scaled; much faster than a warp."""
    height, width = picture.shape[:2]
    spans = []
    for begin, end, length in ((first[0], last[0], width), (first[1], last[1], height)):
        step = (end - begin) / size
        start = begin + 0.5 - step / 2
        low, high = max(0, int(start)), min(length, int(np.ceil(end + 0.5 + step / 2)) + 1)
        high = max(high, low + 1)
        spans.append((low, high, max(1, round((high - low) * FINE / step)), round((low - start) * FINE / step)))
    (x0, x1, across, left), (y0, y1, down, top) = spans
    board = resized(picture[y0:y1, x0:x1], across, down, cv2.INTER_LINEAR)
    side = (size + 1) * FINE
    cut_x, cut_y = max(0, -left), max(0, -top)
    left, top = max(0, left), max(0, top)
    board = board[cut_y : cut_y + side - top, cut_x : cut_x + side - left]
    bottom, right = side - top - board.shape[0], side - left - board.shape[1]
    if top or left or bottom or right:
        board = np.asarray(cv2.copyMakeBorder(board, top, bottom, left, right, border), np.uint8)
    return board


def cut_up(fine: Pixels, size: int) -> tuple[Pixels, Pixels, Pixels]:
    """The picture at `CELL` pixels a cell, and the patches of both kinds of edges."""
    side = (size + 1) * CELL
    image = resized(fine, side, side, cv2.INTER_AREA)
    first = FINE // 2 + FINE // 2 - CELL // 2
    second = first + FINE // 2
    cells = range(size)
    strips = np.stack([fine[first + FINE * k : first + FINE * k + CELL] for k in cells])
    h = np.stack([strips[:, :, second + FINE * k : second + FINE * k + CELL] for k in cells[:-1]], axis=1)
    strips = np.stack([fine[second + FINE * k : second + FINE * k + CELL] for k in cells[:-1]])
    v = np.stack([strips[:, :, first + FINE * k : first + FINE * k + CELL] for k in cells], axis=1)
    return image, h, v

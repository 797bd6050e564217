"""A picture of a page, as if it had been printed, laid on a table, and photographed by hand.

Perspective, uneven light, a shadow, a little blur, the sensor's noise. Everything follows from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

SIZE = (900, 1200)
"""Width and height of a photo in pixels."""
MARGIN = 0.07
"""How much of the table shows around the page, as a share of the photo."""


@dataclass(frozen=True)
class Photo:
    """How the photo is taken. `tilt`: how much shorter the far side looks; `turn`: degrees; `blur`: sigma in pixels."""

    tilt: float = 0.1
    turn: float = 4.0
    shadow: float = 0.3
    blur: float = 0.7
    noise: float = 2.5


def photographed(page: np.ndarray, bbox: list[int], photo: Photo, seed: int) -> tuple[np.ndarray, list[list[float]]]:
    """The photo of `page` (BGR), and the corners of the board that was at `bbox`: clockwise from its top left."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    warp = _warp(page.shape[1], page.shape[0], photo, rng)
    table = _table(rng)
    laid = cv2.warpPerspective(page, warp, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
    cover = cv2.warpPerspective(np.full(page.shape[:2], 255, np.uint8), warp, SIZE, flags=cv2.INTER_LINEAR)
    fall = cv2.GaussianBlur(np.roll(cover, (9, 7), (0, 1)), (0, 0), 8).astype(np.float32)[..., None] / 255
    share = cover.astype(np.float32)[..., None] / 255
    seen = laid * share + table * (1 - 0.6 * fall) * (1 - share)
    seen = cv2.GaussianBlur(seen * _light(photo, rng), (0, 0), photo.blur)
    seen += rng.normal(0, photo.noise, (height, width, 1)) + rng.normal(0, photo.noise / 2, (height, width, 3))
    x0, y0, x1, y1 = bbox
    corners = cv2.perspectiveTransform(np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32), warp)[0]
    return np.clip(seen, 0, 255).astype(np.uint8), [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def as_photo(page: np.ndarray, label: dict[str, Any], photo: Photo, seed: int) -> tuple[np.ndarray, dict[str, Any]]:
    """The photo of a page (BGR), and its label made of the page's: with the `corners` of the board, clockwise from its
    top left, and without a lattice, for in a photo steps are not equal."""
    box = label["board_bbox"]
    picture, corners = photographed(page, box, photo, seed)
    xs, ys = zip(*corners, strict=True)
    where: dict[str, Any] = {"board_bbox": [round(v) for v in (min(xs), min(ys), max(xs), max(ys))], "corners": corners}
    where["cells"] = _seen_askew(label["cells"], box, corners)
    kept = {key: value for key, value in label.items() if key not in ("lattice", "grid")}
    return picture, kept | where | {"look": label["look"] | {"kind": "phone-photo", "density": 1}}


def _seen_askew(cells: dict[str, Any], box: list[int], corners: list[list[float]]) -> dict[str, list[float]]:
    """The middles of the cells where the corners of their board went to `corners`."""
    x0, y0, x1, y1 = box
    before = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    warp = cv2.getPerspectiveTransform(before, np.array(corners, np.float32))
    places = cv2.perspectiveTransform(np.array([list(cells.values())], np.float32), warp)[0]
    return {key: [round(float(x), 1), round(float(y), 1)] for key, (x, y) in zip(cells, places, strict=True)}


def _warp(page_width: int, page_height: int, photo: Photo, rng: np.random.Generator) -> np.ndarray:
    """The perspective from the page's pixels to the photo's."""
    width, height = SIZE
    room = 1 - 2 * MARGIN
    w, h = width * room, height * room
    scale = min(w / page_width, h / page_height)
    half = np.array([page_width, page_height]) * scale / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    corners[:2, 0] *= 1 - photo.tilt  # the far side is shorter, and a little nearer to the middle
    corners[:2, 1] *= 1 - photo.tilt / 2
    angle = np.deg2rad(photo.turn)
    turned = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    turned *= min(1.0, w / np.ptp(turned[:, 0]), h / np.ptp(turned[:, 1]))
    middle = np.array([width, height]) / 2 + rng.uniform(-12, 12, 2)
    target = (turned + middle + rng.uniform(-6, 6, (4, 2))).astype(np.float32)
    source = np.array([[0, 0], [page_width, 0], [page_width, page_height], [0, page_height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, target))


def _table(rng: np.random.Generator) -> np.ndarray:
    """A table top: one dark tone with a long grain, floats in BGR."""
    width, height = SIZE
    noise = rng.normal(0, 1, (height, width)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=60, sigmaY=1.4), np.float32)
    grain = grain / np.abs(grain).max()
    tone = np.array([(48, 60, 82), (58, 56, 54), (70, 96, 128), (40, 70, 52)][int(rng.integers(4))], np.float32)
    return np.asarray(tone * (1 + 0.35 * grain[..., None]))


def _light(photo: Photo, rng: np.random.Generator) -> np.ndarray:
    """How bright each pixel is lit, around 0.85: brighter towards one side, and a soft shadow across a corner."""
    width, height = SIZE
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    across = ((x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)).astype(np.float32)
    cast = rng.uniform(0, 2 * np.pi)
    beyond = (x / width - 0.5) * np.cos(cast) + (y / height - 0.5) * np.sin(cast) - rng.uniform(0.05, 0.3)
    dark = 1 / (1 + np.exp(-beyond * 28))
    warm = np.array([0.94, 1.0, 1.03], np.float32)
    return np.asarray(((0.88 + 0.24 * across) * (1 - photo.shadow * dark))[..., None] * warm)

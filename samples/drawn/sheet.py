"""A contact sheet of drawn boards, for people to judge."""

from __future__ import annotations

import cv2
import numpy as np

from samples.drawn.any_board import draw
from samples.drawn.types import Pixels

TILE = 160


def contact_sheet(seed: int, count: int, first: int = 0, labels: bool = False, across: int = 10) -> Pixels:
    """`count` boards in rows of `across`; `labels`: what they are called is written under each."""
    tiles = []
    for index in range(first, first + count):
        board = draw(seed, index)
        image = cv2.resize(board.image, (TILE, TILE), interpolation=cv2.INTER_AREA)
        tile = np.full((TILE + (14 if labels else 0) + 4, TILE + 4, 3), 96, np.uint8)
        tile[2 : TILE + 2, 2 : TILE + 2] = image
        if labels:
            cv2.putText(tile, f"{index} {board.look}", (2, TILE + 13), 0, 0.36, (255, 255, 255), 1, cv2.LINE_AA)
        tiles.append(tile)
    while len(tiles) % across:
        tiles.append(np.zeros_like(tiles[0]))
    return np.vstack([np.hstack(tiles[k : k + across]) for k in range(0, len(tiles), across)])

"""One lattice of a picture, shown to the network: what is on it, as the game it is most probably of has it."""

from __future__ import annotations

from vision.classify.network import classify, classify_twice, straight
from vision.games import boards_of
from vision.games.board import CERTAIN, LEAST_OF_A_PUZZLE, SquareBoard
from vision.imgproc import Colours
from vision.lattice import Lattice
from vision.seen import Seen


def judge(bgr: Colours, lattice: Lattice) -> SquareBoard:
    """What the network says of a lattice of a picture (H, W, 3); twice where it is not certain of what may be one."""
    board = straight(bgr, lattice)
    once = classify(board)
    found = boards_of(Seen(lattice, board, once))[0]
    certain = found.chance > CERTAIN and found.probability > CERTAIN and found.keeps_rules
    if certain or found.chance < LEAST_OF_A_PUZZLE:
        return found
    return boards_of(Seen(lattice, board, classify_twice(board, once)))[0]

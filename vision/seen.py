"""What is seen on one lattice of a picture, before anybody says which game it is."""

from __future__ import annotations

from dataclasses import dataclass

from vision.classify.network import Probabilities, Straight
from vision.lattice import Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A lattice, the cells on it laid straight, and what the network says of them.

    `among`: whether it was taken out of more cells, because the network or a frame says that the others are not the
    board's, and it does not plainly end there; `look`: the name of the look that was learnt and says so, too.
    """

    lattice: Lattice
    straight: Straight
    probabilities: Probabilities
    among: bool = False
    look: str = ""

"""The games of the samples: where each has its pictures, and what is true of its labels. The only list of them here.

What a module of pictures has: `SHOTS`, those of the samples; `KNOWN`, the looks of its page; `CAMERA`, which takes
them; `wild_shot(index, rng)`, a random one; `OWN_STATES`, how often its boards are in a state that others have not;
`NARROW_PARTS`, the parameters of its page on a phone; `wild_extra(state, rng)`, those that go with a state;
`wild_symbols(look, rng)`, which symbols a look has, None for its own.

What a module of labels has: `unlike(label, puzzle)` and `unsolved(label, puzzle)`, sentences about what is said to be
in the picture and is not in the puzzle, and about solutions that are none.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """The modules of a game."""

    shots: str
    labels: str


GAMES = {
    "tango": Entry("tango_shots", "binary_labels"),
    "takuzu": Entry("takuzu_shots", "binary_labels"),
    "pips": Entry("pips_shots", "pips_labels"),
    "queens": Entry("queens_shots", "queens_labels"),
}


def shots_of(game: str) -> Any:
    """The module with a game's pictures."""
    return import_module(f"samples.{GAMES[game].shots}")


def labels_of(game: str) -> Any:
    """The module with what is true of a game's labels."""
    return import_module(f"samples.{GAMES[game].labels}")

"""A puzzle as CP-SAT takes it, made by the `model.py` of each game and solved by `cpsat`.

What is not here: OR-Tools, which is imported when an engine is built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Model:
    """`model`: a `CpModel`. `choices`: its Booleans that make a solution. `read`: what their values mean, a Solution
    of the game."""

    model: Any
    choices: list[Any]
    read: Callable[[Any], Any]

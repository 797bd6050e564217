"""What may be wished of a new puzzle, whatever the game: its level, its symmetry and its seed.

What is not here: any generator.
"""

from __future__ import annotations

from solver.errors import BadOption, shown
from solver.steps import LEVELS

SYMMETRIES = ("none", "rotation", "mirror")
"""No symmetry, of the clues or of the board's shape; a half turn; left and right exchanged."""


def check_wishes(difficulty: object, symmetry: object, seed: object) -> None:
    """Raise `BadOption` for what no puzzle of any game can be made with."""
    if difficulty not in LEVELS:
        raise BadOption(f"difficulty is {shown(difficulty)}; it must be one of {', '.join(LEVELS)}")
    if symmetry not in SYMMETRIES:
        raise BadOption(f"symmetry is {shown(symmetry)}; it must be one of {', '.join(SYMMETRIES)}")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, str))):
        raise BadOption(f"seed is {shown(seed)}, neither a whole number nor text")

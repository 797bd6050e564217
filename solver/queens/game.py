"""What Queens offers the registry (`solver.games`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.game import Game
from solver.queens.puzzle import QueensPuzzle


class Queens(Game):
    """Crowns on a square board of regions."""

    NAMES = (QueensPuzzle.game,)
    PUZZLE = QueensPuzzle

    def claims_json(self, data: Mapping[str, Any]) -> bool:
        """Its regions are rows of letters."""
        regions = data.get("regions")
        return isinstance(regions, (list, tuple)) and any(isinstance(row, str) for row in regions)

    def claims_text(self, text: str) -> bool:
        """Of drawings, only those with lines between regions tell that they are of this game."""
        return text.lstrip().startswith("┌")


GAME = Queens()

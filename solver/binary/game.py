"""What Tango and Takuzu offer the registry (`solver.games`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.binary.puzzle import SYMBOLS, BinaryPuzzle
from solver.game import Game


class Binary(Game):
    """Two symbols in the cells of a square board."""

    NAMES = tuple(SYMBOLS)
    PUZZLE = BinaryPuzzle
    OPTIONS = ("max_run", "unique_lines")

    def claims_json(self, data: Mapping[str, Any]) -> bool:
        return "cells" in data and "regions" not in data

    def claims_text(self, text: str) -> bool:
        """A drawing, which has no frame, may do without the name of the game."""
        return "\n" in text.strip() and not text.lstrip().startswith("┌")


GAME = Binary()

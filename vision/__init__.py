"""Pixels -> puzzle: `vision.read(image)`. Knows the solver's puzzles, nothing of the mouse or the screen."""

from __future__ import annotations

from vision.errors import UnreadableError
from vision.reading import read
from vision.types import GridReading, PipsReading, QueensReading, Reading

__all__ = ["GridReading", "PipsReading", "QueensReading", "Reading", "UnreadableError", "read"]

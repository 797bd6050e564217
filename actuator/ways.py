"""The ways in which a cell can be clicked, with a button, a key, a palette: as gestures, and in words."""

from __future__ import annotations

from collections.abc import Mapping

from actuator.clicks import SIDES
from actuator.memory import STRANGE
from actuator.moves import FIRM, KEY, LONG, MENU, PICK, PUT, Cell, Click, Point
from solver.binary.puzzle import EMPTY

# What people call what a cell shows, where that is no letter or digit.
NAMES = {EMPTY: "an empty cell", "x": "a cross", "Q": "a crown"}


def clicks_of(way: str, at: Point, step: float, cell: Cell, firm: bool, palette: Mapping[str, Point]) -> list[Click]:
    """The gestures of one way on the cell of this size at a point. `firm`: with the button held down a little."""
    hold = FIRM if firm else 0.0
    if way == "long":
        return [Click(at, "left", cell, hold=LONG)]
    if way == "double":
        return [Click(at, "left", cell, count=2, hold=hold)]
    if way in SIDES:
        right, down = SIDES[way]
        return [Click((at[0] + right * step, at[1] + down * step), "left", cell, hold=hold)]
    plain = Click(at, "left", cell, hold=hold)
    if way.startswith(KEY):  # the keyboard goes to the cell that was clicked last
        return [plain, Click(at, way, cell)]
    if way.startswith(PICK):
        return [Click(palette[way.removeprefix(PICK)], why=way, hold=hold), plain]
    if way.startswith(PUT):
        return [plain, Click(palette[way.removeprefix(PUT)], why=way, hold=hold)]
    if way.startswith(MENU):
        return [Click(at, "left", cell, why=way, hold=hold)]
    return [Click(at, way, cell, hold=hold)]


def named(symbol: str) -> str:
    """What a cell shows, for people."""
    return NAMES.get(symbol, f"mark {symbol}" if symbol in STRANGE else symbol)


def words(way: str) -> str:
    """A way, for people."""
    if way.startswith(PICK):
        return f"a click on {way.removeprefix(PICK)} beside the board and one"
    if way.startswith(PUT):
        return f"a click and one on {way.removeprefix(PUT)} beside the board"
    if way.startswith(MENU):
        return f"a click and number {int(way.removeprefix(MENU)) + 1} of its menu"
    if way in SIDES:
        return f"a click at the {way}"
    return f"a click and the {way}" if way.startswith(KEY) else f"a {way} click"

"""What can be tried to turn dominoes, and where they are taken hold of and let go; `dominoes.py` learns what works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from actuator.domino_places import Place, Values, name_of
from actuator.moves import FIRM, LONG, Cell, Point, Rect
from actuator.sight import TrayTile

# Where a domino is taken hold of, and let go, from its middle towards its second half, in lengths of the domino. A
# little before the middle suits most pages: the first half is under the pointer where that counts, and the middle is
# near enough where that does. Some pages take a drag for one only if it is slow, or if the domino was held for a while
# before, some take none, but a click on the domino and one on its place. All are tried in turn, and once more where one
# of them has worked. A click on a cell aside of its middle is on the right side of it for pages that round.
# On some a click selects a domino, and a drag from one cell to the next, "traced", or a click on either, "paired", says
# where its halves go; none is turned there. On many that half which is clicked comes to lie on the first cell.
Drags = Literal["quick", "slow", "held", "clicks"]
Manner = Drags | Literal["traced", "paired"]
GRIPS: tuple[tuple[float, Manner], ...] = (
    (-0.1, "quick"), (-0.1, "slow"), (-0.2, "clicks"), (0.2, "clicks"), (-0.25, "slow"), (0.25, "slow"),
    (-0.1, "held"), (-0.25, "traced"), (-0.25, "paired"),
)  # fmt: skip
BY_CELLS: dict[Manner, Drags] = {"traced": "slow", "paired": "clicks"}
TRACED = len(GRIPS) - len(BY_CELLS)
PAIRED = TRACED + 1
# Those of a click on the domino: by its first half, and by its second.
CLICKED = tuple(number for number, (_, manner) in enumerate(GRIPS) if manner == "clicks")
# So many of them are clicks: on a domino and its place, or on it and two cells.
OF_CLICKS = sum(manner in ("clicks", *BY_CELLS) for _, manner in GRIPS)
# Where a turned domino is sent back, though others came: so many rows and columns beside its place it is let go next;
# at its place only where it was let go aside, as another had to be.
ASIDE = ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
# What is tried to take one back: a drag, or clicks, with a button, so many.
BACKS = (None, ("left", 1), ("right", 1), ("left", 2))
# What is tried to turn a domino, one after the other. What comes up beside one that is clicked is clicked at once, each
# of several buttons in a row: a second click may take it away; that one ("firm") is for pages where the first only
# selects, or that want the button held down a little. The key R is pressed only where a click is seen to select a
# domino, so that the page listens. "button": something small that is seen beside every domino at the same place.
# "edge": it is dragged off the tray, beside the board. When all were tried, dominoes are held not to turn.
BADGES = ("badge", "second badge", "third badge")
TURNS = ("left", *BADGES, "firm", "key", "button", "double", "right", "wheel", "long", "edge")
# These are rare, and first made one after the other, and waited for once; alone only where something changed. The right
# one is the last, since it may open a menu.
RARE = ("double", "wheel", "long", "right")
HOLDS = {"firm": FIRM, "long": LONG}
RARE_WORDS = "double, wheel, long and right clicks"
WORDS = {
    "wheel": "a turn of the wheel",
    "key": "the key R",
    "badge": "a click on what came up beside it",
    "second badge": "a click on the second thing that came up beside it",
    "third badge": "a click on the third thing that came up beside it",
    "button": "a click on what is beside it",
    "edge": "a drag off the tray",
}

# Which cell of its place the half is on that is the first, left or upper one in the tray, the left or upper cell being
# 0: by quarter turns clockwise, of one that lies in the tray, and of one that stands there.
FIRST = {False: (0, 0, 1, 1), True: (0, 1, 1, 0)}

NOT_LAID = "nothing that was tried (drags, quick and slow, clicks) brings a domino onto it"


def in_order(count: int, clicks_first: bool, cells_first: bool = False) -> list[int]:
    """In which order so many of `GRIPS` are tried. `clicks_first`: where a click selects a domino, a second one may
    well lay it, and a drag in vain takes longer and may select words on its way; `cells_first`: before that two cells
    may say where its halves go, where nothing turns a selected one."""
    first = (*(BY_CELLS if cells_first else ()), "clicks") if clicks_first else ()
    return sorted(range(count), key=lambda grip: first.index(GRIPS[grip][1]) if GRIPS[grip][1] in first else len(first))


def drags_of(manner: Manner) -> Drags:
    """How a domino is dragged, in the manner in which they are laid."""
    return BY_CELLS[manner] if manner == "traced" or manner == "paired" else manner


def not_turned(tiles: Sequence[Values]) -> str:
    """That nothing turns these dominoes, in words."""
    return (
        "nothing that was tried on its dominoes (clicks, the wheel, a key, drags) turns them; "
        f"{', '.join(map(name_of, tiles[:6]))} would have to lie otherwise, so they have to be turned by hand, as the "
        "page wants it"
    )


def half_held(grip: int) -> int:
    """Which half a domino is taken hold of by: 0, the first, or 1."""
    return int(GRIPS[grip][0] > 0)


def grip_point(tile: TrayTile, grip: int, turns: int = 0) -> Point:
    """Where a domino in the tray is taken hold of that is to be turned so often clockwise while it is held."""
    becomes_second = turns in ((1, 2) if tile.upright else (2, 3))
    (x, y), part = tile.at, GRIPS[grip][0] * (-tile.length if becomes_second else tile.length)
    return (x, y + part) if tile.upright else (x + part, y)


def grip_on_board(place: Place, cells: Mapping[Cell, Point], grip: int) -> Point:
    """Where a domino on the board is."""
    (ax, ay), (bx, by) = (cells[cell] for cell in place.cells)
    along = 2 * GRIPS[grip][0]  # the domino on the board is two cells long
    return (ax + bx) / 2 + along * (bx - ax), (ay + by) / 2 + along * (by - ay)


def drop_point(
    place: Place, cells: Mapping[Cell, Point], step: float, grip: int, shift: tuple[int, int], tray: Rect
) -> Point:
    """Where a domino is let go that is to lie there. `shift`: so many rows and columns are aimed beyond it."""
    x, y = grip_on_board(place, cells, grip)
    half = 0.49 * step  # what is aimed at beside the board and its tray is aimed at by the edge
    across, down = [x for x, _ in cells.values()], [y for _, y in cells.values()]
    right, bottom = max(max(across) + half, tray.right), max(max(down) + half, tray.bottom)
    left, top = min(min(across) - half, tray.left), min(min(down) - half, tray.top)
    x, y = x + shift[1] * step, y + shift[0] * step
    return min(max(x, left), right - 1), min(max(y, top), bottom - 1)

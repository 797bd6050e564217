"""Where the dots of a domino are. For all that draws one; nothing that solves asks."""

from __future__ import annotations

DOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""`(x, y)` from the middle of a half of a lying domino, -1 to 1."""


def dots(number: int, upright: bool) -> list[tuple[int, int]]:
    """Those of a half with that number; on an upright domino they are turned."""
    return [(-y, x) if upright else (x, y) for x, y in DOTS[number]]

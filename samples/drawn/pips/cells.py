"""The cells of a board of Pips, painted one by one: what fills them, and what is in them under dominoes."""

from __future__ import annotations

from samples.drawn.colours import Colour, mix
from samples.drawn.inside import Box
from samples.drawn.pips.boards import Board, Cell
from samples.drawn.pips.light import relief
from samples.drawn.pips.look import Look
from samples.drawn.pips.patterns import Pattern, pattern, sign
from samples.drawn.pips.strokes import box
from samples.drawn.types import Pixels


def draw_cell(
    page: Pixels,
    look: Look,
    board: Board,
    at: Cell,
    fill: Colour,
    what: Pattern | None,
    origin: tuple[float, float],
    cell: float,
) -> None:
    """Paints one cell, `cell` pixels wide, of a board whose upper left corner is `origin`; `what`: its pattern."""
    x, y = origin[0] + at[1] * cell, origin[1] + at[0] * cell
    if look.alone and not board.tags[board.region[at]]:
        inset = look.alone.inset * cell
        place = x + inset, y + inset, x + cell - inset, y + cell - inset
        box(page, *place, fill, look.alone.radius * cell)
        if look.alone.rim:
            box(page, *place, look.alone.rim, look.alone.radius * cell, rim=max(1.0, look.alone.rim_width * cell))
    else:
        half = look.gap * cell / 2
        place = x + half, y + half, x + cell - half, y + cell - half
        _filled(page, look, board, at, fill, place, cell)
        if look.inner is not None:
            _inner(page, look, (x, y, x + cell, y + cell), mix(fill, look.inner, look.inner_share))
    if what is not None:
        pattern(page, what, place, cell)
    relief(page, place, look.light, cell)
    if look.sign and "middle" not in look.tag.anchor:
        sign(page, look.sign, x + cell / 2, y + cell / 2, cell, look.sign_size, fill)


def _filled(page: Pixels, look: Look, board: Board, at: Cell, fill: Colour, place: Box, cell: float) -> None:
    """A cell's box, and what joins it to others of its region."""
    (r, c), number, (ax, ay, bx, by) = at, board.region[at], place
    gap, radius = look.gap * cell, look.radius * cell
    if not look.joined and look.gap:
        box(page, *place, fill, radius)
        return
    same = {d: board.region.get((r + d[0], c + d[1])) == number for d in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    if look.round_regions and not any(same.values()):
        box(page, *place, fill, max(radius, 0.12 * cell))
    else:
        box(page, *place, fill, radius if look.gap and not any(same.values()) else 0.0)
    if gap:
        if same[0, 1]:
            box(page, bx - 1, ay, bx + gap + 1, by, fill)
        if same[1, 0]:
            box(page, ax, by - 1, bx, by + gap + 1, fill)
        if same[0, 1] and same[1, 0] and board.region.get((r + 1, c + 1)) == number:
            box(page, bx - 1, by - 1, bx + gap + 1, by + gap + 1, fill)


def _inner(page: Pixels, look: Look, place: Box, colour: Colour) -> None:
    """The inner part of a cell in another colour. `place`: of all of the cell, gaps too."""
    ax, ay, bx, by = place
    cell = bx - ax
    inset, radius = (look.inner_inset + look.gap / 2) * cell, max(look.radius, 0.08) * cell
    rim = max(1.0, 0.02 * cell) if look.inner_rim else 0.0
    box(page, ax + inset, ay + inset, bx - inset, by - inset, colour, radius, rim=rim)

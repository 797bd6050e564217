"""Where are square cells in equal steps?

In: one grey image. Out: `Lattice` candidates, best first. A lattice is found by what every board has, whatever its
colours: straight edges (of lines or of tiles) that come back after the same step, to the right and below alike.

1. Straight edges (`edges.py`): where the brightness changes, in the same direction, over a run of pixels.
2. Step (`edges.py`): the autocorrelation of those edges peaks at one cell, two cells, ... Text and buttons repeat in
   one direction at most, so the lower of the two directions' correlations is taken.
3. Origin: the edges that repeat at that step, folded modulo the step, pile up where the lines are.
4. Size: each side of each lattice cell is present to a degree (0..1); the board is the square window of an even
   number of cells in which the most sides are present and outside of which they are not.

What the cells hold is not this room's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.locate.boxes import SIDE_PRESENT, boxes, gains, weakest_outside
from vision.locate.edges import (
    EDGE_RUN,
    SMALLEST_STEP,
    Edges,
    Floats,
    Grey,
    Page,
    Step,
    autocorrelation,
    is_multiple,
    of_round_cells,
    of_some,
    steps_of,
    whole_factor,
    without_box,
)
from vision.locate.fit import fitted, squared
from vision.locate.sides import Sides, sides_of

# A first glance is taken at a picture reduced to this many pixels; it suffices for cells of 14 px and more there whose
# sides are plain to see. Cells of less than SMALL_STEP may be missed.
GLANCE_PIXELS, GLANCE_STEP, SMALL_STEP, GLANCE_PRESENCE = 150_000, 14, 18, 0.85
# Lines of boards of more cells than this lie too uncertainly there: up to a third of a pixel off, of 18 and less.
MOST_AT_GLANCE = 14
# A second board is told of when it is this plain.
BESIDE_PRESENCE, BESIDE_SHARE = 0.75, 0.12
# A step that is too small for the glance, but at which the picture repeats itself this strongly (`CLUTTER`), is that of
# the cells where one that is seen is twice as large, or three times, but for so much of the small one. Measured: of 25
# such boards 0.89 and more, of 6 others 0.43 and less.
ABOUT = 0.1
# Where the glance sees no more of any board than this, a closer look finds small cells only; unless this part of all
# edges repeats itself, and of those again this part at twice the step (boards missed otherwise: 0.1 to 0.22, and
# 0.5 to 0.84; pages without boards: 0.03 to 0.3, and 0 to 0.3).
GLANCE_HOPE, CLUTTER = 0.6, 0.8
# What takes this part of the picture is a board of any game, and none of cells too small for the full look is there.
FILLED = 0.6
LATTICE_SHARE, LATTICE_AGAIN = 0.08, 0.45
# Where a board is found, a second one must repeat itself about as strongly as this, of the strongest.
SECOND_STEP = 0.35
# How many steps are tried for round cells, and the factor of the look at small cells in large pictures: those of
# 20 px have 10 px then.
ROUND_TRIALS, CLOSE_FACTOR = 1, 2
SIZES = range(4, 21, 2)
# Part of a cell's side that an edge of lines or tiles runs through at least, between crossing lines, rounded corners
# and markers; edges of symbols are shorter.
LONG_EDGE = 0.5
# Of a board's outermost rows and columns, at least this part of either kind of sides is present.
OUTER_PRESENT, FRAME_LINES = 0.22, 2.4
# Where this much of all lines goes on for another cell, or for what the picture has of it, the board does. Measured:
# on 319 whole boards 0.52 (in wood), 0.4 and less; on 1,314 that an edge cuts 0.53 and more, but for 18.
GOES_ON = 0.525
# What is left of a board of which less than four rows are seen has so many cells at least whose sides are this plain.
STRIP, STRIP_PRESENCE = (2, 4), 0.8
# A second board with the same cells must be this plain.
SECOND_PRESENCE = 0.8
# Cells are no whole ones where their parts are this plain, and hardly less so than they: symbols may repeat themselves
# at every second cell more strongly than lines at each. Measured: true parts 0.96 and more, halves of true cells 0.43.
PLAIN_PART, PLAINER = 0.8, 0.15
# Windows with less than this mean presence are no board.
LEAST_PRESENCE = 0.42
# The smallest boards have few sides, and many things look like four cells by four.
LEAST_PRESENCE_OF_FOUR = 0.75


@dataclass(frozen=True, slots=True)
class Lattice:
    """Origin, step and size of a board of square cells, in pixels of the image as given.

    `x`, `y`: the top left corner of cell (0, 0) (middle of the grid line), may lie outside a cropped image.
    `step_x`, `step_y`: width and height of one cell including half a grid line or half a gap on each side.
    `rows`, `columns`: number of cells.
    `presence`: 0..1, the part of all cells' sides that could be seen. `goes_on`: whether there are more cells beyond
    the board, so that it is part of a larger one. `hidden`: `(row, column)` of cells of which no side can be seen.
    `plane`: where the board is seen at an angle, x, y and steps are those of a plane in which it is level, and these
    are the nine numbers, row by row, of the matrix from there to the pixels of the image; None for all others.
    """

    x: float
    y: float
    step_x: float
    step_y: float
    rows: int
    columns: int
    presence: float = 1.0
    goes_on: bool = False
    hidden: tuple[tuple[int, int], ...] = ()
    plane: tuple[float, ...] | None = None

    def center(self, row: float, column: float) -> tuple[float, float]:
        """The middle `(x, y)` of a cell, in pixels; half a cell on, or back, are its sides."""
        return self._seen(self.x + (column + 0.5) * self.step_x, self.y + (row + 0.5) * self.step_y)

    def _seen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the plane is in the image."""
        if self.plane is None:
            return x, y
        a, b, c, d, e, f, g, h, i = self.plane
        scale = g * x + h * y + i
        return (a * x + b * y + c) / scale, (d * x + e * y + f) / scale

    @property
    def likelihood(self) -> float:
        """What candidates are ranked by: large boards before thumbnails, complete ones before accidental ones."""
        return self.rows * self.step_y * self.columns * self.step_x * self.presence**4

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        """`(x_min, y_min, x_max, y_max)` of the board, in pixels."""
        right, bottom = self.x + self.columns * self.step_x, self.y + self.rows * self.step_y
        if self.plane is None:
            return self.x, self.y, right, bottom
        corners = [self._seen(x, y) for x in (self.x, right) for y in (self.y, bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across), max(down)


def in_pixels(lattice: Lattice, factor: float) -> Lattice:
    """A lattice of a reduced picture in pixels of the whole one; pixel i of the former begins at i * factor."""
    return replace(
        lattice,
        x=lattice.x * factor + (factor - 1) / 2,
        y=lattice.y * factor + (factor - 1) / 2,
        step_x=lattice.step_x * factor,
        step_y=lattice.step_y * factor,
    )


def find_lattices(page: Page) -> Iterator[list[Lattice]]:
    """Boards of square cells in a picture, the likeliest first.

    They come in up to four lists, the dearer the later: boards plain to see at a glance, boards whose cells have
    straight sides, boards of round cells, boards of cells too small for the looks before. Who has found what it looks
    for need not ask for the next.
    """
    grey = page.grey
    glance, factor = whole_factor(grey, GLANCE_PIXELS), page.work_factor
    if min(grey.shape) < 4 * SMALLEST_STEP * factor:
        return
    hope = True
    unsure: list[Lattice] = []
    made: list[Lattice] = []
    found: list[Lattice] = []
    steps: list[Step] = []
    if glance > factor and min(grey.shape) >= 4 * GLANCE_STEP * glance:
        vertical, horizontal = page.edges(glance)
        every = steps_of(*page.repeats(glance))
        steps = [step for step in every if step.pixels >= GLANCE_STEP]
        found = _straight(vertical, horizontal, steps, glance)
        parts = [step.pixels * glance for step in every if step.pixels < GLANCE_STEP and step.strength > CLUTTER]
        made = [one for one in found if any(_is_about_multiple(one.step_x, part) for part in parts)]
        plain = [one for one in found if one.presence > GLANCE_PRESENCE and one not in made]
        yield [lattice for lattice in plain if lattice.rows <= MOST_AT_GLANCE]
        unsure = [lattice for lattice in found if lattice.presence <= GLANCE_PRESENCE and lattice not in made]
        # Where many things repeat themselves about equally, the board may be among those not looked at.
        rivals = [step for step in steps[1:] if not is_multiple(step.pixels, steps[0].pixels)]
        cluttered = any(step.strength > CLUTTER for step in rivals)
        # ... and cells too small for the glance, or nearly so, are large enough for the full look: two of them may be
        # what comes again and again.
        below = any(step.pixels < SMALL_STEP and step.strength > CLUTTER for step in every)
        again = any(step.share > LATTICE_SHARE and (step.again or 0) > LATTICE_AGAIN for step in every[:1])
        hope = cluttered or below or again or any(lattice.presence > GLANCE_HOPE for lattice in found)
        steps = [step._replace(pixels=step.pixels * glance / factor) for step in steps]
    if hope:
        vertical, horizontal = page.edges(factor)
        steps = steps_of(*page.repeats(factor))
        found = _straight(vertical, horizontal, steps, factor)
        left = [one for one in made if not any(_is_among(one, fine) for fine in found)]
        yield sorted(found + unsure + left, key=_by_likelihood)
    trials = [_round_window(page, step.pixels * factor) for step in steps[:ROUND_TRIALS] if step.comes_again]
    round_cells = [lattice for lattice in trials if lattice]
    yield sorted(round_cells, key=_by_likelihood)
    if any(_fills(one, grey) for one in (*found, *round_cells)):
        return
    close = min(factor, CLOSE_FACTOR)
    if not hope or close < factor:
        vertical, horizontal = page.edges(close)
        too_small = 1.3 * (SMALLEST_STEP * factor if hope else GLANCE_STEP * glance) / close
        small = [step for step in steps_of(*page.repeats(close)) if step.pixels < too_small]
        yield _straight(vertical, horizontal, small, close)


def _fills(lattice: Lattice, grey: Grey) -> bool:
    """Whether a lattice takes most of a picture, so that none of small cells need be looked for in it."""
    area = lattice.rows * lattice.step_y * lattice.columns * lattice.step_x
    return lattice.presence > GLANCE_HOPE and area > FILLED * grey.size


def find_beside(page: Page, board: Lattice) -> list[Lattice]:
    """Other boards with straight sides that are plain to see beside one that was found, the likeliest first."""
    left, top, right, bottom = board.bbox
    if (right - left) * (bottom - top) > 0.75 * page.grey.size:
        return []
    factor = whole_factor(page.grey, GLANCE_PIXELS)
    found = _beside(page, board, factor)
    if factor > page.work_factor and any(one.step_x < GLANCE_STEP * factor for one in found):
        found = _beside(page, board, page.work_factor)  # it is seen at a glance, but not where its lines are
    return found


def _beside(page: Page, board: Lattice, factor: int) -> list[Lattice]:
    """As `find_beside`, in the picture reduced by `factor`."""
    left, top, right, bottom = board.bbox
    vertical, horizontal = page.edges(factor)
    margin = 0.3 * board.step_x
    rows = slice(max(0, int((top - margin) / factor)), max(0, int((bottom + margin) / factor) + 1))
    columns = slice(max(0, int((left - margin) / factor)), max(0, int((right + margin) / factor) + 1))
    if not _may_be_lines(vertical, rows, columns):
        return []  # most pages are done with here
    across = autocorrelation(vertical, (rows, columns))
    if across[SMALLEST_STEP:].max(initial=0) < BESIDE_SHARE * across[0]:
        return []
    vertical = without_box(vertical, rows, columns)
    horizontal = without_box(horizontal, columns, rows)
    steps = [step for step in steps_of(across, autocorrelation(horizontal)) if step.share > BESIDE_SHARE]
    found = _straight(vertical, horizontal, steps, factor)
    return [lattice for lattice in found if lattice.presence > BESIDE_PRESENCE]


def _may_be_lines(vertical: Edges, rows: slice, columns: slice) -> bool:
    """Whether outside of a box there are as many vertical lines as the smallest board has, but for one of them."""
    # Of a board, every line is met by at least two of these rows, one after the other, at the same place.
    some = vertical.some[:, 0] | vertical.some[:, 1]
    some[of_some(rows), columns] = 0
    lines, last = 0, -SMALLEST_STEP
    for place in np.flatnonzero((some[:-1] & some[1:]).any(axis=0)).tolist():
        if place - last >= SMALLEST_STEP - 1:
            lines, last = lines + 1, place
    return lines >= SIZES[0]


def _straight(vertical: Edges, horizontal: Edges, steps: list[Step], factor: int) -> list[Lattice]:
    """Boards of cells with straight sides at the given steps of the picture reduced by `factor`."""
    found: list[Lattice] = []
    for step in steps:
        if not step.comes_again:
            continue
        plain = [lattice for lattice in found if lattice.presence > 0.6]
        if (plain and step.strength < SECOND_STEP) or any(is_multiple(step.pixels, one.step_x) for one in plain):
            continue
        found += _windows(vertical, horizontal, step.pixels, LONG_EDGE)
    whole = [one for one in found if not any(_is_made_of(one, other) for other in found)]
    return sorted((in_pixels(lattice, factor) for lattice in whole), key=_by_likelihood)


def _is_about_multiple(step: float, of: float) -> bool:
    """Whether a step is about twice another one, three times, ... that is known less exactly."""
    return round(step / of) >= 2 and abs(step / of - round(step / of)) < ABOUT


def _is_among(coarse: Lattice, fine: Lattice) -> bool:
    """Whether the cells of a lattice may each be several of another."""
    (x0, y0, x1, y1), (x, y) = fine.bbox, coarse.center(coarse.rows // 2, coarse.columns // 2)
    return _is_about_multiple(coarse.step_x, fine.step_x) and x0 <= x <= x1 and y0 <= y <= y1


def _is_made_of(coarse: Lattice, fine: Lattice) -> bool:
    """Whether the cells of a lattice are each several of another that is about as plain: the lines between those would
    not be there, were the cells whole."""
    return (
        is_multiple(coarse.step_x, fine.step_x)
        and fine.presence > max(PLAIN_PART, coarse.presence - PLAINER)
        and _is_among(coarse, fine)
    )


def _by_likelihood(lattice: Lattice) -> float:
    return -lattice.likelihood


def _round_window(page: Page, step: float) -> Lattice | None:
    """A board of round cells with about this step, in pixels of the picture."""
    if (edges := of_round_cells(page, step)) is None:
        return None
    factor, vertical, horizontal, steps = edges
    lattices = [lattice for near in steps for lattice in _windows(vertical, horizontal, near, 0)]
    best = max(lattices, key=lambda lattice: lattice.likelihood, default=None)
    return in_pixels(best, factor) if best else None


def find_strip(page: Page) -> Lattice | None:
    """Square cells that are fewer one way than a board has, as where one is cut off; None where there are none."""
    for factor in (whole_factor(page.grey, GLANCE_PIXELS), page.work_factor):
        vertical, horizontal = page.edges(factor)
        for step in steps_of(*page.repeats(factor)):
            sides = sides_of(vertical, horizontal, step.pixels, LONG_EDGE)
            for size in (STRIP, STRIP[::-1]):
                if (strip := _strip_among(sides, step.pixels, *size)) is not None:
                    return in_pixels(strip, factor)
    return None


def _strip_among(sides: Sides, step: float, rows: int, columns: int) -> Lattice | None:
    """The box of so many cells whose sides are there."""
    if min(len(sides.ys) - 1 - rows, len(sides.xs) - 1 - columns) < 0:
        return None
    seen = boxes(gains(sides.upright), rows, columns + 1) + boxes(gains(sides.level), rows + 1, columns)
    row, column = divmod(int(seen.argmax()), seen.shape[1])
    presence = float(seen[row, column]) / (rows * (columns + 1) + (rows + 1) * columns) + SIDE_PRESENT
    if presence < STRIP_PRESENCE:
        return None
    return Lattice(float(sides.xs[column]), float(sides.ys[row]), step, step, rows, columns, presence, goes_on=True)


def _windows(vertical: Edges, horizontal: Edges, step: float, run: float) -> list[Lattice]:
    """The square windows of cells with the most sides present, for one step: a board, and a second one of its like.

    `run`: as for `sides_of`.
    """
    seen = sides_of(vertical, horizontal, step, run)
    _, xs, ys, gap_x, gap_y, side_v, side_h, along_x, along_y, long_v, long_h = seen
    height, width = vertical.either.shape
    found: list[Lattice] = []
    if min(len(xs), len(ys)) < 5:
        return found
    while len(found) < 2:
        best = _best_window(side_v, side_h)
        if best is None:
            break
        size, row, column = best
        inside_v = side_v[row : row + size, column : column + size + 1]
        inside_h = side_h[row : row + size + 1, column : column + size]
        sides = np.concatenate([inside_v.ravel(), inside_h.ravel()])
        known = sides[sides == sides]  # those that are not NaN
        presence = float(known.sum()) / len(known) if len(known) else 0.0
        if not presence > (LEAST_PRESENCE_OF_FOUR if size == 4 else SECOND_PRESENCE if found else LEAST_PRESENCE):
            break
        here_x, here_y = xs[column : column + size + 1], ys[row : row + size + 1]
        (x, step_x, _), (y, step_y, _) = squared(
            fitted(long_v, here_x, here_y[0], here_y[-1]), fitted(long_h, here_y, here_x[0], here_x[-1])
        )
        over = max(-x, -y, x + size * step_x - width, y + size * step_y - height)
        if over > 0.5 * step:
            break  # more than a crop takes away lies outside of the picture
        goes_on = max(
            _going_on(along_x[column : column + size + 1], here_x, here_y, gap_x, width),
            _going_on(along_y[row : row + size + 1], here_y, here_x, gap_y, height),
        )
        found.append(
            Lattice(x, y, step_x, step_y, size, size, presence, goes_on > GOES_ON, _hidden(inside_v, inside_h))
        )
        side_v, side_h = side_v.copy(), side_h.copy()
        side_v[row : row + size, column : column + size + 1] = 0
        side_h[row : row + size + 1, column : column + size] = 0
        if float((side_v > 0.5).sum() + (side_h > 0.5).sum()) < 0.7 * (inside_v.size + inside_h.size):
            break  # not enough is left for a second board
    return found


def _best_window(side_v: Floats, side_h: Floats) -> tuple[int, int, int] | None:
    """Size, first row and first column of the square of cells whose sides are present and whose surroundings are not.

    `side_v` (rows, columns + 1), `side_h` (rows + 1, columns): how much of each side is present, NaN where unknown.
    """
    total_v, total_h = gains(side_v), gains(side_h)
    sizes = [size for size in SIZES if size <= min(side_v.shape[0], side_h.shape[1])]
    scores = {size: boxes(total_v, size, size + 1) + boxes(total_h, size + 1, size) for size in sizes}
    most = {size: float(score.max()) for size, score in scores.items()}
    best: tuple[float, int, int, int] | None = None
    for size in sorted(sizes, key=lambda size: -most[size]):
        if most[size] <= (best[0] if best else 0):
            break
        # Two lines that go on, of a frame or a panel beside the board, are no row of cells.
        less = max(0.0, FRAME_LINES / (size + 1) - OUTER_PRESENT)
        outside = weakest_outside(total_v, total_h, size, less)
        score = np.where(outside > OUTER_PRESENT - SIDE_PRESENT, scores[size], 0)
        row, column = divmod(int(score.argmax()), score.shape[1])
        if score[row, column] > (best[0] if best else 0):
            best = (float(score[row, column]), size, row, column)
    return best[1:] if best else None


def _going_on(along: Grey, lines: Floats, cells: Floats, half_gap: float, width: int) -> float:
    """How much of the lines, all of them, is there beyond the board as well, before or after its cells: 0..1.

    `along`: where along each line an edge is, as from `presence`. `cells`: where the cells begin along the lines, and
    the last one ends. `width`: of the picture, across the lines.
    """
    height = along.shape[1]
    reach = max(2, int(half_gap + 1.5))
    inner = along[(lines > reach) & (lines < width - 1 - reach)]
    step = float(cells[1] - cells[0])
    seen = 0.0
    for begin in (float(cells[0]) - step, float(cells[-1])):
        band = slice(max(0, round(begin + 0.12 * step)), max(0, min(height, round(begin + 0.88 * step))))
        if 2 * (band.stop - band.start) >= EDGE_RUN and len(inner):
            seen = max(seen, float(np.count_nonzero(inner[:, band])) / (len(inner) * (band.stop - band.start)))
    return seen


def _hidden(side_v: Floats, side_h: Floats) -> tuple[tuple[int, int], ...]:
    """The cells of a board of which no side can be seen: something lies over them."""
    # What is beyond the picture (NaN) hides nothing: it makes the largest NaN, which is not below anything.
    most = np.maximum(np.maximum(side_v[:, :-1], side_v[:, 1:]), np.maximum(side_h[:-1], side_h[1:]))
    hidden = np.flatnonzero(most < 0.25)
    return tuple(divmod(cell, most.shape[1]) for cell in hidden.tolist())

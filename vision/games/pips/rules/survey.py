"""Which places of a lattice are cells of a board of Pips: a survey samples them, in the picture as it is.

A bare cell is of one colour that is not the page's; what hangs together with the cells that have tags is the board's,
and islands. What lies on the cells is not its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.pips.rules.lattice import Colours, Diamond, Grid, channels, first_of_each, near_colour, widest
from vision.imgproc import median

Cell = tuple[int, int]
Floats = NDArray[np.float32]

# Samples per cell of the survey, and cells beyond the outermost tags in which more of the board is looked for.
SAMPLES = 16
BEYOND = 7
# A window of so few cells shows little but the board.
TIGHT = 36
# The middle of a cell is of one colour if it varies less (0..255): measured 0 to 3, under noise and JPEG up to 7;
# whatever else lies on a cell 30 and more.
UNIFORM = 11.0
# A colour nearer to the page's than this is the page's. White dominoes on a cream page are 10 away, beige cells 40.
PAGE = 9.0
# Around a cell under a domino, at most so much is of the page's colour; around words on the page there is more.
MOST_PAGE = 0.72


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """A window of the lattice: `first` is the cell of its corner; arrays are (rows, columns, ...).

    `colour`: of the cells' middles; `bare`: those of one colour that is not the page's; `odd`: those of several colours
    with little of the page around, as under dominoes. `paper`: which samples have the page's colour, (rows * SAMPLES,
    columns * SAMPLES). `score`: how well the lattice fits what is there.
    """

    first: Cell
    paper: NDArray[np.bool_]
    colour: Floats
    page: Floats
    bare: NDArray[np.bool_]
    odd: NDArray[np.bool_]
    score: float


LAST: Cell = (-1, -1)
FIRST: Cell = (0, 0)
"""Which of the four cells around it a tag is of, counted from the one at its lower right: where tags stand at the lower
right corner of their regions' last cells, and at the upper left corner of their first ones."""


def owners_of(grid: Grid, diamonds: list[Diamond], anchor: Cell) -> list[Cell]:
    """The cells that some tags are of."""
    return [
        (round((d.y - grid.y) / grid.step) + anchor[0], round((d.x - grid.x) / grid.step) + anchor[1]) for d in diamonds
    ]


def survey_of(bgr: Colours, grid: Grid, owners: list[Cell], linings: list[Floats]) -> Survey | None:
    """What lies on the lattice around the cells with tags. `linings`: see there."""
    height, width = bgr.shape[:2]
    top, bottom = window([r for r, _ in owners], grid.y, grid.step, height)
    left, right = window([c for _, c in owners], grid.x, grid.step, width)
    rows, columns = bottom - top, right - left
    if rows < 1 or columns < 1:
        return None
    scale = grid.step / SAMPLES
    matrix = np.array(
        [
            [scale, 0, grid.x + left * grid.step + 0.5 * scale],
            [0, scale, grid.y + top * grid.step + 0.5 * scale],
        ]
    )
    size = (columns * SAMPLES, rows * SAMPLES)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    samples = np.asarray(cv2.warpAffine(bgr, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    # Four by four means of the middle of each cell.
    n = SAMPLES // 2
    means = np.asarray(cv2.resize(samples, (columns * n, rows * n), interpolation=cv2.INTER_AREA), np.uint8)
    # Colour by colour, (3, rows, columns, samples), and as floats: numpy orders them in a fourth of the time.
    inner = channels(means).reshape(3, rows, n, columns, n)[:, :, n // 4 : -n // 4, :, n // 4 : -n // 4]
    middles = inner.swapaxes(2, 3).astype(np.float32).reshape(3, rows, columns, -1)
    colours = np.sort(middles, axis=3)[..., middles.shape[3] // 2]
    spread = np.sort(np.abs(middles - colours[..., None]).max(axis=0), axis=2)[..., -2]
    colour: Floats = np.ascontiguousarray(colours.transpose(1, 2, 0), np.float32)
    uniform = spread < UNIFORM
    page = _commonest(colour[uniform])
    if rows * columns <= TIGHT:  # cropped to the board: what is all around is the page
        rim = np.concatenate([bgr[0, ::4], bgr[-1, ::4], bgr[::4, 0], bgr[::4, -1]]).astype(np.float32)
        page = _commonest(rim)
    if page is None:
        return None
    bare = uniform & (widest(colour - page) > PAGE)
    for beyond in linings:
        bare &= widest(colour - beyond) > PAGE
    # A band is where it begins at a line that it fills; cells elsewhere may have its very colour.
    bands = list(_bands(colour, bare, [(r - top, c - left) for r, c in owners]))
    for _, band in bands:
        bare &= ~band
    # The right lattice has its seams between the cells, a wrong one in their middles.
    here = slice(max(0, min(r for r, _ in owners) - top - 1), max(r for r, _ in owners) - top + 2)
    there = slice(max(0, min(c for _, c in owners) - left - 1), max(c for _, c in owners) - left + 2)
    score = float(bare[here, there].sum() - (~uniform[here, there]).sum()) * grid.step**2
    page_there = near_colour(samples, page, PAGE)
    around_there = page_there.copy()
    for colour_of_band, _ in bands:
        around_there |= near_colour(samples, colour_of_band, PAGE)
    odd = ~uniform
    around = around_there.reshape(rows, SAMPLES, columns, SAMPLES).swapaxes(1, 2)[odd]
    ends = around[:, [0, -1]].sum(axis=(1, 2)) + around[:, 1:-1, [0, -1]].sum(axis=(1, 2))
    odd[odd] = ends < MOST_PAGE * (4 * SAMPLES - 4)
    return Survey((top, left), page_there, colour, page, bare, odd, score)


# A colour on this much of a side of the picture, of which so many places are looked at, lines it.
LINED, LINING = 0.95, 128


def linings_of(bgr: Colours) -> list[Floats]:
    """The colours that line sides of the picture, and are no cells': bars around it, as of a window or a film."""
    down, across = (np.arange(LINING) * (length - 1) // (LINING - 1) for length in bgr.shape[:2])
    sides = np.array([bgr[0, across], bgr[-1, across], bgr[down, 0], bgr[down, -1]], np.float32)
    colours = median(sides, axis=1)
    lined = (widest(sides - colours[:, None]) <= PAGE).mean(axis=1) >= LINED
    return list(colours[lined])


def _bands(colour: Floats, bare: NDArray[np.bool_], owners: list[Cell]) -> Iterator[tuple[Floats, NDArray[np.bool_]]]:
    """The bands that go all across a window of the lattice: the colour of each, and the cells it covers, (rows,
    columns). `colour` of the window's cells, those that are `bare`, those that have tags."""
    if bare.size <= TIGHT:
        return
    with_tags = [{cell[k] for cell in owners} for k in (0, 1)]
    for k, (lines, there) in enumerate(((colour, bare), (colour.swapaxes(0, 1), bare.T))):
        for number in np.flatnonzero(there.all(axis=1)):
            middle = median(lines[number], axis=0).astype(np.float32)
            if number not in with_tags[k] and float(widest(lines[number] - middle).max()) <= PAGE:
                alike = (there & (widest(lines - middle) <= PAGE)).astype(np.uint8)
                labels = cv2.connectedComponents(alike, connectivity=4)[1]
                band = labels == labels[number, 0]
                yield middle, band if k == 0 else band.T


def window(owners: list[int], origin: float, step: float, length: int) -> tuple[int, int]:
    """The cells to look at in one direction: around those that have tags, as far as the picture goes."""
    first = max(min(owners) - BEYOND, int(np.ceil(-origin / step - 0.35)))
    last = min(max(owners) + BEYOND + 1, int(np.floor((length - origin) / step + 0.35)))
    return first, last


def _commonest(colours: Floats) -> Floats | None:
    """The colour most others are near to, of (N, 3)."""
    if len(colours) == 0:
        return None
    kinds = (colours / PAGE).astype(np.int64) @ (1, 1000, 1_000_000)
    # `numpy.unique` would do, but imports numpy's masked arrays for it.
    ordered = np.sort(kinds)
    first = [*first_of_each(ordered).tolist(), len(ordered)]
    _, begin = max((end - begin, -begin) for begin, end in pairwise(first))
    commonest = ordered[-begin]
    return np.asarray(median(colours[kinds == commonest], axis=0), np.float32)


def connected(survey: Survey, owners: list[Cell]) -> NDArray[np.bool_]:
    """The cells of the survey that are the board's: (rows, columns) bool.

    Those with tags, and what hangs together with them; other groups of bare cells that have a known fill or an edge
    where cells have theirs.
    """
    top, left = survey.first
    there = (survey.bare | survey.odd).astype(np.uint8)
    seeds = np.zeros_like(there)
    for r, c in owners:
        if 0 <= r - top < there.shape[0] and 0 <= c - left < there.shape[1]:
            seeds[r - top, c - left] = there[r - top, c - left] = 1
    count, labels = cv2.connectedComponents(there, connectivity=8)
    seen = np.zeros(there.shape, np.bool_)
    for label in range(1, count):
        group = labels == label
        if (group & (seeds > 0)).any() or (survey.bare[group].all() and _fits(survey, group)):
            seen |= group
    return seen


def _fits(survey: Survey, group: NDArray[np.bool_]) -> bool:
    """Whether the page begins where the cells of a group end, on all sides: an island."""
    padded = np.pad(group, 1)
    rows, columns = group.shape
    n = SAMPLES
    page = survey.paper
    for r, c in zip(*np.nonzero(group), strict=True):
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if padded[r + 1 + dr, c + 1 + dc]:
                continue
            if not (0 <= r + dr < rows and 0 <= c + dc < columns):
                return False
            # A strip of the neighbour beyond any frame, and one of the cell itself.
            y = (r * n + n // 2) if dr == 0 else (r * n - 4 if dr < 0 else (r + 1) * n + 3)
            x = (c * n + n // 2) if dc == 0 else (c * n - 4 if dc < 0 else (c + 1) * n + 3)
            y_in, x_in = (r * n + n // 2 + dr * 5), (c * n + n // 2 + dc * 5)
            if not page[y, x] or page[y_in, x_in]:
                return False
    return True


def shift(survey: Survey, seen: NDArray[np.bool_]) -> tuple[float, float]:
    """How far the cells lie off the tags' lattice, in cells: `(x, y)`. The frame is as wide on both sides of them."""
    return _shift_along(survey.paper, seen), _shift_along(survey.paper.T, seen.T)


def _shift_along(page: NDArray[np.bool_], seen: NDArray[np.bool_]) -> float:
    """The shift across columns. For rows, give the transposed."""
    n = SAMPLES
    lines = page[n // 2 :: n]
    ends: list[float] = []
    for side in (-1, 1):
        # The last cells before the page, and what lies on the way from their middles to those of the next.
        last = np.zeros_like(seen)
        if side > 0:
            last[:, :-1] = seen[:, :-1] & ~seen[:, 1:]
        else:
            last[:, 1:] = seen[:, 1:] & ~seen[:, :-1]
        r, c = np.nonzero(last)
        ways = lines[r[:, None], c[:, None] * n + n // 2 + side * np.arange(n + 1)]
        ways = ways[~ways[:, 0] & ways[:, -1]]
        if not len(ways):
            return 0.0
        # The page begins at the near side of the sample that first shows it; edges of pips may seem to.
        first = n + 1 - (~ways[:, ::-1]).argmax(axis=1)
        ends.append((float(median(first)) - n / 2 - (side < 0)) / n)
    return min(max((ends[1] - ends[0]) / 2, -0.15), 0.15)

"""A picture of Pips -> its board, read: located, looked at by the networks, interpreted, checked.

`attempts` gives None where there is no board of Pips; other games are read elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.interpret import TINY
from vision.errors import NoBoardError, UnreadableError
from vision.games.pips import network
from vision.games.pips.assemble import assembled
from vision.games.pips.draft import PipsDraft
from vision.games.pips.fills import by_colour, fills_of
from vision.games.pips.interpret import ReadTag, laid_dominoes, options_of, owned, owners_of, tag_places, texts_of
from vision.games.pips.locate import Domino, Found, cells_of, largest, located, small_dominoes
from vision.games.pips.network import Lying, SeenDomino, SeenTag
from vision.games.pips.parts import Cell
from vision.games.pips.seen import WHOLE, InTray, Parts, Seen
from vision.imgproc import Colours
from vision.lattice import Lattice
from vision.locate.finder import SCALES
from vision.locate.votes import RATHER

NUMBERS = list("0123456")
# In which pictures, and with which network (`network.window`), a board is read, until nothing is doubtful.
ATTEMPTS = (SCALES[0], "board"), (SCALES[1], "board2"), (SCALES[0], "board2"), (SCALES[1], "board")
# A window is a board of Pips with at least the probability `WHOLE`, if half of its cells are with as much, and what its
# tags say is rather that than not: of 389 pictures of Pips 4 had no such window at any scale, 2 of 607 others had one.
# So many dominoes are no accident, nor cells for so many: two that a dialog left of a board of Tango had 0.96, 0.97.
LEAST_DOMINOES = 3
# The finder's pitch of a board of one row is off by up to this part.
PITCH_OFF = 0.06
# So near to the middle of half a domino, in places, there is no tag: it would hide the pips. It is a digit there.
ON_PIPS = 0.2


def attempts(bgr: Colours) -> Iterator[PipsDraft | UnreadableError | None]:
    """What is read of a picture (H, W, 3), in one attempt after another: a board of Pips, why one cannot be read, or
    None where there is none; at last, where there are dominoes without a board, what is missing: a board of one row
    may be seen only when it is larger. If the first is not certain, two networks must agree and no surer one differ."""
    seen, made = list[Found](), list[tuple[str, PipsDraft]]()
    find, looks = cache(partial(located, bgr)), Looks(bgr)
    every = *ATTEMPTS, *((4 * pixels, reader) for pixels, reader in ATTEMPTS[1::2])
    ways = dict.fromkeys((min(pixels, bgr.size // 3), reader) for pixels, reader in every)
    for number, (pixels, reader) in enumerate(ways):
        if pixels > SCALES[-1] and (made or max(len(one.dominoes) for one in seen) < LEAST_DOMINOES):
            break
        seen.append(found := find(pixels))
        draft = _attempt(looks, found, reader) if found.rows else None
        if isinstance(draft, PipsDraft):
            surer = {one.read.puzzle for _, one in made if one.confidence > draft.confidence}
            agreed = next(filter(None, (draft.agreed(one) for by, one in made if by != reader)), None)
            if agreed and surer <= {draft.read.puzzle}:
                yield agreed
                return
            draft = replace(draft, certain=draft.certain and not number)
            made.append((reader, draft))
        elif reader != ATTEMPTS[0][1]:  # a second opinion may read a board, but not refuse one of another game
            draft = None
        yield draft
    for alone in [one for one in seen if one.dominoes and not one.rows][:1]:
        yield _dominoes_alone(looks, alone)


def _attempt(looks: Looks, found: Found, reader: str, further: bool = False) -> PipsDraft | UnreadableError | None:
    """`further`: cells were looked for further away than the finder saw them."""
    if 1 in (found.rows, found.columns) and not further:
        found = _wider(looks.bgr, found, reader)
    seen = _window(looks.bgr, found, reader, 2)
    cells = (there := 1 - seen.window.place[..., 0])[there > RATHER]
    if not len(cells) or min(seen.window.whole, float(np.median(cells))) < WHOLE:
        return None
    if len(cells) < 2 * LEAST_DOMINOES:
        return _further(looks, found, reader)
    if (parts := _parts(looks, found, seen)) is None:
        return None
    if parts.needed < 0:  # there may be dominoes that are too small to be seen where cells are
        small = _parts(looks, replace(found, dominoes=looks.small(found.step)), seen)
        parts = min(parts, small or parts, key=lambda one: abs(one.needed))
    try:
        draft: PipsDraft | UnreadableError = assembled(looks.bgr, seen, parts)
    except UnreadableError as error:
        draft = error
        error.certain = True
        error.lattices = (Lattice(seen.x, seen.y, seen.step, seen.step, *seen.window.place.shape[:2]),)
    # What lies further away has to be seen: where no more than the count speaks for cells, these may be anywhere.
    if further and isinstance(draft, PipsDraft) and len(draft.read.cells) != len(parts.cells):
        return None
    if parts.needed > 0:
        beyond = _further(looks, found, reader)
        if isinstance(beyond, PipsDraft) and len(beyond.read.cells) > len(parts.cells):
            return draft if isinstance(draft, PipsDraft) and draft.cost < beyond.cost else beyond
    return draft


def _further(looks: Looks, found: Found, reader: str) -> PipsDraft | UnreadableError | None:
    """The same with what is seen further around, where that is more."""
    wider = _wider(looks.bgr, found, reader)
    more = wider.rows * wider.columns > found.rows * found.columns  # which it cannot be for ever
    return _attempt(looks, wider, reader, further=True) if more else None


def _wider(bgr: Colours, found: Found, reader: str) -> Found:
    """The board with what is seen further around: over two empty places there are an island's cell and one beside it,
    of a row the finder may see a part. Little tells the pitch of a row: it is the one that rather makes it a board."""
    parts = (0, -1, 1, -0.5, 0.5) if 1 in (found.rows, found.columns) else (0,)
    more = [part * PITCH_OFF * found.step for part in parts]
    moved = ((found.step + by, found.x - found.columns * by / 2, found.y - found.rows * by / 2) for by in more)
    ways = [_window(bgr, replace(found, step=step, x=x, y=y), reader, 4) for step, x, y in moved]
    seen = max(ways, key=lambda one: one.window.whole)
    cells = seen.window.place[..., 0] < RATHER
    return _bounded(cells, replace(found, step=seen.step), seen.x, seen.y) if cells.any() else found


def _parts(looks: Looks, found: Found, seen: Seen) -> Parts | None:
    """What is on a board that was found; None where it has no tags."""
    sure = 1 - seen.window.place[..., 0]
    every, cells = cells_of(sure > RATHER), cells_of(largest(sure * (sure > RATHER)))
    if not (places := tag_places(seen.window)):
        return None
    pairs, single = laid_dominoes(seen.window, cells)
    beside = [d for d in found.dominoes if not _on_board(d, seen, every)]
    spots = [(seen.x + x * seen.step, seen.y + y * seen.step, seen.step) for x, y, *_ in places]
    said = network.tags(looks.bgr, spots)
    tags = _tags(seen, places, said, cells, {cell for pair in pairs if pair.rather for cell in pair.cells})
    if not tags or np.mean([tag.texts[0].probability for tag in tags]) < RATHER:
        return None
    there = [(d.x, d.y, d.side, d.upright) for d in beside]
    for pair in pairs:
        (r, c), (r2, c2) = sorted(pair.cells)
        there.append((*seen.middle((r + r2) / 2, (c + c2) / 2), seen.step, r != r2))
    halves = looks.dominoes(there)
    tray = [
        InTray(d, domino, (options_of(first, NUMBERS), options_of(second, NUMBERS)))
        for d, (domino, first, second) in zip(beside, halves, strict=False)
    ]
    for k, (_, first, second) in enumerate(halves[len(beside) :]):  # two opinions on each half
        one, other = (np.sqrt(seen.window.pips[cell] + TINY) for cell in sorted(pairs[k].cells))
        pairs[k] = replace(pairs[k], halves=(options_of(first * one, NUMBERS), options_of(second * other, NUMBERS)))
    return Parts(cells, tags, pairs, single, tray)


class Looks:
    """A picture, and the dominoes at places of it; none is looked at twice."""

    def __init__(self, bgr: Colours) -> None:
        self.bgr, self.small, self._dominoes = bgr, cache(partial(small_dominoes, bgr)), dict[Lying, SeenDomino]()

    def dominoes(self, places: list[Lying]) -> list[SeenDomino]:
        new = [place for place in dict.fromkeys(places) if place not in self._dominoes]
        self._dominoes |= zip(new, network.dominoes(self.bgr, new), strict=True)
        return [self._dominoes[place] for place in places]


def _dominoes_alone(looks: Looks, found: Found) -> NoBoardError | None:
    """What to say where there are several dominoes beyond doubt, and no board."""
    there = looks.dominoes([(d.x, d.y, d.side, d.upright) for d in found.dominoes])
    sure = [d for d, halves in zip(found.dominoes, there, strict=True) if halves.domino > WHOLE]
    if len(sure) < LEAST_DOMINOES:
        return None
    error = NoBoardError(
        f"{len(sure)} dominoes are there, but no board of Pips with tags was found to lay them on. "
        "Take a picture that shows the whole board and the dominoes below it."
    )
    error.lattices = tuple(Lattice(*d.box[:2], d.side, d.side, 1 + d.upright, 2 - d.upright) for d in sure)
    return error


def _bounded(cells: NDArray[np.bool_], found: Found, x: float, y: float) -> Found:
    """The smallest board with all cells of a window whose corner is there."""
    column, row, columns, rows = cv2.boundingRect(cells.astype(np.uint8))
    return replace(found, x=x + column * found.step, y=y + row * found.step, rows=rows, columns=columns)


def _window(bgr: Colours, found: Found, reader: str, beyond: int) -> Seen:
    """The board with so many places all around; moved where it goes on there."""
    for _ in range(3):
        x, y = found.x - beyond * found.step, found.y - beyond * found.step
        window = network.window(bgr, x, y, found.step, found.rows + 2 * beyond, found.columns + 2 * beyond, reader)
        cells = window.place[..., 0] < RATHER
        if cells[beyond:-beyond, beyond:-beyond].sum() == cells.sum() or max(cells.shape) > 24:
            break
        found = _bounded(cells, found, x, y)
    xs, ys = (start + found.step * (np.arange(n) + 0.5) for start, n in ((x, cells.shape[1]), (y, cells.shape[0])))
    place, fills = window.place.copy(), fills_of(bgr, xs, ys, found.step)
    inside = ((ys >= 0) & (ys < bgr.shape[0]))[:, None] & (xs >= 0) & (xs < bgr.shape[1])
    place[inside] = by_colour(place[inside], fills[inside])
    return Seen(x, y, found.step, replace(window, place=place), fills)


def _on_board(domino: Domino, seen: Seen, cells: set[Cell]) -> bool:
    row, column = (domino.y - seen.y) / seen.step, (domino.x - seen.x) / seen.step
    near = {(int(row + dr), int(column + dc)) for dr in (-0.3, 0.3) for dc in (-0.3, 0.3)}
    return len(near & cells) > 2 or near <= cells


def _tags(
    seen: Seen,
    places: list[tuple[float, float, float, int, int]],
    said: list[SeenTag],
    cells: set[Cell],
    laid: set[Cell],
) -> list[ReadTag]:
    """The tags of a board. `laid`: the cells on which dominoes lie."""
    found, every = [], []
    for (x, y, p, ky, kx), tag in zip(places, said, strict=True):
        cell = int(y), int(x)
        if cell in laid and max(abs(y - cell[0] - 0.5), abs(x - cell[1] - 0.5)) < ON_PIPS:
            continue
        texts, something = texts_of(tag)
        # Two opinions, of its place and of what it says: one may be sure where the other is not.
        present = float(p * something / (p * something + (1 - p) * (1 - something) + 1e-9))
        owners = owners_of(seen.window, ky, kx, cells)
        if present >= RATHER and owners:
            found.append((x, y, texts, present, tag.covered < RATHER))
            every.append(owners)
    return [
        ReadTag(x, y, texts, present, cell, owner, clear)
        for (x, y, texts, present, clear), (owner, cell) in zip(found, owned(every), strict=True)
    ]

"""As many cells as halves of dominoes: what of all that was seen is the board's and the tray's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp, inf, log, prod
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import OccludedError, UnsupportedError
from vision.games.pips.fills import ALIKE
from vision.games.pips.interpret import Laid, odds_of
from vision.games.pips.locate import cells_of
from vision.games.pips.parts import Cell
from vision.games.pips.seen import InTray, Parts, Seen
from vision.locate.votes import ONE_SIZE

# So many things may be taken otherwise, and so many ways to do so are looked at, each.
MOST_FLIPS = 11
# Dominoes beside the board of another size, or in rows over so many sides apart (trays: up to 2.4 on others' pages;
# examples: 5.1), are of another group, as of an example: so much it costs, as log odds, to leave out all, where the
# whole board has dominoes (half of it to take another size), and some; and one of two alike, as no puzzle of 264 has.
NEAR, ALL, APART, TWICE = 3.5, 4.0, 1.0, 6.0


class Flip(NamedTuple):
    """What may be taken otherwise: what that costs, as log odds; how many cells fewer or more that leaves to dominoes;
    `times`: what the probability of all that is there is to be multiplied by for it."""

    cost: float
    frees: int
    what: Cell | frozenset[Cell] | frozenset[InTray] | Laid | InTray
    times: float


def counted(seen: Seen, parts: Parts) -> Iterator[Parts]:
    """As many cells as halves, and none that no domino can cover: where that is not so, the least sure places and
    dominoes are taken otherwise, in the most probable way; then in the next one, where that is no puzzle.

    Raises `OccludedError` or `UnsupportedError` where it does not come out so either."""
    place = seen.window.place[..., 0]
    sure = float(np.maximum(place, 1 - place).prod()) * prod(one.sure for one in parts.likely)
    if not parts.needed and (as_seen := _otherwise(parts, (), place.shape)):
        yield replace(as_seen, there=sure, cost=ALL / 2 * len(groups(parts.tray, inf)[1:]))
        return
    flips, fitting = _flips(seen, parts), []
    for mask in range(1, 1 << len(flips)):
        some = tuple(flip for k, flip in enumerate(flips) if mask >> k & 1)
        if sum(flip.frees for flip in some) == parts.needed and (others := _otherwise(parts, some, place.shape)):
            fitting.append((sum(flip.cost for flip in some), mask, some, others))
    if not fitting:
        raise miscounted(parts)
    fitting.sort(key=lambda one: one[:2])
    for number, (cost, _, some, others) in enumerate(fitting[:MOST_FLIPS]):
        # That is as probable as it is among all that come out so and were not ruled out.
        share = 1 / sum(exp(cost - one[0]) for one in fitting[number:])
        yield replace(others, there=sure * share * prod(flip.times for flip in some), cost=cost)


def _flips(seen: Seen, parts: Parts) -> list[Flip]:
    """What is the least sure of all places and dominoes. What hardly looks like a cell, or like a domino beside the
    board, is only half as improbable for the count's sake, as log odds: others may not have been seen at all."""
    place = seen.window.place[..., 0]
    on_board = [pair for pair in parts.pairs if pair.rather]
    laid, flips = {cell for pair in on_board for cell in pair.cells}, []
    free = {(int(r), int(c)) for r, c in np.ndindex(*place.shape)} - laid - {tag.cell for tag in parts.tags}
    for cell in sorted(free):
        sure, is_one = 1 - float(place[cell]), cell in parts.cells
        flips.append(Flip(abs(odds_of(sure)), -1 if is_one else 1, cell, 1 / sure if is_one else sure**0.5))
    for island in _islands(parts.cells, place.shape) + _of_one_colour(free & parts.cells, seen.fills):
        sure = float(np.mean([1 - place[cell] for cell in island]))
        dominoes = sum(pair.rather and island.issuperset(pair.cells) for pair in parts.pairs)
        flips.append(Flip(abs(odds_of(sure)), 2 * dominoes - len(island), island, 1 / sure))
    at = np.mean([seen.middle(*cell) for cell in parts.cells], axis=0)
    beside = groups(parts.tray, NEAR)  # the tray is near the board, and has many
    beside.sort(key=lambda some: min(np.abs(at - (one.domino.x, one.domino.y)).max() for one in some) / len(some))
    for number in range(laid != parts.cells, len(beside)):
        others = frozenset[InTray]().union(*beside[number:])
        flips.append(Flip(APART if number else ALL, 2 * len(others), others, 1.0))
    if copies := _copies(on_board, parts.tray):
        flips.append(Flip(APART - log(prod(copies.values())), 2 * len(copies), frozenset(copies), 1.0))
    for cost, some in _alike(parts.tray, parts.needed // 2):
        flips.append(Flip(cost, 2 * len(some), some, 1 / prod(one.sure for one in some)))
    for one in parts.dominoes:
        hardly = one.sure**0.5 if isinstance(one, InTray) else 1.0
        flips.append(Flip(abs(one.odds), 2 if one.rather else -2, one, 1 / one.sure if one.rather else hardly))
    return sorted(flips, key=lambda flip: flip.cost)[: MOST_FLIPS if parts.likely else 0]


def _otherwise(parts: Parts, flips: tuple[Flip, ...], shape: tuple[int, ...]) -> Parts | None:
    """All parts, some taken otherwise than they look; None where dominoes cannot cover that."""
    others = [flip.what for flip in flips]
    all_gone = [one for some in others if isinstance(some, frozenset) for one in some]
    alone = [one for some in others for one in (some.cells if isinstance(some, Laid) else (some,))]
    if not (gone := frozenset(all_gone)).isdisjoint(alone) or len(gone) < len(all_gone):
        return None
    cells = (parts.cells ^ {one for one in others if isinstance(one, tuple)}) - gone
    pairs = [pair for pair in parts.pairs if pair.rather != (pair in others) and not gone.issuperset(pair.cells)]
    laid = {cell for pair in pairs for cell in pair.cells}
    tags = [tag for tag in parts.tags if tag.cell in cells]
    if (parts.tags and not tags) or not laid <= cells or not _coverable(cells, shape):
        return None
    tray = [one for one in parts.tray if one.rather != (one in others) and one not in gone]
    return replace(parts, cells=cells, tags=tags, pairs=pairs, tray=tray)


def _islands(cells: set[Cell], shape: tuple[int, ...]) -> list[frozenset[Cell]]:
    """The groups of cells that touch no others, but for the largest: what is wrong of one cell is so of all."""
    there = np.zeros(shape, np.uint8)
    there[tuple(np.array(sorted(cells)).T)] = 1
    count, groups = cv2.connectedComponents(there, connectivity=8)
    return sorted((frozenset(cells_of(groups == k)) for k in range(1, count)), key=len)[:-1]


def _of_one_colour(cells: set[Cell], fills: NDArray[np.float64]) -> list[frozenset[Cell]]:
    """Several of these in each colour: all may be holes of the board, through which the ground is seen."""
    found = {frozenset(k for k in cells if np.abs(fills[k] - fills[cell]).max() < ALIKE) for cell in cells}
    return sorted((some for some in found if len(some) > 1), key=sorted)


def groups(tray: list[InTray], far: float) -> list[frozenset[InTray]]:
    """The dominoes beside the board, those together of one size, in rows no farther apart than so many sides."""
    left, found = [one for one in tray if one.rather], list[list[InTray]]()
    while left:
        found.append([left.pop()])
        for one in found[-1]:  # grows while it is gone through
            y, side = one.domino.y, one.domino.side
            rows = [other for other in left if abs(y - other.domino.y) <= far * side]
            found[-1] += (near := [other for other in rows if abs(log(side / other.domino.side)) < ONE_SIZE])
            left = [other for other in left if other not in near]
    return [frozenset(one) for one in found]


def _copies(on_board: list[Laid], tray: list[InTray]) -> dict[InTray, float]:
    """Which dominoes a tray that keeps pale copies of what was laid has for these, and the probability of each."""
    found = dict[InTray, float]()
    for pair in on_board:
        likely = {one: _same(pair, one) for one in tray if one.rather and one not in found}
        if most := max(likely.values(), default=0.0):
            found[next(one for one, chance in likely.items() if chance == most)] = most
    return found


def _alike(tray: list[InTray], many: int) -> Iterator[tuple[float, frozenset[InTray]]]:
    """Dominoes that say the same, and what it costs to leave out one, less if it lies apart, as that in the hand is
    shown once more on many pages, or so many, the least sure ones, as slots of the tray that are empty."""
    said: dict[tuple[str, ...], list[InTray]] = {}
    for one in sorted((one for one in tray if one.rather), key=lambda one: one.sure):
        said.setdefault(tuple(sorted(half[0].value for half in one.halves)), []).append(one)
    at = {one: complex(one.domino.x, one.domino.y) for one in tray if one.rather}
    away = {one: min((abs(z - other) for other in at.values() if other != z), default=0.0) for one, z in at.items()}
    for some in [some for some in said.values() if len(some) > 1]:
        lone = max(some, key=lambda one: away[one])
        apart = away[lone] > max((away[one] for one in at if one not in some), default=0.0) + lone.domino.side / 2
        yield APART if apart else TWICE, frozenset([lone])
        if many > 1:
            yield odds_of(float(np.mean([one.sure for one in some[:many]]))), frozenset(some[:many])


def _same(pair: Laid, one: InTray) -> float:
    """The probability that the halves of a domino on the board say what is in the tray."""
    first, second = ({option.value: option.probability for option in half} for half in pair.halves)
    a, b = (half[0].value for half in one.halves)
    return max(first.get(a, 0.0) * second.get(b, 0.0), first.get(b, 0.0) * second.get(a, 0.0))


def _coverable(cells: set[Cell], shape: tuple[int, ...]) -> bool:
    """Whether groups of neighbours have as many light as dark places of a chessboard: dominoes cover one of each."""
    there, dark = np.zeros(shape, np.uint8), np.indices(shape).sum(axis=0) % 2
    there[[r for r, _ in cells], [c for _, c in cells]] = 1
    groups = cv2.connectedComponents(there, connectivity=4)[1].ravel()
    return not np.bincount(groups, (there * (dark - 0.5)).ravel()).any()


def miscounted(parts: Parts) -> OccludedError | UnsupportedError:
    """What to say where the count does not come out."""
    cells, dominoes = len(parts.cells), len(parts.likely)
    if not any(one.rather for one in parts.tray) and 2 * dominoes < cells:
        return UnsupportedError(
            "A board of Pips is there, but the dominoes to lay on it are not in the picture. "
            "Take a picture that shows the board and the dominoes below it."
        )
    return OccludedError(
        f"A board of Pips is there, but {cells} cells and {dominoes} domino{'es' * (dominoes != 1)} do not go together"
        ": a part of the board or of the tray is covered, cut off or moving. Take a picture of all of it, at rest."
    )

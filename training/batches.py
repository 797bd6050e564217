"""Batches of drawn boards of one size, changed in colour and turned for training."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from samples.drawn import DrawnBoard

Bytes = NDArray[np.uint8]
Labels = NDArray[np.int8]
Number = TypeVar("Number", np.uint8, np.int8)
Draw = Callable[[int, int, int | None], "DrawnBoard"]

# How many boards of a size make a batch (about equal work), and how often that size is drawn.
BATCHES = {
    4: (28, 0.07), 5: (20, 0.03), 6: (16, 0.36), 7: (12, 0.06), 8: (10, 0.2), 9: (8, 0.05), 10: (6, 0.09),
    11: (5, 0.02), 12: (4, 0.05), 14: (3, 0.07),
}  # fmt: skip
# How many boards are changed in colour, and how many are turned or mirrored.
RECOLOURED, TURNED = 0.3, 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """B boards of n x n cells, E = 2n(n - 1) edges each: those between horizontal neighbours first.

    `image`: (B, 32(n+1), 32(n+1), 3) BGR; `edges`: (B, E, 32, 32, 3) BGR; `kinds`, `names`, `given`, `inside`:
    (B, n, n), as `DrawnBoard` has them; `markers`: (B, E), -1 where not told; `whole`: (B,) 0 or 1; `looks`: B words.
    `covered`, `marks`, `regions`: (B, n, n) and `covered_edges`: (B, E), as `DrawnBoard` has them; `queens`: (B,) 0 or
    1. `next_index`: the first index of the generator that has not been drawn yet.
    """

    size: int
    image: Bytes
    edges: Bytes
    kinds: Labels
    names: Labels
    given: Labels
    inside: Labels
    covered: Labels
    covered_edges: Labels
    markers: Labels
    whole: Labels
    marks: Labels
    regions: Labels
    queens: Labels
    looks: tuple[str, ...]
    next_index: int


def batch_of(boards: list[DrawnBoard], next_index: int) -> Batch:
    size = len(boards[0].kinds)
    whole = np.array([one.whole for one in boards], np.int8)
    markers = np.stack([np.concatenate((one.h.ravel(), one.v.ravel())) for one in boards]).astype(np.int8)
    markers[whole == 0] = -1
    return Batch(
        size,
        np.stack([one.image for one in boards]),
        np.stack([np.concatenate((flat(one.edges_h), flat(one.edges_v))) for one in boards]),
        np.stack([one.kinds for one in boards]),
        np.stack([one.names for one in boards]),
        np.stack([one.given for one in boards]),
        np.stack([one.inside for one in boards]),
        np.stack([one.covered for one in boards]),
        np.stack([np.concatenate((one.covered_h.ravel(), one.covered_v.ravel())) for one in boards]),
        markers,
        whole,
        np.stack([one.marks for one in boards]),
        np.stack([one.regions for one in boards]),
        np.array([one.queens for one in boards], np.int8),
        tuple(one.look for one in boards),
        next_index,
    )


def flat(edges: Bytes) -> Bytes:
    """Patches of edges without rows and columns: (E, 32, 32, 3)."""
    return edges.reshape(-1, *edges.shape[2:])


def drawn(draw: Draw, seed: int, index: int, sizes: dict[int, tuple[int, float]] | None = None) -> Iterator[Batch]:
    """Batches without end, from an index of the generator on; the same for the same seed and index."""
    sizes = sizes or BATCHES
    while True:
        size = random.Random(f"{seed} {index}").choices(list(sizes), [often for _, often in sizes.values()])[0]
        count = sizes[size][0]
        boards = [draw(seed, index + number, size) for number in range(count)]
        index += count
        yield batch_of(boards, index)


def boards(seed: int, index: int) -> Iterator[Batch]:
    """`drawn` with our generator: one board that it cannot draw ends no training, its message is seen."""
    from samples.drawn import draw

    def surely(seed: int, index: int, size: int | None) -> DrawnBoard:
        try:
            return draw(seed, index, size)
        except Exception as error:
            print(f"\nboard {index} of seed {seed}, {size} cells: {error!r}", file=sys.stderr, flush=True)
            return surely(seed + 1, index, size)

    return drawn(surely, seed, index)


def changed(batch: Batch, chance: np.random.Generator) -> Batch:
    """A batch some of whose boards have other colours or are turned; what their symbols are called is not told then."""
    image, edges, names = batch.image.copy(), batch.edges.copy(), batch.names.copy()
    kinds, given, markers = batch.kinds.copy(), batch.given.copy(), batch.markers.copy()
    inside, covered, covered_edges = batch.inside.copy(), batch.covered.copy(), batch.covered_edges.copy()
    marks, regions = batch.marks.copy(), batch.regions.copy()
    for board in range(len(image)):
        # Of Queens the colours may be all that tells where a region ends.
        if chance.random() < RECOLOURED and not batch.queens[board]:
            table = recolouring(chance)
            image[board], edges[board] = table(image[board]), table(edges[board])
            names[board][names[board] > 0] = -1
        if chance.random() < TURNED:
            turn = int(chance.integers(1, 4))
            for labels in (kinds, names, given, inside, covered, marks, regions):
                labels[board] = _turned(labels[board], turn)
            names[board][names[board] > 0] = -1
            image[board] = _turned(image[board], turn)
            edges[board] = _turned_edges(edges[board], batch.size, turn, inside=True)
            for labels in (markers, covered_edges):
                labels[board] = _turned_edges(labels[board], batch.size, turn, inside=False)
    return replace(
        batch,
        image=image,
        edges=edges,
        kinds=kinds,
        names=names,
        given=given,
        inside=inside,
        covered=covered,
        covered_edges=covered_edges,
        markers=markers,
        marks=marks,
        regions=regions,
    )


def recolouring(chance: np.random.Generator) -> Callable[[Bytes], Bytes]:
    """Channels exchanged, brightness inverted, colours mixed and made stronger or weaker: as one matrix."""
    matrix = np.eye(3)[chance.permutation(3)]
    grey = np.full((3, 3), 1 / 3)
    colourful = chance.uniform(0.2, 1.5)
    matrix = colourful * matrix + (1 - colourful) * grey @ matrix
    matrix *= chance.uniform(0.8, 1.1, (3, 1))
    inverted = chance.random() < 0.5
    # Small numbers are exact in float32 and cv2.transform would want contiguous pictures.
    mix = (-matrix if inverted else matrix).T.astype(np.float32)
    shift = np.float32(255 * matrix.sum(axis=1).clip(0, 1).min() if inverted else chance.uniform(-10, 30))

    def apply(picture: Bytes) -> Bytes:
        return np.asarray(np.clip(picture.astype(np.float32) @ mix + shift, 0, 255), np.uint8)

    return apply


def _turned(array: NDArray[Number], turn: int) -> NDArray[Number]:
    """1: turned over the diagonal; 2: mirrored left to right; 3: both, one after the other."""
    if turn & 2:
        array = array[:, ::-1]
    if turn & 1:
        array = array.swapaxes(0, 1)
    return array


def _turned_edges(edges: NDArray[Number], size: int, turn: int, *, inside: bool) -> NDArray[Number]:
    """Edges (E, ...) of a board that is turned; `inside`: they are patches, which turn as well."""
    half = size * (size - 1)
    across = edges[:half].reshape(size, size - 1, *edges.shape[1:])
    down = edges[half:].reshape(size - 1, size, *edges.shape[1:])
    if turn & 2:
        across, down = across[:, ::-1], down[:, ::-1]
        if inside:
            across, down = across[:, :, :, ::-1], down[:, :, :, ::-1]
    if turn & 1:
        across, down = down.swapaxes(0, 1), across.swapaxes(0, 1)
        if inside:
            across, down = across.swapaxes(2, 3), down.swapaxes(2, 3)
    return np.concatenate((across.reshape(half, *edges.shape[1:]), down.reshape(half, *edges.shape[1:])))

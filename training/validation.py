"""How right the network is, by kind of look, on boards it was never trained on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import torch
from numpy.typing import NDArray

from training.batches import Batch
from training.losses import borders_of, inputs
from training.network import BORDER, EMPTY, GIVEN, INSIDE, MARKER, MARKS, NAMES, SAME, Network

Floats = NDArray[np.float32]

# What is counted of each look: (right, all).
Figures = dict[str, dict[str, tuple[int, int]]]


def validate(network: Network, batches: Iterable[Batch]) -> Figures:
    """By look, and for all of them under `all`: boards, cells, names, clues, markers and wholes that are right."""
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    network.eval()
    for batch in batches:
        with torch.inference_mode():
            given = inputs(batch)
            output = network(given.board, given.edges)
        tokens, whole = output.tokens.float().numpy(), output.whole.float().numpy()
        for number, look in enumerate(batch.looks):
            for what, (right, total) in judged(tokens[number], whole[number], batch, number).items():
                for group in (look, "all"):
                    counts[group][what][0] += right
                    counts[group][what][1] += total
    network.train()
    return {look: {what: (pair[0], pair[1]) for what, pair in row.items()} for look, row in counts.items()}


def judged(tokens: Floats, whole: Floats, batch: Batch, number: int) -> dict[str, tuple[int, int]]:
    """What is right of one board: by name, how many of how many."""
    cells = batch.size**2
    kinds, names, given = (labels[number].ravel() for labels in (batch.kinds, batch.names, batch.given))
    markers, is_whole = batch.markers[number], bool(batch.whole[number])
    found: dict[str, tuple[int, int]] = {"whole": (int((whole[0] > 0) == is_whole), 1)}
    found["queens"] = int((whole[1] > 0) == bool(batch.queens[number])), 1
    inside = batch.inside[number].ravel()
    part = inside >= 0
    found["inside"] = int(((tokens[:cells, INSIDE][:, 0] > 0) == (inside == 1))[part].sum()), int(part.sum())
    if batch.queens[number]:
        right = tokens[:cells, MARKS].argmax(axis=1) == batch.marks[number].ravel()
        found["crowns, crosses"] = int(right.sum()), cells
        lines = (tokens[cells:, BORDER][:, 0] > 0) == (borders_of(batch.regions[number : number + 1])[0] == 1)
        found["borders"] = int(lines.sum()), len(lines)
        found["boards"] = int(right.all() and lines.all()), 1
    if not is_whole:
        return found
    edges = tokens[cells:, MARKER].argmax(axis=1)
    seen = markers >= 0
    right_edges = edges[seen] == markers[seen]
    found["markers"] = int(right_edges.sum()), len(right_edges)
    found["marked"] = int((right_edges & (markers[seen] > 0)).sum()), int((markers[seen] > 0).sum())
    empty = tokens[:cells, EMPTY][:, 0] > 0
    told = kinds >= 0
    right_empty = (empty == (kinds == 0))[told]
    found["empty"] = int(right_empty.sum()), len(right_empty)
    filled = kinds > 0
    cells_right = bool(right_empty.all())
    if filled.any():
        side = two_kinds(tokens[:cells, SAME][filled])
        same = int((side == (kinds[filled] == 2)).sum())
        found["kinds"] = max(same, len(side) - same), len(side)
        cells_right &= max(same, len(side) - same) == len(side)
    named = (names > 0) & filled
    if named.any():
        found["names"] = int((tokens[:cells, NAMES].argmax(axis=1)[named] == names[named] - 1).sum()), int(named.sum())
    known = given >= 0
    found["given"] = int(((tokens[:cells, GIVEN][:, 0] > 0) == (given == 1))[known].sum()), int(known.sum())
    found["cells of boards"] = int(cells_right), 1
    found["markers of boards"] = int(right_edges.all()), 1
    found["boards"] = int(cells_right and right_edges.all()), 1
    return found


def two_kinds(vectors: Floats) -> NDArray[np.bool_]:
    """The kind of each of F cells by the leading eigenvector of their products: (F,) bool."""
    products = vectors @ vectors.T
    return np.asarray(np.linalg.eigh(products)[1][:, -1] > 0, np.bool_)


def text(figures: Figures) -> str:
    """The figures as a table, a line for each look, the worst first."""
    columns = ["boards", "cells of boards", "markers of boards", "empty", "kinds", "names", "given", "marked"]
    columns += ["inside", "whole", "queens", "crowns, crosses", "borders"]
    lines = [f"{'look':<26}" + "".join(f"{name:>18}" for name in columns)]

    def share(row: dict[str, tuple[int, int]], name: str) -> float:
        right, total = row.get(name, (0, 0))
        return right / total if total else 1.0

    for look in sorted(figures, key=lambda one: (one == "all", share(figures[one], "boards"), one)):
        row = figures[look]
        shown = (f"{row[name][0]}/{row[name][1]}" if name in row else "" for name in columns)
        lines.append(f"{look[:26]:<26}" + "".join(f"{word:>18}" for word in shown))
    return "\n".join(lines)

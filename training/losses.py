"""What the network is to learn from a batch, as one number, and how right it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.batches import Batch
from training.network import BORDER, COVERED, EMPTY, GIVEN, INSIDE, MARKER, MARKS, NAMES, SAME, Output

# The parts of the loss and their weights. Markers are few among the edges, covered places among all: theirs are large.
WEIGHTS = {
    "empty": 1.0,
    "names": 0.7,
    "given": 0.8,
    "same": 1.0,
    "markers": 4.0,
    "whole": 1.5,
    "inside": 0.6,
    "covered": 4.0,
    "marks": 1.5,
    "borders": 2.0,
    "regions": 1.0,
    "queens": 1.0,
}
# What pairs with an empty cell count, beside pairs of symbols, in `same`: empty cells are one more kind.
BESIDE_EMPTY = 0.6
# Products of vectors are divided by this, so that they begin near zero.
SCALE = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """A batch as the network takes it: `board` (B, 3, H, W) and `edges` (B * E, 3, 32, 32), float32 0..1."""

    board: Tensor
    edges: Tensor


def inputs(batch: Batch) -> Inputs:
    board = torch.from_numpy(batch.image).permute(0, 3, 1, 2).float().div_(255)
    edges = torch.from_numpy(batch.edges).flatten(0, 1).permute(0, 3, 1, 2).float().div_(255)
    return Inputs(board, edges)  # each pixel's colours lie together, which is quicker


def pair_logits(vectors: Tensor) -> Tensor:
    """Of vectors (B, N, 16): the logits that two cells are of one kind, (B, N, N)."""
    return vectors @ vectors.transpose(1, 2) / SCALE


def parts(output: Output, batch: Batch) -> dict[str, Tensor]:
    """Each part of the loss, before it is weighted; 0 where a batch says nothing of it."""
    boards = len(batch.image)
    kinds, names, given, inside = (
        torch.from_numpy(labels).reshape(boards, -1).long()
        for labels in (batch.kinds, batch.names, batch.given, batch.inside)
    )
    markers, whole = torch.from_numpy(batch.markers).long(), torch.from_numpy(batch.whole).float()
    tokens = output.tokens.float()
    cells, edges = tokens[:, : kinds.shape[1]], tokens[:, kinds.shape[1] :]
    binary = functional.binary_cross_entropy_with_logits
    found = {}
    told = kinds >= 0
    found["empty"] = binary(cells[..., EMPTY][..., 0][told], (kinds[told] == 0).float(), reduction="sum") / _some(told)
    named = names > 0
    categories = functional.cross_entropy
    found["names"] = categories(cells[..., NAMES][named], names[named] - 1, reduction="sum") / _some(named)
    known = given >= 0
    found["given"] = binary(cells[..., GIVEN][..., 0][known], given[known].float(), reduction="sum") / _some(known)
    filled = kinds > 0
    alike = (kinds[:, :, None] == kinds[:, None]).float()
    each = binary(pair_logits(cells[..., SAME]), alike, reduction="none")
    not_itself = ~torch.eye(kinds.shape[1], dtype=torch.bool)
    others = told[:, :, None] & told[:, None] & not_itself
    both = filled[:, :, None] & filled[:, None] & others
    found["same"] = _mean_of_boards(each, both) + BESIDE_EMPTY * _mean_of_boards(each, others & ~both)
    seen = markers >= 0
    found["markers"] = categories(edges[..., MARKER][seen], markers[seen], reduction="sum") / _some(seen)
    part = inside >= 0
    found["inside"] = binary(cells[..., INSIDE][..., 0][part], inside[part].float(), reduction="sum") / _some(part)
    over = torch.from_numpy(np.concatenate((batch.covered.reshape(boards, -1), batch.covered_edges), axis=1)).long()
    seen = over >= 0
    found["covered"] = binary(tokens[..., COVERED][..., 0][seen], over[seen].float(), reduction="sum") / _some(seen)
    marks, regions = (torch.from_numpy(labels).reshape(boards, -1).long() for labels in (batch.marks, batch.regions))
    seen = marks >= 0
    found["marks"] = categories(cells[..., MARKS][seen], marks[seen], reduction="sum") / _some(seen)
    borders = torch.from_numpy(borders_of(batch.regions)).long()
    seen = borders >= 0
    found["borders"] = binary(edges[..., BORDER][..., 0][seen], borders[seen].float(), reduction="sum") / _some(seen)
    # Cells of one region are of one kind, as symbols of two are.
    of_one = binary(pair_logits(cells[..., SAME]), (regions[:, :, None] == regions[:, None]).float(), reduction="none")
    found["regions"] = _mean_of_boards(of_one, (regions >= 0)[:, :, None] & (regions >= 0)[:, None] & not_itself)
    logits = output.whole.float()
    found["whole"] = binary(logits[:, 0], whole)
    found["queens"] = binary(logits[:, 1], torch.from_numpy(batch.queens).float())
    return found


def borders_of(regions: NDArray[np.int8]) -> NDArray[np.int8]:
    """Of the regions of boards (B, n, n), where two meet, (B, E) in the order of edges: 1, 0, or -1 where not told."""
    across = np.where(regions[:, :, 1:] >= 0, regions[:, :, 1:] != regions[:, :, :-1], -1)
    down = np.where(regions[:, 1:] >= 0, regions[:, 1:] != regions[:, :-1], -1)
    return np.concatenate([some.reshape(len(regions), -1) for some in (across, down)], axis=1).astype(np.int8)


def _mean_of_boards(values: Tensor, mask: Tensor) -> Tensor:
    """The mean over the places of each board, and of all boards: each counts the same, however full it is."""
    counts = mask.sum(dim=(1, 2))
    return ((values * mask).sum(dim=(1, 2)) / counts.clamp(min=1)).sum() / _some(counts > 0)


def _some(mask: Tensor) -> Tensor:
    return mask.sum().clamp(min=1)


def total(found: dict[str, Tensor]) -> Tensor:
    return torch.stack([WEIGHTS[name] * part for name, part in found.items()]).sum()

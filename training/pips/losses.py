"""What the networks of Pips are to learn from a batch, part by part."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from samples.drawn.pips.cuts import LAID, DominoPatch, Edge, Part, TagPatch, Window
from training.pips import network as net
from training.pips import patches
from training.pips.batches import images

# What a part counts; tags are few among the places where they might be.
WEIGHTS = {
    "kind": 3.0,
    "values": 2.0,
    "domino at": 1.0,
    "oblong": 1.0,
    "place": 1.0,
    "pips": 0.5,
    "way": 0.5,
    "same": 2.0,
    "tag": 0.6,
    "tag at": 2.0,
    "owner": 0.5,
    "over": 1.5,
    "whole": 0.3,
    "sign": 1.0,
    "tens": 1.0,
    "ones": 1.2,
    "domino": 0.5,
    "first": 0.6,
    "second": 0.6,
    "covered": 0.6,
    "close": 1.0,
}
# Edges between bare places are easy: they count half.
BARE_EDGE = 0.5


def tensor(pictures: list[NDArray[np.uint8]], chance: np.random.Generator | None) -> Tensor:
    return torch.from_numpy(images(pictures, chance)).permute(0, 3, 1, 2).float().div_(255)


def _labels(many: list[NDArray[np.int8]]) -> Tensor:
    return torch.from_numpy(np.stack(many)).long()


def _choice(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of (..., K) logits where a label is not negative."""
    told = labels >= 0
    loss = functional.cross_entropy(logits[told], labels[told], reduction="sum")
    return loss / told.sum().clamp(min=1)


def _yes(logits: Tensor, labels: Tensor, weights: Tensor | None = None) -> Tensor:
    told = labels >= 0
    if weights is not None:
        loss = functional.binary_cross_entropy_with_logits(
            logits[told], labels[told].float(), weight=weights[told], reduction="sum"
        )
        return loss / weights[told].sum().clamp(min=1)
    loss = functional.binary_cross_entropy_with_logits(logits[told], labels[told].float(), reduction="sum")
    return loss / told.sum().clamp(min=1)


def finder_parts(output: Tensor, parts: list[Part]) -> dict[str, Tensor]:
    out = output.float().permute(0, 2, 3, 1)
    kind = _labels([one.kind for one in parts])
    values = torch.from_numpy(np.stack([one.values for one in parts]))
    far = functional.smooth_l1_loss(out[..., net.VALUES], values, reduction="none", beta=0.1)
    on, board, tray = (kind > 0)[..., None], (kind == 1)[..., None], (kind == 2)[..., None]
    balance = torch.tensor((1.0, 3.0, 4.0))  # most of a page is neither
    kinds = out[..., net.KINDS].permute(0, 3, 1, 2)
    return {
        "kind": functional.cross_entropy(kinds, kind, weight=balance, ignore_index=-1),
        "values": (far[..., :3] * on).sum() / on.sum().clamp(min=1),
        "domino at": (far[..., 3:] * tray).sum() / tray.sum().clamp(min=1),
        "oblong": (far[..., 3:] * board).sum() / board.sum().clamp(min=1),
    }


def board_parts(output: Tensor, whole: Tensor, windows: list[Window]) -> dict[str, Tensor]:
    out = output.float().permute(0, 2, 3, 1)
    places = out[:, 1::2, 1::2]
    across, down = out[:, 1::2, 2::2, net.SAME][..., 0], out[:, 2::2, 1::2, net.SAME][..., 0]
    same = torch.cat((across.flatten(1), down.flatten(1)), dim=1)
    right, below = _labels([one.right for one in windows]), _labels([one.down for one in windows])
    place = _labels([one.place for one in windows])
    # Borders beside dominoes are the hardest to see.
    laid = (place == LAID).float()
    weights = torch.cat(
        ((1 + laid[:, :, 1:] + laid[:, :, :-1]).flatten(1), (1 + laid[:, 1:] + laid[:, :-1]).flatten(1)), dim=1
    )
    tag = _labels([one.tag for one in windows])
    at = torch.from_numpy(np.stack([one.tag_at for one in windows]))
    number = tag.sum().clamp(min=1)
    covered = _labels([one.covered for one in windows])
    every = functional.binary_cross_entropy_with_logits(out[..., net.TAG][..., 0], tag.float(), reduction="sum")
    far = functional.smooth_l1_loss(out[..., net.TAG_AT], at, reduction="none", beta=0.05).sum(dim=-1)
    return {
        "place": _choice(places[..., net.PLACE], place),
        "pips": _choice(places[..., net.PIPS], _labels([one.pips for one in windows])),
        "way": _choice(places[..., net.WAY], _labels([one.way for one in windows])),
        "same": _yes(same, torch.cat((right.flatten(1), below.flatten(1)), dim=1), weights),
        "tag": every / number,
        "tag at": (far * tag).sum() / number,
        "owner": _choice(out[..., net.OWNER], _labels([one.owner for one in windows])),
        # Little is covered.
        "over": _yes(out[..., net.OVER][..., 0], covered, 1 + 9.0 * (covered > 0)),
        "whole": functional.binary_cross_entropy_with_logits(
            whole.float()[:, 0], torch.tensor([float(one.whole) for one in windows])
        ),
    }


def tag_parts(output: Tensor, tags: list[TagPatch]) -> dict[str, Tensor]:
    out = output.float()
    sign, tens, ones, covered = torch.tensor([(one.sign, one.tens, one.ones, one.covered) for one in tags]).unbind(1)
    return {
        "sign": _choice(out[:, patches.SIGN], sign),
        "tens": _choice(out[:, patches.TENS], tens),
        "ones": _choice(out[:, patches.ONES], ones),
        "covered": _yes(out[:, patches.COVERED][:, 0], covered),
    }


def domino_parts(output: Tensor, dominoes: list[DominoPatch]) -> dict[str, Tensor]:
    out = output.float()
    domino, first, second = torch.tensor([(one.domino, one.first, one.second) for one in dominoes]).unbind(1)
    return {
        "domino": _yes(out[:, patches.DOMINO][:, 0], domino),
        "first": _choice(out[:, patches.FIRST], first),
        "second": _choice(out[:, patches.SECOND], second),
    }


def edge_parts(output: Tensor, edges: list[Edge]) -> dict[str, Tensor]:
    weights = torch.tensor([1.0 if one.laid else BARE_EDGE for one in edges])
    return {"close": _yes(output.float()[:, 0], torch.tensor([one.same for one in edges]), weights)}


def total(found: dict[str, Tensor]) -> Tensor:
    return torch.stack([WEIGHTS[name] * part for name, part in found.items()]).sum()

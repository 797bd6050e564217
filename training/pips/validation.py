"""How right the networks of Pips are on pages they were never trained on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import torch

from training.pips import network as net
from training.pips import patches
from training.pips.batches import Batch
from training.pips.losses import _labels, tensor


def validate(networks: net.Networks, batches: Iterable[Batch]) -> dict[str, tuple[int, int]]:
    """What is right of how many, by name; `boards`: windows with all places, edges, ways and tags right."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])

    def add(name: str, right: torch.Tensor, told: torch.Tensor) -> None:
        counts[name][0] += int((right & told).sum())
        counts[name][1] += int(told.sum())

    networks.eval()
    with torch.inference_mode():
        for batch in batches:
            out = networks.finder(tensor([one.image for one in batch.parts], None)).permute(0, 2, 3, 1)
            kind = _labels([one.kind for one in batch.parts])
            add("found", out[..., net.KINDS].argmax(dim=-1) == kind, kind >= 0)
            for windows in batch.windows:
                maps, whole = networks.board(tensor([one.image for one in windows], None))
                out = maps.permute(0, 2, 3, 1)
                places = out[:, 1::2, 1::2]
                place, pips, way = (_labels([getattr(one, n) for one in windows]) for n in ("place", "pips", "way"))
                every = []
                for name, columns, labels in (
                    ("place", net.PLACE, place),
                    ("pips", net.PIPS, pips),
                    ("way", net.WAY, way),
                ):
                    right = places[..., columns].argmax(dim=-1) == labels
                    add(name, right, labels >= 0)
                    if name != "pips":
                        every.append((right | (labels < 0)).flatten(1).all(dim=1))
                for name, part in (("right", out[:, 1::2, 2::2]), ("down", out[:, 2::2, 1::2])):
                    labels = _labels([getattr(one, name) for one in windows])
                    right = (part[..., net.SAME][..., 0] > 0) == (labels == 1)
                    add("same", right, labels >= 0)
                    every.append((right | (labels < 0)).flatten(1).all(dim=1))
                tag = _labels([one.tag for one in windows])
                right = (out[..., net.TAG][..., 0] > 0) == (tag == 1)
                add("tag", right, tag == 1)
                owner = _labels([one.owner for one in windows])
                add("owner", out[..., net.OWNER].argmax(dim=-1) == owner, owner >= 0)
                every.append(right.flatten(1).all(dim=1))
                covered = _labels([one.covered for one in windows])
                add("over", (out[..., net.OVER][..., 0] > 0) == (covered == 1), covered >= 0)
                add("over, seen", out[..., net.OVER][..., 0] > 0, covered == 1)
                is_one = torch.tensor([one.whole == 1 for one in windows])
                add("whole", (whole[:, 0] > 0) == is_one, torch.ones_like(is_one))
                add("boards", torch.stack(every).all(dim=0), is_one)
            if batch.edges:
                close = networks.edges(tensor([one.image for one in batch.edges], None))[:, 0]
                same, laid = (torch.tensor([getattr(one, name) for one in batch.edges]) for name in ("same", "laid"))
                for name, asked in (("close, bare", laid == 0), ("close, laid", laid > 0)):
                    add(name, (close > 0) == (same == 1), asked)
            for network, some, choices, asked in (
                (networks.tags, batch.tags, ("sign", "tens", "ones"), "covered"),
                (networks.dominoes, batch.dominoes, ("first", "second"), "domino"),
            ):
                if not some:
                    continue
                out = network(tensor([one.image for one in some], None))
                for name in (*choices, asked):
                    columns = out[:, getattr(patches, name.upper())]
                    labels = torch.tensor([getattr(one, name) for one in some])
                    said = (columns[:, 0] > 0).int() if name == asked else columns.argmax(dim=-1)
                    add(name, said == labels, labels >= 0)
    networks.train()
    return {name: (right, of) for name, (right, of) in counts.items()}


def text(figures: dict[str, tuple[int, int]]) -> str:
    return " ".join(f"{name} {right / max(1, of):.4f}" for name, (right, of) in figures.items())

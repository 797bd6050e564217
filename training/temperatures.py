"""Temperatures: by what logits are divided, so that probabilities are as often right as they say."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from training.batches import Batch
from training.export import PARTS
from training.losses import inputs, parts
from training.network import Network, Output

# What is tried; less than 1 makes surer.
TRIED = tuple(1.12**power for power in range(-9, 13))


def fitted(network: Network, batches: Sequence[Batch]) -> dict[str, float]:
    """Of each part of the result the temperature of the least loss on these boards."""
    network.eval()
    outputs = []
    with torch.inference_mode():
        for batch in batches:
            given = inputs(batch)
            outputs.append(network(given.board, given.edges))
    network.train()
    sums: dict[str, list[float]] = {}
    with torch.inference_mode():
        for temperature in TRIED:
            losses: dict[str, float] = {}
            for batch, output in zip(batches, outputs, strict=True):
                for name, part in parts(_cooled(output, temperature), batch).items():
                    losses[name] = losses.get(name, 0.0) + float(part) * len(batch.image)
            for name, loss in losses.items():
                sums.setdefault(name, []).append(loss)
    return {name: TRIED[min(range(len(TRIED)), key=losses.__getitem__)] for name, losses in sums.items()}


def _cooled(output: Output, temperature: float) -> Output:
    tokens: Tensor = output.tokens.clone()
    for name, columns in PARTS.items():
        tokens[..., columns] /= temperature ** (0.5 if name == "same" else 1.0)
    return Output(tokens, output.whole / temperature, output.features)

"""The networks of Pips as files that OpenCV runs, and such files as the start of further training.

Batch normalization is folded into its convolution in the files. To train further it is put back: its mean and variance
are measured on drawn pages.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from training.onnx_file import folded, write
from training.pips.batches import Batch
from training.pips.losses import tensor
from training.pips.network import Networks

SQUARES_FILE = "finder.onnx"


def export(networks: Networks, folder: Path, metadata: Mapping[str, str], squares: bool = False) -> None:
    """Writes `pips_finder.onnx`, `pips_board.onnx`, `pips_tags.onnx`, `pips_dominoes.onnx` and `pips_edges.onnx`; of
    the finder of `squares` its own file."""
    plain = copy.deepcopy(networks).to(memory_format=torch.contiguous_format).eval()  # type: ignore[call-overload,unused-ignore]
    for part in list(plain.modules()):
        if isinstance(part, nn.Sequential) and len(part) == 3 and isinstance(part[1], nn.BatchNorm2d):
            folded(part)
    high, wide = {2: "height"}, {3: "width"}
    shown = (
        (
            "finder",
            plain.finder,
            torch.zeros(1, 3, 128, 160),
            ["picture"],
            ["maps"],
            {"picture": high | wide, "maps": high | wide},
        ),
        (
            "board",
            plain.board,
            torch.zeros(1, 3, 192, 224),
            ["window"],
            ["maps", "whole"],
            {"window": high | wide, "maps": high | wide},
        ),
        *(
            (name, network, torch.zeros(3, 3, *size), [name], [said], {name: {0: "n"}, said: {0: "n"}})
            for name, network, size, said in (
                ("tags", plain.tags, (64, 96), "columns"),
                ("dominoes", plain.dominoes, (64, 64), "columns"),
                ("edges", plain.edges, (80, 128), "same"),
            )
        ),
    )
    for name, network, example, inputs, outputs, axes in shown[:1] if squares else shown:
        file = SQUARES_FILE if squares else f"pips_{name}.onnx"
        write(network, (example,), inputs, outputs, axes, metadata, folder / file)


def load(folder: Path, shown: Iterable[Batch], squares: bool = False) -> Networks:
    """The networks of the five files, to train them further; with the finder of `squares` in place of that of Pips.
    `shown`: drawn pages on which means are measured."""
    networks = Networks()
    state = networks.state_dict()
    for name in ("finder", "board", "tags", "dominoes", "edges"):
        file = SQUARES_FILE if squares and name == "finder" else f"pips_{name}.onnx"
        for one in onnx.load(folder / file).graph.initializer:
            key = f"{name}.{one.name}"
            if one.name.endswith(".0.bias") and key not in state:
                key = f"{name}.{one.name.removesuffix('0.bias')}1.bias"  # of the normalization after it
            if key in state:  # a network that has grown begins with what it had
                values = torch.from_numpy(np.array(numpy_helper.to_array(one)))
                state[key][tuple(map(slice, values.shape))] = values
    networks.load_state_dict(state)
    networks.eval()
    _measure(networks, shown)
    networks.train()
    return networks


def _measure(networks: Networks, shown: Iterable[Batch]) -> None:
    """Lets each normalization take out, and put back, the mean and variance that it meets."""
    sums: dict[nn.BatchNorm2d, list[torch.Tensor]] = {}

    def add(norm: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        values = given[0].double()
        count = torch.full((norm.num_features,), values.numel() / norm.num_features, dtype=torch.float64)
        found = [count, values.sum(dim=(0, 2, 3)), values.square().sum(dim=(0, 2, 3))]
        sums[norm] = [a + b for a, b in zip(sums[norm], found, strict=True)] if norm in sums else found

    norms = [part for part in networks.modules() if isinstance(part, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(add) for norm in norms]
    with torch.inference_mode():
        for batch in shown:
            networks.finder(tensor([one.image for one in batch.parts], None))
            for windows in batch.windows:
                networks.board(tensor([one.image for one in windows], None))
            if batch.tags:
                networks.tags(tensor([one.image for one in batch.tags], None))
            if batch.dominoes:
                networks.dominoes(tensor([one.image for one in batch.dominoes], None))
            if batch.edges:
                networks.edges(tensor([one.image for one in batch.edges], None))
    for hook in hooks:
        hook.remove()
    with torch.no_grad():
        for norm, (count, total, squares) in sums.items():
            mean = total / count
            variance = (squares / count - mean.square()).clamp(min=0)
            assert norm.running_mean is not None
            assert norm.running_var is not None
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.add_(mean.to(norm.bias.dtype))

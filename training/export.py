"""The network as a file that OpenCV runs, and such a file as the start of further training.

Batch normalization is folded into its convolution in the file. What the convolution gave before and after it is known
from two numbers a channel, mean and variance, which are kept in the file's metadata: with them training goes on.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from training.network import BORDER, COVERED, EMPTY, GIVEN, INSIDE, MARKER, MARKS, NAMES, SAME, Network
from training.onnx_file import folded, write

# The parts of the result that are made surer or less sure by a temperature of their own.
PARTS = {
    "empty": EMPTY,
    "names": NAMES,
    "given": GIVEN,
    "same": SAME,
    "markers": MARKER,
    "inside": INSIDE,
    "covered": COVERED,
    "marks": MARKS,
    "borders": BORDER,
}
# The board that is shown to the exporter; any other size works as well.
SHOWN = 6


def export(network: Network, path: Path, temperatures: Mapping[str, float], metadata: Mapping[str, str]) -> None:
    """Writes the file. `temperatures`: by which the logits of each part, and of `whole` and `queens`, are divided."""
    shown = copy.deepcopy(network).eval()
    statistics = {name: _fold(part) for name, part in (("board", shown.board), ("edge", shown.edge))}
    with torch.no_grad():
        for name, columns in PARTS.items():
            # A product of two vectors is divided if each of them is by the root.
            by = temperatures.get(name, 1.0) ** (0.5 if name == "same" else 1.0)
            shown.heads.weight[:, columns] /= by
            shown.heads.bias[columns] /= by
        for column, name in enumerate(("whole", "queens")):
            shown.whole.weight[:, column] /= temperatures.get(name, 1.0)
            shown.whole.bias[column] /= temperatures.get(name, 1.0)
    edges = 2 * SHOWN * (SHOWN - 1)
    side = 32 * (SHOWN + 1)
    facts = dict(metadata) | {
        "statistics": json.dumps(statistics),
        "temperatures": json.dumps({name: round(value, 4) for name, value in temperatures.items()}),
    }
    write(
        shown,
        (torch.zeros(1, 3, side, side), torch.zeros(edges, 3, 32, 32)),
        ["board", "edges"],
        ["tokens", "whole", "features"],
        {
            "board": {2: "height", 3: "width"},
            "edges": {0: "edges"},
            "tokens": {1: "tokens"},
            "features": {1: "tokens"},
        },
        facts,
        path,
    )


def _fold(steps: nn.Sequential) -> list[dict[str, list[float]]]:
    """Folds each batch normalization into the convolution before it; means and variances of what comes out, by step."""
    found = [folded(steps, place) for place in range(0, len(steps), 3)]
    return [{"mean": _rounded(mean), "variance": _rounded(variance)} for mean, variance in found]


def _rounded(values: torch.Tensor) -> list[float]:
    return [float(f"{value:.6g}") for value in values.tolist()]


def load(path: Path) -> Network:
    """The network of a file, as it was when it was written but for the temperatures, to train it further."""
    model = onnx.load(path)
    weights = {one.name: torch.from_numpy(np.array(numpy_helper.to_array(one))) for one in model.graph.initializer}
    statistics = json.loads({one.key: one.value for one in model.metadata_props}["statistics"])
    network = Network()
    state = network.state_dict()
    for part in ("board", "edge"):
        for step, numbers in enumerate(statistics[part]):
            convolution, norm = f"{part}.{3 * step}", f"{part}.{3 * step + 1}"
            mean, variance = (torch.tensor(numbers[name]) for name in ("mean", "variance"))
            state[f"{convolution}.weight"] = weights.pop(f"{convolution}.weight")
            state[f"{norm}.running_mean"], state[f"{norm}.running_var"] = mean, variance
            state[f"{norm}.weight"] = torch.sqrt(variance + 1e-5)
            state[f"{norm}.bias"] = weights.pop(f"{convolution}.bias") + mean
    for name in state:
        if name in weights:
            state[name] = weights[name]
        elif "num_batches" not in name and not name.startswith(("board.", "edge.")):
            raise ValueError(f"{path} has no {name}: it is no model of this training")
    network.load_state_dict(state)
    return network

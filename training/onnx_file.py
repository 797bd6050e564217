"""Networks as files that OpenCV runs: batch normalization folded into its convolution, nothing of Python in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import nn


def folded(steps: nn.Sequential, place: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Folds the batch normalization that follows a step into that convolution, in place; mean and variance of what
    comes out of it."""
    convolution, norm = steps[place], steps[place + 1]
    assert isinstance(convolution, nn.Conv2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    with torch.no_grad():
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        mean, variance = norm.running_mean * factor, norm.running_var * factor**2
        new = nn.Conv2d(
            convolution.in_channels, convolution.out_channels, convolution.kernel_size, convolution.stride, 1
        )
        new.weight.copy_(convolution.weight * factor[:, None, None, None])
        assert new.bias is not None
        new.bias.copy_(norm.bias - mean)
    steps[place], steps[place + 1] = new.requires_grad_(False), nn.Identity()
    return mean, variance


def write(
    network: nn.Module,
    examples: tuple[torch.Tensor, ...],
    inputs: Sequence[str],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]],
    metadata: Mapping[str, str],
    path: Path,
) -> None:
    """Writes the file. `examples`: inputs of any size; `axes`: which of them, and of the outputs, have any size."""
    program = torch.onnx.export(
        network,
        examples,
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=18,
        dynamo=True,
        verbose=False,
    )
    assert program is not None
    model = program.model_proto
    for node in model.graph.node:
        del node.metadata_props[:]  # where in Python each came from, a tenth of the file
        node.doc_string = ""
    del model.graph.value_info[:]
    del model.metadata_props[:]
    for name, value in metadata.items():
        model.metadata_props.add(key=name, value=value)
    path.write_bytes(model.SerializeToString())

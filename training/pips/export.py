"""The networks of Pips as files that OpenCV runs, batch normalization folded into convolutions."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import nn

from training.pips.network import Networks


def export(networks: Networks, folder: Path, metadata: Mapping[str, str]) -> None:
    """Writes `pips_finder.onnx`, `pips_board.onnx` and `pips_patches.onnx`."""
    folded = copy.deepcopy(networks).to(memory_format=torch.contiguous_format).eval()  # type: ignore[call-overload,unused-ignore]
    for part in list(folded.modules()):
        if isinstance(part, nn.Sequential) and len(part) == 3 and isinstance(part[1], nn.BatchNorm2d):
            _fold(part)
    high, wide = {2: "height"}, {3: "width"}
    shown = (
        (
            "finder",
            folded.finder,
            torch.zeros(1, 3, 128, 160),
            ["picture"],
            ["maps"],
            {"picture": high | wide, "maps": high | wide},
        ),
        (
            "board",
            folded.board,
            torch.zeros(1, 3, 192, 224),
            ["window"],
            ["maps", "whole"],
            {"window": high | wide, "maps": high | wide},
        ),
        (
            "patches",
            folded.patches,
            torch.zeros(3, 3, 64, 64),
            ["patches"],
            ["columns"],
            {"patches": {0: "n"}, "columns": {0: "n"}},
        ),
    )
    for name, network, example, inputs, outputs, axes in shown:
        program = torch.onnx.export(
            network,
            (example,),
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
            del node.metadata_props[:]
            node.doc_string = ""
        del model.graph.value_info[:]
        del model.metadata_props[:]
        for key, value in metadata.items():
            model.metadata_props.add(key=key, value=value)
        (folder / f"pips_{name}.onnx").write_bytes(model.SerializeToString())


def _fold(steps: nn.Sequential) -> None:
    convolution, norm = steps[0], steps[1]
    assert isinstance(convolution, nn.Conv2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    with torch.no_grad():
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        new = nn.Conv2d(convolution.in_channels, convolution.out_channels, 3, convolution.stride, 1)
        new.weight.copy_(convolution.weight * factor[:, None, None, None])
        assert new.bias is not None
        new.bias.copy_(norm.bias - norm.running_mean * factor)
    steps[0], steps[1] = new.requires_grad_(False), nn.Identity()

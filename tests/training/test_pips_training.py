"""The training of the networks of Pips: a few steps, and files that say in OpenCV what the networks say in torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from training.pips import batches, validation  # noqa: E402
from training.pips.__main__ import step  # noqa: E402
from training.pips.export import export, load  # noqa: E402
from training.pips.network import Networks  # noqa: E402


@pytest.fixture(scope="module")
def batch(request: pytest.FixtureRequest) -> batches.Batch:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batches, "PAGES", 3)
        patched.setattr(batches, "PLACES", 100)
        patched.setattr(batches, "SHEETS", 1)
        return next(batches.drawn(2, 0))


@pytest.fixture(scope="module")
def networks(batch: batches.Batch) -> Networks:
    torch.manual_seed(1)
    made = Networks()
    optimizer = torch.optim.AdamW(made.parameters(), 1e-3)
    chance = np.random.default_rng(1)
    losses = [sum(step(made, optimizer, batch, chance, 1e-3).values()) for _ in range(5)]
    assert losses[-1] < losses[0]
    made.eval()
    return made


def test_figures_are_parts_of_what_was_asked(networks: Networks, batch: batches.Batch) -> None:
    figures = validation.validate(networks, [batch])
    assert {"found", "place", "pips", "same", "tag", "sign", "ones", "close, laid", "boards"} <= set(figures)
    assert all(0 <= right <= of for right, of in figures.values())


def test_the_files_say_what_the_networks_say(networks: Networks, batch: batches.Batch, tmp_path: Path) -> None:
    networks.eval()
    export(networks, tmp_path, {"seed": "1"})
    shown: dict[str, tuple[Any, Any]] = {
        "finder": (batch.parts[0].image, networks.finder),
        "board": (batch.windows[0][0].image, networks.board),
        "tags": (batch.tags[0].image, networks.tags),
        "dominoes": (batch.dominoes[0].image, networks.dominoes),
        "edges": (batch.edges[0].image, networks.edges),
    }
    for name, (image, network) in shown.items():
        blob = np.ascontiguousarray(image.transpose(2, 0, 1)[None]).astype(np.float32) / np.float32(255)
        with torch.inference_mode():
            said = network(torch.from_numpy(blob))
        file = cv2.dnn.readNetFromONNX(str(tmp_path / f"pips_{name}.onnx"))
        file.setInput(blob)
        outputs = {"finder": ["maps"], "board": ["maps", "whole"], "edges": ["same"]}
        answer = file.forward(outputs.get(name, ["columns"]))[0]
        assert np.abs(answer - (said[0] if isinstance(said, tuple) else said).numpy()).max() < 1e-3
        assert (tmp_path / f"pips_{name}.onnx").stat().st_size < 2_500_000


def test_training_goes_on_from_files(networks: Networks, batch: batches.Batch, tmp_path: Path) -> None:
    """What is read from the files says what the networks said, with its normalization as it was while training."""
    export(networks, tmp_path, {"seed": "1"})
    again = load(tmp_path, [batch])
    assert validation.validate(again, [batch]) == validation.validate(networks, [batch])
    images = torch.from_numpy(np.stack([one.image for one in batch.tags])).permute(0, 3, 1, 2).float() / 255
    again.train()
    with torch.inference_mode():
        trained = again.tags(images)  # normalized by the mean and variance of this batch
        again.eval()
        assert (trained - again.tags(images)).abs().max() < 0.05


TAGS, DOMINOES = {"sign", "tens", "ones", "covered"}, {"domino", "first", "second"}
PARTS = {"kind", "values", "domino at", "oblong"}
WINDOWS = {"place", "pips", "way", "same", "tag", "tag at", "owner", "over", "whole"}


@pytest.mark.parametrize(
    ("only", "network", "asked"),
    [
        ("finder", "finder", PARTS),
        ("squares", "finder", PARTS),
        ("tags", "tags", TAGS),
        ("dominoes", "dominoes", DOMINOES),
        ("windows", "board", WINDOWS),
        ("edges", "edges", {"close"}),
    ],
)
def test_a_network_can_be_trained_alone(
    only: str, network: str, asked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "PAGES", 3)
    monkeypatch.setattr(batches, "PLACES", 100)
    torch.manual_seed(1)
    made = Networks()
    before = {name: value.clone() for name, value in made.state_dict().items()}
    alone = next(batches.SOURCES[only](3, 0))
    optimizer = torch.optim.AdamW(made.parameters(), 1e-3)
    found = step(made, optimizer, alone, np.random.default_rng(1), 1e-3)
    assert set(found) == asked
    changed = {name.split(".")[0] for name, value in made.state_dict().items() if not torch.equal(value, before[name])}
    assert changed == {network}

"""A few steps of training, its checkpoints, and the file it writes. Only where torch is installed."""

# ruff: noqa: E402  (what is skipped without torch must not be imported before)

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="torch is not installed: it is wanted for training alone")
pytest.importorskip("onnxscript", reason="onnxscript is not installed: it is wanted for training alone")

from training.batches import Batch, batch_of, changed
from training.export import export, load
from training.losses import inputs, parts, total
from training.network import EMPTY, GIVEN, INSIDE, MARKER, MARKS, NAMES, OUTPUTS, SAME, Network
from training.trainer import Plan, begin, rate, step
from training.validation import judged, validate
from vision.classify import network as wrapper

SIZES = (4, 6, 8, 14)


def board(size: int, seed: int) -> Any:
    """A plain board of discs and squares, drawn here: no typefaces, milliseconds."""
    random = np.random.default_rng([size, seed])
    kinds = random.integers(0, 3, (size, size)).astype(np.int8)
    fine = np.full((64 * (size + 1), 64 * (size + 1), 3), 235, np.uint8)
    for r, c in np.ndindex(size, size):
        x, y = 64 * (c + 1), 64 * (r + 1)
        cv2.rectangle(fine, (x - 32, y - 32), (x + 32, y + 32), (150, 150, 150), 1)
        if kinds[r, c] == 1:
            cv2.circle(fine, (x, y), 16, (40, 160, 250), -1)
        elif kinds[r, c] == 2:
            cv2.rectangle(fine, (x - 12, y - 12), (x + 12, y + 12), (200, 90, 40), -1)
    image = cv2.resize(fine, (32 * (size + 1), 32 * (size + 1)), interpolation=cv2.INTER_AREA)
    h, v = wrapper.edge_patches(fine, size)
    none = np.zeros((size, size), np.int8)
    return SimpleNamespace(
        image=image, edges_h=h, edges_v=v, kinds=kinds, names=np.where(kinds > 0, kinds, 0).astype(np.int8),
        given=np.where(kinds > 0, 1, -1).astype(np.int8), inside=(kinds > 0).astype(np.int8),
        h=none[:, 1:], v=none[1:], covered=none, covered_h=none[:, 1:], covered_v=none[1:], whole=1, look="test",
        marks=none, regions=none - 1, queens=0,
    )  # fmt: skip


def batch(size: int = 4, count: int = 8) -> Batch:
    return batch_of([board(size, seed) for seed in range(count)], count)


def plan(folder: Path, **others: Any) -> Plan:
    return replace(Plan(1000, 10, 3, folder / "c.pt", folder / "m.onnx"), **others)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_steps_make_the_loss_smaller(tmp_path: Path) -> None:
    state = begin(plan(tmp_path))
    same = batch()
    losses = [sum(step(state, same, 1e-3).values()) for _ in range(25)]
    assert losses[-1] < 0.6 * losses[0]
    assert state.boards == 25 * 8


def test_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    state = begin(plan(tmp_path))
    for _ in range(3):
        step(state, batch(), 1e-3)
    state.save(tmp_path / "c.pt")
    again = begin(plan(tmp_path))
    assert (again.boards, again.steps) == (24, 3)
    for one, other in zip(state.network.parameters(), again.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_the_rate_rises_and_falls(tmp_path: Path) -> None:
    asked = plan(tmp_path, boards=100_000, cool=20_000)
    rates = [rate(asked, boards) for boards in (0, 2000, 50_000, 90_000, 100_000)]
    assert rates[0] < rates[1] < rates[2] > rates[3] > rates[4] == 0


def _trained() -> Any:
    """A network some steps from its beginning, so that none of its weights are alike."""
    torch.manual_seed(1)
    network = Network().train()
    optimizer = torch.optim.SGD(network.parameters(), 0.05)
    for _ in range(3):
        same = batch()
        given = inputs(same)
        total(parts(network(given.board, given.edges), same)).backward()
        optimizer.step()
        optimizer.zero_grad()
    return network.eval()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    network = _trained()
    path = tmp_path_factory.mktemp("model") / "model.onnx"
    export(network, path, {}, {"seed": "1"})
    return network, path


@pytest.mark.parametrize("size", SIZES)
def test_opencv_computes_what_torch_does(written: tuple[Any, Path], size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    network, path = written
    monkeypatch.setattr("vision.onnx._loaded", lambda _: (cv2.dnn.readNetFromONNX(str(path)), Lock()))
    one = batch_of([board(size, 5)], 0)
    given = inputs(one)
    with torch.inference_mode():
        output = network(given.board, given.edges)
    drawn = board(size, 5)
    found = wrapper.classify(wrapper.Straight(drawn.image, drawn.edges_h, drawn.edges_v))
    tokens = output.tokens[0, : size * size]
    assert np.abs(found.empty.ravel() - torch.sigmoid(tokens[:, 0]).numpy()).max() < 1e-3
    assert np.abs(found.vectors.reshape(-1, 16) - tokens[:, SAME].numpy()).max() < 1e-3
    for said, logit in zip((found.whole, found.queens), output.whole[0], strict=True):
        assert abs(said - float(torch.sigmoid(logit))) < 1e-3
    assert np.abs(found.marks.reshape(-1, 3) - torch.softmax(tokens[:, MARKS], dim=1).numpy()).max() < 1e-3


def test_the_file_is_small_and_training_goes_on_from_it(written: tuple[Any, Path]) -> None:
    network, path = written
    assert path.stat().st_size <= 2_000_000
    given = inputs(batch(6, 2))
    with torch.inference_mode():
        one, other = (some.eval()(given.board, given.edges).tokens for some in (network, load(path)))
    assert float((one - other).abs().max()) < 1e-3


def test_temperatures_are_in_the_file(written: tuple[Any, Path], tmp_path: Path) -> None:
    network, _ = written
    export(network, tmp_path / "m.onnx", {"same": 4.0, "empty": 2.0, "whole": 2.0}, {})
    cooler = load(tmp_path / "m.onnx").eval()
    given = inputs(batch(4, 1))
    with torch.inference_mode():
        one, other = network(given.board, given.edges), cooler(given.board, given.edges)
    assert torch.allclose(one.tokens[..., 0], 2 * other.tokens[..., 0], atol=1e-4)
    assert torch.allclose(one.tokens[..., SAME], 2 * other.tokens[..., SAME], atol=1e-4)
    assert torch.allclose(one.whole[:, 0], 2 * other.whole[:, 0], atol=1e-4)
    assert torch.allclose(one.whole[:, 1], other.whole[:, 1], atol=1e-4)


def test_turned_boards_have_turned_labels() -> None:
    """What is changed can be drawn anew from its labels: something lies where a cell is filled."""
    random = np.random.default_rng(2)
    for _ in range(6):
        some = changed(batch(6, 4), random)
        assert np.array_equal(some.inside, some.kinds > 0)
        for image, kinds, names in zip(some.image, some.kinds, some.names, strict=True):
            middles = image[32:-16:32, 32:-16:32].astype(int)
            filled = np.abs(middles - image[20, 20].astype(int)).max(axis=2) > 8
            assert (filled == (kinds > 0)).all()
            assert ((names > 0) <= (kinds > 0)).all()


def test_edges_are_turned_with_their_board() -> None:
    random = np.random.default_rng(3)
    drawn = [board(4, seed) for seed in range(6)]
    for one in drawn:
        one.h = np.arange(12, dtype=np.int8).reshape(4, 3)
        one.v = 12 + np.arange(12, dtype=np.int8).reshape(3, 4)
        for r, c in np.ndindex(4, 3):
            one.edges_h[r, c] = 10 * int(one.h[r, c])
            one.edges_v[c, r] = 10 * int(one.v[c, r])
    turned = 0
    for _ in range(4):
        some = changed(batch_of(drawn, 0), random)
        for edges, markers, image, before in zip(some.edges, some.markers, some.image, drawn, strict=True):
            if (markers == np.arange(24)).all() or not np.isin(image, before.image).all():
                continue
            turned += 1
            assert (edges[:, 5, 5, 0] == 10 * markers.astype(int)).all()
    assert turned


def test_figures_of_a_perfect_answer() -> None:
    """Logits that say what the labels say are right in everything."""
    one = batch(6, 1)
    kinds = one.kinds[0].ravel()
    tokens = np.zeros((96, OUTPUTS), np.float32)
    tokens[:36, EMPTY] = np.where(kinds == 0, 5, -5)[:, None]
    tokens[np.arange(36), NAMES.start + kinds.clip(1) - 1] = 5
    tokens[:36, GIVEN] = 5
    tokens[:36, SAME.start] = np.array([0, 3, -3])[kinds]
    tokens[:36, INSIDE] = np.where(one.inside[0].ravel() == 1, 5, -5)[:, None]
    tokens[36:, MARKER.start] = 5
    figures = judged(tokens, np.array([4.0, -4.0], np.float32), one, 0)
    assert all(right == count for right, count in figures.values())
    assert figures["boards"] == (1, 1)


def test_validation_counts_by_look() -> None:
    figures = validate(Network(), [batch()])
    assert set(figures) == {"test", "all"}
    assert figures["all"]["whole"][1] == 8

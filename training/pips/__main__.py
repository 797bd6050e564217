"""`python -m training.pips`: makes the networks of Pips; goes on from its checkpoint where there is one."""

from __future__ import annotations

import argparse
import copy
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from training.drawing import Drawing
from training.pips.batches import SOURCES, SQUARES, Batch
from training.pips.export import export, load
from training.pips.losses import board_parts, domino_parts, edge_parts, finder_parts, tag_parts, tensor, total
from training.pips.network import Networks
from training.pips.validation import text, validate
from training.trainer import _has_bfloat16

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "vision" / "classify"
RATE, WARM_UP, DECAY, LARGEST_GRADIENT = 2e-3, 100, 0.02, 5.0
MEAN_OVER = 400
SAVED_EVERY, SAID_EVERY, VALIDATED_EVERY = 120.0, 30.0, 900.0
VALIDATION_SEED, VALIDATED = 900_019, 14


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.pips", description="Trains the networks of Pips.")
    parser.add_argument("--minutes", type=float, default=600, help="in all, those of the checkpoint too (%(default)s)")
    parser.add_argument("--cool", type=float, default=15, help="the rate falls over so many last minutes (%(default)s)")
    parser.add_argument("--rate", type=float, default=RATE, help="the highest (%(default)s); less to go on from files")
    parser.add_argument("--seed", type=int, default=19, help="of the pages and the first weights (%(default)s)")
    parser.add_argument("--checkpoint", type=Path, default=ROOT / "training" / "checkpoints" / "pips.pt")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are written (%(default)s)")
    parser.add_argument("--start", type=Path, help="a folder of files to go on from, where there is no checkpoint")
    parser.add_argument("--only", choices=sorted(SOURCES), default="all", help="train that network alone")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)  # now: after the training it is too late to fail
    torch.set_num_threads(1)
    os.nice(max(0, 15 - os.nice(0)))
    seconds = given.minutes * 60, given.cool * 60
    train(Plan(*seconds, given.seed, given.checkpoint, given.folder, given.start, given.only, given.rate))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of a training. `seconds`: in all, those of the checkpoint too; `cool`: over how many of the last
    ones the rate falls; `start`: files to go on from; `only`: one of `SOURCES`; `rate`: the highest."""

    seconds: float
    cool: float
    seed: int
    checkpoint: Path
    folder: Path
    start: Path | None = None
    only: str = "all"
    rate: float = RATE

    def rate_at(self, steps: int, spent: float) -> float:
        """After so many steps since it was begun, or resumed, and seconds in all."""
        return self.rate * max(0.02, min(1.0, (steps + 1) / WARM_UP, (self.seconds - spent) / max(1.0, self.cool)))


def _begun(plan: Plan, held_out: list[Batch]) -> Networks:
    """The networks to begin with, where there is no checkpoint."""
    if plan.start and not plan.checkpoint.exists():
        return load(plan.start, held_out, plan.only == SQUARES)
    return Networks()


def train(plan: Plan) -> None:
    """Trains until so many seconds have been spent in all; ended by SIGTERM it writes the checkpoint alone."""
    seed, checkpoint, folder = plan.seed, plan.checkpoint, plan.folder
    torch.manual_seed(seed)
    source = SOURCES[SQUARES if plan.only == SQUARES else "all"](VALIDATION_SEED, 0)
    held_out = [next(source) for _ in range(VALIDATED)]
    networks = _begun(plan, held_out).to(memory_format=torch.channels_last)  # type: ignore[call-overload,unused-ignore]
    mean = copy.deepcopy(networks)
    optimizer = torch.optim.AdamW(networks.parameters(), RATE, weight_decay=DECAY)
    steps, index, spent, boards = 0, 0, 0.0, 0
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        new = networks.load_state_dict(kept["network"], strict=False).missing_keys
        mean.load_state_dict(mean.state_dict() | networks.state_dict() | kept["mean"])
        if not new:  # else the network has grown since, and begins with new steps
            optimizer.load_state_dict(kept["optimizer"])
        steps, index, spent, boards = kept["numbers"]
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: stopped.append(number))
    drawing = Drawing(SOURCES[plan.only], seed, index)

    def save() -> None:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        new = checkpoint.with_suffix(".new")
        parts = {"network": networks, "mean": mean, "optimizer": optimizer}
        numbers = steps, drawing.index, spent, boards
        torch.save({name: part.state_dict() for name, part in parts.items()} | {"numbers": numbers}, new)
        new.replace(checkpoint)

    last = time.monotonic()
    saved = validated = last
    said = 0.0
    smooth: dict[str, float] = {}
    first_step = steps
    try:
        while not stopped and spent < plan.seconds:
            batch, chance = drawing.take()
            found = step(networks, optimizer, batch, chance, plan.rate_at(steps - first_step, spent))
            smooth = {name: 0.98 * smooth.get(name, value) + 0.02 * value for name, value in found.items()}
            steps += 1
            boards += sum(map(len, batch.windows))
            _follow(mean, networks, max(1 / MEAN_OVER, 10 / (10 + steps)))
            now = time.monotonic()
            spent += now - last
            last = now
            if now - said > SAID_EVERY:
                said = now
                losses = " ".join(f"{name} {value:.3f}" for name, value in smooth.items())
                print(
                    f"{spent / 60:.1f} min {steps} steps {boards} boards {drawing.fresh / drawing.taken:.2f} {losses}",
                    file=sys.stderr,
                    flush=True,
                )
            if now - saved > SAVED_EVERY:
                saved = now
                save()
            if now - validated > VALIDATED_EVERY:
                validated = now
                print("validation: " + text(validate(mean, held_out)), file=sys.stderr, flush=True)
    finally:
        drawing.close()
    save()
    if signal.SIGTERM in stopped:
        return
    figures = text(validate(mean, held_out))
    print("validation: " + figures, flush=True)
    facts = {
        "seed": str(seed),
        "boards": str(boards),
        "pages": str(drawing.index),
        "minutes": f"{spent / 60:.0f}",
        "figures": figures,
    }
    export(mean, folder, facts, squares=plan.only == SQUARES)


def step(
    networks: Networks, optimizer: torch.optim.AdamW, batch: Batch, chance: object, rate: float
) -> dict[str, float]:
    """One step of training; the parts of the loss."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    found: dict[str, float] = {}
    with_bf16 = _has_bfloat16()

    def learn(parts: dict[str, torch.Tensor], share: float = 1.0) -> None:
        (total(parts) * share).backward()  # type: ignore[no-untyped-call,unused-ignore]
        for name, value in parts.items():
            found[name] = found.get(name, 0.0) + float(value.detach()) * share

    if batch.parts:
        with torch.autocast("cpu", torch.bfloat16, enabled=with_bf16):
            output = networks.finder(tensor([one.image for one in batch.parts], chance))  # type: ignore[arg-type]
        learn(finder_parts(output, batch.parts))
    for windows in batch.windows:
        with torch.autocast("cpu", torch.bfloat16, enabled=with_bf16):
            maps, whole = networks.board(tensor([one.image for one in windows], chance))  # type: ignore[arg-type]
        learn(board_parts(maps, whole, windows), 1 / len(batch.windows))
    of_one: tuple[tuple[nn.Module, list[Any], Callable[[torch.Tensor, list[Any]], dict[str, torch.Tensor]]], ...] = (
        (networks.tags, batch.tags, tag_parts),
        (networks.dominoes, batch.dominoes, domino_parts),
        (networks.edges, batch.edges, edge_parts),
    )
    for network, some, parts_of in of_one:
        if len(some) > 1:
            with torch.autocast("cpu", torch.bfloat16, enabled=with_bf16):
                output = network(tensor([one.image for one in some], chance))  # type: ignore[arg-type]
            learn(parts_of(output, some))
    torch.nn.utils.clip_grad_norm_(networks.parameters(), LARGEST_GRADIENT)
    optimizer.step()
    optimizer.zero_grad()
    return found


def _follow(mean: Networks, network: Networks, by: float) -> None:
    kept, new = mean.state_dict(), network.state_dict()
    with torch.no_grad():
        for name, value in kept.items():
            if value.is_floating_point():
                value.lerp_(new[name], by)


if __name__ == "__main__":
    main()

"""The loop: batches in, a better network out; kept in a checkpoint, so that it goes on where it was stopped."""

from __future__ import annotations

import copy
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from training.batches import BATCHES, Batch, boards, changed, drawn
from training.drawing import Drawing
from training.export import export, load
from training.losses import inputs, parts, total
from training.network import Network
from training.temperatures import fitted
from training.validation import Figures, text, validate

# The learning rate at first rises over so many boards, and falls to nothing over the last `Plan.cool`.
RATE, WARM_UP = 1.5e-3, 4000
DECAY = 0.02
LARGEST_GRADIENT = 2.0
# The network that is validated and exported is a mean over about so many steps, at first over a tenth of all.
MEAN_OVER = 800
# Seconds between checkpoints and between lines of figures.
SAVED_EVERY, SAID_EVERY = 150.0, 1.0 if sys.stderr.isatty() else 20.0
VALIDATION_SEED, VALIDATED = 900_001, 384  # boards of validation have a seed of their own; so many of each size


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of a training.

    `boards`: how many in all, those before the last checkpoint included; `cool`: over how many of the last ones the
    rate falls; `checkpoint`, `model`: the files; `start`: to begin with where that is not there; `rate`: the highest.
    """

    boards: int
    cool: int
    seed: int
    checkpoint: Path
    model: Path
    start: Path | None = None
    rate: float = RATE


@dataclass(slots=True, eq=False)
class State:
    """What a checkpoint holds. `index`: the generator's next board; `seconds`: of training so far."""

    network: Network
    mean: Network
    optimizer: torch.optim.AdamW
    boards: int = 0
    steps: int = 0
    index: int = 0
    seconds: float = 0.0
    fresh: int = 0

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        torch.save(
            {
                "network": self.network.state_dict(),
                "mean": self.mean.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "numbers": (self.boards, self.steps, self.index, self.seconds, self.fresh),
            },
            new,
        )
        new.replace(path)


def begin(plan: Plan) -> State:
    """The state of the checkpoint; where there is none, that of the model to begin with, or a new one."""
    torch.manual_seed(plan.seed)
    network = load(plan.start) if plan.start is not None and not plan.checkpoint.exists() else Network()
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload,unused-ignore]
    state = State(network, copy.deepcopy(network), torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY))
    if plan.checkpoint.exists():
        kept = torch.load(plan.checkpoint, weights_only=True)
        state.network.load_state_dict(kept["network"])
        state.mean.load_state_dict(kept["mean"])
        state.optimizer.load_state_dict(kept["optimizer"])
        state.boards, state.steps, state.index, state.seconds, state.fresh = kept["numbers"]
    return state


def rate(plan: Plan, boards: int) -> float:
    """The learning rate after so many boards."""
    return plan.rate * max(0.0, min(1.0, (boards + 1) / WARM_UP, (plan.boards - boards) / max(1, plan.cool)))


def step(state: State, batch: Batch, learning_rate: float) -> dict[str, float]:
    """One step of training; the parts of the loss."""
    for group in state.optimizer.param_groups:
        group["lr"] = learning_rate
    given = inputs(batch)
    with torch.autocast("cpu", torch.bfloat16, enabled=_has_bfloat16()):
        output = state.network(given.board, given.edges)
    found = parts(output, batch)
    total(found).backward()  # type: ignore[no-untyped-call,unused-ignore]
    torch.nn.utils.clip_grad_norm_(state.network.parameters(), LARGEST_GRADIENT)
    state.optimizer.step()
    state.optimizer.zero_grad()
    state.steps += 1
    state.boards += len(batch.image)
    _follow(state.mean, state.network, max(1 / MEAN_OVER, 10 / (10 + state.steps)))
    return {name: float(part.detach()) for name, part in found.items()}


def _has_bfloat16() -> bool:
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


def _follow(mean: Network, network: Network, by: float) -> None:
    kept, new = mean.state_dict(), network.state_dict()
    with torch.no_grad():
        for name, value in kept.items():
            if value.is_floating_point():
                value.lerp_(new[name], by)


def validation_batches() -> list[Batch]:
    """The boards of validation, always the same for one generator."""
    from samples.drawn import draw

    batches = []
    for size, (count, often) in BATCHES.items():
        source = drawn(draw, VALIDATION_SEED + size, 0, {size: (count, 1.0)})
        batches += [next(source) for _ in range(max(1, round(VALIDATED * often) // count + 1))]
    return batches


def train(plan: Plan, say: Callable[[str], None] = print) -> Figures:
    """Trains until the plan is fulfilled or somebody stops it, and writes checkpoint and model.

    Ended by SIGTERM it writes the checkpoint alone; by Ctrl-C the model as well.
    """
    state = begin(plan)
    stopped = 0

    def stop(number: int, _: object) -> None:
        nonlocal stopped
        stopped = number

    before = [(number, signal.signal(number, stop)) for number in (signal.SIGINT, signal.SIGTERM)]
    drawing = Drawing(boards, plan.seed, state.index)
    started, saved, said = time.monotonic(), time.monotonic(), 0.0
    first, spent = state.boards, state.seconds
    smooth: dict[str, float] = {}
    try:
        while not stopped and state.boards < plan.boards:
            found = step(state, changed(*drawing.take()), rate(plan, state.boards))
            smooth = {name: 0.98 * smooth.get(name, value) + 0.02 * value for name, value in found.items()}
            now = time.monotonic()
            state.index, state.seconds = drawing.index, spent + now - started
            if now - said > SAID_EVERY:
                said = now
                speed = (state.boards - first) / (now - started)
                _progress(state, plan, speed, drawing.fresh / drawing.taken, smooth)
            if now - saved > SAVED_EVERY:
                saved = now
                state.save(plan.checkpoint)
    finally:
        drawing.close()
        for number, old in before:
            signal.signal(number, old)
    state.save(plan.checkpoint)
    if stopped == signal.SIGTERM:
        return {}
    return finish(state, plan, say)


def finish(state: State, plan: Plan, say: Callable[[str], None]) -> Figures:
    """Validates the mean network, fits the temperatures and writes the model."""
    batches = validation_batches()
    figures = validate(state.mean, batches)
    say("\n" + text(figures))
    temperatures = fitted(state.mean, batches)
    say("temperatures: " + ", ".join(f"{name} {value:.2f}" for name, value in temperatures.items()))
    metadata = {
        "seed": str(plan.seed),
        "boards": str(state.boards),
        "drawn": str(state.index),
        "minutes": f"{state.seconds / 60:.0f}",
        "figures": text({"all": figures["all"]}),
    }
    export(state.mean, plan.model, temperatures, metadata)
    say(f"{plan.model}: {plan.model.stat().st_size} bytes, {state.boards} boards, {state.seconds / 60:.0f} minutes")
    return figures


def _progress(state: State, plan: Plan, speed: float, fresh: float, smooth: dict[str, float]) -> None:
    done = state.boards / plan.boards
    bar = "#" * int(20 * done) + "." * (20 - int(20 * done))
    losses = " ".join(f"{name} {value:.4f}" for name, value in smooth.items())
    line = f"[{bar}] {state.boards}/{plan.boards} {speed:.0f}/s fresh {fresh:.2f} {losses}"
    print(line, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)

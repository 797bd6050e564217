"""`python -m training`: makes `vision/classify/model.onnx`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

try:
    import torch

    from training.trainer import RATE, Plan, train
except ModuleNotFoundError as missing:
    raise SystemExit(f"Training needs {missing.name}, which is not installed: pip install '.[train]'") from None

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "vision" / "classify" / "model.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training", description="Trains the network on drawn boards.")
    parser.add_argument("--boards", type=int, default=600_000, help="in all, those of the checkpoint too (%(default)s)")
    parser.add_argument("--cool", type=int, default=100_000, help="the rate falls over so many last ones (%(default)s)")
    parser.add_argument("--seed", type=int, default=18, help="of the boards and the first weights (%(default)s)")
    parser.add_argument("--checkpoint", type=Path, default=ROOT / "training" / "checkpoints" / "latest.pt")
    parser.add_argument("--model", type=Path, default=MODEL, help="the file that is written (%(default)s)")
    parser.add_argument("--start", type=Path, help="a model to go on from, where there is no checkpoint")
    parser.add_argument("--rate", type=float, default=RATE, help="the highest (%(default)s); less to go on from a file")
    parser.add_argument("--threads", type=int, default=1, help="of the trainer; one more process draws (%(default)s)")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    os.nice(max(0, 19 - os.nice(0)))
    train(Plan(given.boards, given.cool, given.seed, given.checkpoint, given.model, given.start, given.rate))


if __name__ == "__main__":
    main()

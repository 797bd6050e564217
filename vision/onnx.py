"""Networks as files, run by OpenCV in the thread that calls; each is loaded when it is asked first."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.imgproc import Colours, Floats

FOLDER = Path(__file__).parent / "classify"


@cache
def _loaded(file: str) -> tuple[cv2.dnn.Net, threading.Lock]:
    return cv2.dnn.readNetFromONNX(np.frombuffer((FOLDER / file).read_bytes(), np.uint8)), threading.Lock()


def run(file: str, pictures: Mapping[str, Colours], outputs: Sequence[str]) -> list[Floats]:
    """What a network of `FOLDER` says of pictures, (N, H, W, 3) BGR by the names of its inputs."""
    network, one_at_a_time = _loaded(file)
    with one_at_a_time:
        for name, some in pictures.items():
            planes = np.ascontiguousarray(some.transpose(0, 3, 1, 2))
            network.setInput(planes.astype(np.float32) / np.float32(255), name)
        # The network's own memory, which the next pictures overwrite.
        return [np.array(one, np.float32) for one in network.forward(outputs)]

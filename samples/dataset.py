"""Many labelled pictures into a folder, as they were ordered: the same ones for the same seed, and none twice.

Picture `i` depends on the order's seed and on `i` alone. A picture is there when its label is, and the label is written
last; a run that was stopped, however, goes on where it was. Each browser has a process of its own (`jobs`). In it one
page shows the next picture while another's is taken, and there are two threads beside: one makes up the boards of the
pictures to come, one wears, labels and writes those that were taken.
"""

from __future__ import annotations

import json
import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing.queues import Queue as QueueOf
from pathlib import Path
from queue import Empty
from random import Random
from typing import Any

from samples.browser import NoBrowserError, browsing, serving
from samples.camera import CELL_MOST, Begun, Camera, Exposure, Plan, Stages
from samples.dataset_shots import TRIES, random_shot
from samples.games import shots_of
from samples.labels import PICTURES, put, text_of
from samples.wear import Kept, View, aged, encoded

__all__ = ["Order", "OtherOrderError", "render"]

ORDER = "dataset.json"
"""In the folder: what was ordered. It is no label."""
WAITING = 3
"""Pictures that may wait to be written while the browser goes on."""
AHEAD = 3
"""Pictures whose boards are made up while the browser is at others."""
SHOWN = 2
"""Pages at work in a browser: one is photographed, the others draw."""
PATIENCE = 0.5
"""Seconds between looks at whether the browsers' processes still live."""


class OtherOrderError(ValueError):
    """The folder holds the pictures of another order."""


class RenderError(RuntimeError):
    """A picture could not be taken; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted. Of several `games` each has its turn; `wear`: two thirds of the pictures are worn."""

    games: tuple[str, ...]
    count: int
    seed: int
    wear: bool = False

    def game(self, index: int) -> str:
        return self.games[index % len(self.games)]

    def stem(self, index: int) -> str:
        return f"{self.game(index)}-{index:06d}"


def render(order: Order, out: Path, jobs: int = 1, browser: str | None = None) -> Iterator[int]:
    """Takes what is missing in the folder; yields the number of pictures that are there, after each.

    The first number is that of the pictures found, all with their labels. `browser`: the program, if not the one that
    is found. Raises `OtherOrderError`, `NoBrowserError`, `RenderError`, and `OSError` where the folder is not writable.
    """
    out.mkdir(parents=True, exist_ok=True)
    _sign(order, out)
    missing = [index for index in range(order.count) if not is_there(out / order.stem(index))]
    done = order.count - len(missing)
    yield done
    jobs = max(1, min(jobs, len(missing)))
    if not missing:
        return
    taken = _take(order, out, missing, browser) if jobs == 1 else _in_processes(order, out, missing, browser, jobs)
    for _ in taken:
        done += 1
        yield done


def is_there(stem: Path) -> bool:
    """Whether a label is there, and its picture. The label is written last, so then both are whole."""
    if not stem.with_suffix(".json").is_file():
        return False
    return any(stem.with_suffix(suffix).is_file() for suffix in PICTURES)


def _sign(order: Order, out: Path) -> None:
    """Leaves the order in the folder, or sees that the one there differs in nothing but the count."""
    path = out / ORDER
    said = {key: value for key, value in asdict(order).items() if key != "count"} | {"games": list(order.games)}
    if not path.exists():
        put(path, (json.dumps(said) + "\n").encode())
        return
    try:
        there = json.loads(path.read_bytes())
    except ValueError:
        there = None
    if there != said:
        message = (
            f"{out} holds pictures of another order ({ORDER} there says {json.dumps(there)}); take another folder."
        )
        raise OtherOrderError(message)


def _take(order: Order, out: Path, indices: Sequence[int], browser: str | None) -> Iterator[int]:
    """Takes the pictures one after another; yields each index when it is written. A browser that breaks down is
    replaced, but where the next one does not get any further, that is the end."""
    left = deque(indices)
    while left:
        before = len(left)
        try:
            for index in _take_with_one_browser(order, out, tuple(left), browser):
                left.popleft()
                yield index
        except RenderError:
            if len(left) == before:
                raise


def _take_with_one_browser(order: Order, out: Path, indices: Sequence[int], browser: str | None) -> Iterator[int]:
    with ExitStack() as stack:
        address = stack.enter_context(serving())
        opened = stack.enter_context(browsing(browser))
        dark_room = stack.enter_context(ThreadPoolExecutor(1))
        study = stack.enter_context(ThreadPoolExecutor(1))
        stages = Stages(opened, address)
        cameras: dict[str, Camera] = {game: shots_of(game).CAMERA(opened, address, stages) for game in order.games}
        waiting: deque[tuple[int, Future[None]]] = deque()
        plans: deque[Future[Plan]] = deque()
        begun: deque[Begun] = deque()
        to_plan, to_begin = iter(indices), deque(indices)

        def begin_on() -> None:
            while to_begin and len(begun) < SHOWN:
                for index in islice(to_plan, AHEAD - len(plans)):
                    plans.append(study.submit(_planned, order, index, cameras[order.game(index)]))
                plan = plans[0].result()
                if begun and not stages.pays(plan[0]):
                    return
                plans.popleft()
                begun.append(_begun(order, index := to_begin.popleft(), cameras[order.game(index)], plan))

        for index in indices:
            begin_on()
            camera = cameras[order.game(index)]
            exposure = _exposed(order, index, camera, begun.popleft())
            waiting.append((index, dark_room.submit(_develop, order, index, camera, exposure, out)))
            while waiting and (waiting[0][1].done() or len(waiting) > WAITING):
                written, future = waiting.popleft()
                future.result()
                yield written
        for written, future in waiting:
            future.result()
            yield written


def _planned(order: Order, index: int, camera: Camera, attempt: int = 0) -> Plan:
    return camera.planned(random_shot(order.game(index), order.seed, index, attempt))


@contextmanager
def _named(order: Order, index: int) -> Iterator[None]:
    """What the browser says is wrong, with the picture it is about."""
    from playwright.sync_api import Error

    try:
        yield
    except Error as error:
        said = error.message.strip().splitlines()[0]
        raise RenderError(f"{order.stem(index)} could not be taken: {said}") from error


def _begun(order: Order, index: int, camera: Camera, plan: Plan) -> Begun:
    with _named(order, index):
        return camera.begin(plan)


def _exposed(order: Order, index: int, camera: Camera, begun: Begun) -> Exposure:
    """Picture `index` as the browser gives it. `begun`: its first attempt."""
    with _named(order, index):
        exposure = camera.finish(begun)
        for attempt in range(1, TRIES):
            if exposure is not None:
                return exposure
            plan = _planned(order, index, camera, attempt)
            exposure = camera.expose(plan[0], plan)
    if exposure is None:
        raise RenderError(f"{order.stem(index)} could not be taken: no board fitted its window")
    return exposure


def _develop(order: Order, index: int, camera: Camera, exposure: Exposure, out: Path) -> None:
    """Wears, labels and writes one picture."""
    done: tuple[str, ...] = ()
    kept = Kept()

    def wear(exposure: Exposure, view: View) -> View:
        nonlocal done, kept
        rng = Random(f"{order.game(index)}/{order.seed}/{index}/wear")
        view, done, kept = aged(rng, view, camera.cell_least, CELL_MOST)
        return view

    picture, label = camera.develop(exposure, wear if order.wear else None)
    name = f"{order.stem(index)}{kept.suffix}"
    height, width = picture.shape[:2]
    label |= {"image": name, "width": width, "height": height}
    label["made"] = {"seed": order.seed, "index": index, "level": exposure.shot.level, "wear": list(done)}
    # Chromium's own bytes would do where nothing was changed, but they are three times as large.
    put(out / name, encoded(picture, kept.suffix, kept.quality))
    put((out / name).with_suffix(".json"), text_of(label).encode())


# --- several browsers ------------------------------------------------------------------------------------------------


def _in_processes(order: Order, out: Path, indices: Sequence[int], browser: str | None, jobs: int) -> Iterator[int]:
    """Takes the pictures with several browsers, each in a process of its own."""
    context = multiprocessing.get_context("spawn")
    said: QueueOf[Any] = context.Queue()
    workers = [
        context.Process(target=_work, args=(order, out, indices[job::jobs], browser, said), daemon=True)
        for job in range(jobs)
    ]
    for worker in workers:
        worker.start()
    left = len(indices)
    try:
        while left:
            try:
                news = said.get(timeout=PATIENCE)
            except Empty:
                if not any(worker.is_alive() for worker in workers) and said.empty():
                    raise RenderError(
                        "a browser's process ended before its work was done; start again to go on"
                    ) from None
                continue
            if isinstance(news, Exception):
                raise news
            left -= 1
            yield news
    finally:
        for worker in workers:
            if left:
                worker.terminate()
            worker.join()


def _work(order: Order, out: Path, indices: Sequence[int], browser: str | None, said: QueueOf[Any]) -> None:
    import cv2

    cv2.setNumThreads(1)
    try:
        for index in _take(order, out, indices, browser):
            said.put(index)
    except (NoBrowserError, RenderError, OSError) as error:
        said.put(type(error)(str(error)))
    except KeyboardInterrupt:
        pass

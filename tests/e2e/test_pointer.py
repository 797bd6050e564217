"""A click lands where it is meant, or not at all: under window managers, with somebody at the mouse, behind windows.

Every press and release that a page heard is compared with the gestures that were sent (`landed.py`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from samples.boards import make_board
from tests.e2e import playing
from tests.e2e.landed import assert_landed, elsewhere, sent
from tests.e2e.playing import Desk, Played, go, server

Opener = Callable[..., Any]


OTHER_MANAGERS = [pytest.param(name, marks=pytest.mark.thorough) for name in ("xfwm4", "")]


@pytest.fixture(scope="module", params=["openbox", *OTHER_MANAGERS], ids=["openbox", "xfwm4", "no window manager"])
def screen(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with playing.desk(manager=request.param) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(driver: Any, screen: Desk, address: str) -> Iterator[Any]:
    """A window that leaves a part of the desktop free."""
    with playing.window(driver, screen, f"{address}/tango.html", position=(40, 30), size=(1000, 820)) as opened:
        yield opened


def tango(address: str, seed: int, size: int = 6, **query: str) -> str:
    one = make_board(size, Random(seed))
    return f"{address}/tango.html?{urlencode({'puzzle': json.dumps(one.with_cells(one.clues))} | query)}"


def pips(address: str) -> str:
    label = json.loads((playing.ROOT / "samples/pips/classic-app-easy.json").read_text())
    return f"{address}/pips.html?{urlencode({'puzzle': json.dumps(label['puzzle']), 'cell': '44', 'look': 'classic'})}"


@pytest.mark.thorough
def test_every_click_lands(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, seed=10, size=10, buttons="two"))
    played = playing.play(screen)
    assert page.evaluate("game.solved"), (played.end, played.errors)
    assert_landed(page, screen, played)


def test_every_drag_lands(page: Any, screen: Desk, address: str) -> None:
    go(page, pips(address))
    played = playing.play(screen)
    assert page.evaluate("game.solved"), (played.end, played.errors)
    assert_landed(page, screen, played)


def test_what_the_desktop_needs_is_reported(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, seed=3))
    played = playing.play(screen)
    (told,) = played.named("pointer")
    presses = sum(gesture.get("count", 1) for gesture in played.named("gesture"))
    assert (told["system"], told["presses"]) == ("x11", presses)
    assert 0 <= told["handed_on_ms"]["median"] <= told["handed_on_ms"]["worst"] < 3000


def test_the_pointer_rests_off_the_windows(page: Any, screen: Desk, address: str) -> None:
    go(page, tango(address, seed=4))
    playing.play(screen)
    left, top, width, height = page.evaluate("[screenX, screenY, outerWidth, outerHeight]")
    x, y = pointer(screen)
    assert not (left <= x < left + width and top <= y < top + height), (x, y)


# -- somebody else at the mouse --------------------------------------------------------------------------------------


def pointer(on: Desk) -> tuple[int, int]:
    told = server(on).screen().root.query_pointer()
    return told.root_x, told.root_y


def interrupted(page: Any, screen: Desk, *options: str, by: Callable[[], None]) -> Played:
    """A game in the middle of which something happens."""
    began = time.perf_counter()
    with playing.start(screen, "--delay", "0.15", *options) as process:
        page.wait_for_function("pointerLog.length >= 8", timeout=30_000, polling=10)
        by()
        return playing.finish(process, began)


def assert_stopped(
    page: Any, screen: Desk, played: Played, kind: str, moved: tuple[float, float] = (0.0, 0.0)
) -> None:
    assert (played.code, played.end["event"], played.end["kind"], played.errors) == (1, "stopped", kind, "")
    assert played.end["message"].count(".") == 1
    assert played.end["message"].endswith(".")
    assert not page.evaluate("game.solved")
    assert_landed(page, screen, played, moved)


def test_a_mouse_moved_by_hand_ends_it(page: Any, screen: Desk, address: str) -> None:
    from Xlib import X
    from Xlib.ext.xtest import fake_input

    moved = 25, 10

    def push() -> None:
        display = server(screen)
        fake_input(display, X.MotionNotify, detail=1, x=moved[0], y=moved[1])  # from where it is
        display.sync()

    go(page, tango(address, seed=11, size=10))
    assert_stopped(page, screen, interrupted(page, screen, by=push), "mouse_moved", moved)


def test_a_hand_that_moves_the_mouse_moves_the_release_of_what_is_pressed() -> None:
    """That of the last press alone, and by no more."""
    pressed = sent([{"kind": "click", "x": 40, "y": 60, "button": "left"}] * 2)
    heard = [{"name": one.name, "button": one.button, "at": one.at} for one in pressed]
    later = [*heard[:3], {**heard[3], "at": (65, 70)}]
    assert elsewhere(pressed, later, (25, 10)) == []
    assert len(elsewhere(pressed, later)) == len(elsewhere(pressed, later, (25, 20))) == 1
    sooner = [heard[0], {**heard[1], "at": (65, 70)}, *heard[2:]]
    assert len(elsewhere(pressed, sooner, (25, 10))) == 1


@contextmanager
def other_window(on: Desk, managed: bool) -> Iterator[list[Any]]:
    """A window over the whole screen that takes down what is pressed on it; `managed` by the window manager or not."""
    from Xlib import X
    from Xlib.protocol.event import ClientMessage

    display = server(on)
    window = display.screen().root.create_window(
        0, 0, *on.size, 0, display.screen().root_depth, X.InputOutput, X.CopyFromParent,
        background_pixel=display.screen().white_pixel, override_redirect=not managed,
        event_mask=X.ButtonPressMask | X.ButtonReleaseMask,
    )  # fmt: skip
    window.map()
    display.sync()
    if managed and on.manager:  # as a taskbar does it
        time.sleep(0.3)
        root = display.screen().root
        message = ClientMessage(
            window=window, client_type=display.intern_atom("_NET_ACTIVE_WINDOW"), data=(32, [2, 0, 0, 0, 0])
        )
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        display.sync()
    pressed: list[Any] = []
    try:
        yield pressed
    finally:
        while display.pending_events():
            event = display.next_event()
            pressed += [event] if event.type in (X.ButtonPress, X.ButtonRelease) else []
        window.destroy()
        display.close()


@pytest.mark.parametrize("managed", [True, False], ids=["window", "notification"])
def test_another_window_in_front_ends_it(page: Any, screen: Desk, address: str, managed: bool) -> None:
    go(page, tango(address, seed=12, size=10))
    began = time.perf_counter()
    with playing.start(screen, "--delay", "0.15") as process:
        page.wait_for_function("pointerLog.length >= 8", timeout=30_000, polling=10)
        with other_window(screen, managed) as pressed:
            played = playing.finish(process, began)
    assert pressed == []
    assert_stopped(page, screen, played, "window_changed")


def moved_in_a_drag(display: Any, process: Any) -> bool:
    """Move the mouse while a domino is dragged; whether a drag was met."""
    from Xlib import X
    from Xlib.ext.xtest import fake_input

    root, before = display.screen().root, None
    while process.poll() is None:
        told = root.query_pointer()
        at = (told.root_x, told.root_y)
        if not told.mask & X.Button1Mask:
            before = None
        elif before is None:
            before = at
        elif abs(at[0] - before[0]) + abs(at[1] - before[1]) > 20:
            fake_input(display, X.MotionNotify, x=at[0] + 60, y=at[1] + 60)
            display.sync()
            return bool(root.query_pointer().mask & X.Button1Mask)
    return False


def test_a_domino_goes_back_when_the_mouse_is_moved(page: Any, screen: Desk, address: str) -> None:
    """Nothing is let go on the way: it is released where it was taken."""
    from Xlib import X

    display = server(screen)
    for _ in range(5):  # on a busy machine a whole game may pass between two looks at the pointer
        go(page, pips(address))
        began = time.perf_counter()
        with playing.start(screen) as process:
            met = moved_in_a_drag(display, process)
            played = playing.finish(process, began)
        if met:
            break
    assert (played.code, played.end["kind"]) == (1, "mouse_moved")
    assert met
    log = page.evaluate("pointerLog")
    down, up = ([event["at"] for event in log if event["name"] == name][-1] for name in ("pointerdown", "pointerup"))
    assert max(abs(up[0] - down[0]), abs(up[1] - down[1])) <= 1.6
    assert not display.screen().root.query_pointer().mask & X.Button1Mask

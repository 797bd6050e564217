"""Where the buttons of the mouse really went down and up, as a page heard it, against the gestures that were sent.

`recorder.js` runs in every page that `playing.window` opens and takes down each pointer event with its place and time.
What did not come to the page at all went somewhere else, which is as bad.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.e2e.playing import Desk, Played

# Places are whole points; a browser at a scale of 1.25 rounds once more.
NEAR = 1.6


@dataclass(frozen=True)
class Button:
    """A button that goes `pointerdown` or `pointerup` at a point of the screen. `certain`: the page must hear of it."""

    name: str
    button: int
    at: tuple[float, float]
    certain: bool = True


def sent(gestures: Sequence[dict[str, Any]]) -> list[Button]:
    """What the gestures among the events should make of the buttons, in order."""
    found: list[Button] = []
    for gesture in gestures:
        at = (gesture["x"], gesture["y"])
        if gesture.get("button", "").startswith(("wheel", "key")):
            continue
        if gesture["kind"] == "click":
            found += _click({"left": 0, "right": 2}[gesture["button"]], at) * gesture.get("count", 1)
        elif gesture.get("manner") == "clicks":
            to = tuple(gesture["to"])
            found += [*_click(0, at), *_click(2, to) * gesture.get("right_clicks", 0), *_click(0, to)]
        else:
            found += [Button("pointerdown", 0, at), Button("pointerup", 0, tuple(gesture["to"]))]
    return found


def _click(button: int, at: tuple[float, float]) -> list[Button]:
    return [Button("pointerdown", button, at), Button("pointerup", button, at, certain=not button)]


def elsewhere(
    wanted: Sequence[Button], heard: Sequence[dict[str, Any]], moved: tuple[float, float] = (0.0, 0.0)
) -> list[str]:
    """What went elsewhere than meant, or did not come at all, in words. `moved`: by so much somebody moved the mouse,
    after which nothing more was sent than the release of a button that was down.

    The release of a right button may belong to the menu that it opened. That of a drag which the browser made its own
    (`dragstart`) is told by `drop`, or by `dragend` alone where the page takes no drop there; neither comes where the
    page takes the element away at once. After a `drop`, `dragend` has the place of the pointer of when it is sent.
    """
    wrong: list[str] = []
    rest = list(heard)
    for one in wanted:
        took: list[dict[str, Any]] = []
        if one.name == "pointerup" and rest and rest[0]["name"] == "dragstart":
            rest.pop(0)
            while rest and rest[0]["name"] in ("drop", "dragend"):
                took.append(rest.pop(0))
            took = took[:1]
        elif rest and (rest[0]["name"], rest[0]["button"]) == (one.name, one.button):
            took.append(rest.pop(0))
        elif one.certain:
            wrong.append(f"{one.name} at {one.at} was not heard; next was {rest[:1]}")
        for event in took:
            off = event["at"][0] - one.at[0], event["at"][1] - one.at[1]
            by_hand = one is wanted[-1] and one.name == "pointerup" and math.dist(off, moved) <= NEAR
            if max(map(abs, off)) > NEAR and not by_hand:
                wrong.append(f"{one.name} at {one.at} came as {event['name']} at {event['at']}")
    return wrong + [f"{event} was not sent" for event in rest]


def assert_landed(page: Any, on: Desk, played: Played, moved: tuple[float, float] = (0.0, 0.0)) -> None:
    """Every press and release of this game came to the page where it was meant, and nothing else did. `moved`: see
    `elsewhere`."""
    wrong = elsewhere(sent(played.named("gesture")), page.evaluate("pointerLog"), moved)
    assert not wrong, (on.manager, wrong)

"""How a domino is turned while it is held: by notches of the wheel or, where clicks lay dominoes, by right clicks.

Tried where nothing turns dominoes in their tray, on one after the other. A page that does not take one to its place may
leave it in the hand: it is turned once more then, and laid again, until it lies as it is to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from actuator.domino_places import Place, is_double, turns_to
from actuator.moves import Click, Drag, Gesture
from actuator.sight import TrayTile

# Trials of each, the first of which takes it to turn dominoes clockwise, the second anticlockwise; and how often one
# that stays in the hand is turned once more.
TRIALS, MORE_TURNS = 2, 2
WORDS = {"wheel": "a notch of the wheel", "right": "a right click"}


class InHand:
    """What is known of turning dominoes that are held.

    `way`: quarter turns clockwise per notch or click, 1 or -1, and 0 while that is not tried. `known`: whether it was
    seen. `left`: what was not laid and is held still: how it was to be laid, and where.
    """

    def __init__(self) -> None:
        self.way = 0
        self.known = False
        self.left: tuple[Drag, Place] | None = None
        self._failures = 0
        self._more = 0  # how often what is held was turned once more

    @property
    def _by(self) -> str:
        return "wheel" if self._failures < TRIALS else "right"

    def begin(self, by_clicks: bool) -> None:
        """Try what was not tried yet, where there is anything."""
        if self._failures < TRIALS * (1 + by_clicks):
            self.way = self.way or 1

    @property
    def trial(self) -> str:
        """What is tried, in words; nothing where it is known."""
        return "" if self.known else f"{WORDS[self._by]} on a domino that is held"

    def best_first(self, wanted: Sequence[tuple[TrayTile, Place]]) -> list[tuple[TrayTile, Place]]:
        """Those first of which it is seen which way they turn, and that one turn is enough for."""

        def rank(pair: tuple[TrayTile, Place]) -> tuple[bool, bool]:
            turns = turns_to(*pair)
            return is_double(pair[0]) or turns % 2 == 0, turns * self.way % 4 != 1

        return sorted(wanted, key=rank)

    def turned(self, drag: Drag, turns: int) -> Drag:
        """The same, of a domino that is turned so often clockwise meanwhile."""
        count = turns * self.way % 4
        return replace(drag, notches=count) if self._by == "wheel" else replace(drag, right_clicks=count)

    def once_more(self, drag: Drag) -> tuple[Click, Click]:
        """Turn what is held once more, and lay it."""
        self._more += 1
        return Click(drag.to, self._by, why=drag.why, alone=True), Click(drag.to, why=drag.why)

    def was_turned(self, gestures: Iterable[Gesture]) -> bool:
        """Whether any of these has turned a domino so that it can be seen."""
        drags = [one for one in gestures if isinstance(one, Drag)]
        return self.left is not None or any((one.notches + one.right_clicks) % 2 for one in drags)

    def came(self) -> None:
        """The domino that was turned lies as it was to, or elsewhere, turned like that."""
        if self._more == MORE_TURNS:  # two turns more make it the other way round
            self.way = -self.way
        self.known, self.left, self._more = True, None, 0

    def failed(self, gesture: Gesture, place: Place, held: bool) -> str:
        """It does not; what that says. `held`: whether it is seen to be in the hand still."""
        if isinstance(gesture, Drag):
            self.left = gesture, place
        if held and self._more < MORE_TURNS:
            return "a domino stays in the hand; turning it once more"
        said = f"{WORDS[self._by]} does not turn a domino that is held as was thought"
        self.left, self._more, self._failures = None, 0, self._failures + 1
        self.way = -self.way if self._failures % TRIALS else 0
        return said

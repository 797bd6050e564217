"""How a domino is turned while it is held: by notches of the wheel or, where clicks lay dominoes, by right clicks.

Tried where nothing turns dominoes in their tray, on one after the other. A page that does not take one to its place may
leave it in the hand: it is turned once more then, and laid again, until it lies as it is to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from actuator.domino_places import Place, Values, as_drawn, is_double, turns_to
from actuator.moves import Click, Drag, Gesture
from actuator.sight import TrayTile

# Trials of each, the first of which takes it to turn dominoes clockwise, the second anticlockwise. What stays in the
# hand is turned so often once more in a trial, and so often where it is known.
TRIALS, TWICE, THRICE = 2, 2, 3
WORDS = {"wheel": "a notch of the wheel", "right": "a right click"}


class InHand:
    """What is known of turning dominoes that are held.

    `way`: quarter turns clockwise per notch or click, 1 or -1, and 0 while that is not tried. `known`: whether it was
    seen. `stays`: whether what was not laid was seen to stay in the hand; it stays turned as it is then. `left`: what
    was not laid and is held still: the gesture that was to lay it, and where.
    """

    def __init__(self) -> None:
        self.way = 0
        self.known = False
        self.stays = False
        self.left: tuple[Gesture, Place] | None = None
        self._spun: Counter[tuple[Values, bool]] = Counter()  # notches or clicks so far, by what the tray shows
        self._last = (0, 0), False  # what was turned last
        self._failures = 0
        self._more = 0  # how often what is held was turned once more

    @property
    def _by(self) -> str:
        return "wheel" if self._failures < TRIALS else "right"

    def begin(self, by_clicks: bool, needed: bool) -> bool:
        """Whether dominoes are turned so, or it is to be tried, which it is where it is `needed` and was not yet."""
        if needed and self._failures < TRIALS * (1 + by_clicks):
            self.way = self.way or 1
        return self.way != 0

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

    def turned(self, drag: Drag, tile: TrayTile, place: Place) -> Drag:
        """The same, with what turns the tile meanwhile into the position of that place."""
        self._last = as_drawn(tile)
        count = (turns_to(tile, place) * self.way - self.stays * self._spun[self._last]) % 4
        self._spun[self._last] += count
        return replace(drag, notches=count) if self._by == "wheel" else replace(drag, right_clicks=count)

    def once_more(self, gesture: Gesture) -> tuple[Click, Click]:
        """Turn what is held once more, and lay it."""
        self._more += 1
        self._spun[self._last] += 1
        to = gesture.points[-1]
        return Click(to, self._by, why=gesture.why, alone=True), Click(to, why=gesture.why)

    def was_turned(self, gestures: Iterable[Gesture]) -> bool:
        """Whether any of these has turned a domino so that it can be seen."""
        drags = [one for one in gestures if isinstance(one, Drag)]
        return self.left is not None or any((one.notches + one.right_clicks) % 2 for one in drags)

    def came(self) -> str:
        """The domino that was turned lies as it was to, or elsewhere, turned like that; nothing is to be said."""
        if self._more == TWICE and not self.known:  # two turns more make it the other way round
            self.way = -self.way
        self.known, self.left, self._more = True, None, 0
        return ""

    def stays_held(self, gesture: Gesture, place: Place) -> str:
        """What was to be laid there is in the hand still; what is done about that."""
        if self._more < (THRICE if self.known else TWICE):
            self.left = gesture, place
            return "a domino stays in the hand; turning it once more"
        if self.known:  # the one that came lay so already: what is tried next may turn them
            self.known, self._failures = False, self._failures // TRIALS * TRIALS + TRIALS - 1
        return self.failed()

    def failed(self) -> str:
        """The domino that was turned does not lie so; what that says."""
        said = f"{WORDS[self._by]} does not turn a domino that is held as was thought"
        self.left, self._more, self._failures = None, 0, self._failures + 1
        self._spun.clear()
        self.way = -self.way if self._failures % TRIALS else 0
        return said

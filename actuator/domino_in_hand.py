"""How a domino is turned while it is held: by notches of the wheel or by right clicks.

Tried where nothing turns dominoes in their tray, on one after the other, the wheel and right clicks by turns. A page
that does not take one to its place may leave it in the hand: it is turned once more then, and laid again, until it lies
as it is to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from actuator.domino_grips import FIRST
from actuator.domino_places import Place, Values, as_drawn, free_beside, is_double, pips_of, same_domino, turns_to
from actuator.moves import Cell, Click, Drag, Gesture
from actuator.sight import TrayTile

# Trials of each: it turns dominoes clockwise; anticlockwise, and, where clicks lay them, the half that was first comes
# to lie on the cell that is clicked; anticlockwise, and the left or upper half does, which drags need not try;
# clockwise, and the half that was first does. What stays in the hand is turned so often once more in a trial, and so
# often where it is known.
WAYS, OF_DRAGS, WITH_FIRST, MORE_TRIED, MORE_KNOWN = (1, -1, -1, 1), 2, (1, 3), 2, 3
TRIALS = len(WAYS)
WORDS = {"wheel": "a notch of the wheel", "right": "a right click"}


class InHand:
    """What is known of turning dominoes that are held.

    `way`: quarter turns clockwise per notch or click, 1 or -1, and 0 while that is not tried. `known`: whether it was
    seen. `stays`: whether what was not laid was seen to stay in the hand. `keeps`: whether one that was put back was
    seen to stay turned. `left`: what was not laid and is held still: the gesture that was to lay it, and where.
    """

    def __init__(self) -> None:
        self.way = 0
        self.known = False
        self.stays = self.keeps = False
        self.left: tuple[Gesture, Place] | None = None
        self._spun: Counter[tuple[Values, bool]] = Counter()  # notches or clicks so far, by what the tray shows
        self._tile: TrayTile  # what was turned last, as it lay in the tray
        self._made = 0  # how often since it was picked up
        self._latest: dict[Values, tuple[TrayTile, int]] = {}  # the same of each domino
        self._by_clicks = False  # whether clicks lay dominoes
        self._failed: set[tuple[str, int]] = set()  # what was tried in vain: by what, and which of `WAYS`
        self._idle = False  # whether what was made in the last trial was seen to turn nothing
        self._more = 0  # how often what is held was turned once more
        self._stuck = False  # whether it is held still after all that
        self._taken: list[Values] = []  # what was taken from the board, the last one last

    @property
    def _left(self) -> list[tuple[str, int]]:
        """What is not tried in vain yet, the next first."""
        ways = range(TRIALS if self._by_clicks else OF_DRAGS)
        return [one for k in ways for by in WORDS if (one := (by, k)) not in self._failed]

    @property
    def _now(self) -> tuple[str, int]:
        """What is tried, or known, to turn them."""
        return next(iter(self._left), ("wheel", 0))

    @property
    def _by(self) -> str:
        return self._now[0]

    def begin(self, by_clicks: bool, needed: bool) -> bool:
        """Whether dominoes are turned so, or it is to be tried, which it is where it is `needed` and was not yet."""
        self._by_clicks = self._by_clicks if self.known else by_clicks
        if not self._left:
            self.way = 0
        elif needed:
            self.way = self.way or WAYS[self._now[1]]
        return self.way != 0

    @property
    def trial(self) -> str:
        """What is tried, in words; nothing where it is known."""
        return "" if self.known else f"{WORDS[self._by]} on a domino that is held"

    def best_first(
        self, wanted: Sequence[tuple[TrayTile, Place]], free: Sequence[Cell]
    ) -> list[tuple[TrayTile, Place]]:
        """Those first of which it is seen which way they turn, that are likely to lie on `free` cells, rather than to
        be refused, if they are not turned, while that is not known, and that one turn is enough for."""

        def rank(pair: tuple[TrayTile, Place]) -> tuple[bool, int, bool]:
            turns, beside = turns_to(*pair), 0 if self.known else free_beside(pair[1].cells[0], free)
            return is_double(pair[0]) or turns % 2 == 0, -beside, turns * self.way % 4 != 1

        return sorted(wanted, key=rank)

    def turned(self, drag: Drag, tile: TrayTile, place: Place) -> Drag:
        """The same, with what turns the tile meanwhile into the position of that place."""
        since = self._latest[pips_of(tile)][1] if tile.lit and pips_of(tile) in self._latest else 0
        count = (turns_to(tile, place) * self.way - (self._spun[as_drawn(tile)] if self.keeps else since)) % 4
        self._tile, self._made = tile, since + count
        self._latest[pips_of(tile)] = tile, self._made
        self._spun[as_drawn(tile)] += count
        return replace(drag, notches=count) if self._by == "wheel" else replace(drag, right_clicks=count)

    def aside(self, place: Place, turns: int) -> tuple[int, int]:
        """Rows and columns from a place's first cell to that on which one is laid that was turned so often clockwise,
        as far as nothing else is known."""
        down, across = (1, 0) if place.upright else (0, 1)
        second = FIRST[place.upright != turns % 2][turns] and self._now[1] in WITH_FIRST
        return (down, across) if second else (0, 0)

    def once_more(self, gesture: Gesture) -> tuple[Click, Click]:
        """Turn what is held once more, and lay it."""
        self._more, self._made = self._more + 1, self._made + 1
        self._latest[pips_of(self._tile)] = self._tile, self._made
        self._spun[as_drawn(self._tile)] += 1
        to = gesture.points[-1]
        return Click(to, self._by, why=gesture.why, alone=True), Click(to, why=gesture.why)

    def put_back(self) -> tuple[Click, ...]:
        """A click where it lay in the tray puts back what is held still, where anything is."""
        stuck, self._stuck = self._stuck, False
        return (Click(self._tile.at, why="put it back"),) if stuck else ()

    def taken_back(self, places: Sequence[Place], tray: Sequence[TrayTile]) -> tuple[Click, ...]:
        """These are taken from the board: if they are in the hand then, nobody has turned them since. What puts back
        before what is in the hand still: what is seen to be, or, where one of these did not go, what went last."""
        taken = {*map(pips_of, places)}
        went = [one for values in reversed(self._taken) for one in tray if pips_of(one) == values not in taken]
        held = [one for one in tray if one.lit and (self.stays or one in went)]
        if not (held or taken.isdisjoint(self._taken)):
            held = went[:1]
        for one in taken:
            self._latest.pop(one, None)
        self._taken = [*(one for one in self._taken if one not in taken), *taken]
        return tuple(Click(one.at, why="put it back") for one in held) if len(held) == 1 else ()

    def laying(self, gesture: Drag | Click, held: bool) -> tuple[Gesture, ...]:
        """What lays a domino: that gesture, or the same without a click on what is `held` already, as that would put it
        back."""
        if not (held and self.way) or isinstance(gesture, Click) or gesture.manner != "clicks":
            return (gesture,)
        more = [Click(gesture.to, self._by, why=gesture.why, alone=True)] * (gesture.notches + gesture.right_clicks)
        return *more, Click(gesture.to, why=gesture.why)

    def was_turned(self, places: Iterable[Place]) -> bool:
        """Whether any that was to come there was turned so that it is seen; half round as well, while that is not
        known."""
        made = [self._latest[pips_of(one)][1] for one in places if self.way and pips_of(one) in self._latest]
        return self.left is not None or any(count % 2 or (count and not self.known) for count in made)

    def saw(self, place: Place) -> None:
        """A domino lies there; where it was turned, put back and turned again, that tells whether it stays turned."""
        if not self.known or pips_of(place) not in self._latest or place.values[0] == place.values[1]:
            return
        tile, made = self._latest[pips_of(place)]
        ways = {(count * self.way - turns_to(tile, place)) % 4 == 0 for count in (made, self._spun[as_drawn(tile)])}
        if len(ways) == 2:
            self.keeps = (made * self.way - turns_to(tile, place)) % 4 != 0

    def lies(self, place: Place) -> bool:
        """The domino that was turned lies there, as it was to or otherwise; whether that tells which way it turns, or
        that it does, of one with the same pips twice."""
        made = self._spun[as_drawn(self._tile)] if self.keeps else self._made
        more, self.left, self._more = self._more, None, 0
        if not made % 2 or not same_domino(place, self._tile):
            return False
        self.known = (turns := turns_to(self._tile, place)) % 2 == 1
        self._idle = not self.known
        if self.known and not is_double(self._tile):
            self.way = 1 if made % 4 == turns else -1
        if self.known and more:  # by its left or upper half it would have been laid before
            self._failed |= {(by, k) for by in WORDS for k in range(TRIALS) if by != self._by or k not in WITH_FIRST}
        return self.known

    def stays_held(self, gesture: Gesture, place: Place) -> str:
        """What was to be laid there is in the hand still; what is done about that."""
        if self._more < (MORE_KNOWN if self.known else MORE_TRIED):
            self.left = gesture, place
            return "a domino stays in the hand; turning it once more"
        self._stuck = True
        if self.known:  # the one that came lay so already: what is tried next may turn them
            self.known = False
            self._failed |= {(self._by, k) for k in range(TRIALS)} - {self._now}
        return self.failed()

    def failed(self) -> str:
        """The domino that was turned does not lie so; what that says."""
        said = f"{WORDS[self._by]} does not turn a domino that is held as was thought"
        self.left, self._more = None, 0
        self._failed |= {(self._by, k) for k in range(TRIALS)} if self._idle else {self._now}
        self._idle = False
        self._spun.clear()
        self.way = WAYS[self._now[1]] if self._now[1] else 0
        return said

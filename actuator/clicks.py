"""What a click does to a cell of a grid game, learnt from what clicks have done.

Nothing is assumed: on one page a left click goes from empty to sun to moon and on to empty, on another the left button
puts one symbol and the right button the other, on a third the order is the other way round, and on a fourth a first
click only selects the cell or a double click is wanted, which comes to the same for who clicks twice; a long press may
do what a click does not, the halves of a cell may do different things, and where a click is seen to select a cell and
nothing fills it, keys may. `Clicks` keeps what was seen, finds the shortest way from one symbol to another by it, and
says what is worth trying where it knows none.

Pure bookkeeping: no screen, no time.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from functools import partial

from actuator.moves import KEY, MENU, PICK, PUT, Cell

# In the order they are preferred: "double" is two clicks with the left button, close together, "long" one that is held
# down for a while.
BUTTONS = ("left", "right", "double", "long")
# A click of which nothing was seen on so many cells, which are no clues, does nothing on this page: left ones are tried
# more often, since most pages need no other.
DEAD_AFTER, LEFT_DEAD_AFTER = 2, 3
# Where clicks in the middle of empty cells fill them with either symbol, each so often, their halves may do so.
SEEN_TWICE = 2
# Left clicks beside a cell's middle: right and down, in cells. On some pages the halves of a cell do different things:
# whether they lie side by side or one above the other, these are in one each, and far from where they meet.
SIDES = {"upper left": (-0.25, -0.25), "lower right": (0.25, 0.25)}


class Clicks:
    """The transitions seen so far: which symbol a button makes of which."""

    def __init__(self, symbols: Iterable[str]) -> None:
        """`symbols`: all a cell can show, the empty one among them."""
        self.symbols = tuple(symbols)
        # Ways that may be tried as well: keys, each pressed after a left click, as `KEY + "0"`, symbols of a palette,
        # items of a menu.
        self.keys: tuple[str, ...] = ()
        self._after: dict[tuple[str, str], str] = {}
        self._forgotten: dict[tuple[str, str], str] = {}  # what was held to be so before it was learnt anew
        self._unseen: dict[tuple[str, str], int] = {}
        self._filled: Counter[str] = Counter()  # what one left click was seen to make of empty cells

    def saw(self, button: str, before: str, after: str, cells: int = 1) -> bool:
        """One click was made on each of some cells that showed `before`, and now they show `after`. Whether this was
        news: that it does nothing is when it has been seen often enough to be believed, what was forgotten is anew.

        To be told only of a click made alone on a board at rest: where others are still under way, a cell may show what
        those have made of it.
        """
        key = (button, before)
        if after == before:
            was_dead = self._is_dead(key)
            self._unseen[key] = self._unseen.get(key, 0) + cells
            return self._is_dead(key) and not was_dead
        self._unseen.pop(key, None)
        known, self._after[key] = self._after.get(key), after
        name = button.removeprefix(PUT).removeprefix(PICK)
        if name in self.symbols and after != name and after == self.after(BUTTONS[0], before):
            self._drop_palette()
        if button in self.keys:  # it says what a cell is to show, whatever that showed before
            for symbol in self.symbols:
                if symbol != after:
                    self._after.setdefault((button, symbol), after)
        return known != after

    def _drop_palette(self) -> None:
        """A symbol of it put another one, as a plain click does: it is an example of the rules, or a picture."""
        self.keys = tuple(key for key in self.keys if not key.startswith((PUT, PICK)))
        for kept in (self._after, self._unseen):
            for key in [key for key in kept if key[0].startswith((PUT, PICK))]:
                del kept[key]

    def compare(self, buttons: list[str], before: str, after: str, unsure: bool) -> None:
        """Whatever cells show after clicks: where one left click fills empty cells now so, now otherwise, it may matter
        where in a cell it is made, and nothing is taken for known of it until that was tried. `unsure`: they may show
        something else, and two of each are asked for."""
        if buttons == [BUTTONS[0]] and before == self.symbols[0] and after in self.symbols[1:3]:
            self._filled[after] += 1 if unsure else SEEN_TWICE

    @property
    def _fickle(self) -> bool:
        """Whether that was seen, and clicks beside the middle were not all tried yet."""
        return sum(seen >= SEEN_TWICE for seen in self._filled.values()) > 1 and self._sides_untried

    @property
    def _sides_untried(self) -> bool:
        """Whether what a click beside the middle of an empty cell does is not known of each side."""
        return any((side, self.symbols[0]) not in self._after for side in SIDES)

    def _is_dead(self, key: tuple[str, str]) -> bool:
        return self._unseen.get(key, 0) >= (LEFT_DEAD_AFTER if key[0] == BUTTONS[0] else DEAD_AFTER)

    def in_vain(self, button: str, before: str) -> int:
        """On how many cells that click on that symbol was tried and nothing seen."""
        return self._unseen.get((button, before), 0)

    @property
    def none_known(self) -> bool:
        """Whether no click has been seen to do anything."""
        return not self._after

    def forget(self) -> None:
        """Start again: what was learnt does not hold."""
        self._forgotten |= {key: key[1] for key in self._unseen if self._is_dead(key)} | self._after
        self._after.clear()
        self._unseen.clear()

    def after(self, button: str, before: str) -> str | None:
        """What that click makes of that symbol, if it is known."""
        return self._after.get((button, before))

    def made(self, before: str, ways: list[str]) -> str | None:
        """What these clicks make of that symbol, as far as it is known."""
        made: str | None = before
        for way in ways:
            made = self.after(way, made) if made is not None else None
        return made

    def told(self, sent: Mapping[Cell, tuple[str, list[str]]], digits: bool) -> dict[Cell, str]:
        """Which symbols these cells, of what they showed, are to show after these clicks, where the first thing asked
        for an empty cell is a symbol by its name, as keys do of `digits`. What was seen to be otherwise is not. Nothing
        of what clicks are known to do, one after the other: a page may lose one, and mark what has come of it."""
        symbols, names = self.symbols[1:3], (PUT, PICK, KEY) if digits else (PUT, PICK)
        asked = {name + symbol: symbol for symbol in symbols for name in names}
        empty = self.symbols[0]
        alone = {cell: way[0] for cell, (before, way) in sent.items() if before == empty and len(way) == 1}
        told = {cell: asked[way] for cell, way in alone.items() if way in asked}
        return {cell: symbol for cell, symbol in told.items() if self.after(alone[cell], empty) in (None, symbol)}

    def changing(self, before: str) -> str | None:
        """A button that was seen to change that symbol, or an item of a menu that was not tried on it yet."""
        known = [button for button in self._kinds if self.after(button, before) is not None]
        return next(iter(known + self._new_items(before)), None)

    def _new_items(self, before: str) -> list[str]:
        """Items of a menu of which it is not known what they make of that symbol."""
        new = [key for key in self.keys if key.startswith(MENU) and (key, before) not in self._after]
        return [key for key in new if not self._is_dead((key, before))]

    @property
    def _kinds(self) -> tuple[str, ...]:
        """Keys and palettes first where they work: what plain clicks do may depend on what was last chosen. Where the
        halves of a cell do different things only clicks on these: its middle belongs to the one or the other."""
        if self._halves_differ:
            return (*SIDES, *self.keys)
        kinds = (*BUTTONS[self._fickle :], *SIDES)
        return self.keys + kinds if self.keys_work else kinds + self.keys

    @property
    def _halves_differ(self) -> bool:
        """Whether clicks beside the middle of an empty cell were seen to do different things."""
        seen = {self._after.get((side, self.symbols[0])) for side in SIDES}
        return len(seen - {None}) > 1

    @property
    def keys_work(self) -> bool:
        """Whether one ever did."""
        seen = (self._forgotten | self._after).items()
        return any(button in self.keys and after != before for (button, before), after in seen)

    def may_try(self, keys: tuple[str, ...]) -> None:
        """These keys, or symbols of a palette, as if none called so had been tried."""
        self.keys = (*keys, *(key for key in self.keys if key not in keys))
        self._unseen = {key: number for key, number in self._unseen.items() if key[0] not in keys}

    @property
    def usual(self) -> tuple[str, ...]:
        """The ways that may be tried though no other is known: who tries the rest is at a loss."""
        return (BUTTONS[0], *SIDES, *(self.keys if self.keys_work else ()))

    def way(self, start: str, goals: str) -> list[str] | None:
        """The buttons to press, as few as possible, to come to one of the `goals`, or None where no way is known.

        >>> clicks = Clicks(".SM")
        >>> clicks.saw("left", ".", "S"), clicks.saw("left", "S", "M")
        (True, True)
        >>> clicks.way(".", "M")
        ['left', 'left']
        """
        ways: dict[str, list[str]] = {start: []}
        queue = deque([start])
        while queue:
            symbol = queue.popleft()
            if symbol in goals:
                return ways[symbol]
            for button in self._kinds:
                after = self.after(button, symbol)
                if after is not None and after not in ways:
                    ways[after] = [*ways[symbol], button]
                    queue.append(after)
        return None

    def trial(self, start: str) -> list[str] | None:
        """The buttons to press to learn something new from `start`: a known way to where a click was never tried, and
        that click. None where everything within reach was tried.

        The left button is tried everywhere before the right one: most pages need no other, and on some the right one
        opens a menu. What worked before it was forgotten comes first. A double click is tried soon where single ones do
        nothing, and else late: on most pages it is two single ones. A long press is tried late, then clicks beside the
        middle of empty cells, where clicks do anything, keys last, unless one was seen to work; a palette, where there
        is one, first.
        """
        used = {button for button, _ in self._after}
        order = ("left", "right", "double", "long") if "left" in used else ("left", "double", "right", "long")
        order = ("double", "left", "right", "long") if used == {"double"} else order
        worked = {button for (button, before), after in self._forgotten.items() if after != before}
        kinds = sorted(order, key=lambda button: button not in worked)
        first = self.keys_work or any(way.startswith((PICK, PUT, MENU)) for way in self.keys)
        beside = self._halves_differ or self._fickle
        for button in self.keys:  # each on the same symbol, before one of them on others
            if button.startswith((PICK, PUT)) and not self._is_tried(button, start):
                return [button]
        kinds = list(SIDES) if beside else [*kinds, *(() if self.none_known else SIDES)]
        for button in (*self.keys, *kinds) if first else (*kinds, *self.keys):
            ways: dict[str, list[str]] = {start: []}
            queue = deque([start])
            while queue:
                symbol = queue.popleft()
                if not self._is_tried(button, symbol) and (button not in SIDES or symbol == self.symbols[0] or beside):
                    return [*ways[symbol], button]
                for known in self._kinds:
                    after = self.after(known, symbol)
                    if after is not None and after not in ways:
                        ways[after] = [*ways[symbol], known]
                        queue.append(after)
        return None

    def _is_tried(self, button: str, symbol: str) -> bool:
        """Whether it is known what a click does to a symbol, or that of a palette or a key is to show what is there."""
        key = (button, symbol)
        shows_it = button in self.keys and symbol in map(partial(self.after, button), self.symbols)
        return key in self._after or self._is_dead(key) or shows_it

    def may_become(self, symbol: str, after: str) -> bool:
        """Whether a way is known from one symbol to the other, or an item of a menu was not tried on it yet."""
        return self.way(symbol, after) is not None or bool(self._new_items(symbol))

    def untried(self, symbol: str) -> list[str]:
        """The buttons of which it is not known yet what they make of that symbol; that which may open a menu last."""
        keys = [(button, symbol) for button in ("left", "double", "long", "right")]
        return [key[0] for key in keys if key not in self._after and not self._is_dead(key)]

    def has_untried(self, symbol: str) -> bool:
        """Whether there is one of them, or a click beside the middle, that was never learnt, also before it was
        forgotten."""
        new = [button for button in self.untried(symbol) if (button, symbol) not in self._forgotten]
        if self.none_known:
            return bool(new)
        return bool(set(new) - {"double"}) or (self._sides_untried and symbol == self.symbols[0])

    def to_json(self) -> dict[str, str]:
        """For the events: `{"left .": "S", ...}`."""
        return {f"{button} {before}": self._after[button, before] for button, before in sorted(self._after)}

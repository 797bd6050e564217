"""Pips on pages that show the domino in the hand beside its tray: what is different of them.

A click takes a domino from the tray. It hangs on the pointer then, or lies in a field of its own, where it is seen how
it lies. So one is taken after the other, turned while it is looked at, and laid by a click on a cell of its place. What
is learnt is what turns one, which way, and which of its halves comes to the cell that is clicked.
"""

from __future__ import annotations

import functools
from dataclasses import replace

from actuator.domino_direction import DirectedTable
from actuator.domino_grips import BADGES, CLICKED, FIRST, WORDS, grip_point, in_order
from actuator.domino_in_hand import InHand
from actuator.domino_places import (
    AROUND,
    Place,
    after_turns,
    as_drawn,
    box_of,
    cells_in_words,
    clear_place,
    is_double,
    lying_on,
    name_of,
    pips_of,
    same_domino,
    turns_to,
)
from actuator.moves import KEY, Cell, Click, Point, Rect
from actuator.sight import Sight, TrayTile
from actuator.table import Batch

# What is tried to turn one that is shown. A right click puts it back on some pages, and a left one on most.
HOWS = ("wheel", "key", *BADGES, "right", "left")
# What is tried to put one back.
LETTING_GO = ("left", f"{KEY}escape", "right")
# Which half comes to the cell that is clicked: whether that depends on which was first in the tray, and whether it is
# the other one.
AIMS = ((True, False), (False, False), (True, True), (False, True))
# One that is so far off all that was in the tray, in lengths, is beside it.
BESIDE = 0.25
# So many clicks in a row that take none mean that dominoes are not taken so.
MISSED = 2
# A cell is clicked so far on the way from its middle to that of the other: on some pages the middle of a domino comes
# to the click, and goes to the two cells that are nearest.
ASIDE = 0.1


class ShownTable(DirectedTable):
    """A board of Pips being played; an ordinary one until a domino was seen in the hand."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution."""
        super().__init__(sight)
        self._shows = False  # whether the page shows what is in the hand
        boxes = [box_of(one, one.upright) for one in sight.tray] or [self._tray]
        self._rack = functools.reduce(Rect.union, boxes)
        self._clear = clear_place(sight)
        self._corner = sight.board.left, sight.board.top  # of the board, when they were there
        self._did = ""  # "take", "turn", "lay" or "let go"
        self._taken_one: TrayTile | None = None  # what is in the hand, as it was shown before the last batch
        self._quarters = 0  # by how many quarter turns clockwise it lies otherwise than in the tray, as far as is known
        self._spin = 0  # quarter turns clockwise at a time, 1 or -1; 0 while that is not known
        self._turned_by = ""  # what was tried last, or turns one
        self._failed: set[str] = set()  # which of `HOWS` do not turn one
        self._again = ""  # which was tried once more
        self._in_vain = False  # whether all were
        self._aims: tuple[tuple[bool, bool], ...] = AIMS
        self._aimed = 0  # which cell of its place was clicked for the last one, 0 or 1
        self._let = -1  # how often what was in the hand was put back
        self._not_taken = 0  # clicks in a row that took none

    # -- what a player asks -------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Whether the last batch tried out something of which it is not known what it does."""
        return super().trying or (self._did == "turn" and not self._spin)

    def reach(self, sight: Sight) -> Rect:
        """Board and tray, and where one is shown that is in the hand."""
        shown, reach = self._shown(sight), super().reach(sight)
        return reach if shown is None else reach.union(Rect(*shown.at, 0, 0).grown(AROUND * shown.length))

    def fulfilled(self, sight: Sight) -> float:
        """As of others; whether one is in the hand that was taken, and lies otherwise when it was turned."""
        shown = self._shown(sight)
        if self._did == "turn" and self._taken_one is not None:
            if shown is None or not same_domino(shown, self._taken_one):  # while it turns it looks like another
                return 0.0
            return float(as_drawn(shown) != as_drawn(self._taken_one))
        if self._did in ("take", "let go"):
            return float((shown is not None) == (self._did == "take"))
        return super().fulfilled(sight)

    def plan(self, sight: Sight) -> Batch:
        """Take back, else take one, turn it, and lay it. The pointer, on which one may hang, rests in a clear place."""
        self._did = ""
        if self._shows:  # what is in the hand is seen: a click to put back what may be there would take another one
            self._in_hand = InHand()
        batch = (self._shows and self._one_by_one(sight)) or super().plan(sight)
        end = batch.gestures[-1]
        by_click = isinstance(end, Click) or end.manner == "clicks"
        # The press that begins a drag may take one for good; where drags lay them the pointer is parked.
        laid = self._came and not self.hung
        may_hang = (by_click and self._shows) if laid else (not by_click or self._shows or bool(batch.trial))
        across, down = self._scrolled(sight)
        rest = (self._clear[0] + across, self._clear[1] + down) if self._clear is not None and may_hang else None
        return replace(batch, rest=rest)

    def learn(self, sight: Sight) -> str:
        """What others learn, and that the page shows what is in the hand."""
        tray, turned = self._tray, self._turning.turned
        clicked = len(turned) == 1 and self._turning.how != "edge"  # what was dragged off may lie there
        shown = self._shown(sight) if (clicked and not self._in_vain) or self._shows else None
        if shown is not None and not self._shows and same_domino(shown, turned[0][0]):
            self._shows = self._hopeful = True
            self._grip, self._turning.turned = in_order(self._grips, clicks_first=True)[0], []
            return "a domino that is taken is shown beside the tray"
        news = super().learn(sight)
        self._tray = tray if shown is not None else self._tray
        return news

    # -- deciding -----------------------------------------------------------------------------------------------------

    def _shown(self, sight: Sight) -> TrayTile | None:
        """The domino in the hand, where it is seen beside the tray."""
        rack, (across, down) = self._rack, self._scrolled(sight)
        there = Rect(rack.left + across, rack.top + down, rack.width, rack.height)
        away = [tile for tile in sight.tray if tile.at not in there.grown(BESIDE * tile.length)]
        return away[0] if len(away) == 1 else None

    def _scrolled(self, sight: Sight) -> Point:
        """How far the page has moved since the first look."""
        return sight.board.left - self._corner[0], sight.board.top - self._corner[1]

    def _one_by_one(self, sight: Sight) -> Batch | None:
        """The next batch; None where others know better."""
        shown, wanted = self._shown(sight), dict(self._wanted(sight))
        if not wanted or (shown is None and (self._wrong(sight) or self._asks_back(sight))):
            return None
        self._planned, self._dragged, self._meant, self._taken_one = sight, [], {}, shown
        if shown is not None and self._wrong(sight):  # its place may be taken
            return self._let_go(shown, sight)
        if shown is None:
            tile = min(wanted, key=lambda tile: turns_to(tile, wanted[tile]) > 0)
            self._did = "take"
            # By one half, always the same: on some pages the one that is clicked comes to the cell.
            half = self._cell(AIMS[0], tile, self._quarters_of(tile))
            return Batch((Click(grip_point(tile, CLICKED[half]), why=f"take {name_of(tile.values)}"),))
        if (place := wanted.get(shown)) is None:
            return None
        how = self._how(shown, place, sight)
        turns = turns_to(shown, place)
        if turns and how is None:
            self._shows, self._in_vain = False, True
            return None
        acts = [how] * (self._clicks(shown, turns) if self._spin else 1) if turns and how is not None else []
        if acts and not self._spin:
            self._did = "turn"
            return Batch((acts[0],), trial=f"{self._said} on a domino in the hand")
        self._did = "lay"
        self._quarters = (self._quarters_of(shown) + len(acts) * self._spin) % 4
        self._aimed = self._cell(self._aims[0], shown, self._quarters)
        ends = [sight.cells[cell] for cell in place.cells]
        (ax, ay), (bx, by) = ends[self._aimed], ends[1 - self._aimed]
        why = f"{name_of(place.values)} to {cells_in_words(place)}"
        click = Click((ax + ASIDE * (bx - ax), ay + ASIDE * (by - ay)), cell=place.cells[self._aimed], why=why)
        self._dragged, self._meant = [place], {click: place}
        return Batch((*acts, click), self._last(place, sight), lays=(place.lying,))

    def _let_go(self, shown: TrayTile, sight: Sight) -> Batch:
        """Put back what is in the hand: by a click where it was in the tray, the next time by another way."""
        self._did, self._let = "let go", self._let + 1
        (x, y), (across, down) = self._first.get(pips_of(shown), shown).at, self._scrolled(sight)
        button = LETTING_GO[self._let % len(LETTING_GO)]
        at = (x + across, y + down) if button == "left" else shown.at
        return Batch((Click(at, button, why=f"put {name_of(shown.values)} back"),))

    def _how(self, shown: TrayTile, place: Place, sight: Sight) -> Click | None:
        """What turns one in the hand, or is tried next; None where nothing is left."""
        at = {"wheel": sight.cells[place.cells[0]]} | dict(zip(BADGES, sight.badges, strict=False))
        for how in HOWS:
            if how not in self._failed and (how in at or how not in BADGES):
                self._turned_by = how
                button = f"{KEY}r" if how == "key" else how if how in ("right", "wheel") else "left"
                return Click(at.get(how, shown.at), button, why=f"turn {name_of(shown.values)}", alone=True)
        return None

    @property
    def _said(self) -> str:
        return WORDS.get(self._turned_by, f"a {self._turned_by} click")

    def _clicks(self, shown: TrayTile, turns: int) -> int:
        return turns * self._spin % (2 if is_double(shown) else 4)

    def _quarters_of(self, shown: TrayTile) -> int:
        """By how many quarter turns clockwise it lies otherwise than in the tray at first; of one with the same pips
        twice as few as may be."""
        first = self._first.get(pips_of(shown), shown)
        return next(turns for turns in range(4) if after_turns(first, turns) == as_drawn(shown))

    def _cell(self, aim: tuple[bool, bool], shown: TrayTile, quarters: int) -> int:
        """Which cell of its place is clicked, 0 for the left or upper one, if that holds."""
        by_first, other = aim
        return (FIRST[self._first.get(pips_of(shown), shown).upright][quarters] if by_first else 0) ^ other

    # -- learning -----------------------------------------------------------------------------------------------------

    def _learn_drags(self, sight: Sight) -> list[str]:
        did, self._did = self._did, ""
        if not did:
            return super()._learn_drags(sight)
        self._hopeful = True
        learn = {"take": self._learn_taken, "turn": self._learn_turned, "lay": self._learn_laid}
        return learn[did](sight) if did in learn else []

    def _learn_taken(self, sight: Sight) -> list[str]:
        self._not_taken = 0 if self._shown(sight) is not None else self._not_taken + 1
        if self._not_taken >= MISSED:
            self._shows = False
            return ["a domino that is taken is not shown any more"]
        return []

    def _learn_turned(self, sight: Sight) -> list[str]:
        """What a trial on the one in the hand has done."""
        before, now = self._taken_one, self._shown(sight)
        assert before is not None
        made = [turns for turns in range(4) if now is not None and after_turns(before, turns) == as_drawn(now)]
        ways = [{1: 1, 3: -1}[turns] for turns in made if turns % 2]
        if not ways:
            again, self._again = now is not None and self._again != self._turned_by, self._turned_by
            self._failed |= set() if again else {self._turned_by}  # it may only be slow
            return [] if again else [f"{self._said} does not turn a domino in the hand"]
        self._spin = ways[0] if len(ways) == 1 else 0  # one with the same pips twice does not tell
        return [f"{self._said} turns a domino in the hand"]

    def _learn_laid(self, sight: Sight) -> list[str]:
        """Where the one that was laid lies now, and which of its halves is on the cell that was clicked."""
        place, shown, lying = self._dragged[0], self._taken_one, lying_on(sight)
        assert shown is not None
        clicked: Cell = place.cells[self._aimed]
        found = next((one for one in lying if same_domino(one, place) and clicked in one.cells), None)
        index = self._aimed if found is None else found.cells.index(clicked)
        holds = found is not None
        left = tuple(aim for aim in self._aims if (self._cell(aim, shown, self._quarters) == index) == holds)
        self._aims = left or AIMS
        if place in lying:
            self._came, self._refusals = True, 0
            return []
        if found is not None:
            return ["the other half of a domino comes to the cell that is clicked"]
        self._refusals += 1
        self._refused, self._hopeful = place, bool(left)
        return ["a domino is not laid so"]

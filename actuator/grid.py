"""Boards of cells on the screen, Tango and Takuzu: which cells to click, and what the clicks turned out to do.

Each cell that is not as in the solution gets the clicks that `clicks.py` knows to be needed; where it knows none, one
click on such a cell is tried out and looked at. Only that teaches anything: a cell that got one of many clicks may
show what an earlier one made of it, on a page that is behind. What was learnt is forgotten when it leads nowhere. The
last cell is left for a batch of its own, so that all else has been seen to be right when the page covers its board.
A palette is used as well (`palette.py`). `queens.py` has what is different of Queens.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from actuator.buttons import Palettes
from actuator.clicks import BUTTONS, DEAD_AFTER, Clicks
from actuator.grid_goal import GridGoal
from actuator.memory import STRANGE, looks_otherwise
from actuator.moves import ERASE, KEY, MENU, PICK, PUT, Cell, Click, Gesture, Point, Rect, in_passes
from actuator.palette import beside, has_digits
from actuator.sight import Sight
from actuator.solutions import grid_solutions, named_alike
from actuator.table import Batch, CannotPlayError
from actuator.ways import clicks_of, named, words
from solver.binary.puzzle import EMPTY, SYMBOLS, BinaryPuzzle

# When in so many batches in a row no cell came to show what it was to, what was learnt is forgotten, so often at most.
# When the page had not done all of so many, trials give no more hope.
VAIN_BATCHES, MOST_FORGOTTEN, MOST_BEHIND = 2, 3, 6
# After a batch in vain so many cells are clicked, to see whether the page still takes clicks.
AFTER_VAIN = 2


class GridTable:
    """A board of Tango or Takuzu being played; other games of cells that clicks change are made of it."""

    def __init__(self, sight: Sight) -> None:
        """Raises `CannotPlayError` where the board has no solution, or several and is hard to read."""
        self.first, self._seen = sight.puzzle, sight
        self.hung = 0  # nothing is dragged
        self.given = sight.clues if sight.clues is not None else self._taken_for_given(sight)
        self.sure = sight.clues is not None
        self._goal = GridGoal(self._solutions(sight), self.first.game, not sight.unsure)
        self._probes = 0
        self.clicks = Clicks(self.order + STRANGE)
        self._sent: dict[Cell, tuple[str, list[str]]] = {}
        self._before: tuple[str, ...] = self.first.cells  # the board when the last batch was planned
        self._hopeless: dict[Cell, int] = {}
        self._firm = False  # whether clicks are held down a little: shorter ones never did anything
        self._short_do = False  # whether any short one did
        self._firmly: set[Cell] = set()  # cells where that was tried in the last batch
        self._vain = 0  # batches in a row in which no cell came to show what it was to
        self._unproved = 0  # of them, those with clicks that never brought a cell to that
        self._proved: set[tuple[str, ...]] = set()  # a symbol and the clicks that brought one to show what it was to
        self._forgotten = 0
        self._first_selects = False  # whether a click on another cell than the last only selects it
        self._in_row = False  # whether the clicks on a cell are made without others in between
        self._selected: Cell | None = None  # the cell clicked last
        self._under: dict[str, str] = {}  # what is in a cell that looks so strange for being selected
        self._selection_shows = False  # whether a second click left a cell looking so
        self._again: tuple[Cell, str] | None = None  # one that is clicked again, and what it showed at first
        self._selects = False  # whether a click was seen to select a cell and no more
        self._palette: Mapping[str, Point] = {}
        self._beside = Palettes()
        self._picked = ""  # what was chosen there last
        self.hopeful = False
        self._leads = False  # whether a trial, or a click on the way to one, was among the last
        self._all_at_once = False  # whether every kind of click was tried in the last batch, each on one cell
        self._behind = 0  # batches in a row in which the page had not done all when it was last waited for
        self._doubtful = False  # whether it ever was so since learning began

    # -- what differs from game to game -------------------------------------------------------------------------------

    def _taken_for_given(self, sight: Sight) -> frozenset[Cell]:
        """The cells that may be clues where the look does not tell."""
        return frozenset(sight.puzzle.filled())

    def _solutions(self, sight: Sight) -> list[tuple[str, ...]]:
        """Those to play, the likeliest first. Raises `CannotPlayError`."""
        return grid_solutions(sight.puzzle, sight.clues, sight.doubtful)

    @property
    def order(self) -> str:
        """What a cell can show, in the order in which clicks go through it on the commonest pages."""
        return EMPTY + SYMBOLS[self.first.game]

    def _aims(self, cell: Cell) -> str:
        """All that a cell may show on a solved board."""
        return self._goal.rows[cell[0]][cell[1]]

    def _next(self, wrong: list[Cell], rows: tuple[str, ...]) -> list[Cell]:
        """Which of the cells that are not as in the solution are clicked first."""
        return wrong

    def _as_first(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        """A board with its symbols named as in the first sight."""
        return named_alike(rows, self.first, self.given)

    # -- the table ----------------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Whether a click whose effect is not known was among the last."""
        return any(self.clicks.made(before, buttons) is None for before, buttons in self._sent.values())

    @property
    def several(self) -> bool:
        """Whether the board has more than one solution."""
        return self._goal.several

    def probe(self, sight: Sight) -> Batch:
        """A click on a cell that is no clue, with a button that was seen to change what it shows.

        On the same cell twice before another one is tried: a first click may only select it.
        """
        rows = self._rows(sight)
        cells = self._free
        known = {(r, c): self.clicks.changing(rows[r][c]) for r, c in cells}
        cells = [cell for cell in cells if known[cell]] or cells
        r, c = cells[-1 - self._probes // 2 * (len(cells) // 3) % len(cells)]
        self._probes += 1
        button = known[r, c] or BUTTONS[0]
        self._before, self._sent = rows, {(r, c): (rows[r][c], [button])}
        clicks = self._selecting([self._clicks(sight, button, (r, c), self._firm)])
        return Batch(clicks, trial="whether the page takes this solution")

    @property
    def _free(self) -> list[Cell]:
        """The cells that are no clues: where some were empty, these, since a clue may look like an entry."""
        free = [cell for cell in self._seen.cells if cell not in self.given and len(self._aims(cell)) == 1]
        return [(r, c) for r, c in free if self.first.cells[r][c] == EMPTY] or free

    def give_up_solution(self) -> str:
        """Go for the next solution."""
        self._hopeless = {}
        return self._goal.next()

    @property
    def likely(self) -> bool:
        """Whether the first solution is played, and it is the only one, or the only one of unlike lines."""
        return self._goal.likely

    def is_open(self, sight: Sight) -> bool:
        """Whether a cell is empty that is not to be."""
        rows = self._rows(sight)
        return any(rows[r][c] == EMPTY for r, c in self._wrong(rows))

    def empty(self, sight: Sight) -> bool:
        """The cell that was changed is to be empty. Where clicks select cells a key may empty them."""
        rows = self._rows(sight)
        changed = [(r, c) for r, c in self._wrong(rows) if self._goal.rows[r][c] != EMPTY]
        known = len(changed) == 1 and self.clicks.may_become(rows[changed[0][0]][changed[0][1]], EMPTY)
        if len(changed) != 1 or not (known or self._selects):
            return False
        if not known:
            self.clicks.may_try((ERASE,))
        self._goal.empty(changed[0])
        return True

    def spoil(self, sight: Sight) -> bool:
        """A cell in another row than what was changed is to show another symbol; the next time one in two rows."""
        rows = {r for r, _ in self._wrong(self._rows(sight))}
        others = {r: c for r, c in self._free if r not in rows}
        return self._goal.spoil({r: self._spoilt(self._goal.rows[r], c) for r, c in others.items()})

    def _spoilt(self, row: str, column: int) -> str:
        """A row of the solution with another symbol there."""
        other = SYMBOLS[self.first.game].replace(row[column], "")
        return row[:column] + other + row[column + 1 :]

    def mend(self) -> None:
        """Go for the solution again."""
        self._goal.mend()

    def reach(self, sight: Sight) -> Rect:
        """The board, and its palette where that is used."""
        return reduce(Rect.union, (Rect(*at, 1, 1) for at in beside(sight.board, self._palette).values()), sight.board)

    def same_board(self, sight: Sight) -> bool:
        """Whether size, markers and what was given are still what they were."""
        now = sight.puzzle
        if not isinstance(now, BinaryPuzzle) or (now.game, now.size) != (self.first.game, self.first.size):
            return False
        if (now.h, now.v) != (self.first.h, self.first.v):
            return False
        rows = self._rows(sight)
        untouched = self.given if self.sure else self.given - self._hopeless.keys() - self._sent.keys()
        return all(rows[r][c] == self.first.cells[r][c] for r, c in untouched)

    def covered(self, sight: Sight, last: bool) -> bool:
        """Whether clues are missing, and most of the others are there: notes of the page hide what is under them. With
        the `last` move, whether several cells are empty that nobody clicked: a browser's dialog may be plain there."""
        now = sight.puzzle
        if not isinstance(now, BinaryPuzzle) or (now.game, now.size) != (self.first.game, self.first.size):
            return False
        rows = self._rows(sight)
        if last and len(self.emptied(sight)) > 1:
            return True
        untouched = self.given - self._sent.keys()
        same = sum(rows[r][c] == self.first.cells[r][c] for r, c in untouched)
        gone = sum(rows[r][c] not in SYMBOLS[self.first.game] for r, c in untouched)
        return gone > 0 and same >= len(untouched) / 2 and same + gone == len(untouched)

    def emptied(self, sight: Sight) -> set[Cell]:
        rows, others = self._rows(sight), sight.cells.keys() - self._sent.keys()
        return {(r, c) for r, c in others if rows[r][c] == EMPTY != self._before[r][c]}

    def late(self, sight: Sight) -> bool:
        """Whether a cell has changed that was not clicked."""
        rows = self._rows(sight)
        return any(rows[r][c] != self._before[r][c] for r, c in sight.cells.keys() - self._sent.keys())

    def opened(self, cell: Cell, items: int) -> None:
        """From now on items of the menu are chosen, and what they do is learnt as of any click."""
        self.clicks.may_try(tuple(f"{MENU}{number}" for number in range(items)))
        self._sent, self._firmly = {cell: (self._sent[cell][0], [f"{MENU}0"])}, set()

    def learn(self, sight: Sight) -> str:
        """What the clicks of a trial did is a lesson, where they agree; known ways only stand the test, or not."""
        rows = self._rows(sight)
        late = self.late(sight)
        lost = self._forgotten > 0 and self.clicks.none_known  # something worked once, and nothing does any more
        self.hopeful = self.trying and not lost and any(self.clicks.has_untried(one) for one, _ in self._sent.values())
        if selecting := self._learn_selecting(rows, late):
            self.hopeful = True
            return selecting
        last = next(reversed(self._sent), None)
        self._allow_keys(sight, last)
        tried: dict[tuple[str, str], dict[Cell, str]] = {}
        came, tested, vain = 0, 0, False
        for (r, c), (before, buttons) in self._sent.items():
            now, expected = rows[r][c], self.clicks.made(before, buttons)
            self.clicks.compare(buttons, before, now, sight.unsure)
            self._hopeless[r, c] = self._hopeless.get((r, c), 0) + 1 if now == before else 0
            if expected is None:
                tried.setdefault((buttons[0], before), {})[r, c] = now
                if now != before and not late:
                    self._short_do |= (r, c) not in self._firmly and buttons[0] != "long"
                    self._firm = not self._short_do and ((r, c) in self._firmly or self._firm)
            else:
                came, tested = came + (now == expected), tested + 1
                self._proved |= {(before, *buttons)} if now == expected else set()
                vain |= now != expected and (before, *buttons) not in self._proved
                on_the_way = [self.clicks.made(before, buttons[:k]) for k in range(1, len(buttons))]
                self.hopeful |= now != before and now in on_the_way
        self.hopeful |= self._leads and came > 0
        parted = len(self._sent) > 1 and any(len(buttons) > 1 for _, buttons in self._sent.values())
        self._sent, self._firmly = {}, set()
        self._behind = self._behind + 1 if late or came < tested else 0
        self._doubtful |= self._behind > 0
        self.hopeful &= self._behind < MOST_BEHIND
        self._vain = 0 if came else self._vain + (tested > 0)
        self._unproved = 0 if came else self._unproved + vain
        if self._vain and parted and not self._in_row:
            self._in_row = self.hopeful = True
            return "the clicks on a cell may have to follow each other"
        if self._first_selects and self._vain and self._forget():
            return "the first click on a cell changes it as well"
        if self._unproved >= VAIN_BATCHES and self._forget():
            return "what clicks were seen to do does not hold; trying again"
        news = []
        least = DEAD_AFTER if self._all_at_once else 1
        worked = [key for key, seen in tried.items() if set(seen.values()) != {key[1]}]
        if self._all_at_once and worked:  # a plain click that has to be held down does what others do as well
            tried = {worked[0]: tried[worked[0]]}
        for (button, before), seen in () if late else sorted(tried.items()):
            after = (set(seen.values()) - {before}) or {before}
            if len(after) > 1 and last in seen:  # it may look otherwise for being selected
                after = {now for cell, now in seen.items() if cell != last} - {before}
            if len(after) == 1 and self.clicks.saw(button, before, min(after), max(len(seen), least)):
                self.hopeful |= after != {before}
                does = f"makes {named(before)} {named(*after)}" if after != {before} else f"leaves {named(before)}"
                news.append(f"{words(button)} {does}")
        return "; ".join(news)

    def _learn_selecting(self, rows: tuple[str, ...], late: bool) -> str:
        """Whether a first click only selects: news, or nothing. Where only the last of the cells that were clicked
        shows anything, and that is no symbol, or none does, it is clicked once more: one selected lets others go."""
        again, self._again = self._again, None
        if again is not None:
            (r, c), before = again
            if rows[r][c] not in (before, *STRANGE) and not late:
                self._first_selects, self._sent, self._firmly = True, {}, set()
                self.clicks.forget()
                self.clicks.saw(BUTTONS[0], before, rows[r][c])
                return f"a first click only selects a cell, a second makes {named(before)} {named(rows[r][c])}"
            self._selection_shows |= rows[r][c] in self._under
            return ""
        changed = {(r, c): rows[r][c] for (r, c), (before, _) in self._sent.items() if rows[r][c] != before}
        if late or not self._sent or not self.clicks.none_known or self.clicks.in_vain(BUTTONS[0], EMPTY):
            return ""
        last, (before, way) = next(reversed(self._sent.items()))
        alone = not changed or (len(self._sent) > 1 and changed.keys() == {last} and changed[last] in STRANGE)
        if alone and way == [BUTTONS[0]]:
            self._again = last, before
            if changed:
                self._under[changed[last]] = before
                self._sent, self._firmly = {}, set()
                return "a click on another cell takes away what the last one did"
        return ""

    def _allow_keys(self, sight: Sight, last: Cell | None) -> None:
        """Keys may be tried where the symbols are digits, once the cell that was clicked last looks otherwise, though
        no symbol has come or gone: it is selected, then."""
        if last is None or self.clicks.keys:
            return
        same = self._rows(sight)[last[0]][last[1]] in (self.first.cells[last[0]][last[1]], *STRANGE)
        self._selects |= same and looks_otherwise(self._seen, sight, last)
        if self._selects and self.order[1:].isdigit():
            self.clicks.keys = tuple(KEY + symbol for symbol in self.order[1:])

    def _found_palette(self, sight: Sight, symbol: str) -> bool:
        """Whether there is a palette, or another one where the last did nothing. Buttons that may be anything are one
        where clicks on cells only select them, or fill them, but none on this symbol leads on: not in a picture."""
        clicks, selects = self.clicks, self._selects and self.clicks.after(BUTTONS[0], symbol) in (None, symbol)
        lost = selects or not (clicks.none_known or clicks.untried(symbol))
        found = None if clicks.keys_work else self._beside.another(sight, self._seen, lost)
        if found is None:
            return False
        self._palette = found
        clicks.may_try(tuple((PUT if selects else PICK) + name for name in found))
        return True

    def _selecting(self, ways: list[list[Click]]) -> tuple[Click, ...]:
        """The clicks of each cell, where those on another cell than the last only select it: one more on each."""
        clicks: list[Click] = []
        with_keys = any(click.cell is None or click.button.startswith(KEY) for click in itertools.chain(*ways))
        for click in itertools.chain(*ways) if self._first_selects or self._in_row or with_keys else in_passes(ways):
            if click.why and click.why == self._picked:
                continue
            if click.why.startswith(PICK):
                self._picked = click.why
            first = self._first_selects and click.cell != self._selected and click.button == "left"
            clicks.append(replace(click, count=click.count + 1) if first else click)
            self._selected = click.cell
        return tuple(clicks)

    def fulfilled(self, sight: Sight) -> float:
        """The part of the clicked cells that show what they are to, or, where that was not known, something new."""
        rows, done = self._rows(sight), 0
        for (r, c), (before, buttons) in self._sent.items():
            expected = self.clicks.made(before, buttons)
            done += rows[r][c] != before if expected is None else rows[r][c] in expected + self._aims((r, c))
        return done / len(self._sent) if self._sent else 1.0

    def left(self, sight: Sight) -> int:
        """The number of cells that are not as in the solution."""
        return len(self._wrong(self._rows(sight)))

    def plan(self, sight: Sight) -> Batch:
        """Known ways for all cells they are known for, and one trial for each kind of cell without.

        Where the page may still be busy with the clicks before, a trial is made alone.
        """
        rows = self._rows(sight)
        wrong = self._wrong(rows)
        left, wrong = len(wrong), self._next(wrong, rows)
        if self._first_selects and any(rows[r][c] in STRANGE for r, c in wrong if (r, c) == self._selected):
            wrong = [cell for cell in wrong if cell != self._selected]  # what it shows is seen when another is selected
            if not wrong:
                self._before, self._sent = rows, {}
                return Batch((self._elsewhere(sight),), trial="what the selected cell shows")
        known, trials = self._ways(rows, wrong)
        symbol, in_vain = rows[wrong[0][0]][wrong[0][1]], self.clicks.in_vain
        nothing_known = self.clicks.none_known and in_vain(BUTTONS[0], symbol) > 0
        # Before other buttons are tried a palette is looked for, and what was learnt is learnt anew if it is doubtful.
        lost = not known and (nothing_known or all(way[0] not in self.clicks.usual for way in trials.values()))
        if self._again is not None:
            known, trials = {}, {self._again[0]: [BUTTONS[0]]}
        elif lost and (self._found_palette(sight, symbol) or (self._doubtful and not nothing_known and self._forget())):
            known, trials = self._ways(rows, wrong)
        self._all_at_once = nothing_known and not (self._again or self._palette) and bool(self.clicks.untried(symbol))
        if self._all_at_once:
            alike = sorted((r, c) for r, c in wrong if rows[r][c] == symbol)
            alike.sort(key=lambda cell: self._hopeless.get(cell, 0))
            trials = {cell: [button] for cell, button in zip(alike, self.clicks.untried(symbol), strict=False)}
        if not known and not trials:
            names = ", ".join(f"r{r + 1} c{c + 1}" for r, c in wrong[:6])
            if self.clicks.none_known:
                raise CannotPlayError(
                    f"clicks on its cells (left, double, right, long) do nothing that is to be seen; tried on {names}; "
                    "if this page wants a button or a key to fill them, that has to be done by hand"
                )
            raise CannotPlayError(
                f"no click was seen to bring {names} to what the solution has there; "
                "if this page wants a button or a key for it, that has to be done by hand"
            )
        if self._vain:
            known = dict(sorted(known.items(), key=lambda way: self._hopeless.get(way[0], 0))[:AFTER_VAIN])
        self._before, self._leads = rows, bool(trials)
        last = None
        if trials:
            known, self._picked = {} if self._behind else known, ""
        elif len(known) == left:
            if len(known) == 1:
                last = {(r, c): self.clicks.made(rows[r][c], way) or "" for (r, c), way in known.items()}
            else:
                del known[min(known, key=lambda cell: (len(known[cell]), cell))]
        sequences = []
        for (r, c), way in (known | trials).items():
            self._sent[r, c] = (rows[r][c], way)
            vain = in_vain(way[0], rows[r][c]) or (way[0] != BUTTONS[0] and self.clicks.none_known)
            if (r, c) in trials and not self._short_do and vain and self._again is None:
                self._firmly.add((r, c))
            known_way = (r, c) in known or self.clicks.after(way[0], rows[r][c]) is not None
            firm = (r, c) in self._firmly or (self._firm and known_way)
            sequences.append([click for button in way for click in self._clicks(sight, button, (r, c), firm)])
        trial = "; ".join(sorted({f"{words(way[0])} on {named(rows[r][c])}" for (r, c), way in trials.items()}))
        clicks = self._selecting(sequences)
        if last is None and clicks[-1].count > 1 and self.given and not self._first_selects:  # it may select text
            clicks = (*clicks, self._elsewhere(sight))
        return Batch(clicks, last, trial, bool(known), told=self.clicks.told(self._sent, has_digits(self._seen)))

    def _clicks(self, sight: Sight, button: str, cell: Cell, firm: bool) -> list[Click]:
        return clicks_of(button, sight.cells[cell], sight.step, cell, firm, beside(sight.board, self._palette))

    def _elsewhere(self, sight: Sight) -> Click:
        """A click that takes a selection away from the cell clicked last: on a clue, where it does nothing else, or,
        since clues need not be selected, on another cell where clicks only select."""
        clues = [] if self._first_selects else sorted(self.given)
        others = [cell for cell in sight.cells if cell not in self.given]
        self._selected = next(cell for cell in (*clues, *others) if cell != self._selected)
        return Click(sight.cells[self._selected], why="take away the selection")

    def _ways(self, rows: tuple[str, ...], wrong: list[Cell]) -> tuple[dict[Cell, list[str]], dict[Cell, list[str]]]:
        """The known ways of the wrong cells, and single clicks to try on those that have none."""
        ways = {(r, c): self.clicks.way(rows[r][c], self._aims((r, c))) for r, c in wrong}
        known = {cell: way for cell, way in ways.items() if way is not None}
        trials: dict[Cell, list[str]] = {}
        for cell in sorted(ways.keys() - known.keys(), key=lambda cell: (self._hopeless.get(cell, 0), cell)):
            way = self.clicks.trial(rows[cell[0]][cell[1]])
            # Two cells that are to become different things: whatever the click does, one of them needs a second.
            goals = {self._aims(one) for one in (*trials, cell)}
            if way is not None and len(goals) > len(trials):
                trials[cell] = way[:1]
        return known, trials

    def _forget(self) -> bool:
        """Begin learning anew, unless that was done too often."""
        self._vain = self._unproved = 0
        self._forgotten += 1
        if self._forgotten > MOST_FORGOTTEN or self.clicks.none_known:
            return False
        self.clicks.forget()
        self._hopeless, self._proved = {}, set()
        self._firm = self._short_do = self._doubtful = self._first_selects = False
        return True

    def skip(self, gestures: Sequence[Gesture]) -> None:
        """Nothing is known any more of cells that had all their clicks but some."""
        for gesture in gestures:
            if isinstance(gesture, Click) and gesture.cell is not None:
                self._sent.pop(gesture.cell, None)

    def rehearse(self, sight: Sight) -> tuple[Gesture, ...]:
        """Left clicks that go from empty to the first symbol, to the second, and back to empty."""
        order, rows = self.order, self._rows(sight)
        sequences = []
        for r, c in self._wrong(rows):
            turns = min((order.index(aim) - order.index(rows[r][c])) % len(order) for aim in self._aims((r, c)))
            sequences.append([Click(sight.cells[r, c], "left", (r, c))] * turns)
        return in_passes(sequences)

    def differences(self, sight: Sight) -> str:
        """The cells that are not as in the solution."""
        wrong = self._wrong(rows := self._rows(sight))
        shown = [f"r{r + 1} c{c + 1} is {named(rows[r][c])}, not {named(self._goal.rows[r][c])}" for r, c in wrong[:5]]
        return ", ".join(shown) + (f" and {len(wrong) - 5} more" if len(wrong) > 5 else "")

    def to_json(self) -> dict[str, Any]:
        """What clicks do on this page."""
        return {"clicks": self.clicks.to_json()}

    def _rows(self, sight: Sight) -> tuple[str, ...]:
        """The board as it stands, its symbols named as in the first sight."""
        rows = self._as_first(tuple(sight.puzzle.cells))
        size = range(self.first.size)
        under = self._under if self._first_selects or self._selection_shows else {}
        strange = {cell: under.get(name, name) for cell, name in sight.strange.items()}
        return tuple("".join(strange.get((r, c), rows[r][c]) for c in size) for r in size)

    def _wrong(self, rows: tuple[str, ...]) -> list[Cell]:
        return [(r, c) for r, c in self._seen.cells if rows[r][c] not in self._aims((r, c))]

"""Pips boards for the samples: dominoes laid at random, then regions and rules that are true of what they show.

Everything comes from a seeded `random.Random`, so the same seed gives the same board for ever. A board is built from
its solution, so it has one; it may have others, as the published ones often do. Nothing is solved here.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from solver.pips.puzzle import MOST_PIPS, PipsPuzzle, PipsSolution, Region

Cell = tuple[int, int]
Domino = tuple[int, int]
Edge = tuple[Cell, Cell]
Placement = tuple[Cell, Cell, Domino]
"""The cell under the first number, the cell under the second, the two numbers."""

ROWS, COLUMNS = 10, 9
"""The largest published board."""
ALL_DOMINOES = tuple((a, b) for a in range(7) for b in range(a, 7))
REPEATS = 0.1
"""The share of boards in which a domino may come twice; the published ones have none."""
INTENTS = (("equals", 36), ("unequal", 12), ("sum", 44), ("greater", 8), ("less", 8), ("empty", 6))
SIZES = ((1, 26), (2, 34), (3, 20), (4, 10), (5, 5), (6, 3), (7, 2))
MOST_EMPTY = 4
EXCHANGES = 120


def placements(board: PipsSolution) -> list[Placement]:
    """Every domino where the solution has it."""
    return [(a, b, domino) for (a, b), domino in zip(board.places, board.puzzle.dominoes, strict=True)]


def values_of(placed: Collection[Placement]) -> dict[Cell, int]:
    """The number on each covered cell."""
    return {cell: value for a, b, (x, y) in placed for cell, value in ((a, x), (b, y))}


def broken(board: PipsSolution, placed: Collection[Placement]) -> list[Region]:
    """The fully covered regions whose rule is not kept."""
    values = values_of(placed)
    return [
        region
        for region in board.puzzle.regions
        if all(cell in values for cell in region.cells) and not region.allows(values[cell] for cell in region.cells)
    ]


def make_board(count: int, rng: Random, islands: int | None = None) -> PipsSolution:
    """A board of `count` dominoes, as its solution; the puzzle is in there.

    `islands` is how many parts it has at most; a random number of them when None.
    """
    parts = islands or rng.choices((1, 2, 3), (60, 30, 10))[0]
    edges = _lay(count, parts, rng)
    top, left = min(r for e in edges for r, _ in e), min(c for e in edges for _, c in e)
    edges = [((a[0] - top, a[1] - left), (b[0] - top, b[1] - left)) for a, b in edges]
    repeats = count > len(ALL_DOMINOES) or rng.random() < REPEATS
    dominoes = rng.choices(ALL_DOMINOES, k=count) if repeats else rng.sample(ALL_DOMINOES, count)
    dominoes = [d if rng.random() < 0.5 else (d[1], d[0]) for d in dominoes]
    dominoes = _gather(edges, dominoes, rng)
    values = _values(edges, dominoes)
    return PipsSolution(PipsPuzzle(dominoes, _regions(values, rng)), tuple(edges))


def played(board: PipsSolution, state: str, rng: Random) -> list[Placement]:
    """The dominoes on the board in this state of play.

    `wrong` covers at least one region whose rule is then broken, half of the time with the whole board covered.
    """
    count = len(board.puzzle.dominoes)
    right = placements(board)
    if state == "solved":
        return right
    if state == "fresh":
        return []
    if state == "wrong":
        for _ in range(1000):
            among = sorted(rng.sample(range(count), count if rng.random() < 0.5 else rng.randint(count // 2, count)))
            shuffled = rng.sample(among, len(among))
            placed = [(*right[i][:2], board.puzzle.dominoes[k]) for i, k in zip(among, shuffled, strict=True)]
            if broken(board, placed):
                return placed
        raise ValueError("every arrangement of these dominoes is right")
    if state != "partial":
        raise ValueError(f"no state {state!r}")
    among = sorted(rng.sample(range(count), rng.randint(max(1, count // 5), max(1, 4 * count // 5))))
    return [right[i] for i in among]


def _neighbours(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def _fits(cells: Collection[Cell]) -> bool:
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return max(rows) - min(rows) < ROWS and max(columns) - min(columns) < COLUMNS


def _lay(count: int, parts: int, rng: Random) -> list[Edge]:
    """Edges of a random polyomino: each domino touches one that lies, or begins another island nearby."""
    spread = rng.uniform(0.0, 1.0)  # towards 1, the board is long and full of bays and holes
    while True:
        edges: list[Edge] = [((0, 0), rng.choice([(0, 1), (1, 0)]))]
        used = set(edges[0])
        begin = set(rng.sample(range(2, count), min(parts - 1, max(0, count - 2))))
        for index in range(1, count):
            edge = _next_edge(used, index in begin, spread, rng)
            if edge is None:
                break
            edges.append(edge)
            used |= set(edge)
        else:
            return edges


def _next_edge(used: set[Cell], apart: bool, spread: float, rng: Random) -> Edge | None:
    around = {n for cell in used for n in _neighbours(cell)} - used
    if apart:
        ring = {n for cell in around for n in _neighbours(cell)} - used - around
        around = {n for cell in ring for n in _neighbours(cell)} | ring
        around -= used | {n for cell in used for n in _neighbours(cell)}
    edges = []
    for a in sorted(around):
        for b in _neighbours(a):
            touches = sum(n in used for cell in (a, b) for n in _neighbours(cell))
            if b in used or not _fits(used | {a, b}) or (apart and touches):
                continue
            edges.append(((a, b), 4.0 ** (-spread * touches) * 2.0 ** ((1 - spread) * touches)))
    if not edges:
        return None
    return rng.choices([edge for edge, _ in edges], [weight for _, weight in edges])[0]


def _values(edges: list[Edge], dominoes: list[Domino]) -> dict[Cell, int]:
    return values_of([(a, b, d) for (a, b), d in zip(edges, dominoes, strict=True)])


def _gather(edges: list[Edge], dominoes: list[Domino], rng: Random) -> list[Domino]:
    """The dominoes exchanged so that more equal numbers touch: there is else nothing for an equals region."""
    best, most = dominoes, -1
    for _ in range(EXCHANGES):
        tried = list(best)
        i, k = rng.randrange(len(tried)), rng.randrange(len(tried))
        tried[i], tried[k] = tried[k][::-1], tried[i]
        values = _values(edges, tried)
        alike = sum(values.get(n) == value for cell, value in values.items() for n in _neighbours(cell))
        if alike >= most:
            best, most = tried, alike
    return best


def _regions(values: dict[Cell, int], rng: Random) -> list[Region]:
    """Regions that cover the cells, in reading order of their first cells, each with a rule that holds."""
    left = set(values)
    regions: list[Region] = []
    empty = 0
    while left:
        intent = rng.choices([kind for kind, _ in INTENTS], [weight for _, weight in INTENTS])[0]
        size = rng.choices([n for n, _ in SIZES], [weight for _, weight in SIZES])[0]
        if intent == "empty":
            size = 1
        cells = _grow(min(left), left, size, intent, values, rng)
        left -= set(cells)
        shown = [values[cell] for cell in cells]
        kind, target = _rule(intent, shown, rng)
        if kind == "empty":
            empty += 1
            if empty > MOST_EMPTY:
                kind, target = "sum", sum(shown)
        regions.append(Region(kind, target, tuple(sorted(cells))))
    return sorted(regions, key=lambda region: region.cells[0])


def _grow(first: Cell, left: set[Cell], size: int, intent: str, values: dict[Cell, int], rng: Random) -> list[Cell]:
    """A region grown from a first cell, through cells that keep what it is meant to be."""
    cells = [first]
    while len(cells) < size:
        shown = {values[cell] for cell in cells}
        near = sorted({n for cell in cells for n in _neighbours(cell)} & left - set(cells))
        if intent == "equals":
            near = [n for n in near if values[n] in shown]
        if intent == "unequal":
            near = [n for n in near if values[n] not in shown]
        if not near:
            break
        cells.append(rng.choice(near))
    return cells


def _rule(intent: str, shown: list[int], rng: Random) -> tuple[str, int | None]:
    total = sum(shown)
    if intent == "empty" or (intent in ("equals", "unequal") and len(shown) > 1):
        return intent, None
    if intent == "greater" and total > 0:
        return "greater", max(0, total - rng.choice((1, 1, 2, 3)))
    if intent == "less":
        # Printed tags always say something: never more than the most that can lie there.
        most = MOST_PIPS * len(shown)
        target = min(total + rng.choice((1, 1, 2, 3)), most)
        return ("less", target) if total < most else ("sum", total)
    return "sum", total

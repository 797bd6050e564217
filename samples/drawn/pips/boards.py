"""Boards of Pips made up at random: cells, regions, tags, dominoes. Whether they can be solved is not asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Cell = tuple[int, int]
Laid = tuple[Cell, Cell, int, int]
"""Two cells and the pips on each."""

SIZES = ((1, 24), (2, 34), (3, 20), (4, 11), (5, 6), (6, 3), (8, 2))
KINDS = (("sum", 48), ("=", 20), ("≠", 9), ("<", 9), (">", 9), ("", 9))
MOST_DOMINOES = 20
ISLANDS = (40, 40, 20)
"""How often there are one, two and three; of 264 boards of a newspaper 18 have more than one, 16 of these with an empty
place between them, the two others corner to corner."""
BLANK = 0.12
"""How often a domino has no pips for that reason alone."""
NARROW = 0.3
"""How often a board has one row or two, or columns; of 88 published boards of the easy kind 12 have."""
FAR = 0.35
"""How often an island need not be as near as it can."""


@dataclass(frozen=True, slots=True)
class Board:
    """`region`: of each cell; `tags`: the text of each region, "" of one without constraint; `dominoes`: as they lie
    where all are laid; `laid`: the numbers of those that lie on the board."""

    rows: int
    columns: int
    region: dict[Cell, int]
    tags: tuple[str, ...]
    dominoes: tuple[Laid, ...]
    laid: tuple[int, ...]


def random_extent(rng: Random, besides: Random) -> tuple[int, int]:
    """The most rows and columns a board may have. `besides`: for what was added later, narrow ones."""
    rows, columns = rng.randint(3, 10), rng.randint(3, 10)
    if besides.random() < NARROW:
        rows, columns = besides.sample((besides.choice((1, 1, 2)), besides.randint(6, 13)), 2)
    return rows, columns


def random_board(rng: Random, most_rows: int, most_columns: int, honest: bool = False) -> Board:
    """`honest`: its tags are true of the dominoes as they lie where all are laid, so it has a solution."""
    count = min(rng.choice((3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, rng.randint(2, MOST_DOMINOES))), 20)
    count = max(2, min(count, most_rows * most_columns * 2 // 5))
    while not (pairs := _grown(rng, count, most_rows, most_columns)):
        pass  # a first domino does not always fit where there are few places
    top, left = min(r for pair in pairs for r, _ in pair), min(c for pair in pairs for _, c in pair)
    pairs = [((a[0] - top, a[1] - left), (b[0] - top, b[1] - left)) for a, b in pairs]
    dominoes = tuple((a, b, *_halves(rng)) for a, b in pairs)
    pips = {cell: value for a, b, x, y in dominoes for cell, value in ((a, x), (b, y))}
    region, tags = _regions(rng, pips, honest)
    state = rng.choices(("fresh", "some", "most", "all"), (20, 38, 18, 24))[0]
    share = {"fresh": 0.0, "some": rng.uniform(0.1, 0.9), "most": 0.9, "all": 1.0}[state]
    laid = rng.sample(range(len(dominoes)), round(share * len(dominoes)))
    rows, columns = 1 + max(r for r, _ in pips), 1 + max(c for _, c in pips)
    if state in ("some", "most") and rng.random() < 0.4 and not honest:  # not where they belong
        dominoes = tuple((a, b, *_halves(rng)) for a, b, _, _ in dominoes)
    return Board(rows, columns, region, tags, dominoes, tuple(laid))


def _halves(rng: Random) -> tuple[int, int]:
    """The pips of a domino; twice none, which looks like two cells, more often than in a set."""
    return (0, 0) if rng.random() < BLANK else (rng.randint(0, 6), rng.randint(0, 6))


def _near(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def _grown(rng: Random, count: int, rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """Dominoes that lie side by side, in one to three islands, within a rectangle."""
    start = rng.randrange(rows), rng.randrange(columns)
    used: set[Cell] = set()
    pairs: list[tuple[Cell, Cell]] = []
    border = [start]
    sprawl = rng.random() < 0.4
    apart = set(rng.sample(range(1, count), min(count - 1, rng.choices((0, 1, 2), ISLANDS)[0])))
    for number in range(count):
        best, score = None, -99.0
        alone, far = number in apart, rng.random() < FAR
        for _ in range(24 if alone else 6):
            a = (rng.randrange(rows), rng.randrange(columns)) if alone else rng.choice(border)
            b = rng.choice(_near(a))
            if a in used or b in used or not (0 <= b[0] < rows and 0 <= b[1] < columns):
                continue
            touching = sum(near in used for near in (*_near(a), *_near(b)))
            here = float(-touching if sprawl else touching)
            if alone:
                away = min((abs(a[0] - r) + abs(a[1] - c) for r, c in used), default=0)
                here = -abs(touching) * 10 - (0.1 if far else 1.0) * away
            here += rng.random()
            if here > score:
                best, score = (a, b), here
        if best is None:
            continue
        pairs.append(best)
        used.update(best)
        border = [cell for cell in border if cell not in used]
        border += [
            (r, c) for cell in best for r, c in _near(cell) if 0 <= r < rows and 0 <= c < columns and (r, c) not in used
        ]
        if not border:
            break
    return pairs


def _regions(rng: Random, pips: dict[Cell, int], honest: bool) -> tuple[dict[Cell, int], tuple[str, ...]]:
    left = set(pips)
    region: dict[Cell, int] = {}
    tags: list[str] = []
    plain = rng.choice((0.0, 0.5, 1.5, 3.0, 4.5, 4.5))  # how many cells without constraint
    odd = rng.random() < 0.3 and not honest  # any numbers at all
    while left:
        first = min(left) if rng.random() < 0.7 else rng.choice(sorted(left))
        kind = rng.choices([k for k, _ in KINDS], [w * (plain if not k else 1) for k, w in KINDS])[0]
        size = rng.choices([n for n, _ in SIZES], [w for _, w in SIZES])[0]
        if not kind and rng.random() < 0.6:
            size = 1
        cells = [first]
        left.discard(first)
        while len(cells) < size:
            near = [n for cell in cells for n in _near(cell) if n in left]
            if not near:
                break
            chosen = rng.choice(near)
            cells.append(chosen)
            left.discard(chosen)
        total = sum(pips[cell] for cell in cells)
        if kind in ("=", "≠") and len(cells) == 1 and rng.random() < 0.8:
            kind = "sum"
        if honest and not _true(kind, [pips[cell] for cell in cells]):
            kind = "sum"
        number = rng.randint(0, 99) if odd and rng.random() < 0.6 else total
        text = {
            "sum": str(number),
            "<": f"<{number + rng.choice((1, 1, 2, 3))}",
            ">": f">{max(0, number - rng.choice((1, 1, 2, 3)))}" if number else "0",
        }.get(kind, kind)
        for cell in cells:
            region[cell] = len(tags)
        tags.append(text)
    return _joined(region, tags)


def _true(kind: str, values: list[int]) -> bool:
    different = len(set(values))
    return different == (1 if kind == "=" else len(values)) if kind in ("=", "≠") else True


def _joined(region: dict[Cell, int], tags: list[str]) -> tuple[dict[Cell, int], tuple[str, ...]]:
    """Regions without constraint that touch are one: nothing parts them."""
    changed = True
    while changed:
        changed = False
        for cell, number in region.items():
            if tags[number]:
                continue
            for near in _near(cell):
                other = region.get(near, number)
                if other != number and not tags[other]:
                    region = {c: (number if n == other else n) for c, n in region.items()}
                    changed = True
                    break
            if changed:
                break
    numbers = {old: new for new, old in enumerate(dict.fromkeys(region[cell] for cell in sorted(region)))}
    kept = [tags[old] for old in numbers]
    return {cell: numbers[old] for cell, old in region.items()}, tuple(kept)

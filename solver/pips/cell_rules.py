"""Rules of Pips about cells, dominoes and where these can lie; what each says in a player's words is in `deduce`.

A rule is asked with the board as it is known, and yields what follows, place by place: a place is a cell, a kind of
domino or an edge, by its number. Asked `at` one place it looks at no other. None of them guesses.

What is not here: rules about what is on the cells (`number_rules`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from solver.pips.knowledge import Board, Found, Tables, dead, each_bit
from solver.pips.words import cell_names, domino_name, listed, numbers_said, placed_name


def nothing_fits(b: Board) -> Found | None:
    """A contradiction: a cell, or a domino, without a place."""
    t, live = b.t, b.live
    for c in b.bare:
        if not live & t.cover[c]:
            return dead(f"nothing fits on {b.names([c])} any more", [c], t.cover[c])
    open_ = live & ~b.laid
    for k, left in enumerate(b.left):
        if left and (open_ & t.of_kind[k]).bit_count() < left:
            said = domino_name(t.kinds[k])
            many = "has no place" if left == 1 else "have too few places"
            return dead(f"the {said} {many} any more", (), t.of_kind[k])
    return None


def only_fit(b: Board, at: int | None = None) -> Iterator[Found]:
    t, live = b.t, b.live
    for c in b.bare_at(at):
        bit = live & t.cover[c]
        if not bit & (bit - 1):
            reads = t.cover[c] | _twins(b, bit)
            yield Found(partial(_why_only, b, c, bit), reads=reads, because=_around(b, bit), lays=bit, at=c)


def _twins(b: Board, bit: int) -> int:
    """Where the others of its kind lie: with the last of them the kind is used up."""
    kind, _, _ = b.t.placement(bit)
    return b.t.of_kind[kind] if b.t.counts[kind] > 1 else 0


def _why_only(b: Board, c: int, bit: int) -> str:
    t = b.t
    (one, other), (here, there) = t.placed(bit)
    x, y = t.number[here], t.number[there]
    if x != c:
        one, other, x, y = other, one, y, x
    must = f"{cell_names((here, there))} must be the {placed_name(t.placed(bit))}"
    hand = {pair for k, (a, d) in enumerate(t.kinds) if b.left[k] for pair in ((a, d), (d, a))}
    at_x = {(p, q) for p, q in hand if b.allowed[x] >> p & 1}
    at_y = {(p, q) for p, q in hand if b.allowed[y] >> q & 1}
    if sum(b.left) == 1:
        return f"{must}: it is the last one"
    for fits, z in sorted(((at_x, x), (at_y, y)), key=lambda one: b.allowed[one[1]].bit_count()):
        if len(fits) == 1:
            return f"{must}: no other domino in hand has {numbers_said(b.allowed[z], 'a ')}, which {b.names([z])} needs"
    if len(at_x & at_y) == 1:
        wanted = f"{numbers_said(b.allowed[x])} on {b.names([x])} and {numbers_said(b.allowed[y])} on {b.names([y])}"
        return f"{must}: no other domino in hand can put {wanted}"
    return f"{must}: no other domino fits on {b.names([c])} any more"


def _around(b: Board, bit: int) -> list[int]:
    """The cells that justify where a domino lies: the other cells of the regions under it, and its neighbours."""
    _, c, d = b.t.placement(bit)
    cells = [*b.t.area_of[c].cells, *b.t.area_of[d].cells]
    cells += [other for cell in (c, d) for other, _ in b.t.neighbours[cell] if other not in b.bare]
    return [cell for cell in dict.fromkeys(cells) if cell not in (c, d)]


def one_home(b: Board, at: int | None = None) -> Iterator[Found]:
    t = b.t
    open_ = b.live & ~b.laid
    for k in _kinds(b, at):
        left = b.left[k]
        if left:
            those = open_ & t.of_kind[k]
            if those.bit_count() == left:
                bit = those & -those
                place = t.placed(bit)
                which = f"the {domino_name(t.kinds[k])}"
                nowhere = f"{which} fits nowhere else" if left == 1 else f"there are as many {which[4:]} left as places"
                said = f"{cell_names(place[1])} must be the {placed_name(place)}: {nowhere}"
                yield Found(said, reads=t.of_kind[k], because=_around(b, bit), lays=bit, at=k)


def _kinds(b: Board, at: int | None) -> Sequence[int]:
    return range(len(b.left)) if at is None else (at,)


def one_neighbour(b: Board, at: int | None = None) -> Iterator[Found]:
    return _joined(b, at, by_fit=False)


def no_fit(b: Board, at: int | None = None) -> Iterator[Found]:
    return _joined(b, at, by_fit=True)


def _joined(b: Board, at: int | None, by_fit: bool) -> Iterator[Found]:
    """A cell whose domino can go to one side only, as nothing else is bare there, or as nothing else fits."""
    t, live = b.t, b.live
    bare = set(b.bare)
    for c in b.bare_at(at):
        near = [(d, e) for d, e in t.neighbours[c] if d in bare]
        if (len(near) > 1) != by_fit:
            continue
        fitting = [(d, e) for d, e in near if live & t.on[e]] if by_fit else near
        if len(fitting) == 1:
            d, e = fitting[0]
            struck = live & t.cover[d] & ~t.on[e]
            if struck:
                others = [other for other, _ in near if other != d]
                reason = f"none fits across to {_or(b, others)}" if by_fit else "it has no other bare neighbour"
                said = f"the domino on {b.names([c])} must also cover {b.names([d])}: {reason}"
                reads = t.covers_of([c, *(other for other, _ in t.neighbours[c] if other != d)])
                yield Found(said, struck, reads, [c, *others], at=c)


def _or(b: Board, cells: Sequence[int]) -> str:
    return listed([b.names([c]) for c in sorted(cells)], "or")


def only_domino(b: Board, at: int | None = None) -> Iterator[Found]:
    """All that fits on a cell is one domino: it lies nowhere else."""
    t, live = b.t, b.live
    for c in b.bare_at(at):
        here = live & t.cover[c]
        k = (here.bit_length() - 1) // t.slots
        if b.left[k] == 1 and not here & ~t.of_kind[k]:
            struck = live & t.of_kind[k] & ~here & ~b.laid
            if struck:
                said = f"only the {domino_name(t.kinds[k])} fits on {b.names([c])}, so it lies nowhere else"
                yield Found(said, struck, t.cover[c] | _twins(b, here), t.area_of[c].cells, at=c)


MOST_HOMES = 8
"""A domino with more places than this, in both directions, is not looked at: they never have a cell in common."""


def overlap(b: Board, at: int | None = None) -> Iterator[Found]:
    """All places of a domino have a cell in common: no other domino lies there."""
    t = b.t
    open_ = b.live & ~b.laid
    for k in _kinds(b, at):
        those = open_ & t.of_kind[k]
        if b.left[k] != 1 or those.bit_count() > MOST_HOMES:
            continue
        common: set[int] | None = None
        for bit in each_bit(those):
            cells = set(t.placement(bit)[1:])
            common = cells if common is None else common & cells
        for c in sorted(common or ()):
            struck = open_ & t.cover[c] & ~those
            if struck:
                which = domino_name(t.kinds[k])
                said = f"the {which} must cover {b.names([c])}, wherever it lies: no other domino lies there"
                yield Found(said, struck, t.of_kind[k], [c], at=k)


def cut_off(b: Board, at: int | None = None) -> Iterator[Found]:
    """Islands of bare cells: coloured like a chessboard, each must have as many dark cells as light ones.

    Its places are edges; the board as a whole is looked at each time.
    """
    t, live = b.t, b.live
    right = down = bare = 0
    open_edges = []
    for c in b.bare:
        bare |= t.spot[c]
    for e, (c, d) in enumerate(t.edges):
        if live & t.on[e] and bare & t.spot[c] and bare & t.spot[d]:
            open_edges.append(e)
            if t.spot[d] == t.spot[c] << 1:
                right |= t.spot[c]
            else:
                down |= t.spot[c]
    lopsided = _lopsided(t, bare, bare, right, down)
    if lopsided:
        cells, said = _island(b, lopsided)
        yield dead(f"{said}, which no dominoes can cover", cells, t.covers_of(cells))
        return
    for e in open_edges:
        if at is not None and e != at:
            continue
        c, d = t.edges[e]
        near = 0
        for cell in (c, d):
            for other, _ in t.neighbours[cell]:
                near |= t.spot[other]
        rest = bare & ~t.spot[c] & ~t.spot[d]
        lopsided = _lopsided(t, rest, near & rest, right, down)
        if lopsided:
            cells, said = _island(b, lopsided)
            says = f"no domino can lie on {b.names([c, d])}: {said} would be cut off, which no dominoes can cover"
            yield Found(says, live & t.on[e], t.covers_of(cells), cells, at=e)


def _lopsided(t: Tables, bare: int, seeds: int, right: int, down: int) -> int:
    """An island of these bare cells, as spots, that no dominoes can cover; 0 if those with a seed on them are well."""
    stride = t.stride
    while seeds:
        island, grown = 0, seeds & -seeds
        while grown != island:
            island = grown
            grown |= (
                (grown & right) << 1 | (grown >> 1) & right | (grown & down) << stride | (grown >> stride) & down
            ) & bare
        if 2 * (island & t.dark).bit_count() != island.bit_count():
            return island
        seeds &= ~island
    return 0


def _island(b: Board, spots: int) -> tuple[list[int], str]:
    cells = [c for c in b.bare if spots & b.t.spot[c]]
    n = len(cells)
    if n == 1:
        return cells, f"{b.names(cells)} alone"
    dark = (spots & b.t.dark).bit_count()
    what = f"{n} cells" if n % 2 else f"{n} cells, {dark} and {n - dark} like the squares of a chessboard"
    if n <= 6:
        return cells, f"{b.names(cells)} ({what})"
    return cells, f"the island of {b.names(cells[:1])} ({what})"

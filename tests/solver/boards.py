"""Boards for the tests of the solver: made up by hypothesis, and judged by the rules in their plainest form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise, product

from hypothesis import strategies as st

from solver.binary.puzzle import EMPTY, SYMBOLS, BinaryPuzzle

SIZES = st.sampled_from([4, 6, 8, 14, 20])


@st.composite
def puzzles(
    draw: st.DrawFn, sizes: st.SearchStrategy[int] = SIZES, cells: float = 0.3, markers: float = 0.1
) -> BinaryPuzzle:
    """Any valid board, most without a solution; `cells` and `markers` are how many of them are there, 0 to 1."""
    game = draw(st.sampled_from(sorted(SYMBOLS)))
    size = draw(sizes)
    random = draw(st.randoms(use_true_random=False))

    def rows(height: int, width: int, symbols: str, share: float) -> list[str]:
        line = range(width)
        return [
            "".join(random.choice(symbols) if random.random() < share else EMPTY for _ in line) for _ in range(height)
        ]

    share = draw(st.floats(0, cells))
    return BinaryPuzzle(
        game,
        size,
        rows(size, size, SYMBOLS[game], share),
        rows(size, size - 1, "=x", draw(st.floats(0, markers))),
        rows(size - 1, size, "=x", draw(st.floats(0, markers))),
        draw(st.sampled_from([2, 3, 4])),
        draw(st.booleans()),
    )


def keeps_rules(puzzle: BinaryPuzzle, cells: tuple[str, ...]) -> bool:
    """Whether a full board keeps every rule of the puzzle, and its clues."""
    columns = ["".join(column) for column in zip(*cells, strict=True)]
    n = puzzle.size
    return (
        all(clue in (EMPTY, cells[r][c]) for r, row in enumerate(puzzle.cells) for c, clue in enumerate(row))
        and all(line.count(s) == n // 2 for line in [*cells, *columns] for s in puzzle.symbols)
        and all(len(list(run)) <= puzzle.max_run for line in [*cells, *columns] for _, run in groupby(line))
        and all(
            marker == EMPTY or (marker == "=") == (a == b)
            for line, markers in zip(cells, puzzle.h, strict=True)
            for marker, (a, b) in zip(markers, pairwise(line), strict=True)
        )
        and all(
            marker == EMPTY or (marker == "=") == (a == b)
            for (above, below), markers in zip(pairwise(cells), puzzle.v, strict=True)
            for marker, a, b in zip(markers, above, below, strict=True)
        )
        and not (puzzle.unique_lines and (len(set(cells)) < n or len(set(columns)) < n))
    )


def by_trying(puzzle: BinaryPuzzle) -> Iterator[tuple[str, ...]]:
    """Every solution, by trying every board whose rows agree with the clues; for small or nearly full boards."""
    half = puzzle.size // 2
    rows = []
    for row in puzzle.cells:
        choices = ["".join(symbols) for symbols in product(*[puzzle.symbols if s == EMPTY else s for s in row])]
        rows.append([line for line in choices if line.count(puzzle.symbols[0]) == half])
    for cells in product(*rows):
        if keeps_rules(puzzle, cells):
            yield cells

"""The most probable board that is a puzzle, against all boards there are."""

from __future__ import annotations

from itertools import combinations
from math import exp

from hypothesis import given
from hypothesis import strategies as st

from vision.verify import CLEAR, MOST_TRIED, settled_by

MOST_COST = 12.0
MOST_CHANGES = 6  # all boards that so many make are tried


@given(
    st.lists(st.integers(-8, 64).map(lambda eighths: eighths / 8), max_size=MOST_CHANGES).map(sorted),
    st.sets(st.sets(st.integers(0, MOST_CHANGES - 1)).map(lambda some: tuple(sorted(some))), max_size=12),
)
def test_of_any_changes_the_most_probable_puzzle_is_found(costs: list[float], puzzles: set[tuple[int, ...]]) -> None:
    """What a puzzle becomes by more changes is not asked: it is less probable, or as near."""
    assert 2**MOST_CHANGES <= MOST_TRIED
    asked: list[tuple[int, ...]] = []

    def is_puzzle(some: tuple[int, ...]) -> bool:
        asked.append(some)
        return some in puzzles

    found = settled_by(costs, is_puzzle, MOST_COST)
    assert len(asked) == len(set(asked))
    every = [some for count in range(len(costs) + 1) for some in combinations(range(len(costs)), count)]
    first = [some for some in every if some in puzzles and not any(some[:end] in puzzles for end in range(len(some)))]
    cost = {some: sum(costs[number] for number in some) for some in first}
    all_cost = all(one >= 0 for one in costs)  # else what costs less may follow what costs too much
    if all_cost:
        assert (found is None) == all(one > MOST_COST for one in cost.values())
    if found is not None:
        assert found.board in cost
        assert abs(found.cost - cost[found.board]) < 1e-9
        if all_cost:
            assert found.cost <= min(cost.values()) + 1e-9
            others = [exp(found.cost - one) for one in cost.values() if one <= min(MOST_COST, found.cost + CLEAR)]
            assert abs(found.share - 1 / sum(others)) < 1e-6

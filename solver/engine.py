"""What a search offers, whoever made it.

What is not here: the searches (the `search` of each game, `cpsat`), and who is asked (`games`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol


class Search(Protocol):
    """What a search offers: our own, one for each game, and CP-SAT are modules of this form."""

    def first(self, puzzle: Any, *, time_limit: float | None = None) -> Any: ...

    def every(self, puzzle: Any, *, time_limit: float | None = None) -> Iterator[Any]: ...

    def count(self, puzzle: Any, limit: int | None = None, *, time_limit: float | None = None) -> int: ...

    def verdict(self, puzzle: Any, *, time_limit: float | None = None) -> str: ...

"""What requests say, checked: the error of a bad one, and the shapes that several games ask for."""

from __future__ import annotations


class BadRequestError(ValueError):
    """A request that cannot be answered; the message is a sentence that says why."""


def is_pair(said: object) -> bool:
    """Whether it is a list of two whole numbers."""
    return isinstance(said, list) and len(said) == 2 and all(type(one) is int for one in said)


def corners(said: object) -> list[tuple[float, float]]:
    """The corners of a board, `[x, y]` for each. Raises `BadRequestError`; how many there are is not checked."""
    if not isinstance(said, list) or not all(
        isinstance(one, list) and len(one) == 2 and all(type(value) in (int, float) for value in one) for one in said
    ):
        raise BadRequestError("corners is [x, y] for each of four, clockwise from the top left")
    return [(float(x), float(y)) for x, y in said]

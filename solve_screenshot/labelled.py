"""A labelled picture, and one place of it that was read wrongly: values for `evaluate` and for the games."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What a picture shows. `puzzle`: None where it shows nothing that can be read, and `expect` says why.
    `swap_ok`: the look does not tell which symbol is which, so the two may be exchanged throughout.
    `placed`: the dominoes on a Pips board, as `[[r, c], [r, c], [pips, pips]]`; None where the label does not say.
    `said`: all that is in the label."""

    picture: Path
    game: str | None
    puzzle: dict[str, Any] | None
    expect: str
    swap_ok: bool
    bbox: tuple[float, ...] | None
    placed: list[Any] | None = None
    said: dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """One place read wrong. `what`: `cell`, `marker`, `size`, `game` or `kind` (of a refusal); in Pips also `tag`,
    `region`, `domino` and `placed`. In `label` and `read`, `-` is nothing."""

    what: str
    label: str
    read: str
    where: str

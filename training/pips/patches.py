"""The readers of a patch: of tags, of dominoes, and of edges."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.network import WIDTH, Attention, Linear, colour_steps

# Columns of a tag's result, and of a domino's.
SIGN, TENS, ONES, COVERED = slice(0, 6), slice(6, 17), slice(17, 27), slice(27, 28)
DOMINO, FIRST, SECOND = slice(0, 1), slice(1, 8), slice(8, 15)
# Of the readers of tags and dominoes: channels at every eighth pixel, so many such rows of a patch, columns of a tag's,
# spots of it, places that each of three looks at.
EIGHTH, ROWS, COLUMNS, LOOKS = 48, 8, 12, 2
SPOTS = ROWS * COLUMNS
# Of the reader of edges: so many values say what is seen; a place is so many mean colours of four pixels wide.
EDGE_SEEN, EDGE_MEANS = 64, 14


def convolution(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class More(nn.Module):
    """Adds to (N, C, H, W) what a wider convolution sees in it."""

    def __init__(self, channels: int, between: int) -> None:
        super().__init__()
        self.seen = convolution(channels, between)
        self.added = nn.Conv2d(between, channels, 1)
        nn.init.zeros_(self.added.weight)

    def forward(self, features: Tensor) -> Tensor:
        out: Tensor = features + self.added(self.seen(features))
        return out


class Text(nn.Module):
    """(N, 48, 8, 12) -> (N, 27): sign, tens, ones. A digit looks the same wherever it is in the patch; all spots see
    each other, and each of the three looks where what it asks for is."""

    def __init__(self) -> None:
        super().__init__()
        self.given = nn.Conv2d(EIGHTH, WIDTH, 1)
        self.place = nn.Parameter(torch.randn(SPOTS, WIDTH) * 0.1)
        self.layer = Attention()
        self.norm = nn.LayerNorm(WIDTH)
        self.where = Linear(WIDTH, 3 * LOOKS)
        self.sign, self.tens, self.ones = (Linear(LOOKS * WIDTH, part.stop - part.start) for part in (SIGN, TENS, ONES))

    def forward(self, eighth: Tensor) -> Tensor:
        tokens = self.given(eighth).reshape(-1, WIDTH, SPOTS).transpose(1, 2) + self.place
        tokens = self.norm(self.layer(tokens))
        seen = torch.softmax(self.where(tokens).transpose(1, 2), dim=-1) @ tokens
        asked = seen.reshape(-1, 3, LOOKS * WIDTH)
        return torch.cat((self.sign(asked[:, 0]), self.tens(asked[:, 1]), self.ones(asked[:, 2])), dim=1)


def _to_eighth() -> nn.Sequential:
    """A digit of a tag has 17 to 29 of the 64 pixels: it is looked at before the picture is made smaller."""
    half = convolution(3, 16, 2), More(16, 32), More(16, 32)
    fourth = convolution(16, 32, 2), convolution(32, 32), More(32, 64)
    return nn.Sequential(*half, *fourth, convolution(32, EIGHTH, 2), convolution(EIGHTH, EIGHTH))


class Middle(nn.Module):
    """(N, 48, 8, 8) -> (N, `columns`), by what is at each place of it."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self.smaller = convolution(EIGHTH, WIDTH, 2)
        self.hidden = Linear(WIDTH * 16, 128)
        self.out = Linear(128, columns)

    def forward(self, eighth: Tensor) -> Tensor:
        out: Tensor = self.out(torch.relu(self.hidden(self.smaller(eighth).flatten(1))))
        return out


class Tags(nn.Module):
    """(N, 3, 64, 96) 0..1 -> (N, 28). Words are wider than the rest; whether something lies over a tag is seen in the
    middle."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk, self.text, self.covered = _to_eighth(), Text(), Middle(1)

    def forward(self, patches: Tensor) -> Tensor:
        eighth = self.trunk(patches)
        beside = (COLUMNS - ROWS) // 2
        return torch.cat((self.text(eighth), self.covered(eighth[..., beside:-beside])), dim=1)


class Dominoes(nn.Module):
    """(N, 3, 64, 64) 0..1 -> (N, 15)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk, self.halves = _to_eighth(), Middle(SECOND.stop)

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.halves(self.trunk(patches))
        return out


class Edges(nn.Module):
    """(N, 3, 80, 128) 0..1 -> (N, 1), whether two neighbours, side by side, are of one region. By what is seen between
    and around them, and by how much the colours a place apart differ: of rims beside dominoes there are few pixels."""

    def __init__(self) -> None:
        super().__init__()
        steps = [convolution(3, 16, 2), convolution(16, 32, 2), convolution(32, 32)]
        self.trunk = nn.Sequential(*steps, convolution(32, 64, 2), convolution(64, 64), convolution(64, 64, 2))
        self.seen = Linear(64 * 40, EDGE_SEEN)
        self.steps = Linear(9 * 20 * 18, 64)
        self.colours = nn.Sequential(convolution(12, 32), convolution(32, 32, 2), convolution(32, 32, 2))
        self.col_out = Linear(32 * 25, 64)
        self.out = Linear(EDGE_SEEN + 128, 64)
        self.same = Linear(64, 1)

    def forward(self, edges: Tensor) -> Tensor:
        means = functional.avg_pool2d(edges, 4)
        steps, _ = colour_steps(means, EDGE_MEANS)
        colours = self.colours(torch.cat((means[..., :-EDGE_MEANS], steps), dim=1))
        parts = self.seen(self.trunk(edges).flatten(1)), self.steps(steps.flatten(1)), self.col_out(colours.flatten(1))
        out: Tensor = self.same(torch.relu(self.out(torch.relu(torch.cat(parts, dim=1)))))
        return out

"""The networks of Pips: the finder (where on a page), the readers of a window of places, of patches, and of edges.

What they are shown, and what they are to say, is in `samples.drawn.pips.cuts`.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.network import WIDTH, Attention, Linear, colour_steps

LAYERS, COLOURS, STEPS = 2, 32, 48
# Mean colours of four pixels a side are looked at, so many of them a side of a place.
MEANS = 8
# Channels of the finder's result: nothing, board, tray; then the five values.
KINDS, VALUES = slice(0, 3), slice(3, 8)
# Channels of a window's result, at half places.
PLACE, PIPS, WAY = slice(0, 3), slice(3, 10), slice(10, 14)
SAME, TAG, TAG_AT, OWNER, OVER = slice(14, 15), slice(15, 16), slice(16, 18), slice(18, 27), slice(27, 28)
CHANNELS = 28
# Columns of a patch's result.
SIGN, TENS, ONES, DOMINO, FIRST, SECOND, COVERED = (
    slice(0, 6),
    slice(6, 17),
    slice(17, 27),
    slice(27, 28),
    slice(28, 35),
    slice(35, 42),
    slice(42, 43),
)
COLUMNS = 43
# Of the reader of patches: channels at every eighth pixel, so many such spots, places that each of three looks at.
EIGHTH, SPOTS, LOOKS = 48, 64, 2
# Of the reader of edges: so many values say what is seen; a place is so many mean colours of four pixels wide.
EDGE_SEEN, EDGE_MEANS = 64, 14


def convolution(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class Finder(nn.Module):
    """(B, 3, H, W) 0..1, H and W multiples of 16 -> (B, 8, H / 4, W / 4)."""

    def __init__(self) -> None:
        super().__init__()
        self.fourth = nn.Sequential(convolution(3, 16, 2), convolution(16, 24, 2), convolution(24, 32))
        self.eighth = nn.Sequential(convolution(32, 48, 2), convolution(48, 48))
        self.sixteenth = nn.Sequential(
            convolution(48, 64, 2), convolution(64, 64), convolution(64, 64), convolution(64, 64)
        )
        self.to_eighth = nn.Conv2d(64, 48, 1)
        self.at_eighth = convolution(48, 48)
        self.to_fourth = nn.Conv2d(48, 32, 1)
        self.at_fourth = convolution(32, 32)
        self.out = nn.Conv2d(32, 8, 1)

    def forward(self, picture: Tensor) -> Tensor:
        fourth = self.fourth(picture)
        eighth = self.eighth(fourth)
        sixteenth = self.to_eighth(self.sixteenth(eighth))
        eighth = self.at_eighth(eighth + functional.interpolate(sixteenth, scale_factor=2.0, mode="nearest"))
        up = functional.interpolate(self.to_fourth(eighth), scale_factor=2.0, mode="nearest")
        out: Tensor = self.out(self.at_fourth(fourth + up))
        return out


def colour_steps_about(means: Tensor) -> Tensor:
    """By how much the colours to the left and the right, and above and below, of each spot differ, one place apart.

    `means`: (B, 3, H, W) 0..1, a place is `MEANS` of them wide; (B, 18, H, W) 0..1. Borders under dominoes show in
    little else.
    """
    half = MEANS // 2
    across, down = colour_steps(means, MEANS)
    return torch.cat((functional.pad(across, (half, half, 0, 0)), functional.pad(down, (0, 0, half, half))), dim=1)


class Board(nn.Module):
    """(B, 3, 32R, 32C) 0..1 -> (B, 28, 2R, 2C), place (r, c) at (2r + 1, 2c + 1); and (B, 1), whether it is one."""

    def __init__(self) -> None:
        super().__init__()
        steps = [convolution(3, 16, 2), convolution(16, 32, 2), convolution(32, 32), convolution(32, 64, 2)]
        steps += [convolution(64, 64), convolution(64, WIDTH, 2), convolution(WIDTH, WIDTH)]
        self.trunk = nn.Sequential(*steps)
        # Colours around each half place, so that those of neighbours are compared before anything else is seen in them.
        self.colours = nn.Conv2d(3, COLOURS, 8, 4, 4)
        self.colours_out = nn.Conv2d(COLOURS, WIDTH, 1)
        nn.init.zeros_(self.colours_out.weight)
        self.steps = nn.Conv2d(18, STEPS, MEANS, MEANS // 2, MEANS // 2)
        self.steps_out = nn.Conv2d(STEPS, WIDTH, 1)
        nn.init.zeros_(self.steps_out.weight)
        self.layers = nn.Sequential(*(Attention() for _ in range(LAYERS)))
        self.norm = nn.LayerNorm(WIDTH)
        self.after = nn.Sequential(convolution(WIDTH, WIDTH), convolution(WIDTH, 64))
        self.out = nn.Conv2d(64, CHANNELS, 1)
        self.whole = Linear(WIDTH, 1)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        means = functional.avg_pool2d(image, 4)
        colours = torch.relu(self.colours(means))[:, :, :-1, :-1]
        steps = torch.relu(self.steps(colour_steps_about(means)))[:, :, :-1, :-1]
        halves = self.trunk(image) + self.colours_out(colours) + self.steps_out(steps)
        boards, _, height, width = halves.shape
        places = halves[:, :, 1::2, 1::2]
        tokens = self.layers(places.reshape(boards, WIDTH, -1).transpose(1, 2))
        tokens = self.norm(tokens)
        grid = tokens.transpose(1, 2).reshape(boards, WIDTH, height // 2, width // 2)
        halves = halves + functional.interpolate(grid, scale_factor=2.0, mode="nearest")
        return self.out(self.after(halves)), self.whole(tokens.amax(dim=1))


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
    """(N, 48, 8, 8) -> (N, 27): sign, tens, ones. A digit looks the same wherever it is in the patch; all spots see
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


class Patches(nn.Module):
    """(N, 3, 64, 64) 0..1 -> (N, 43). A digit of a tag has 17 to 29 of the 64 pixels: it is looked at before the
    picture is made smaller."""

    def __init__(self) -> None:
        super().__init__()
        half = convolution(3, 16, 2), More(16, 32), More(16, 32)
        fourth = convolution(16, 32, 2), convolution(32, 32), More(32, 64)
        self.trunk = nn.Sequential(*half, *fourth, convolution(32, EIGHTH, 2), convolution(EIGHTH, EIGHTH))
        self.text = Text()
        self.smaller = convolution(EIGHTH, WIDTH, 2)
        self.hidden = Linear(WIDTH * 16, 128)
        self.out = Linear(128, COLUMNS - ONES.stop)

    def forward(self, patches: Tensor) -> Tensor:
        eighth = self.trunk(patches)
        halves = torch.relu(self.hidden(self.smaller(eighth).flatten(1)))
        return torch.cat((self.text(eighth), self.out(halves)), dim=1)


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


class Networks(nn.Module):
    """All of them; they share nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.finder, self.board, self.patches, self.edges = Finder(), Board(), Patches(), Edges()

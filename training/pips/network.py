"""The networks of Pips: the finder (where on a page) and the reader of a window of places; those of patches are in
`patches`. What they are shown, and what they are to say, is in `samples.drawn.pips.cuts`.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.network import WIDTH, Attention, Linear, colour_steps
from training.pips.patches import Dominoes, Edges, Tags, convolution

LAYERS, COLOURS, STEPS = 2, 32, 48
# Mean colours of four pixels a side are looked at, so many of them a side of a place.
MEANS = 8
# Channels of the finder's result: nothing, board, tray; then the five values.
KINDS, VALUES = slice(0, 3), slice(3, 8)
# Channels of a window's result, at half places.
PLACE, PIPS, WAY = slice(0, 3), slice(3, 10), slice(10, 14)
SAME, TAG, TAG_AT, OWNER, OVER = slice(14, 15), slice(15, 16), slice(16, 18), slice(18, 27), slice(27, 28)
CHANNELS = 28


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


class Networks(nn.Module):
    """All of them; they share nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.finder, self.board, self.edges = Finder(), Board(), Edges()
        self.tags, self.dominoes = Tags(), Dominoes()

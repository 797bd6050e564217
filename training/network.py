"""The network: a straightened board and the patches of its edges -> what every cell and every edge holds.

Sizes are those of `samples.drawn`: the board at 32 pixels a cell with half a cell of margin, edges at 64 pixels a cell.
The result is one row of numbers for each token, `OUTPUTS` says which columns are what; tokens are the cells row by row,
then the edges between horizontal neighbours, then those between vertical ones. One file serves boards of any size.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH = 96
HEADS = 4
HIDDEN = 160
LAYERS = 3
VECTOR = 16
# Columns of the result: empty, six names, given, vector, three markers, inside, covered; of Queens: nothing, a crown
# or a cross in a cell, and a border on an edge.
EMPTY = slice(0, 1)
NAMES = slice(1, 7)
GIVEN = slice(7, 8)
SAME = slice(8, 8 + VECTOR)
MARKER = slice(8 + VECTOR, 11 + VECTOR)
INSIDE = slice(11 + VECTOR, 12 + VECTOR)
COVERED = slice(12 + VECTOR, 13 + VECTOR)
MARKS = slice(13 + VECTOR, 16 + VECTOR)
BORDER = slice(16 + VECTOR, 17 + VECTOR)
OUTPUTS = 17 + VECTOR
# Columns of the second result: a whole board of two symbols, a whole board of Queens.
WHOLES = 2
# Outputs of the 3x3 convolutions over the board, and their strides: 16 together, half a cell.
BOARD_LAYERS = ((16, 2), (24, 2), (24, 1), (48, 2), (64, 1), (80, 2), (WIDTH, 1))
# The same over the patches of edges, 32 pixels wide, down to 4.
EDGE_LAYERS = ((12, 2), (24, 2), (48, 2))
EDGE_SIDE, EDGE_WIDTH = 4, 64
# Mean colours of so many pixels a side, so many of them a side of each cell, go into its token beside the convolutions'
# features: tiles of three colours are told by them alone.
MEAN_OF, MEANS, MEANS_WIDTH = 8, 4, 64
# By how much these differ on both sides of an edge goes into its token: where regions meet, colours may be all that
# tells. Differences are taken at two scales, 1 being that from black to white, and without brightness.
FINE, COARSE, TINTS, DARKEST = 12.0, 2.5, 2.0, 0.04
STEPS_WIDTH = 64


class Output(NamedTuple):
    """`tokens`: (B, T, OUTPUTS) float32, logits and vectors; `whole`: (B, WHOLES), the logits of whole boards.

    `features`: (B, T, WIDTH), what all heads are computed from; looks are learnt in it.
    """

    tokens: Tensor
    whole: Tensor
    features: Tensor


def _convolutions(layers: tuple[tuple[int, int], ...]) -> nn.Sequential:
    steps: list[nn.Module] = []
    before = 3
    for width, stride in layers:
        steps += [nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
        before = width
    return nn.Sequential(*steps)


class Linear(nn.Module):
    """As `nn.Linear`, with the weight as it is multiplied, (in, out): the exporter keeps it under its name so."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        reach = before**-0.5
        self.weight = nn.Parameter(torch.empty(before, after).uniform_(-reach, reach))
        self.bias = nn.Parameter(torch.empty(after).uniform_(-reach, reach))

    def forward(self, tokens: Tensor) -> Tensor:
        return tokens @ self.weight + self.bias


class Attention(nn.Module):
    """One layer of self-attention over all tokens, written out in operations that every runtime has."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.query = Linear(WIDTH, WIDTH)
        self.key = Linear(WIDTH, WIDTH)
        self.value = Linear(WIDTH, WIDTH)
        self.out = Linear(WIDTH, WIDTH)
        self.norm_after = nn.LayerNorm(WIDTH)
        self.widen = Linear(WIDTH, HIDDEN)
        self.narrow = Linear(HIDDEN, WIDTH)

    def forward(self, tokens: Tensor) -> Tensor:
        boards = tokens.shape[0]
        depth = WIDTH // HEADS
        normed = self.norm(tokens)
        query, key, value = (
            part(normed).reshape(boards, -1, HEADS, depth).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        weights = torch.softmax(query @ key.transpose(2, 3) * depth**-0.5, dim=-1)
        mixed = (weights @ value).transpose(1, 2).reshape(boards, -1, WIDTH)
        tokens = tokens + self.out(mixed)
        return tokens + self.narrow(torch.relu(self.widen(self.norm_after(tokens))))


def colour_steps(means: Tensor, cell: int = MEANS) -> tuple[Tensor, Tensor]:
    """How much the colours of neighbouring cells differ, 0..1: of means (B, 3, H, W), 0..1, of which a cell is `cell`
    wide, those between cells side by side (B, 9, H, W - cell) and one above the other (B, 9, H - cell, W)."""
    logs = torch.log(means + DARKEST)
    tints = logs - logs.mean(dim=1, keepdim=True)

    def sizes(colours: Tensor, tints: Tensor) -> Tensor:
        many = (colours.abs() * FINE, colours.abs() * COARSE, tints.abs() * TINTS)
        return torch.cat(many, dim=1).clamp(max=1.0)

    across = sizes(means[..., cell:] - means[..., :-cell], tints[..., cell:] - tints[..., :-cell])
    down = sizes(means[..., cell:, :] - means[..., :-cell, :], tints[..., cell:, :] - tints[..., :-cell, :])
    return across, down


class Network(nn.Module):
    """Board and edges -> logits of all tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.board = _convolutions(BOARD_LAYERS)
        self.edge = _convolutions(EDGE_LAYERS)
        self.edge_all = Linear(EDGE_LAYERS[-1][0] * EDGE_SIDE**2, EDGE_WIDTH)
        self.edge_out = Linear(EDGE_WIDTH, WIDTH)
        self.cell_kind = nn.Parameter(torch.zeros(WIDTH))
        self.across_kind = nn.Parameter(torch.randn(WIDTH) * 0.1)
        self.down_kind = nn.Parameter(torch.randn(WIDTH) * 0.1)
        self.layers = nn.Sequential(*(Attention() for _ in range(LAYERS)))
        self.norm = nn.LayerNorm(WIDTH)
        self.heads = Linear(WIDTH, OUTPUTS)
        self.whole_hidden = Linear(2 * WIDTH, 48)
        self.whole = Linear(48, WHOLES)
        self.means = nn.Conv2d(3, MEANS_WIDTH, MEANS, MEANS)
        self.means_out = Linear(MEANS_WIDTH, WIDTH)
        self.steps = nn.Conv2d(9, STEPS_WIDTH, MEANS, MEANS)
        self.steps_out = Linear(STEPS_WIDTH, WIDTH)

    def forward(self, board: Tensor, edges: Tensor) -> Output:
        """`board`: (B, 3, 32(n+1), 32(n+1)) 0..1; `edges`: (B * 2n(n-1), 3, 32, 32) 0..1, of each board h, then v."""
        boards = board.shape[0]
        # Feature k lies at k half cells from the left side of the margin: cells at 2, 4, ... 2n, edges between them.
        half_cells = self.board(board)
        cells = half_cells[:, :, 2::2, 2::2].reshape(boards, WIDTH, -1).transpose(1, 2) + self.cell_kind
        margin = MEAN_OF * MEANS // 2
        means = functional.avg_pool2d(board[:, :, margin:-margin, margin:-margin], MEAN_OF)
        colours = torch.relu(self.means(means)).reshape(boards, MEANS_WIDTH, -1).transpose(1, 2)
        cells = cells + self.means_out(colours)
        across = half_cells[:, :, 2::2, 3:-2:2].reshape(boards, WIDTH, -1).transpose(1, 2) + self.across_kind
        down = half_cells[:, :, 3:-2:2, 2::2].reshape(boards, WIDTH, -1).transpose(1, 2) + self.down_kind
        # A product of matrices, which OpenCV computes in a fifth of a convolution's time.
        close = torch.relu(self.edge_all(self.edge(edges).flatten(1)))
        near = self.edge_out(close).reshape(boards, -1, WIDTH)
        steps = [self.steps(one).reshape(boards, STEPS_WIDTH, -1).transpose(1, 2) for one in colour_steps(means)]
        near = near + self.steps_out(torch.relu(torch.cat(steps, dim=1)))
        tokens = torch.cat((cells, torch.cat((across, down), dim=1) + near), dim=1)
        tokens = self.norm(self.layers(tokens))
        pooled = torch.cat((tokens.mean(dim=1), tokens.amax(dim=1)), dim=1)
        return Output(self.heads(tokens), self.whole(torch.relu(self.whole_hidden(pooled))), tokens)

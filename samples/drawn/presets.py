"""Looks near those of the best known sites and apps, by their measured colours; the rest stays random."""

from __future__ import annotations

from random import Random

from samples.drawn.colours import BLACK, WHITE, Colour, grey, hsl, lightness, mix, shifted
from samples.drawn.look import Look
from samples.drawn.symbols import Pair, random_pair
from samples.drawn.types import OTHER


def _rgb(r: float, g: float, b: float) -> Colour:
    return float(b), float(g), float(r)


def _near(rng: Random, colour: Colour, by: float = 5.0) -> Colour:
    b, g, r = (min(max(v + rng.uniform(-by, by), 0.0), 255.0) for v in colour)
    return b, g, r


def _plain(look: Look, pair: Pair) -> None:
    """Takes away what the random look had of its own."""
    look.pair = pair
    look.fills = look.clue_fills = ()
    look.bare = look.invert_clue = False
    look.badge, look.clue_pattern, look.blank, look.entry_draw = "", "", "", ()
    look.checker, look.entry_opacity, look.clue_border, look.stretch = None, 1.0, None, 1.0
    grid = look.grid
    grid.bevel = grid.depth = grid.sheen = grid.shadow = grid.gap_x = grid.gap_y = grid.radius = grid.frame_pad = 0.0
    grid.border, grid.texture, grid.line_style, grid.line_ways, grid.thick_every = None, "", "solid", "both", 0


def _tango(rng: Random, look: Look, pixels: int) -> None:
    """Thin lines; suns, moons or the season's pair; clues on a darker ground."""
    kind = rng.choices(("sunmoon", "picture", "emoji"), (64, 18, 18))[0]
    _plain(look, random_pair(rng, kind))
    grid, light = look.grid, rng.random() < 0.55
    colours = (
        ((255, 255, 255), (238, 235, 231), (235, 228, 218), (255, 179, 30), (74, 134, 216))
        if light
        else ((29, 34, 38), (56, 61, 64), (63, 77, 90), (255, 179, 30), (130, 175, 237))
    )
    cell, clue, line, sun, moon = (_near(rng, _rgb(*colour)) for colour in colours)
    if light and rng.random() < 0.6:
        cell = WHITE
    elif rng.random() < 0.4:  # a page's own colours: wood, paper, night
        level, by = (rng.uniform(66, 95), 1) if light else (rng.uniform(6, 34), -1)
        cell = hsl(rng.uniform(0, 360), rng.uniform(5, 60), level)
        clue, line = shifted(cell, -by * rng.uniform(12, 34)), shifted(cell, -by * rng.uniform(20, 90))
        grid.texture = rng.choice(("", "wood", "wood", "paper"))
    grid.cell = look.selected = cell
    grid.kind, grid.line, grid.line_width = "lines", line, max(1.0, pixels * rng.uniform(0.015, 0.035))
    grid.page = rng.choice((cell, _near(rng, _rgb(244, 242, 238) if light else _rgb(27, 31, 35))))
    grid.frame, grid.frame_width, grid.frame_radius = (
        rng.choice((line, None)),
        grid.line_width,
        rng.choice((0.0, 0.1, 0.2)),
    )
    grid.text, grid.step = (BLACK, -1) if light else (WHITE, 1)
    look.clue = clue
    look.inks = look.clue_inks = (sun, moon)
    look.size, look.ratio, look.marked = rng.uniform(0.4, 0.52), rng.uniform(0.82, 0.95), True
    if look.pair.coloured:
        look.ratio = 1.0


def _tiles(rng: Random, look: Look, pixels: int) -> None:
    """Tiles of two colours and a grey one, with gaps."""
    _plain(look, Pair("square", (OTHER, OTHER), random_pair(rng, "square").draw, alike=True))
    grid, dark = look.grid, rng.random() < 0.5
    grid.page = grid.under = _near(rng, _rgb(40, 44, 52) if dark else _rgb(240, 242, 250), 12)
    grid.kind, grid.cell = "tiles", grey(rng.uniform(60, 175))
    grid.gap_x = grid.gap_y = rng.uniform(0.04, 0.16)
    grid.radius = rng.choice((0.0, 0.08, 0.2, 0.25))
    grid.depth = rng.choice((0.0, 0.0, 0.08))
    pairs = (
        ((205, 95, 98), (14, 138, 206)),
        ((255, 128, 0), (0, 128, 255)),
        ((195, 68, 55), (62, 182, 200)),
        ((250, 125, 130), (40, 165, 245)),
    )
    first, second = (_near(rng, _rgb(*c), 14) for c in rng.choice(pairs))
    grid.text, grid.step, grid.frame = (WHITE, 1, None) if dark else (BLACK, -1, None)
    look.fills = look.clue_fills = (first, second)
    if rng.random() < 0.3:
        look.clue_fills = shifted(first, -28), shifted(second, -28)
    look.bare, look.fill_size, look.marked, look.clue = True, 1.0, False, grid.cell
    look.badge = rng.choice(("", "", "dot", "centre", "lock"))
    look.inks = look.clue_inks = (WHITE, WHITE)


def _circles(rng: Random, look: Look, pixels: int) -> None:
    """Black and white circles on thin lines."""
    _plain(look, random_pair(rng, "outlined"))
    grid = look.grid
    grid.cell = grid.page = look.clue = rng.choice(
        (WHITE, grey(rng.uniform(235, 255)), hsl(rng.uniform(0, 360), 30, 92))
    )
    grid.kind, grid.line, grid.line_width = "lines", grey(rng.uniform(150, 235)), rng.choice((1.0, 1.0, 2.0))
    grid.frame, grid.text, grid.step = rng.choice((grid.line, hsl(215, 50, 50))), BLACK, -1
    look.inks = look.clue_inks = (WHITE, BLACK)
    look.size, look.ratio, look.marked = rng.uniform(0.5, 0.85), 1.0, rng.random() < 0.4
    look.badge = rng.choice(("", "centre"))


def terminal(rng: Random, look: Look, pixels: int) -> None:
    """Digits or letters on a dark or light ground, clues in another colour; lines of a line's width, or of characters,
    then mostly with dots in empty cells."""
    _plain(look, random_pair(rng, rng.choice(("digit", "digit", "letter"))))
    grid, dark = look.grid, rng.random() < 0.8
    grounds = (BLACK, _rgb(30, 42, 58), _rgb(12, 12, 12), _rgb(0, 43, 54), _rgb(16, 9, 0), _rgb(0, 17, 0))
    grid.cell = grid.page = look.clue = rng.choice(grounds) if dark else grey(rng.uniform(235, 255))
    grid.kind, grid.line, grid.line_width = "lines", grey(rng.uniform(120, 255) if dark else rng.uniform(0, 150)), 1.0
    grid.frame, grid.frame_radius, grid.text, grid.step = grid.line, 0.0, WHITE if dark else BLACK, 1 if dark else -1
    light = 60 if dark else 32
    look.inks = (hsl(rng.uniform(0, 360), 90, light), hsl(rng.uniform(0, 360), 90, light))
    if rng.random() < 0.5:
        look.inks = (look.inks[0],) * 2
    plain = grey(235 if dark else 20)
    look.clue_inks = rng.choice((look.inks, (plain, plain)))
    look.size, look.marked = rng.uniform(0.26, 0.5), rng.random() < 0.15
    if rng.random() < 0.6:
        grid.line_style, grid.frame = "characters", None
        grid.line = mix(grid.cell, rng.choice((look.inks[0], grey(128))), rng.uniform(0.25, 0.7))
        if rng.random() < 0.7:
            look.blank, look.blank_ink = "dot", mix(grid.cell, rng.choice((grid.line, plain)), rng.uniform(0.5, 1.0))


def _shades(rng: Random, look: Look, pixels: int) -> None:
    """Bare tiles in three shades of one colour, flat or raised, side by side or with gaps; clues have some sign."""
    _plain(look, Pair("square", (OTHER, OTHER), random_pair(rng, "square").draw, alike=True))
    grid, hue, tint = look.grid, rng.uniform(0, 360), rng.choice((0.0, 0.0, 0.0, 8.0, 25.0))
    bright, dark = rng.uniform(78, 100), rng.uniform(2, 32)
    middle = dark + (bright - dark) * rng.uniform(0.3, 0.85)
    order = rng.choices(((0, 2, 1), (1, 2, 0), (0, 1, 2)), (9, 6, 3))[0]
    shades = [hsl(hue, tint, level) for level in (bright, middle, dark)]
    look.fills = look.clue_fills = (shades[order[0]], shades[order[1]])
    grid.cell = look.clue = shades[order[2]]
    grid.page = grid.under = hsl(hue, tint, rng.choice((rng.uniform(0, 100), 97.0, 12.0)))
    grid.kind = rng.choice(("lines", "tiles"))
    if grid.kind == "tiles":
        grid.gap_x = grid.gap_y = rng.choice((0.02, 0.03, 0.05, 0.1))
    else:
        grid.line, grid.line_width = hsl(hue, tint, rng.uniform(10, 70)), rng.choice((1.0, 1.0, 2.0))
    grid.bevel = rng.choice((0.0, rng.uniform(0.03, 0.12)))
    grid.frame = rng.choice((None, hsl(hue, tint, rng.uniform(20, 80))))
    grid.text, grid.step = (BLACK, -1) if lightness(grid.page) > 50 else (WHITE, 1)
    if rng.random() < 0.2:
        by = rng.choice((-14.0, 14.0))
        look.clue_fills = shifted(look.fills[0], by), shifted(look.fills[1], by)
    look.bare, look.fill_size, look.raised = True, 1.0, rng.choice(("", "", "", "bevel", "inset"))
    look.badge = rng.choice(("", "inset", "inset", "corner", "dot", "square", "centre", "frame"))
    look.badge_at = rng.choice(((1, -1), (1, 1), (-1, -1), (-1, 1)))
    look.badge_ink, look.badge_strong = hsl(rng.choice((0.0, rng.uniform(0, 360))), 80, 45), rng.random() < 0.5
    look.marked = rng.random() < 0.1
    look.inks = look.clue_inks = (WHITE, WHITE)


def goban(rng: Random, look: Look, pixels: int) -> None:
    """Black and white stones on a board of wood, cloth or stone, in its cells or on its crossings."""
    _plain(look, random_pair(rng, rng.choice(("stone", "stone", "disc"))))
    grid = look.grid
    grid.cell = look.clue = hsl(rng.choice((rng.uniform(25, 45), rng.uniform(0, 360))), rng.uniform(20, 75), 58)
    grid.cell = look.clue = shifted(grid.cell, rng.uniform(-70, 60))
    grid.page = rng.choice((grid.cell, shifted(grid.cell, -25), hsl(rng.uniform(0, 360), 20, rng.uniform(5, 97))))
    grid.kind, grid.line, grid.line_width = "lines", shifted(grid.cell, rng.choice((-60, -35, 35))), 1.0
    grid.line_style = rng.choice(("solid", "crossings"))
    grid.texture = rng.choice(("", "wood", "wood", "noise"))
    grid.frame, grid.text = shifted(grid.cell, -60), BLACK
    grid.step = -1
    look.inks = look.clue_inks = (grey(rng.uniform(225, 255)), grey(rng.uniform(5, 50)))
    look.size, look.ratio, look.marked = rng.uniform(0.62, 0.95), 1.0, rng.random() < 0.3
    look.badge = rng.choice(("", "centre", "inset", "square", "ring", "dot"))
    look.badge_strong, look.badge_ink = True, hsl(0, 0, rng.choice((15, 50, 90)))


PRESETS = ((_tango, 75), (_tiles, 17), (_circles, 11), (terminal, 14), (_shades, 28), (goban, 18))


def settle(rng: Random, look: Look, pixels: int) -> None:
    """Turns a random look into one near a known one."""
    rng.choices([make for make, _ in PRESETS], [weight for _, weight in PRESETS])[0](rng, look, pixels)
    look.clue_size, look.halo = look.size, 0.0

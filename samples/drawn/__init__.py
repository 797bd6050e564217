"""Random boards of Tango and Takuzu drawn straight, without a browser, to train on; and pictures without one.

`draw(seed, index)` gives the same picture each time, as long as the same typefaces are installed.
"""

from samples.drawn.any_board import draw
from samples.drawn.pages import DrawnPage, draw_page
from samples.drawn.types import EMPTY, MOON, NAMES, ONE, OTHER, SUN, UNKNOWN, ZERO, DrawnBoard

__all__ = [
    "EMPTY",
    "MOON",
    "NAMES",
    "ONE",
    "OTHER",
    "SUN",
    "UNKNOWN",
    "ZERO",
    "DrawnBoard",
    "DrawnPage",
    "draw",
    "draw_page",
]

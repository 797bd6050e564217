"""A sheet of paper as a list of shapes, and the two forms it is written in: SVG and PNG.

Lengths are millimetres from the upper left corner; colours are as in CSS, `#rrggbb`. What is not here: what is drawn
(`printable`). Pillow is imported when the first PNG is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, TypeAlias
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Point: TypeAlias = tuple[float, float]

INK, FAINT, PAPER = "#222222", "#b9b4ac", "#ffffff"
"""What is written, thin lines, and what is left white."""

DPI = 150
"""Of a PNG: an A4 sheet has 1240 x 1754 pixels, and lines of a fifth of a millimetre have more than one."""
FINE = 2
"""A PNG is drawn so many times too large and shrunk, for soft edges."""
FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
BASELINE = 0.36
"""So far below their middle letters stand, in parts of their size: half the height of a capital."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners; `fill` and `line` may be None."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None
    line: str | None = None
    thick: float = 0.2
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around `(x, y)`."""

    x: float
    y: float
    radius: float
    fill: str | None
    line: str | None = None
    thick: float = 0.2


@dataclass(frozen=True, slots=True)
class Outline:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str
    line: str | None = None
    thick: float = 0.2


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line with round ends; `dash` and `gap` in millimetres, 0 for a whole one."""

    start: Point
    end: Point
    colour: str
    thick: float = 0.2
    dash: float = 0.0
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text with its middle at the height `y`; `anchor` is `start`, `middle` or `end`, and at `x`."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#222222"
    anchor: str = "middle"
    bold: bool = False


Shape: TypeAlias = Box | Disc | Outline | Stroke | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of paper."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


# --- SVG -------------------------------------------------------------------------------------------------------------


def svg(sheet: Sheet) -> str:
    """The sheet as a document of its own, in its size on paper."""
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    shapes = "\n".join(_svg(shape) for shape in sheet.shapes)
    page = f'<rect width="{sheet.width:g}" height="{sheet.height:g}" fill="#ffffff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}">\n{page}\n{shapes}\n</svg>\n'


def _svg(shape: Shape) -> str:
    match shape:
        case Box(x, y, width, height, fill, line, thick, radius):
            place = f'x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" rx="{radius:.3f}"'
            return f"<rect {place}{_paint(fill, line, thick)}/>"
        case Disc(x, y, radius, fill, line, thick):
            return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}"{_paint(fill, line, thick)}/>'
        case Outline(points, fill, line, thick):
            places = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
            return f'<polygon points="{places}"{_paint(fill, line, thick)} stroke-linejoin="round"/>'
        case Stroke((x0, y0), (x1, y1), colour, thick, dash, gap):
            dashes = f' stroke-dasharray="{dash:.3f} {gap:.3f}"' if dash else ""
            ends = f'x1="{x0:.3f}" y1="{y0:.3f}" x2="{x1:.3f}" y2="{y1:.3f}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{thick:.3f}" stroke-linecap="round"{dashes}/>'
        case Words(x, y, text, size, colour, anchor, bold):
            weight = ' font-weight="bold"' if bold else ""
            place = f'x="{x:.3f}" y="{y + BASELINE * size:.3f}" font-size="{size:.3f}" text-anchor="{anchor}"'
            return f'<text {place} fill="{colour}"{weight}>{escape(text)}</text>'


def _paint(fill: str | None, line: str | None, thick: float) -> str:
    stroke = f' stroke="{line}" stroke-width="{thick:.3f}"' if line else ""
    return f' fill="{fill or "none"}"{stroke}'


# --- PNG -------------------------------------------------------------------------------------------------------------


def image(sheet: Sheet) -> Image:
    """The sheet as an RGB picture of `DPI` pixels an inch."""
    import PIL.Image
    import PIL.ImageDraw

    size = round(sheet.width / 25.4 * DPI), round(sheet.height / 25.4 * DPI)
    picture = PIL.Image.new("RGB", (size[0] * FINE, size[1] * FINE), "#ffffff")
    brush = _Brush(PIL.ImageDraw.Draw(picture), picture.width / sheet.width)
    for shape in sheet.shapes:
        brush.draw(shape)
    return picture.resize(size, PIL.Image.Resampling.LANCZOS)


class _Brush:
    """Shapes on a picture, `scale` pixels a millimetre."""

    def __init__(self, on: ImageDraw, scale: float) -> None:
        self._on = on
        self._scale = scale

    def draw(self, shape: Shape) -> None:
        on, s = self._on, self._scale
        match shape:
            case Box(x, y, width, height, fill, line, thick, radius):
                half = thick / 2 if line else 0.0
                corners = [s * (x - half), s * (y - half), s * (x + width + half) - 1, s * (y + height + half) - 1]
                on.rounded_rectangle(corners, s * (radius + half), fill, line, round(s * thick) if line else 0)
            case Disc(x, y, radius, fill, line, thick):
                reach = radius + (thick / 2 if line else 0.0)
                on.ellipse(
                    [s * (x - reach), s * (y - reach), s * (x + reach), s * (y + reach)],
                    fill,
                    line,
                    round(s * thick) if line else 0,
                )
            case Outline(points, fill, line, thick):
                on.polygon([(s * x, s * y) for x, y in points], fill)
                if line:
                    for start, end in zip(points, (*points[1:], points[0]), strict=True):
                        self._stroke(start, end, line, thick)
            case Stroke(start, end, colour, thick, dash, gap):
                for a, b in _dashes(start, end, dash, gap):
                    self._stroke(a, b, colour, thick)
            case Words(x, y, text, size, colour, anchor, bold):
                import PIL.ImageFont

                font = PIL.ImageFont.load_default(s * size)
                at = {"start": "l", "middle": "m", "end": "r"}[anchor] + "s"
                weight = round(s * size * 0.03) if bold else 0
                on.text((s * x, s * (y + BASELINE * size)), text, colour, font, at, stroke_width=weight)

    def _stroke(self, start: Point, end: Point, colour: str, thick: float) -> None:
        s = self._scale
        half = s * thick / 2
        self._on.line([(s * start[0], s * start[1]), (s * end[0], s * end[1])], colour, max(1, round(2 * half)))
        for x, y in (start, end):
            self._on.ellipse([s * x - half, s * y - half, s * x + half, s * y + half], colour)


def _dashes(start: Point, end: Point, dash: float, gap: float) -> Sequence[tuple[Point, Point]]:
    """The parts of a line that are drawn."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if not dash or not length:
        return [(start, end)]

    def at(along: float) -> Point:
        share = min(along / length, 1.0)
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    count = int(length / (dash + gap)) + 1
    return [(at(i * (dash + gap)), at(i * (dash + gap) + dash)) for i in range(count)]

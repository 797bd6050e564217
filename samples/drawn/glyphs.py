"""Characters in the typefaces of this machine, and emoji; OpenCV's Hershey letters where there are none.

What fonts are found changes what is drawn for a seed: the same picture comes again only on a machine with the same.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from samples.drawn.paint import Layer, Mask

FOLDERS = (
    ("/usr/share/fonts", "/usr/local/share/fonts")
    if not sys.platform.startswith(("win", "darwin"))
    else ("C:/Windows/Fonts", "/Library/Fonts", "/System/Library/Fonts")
)
HERSHEY = (0, 1, 2, 3, 4, 5, 6, 7)
SIZE = 56
"""Points at which typefaces are drawn, once; sizes wanted are scaled from there."""
EMOJI_SIZE = 109
"""The only size at which Noto Color Emoji has pictures."""
COMMON = ("dejavu", "liberation", "roboto", "open-sans", "inter", "lato", "noto", "crosextra", "cantarell", "freefont")
"""Folders of typefaces that pages use most."""

SIGNS = ("dejavu", "symbola", "freefont", "freeser", "symbols", "math", "arimo", "unifont", "cjk", "seguisym")
"""Typefaces that have suns, chessmen, arrows, and the like."""
STYLED = "*"
"""What follows it in a typeface's name is how much bolder its strokes are, how far its letters stand apart, and how far
they lean: `bolder,spaced,slanted`, in hundredths of a letter's height; the last two may be left out."""
PILLOW, WITH_PILLOW, BOLD = "pillow", 0.05, 0.35
"""The typeface that comes with Pillow, in which `solve-screenshot generate` writes where it draws with Pillow;
how many of `some_font` are that, and how many are bolder."""
LATIN = "A01"
"""What a typeface must have to be used for letters and digits."""


@cache
def fonts() -> dict[str, tuple[str, ...]]:
    """Files of typefaces by folder."""
    found: dict[str, list[str]] = {}
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*")) if Path(folder).is_dir() else ():
            if path.suffix.lower() in (".ttf", ".otf", ".ttc") and "emoji" not in path.name.lower():
                found.setdefault(str(path.parent), []).append(str(path))
    return {folder: tuple(files) for folder, files in sorted(found.items())}


@cache
def emoji_file() -> str | None:
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*Emoji*.ttf")) if Path(folder).is_dir() else ():
            if "color" in path.name.lower():
                return str(path)
    return None


@lru_cache(maxsize=700)
def _font(path: str, size: int = SIZE) -> ImageFont.FreeTypeFont:
    if path == PILLOW:
        default = ImageFont.load_default(size)
        if not isinstance(default, ImageFont.FreeTypeFont):
            raise OSError("this Pillow cannot draw typefaces")
        return default
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8000)
def has(font_name: str, text: str) -> bool:
    """Whether a typeface has all these characters, each unlike the others and unlike what stands for missing ones."""
    try:
        font = _font(font_name.partition(STYLED)[0])
        shapes = [bytes(font.getmask(c)) for c in dict.fromkeys(text)]
        missing = {bytes(font.getmask(c)) for c in "\uffff\U000e0fff"}
    except (OSError, ValueError):
        return False
    return len(set(shapes)) == len(shapes) and not missing & set(shapes) and all(any(s) for s in shapes)


@cache
def _usual() -> tuple[str, ...]:
    """Folders of the typefaces that pages use most."""
    return tuple(name for name in fonts() if any(word in name for word in COMMON)) or tuple(fonts())


@cache
def _rich() -> tuple[str, ...]:
    """Typefaces with signs beyond letters."""
    every = [path for files in fonts().values() for path in files]
    return tuple(path for path in every if any(word in path.lower() for word in SIGNS))


def random_font(rng: Random, text: str = "01") -> str:
    """A typeface that has these characters; `hershey/K` for one of OpenCV's."""
    folders = fonts()
    if not folders or (rng.random() < 0.06 and text.isascii()):
        return f"hershey/{rng.choice(HERSHEY)}"
    if max(map(ord, text)) > 255:
        rich = _rich()
        paths = [rng.choice(rich) for _ in range(6)] if rich else []
        return next((path for path in paths if has(path, text)), "hershey/0")
    names = _usual() if rng.random() < 0.6 else tuple(folders)
    for _ in range(12):
        path = rng.choice(folders[rng.choice(names)])
        if has(path, LATIN if text.isascii() else text):
            return path
    return f"hershey/{rng.choice((0, 2, 3, 4))}"


@cache
def _numbered(number: int) -> str:
    rng = Random(number)
    font = random_font(rng, "0123456789<>=")
    if rng.random() < WITH_PILLOW:
        font = PILLOW
    return f"{font}{STYLED}{rng.randint(1, 7)}" if rng.random() < BOLD else font


def some_font(rng: Random, of: int = 400) -> str:
    """One of so many typefaces with digits, so that what is drawn with them is mostly known already."""
    return _numbered(rng.randrange(of))


def _hershey(text: str, side: int, number: int) -> Mask:
    thick = 1 + side // 24
    (width, height), _ = cv2.getTextSize(text, number, 1.0, 1)
    scale = side / max(height, 1)
    canvas = np.zeros((2 * side, max(side, int(width * scale) + side)), np.uint8)
    cv2.putText(canvas, text, (side // 2, side + side // 2), number, scale, 255, thick, cv2.LINE_AA)
    return _trimmed(canvas)


def _trimmed(canvas: NDArray[np.uint8]) -> NDArray[np.uint8]:
    x, y, width, height = cv2.boundingRect(canvas)
    return canvas[y : y + height, x : x + width]


@lru_cache(maxsize=1500)
def _text(text: str, font: str) -> Mask:
    """A text at `SIZE`, cut to its outline."""
    path, _, style = font.partition(STYLED)
    if path.startswith("hershey/"):
        drawn = _hershey(text, SIZE, int(path[8:]))
        return drawn if drawn.size else np.full((SIZE, SIZE // 2), 255, np.uint8)
    bolder, spaced, slanted = ([int(part) / 100 for part in style.split(",") if part] + [0.0] * 3)[:3]
    typeface, stroke, apart = _font(path), round(bolder * SIZE), spaced * SIZE
    left, top, right, bottom = typeface.getbbox(text, stroke_width=stroke)
    size = max(1, round(right - left + apart * (len(text) - 1))), max(1, round(bottom - top))
    image = Image.new("L", size)
    draw = ImageDraw.Draw(image)
    for k, part in enumerate(text) if spaced else ((0, text),):
        at = (typeface.getlength(text[:k]) + apart * k - left, -top)
        draw.text(at, part, fill=255, font=typeface, stroke_width=stroke)
    drawn = np.asarray(image, np.uint8)
    if slanted:
        lean = np.array(((1, -slanted, slanted * size[1]), (0, 1, 0)))
        drawn = np.asarray(cv2.warpAffine(drawn, lean, (round(size[0] + slanted * size[1]), size[1])), np.uint8)
    return drawn if drawn.any() else np.full((SIZE, SIZE // 2), 255, np.uint8)


@lru_cache(maxsize=3000)
def text_mask(text: str, font: str, height: int, cap: str = "") -> Mask:
    """A text cut to its outline, `height` pixels high; with `cap`, that character would be that high."""
    drawn = _text(text, font)
    factor = height / len(_text(cap, font) if cap else drawn)
    size = max(1, round(drawn.shape[1] * factor)), max(1, round(drawn.shape[0] * factor))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(drawn, size, interpolation=way), np.uint8)


def centred(drawn: Mask, side: int, x: float = 0.0, y: float = 0.0) -> Mask:
    """A mask laid into the middle of a square one; what does not fit is shrunk."""
    height, width = drawn.shape
    if max(height, width) > side:
        factor = side / max(height, width)
        size = max(1, int(width * factor)), max(1, int(height * factor))
        drawn = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)
        height, width = drawn.shape
    canvas = np.zeros((side, side), np.uint8)
    left = min(max(0, round((side - width) / 2 + x * side)), side - width)
    top = min(max(0, round((side - height) / 2 + y * side)), side - height)
    canvas[top : top + height, left : left + width] = drawn
    return canvas


@lru_cache(maxsize=500)
def emoji(character: str) -> Layer | None:
    """A coloured picture as a square layer, cut to its outline; None where it cannot be drawn."""
    path = emoji_file()
    if path is None:
        return None
    try:
        font = _font(path, EMOJI_SIZE)
        image = Image.new("RGBA", (160, 160), (0, 0, 0, 0))
        ImageDraw.Draw(image).text((8, 8), character, font=font, embedded_color=True)
    except (OSError, ValueError):
        return None
    rgba = np.asarray(image, np.float32)
    x, y, width, height = cv2.boundingRect(np.asarray(rgba[..., 3], np.uint8))
    if min(width, height) < 8:
        return None
    side = max(width, height)
    answer = np.zeros((side, side, 4), np.float32)
    part = rgba[y : y + height, x : x + width]
    top, left = (side - height) // 2, (side - width) // 2
    here = answer[top : top + height, left : left + width]
    here[..., 3] = part[..., 3] / 255
    here[..., :3] = part[..., 2::-1] * here[..., 3:]
    return answer

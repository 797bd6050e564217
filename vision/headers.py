"""Bytes of a file -> what its header says: which kind of picture, how large, whole or not. Nothing is decoded here.

So a picture that would need gigabytes, or never end, is refused for the price of a few bytes. What is not here: what is
refused, and with which words (`image.py`).
"""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

MAX_PARTS = 1_000_000
"""Parts of a file (chunks, blocks) that are walked through: a picture of `image.MAX_PIXELS` has far fewer. A file made
of nothing else would take minutes to look through."""
MAX_SCANS = 64
"""Passes of a progressive JPEG, each of which costs as much as a picture; encoders write 3 to 12."""


class Header(NamedTuple):
    """What a header says.

    `kind`: as people call it; `size`: `(width, height)` or None where it does not tell; `alpha`: the picture may be
    see-through; `complete`: the end of the file is where it should be; `animated`: more than one frame; `turned`: it
    may say how it is to be turned; `sound`: not made to cost more than any picture does.
    """

    kind: str
    size: tuple[int, int] | None = None
    alpha: bool = False
    complete: bool = True
    animated: bool = False
    turned: bool = False
    sound: bool = True


_OTHER_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF document"),
    (b"8BPS", "a Photoshop document"),
    (b"\x00\x00\x01\x00", "an icon file"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "a compressed archive"),
)


def sniff(data: bytes) -> Header | str:
    """The header of a picture this program reads, or in words what the bytes are instead."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return _gif(data)
    if data[:2] == b"BM" and len(data) > 26:
        return _bmp(data)
    if data[:4] in (b"II*\0", b"MM\0*"):
        return _tiff(data)
    if data[4:8] == b"ftyp":
        return _iso_media(data)
    for start, words in _OTHER_KINDS:
        if data.startswith(start):
            return words
    head = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in head:
        return "an SVG drawing"
    return ""


def _png(data: bytes) -> Header:
    if len(data) < 33:
        return Header("PNG", complete=False)
    width, height, _depth, colour = struct.unpack(">IIBB", data[16:26])
    names: set[bytes] = set()
    frames, at = 1, 8
    for _ in range(MAX_PARTS):
        if at + 12 > len(data):
            break
        length, chunk = struct.unpack(">I4s", data[at : at + 8])
        if chunk == b"acTL" and length >= 4:
            frames = int.from_bytes(data[at + 8 : at + 12], "big")
        names.add(chunk)
        at += 12 + length
        if chunk == b"IEND":
            break
    return Header(
        "PNG",
        (width, height),
        alpha=colour in (4, 6) or b"tRNS" in names,
        complete=b"IEND" in names and at <= len(data),
        animated=frames > 1,
        turned=b"eXIf" in names,
    )


def _jpeg(data: bytes) -> Header:
    size, at = None, 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        padding = re.compile(rb"\xff+").match(data, at)
        assert padding is not None
        at = padding.end() - 1
        if at + 9 > len(data):
            break
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = (width, height)
        if marker == 0xDA:
            # From here on FF D9 can only be the end of the picture: in the data an FF is always followed by 00.
            complete = size is not None and data.find(b"\xff\xd9", at) > 0
            return Header("JPEG", size, complete=complete, sound=data.count(b"\xff\xda", at) <= MAX_SCANS)
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return Header("JPEG", size, complete=False)


def _webp(data: bytes) -> Header:
    complete = int.from_bytes(data[4:8], "little") + 8 <= len(data)
    chunk, body = data[12:16], data[20:30]
    if len(body) < 10:
        return Header("WebP", complete=False)
    if chunk == b"VP8X":
        width = 1 + int.from_bytes(body[4:7], "little")
        height = 1 + int.from_bytes(body[7:10], "little")
        animated = bool(body[0] & 0x02) and data.count(b"ANMF") > 1
        return Header("WebP", (width, height), bool(body[0] & 0x10), complete, animated, bool(body[0] & 0x08))
    if chunk == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return Header("WebP", (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)), bool(bits >> 28 & 1), complete)
    width, height = struct.unpack("<HH", body[6:10])
    return Header("WebP", (width & 0x3FFF, height & 0x3FFF), complete=complete)


def _gif(data: bytes) -> Header:
    """Walks the blocks: the header does not say how many frames follow."""
    if len(data) < 13:
        return Header("GIF", complete=False)
    width, height, packed = struct.unpack("<HHB", data[6:11])
    at = 13 + (3 << (packed & 7) + 1 if packed & 0x80 else 0)
    frames, parts, complete = 0, 0, False
    while at < len(data) and parts < MAX_PARTS:
        parts += 1
        block = data[at]
        if block == 0x3B:
            complete = True
            break
        if block == 0x2C and at + 10 <= len(data):
            frames += 1
            packed = data[at + 9]
            at += 11 + (3 << (packed & 7) + 1 if packed & 0x80 else 0)
        elif block == 0x21:
            at += 2
        else:
            break
        while at < len(data) and data[at] and parts < MAX_PARTS:
            parts += 1
            at += 1 + data[at]
        at += 1
    return Header("GIF", (width, height), True, complete and frames > 0, frames > 1)


def _bmp(data: bytes) -> Header:
    if int.from_bytes(data[14:18], "little") == 12:
        width, height = struct.unpack("<HH", data[18:22])
        return Header("BMP", (width, height))
    width, height = struct.unpack("<ii", data[18:26])
    bits, compression = struct.unpack("<HI", data[28:34]) if len(data) >= 34 else (0, 0)
    needed = int.from_bytes(data[10:14], "little")
    if compression in (0, 3):
        needed += (abs(width) * bits + 31) // 32 * 4 * abs(height)
    return Header("BMP", (abs(width), abs(height)), complete=len(data) >= needed)


def _tiff(data: bytes) -> Header:
    """Width and height are entries 256 and 257 of the first directory; of several, the largest counts."""
    order = "<" if data[:2] == b"II" else ">"
    sizes: dict[int, int] = {}
    try:
        (at,) = struct.unpack_from(order + "I", data, 4)
        (count,) = struct.unpack_from(order + "H", data, at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind = struct.unpack_from(order + "HH", data, entry)
            if tag in (256, 257):
                (value,) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, entry + 8)
                sizes[tag] = max(sizes.get(tag, 0), value)
    except struct.error:
        return Header("TIFF", complete=False)
    # Without them nothing is known of what decoding would take.
    return Header("TIFF", (sizes[256], sizes[257]) if len(sizes) == 2 else None, alpha=True, sound=len(sizes) == 2)


_HEIC_BRANDS = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1", b"miaf"}
)


def _iso_media(data: bytes) -> Header | str:
    """AVIF, or what else comes in boxes: the brands of the first one tell.

    Each item of an AVIF picture has a box `ispe` with its size, the whole picture too: the largest counts.
    """
    length = min(max(int.from_bytes(data[:4], "big"), 16), 1024)
    brands = {data[8:12]} | {data[at : at + 4] for at in range(16, length, 4)}
    if data[8:12] != b"avif" and (data[8:12] == b"avis" or not brands & ({b"avif"} | _HEIC_BRANDS)):
        return "an animated AVIF picture" if data[8:12] == b"avis" else "a video"
    if b"avif" not in brands:
        return "a HEIC photo"
    sizes = [struct.unpack_from(">II", data, box.end() + 4) for box in re.finditer(rb"ispe(?=.{12})", data, re.DOTALL)]
    if not sizes:
        return Header("AVIF", complete=False)
    return Header("AVIF", max(sizes, key=lambda size: size[0] * size[1]))

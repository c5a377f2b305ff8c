"""Photographs of cards that nobody has printed: drawn here, with what a phone writes into its files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from urllib.request import Request, urlopen

from PIL import Image, ImageDraw, ImageFont

from tests.support.service.server import Server

SIZE = (630, 880)
INK, PAPER = "#2c2a26", "#f3ead7"
TONES = ("#c8553d", "#588b8b", "#f2a541", "#5b5f97", "#7a9e3f", "#a23b72")
ORIENTATION, GPS, MAKER = 0x0112, 0x8825, 0x010F
LIES_ON_ITS_SIDE = 6
LATITUDE = {1: "N", 2: (47.0, 22.0, 7.5)}
MAKER_OF_THE_PHONE = "Phone of the room"


def card(name: str, number: int = 0, size: tuple[int, int] = SIZE) -> Image.Image:
    """A card: a frame, a few shapes in the tone of its number, and its name."""
    width, height = size
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    tone, other = TONES[number % len(TONES)], TONES[(number + 2) % len(TONES)]
    unit = min(size) / 20
    draw.rounded_rectangle(
        (unit, unit, width - unit, height - unit), unit * 1.5, outline=tone, width=int(unit)
    )
    middle, top = width / 2, height * 0.42
    for ring in range(4, 0, -1):
        radius = unit * (1 + 1.5 * ring)
        box = (middle - radius, top - radius, middle + radius, top + radius)
        draw.ellipse(box, fill=tone if ring % 2 else other)
    for step in range(3 + number % 4):
        left = unit * (3 + 3 * step)
        draw.polygon(
            [(left, top + 9 * unit), (left + 2 * unit, top + 9 * unit), (left + unit, top + 7 * unit)], INK
        )
    draw.text((middle, height - 4.5 * unit), name, INK, ImageFont.load_default(unit * 1.9), anchor="mm")
    return image


def bytes_of(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    """The image as a file of this kind."""
    made = BytesIO()
    image.save(made, kind, **options)
    return made.getvalue()


def photograph(name: str, number: int = 0) -> bytes:
    """A JPEG as a phone writes it: the card lies on its side, and the file says where the photo was taken."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = LIES_ON_ITS_SIDE, MAKER_OF_THE_PHONE
    exif[GPS] = LATITUDE
    return bytes_of(card(name, number).rotate(90, expand=True), exif=exif, quality=88)


def animation(names: Sequence[str]) -> bytes:
    """A WebP whose frames are these cards."""
    first, *more = [card(name, number, (200, 280)) for number, name in enumerate(names)]
    return bytes_of(first, "WEBP", save_all=True, append_images=more)


def bomb(side: int) -> bytes:
    """A PNG of some hundred bytes that says that it is so many pixels wide and high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def put_picture(server: Server, edition: dict[str, Any], part: str, data: bytes) -> None:
    """Give a part of an edition a picture, by the API; edition: what it was answered when it was made."""
    asked = Request(
        f"http://127.0.0.1:{server.port}/v1/editions/{edition['edition']}/pictures/{part}",
        data=data,
        headers={"Authorization": f"Bearer {edition['tokens']['keeper']}", "Content-Type": "image/jpeg"},
        method="PUT",
    )
    urlopen(asked).close()

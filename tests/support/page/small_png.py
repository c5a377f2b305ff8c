"""Small pictures: a screenshot as a PNG of 256 colours, which is a third of what the browser writes."""

from __future__ import annotations

import base64
import struct
import zlib

from playwright.sync_api import Page

MOST_COLORS = 256
PALETTE = """async ([source, most]) => {
  const answer = await fetch(`data:image/png;base64,${source}`);
  const image = await createImageBitmap(await answer.blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const points = new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
  const counted = new Map();
  for (const point of points) counted.set(point, (counted.get(point) ?? 0) + 1);
  const rarer = (one, other) => counted.get(other) - counted.get(one) || one - other;
  const colors = [...counted.keys()].sort(rarer);
  const kept = colors.slice(0, most);
  const parts = (color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255];
  const far = (one, other) => parts(one).reduce((sum, part, at) => sum + (part - parts(other)[at]) ** 2, 0);
  const nearest = (color) =>
    kept.reduce((best, one, at) => (far(one, color) < far(kept[best], color) ? at : best), 0);
  const places = new Map(colors.map((color, at) => [color, at < most ? at : nearest(color)]));
  const rows = Array.from({ length: image.height }, (_, row) => {
    const line = points.subarray(row * image.width, (row + 1) * image.width);
    return btoa(String.fromCharCode(...line.map((point) => places.get(point))));
  });
  return [image.width, kept.flatMap(parts), rows];
}"""


def small_png(page: Page, screenshot: bytes) -> bytes:
    """The same picture in its most frequent colours, each other point in the nearest of them.

    page: an empty page of the browser, which reads and counts the points.
    """
    source = base64.b64encode(screenshot).decode()
    width, palette, rows = page.evaluate(PALETTE, [source, MOST_COLORS])
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)
    points = b"".join(b"\0" + base64.b64decode(row) for row in rows)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, content)
        for kind, content in (
            (b"IHDR", header),
            (b"PLTE", bytes(palette)),
            (b"IDAT", zlib.compress(points, 9)),
            (b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

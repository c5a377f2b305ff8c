"""What the table's script and style weigh, as they are sent: its first file, the rest, and the style."""

from __future__ import annotations

import zopfli.gzip

from service.pages.assets import assets

PARTS = (".js", "-rest.js", ".css", "-rest.css")


def packed(text: str) -> int:
    """Bytes of a text as it is sent."""
    return len(zopfli.gzip.compress(text.encode()))


def table_sizes() -> tuple[int, int, int, int]:
    """Bytes of the table's first script and of its rest, both with their libraries, and of their styles."""
    first, rest, style, later = (len(assets()[f"pages/table{name}"].packed) for name in PARTS)
    return first, rest, style, later

"""What the table's script and style weigh, as they are sent: its first file, the rest, and the style."""

from __future__ import annotations

import zopfli.gzip

from service.pages.assets import assets


def packed(text: str) -> int:
    """Bytes of a text as it is sent."""
    return len(zopfli.gzip.compress(text.encode()))


def table_sizes() -> tuple[int, int, int]:
    """Bytes of the table's first file and of its rest, both with their libraries, and of its style."""
    first, rest, style = (assets()[f"pages/table{name}"] for name in (".js", "-rest.js", ".css"))
    return len(first.packed), len(rest.packed), len(style.packed)

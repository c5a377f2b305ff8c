"""What the table's own script and style weigh, as they are sent: its first file, the rest, and the style."""

from __future__ import annotations

import zopfli.gzip
from msgspec.structs import replace

from service.pages.assets import PAGES, RESTS, assets, modules
from service.pages.bundling import parted


def packed(text: str) -> int:
    """Bytes of a text as it is sent."""
    return len(zopfli.gzip.compress(text.encode()))


def own_sizes() -> tuple[int, int, int]:
    """Bytes of the table's first file and of its rest, both without the libraries, and of its style."""
    own = {name: of if name.endswith(".js") else replace(of, body="") for name, of in modules().items()}
    page, rest = parted(own, PAGES["table"], RESTS["table"], "./table.js")
    return packed(page), packed(rest), len(assets()["pages/table.css"].packed)

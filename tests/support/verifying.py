"""The verifier of docs/file-format.md, as a stranger runs it: its blocks of code, and nothing of ours."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.support.documents import ROOT, blocks


@cache
def verifier() -> dict[str, Any]:
    """The functions of the document by name: `digest`, `check`, `shown` and what they need."""
    names: dict[str, Any] = {}
    for block in blocks(ROOT / "docs" / "file-format.md", "python run"):
        exec(block.text, names)
    return names

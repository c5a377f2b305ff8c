"""The documents of the checkout, and the blocks of code in them.

A fence says what a test does with its block: `python run` is executed, all of a document's in order and with
the same names; `python sketch` shows a piece and must be Python; `sh tour` is walked against a running
Tablelog. Other blocks are for reading. What a block needs and no reader does may stand in a block of its own
within an HTML comment, and so may what is asserted of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "docs", "domain", "replays", "service", "tests", "workers")
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands behind its fence (`python run`), and its text."""

    info: str
    text: str


def documents() -> list[Path]:
    """Every Markdown file of the checkout."""
    found = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        found += (ROOT / folder).rglob("*.md")
    return sorted(found)


def name_of(document: Path) -> str:
    """The document's path in the checkout."""
    return document.relative_to(ROOT).as_posix()


def blocks(document: Path, info: str | None = None) -> list[Block]:
    """The fenced blocks of the document in order, or only those with this behind their fence."""
    found = [Block(match[1].strip(), match[2]) for match in FENCE.finditer(document.read_text("utf-8"))]
    return [block for block in found if info is None or block.info == info]


def prose(document: Path) -> str:
    """The document without its fenced blocks."""
    return FENCE.sub("", document.read_text("utf-8"))


def with_blocks(info: str) -> list[Path]:
    """The documents that have a block with this behind its fence."""
    return [document for document in documents() if blocks(document, info)]


def links(document: Path) -> Iterator[str]:
    """The targets of the document's links and pictures that lie in the checkout."""
    text = re.sub(r"`[^`\n]*`", "", prose(document))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", target):
            yield target


def anchors(document: Path) -> set[str]:
    """The places of the document that a link can lead to: its headings, as they are spelled in links."""
    headings = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}

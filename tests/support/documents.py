"""The documents of the checkout, and the blocks of code in them.

A fence says what a test does with its block, and there is no block that nothing is done with (`HELD`). What a
block needs and no reader does may stand in a block of its own within an HTML comment, and so may what is
asserted of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "docs", "domain", "replays", "service", "tests", "workers")
TEMPLATE_PAGE = ROOT / "docs" / "game_template.md"
"""Its tour is for a game made from the template, and is walked in one (`tests/cli/test_new_game.py`)."""
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE_OF_ANY_KIND = re.compile(r"^[ >]*(?:```|~~~)", re.MULTILINE)
HELD = {
    "python run": "executed, all of a document's in order and with the same names: tests/test_documents.py",
    "python served": "executed where `server` is the address of a service: tests/clients/test_examples.py",
    "js served": "the same, by Node.js: tests/clients/test_examples.py",
    "js packed": "the same, with the package that npm packs: tests/clients/test_packages.py",
    "python sketch": "stands word for word in the template: tests/test_guide.py",
    "diff rule": "applied to a copy of the template, which is then tested: tests/test_guide.py",
    "sh tour": "walked against a running Tablelog, all of a document's as one: tests/cli/test_tours.py",
    "sh alone": "run in a home of its own, one after another, where nothing runs: tests/cli/test_tours.py",
    "sh checkout": "run in a copy of the checkout: tests/cli/test_new_game.py",
    "sh named": "not run (all tests, or for the room); all of it is there: tests/guides/test_commands.py",
    "json like FILE": "has the members and values of FILE, which the tour wrote: tests/cli/test_tours.py",
}
"""What may stand behind a fence, and what is then done with the block.

docs/tour.md has a test of its own (`tests/cli/test_tour_with_curl.py`), which also reads the answers.
"""


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


def kind_of(block: Block) -> str:
    """What stands behind its fence, whatever file that names."""
    return re.sub(r"^(json like) \S+$", r"\1 FILE", block.info)


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

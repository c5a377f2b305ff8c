"""The guide to adding a game quotes the template, and what it or another document quotes is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from domain import kernel
from domain.kernel import offers
from domain.kernel.chance import Chance
from tests.documents import ROOT, blocks, name_of, with_blocks

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
TEMPLATE = [
    path.read_text("utf-8")
    for folder in ("domain/game_template", "tests/game_template")
    for path in (ROOT / folder).rglob("*.py")
]


@pytest.mark.parametrize("document", with_blocks("python sketch"), ids=name_of)
def test_every_piece_of_code_stands_in_the_template(document: Path):
    for block in blocks(document, "python sketch"):
        for piece in block.text.strip("\n").split("\n\n\n"):
            assert any(f"{piece}\n" in text for text in TEMPLATE), piece


def test_every_domain_of_offers_and_every_way_of_chance_is_explained():
    union, *_ = get_args(offers.Domain)
    every = get_args(union)
    domains = {name for name in kernel.__all__ if getattr(kernel, name) in every}
    assert len(domains) == len(every)
    assert {name for name in domains if f"`{name}`" not in GUIDE} == set()
    ways = {"pick", "several", "shuffle", "dice", "compose", "declare"}
    assert ways <= set(dir(Chance))
    assert {way for way in ways if f"`{way}(" not in GUIDE and f" `{way}(" not in GUIDE} == set()


def test_every_room_is_explained():
    rooms = {
        path.stem for path in (ROOT / "domain" / "game_template").iterdir() if path.stem != "__pycache__"
    }
    assert {room for room in rooms if not re.search(rf"`{room}(/|\.\w+)?`", GUIDE)} == set()

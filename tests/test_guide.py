"""The guide to adding a game quotes the template, and what it quotes is there."""

from __future__ import annotations

import re
from pathlib import Path

from domain import kernel
from domain.kernel import offers
from domain.kernel.chance import Chance

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python[^\n]*\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
TEMPLATE = [
    path.read_text("utf-8")
    for folder in ("domain/game_template", "tests/game_template")
    for path in (ROOT / folder).rglob("*.py")
]


def test_every_piece_of_code_stands_in_the_template():
    assert len(BLOCKS) > 10
    for block in BLOCKS:
        for piece in block.strip("\n").split("\n\n\n"):
            assert any(f"{piece}\n" in text for text in TEMPLATE), piece


def test_every_domain_of_offers_and_every_way_of_chance_is_explained():
    domains = {name for name in kernel.__all__ if getattr(kernel, name) in offers.Domain.__origin__.__args__}
    assert len(domains) == len(offers.Domain.__origin__.__args__)
    assert {name for name in domains if f"`{name}`" not in GUIDE} == set()
    ways = {"pick", "several", "shuffle", "dice", "compose", "declare"}
    assert ways <= set(dir(Chance))
    assert {way for way in ways if f"`{way}(" not in GUIDE and f" `{way}(" not in GUIDE} == set()


def test_every_room_is_explained():
    rooms = {
        path.stem for path in (ROOT / "domain" / "game_template").iterdir() if path.stem != "__pycache__"
    }
    assert {room for room in rooms if not re.search(rf"`{room}(/|\.\w+)?`", GUIDE)} == set()

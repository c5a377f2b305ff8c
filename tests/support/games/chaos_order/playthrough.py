"""A recorded game of Chaos Order told from its opening to its end, as text.

`python -m tests.support.games.chaos_order.playthrough` makes `playthrough.txt` anew.
Read what differs as a player would.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.games.chaos_order import GAME
from tests.support.games import playthrough
from tests.support.recorded import LIBRARY

RECORDED = LIBRARY / "chaos_order" / "demo-2p-105-001.jsonl"
TEXT = Path(__file__).parents[3] / "games" / "chaos_order" / "playthrough.txt"
BOARDS_AT = (7, 200, 320)
"""Entries after which the board is drawn, besides the last: the opening, the middle, a battle."""


@cache
def told() -> str:
    """Every question, button and entry of the recorded game."""
    return playthrough.told(GAME, RECORDED, BOARDS_AT)


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")

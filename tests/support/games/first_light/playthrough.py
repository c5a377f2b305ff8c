"""A recorded game of First Light told from its opening to its end.

`python -m tests.support.games.first_light.playthrough` makes `playthrough.txt` anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.games.first_light import GAME
from tests.support.games import playthrough
from tests.support.recorded import LIBRARY

RECORDED = LIBRARY / "first_light" / "bots-2p-ai-101.jsonl"
TEXT = Path(__file__).parents[3] / "games" / "first_light" / "playthrough.txt"
BOARDS_AT = (12, 60, 120)
"""Entries after which the board is drawn, besides the last."""


@cache
def told() -> str:
    """Every question, button and entry of the recorded game; the board four times."""
    return playthrough.told(GAME, RECORDED, BOARDS_AT, unit="★")


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")

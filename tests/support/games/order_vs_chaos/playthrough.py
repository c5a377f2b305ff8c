"""A game for three, told in words.

`python -m tests.support.games.order_vs_chaos.playthrough` makes `playthrough.txt` anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.games.order_vs_chaos import GAME
from tests.support.games import playthrough
from tests.support.recorded import LIBRARY

RECORDED = LIBRARY / "order_vs_chaos" / "demo-3p-002.jsonl"
TEXT = Path(__file__).parents[3] / "games" / "order_vs_chaos" / "playthrough.txt"
BOARDS_AT = (14, 46, 110)


@cache
def told() -> str:
    return playthrough.told(GAME, RECORDED, BOARDS_AT)


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")

"""A game for two, told in words.

`python -m tests.support.games.time_of_chaos.playthrough` makes `playthrough.txt` anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.games.time_of_chaos import GAME
from tests.support.games import playthrough
from tests.support.recorded import LIBRARY

RECORDED = LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl"
TEXT = Path(__file__).parents[3] / "games" / "time_of_chaos" / "playthrough.txt"
BOARDS_AT = (6, 40)


@cache
def told() -> str:
    return playthrough.told(GAME, RECORDED, BOARDS_AT, unit=" ★")


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")

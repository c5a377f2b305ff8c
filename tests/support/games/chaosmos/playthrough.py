"""A recorded game told from its opening to its end, as text: what players read on buttons and in the log.

`python -m tests.support.games.chaosmos.playthrough` makes `playthrough.txt` anew.
Read what differs as a player would.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.games.chaosmos import GAME
from tests.support.games.playthrough import told as told_of
from tests.support.recorded import LIBRARY

RECORDED = LIBRARY / "chaosmos" / "demo-4p-standard-003.jsonl"
TEXT = Path(__file__).parents[3] / "games" / "chaosmos" / "playthrough.txt"
BOARDS_AT = (12, 60, 120)
"""Entries after which the board is drawn, besides the last."""


@cache
def told(recorded: Path = RECORDED) -> str:
    """Every question, button and entry of the recorded game; the board four times."""
    return told_of(GAME, recorded, BOARDS_AT)


if __name__ == "__main__":
    TEXT.write_text(told(), "utf-8")

"""What rq runs in the process of the bots: one job a table, a hint that somebody watches there."""

from __future__ import annotations

from service.live_tables.bots import Bots

_PROCESS: list[Bots] = []


def plays(bots: Bots) -> None:
    """These are the bots that jobs of this process speak to."""
    _PROCESS[:] = [bots]


def play(session: str) -> None:
    """Sit down at this table."""
    for bots in _PROCESS:
        bots.sit_down(session)

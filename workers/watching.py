"""Whether anybody follows the log: told by positions that stand still while the log is ahead of them."""

from __future__ import annotations

import time

import sqlalchemy as sa

from replays.event_store import EventStore
from workers.rebuild import status

STILL_SECONDS = 5.0
"""Ten times the pause of a worker's timer: positions that stand still for so long are nobody's work."""

WAIT_SECONDS = 2.0
LOOK_SECONDS = 0.1


def slowest(store: EventStore, engine: sa.Engine) -> tuple[int, int]:
    """The position of the projection that is furthest behind, and that of the log's end."""
    found = status(store, engine)
    return min(one.position for one in found), found[0].end


class Watch:
    """What was seen of the positions from one look to the next."""

    def __init__(self) -> None:
        self._seen: tuple[int, float] | None = None

    def stands_still(self, position: int, end: int) -> bool:
        """Whether this position has been behind the log's end, unmoved, for `STILL_SECONDS` of looks."""
        if position >= end:
            self._seen = None
        elif self._seen is None or self._seen[0] != position:
            self._seen = position, time.monotonic()
        return self._seen is not None and time.monotonic() - self._seen[1] >= STILL_SECONDS


def nobody_follows(store: EventStore, engine: sa.Engine) -> bool:
    """Whether the positions are behind the log's end and do not move, while one waits for it a little."""
    position, end = slowest(store, engine)
    give_up = time.monotonic() + WAIT_SECONDS
    while position < end:
        if time.monotonic() >= give_up:
            return True
        time.sleep(LOOK_SECONDS)
        moved, _ = slowest(store, engine)
        if moved != position:
            return False
    return False
